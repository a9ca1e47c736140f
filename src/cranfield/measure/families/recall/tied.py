"""What the closed forms for tied documents need to know of a tie."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.model import Hits

Ints = NDArray[np.int64]


class Tied(NamedTuple):
    """The tie that each hit is in: itself alone, where nothing has the same score."""

    size: Ints  # documents of the tie
    hits: Ints  # how many of them are among these hits
    above: Ints  # hits above the tie
    others: Ints  # documents of the tie that are none of these hits
    others_above: Ints  # documents above the tie that are none


def tied(found: Hits) -> Tied:
    """Describe the tie of each hit."""
    size = found.tie_last - found.tie_first + 1
    # The hits of a tie stand together, because they are sorted by topic and rank.
    another = (np.diff(found.topic, prepend=-1) != 0) | (np.diff(found.tie_first, prepend=-1) != 0)
    begins = np.flatnonzero(another)
    counts = np.diff(begins, append=len(found.topic))
    hits, above = np.repeat(counts, counts), np.repeat(found.nth[begins] - 1, counts)
    return Tied(size, hits, above, size - hits, found.tie_first - 1 - above)
