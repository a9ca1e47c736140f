"""The paired randomisation test: had the two systems' names been swapped topic by topic, at will, what would one see?"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.compare.given import numbers
from cranfield.errors import InputError, UsageError

Floats = NDArray[np.float64]
Alternative = Literal["two-sided", "greater", "less"]

PERMUTATIONS = 100_000
_SIDES = ("two-sided", "greater", "less")
_LARGEST_EXACT = 36  # differences: two halves of 2^18 sums each
_AT_A_TIME = 8  # the signs of so many differences are one random byte
_ROUNDING = (
    1e-12  # of the sum of all sizes: sums that differ by less are the same sum, added in another order
)


class Randomisation(NamedTuple):
    """What the test says. `n` counts the differences that are not zero, `permutations` the ways to put their signs."""

    n: int
    mean: float  # of all differences, those of zero included
    p: float
    permutations: int  # all 2^n of them, or as many as were drawn
    exact: bool


def randomisation(
    differences: Iterable[float],
    *,
    alternative: Alternative = "two-sided",
    permutations: int = PERMUTATIONS,
    seed: int = 0,
) -> Randomisation:
    """Test whether the mean difference is larger than chance explains.

    If two systems are equally good, each topic's difference could as well have had the other sign. p is the share
    of all 2^n ways to put signs whose mean is as far from zero as the one observed (`alternative="greater"`: as large,
    `"less"`: as small). It asks for no distribution, and differences of zero change nothing. Up to 36 differences all ways
    are counted; beyond, `permutations` ways are drawn, and p = (k + 1) / (permutations + 1) for the k of them that are as
    extreme, which is never too small. The draw depends on `seed` and on the sizes of the differences, not on their order.

    Three topics, all of them better: one way in eight is as good as this.

    >>> randomisation([0.1, 0.3, 0.2], alternative="greater").p
    0.125
    >>> randomisation([1, -3, 0, 2])
    Randomisation(n=3, mean=0.0, p=1.0, permutations=8, exact=True)

    Source: Fisher, The Design of Experiments, 1935; Smucker, Allan & Carterette, CIKM 2007.
    """
    if alternative not in _SIDES:
        raise UsageError.unknown_choice("`alternative` of randomisation", alternative, _SIDES)
    if permutations < 1:
        raise UsageError(f"permutations must be 1 or more: {permutations}", slug="bad-permutations")
    given = numbers(differences, "the differences")
    if not np.isfinite(given).all():
        raise InputError("the differences hold infinity, which has no mean", slug="wrong-shape")
    sizes = np.sort(np.abs(given[given != 0]))  # sorted: the order of topics is no part of the question
    observed = math.fsum(given)
    exact = len(sizes) <= _LARGEST_EXACT
    limit = {"two-sided": abs(observed), "greater": observed, "less": -observed}[alternative]
    limit -= _ROUNDING * float(sizes.sum())
    reached = _counted(sizes, limit) if exact else _drawn(sizes, limit, permutations, seed, alternative)
    if exact and alternative == "two-sided":
        reached = min(2 * reached, 2 ** len(sizes))  # as many ways lie as far below zero
    drawn = 2 ** len(sizes) if exact else permutations
    p = reached / drawn if exact else (reached + 1) / (drawn + 1)
    mean = observed / len(given) if len(given) else 0.0
    return Randomisation(len(sizes), mean, p, drawn, exact)


def smallest_p(n: int, permutations: int = PERMUTATIONS) -> float:
    """Return the p of a one-sided test whose n differences all have the same sign: none of this size is smaller.

    >>> smallest_p(4)
    0.0625
    """
    return 1 / 2**n if n <= _LARGEST_EXACT else 1 / (permutations + 1)


def _all_sums(sizes: Floats) -> Floats:
    """Return the sums under all 2^n ways to put signs."""
    sums = np.zeros(1)
    for size in sizes:
        sums = np.concatenate((sums - size, sums + size))
    return sums


def _counted(sizes: Floats, limit: float) -> int:
    """Count the ways whose sum reaches the limit: for each sum of one half, those of the other that suffice."""
    one, other = _all_sums(sizes[::2]), np.sort(_all_sums(sizes[1::2]))
    return int((len(other) - np.searchsorted(other, np.sort(limit - one))).sum())


def _drawn(sizes: Floats, limit: float, permutations: int, seed: int, alternative: Alternative) -> int:
    """Draw ways to put signs, eight differences at a time, and count those whose sum reaches the limit."""
    chance = np.random.default_rng(seed)
    sums = np.zeros(permutations)
    for first in range(0, len(sizes), _AT_A_TIME):
        part = _all_sums(sizes[first : first + _AT_A_TIME])
        sums += part[chance.integers(0, len(part), permutations, dtype=np.uint16)]
    if alternative == "two-sided":
        sums = np.abs(sums)
    return int(np.count_nonzero(sums >= limit))
