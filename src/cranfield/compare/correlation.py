"""Rank correlation: do two measures put the systems in the same order?"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.compare.given import numbers, paired
from cranfield.measure.families.preference.pairs import inversions, pairs_of

Ints = NDArray[np.int64]


class Kendall(NamedTuple):
    """All pairs of systems, by what the two columns say of them."""

    concordant: int  # both put the same one first
    discordant: int
    tied_x: int  # equal in x alone
    tied_y: int
    tied_both: int

    @property
    def pairs(self) -> int:
        """How many pairs there are."""
        return sum(self)

    @property
    def tau_a(self) -> float:
        """Share of concordant less discordant pairs among all: ties are lost."""
        return self._share(self.pairs)

    @property
    def tau_b(self) -> float:
        """The same with ties taken off each column's pairs; scipy's default, and what most papers mean by tau."""
        untied = self.concordant + self.discordant
        return self._share(math.sqrt((untied + self.tied_x) * (untied + self.tied_y)))

    @property
    def gamma(self) -> float:
        """The same among the pairs that neither column ties (Goodman & Kruskal)."""
        return self._share(self.concordant + self.discordant)

    def _share(self, of: float) -> float:
        return (self.concordant - self.discordant) / of if of else math.nan


def kendall(x: Iterable[float], y: Iterable[float]) -> Kendall:
    """Compare two orders of the same systems, pair by pair.

        tau_a = (C - D) / (all pairs)
        tau_b = (C - D) / sqrt((C + D + ties in x alone) * (C + D + ties in y alone))
        gamma = (C - D) / (C + D)

    For the question whether another measure, or other judges, would rank the systems alike. 1 is the same
    order, -1 the reverse, 0 no relation; undefined (NaN) where nothing differs. The three are equal without
    ties, so give the scores unrounded: printed to three digits, scores tie, and the ties move tau in the
    second digit. From 0.9 on, people speak of equivalent measures, below 0.8 of noticeable differences
    (Voorhees 2001); a swap at the top counts no more than one at the bottom. It takes O(n log n) time and
    counts exactly; numbers are equal when they are the same float.

    Five systems; y swaps the first two and ties the last two:

    >>> found = kendall([5, 4, 3, 2, 1], [4, 5, 3, 1, 1])
    >>> found
    Kendall(concordant=8, discordant=1, tied_x=0, tied_y=1, tied_both=0)
    >>> found.tau_a, round(found.tau_b, 4), round(found.gamma, 4)
    (0.7, 0.7379, 0.7778)
    """
    first, second = paired(x, y)
    of_x, of_y = (np.unique(column, return_inverse=True)[1] for column in (first, second))
    order = np.lexsort((of_y, of_x))  # within a tie in x, y ascends, so that no pair in it is discordant
    both = _pairs(of_x * (len(of_y) + 1) + of_y)
    in_x, in_y = _pairs(of_x), _pairs(of_y)
    all_alike = np.zeros(len(order), dtype=np.int64)
    discordant = int(inversions(all_alike, of_y[order], 1)[0])
    concordant = _pairs(all_alike) - in_x - in_y + both - discordant
    return Kendall(concordant, discordant, in_x - both, in_y - both, both)


def _pairs(keys: Ints) -> int:
    """Count the pairs with the same key."""
    _, sizes = np.unique(keys, return_counts=True)
    return int(pairs_of(sizes.astype(np.int64)).sum())


def ranks(values: Iterable[float]) -> Ints:
    """Return competition ranks: the greatest value has rank 1, equals share a rank, and the next ranks are left out.

        rank = 1 + number of greater values

    As sports tables have it ("1224"): the rank says how many systems are better.

    >>> ranks([0.3, 0.5, 0.3, 0.1])
    array([2, 1, 2, 4])
    """
    column = numbers(values)
    found: Ints = len(column) - np.searchsorted(np.sort(column), column, side="right") + 1
    return found
