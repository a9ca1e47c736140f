"""What a user of some model finds and spends on the way down the rankings of all topics."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.families.users.costs import Costs, costs_of
from cranfield.measure.families.users.models import HURRIED, REACH, STATIC, Seen, User, graded
from cranfield.model import Hits, Judged

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
_CELLS = 1 << 17  # topics times ranks looked at in one go: a table of them stays in the cache


class Walk(NamedTuple):
    """Per topic: how many documents are seen, what they gain in all and cost in all, each in expectation."""

    depth: Floats
    utility: Floats
    cost: Floats


def walk(judged: Judged, user: User, *, best: bool = False) -> Walk:
    """Follow the user; `best` takes all documents that nobody judged, those never retrieved too, for perfect ones."""
    if user.costs is not None:  # a file, which may be another one the next time
        return _walk(judged, user, best=best)
    return judged.derived((walk, user, best), lambda: _walk(judged, user, best=best))


def _walk(judged: Judged, user: User, *, best: bool) -> Walk:
    hits = judged.judged.within(user.k)
    gain = graded(hits.grade, user.top)
    costs = costs_of(judged, hits, user.costs, user.cost, user.k)
    if user.model in STATIC or (user.model in HURRIED and costs.of_hits is None):
        return _same_for_all(hits, gain, user, costs, best=best)
    return _by_topic(hits, gain, user, costs, best=best)


def reach_by_rank(user: User) -> Floats:
    """Return the chance that a user who takes no notice of what they find reaches each rank."""
    return _reach_by_rank(user, np.full(user.k, float(user.cost)))


def _reach_by_rank(user: User, cost: Floats) -> Floats:
    rank = np.arange(1.0, user.k + 1)
    row: Floats = REACH[user.model](user, Seen(rank, np.zeros((1, user.k)), cost[None]))[0]
    return row


def _same_for_all(hits: Hits, gain: Floats, user: User, costs: Costs, *, best: bool) -> Walk:
    """Only the hits are looked at: the ranks between them are the same for all topics."""
    reach = _reach_by_rank(user, costs.by_rank)
    here = reach[hits.rank - 1]
    depth = np.full(hits.num_topics, reach.sum())
    utility = depth - hits.per_topic((1 - gain) * here) if best else hits.per_topic(gain * here)
    cost = np.full(hits.num_topics, (reach * costs.by_rank).sum())
    if costs.of_hits is not None:
        cost += hits.per_topic(costs.of_hits * here)
    return Walk(depth, utility, cost)


def _by_topic(hits: Hits, gain: Floats, user: User, costs: Costs, *, best: bool) -> Walk:
    """Some topics at a time, every rank of them: a user who takes notice of gains is elsewhere in each."""
    columns = [hits.rank, gain] + ([] if costs.of_hits is None else [costs.of_hits])
    chosen, alike = _alike(hits, columns)
    result = Walk(*np.zeros((3, len(chosen))))
    step = max(1, _CELLS // user.k)
    rank = np.arange(1.0, user.k + 1)
    for first in range(0, len(chosen), step):
        topics = chosen[first : first + step]
        at, rows = _cells(hits, topics)
        gains = np.full((len(topics), user.k), float(best))
        gains[at] = gain[rows]
        spent = costs.by_rank[None]
        if costs.of_hits is not None:
            spent = np.repeat(spent, len(gains), axis=0)
            spent[at] += costs.of_hits[rows]
        reach = REACH[user.model](user, Seen(rank, gains, spent))
        walked = slice(first, first + len(topics))
        result.depth[walked] = reach.sum(axis=1)
        result.utility[walked] = (reach * gains).sum(axis=1)
        result.cost[walked] = (reach * spent).sum(axis=1)
    return Walk(*(column[alike] for column in result))


def _alike(hits: Hits, columns: Sequence[NDArray[Any]]) -> tuple[Ints, Ints]:
    """Return a topic of each kind, and the kind of every topic: where all columns are the same, so is the walk.

    With a judgement or two a topic, as in MS MARCO, most topics have a twin.
    """
    kinds: dict[bytes, int] = {}
    bounds = pairwise([*hits.start.tolist(), len(hits.topic)])
    kind = [
        kinds.setdefault(b"".join(column[first:end].tobytes() for column in columns), len(kinds))
        for first, end in bounds
    ]
    chosen = np.unique(kind, return_index=True)[1]
    return chosen, np.array(kind, dtype=np.int64)


def _cells(hits: Hits, topics: Ints) -> tuple[tuple[Ints, Ints], Ints]:
    """Return where the hits of these topics stand in a table of topics by ranks, and which hits they are."""
    counts = hits.count[topics]
    row = np.repeat(np.arange(len(topics)), counts)
    within = np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts)
    rows = hits.start[topics][row] + within
    return (row, hits.rank[rows] - 1), rows
