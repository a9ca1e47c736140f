"""Sums and products that run down a ranking."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.model import Hits

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def running(hits: Hits, values: Floats, fold: np.ufunc = np.add) -> Floats:
    """For each hit, fold `values` from the top of its topic down to it, one after the other.

    Each topic is folded by itself, so that none of its bits depends on the others. Topics with about as many
    hits are the rows of one table, and it is at most half empty.
    """
    result: Floats = np.empty(len(values))
    magnitude = np.frexp(hits.count)[1]
    for each in set(magnitude[hits.count > 0].tolist()):  # np.unique imports numpy.ma, which takes 10 ms
        topics = np.flatnonzero(magnitude == each)
        column = np.arange(hits.count[topics].max())
        inside = column < hits.count[topics, np.newaxis]
        places = (hits.start[topics, np.newaxis] + column)[inside]
        table = np.zeros(inside.shape)
        table[inside] = values[places]
        result[places] = fold.accumulate(table, axis=1)[inside]
    return result


def down_to(hits: Hits, totals: Floats, topic: Ints, rank: Ints) -> Floats:
    """Return the running total of `hits` that is reached at these ranks; 0 above the first hit."""
    span = max(int(hits.rank.max(initial=0)), int(rank.max(initial=0))) + 1
    last = np.searchsorted(hits.topic * span + hits.rank, topic * span + rank, side="right")
    some = last > hits.start[topic]
    return np.where(some, np.concatenate(([0.0], totals))[np.where(some, last, 0)], 0.0)
