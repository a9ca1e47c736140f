"""Preferences as a run shows them: which are fulfilled, out of which that could be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.families.preference.groups import Group, groups_of
from cranfield.model import Judged, Qrels

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]
Pairs = Literal["all", "implied", "retrieved"]

PAIRS = "which preferences count: all; implied, of which at least one document was retrieved; retrieved, both"


class Seen(NamedTuple):
    """A judgement group, its documents in the order of the run, those not retrieved behind, by document id."""

    place: Ints  # among all documents that the topic's groups judge: ascending
    stand: Ints  # the same, or a number that tied documents share
    retrieved: int
    relevant: Mask
    above: Mask  # [i, j]: i is preferred to j
    divided: bool

    def fulfilled(self, pairs: Pairs) -> float:
        """Count preferences whose better document stands first; a tie left open counts half."""
        r = self.retrieved
        both, upper, lower = self.above[:r, :r], self.stand[:r, None], self.stand[None, :r]
        found = count(both & (upper < lower)) + count(both & (upper == lower)) / 2
        return found if pairs == "retrieved" else found + count(self.above[:r, r:])

    def possible(self, pairs: Pairs) -> int:
        """Count preferences, fulfilled or not."""
        r = self.retrieved
        if pairs == "retrieved":
            return count(self.above[:r, :r])
        neither = 0 if pairs == "all" else count(self.above[r:, r:])
        return count(self.above) - neither


def count(mask: Mask) -> int:
    """Count what is true, as a plain number."""
    return int(np.count_nonzero(mask))


def by_topic(
    judged: Judged, value: Callable[[list[Seen]], float], *, ties_open: bool = False
) -> NDArray[np.float64]:
    """Return `value` of each topic's groups.

    trec_eval breaks ties by document id, ascending, here and nowhere else. `ties_open` leaves them open.
    """
    groups = groups_of(judged)
    if not any(groups) or judged.qrels is None:
        return np.zeros(judged.num_topics)
    place, stand = _places(judged, judged.qrels)
    found = len(judged.rank)
    if not ties_open:
        stand = place
    return np.array(
        [value([_seen(group, place, stand, found) for group in of_topic]) for of_topic in groups],
        dtype=np.float64,
    )


def _places(judged: Judged, qrels: Qrels) -> tuple[Ints, Ints]:
    """Return for each judgement where its document stands: a number from the number of hits on if nowhere."""
    by_id = judged.once((_places, qrels), lambda: _order_of_ids(qrels))
    hits = judged.hits.where(judged.row >= 0)
    order = np.lexsort((by_id[hits.row], hits.tie_first, hits.topic))
    place = by_id + len(judged.rank)
    place[hits.row[order]] = np.arange(len(order))
    stand = place + hits.tie_first.max(initial=0)  # behind the ranks of all hits
    stand[hits.row] = hits.tie_first
    return place, stand


def _order_of_ids(qrels: Qrels) -> Ints:
    raws = qrels.docs.raws()
    order = np.empty(len(raws), dtype=np.int64)
    order[sorted(range(len(raws)), key=raws.__getitem__)] = np.arange(len(raws))
    return order


def _seen(group: Group, place: Ints, stand: Ints, found: int) -> Seen:
    order = np.argsort(place[group.rows])
    rows = group.rows[order]
    return Seen(
        place=place[rows],
        stand=stand[rows],
        retrieved=count(place[rows] < found),
        relevant=group.relevant[order],
        above=group.preferred(order),
        divided=group.divided,
    )


def share(fulfilled: float, possible: float) -> float:
    """Return the share of fulfilled preferences; 0, as in trec_eval, where there is none."""
    return fulfilled / possible if possible else 0.0
