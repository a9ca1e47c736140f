"""Tests that look at signs and ranks only: Wilcoxon's signed ranks, and the sign test."""

from __future__ import annotations

import math

import numpy as np

from cranfield.compare.significance.outcome import Bools, Floats, Ints, Outcome, moments, t_interval

_LARGEST_EXACT = 25


def wilcoxon_test(differences: Floats, *, confidence: float = 95.0, tolerance: float = 1e-12) -> Outcome:
    """Do what `wilcoxon` does, for all rows at once: zeros dropped, tied sizes sharing their ranks.

    >>> found = wilcoxon_test(np.array([[0.1, -0.05, 0.2, 0.0, 0.07, 0.15, -0.02, 0.3, 0.04, 0.09]]))
    >>> found.p.item(), bool(found.exact.item())
    (0.02734375, True)
    """
    rank, number, ties = _ranks(np.abs(differences), tolerance)
    total = number * (number + 1) / 2
    above = np.where(differences > 0, rank, 0.0).sum(axis=1)
    low = np.minimum(above, total - above)
    exact = (number <= _LARGEST_EXACT) & (ties == 0)
    variance = number * (number + 1) * (2 * number + 1) / 24 - ties / 48
    p = np.ones(len(differences))
    attainable = least_of_signs(number)
    for place in np.flatnonzero(~exact).tolist():
        p[place] = _normal(abs(above[place] - total[place] / 2), variance[place])
        attainable[place] = _normal(total[place] / 2, variance[place])
    for each in set(number[exact & (number > 0)].tolist()):
        places = np.flatnonzero(exact & (number == each))
        p[places] = np.minimum(1.0, 2 * _cumulative(each)[low[places].astype(np.int64)])
    return Outcome(p, *t_interval(moments(differences), confidence), exact, attainable)


def least_of_ranks(number: Ints) -> Floats:
    """Return the smallest p of signed ranks, were so many differences all of one sign and of different sizes."""
    total = number * (number + 1) / 2
    normal = [_normal(half, half * (2 * n + 1) / 6) for half, n in zip(total / 2, number, strict=True)]
    return np.where(number <= _LARGEST_EXACT, least_of_signs(number), normal)


def least_of_signs(number: Ints) -> Floats:
    """Return the smallest p of tests that count ways to put signs: two of all ways have one sign only."""
    return np.minimum(1.0, 2 * 0.5 ** number.astype(np.float64))


def _normal(distance: float, variance: float) -> float:
    """Return the share of a normal distribution that lies as far from its middle."""
    return min(1.0, math.erfc(distance / math.sqrt(2 * variance))) if variance else 1.0


def _ranks(sizes: Floats, tolerance: float) -> tuple[Floats, Ints, Floats]:
    """Rank each row from 1, zeros and NaN left out; also how many ranks, and the sum of t^3 - t over ties of t."""
    rows, width = sizes.shape
    sizes = np.where(sizes > tolerance, sizes, np.inf)  # NaN, too
    order = np.argsort(sizes, axis=1, kind="stable")
    ascending = np.take_along_axis(sizes, order, axis=1)
    there = np.isfinite(ascending)
    with np.errstate(invalid="ignore"):
        new = np.diff(ascending, axis=1, prepend=-np.inf) > tolerance
    tie = np.cumsum(new | ~there, axis=1) - 1 + width * np.arange(rows)[:, None]
    count = np.bincount(tie.ravel(), minlength=rows * width)
    last = np.cumsum(count.reshape(rows, width), axis=1).ravel()
    shared = (last - (count - 1) / 2)[tie]
    rank = np.zeros(sizes.shape)
    np.put_along_axis(rank, order, np.where(there, shared, 0.0), axis=1)
    cubes = np.where(there, count[tie].astype(np.float64) ** 2 - 1, 0.0)  # each of a tie of t brings t^2 - 1
    return rank, there.sum(axis=1), cubes.sum(axis=1)


def _cumulative(n: int) -> Floats:
    """Return for each sum of ranks the share of the 2^n ways to put signs that reach it at most."""
    ways = np.zeros(n * (n + 1) // 2 + 1, dtype=np.int64)
    ways[0] = 1
    for rank in range(1, n + 1):
        ways[rank:] = ways[rank:] + ways[:-rank]
    return np.cumsum(ways) / 2.0**n


def sign_test(differences: Floats, *, confidence: float = 95.0, margin: float = 0.0) -> Outcome:
    """Count on how many topics each side is ahead; p is the binomial distribution's, exactly.

    Differences of `margin` at most are ties, and left out. It assumes nothing of the sizes, and so hears nothing of them.

    Eight of nine topics are above zero; 20 of 512 ways to throw nine coins are as far from the middle:

    >>> found = sign_test(np.array([[0.1, 0.2, 0.0, 0.3, -0.1, 0.4, 0.1, 0.1, 0.2, 0.5]]))
    >>> found.p.item() == 20 / 512
    True
    """
    from scipy.special import bdtr

    above, below = wins(differences, margin), wins(-differences, margin)
    number = above + below
    p = np.minimum(1.0, 2 * bdtr(np.minimum(above, below), np.maximum(number, 1), 0.5))
    p[number == 0] = 1.0
    exact: Bools = np.ones(len(p), dtype=np.bool_)
    return Outcome(p, *t_interval(moments(differences), confidence), exact, least_of_signs(number))


def wins(differences: Floats, margin: float) -> Ints:
    """Count the differences above the margin; what is no further above it than rounding is a tie."""
    with np.errstate(invalid="ignore"):
        number: Ints = (differences > margin + 1e-12).sum(axis=1)
    return number
