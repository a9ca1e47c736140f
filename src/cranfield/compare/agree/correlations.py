"""Every two rankings of the same systems: how alike they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np

from cranfield.compare.agree.coefficients import COEFFICIENTS, Coefficient, overlap
from cranfield.compare.agree.panel import Standings
from cranfield.compare.rbo import Ties
from cranfield.errors import InputError, UsageError

ONE_WAY: tuple[Coefficient, ...] = ("tau-ap-a",)
"""Of these, the first ranking is the truth and the second an estimate of it."""


class Correlation(NamedTuple):
    """Two rankings, and each coefficient that was asked for."""

    one: str
    other: str
    values: dict[Coefficient, float]


def correlations(
    standings: Standings,
    coefficients: Sequence[Coefficient] = ("kendall-b",),
    *,
    rbo_p: float = 0.9,
    rbo_ties: Ties = "a",
) -> list[Correlation]:
    """Correlate every two rankings; where a coefficient is not symmetric, each way.

    >>> import numpy as np
    >>> means = np.array([[0.3, 0.2, 0.1], [0.7, 0.8, 0.5]])
    >>> found = correlations(Standings(("AP", "R"), ("a", "b", "c"), means, np.array([1, 1])), ["kendall-a"])
    >>> [(pair.one, pair.other, round(pair.values["kendall-a"], 4)) for pair in found]
    [('AP', 'R', 0.3333)]
    """
    for coefficient in coefficients:
        if coefficient not in COEFFICIENTS:
            raise UsageError.unknown_choice("a correlation", coefficient, COEFFICIENTS)
    if len(standings.names) < 2:
        raise UsageError(
            f"there is one ranking only, by {standings.names[0]}: nothing to hold it against",
            slug="one-ranking",
            hint="name several measures: -m 'AP nDCG@10'; or the same under other judgements or policies: --also",
        )
    for name, row in zip(standings.names, standings.means, strict=True):
        if np.ptp(row) == 0:
            raise InputError(
                f"{name} is {row[0]:g} for every system: it ranks none above another, and correlates with nothing",
                slug="constant-ranking",
                hint="leave it out (-m)",
            )
    column = dict(zip(standings.names, standings.oriented, strict=True))
    return [
        Correlation(
            one,
            other,
            {each: _value(each, column[one], column[other], rbo_p, rbo_ties) for each in coefficients},
        )
        for one, other in _pairs(standings.names, coefficients)
    ]


def _pairs(names: Sequence[str], coefficients: Iterable[Coefficient]) -> Iterator[tuple[str, str]]:
    return (permutations if set(coefficients) & set(ONE_WAY) else combinations)(names, 2)


def _value(
    coefficient: Coefficient,
    one: np.ndarray[tuple[int], np.dtype[np.float64]],
    other: np.ndarray[tuple[int], np.dtype[np.float64]],
    p: float,
    ties: Ties,
) -> float:
    if coefficient == "rbo":
        return overlap(one, other, p=p, ties=ties)
    return COEFFICIENTS[coefficient](one, other)
