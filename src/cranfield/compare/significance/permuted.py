"""The paired randomisation test for all pairs at once: one matrix of random signs for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from cranfield.compare.randomisation import randomisation
from cranfield.compare.significance.outcome import Bools, Floats, Ints, Outcome, moments, t_interval
from cranfield.compare.significance.ranked import least_of_signs

PERMUTATIONS = 100_000
_ROUNDING = (
    1e-12  # of the sum of all sizes: sums that differ by less are the same sum, added in another order
)
_ALWAYS_COUNTED = 20  # two halves of 2^10 sums each cost less than a drawing
_COUNTED = 36
_WORK = 1 << 24  # sums, over all pairs: beyond it the longer ones are drawn
_DRAWN_AT_ONCE = 256
_ROWS = 256  # so many rows of sums stay in the processor's cache


class Terms(NamedTuple):
    """What sums are made of: row k of the differences is one row of `values` less another, without gaps.

    There are many more pairs than systems, so it pays to add up each system's values once.
    """

    values: Floats
    first: Ints
    second: Ints

    @classmethod
    def of_differences(cls, filled: Floats) -> Terms:
        """Take differences as they are: each less a row of zeros."""
        place = np.arange(len(filled))
        return cls(np.vstack([filled, np.zeros(filled.shape[1])]), place, np.full(len(filled), len(filled)))

    @classmethod
    def of_pairs(cls, values: Floats, pairs: Ints) -> Terms:
        """Take pairs of systems; where some values are not defined, their differences."""
        if np.isnan(values).any():
            return cls.of_differences(np.nan_to_num(values[pairs[:, 0]] - values[pairs[:, 1]]))
        return cls(values, pairs[:, 0], pairs[:, 1])

    def differences(self, rows: slice | Ints = slice(None)) -> Floats:
        """Return the differences of some rows; one that is not defined is 0, which stays 0 under either sign."""
        return self.values[self.first[rows]] - self.values[self.second[rows]]

    def rounding(self) -> Floats:
        """Return by how much the sums of each row may be off."""
        size = np.abs(self.values).sum(axis=1)
        off: Floats = _ROUNDING * (size[self.first] + size[self.second])
        return off

    def taken(self, rows: Ints) -> Terms:
        """Return some of the rows."""
        return self._replace(first=self.first[rows], second=self.second[rows])


def randomization_test(
    differences: Floats, *, confidence: float = 95.0, permutations: int = PERMUTATIONS, seed: int = 0
) -> Outcome:
    """Do what `randomisation` does, two-sided, for all rows at once.

    p is the share of ways to put signs whose mean is as far from zero. All ways are counted where a row has no more
    than 20 differences that are not zero, and up to 36 where there are few rows; otherwise the same `permutations` ways
    are drawn for all rows, and p = (k + 1) / (permutations + 1).

    >>> found = randomization_test(np.array([[1.0, -3.0, 0.0, 2.0], [1.0, 2.0, 3.0, np.nan]]))
    >>> found.p.tolist(), found.exact.tolist()
    ([1.0, 0.25], [True, True])
    """
    terms = Terms.of_differences(np.nan_to_num(differences))
    interval = t_interval(moments(differences), confidence)
    return _tested(terms, interval, permutations, seed)


def randomization_of_pairs(
    values: Floats,
    pairs: Ints,
    *,
    confidence: float = 95.0,
    permutations: int = PERMUTATIONS,
    seed: int = 0,
) -> Outcome:
    """Do the same for pairs of systems, which is faster where there are many."""
    interval = t_interval(moments(values[pairs[:, 0]] - values[pairs[:, 1]]), confidence)
    return _tested(Terms.of_pairs(values, pairs), interval, permutations, seed)


def signs(permutations: int, topics: int, seed: int) -> Iterator[Floats]:
    """Yield random signs in blocks, one row a permutation; each block has a stream of its own."""
    for number, begin in enumerate(range(0, permutations, _DRAWN_AT_ONCE)):
        size = min(_DRAWN_AT_ONCE, permutations - begin)
        chance = np.random.default_rng([seed, number])
        octets = chance.integers(0, 256, (size, (topics + 7) // 8), dtype=np.uint8)
        yield np.unpackbits(octets, axis=1, count=topics).astype(np.float64) * 2 - 1


def _tested(terms: Terms, interval: tuple[Floats, Floats], permutations: int, seed: int) -> Outcome:
    number = _not_zero(terms)
    exact = _counted(number)
    p = np.ones(len(number))
    for place in np.flatnonzero(exact).tolist():
        p[place] = randomisation(terms.differences(slice(place, place + 1))[0]).p
    drawn = np.flatnonzero(~exact)
    if len(drawn):
        p[drawn] = (_as_far(terms.taken(drawn), permutations, seed) + 1) / (permutations + 1)
    return Outcome(p, *interval, exact, least_of_permutations(number, permutations))


def least_of_permutations(number: Ints, permutations: int) -> Floats:
    """Return the smallest p of each row that has so many differences: two of all ways, or none that was drawn."""
    return np.where(_counted(number), least_of_signs(number), 1 / (permutations + 1))


def _not_zero(terms: Terms) -> Ints:
    counted = [
        np.count_nonzero(terms.differences(slice(begin, begin + _ROWS)), axis=1)
        for begin in range(0, len(terms.first), _ROWS)
    ]
    return np.concatenate(counted)


def _counted(number: Ints) -> Bools:
    """Choose the rows whose ways are all counted: the cheap ones, and the others if all of them can be afforded."""
    possible = number <= _COUNTED
    work = float((2.0 ** (number[possible] / 2)).sum())
    return possible if work <= _WORK else number <= _ALWAYS_COUNTED


def _as_far(terms: Terms, permutations: int, seed: int) -> Ints:
    """Count for each row the drawn ways whose sum is as far from zero as the one observed."""
    sums = terms.values.sum(axis=1)
    far = np.abs(sums[terms.first] - sums[terms.second]) - terms.rounding()
    reached = np.zeros(len(far), dtype=np.int64)
    for drawn in signs(permutations, terms.values.shape[1], seed):
        sums = terms.values @ drawn.T
        for begin in range(0, len(far), _ROWS):
            rows = slice(begin, begin + _ROWS)
            apart = sums[terms.first[rows]]
            apart -= sums[terms.second[rows]]
            np.abs(apart, out=apart)
            reached[rows] += np.count_nonzero(apart >= far[rows, None], axis=1)
    return reached
