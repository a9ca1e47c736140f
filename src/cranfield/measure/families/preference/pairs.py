"""Counting pairs without looking at every pair."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]


def pairs_of(sizes: Ints) -> Ints:
    """Return how many pairs there are among so many.

    >>> pairs_of(np.array([0, 1, 4]))
    array([0, 0, 6])
    """
    return sizes * (sizes - 1) // 2


def equal_pairs(topic: Ints, key: Ints, topics: int) -> Ints:
    """Count in each topic the pairs with the same key; rows with the same key stand together.

    >>> equal_pairs(np.array([0, 0, 0, 1, 1]), np.array([2, 2, 2, 3, 4]), topics=2)
    array([3, 0])
    """
    starts = np.flatnonzero(_new(key))
    sizes = np.diff(np.append(starts, len(key)))
    return np.bincount(topic[starts], weights=pairs_of(sizes), minlength=topics).astype(np.int64)


def inversions(topic: Ints, value: Ints, topics: int) -> Ints:
    """Count in each topic the pairs in which the greater value comes first.

    Values are small whole numbers from 0 on, rows stand topic by topic. A radix sort from the highest bit
    downwards: two values go together until the bit at which they differ, and there it shows which one was first.
    So grades from 0 to 3 take two passes.

    >>> inversions(np.array([0, 0, 0, 1, 1]), np.array([3, 1, 2, 0, 0]), topics=2)
    array([2, 0])
    """
    found = np.zeros(topics, dtype=np.int64)
    row = np.arange(len(value))
    new = _new(topic)
    starts = np.flatnonzero(new)
    group = np.cumsum(new) - 1
    # The rows that have gone together so far: from `first` up to, not including, `end`.
    first, end = starts[group], np.append(starts[1:], len(value))[group]
    for bit in reversed(range(int(value.max(initial=0)).bit_length())):
        one = (value >> bit) & 1
        ones = np.concatenate(([0], np.cumsum(one)))
        ones_above = ones[row] - ones[first]
        found += np.bincount(topic, weights=ones_above * (1 - one), minlength=topics).astype(np.int64)
        middle = end - (ones[end] - ones[first])  # where the ones go, behind all zeros
        place = np.where(one, middle + ones_above, row - ones_above)
        first, end = _moved(place, np.where(one, middle, first)), _moved(place, np.where(one, end, middle))
        value = _moved(place, value)
    return found


def _new(key: Ints) -> Mask:
    new: Mask = np.diff(key, prepend=key[:1] - 1) != 0
    return new


def _moved(place: Ints, column: Ints) -> Ints:
    moved = np.empty_like(column)
    moved[place] = column
    return moved
