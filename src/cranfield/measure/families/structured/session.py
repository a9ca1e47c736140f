"""A topic as the user goes down its ranking: which ideals have been seen with which probability, rank by rank."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.families.structured.poisson_binomial import Stretches, distribution, mixture
from cranfield.model import Judged
from cranfield.model.reached import Reached

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Session(NamedTuple):
    """One topic, for users who agree on its ideals; rows (rank, ideal, probability) are sorted by rank.

    `share` is how many users these are: in graded idealism each level of satisfaction has its own.
    """

    share: float
    ideals: int
    rank: Ints
    ideal: Ints
    probability: Floats
    possible: Session | None = None
    listed: bool = False

    def within(self, k: int) -> Session:
        """Return what the user reaches who stops after k ranks."""
        end = int(np.searchsorted(self.rank, k, side="right"))
        return self._replace(rank=self.rank[:end], ideal=self.ideal[:end], probability=self.probability[:end])

    @property
    def certain(self) -> bool:
        """Whether every user sees the same."""
        return bool((self.probability == 1).all())

    def unseen(self) -> Floats:
        """Return for each ideal the share of users who do not see it at all."""
        left = np.ones(self.ideals)
        np.multiply.at(left, self.ideal, 1 - self.probability)
        return left

    def found(self) -> Floats:
        """Return how likely a user finds no ideal, one, two, ... in the whole list."""
        return distribution(1 - self.unseen())

    def discovered(self) -> Ints:
        """Return the ranks at which ideals are seen first, ascending; for sessions that are certain."""
        _, first = np.unique(self.ideal, return_index=True)
        ranks: Ints = np.sort(self.rank[first])
        return ranks

    def changes(self) -> Ints:
        """Return the ranks that lead to anything, ascending."""
        return np.unique(self.rank)

    def stretches(self) -> Stretches:
        """Return how likely each ideal has been seen, places being the ranks that lead to anything."""
        changes = self.changes()
        order = np.lexsort((self.rank, self.ideal))
        event, place = self.ideal[order], np.searchsorted(changes, self.rank[order])
        last = np.full(len(event), len(changes))
        goes_on = event[1:] == event[:-1]
        last[:-1][goes_on] = place[1:][goes_on]
        return Stretches(event, place, last, 1 - _products(event, 1 - self.probability[order]))

    def mixed(self, weights: Floats) -> Floats:
        """Return, for each number of ideals found, how likely it is, weighed and summed over `changes`."""
        return mixture(weights, self.stretches(), self.ideals)


def _products(group: Ints, factors: Floats) -> Floats:
    """Multiply up within each group of neighbours."""
    products = factors.copy()
    for part in np.split(products, np.flatnonzero(np.diff(group)) + 1):
        np.multiply.accumulate(part, out=part)
    return products


def sessions(judged: Judged, rel: float, scale: float) -> list[list[Session]]:
    """Return for each topic its users by level of satisfaction; none where nothing is ideal.

    `scale` 0: every grade from `rel` on is ideal to all. Else grade / scale of the users find an ideal to be one.
    """
    return sessions_of(classical(judged), rel, scale)


def sessions_of(reached: Reached, rel: float, scale: float) -> list[list[Session]]:
    """Return the same for what users reach."""
    return [list(_levels(reached, topic, rel, scale)) for topic in range(reached.num_topics)]


def _levels(reached: Reached, topic: int, rel: float, scale: float) -> Iterator[Session]:
    grade = reached.grade[reached.ideal_starts[topic] : reached.ideal_starts[topic + 1]]
    idealism = np.minimum(grade / scale, 1.0) if scale else np.ones(len(grade))
    idealism = np.where(grade >= max(rel, 0), idealism, 0.0)
    below = 0.0
    for level in np.unique(idealism[idealism > 0]).tolist():
        kept = idealism >= level
        session = _of_topic(reached, topic, kept)
        if reached.possible is not None:
            session = session._replace(
                possible=_of_topic(reached.possible, topic, kept), listed=reached.listed
            )
        yield session._replace(share=level - below)
        below = level


def _of_topic(reached: Reached, topic: int, kept: NDArray[np.bool_]) -> Session:
    rows = slice(int(reached.starts[topic]), int(reached.starts[topic + 1]))
    rank, ideal, probability = reached.rank[rows], reached.ideal[rows], reached.probability[rows]
    if not kept.all():
        chosen = kept[ideal]
        rank, ideal, probability = rank[chosen], (np.cumsum(kept) - 1)[ideal[chosen]], probability[chosen]
    return Session(1.0, int(kept.sum()), rank, ideal, probability)


def classical(judged: Judged | Reached) -> Reached:
    """Return what users reach; where nobody asked a model, each judged document from its own rank, and no other.

    Which ideal a document is does not matter among those of one grade: they are taken in the order of the ranking.
    """
    if isinstance(judged, Reached):
        return judged
    if judged.reached is not None:
        return judged.reached
    hits = judged.judged
    order = np.lexsort((hits.rank, -hits.grade, hits.topic))
    codes = np.unique(np.concatenate((-judged.ideal, -hits.grade)))
    of_topic = np.repeat(np.arange(judged.num_topics), np.diff(judged.ideal_starts))
    ideal_key = of_topic * len(codes) + np.searchsorted(codes, -judged.ideal)
    key = (hits.topic * len(codes) + np.searchsorted(codes, -hits.grade))[order]
    place = np.searchsorted(ideal_key, key) + np.arange(len(key)) - np.searchsorted(key, key)
    ideal = np.empty(len(key), dtype=np.int64)
    ideal[order] = place - judged.ideal_starts[hits.topic[order]]
    starts = np.concatenate(([0], np.cumsum(hits.count))).astype(np.int64)
    ones = np.ones(len(key))
    return Reached(judged.topics, judged.ideal_starts, judged.ideal, starts, hits.rank, ideal, ones)
