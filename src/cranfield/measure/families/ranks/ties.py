"""Where hits stand whose documents share a score: what the formulas over all orders of tied documents are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.model import Hits

    Ints = NDArray[np.int64]


class Tie(NamedTuple):
    """For each of some hits: the tie that it stands in, which may be a tie of one document."""

    documents: Ints  # in the tie, hits or not
    hits: Ints  # of those hits, how many are in the tie
    before: Ints  # and how many in earlier ties of the topic


def ties_of(found: Hits) -> Tie:
    """Return the tie of each hit.

    >>> from cranfield.measure import example
    >>> ties_of(example([0, 1, 1, None, 1], scores=[4, 3, 3, 3, 1]).relevant())
    Tie(documents=array([3, 3, 1]), hits=array([2, 2, 1]), before=array([0, 0, 2]))
    """
    before, hits = counted(found, found)
    return Tie(found.tie_last - found.tie_first + 1, hits, before)


def counted(found: Hits, others: Hits) -> tuple[Ints, Ints]:
    """For each hit, count the `others` of its topic in earlier ties, and those in its own."""
    span = max(found.tie_first.max(initial=0), others.tie_first.max(initial=0)) + 1
    own, theirs = (each.topic * span + each.tie_first for each in (found, others))
    first = np.searchsorted(theirs, own, side="left")
    return first - others.start[found.topic], np.searchsorted(theirs, own, side="right") - first
