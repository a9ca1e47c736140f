"""How reliable judgements on a continuous scale are, and their mean over several judges."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from cranfield.errors import InputError


class Reliability(NamedTuple):
    """The same judgements under three readings of who judged, by Shrout & Fleiss 1979."""

    one_way: float  # ICC(1): other judges for every document
    two_way: float  # ICC(2): the same judges for all, drawn from many; how strict they are counts as error
    consistency: float  # ICC(3): just these judges, and being stricter than another is no error
    judges: int

    def of_mean(self, judges: int | None = None) -> Reliability:
        """Return the reliability of the mean of so many judges (as many as there were): Spearman and Brown's law.

        k r / (1 + (k - 1) r)
        """
        k = self.judges if judges is None else judges
        return Reliability(
            _lengthened(self.one_way, k), _lengthened(self.two_way, k), _lengthened(self.consistency, k), k
        )


def reliability(judges: ArrayLike) -> Reliability:
    """Return which share of the variance of judgements is that of the documents: the intraclass correlations.

    One row a judge, one column a document, which all of them judged. The rest of the variance is the judges': a URE
    that is averaged over k judges has the reliability `of_mean()`.

    Shrout and Fleiss's example, four judges of six targets:

    >>> found = reliability([[9, 6, 8, 7, 10, 6], [2, 1, 4, 1, 5, 2], [5, 3, 6, 2, 6, 4], [8, 2, 8, 6, 9, 7]])
    >>> [round(value, 2) for value in found[:3]], [round(value, 2) for value in found.of_mean()[:3]]
    ([0.17, 0.29, 0.71], [0.44, 0.62, 0.91])
    """
    table = np.asarray(judges, dtype=np.float64)
    if table.ndim != 2 or min(table.shape) < 2 or np.isnan(table).any():
        raise InputError(
            "reliability takes two judges and two documents at least, and each judge's value for each document",
            slug="wrong-shape",
            hint="Krippendorff's alpha takes what is incomplete: krippendorff(judges)",
        )
    k, n = table.shape
    total = ((table - table.mean()) ** 2).sum()
    documents = k * ((table.mean(axis=0) - table.mean()) ** 2).sum()
    people = n * ((table.mean(axis=1) - table.mean()) ** 2).sum()
    between = documents / (n - 1)
    within = (total - documents) / (n * (k - 1))
    strictness = people / (k - 1)
    error = (total - documents - people) / ((n - 1) * (k - 1))
    return Reliability(
        one_way=_share(between - within, between + (k - 1) * within),
        two_way=_share(between - error, between + (k - 1) * error + k * (strictness - error) / n),
        consistency=_share(between - error, between + (k - 1) * error),
        judges=k,
    )


def _lengthened(r: float, k: int) -> float:
    return k * r / (1 + (k - 1) * r)


def _share(part: float, whole: float) -> float:
    return float(part / whole) if whole else float("nan")
