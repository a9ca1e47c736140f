"""Usefulness: how much better one system orders the documents than another, by the user's preferences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cranfield.compare.given import paired
from cranfield.compare.wilcoxon import wilcoxon


class Usefulness(NamedTuple):
    """How much more useful system B is than A."""

    value: float  # from -1 (A is better in every query) to 1
    error_probability: float  # that B seems as good as this, or better, although it is not
    n: int  # queries in which the two differ


def usefulness(h_a: Iterable[float], h_b: Iterable[float]) -> Usefulness:
    """Frei and Schauble's usefulness of system B over system A.

        u = (W+ - mu) / mu,  mu = k (k + 1) / 4

    `h_a` and `h_b` hold for each query the share of the user's preferences that a system orders correctly, less
    that which it orders wrongly; ties of the system are neither. That is h = 1 - 2 * ndpm. W+ is Wilcoxon's sum
    of ranks over the queries where B is better, k the number of queries in which they differ; so u is
    (W+ - W-) / (W+ + W-), the effect size that statistics calls rank-biserial correlation. The error
    probability is Wilcoxon's one-sided p.

    For comparing two systems with judges who would rather compare documents than grade them: no grade, no
    cut-off and no notion of relevance goes into it. It says nothing about how good either system is, and all of
    it comes from order among judged documents. Frei and Schauble's "adjusted usefulness" is another thing. No
    query that differs: 0, with an error probability of 1.

    Five queries, of which one does not differ:

    >>> found = usefulness([0.5, 0.4, 0.3, 0.6, 0.2], [0.6, 0.35, 0.5, 0.6, 0.25])
    >>> found.value, round(found.error_probability, 4), found.n
    (0.7, 0.0987, 4)
    """
    of_a, of_b = paired(h_a, h_b)
    test = wilcoxon(of_b - of_a, alternative="greater")
    mean = (test.w_plus + test.w_minus) / 2
    return Usefulness((test.w_plus - mean) / mean if mean else 0.0, test.p, test.n)
