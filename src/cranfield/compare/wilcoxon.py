"""Wilcoxon's signed-rank test: is one system better than another, topic by topic?"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.compare.given import numbers, tolerated
from cranfield.errors import UsageError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Zeros = Literal["drop", "pratt"]
Alternative = Literal["two-sided", "greater", "less"]
_LARGEST_EXACT = 25


class Wilcoxon(NamedTuple):
    """What the differences say. `n` counts those that were ranked and are not zero."""

    n: int
    w_plus: float  # sum of the ranks of the positive differences
    w_minus: float
    p: float
    exact: bool  # counted over all signs, not taken from the normal distribution

    @property
    def direction(self) -> int:
        """1 where positive differences weigh more, -1 where negative ones do."""
        return int(np.sign(self.w_plus - self.w_minus))

    @property
    def rank_biserial(self) -> float:
        """Effect size: share of the ranks that are positive, less that of the negative ones."""
        total = self.w_plus + self.w_minus
        return (self.w_plus - self.w_minus) / total if total else 0.0


def wilcoxon(
    differences: Iterable[float],
    *,
    alternative: Alternative = "two-sided",
    zeros: Zeros = "drop",
    continuity: bool = False,
    tolerance: float = 1e-12,
) -> Wilcoxon:
    """Test whether differences lie as often, and as far, above zero as below.

        W+ = sum of the ranks of |d| over d > 0,  W- = the same over d < 0

    Equal |d| share the mean of their ranks. Without ties and zeros, and with 25 differences at most, p is
    exact: the share of the 2^n ways to put signs that are as extreme. Otherwise W+ is normal, with mean
    n(n+1)/4 and variance n(n+1)(2n+1)/24 - sum(t^3 - t)/48 over ties of t; `continuity` moves it 1/2 nearer to the
    mean. Differences of zero are dropped (`zeros="drop"`, Hull 1993), or ranked and then left out of the sums
    (Pratt 1959), which is more careful where many topics do not differ. Without any difference p is 1.

    It asks less of the data than the t-test, namely that differences are symmetric about their centre, and
    hears less of large ones; retrieval scores are seldom symmetric. The direction is part of the outcome: p alone
    does not say who won. Differences closer than `tolerance` are equal: 0.4 - 0.35 and 0.25 - 0.2 are not the same
    float, and exact comparison would miss the tie.

    Nine topics differ, and only two of the smaller differences are negative:

    >>> wilcoxon([0.1, -0.05, 0.2, 0.0, 0.07, 0.15, -0.02, 0.3, 0.04, 0.09])
    Wilcoxon(n=9, w_plus=41.0, w_minus=4.0, p=0.02734375, exact=True)
    """
    for name, value, allowed in (("zeros", zeros, ("drop", "pratt")), ("alternative", alternative, _SIDES)):
        if value not in allowed:
            raise UsageError.unknown_choice(f"`{name}` of wilcoxon", value, allowed)
    given = numbers(differences, "the differences")
    zero = np.abs(given) <= tolerated(tolerance)
    ranked = given[~zero] if zeros == "drop" else np.where(zero, 0.0, given)
    rank, ties = _average_ranks(np.abs(ranked), tolerance)
    w_plus, w_minus = (float(rank[side].sum()) for side in (ranked > 0, ranked < 0))
    n = int(np.count_nonzero(~zero))
    if not n:
        return Wilcoxon(0, 0.0, 0.0, 1.0, exact=True)
    left_out = len(ranked) - n  # zeros that took a rank
    if n <= _LARGEST_EXACT and not left_out and not (ties > 1).any():
        return Wilcoxon(n, w_plus, w_minus, _exact(n, w_plus, w_minus, alternative), exact=True)
    ties = ties[1:] if left_out else ties
    mean = (_triangle(len(ranked)) - _triangle(left_out)) / 2
    squares = _squares(len(ranked)) - _squares(left_out)
    variance = squares / 4 - float((ties**3 - ties).sum()) / 48
    p = _normal(w_plus - mean, math.sqrt(variance), alternative, 0.5 if continuity else 0.0)
    return Wilcoxon(n, w_plus, w_minus, p, exact=False)


_SIDES = ("two-sided", "greater", "less")


def _triangle(n: int) -> float:
    return n * (n + 1) / 2


def _squares(n: int) -> float:
    return n * (n + 1) * (2 * n + 1) / 6


def _average_ranks(sizes: Floats, tolerance: float) -> tuple[Floats, Ints]:
    """Return the rank of each size, ascending, and how many share each rank."""
    order = np.argsort(sizes, kind="stable")
    new = np.diff(sizes[order], prepend=-np.inf) > tolerance
    tie = np.cumsum(new) - 1
    count = np.bincount(tie)
    last = np.cumsum(count)
    rank = np.empty(len(sizes))
    rank[order] = (last - (count - 1) / 2)[tie]
    return rank, count


def _exact(n: int, w_plus: float, w_minus: float, alternative: Alternative) -> float:
    """Count, of the 2^n ways to put signs, those with a sum as extreme."""
    ways = np.zeros(n * (n + 1) // 2 + 1, dtype=np.int64)
    ways[0] = 1
    for rank in range(1, n + 1):
        ways[rank:] = ways[rank:] + ways[:-rank]
    low = {"two-sided": min(w_plus, w_minus), "greater": w_minus, "less": w_plus}[alternative]
    p: float = int(ways[: int(low) + 1].sum()) / 2**n
    return min(1.0, 2 * p) if alternative == "two-sided" else p


def _normal(distance: float, deviation: float, alternative: Alternative, correction: float) -> float:
    if alternative == "two-sided":
        return min(1.0, math.erfc(max(abs(distance) - correction, 0.0) / deviation / math.sqrt(2)))
    upward = distance if alternative == "greater" else -distance
    return math.erfc((upward - correction) / deviation / math.sqrt(2)) / 2
