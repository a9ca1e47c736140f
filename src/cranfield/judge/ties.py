"""The orders in which tied documents could stand: the best one, the worst one, and one drawn at random.

The core ranks every run once, and says of each hit which ranks its tie covers. Another order of tied documents is
another choice of ranks within these bounds; nothing is read or joined again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.model import Judged

    Ints = NDArray[np.int64]


def are_there(judged: Judged) -> bool:
    """Tell whether any hit could stand at another rank."""
    return bool((judged.tie_first != judged.tie_last).any())


def cut_through(judged: Judged, depth: int | None) -> bool:
    """Tell whether the cut at `depth` decides between tied documents."""
    return depth is not None and bool(((judged.tie_first <= depth) & (judged.tie_last > depth)).any())


def best(judged: Judged, depth: int | None = None) -> Judged:
    """Order each tie by grade, best first; what was judged not relevant stands below what nobody judged."""
    to_the_top = judged.grade > 0
    # A place counted from the top for what is relevant, from the bottom for the rest.
    from_top = _place_in_tie(judged, to_the_top, -judged.grade)
    from_bottom = _place_in_tie(judged, ~to_the_top, -judged.grade)
    return _at(
        judged, np.where(to_the_top, judged.tie_first + from_top, judged.tie_last - from_bottom), depth
    )


def worst(judged: Judged, depth: int | None = None) -> Judged:
    """Order each tie by grade, worst first; what was judged not relevant stands above what nobody judged."""
    to_the_bottom = judged.grade > 0
    from_bottom = _place_in_tie(judged, to_the_bottom, -judged.grade)
    from_top = _place_in_tie(judged, ~to_the_bottom, -judged.grade)
    ranks = np.where(to_the_bottom, judged.tie_last - from_bottom, judged.tie_first + from_top)
    return _at(judged, ranks, depth)


def shuffled(judged: Judged, random: np.random.Generator, depth: int | None = None) -> Judged:
    """Draw an order of the tied documents, every order as likely as any other."""
    tied = np.flatnonzero(judged.tie_first != judged.tie_last)
    ties, tie_of_hit, hits_of_tie = np.unique(_tie(judged)[tied], return_inverse=True, return_counts=True)
    one_of = tied[np.searchsorted(_tie(judged)[tied], ties)]
    sizes = judged.tie_last[one_of] - judged.tie_first[one_of] + 1
    # Every place of every tie gets a random key; the places with the lowest keys are those of the hits.
    tie_of_place = np.repeat(np.arange(len(ties)), sizes)
    starts = np.cumsum(sizes) - sizes
    order = np.lexsort((random.random(len(tie_of_place)), tie_of_place))
    nth_hit = np.arange(len(tied)) - (np.cumsum(hits_of_tie) - hits_of_tie)[tie_of_hit]
    places = order[starts[tie_of_hit] + nth_hit] - starts[tie_of_hit]
    ranks = judged.rank.copy()
    ranks[tied] = judged.tie_first[tied] + places
    return _at(judged, ranks, depth)


def _tie(judged: Judged) -> Ints:
    """Return a number for the tie of each hit, growing from hit to hit."""
    span = int(judged.tie_last.max(initial=0)) + 1
    return judged.hits.topic * span + judged.tie_first


def _place_in_tie(judged: Judged, chosen: NDArray[np.bool_], key: NDArray[np.float64]) -> Ints:
    """Count from 0 the chosen hits of each tie in the order of `key`; the others get some number."""
    tie = _tie(judged)
    order = np.lexsort((judged.rank, key, ~chosen, tie))
    tie_in_order = tie[order]
    places = np.empty(len(order), dtype=np.int64)
    places[order] = np.arange(len(order)) - np.searchsorted(tie_in_order, tie_in_order)
    return places


def _at(judged: Judged, rank: Ints, depth: int | None) -> Judged:
    """Return the hits at these ranks, sorted by topic and rank again, and cut at `depth`."""
    order = np.lexsort((rank, judged.hits.topic))
    starts, unjudged_score = judged.starts, judged.unjudged_score
    if depth is not None:
        below, was_below = rank > depth, judged.rank > depth
        # What moved below the cut made room for an unjudged document with the same score, and the other way round.
        gained = below.astype(np.float64) - was_below
        unjudged_score = unjudged_score + judged.hits.per_topic(
            np.where(gained != 0, judged.score, 0.0) * gained
        )
        order = order[~below[order]]
        kept = np.bincount(judged.hits.topic[order], minlength=judged.num_topics)
        starts = np.concatenate(([0], np.cumsum(kept))).astype(np.int64)
    return replace(
        judged,
        starts=starts,
        rank=rank[order],
        grade=judged.grade[order],
        score=judged.score[order],
        row=judged.row[order],
        tie_first=judged.tie_first[order],
        tie_last=judged.tie_last[order],
        unjudged_score=unjudged_score,
    )
