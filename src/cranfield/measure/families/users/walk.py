"""What a user of some model finds and spends on the way down the rankings of all topics."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.families.users.costs import Costs, costs_of
from cranfield.measure.families.users.models import HURRIED, REACH, STATIC, Seen, User, graded
from cranfield.model import Hits, Judged

Floats = NDArray[np.float64]
_CELLS = 1 << 17  # topics times ranks looked at in one go: a table of them stays in the cache


class Walk(NamedTuple):
    """Per topic: how many documents are seen, what they gain in all and cost in all, each in expectation."""

    depth: Floats
    utility: Floats
    cost: Floats


def walk(judged: Judged, user: User, *, best: bool = False) -> Walk:
    """Follow the user; `best` takes all documents that nobody judged, those never retrieved too, for perfect ones."""
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
    result = Walk(*np.zeros((3, hits.num_topics)))
    step = max(1, _CELLS // user.k)
    rank = np.arange(1.0, user.k + 1)
    for first in range(0, hits.num_topics, step):
        topics = slice(first, min(first + step, hits.num_topics))
        rows = slice(*np.searchsorted(hits.topic, [topics.start, topics.stop]).tolist())
        at = hits.topic[rows] - first, hits.rank[rows] - 1
        gains = np.full((topics.stop - first, user.k), float(best))
        gains[at] = gain[rows]
        spent = costs.by_rank[None]
        if costs.of_hits is not None:
            spent = np.repeat(spent, len(gains), axis=0)
            spent[at] += costs.of_hits[rows]
        reach = REACH[user.model](user, Seen(rank, gains, spent))
        result.depth[topics] = reach.sum(axis=1)
        result.utility[topics] = (reach * gains).sum(axis=1)
        result.cost[topics] = (reach * spent).sum(axis=1)
    return result
