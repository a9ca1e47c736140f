"""Coefficients of how alike two columns put the same systems in order; 1 is the same order."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cranfield.compare.correlation import kendall
from cranfield.compare.given import paired
from cranfield.compare.rbo import Ties, rbo, tied

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Coefficient = Literal[
    "kendall-a", "kendall-b", "tau-ap", "tau-ap-a", "weighted", "spearman", "pearson", "rbo"
]


def tau_ap(x: Iterable[float], y: Iterable[float]) -> float:
    """AP correlation of two observers who may both tie: swaps at the top count most.

        one way:  2 * mean over systems i below y's first of (systems above i in both) / (systems above i in y) - 1
        tau_AP,b = the mean of that one way and the other way

    A system is above another if its value is greater; systems tied with i stand neither above nor below it, and where x
    ties what y does not, they disagree. Without ties this is the symmetric tau_AP. Undefined (NaN) where a column ties
    all systems. Sources: Yilmaz, Aslam & Robertson, SIGIR 2008; Urbano & Marrero, ICTIR 2017.

    The first two of four are swapped, then the last two: the first costs more.

    >>> round(tau_ap([4, 3, 2, 1], [3, 4, 2, 1]), 4), round(tau_ap([4, 3, 2, 1], [4, 3, 1, 2]), 4)
    (0.3333, 0.7778)
    """
    first, second = paired(x, y)
    return (_ap_above(first, second) + _ap_above(second, first)) / 2


def tau_ap_a(truth: Iterable[float], estimate: Iterable[float]) -> float:
    """AP correlation of an estimate with the truth: tau_AP, averaged over all orders of tied systems.

        tau_AP,a = 2 / (n - 1) * sum over ranks i > 1 of the estimate, (systems rightly above i) / (i - 1) - 1

    It is not symmetric: the estimate says which ranks weigh most. Sources: as for `tau_ap`, which is for two that
    are both estimates.

    >>> round(tau_ap_a([4, 3, 2, 1], [3, 4, 2, 1]), 4), round(tau_ap_a([4, 3, 2, 1], [3, 3, 2, 1]), 4)
    (0.3333, 0.6667)
    """
    true, seen = paired(truth, estimate)
    if len(true) < 2:
        return math.nan
    before, within = _above_and_tied(seen)
    # of those above its tie, how many belong there; a tie of the truth is broken either way half of the time
    right = (_greater(seen) * (1 + np.sign(true[None, :] - true[:, None])) / 2).sum(axis=1)
    share = 0.0
    for above, ties, found in zip(before.tolist(), within.tolist(), right.tolist(), strict=True):
        place = np.arange(ties)  # how many of its own tie come before it, all equally likely
        known = np.maximum(above + place, 1)
        # of two in one tie, each is before the other in half of the orders, rightly or not
        share += float(((found + place / 2) / known).sum()) / ties
    return 2 * share / (len(true) - 1) - 1


def weighted_tau(x: Iterable[float], y: Iterable[float]) -> float:
    """Kendall's tau with hyperbolic weights: a swap of the first ranks counts most.

        tau_h = <x, y> / sqrt(<x, x> <y, y>),
        <x, y> = sum over pairs of sign(x_i - x_j) sign(y_i - y_j) (1 / r_i + 1 / r_j)

    r is the rank by x (ties by y), then by y (ties by x), and the two values are averaged, as scipy does. It corrects
    for ties as tau_b does. Source: Vigna, WWW 2015.

    >>> round(weighted_tau([4, 3, 2, 1], [3, 4, 2, 1]), 4), round(weighted_tau([4, 3, 2, 1], [4, 3, 1, 2]), 4)
    (0.52, 0.8133)
    """
    first, second = paired(x, y)
    return (_weighted(first, second) + _weighted(second, first)) / 2


def spearman(x: Iterable[float], y: Iterable[float]) -> float:
    """Pearson's correlation of the ranks; tied systems share the mean of theirs.

    >>> round(spearman([4, 3, 2, 1], [3, 4, 1, 1]), 4)
    0.7379
    """
    first, second = paired(x, y)
    return pearson(_average_ranks(first), _average_ranks(second))


def pearson(x: Iterable[float], y: Iterable[float]) -> float:
    """Correlation of the values themselves: how near to a straight line; NaN where a column is constant.

    >>> round(pearson([4, 3, 2, 1], [3, 4, 1, 1]), 4)
    0.7746
    """
    first, second = (column - column.mean() for column in paired(x, y))
    spread = math.sqrt(float(first @ first) * float(second @ second))
    return max(-1.0, min(1.0, float(first @ second) / spread)) if spread else math.nan


def overlap(x: Iterable[float], y: Iterable[float], *, p: float = 0.9, ties: Ties = "a") -> float:
    """Rank-biased overlap of the two rankings of the same systems, to the end: 1 is the same order, and there is no sign.

    >>> round(overlap([4, 3, 2, 1], [3, 4, 2, 1], p=0.5), 4)
    0.5
    """
    rankings = [tied(dict(enumerate(column.tolist()))) for column in paired(x, y)]
    return rbo(*rankings, p=p, ties=ties).extrapolated


COEFFICIENTS: dict[Coefficient, Callable[[Iterable[float], Iterable[float]], float]] = {
    "kendall-a": lambda x, y: kendall(x, y).tau_a,
    "kendall-b": lambda x, y: kendall(x, y).tau_b,
    "tau-ap": tau_ap,
    "tau-ap-a": tau_ap_a,
    "weighted": weighted_tau,
    "spearman": spearman,
    "pearson": pearson,
    "rbo": overlap,
}


def _greater(values: Floats) -> NDArray[np.bool_]:
    """Say for each system, in its row, which others have more."""
    return values[None, :] > values[:, None]


def _above_and_tied(values: Floats) -> tuple[Ints, Ints]:
    """Count for each system those with more, and those with the same, itself included."""
    ascending = np.sort(values)
    greater = len(values) - np.searchsorted(ascending, values, side="right")
    return greater, len(values) - greater - np.searchsorted(ascending, values, side="left")


def _ap_above(x: Floats, y: Floats) -> float:
    """Return the one-sided tau_AP of ties that stay ties, the ranks taken from y."""
    above = _greater(y)
    number = above.sum(axis=1)
    below_first = number > 0
    if not below_first.any() or np.ptp(x) == 0:
        return math.nan
    both = (above & _greater(x)).sum(axis=1)
    return 2 * float((both[below_first] / number[below_first]).mean()) - 1


def _weighted(x: Floats, y: Floats) -> float:
    """Return Vigna's tau with the ranks by x, where it ties by y."""
    rank = np.empty(len(x))
    rank[np.lexsort((-y, -x))] = np.arange(1, len(x) + 1)
    weight = 1 / rank[:, None] + 1 / rank[None, :]
    one, other = np.sign(x[:, None] - x[None, :]), np.sign(y[:, None] - y[None, :])
    norm = math.sqrt(float((weight * one * one).sum()) * float((weight * other * other).sum()))
    return max(-1.0, min(1.0, float((weight * one * other).sum()) / norm)) if norm else math.nan


def _average_ranks(values: Floats) -> Floats:
    above, same = _above_and_tied(values)
    ranks: Floats = above + (same + 1) / 2
    return ranks
