"""Pools: which documents to judge, given what several systems retrieved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from cranfield.collect.rankings import Rankings
from cranfield.errors import UsageError
from cranfield.model import Ids, Qrels

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]

Strategy = Literal["depth", "rbp", "rrf", "mtf"]
RRF_CONSTANT = 60  # Cormack, Clarke & Buettcher 2009


@dataclass(frozen=True, eq=False)
class Pool:
    """Documents of each topic, the one to judge first on top; `weight` is what put it there."""

    topics: Ids
    docs: Ids
    topic: Ints
    doc: Ints
    weight: Floats

    def __len__(self) -> int:
        return len(self.topic)

    def where(self, keep: Mask) -> Pool:
        """Keep the rows for which `keep` is true."""
        return replace(self, topic=self.topic[keep], doc=self.doc[keep], weight=self.weight[keep])

    def to_dict(self) -> dict[str, dict[str, float]]:
        """Return `{topic: {document: weight}}`."""
        found: dict[str, dict[str, float]] = {topic: {} for topic in self.topics}
        for (topic, document), weight in zip(self.pairs(), self.weight.tolist(), strict=True):
            found[topic][document] = weight
        return found

    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Return topics and documents, one pair a row."""
        topics, docs = self.topics[:], self.docs[:]
        return tuple(
            (topics[topic], docs[doc])
            for topic, doc in zip(self.topic.tolist(), self.doc.tolist(), strict=True)
        )

    def grades(self, qrels: Qrels) -> Floats:
        """Return the grade of each document; NaN where nobody judged it, which a negative grade says, too."""
        found = np.full(len(self), np.nan)
        row = rows_in(qrels, self.topics, self.docs, self.topic, self.doc)
        judged = (row >= 0) & (qrels.grades[np.maximum(row, 0)] >= 0)
        found[judged] = qrels.grades[row[judged]]
        return found

    def shuffled(self, seed: int = 0) -> Pool:
        """Deal the documents of each topic out in an order that tells nothing of who ranked them where."""
        order = np.lexsort((np.random.default_rng(seed).permutation(len(self)), self.topic))
        return self._taken(order)

    def by_id(self) -> Pool:
        """Put the documents of each topic in the order of their ids."""
        return self._taken(np.lexsort((self.doc, self.topic)))

    def _taken(self, order: Ints) -> Pool:
        return replace(self, topic=self.topic[order], doc=self.doc[order], weight=self.weight[order])


def rows_in(qrels: Qrels, topics: Ids, docs: Ids, topic: Ints, doc: Ints) -> Ints:
    """Return in which row of the judgements each of these pairs is; -1 where it is in none."""
    topic_of = {raw: number for number, raw in enumerate(topics.raws())}
    doc_of = {raw: number for number, raw in enumerate(docs.raws())}
    known = np.array([topic_of.get(raw, -1) for raw in qrels.topics.raws()], dtype=np.int64)
    qrels_topic = np.repeat(known, np.diff(qrels.starts))
    qrels_doc = np.array([doc_of.get(raw, -1) for raw in qrels.docs.raws()], dtype=np.int64)
    there = np.flatnonzero((qrels_topic >= 0) & (qrels_doc >= 0))
    keys = qrels_topic[there] * len(docs) + qrels_doc[there]
    order = np.argsort(keys)
    wanted = topic * len(docs) + doc
    place = np.minimum(np.searchsorted(keys[order], wanted), max(len(order) - 1, 0))
    if not len(order):
        return np.full(len(wanted), -1, dtype=np.int64)
    found: Ints = np.where(keys[order][place] == wanted, there[order][place], -1)
    return found


def pool(
    runs: Rankings,
    strategy: Strategy = "depth",
    *,
    size: int | None = None,
    p: float = 0.8,
    judged: Qrels | None = None,
    rel: float = 1,
) -> Pool:
    """Choose the documents to judge, at most `size` of each topic.

        depth   by the best rank in any run: without a size, the union of all
        rbp     by the sum over runs of (1 - p) p^(rank - 1): what can move RBP most, summed over systems
        rrf     by the sum over runs of 1 / (60 + rank): reciprocal rank fusion
        mtf     move to front: one run after the other, a run again as long as it yields relevant documents

    Cut the runs first: `runs.within(10)` are pooled to depth 10. Move to front learns from `judged`, where grades of
    `rel` and more are relevant: after a document judged not relevant the turn passes to the run with the fewest such documents so far, and a document without a
    judgement counts as one. So judge what it names, and ask again with a greater size. Of equals the one found in more
    runs comes first, then the lesser id.

    Sources: Moffat, Webber & Zobel, SIGIR 2007 (method A); Cormack, Clarke & Buettcher, SIGIR 2009; Cormack, Palmer &
    Clarke, SIGIR 1998.

    >>> from cranfield.collect.rankings import read_rankings
    >>> runs = read_rankings({"one": {"q": ["a", "b", "c"]}, "two": {"q": ["c", "a"]}})
    >>> list(pool(runs.within(1)).to_dict()["q"]), list(pool(runs, "rrf", size=2).to_dict()["q"])
    (['a', 'c'], ['a', 'c'])
    >>> pool(runs, "rbp", p=0.5).to_dict()
    {'q': {'a': 0.75, 'c': 0.625, 'b': 0.25}}
    """
    if size is not None and size < 1:
        raise UsageError(f"the size of a pool must be 1 or more: {size}", slug="bad-pool")
    if strategy == "mtf":
        return _move_to_front(runs, size, judged, rel)
    weight = _weights(p).get(strategy)
    if weight is None:
        raise UsageError.unknown_choice("`strategy`", strategy, get_args(Strategy))
    keys, pair, found = np.unique(runs.key, return_inverse=True, return_counts=True)
    if strategy == "depth":
        summed = np.full(len(keys), -np.inf)
        np.maximum.at(summed, pair, weight(runs.rank))
    else:
        summed = np.bincount(pair, weights=weight(runs.rank), minlength=len(keys))
    topic, doc = np.divmod(keys, max(len(runs.docs), 1))
    order = np.lexsort((doc, -found, -summed, topic))
    chosen = Pool(runs.topics, runs.docs, topic[order], doc[order], summed[order])
    return chosen if size is None else chosen.where(_place_in(chosen.topic) < size)


def _weights(p: float) -> Mapping[str, Callable[[Ints], Floats]]:
    if not 0 < p < 1:
        raise UsageError(
            f"`p` is how likely a user goes on, between 0 and 1: not {p:g}", slug="measure-parameter"
        )
    return {
        "depth": lambda rank: -rank.astype(np.float64),
        "rbp": lambda rank: (1 - p) * p ** (rank - 1.0),
        "rrf": lambda rank: 1 / (RRF_CONSTANT + rank),
    }


def _place_in(group: Ints) -> Ints:
    """Count each row within its group, from 0; equal groups stand together."""
    new = np.flatnonzero(np.diff(group, prepend=-1))
    return np.arange(len(group)) - np.repeat(new, np.diff(np.append(new, len(group))))


def _move_to_front(runs: Rankings, size: int | None, judged: Qrels | None, rel: float) -> Pool:
    relevant = set()
    if judged is not None:
        row = rows_in(judged, runs.topics, runs.docs, runs.topic, runs.doc)
        good = (row >= 0) & (judged.grades[np.maximum(row, 0)] >= max(rel, 0))
        relevant = set(runs.key[good].tolist())
    order = np.lexsort((runs.rank, runs.run, runs.topic))
    topic, run = runs.topic[order], runs.run[order]
    edges = np.flatnonzero((np.diff(topic, prepend=-1) != 0) | (np.diff(run, prepend=-1) != 0))
    lists: dict[int, list[list[int]]] = {}
    for rows in np.split(order, edges[1:]) if len(order) else ():
        lists.setdefault(int(runs.topic[rows[0]]), []).append(runs.key[rows].tolist())
    keys = [key for rankings in lists.values() for key in _in_turn(rankings, relevant, size)]
    topic_of, doc_of = np.divmod(np.array(keys, dtype=np.int64), max(len(runs.docs), 1))
    return Pool(runs.topics, runs.docs, topic_of, doc_of, 1 / (_place_in(topic_of) + 1.0))


def _in_turn(rankings: list[list[int]], relevant: set[int], size: int | None) -> list[int]:
    """Pool one topic: always the next document of the run with the fewest failures, the longest idle of these."""
    turns = [(0, turn, turn, 0) for turn in range(len(rankings))]
    turn, taken = len(rankings), dict[int, None]()
    while turns and (size is None or len(taken) < size):
        failures, _, run, place = heappop(turns)
        ranking = rankings[run]
        while place < len(ranking) and ranking[place] in taken:
            place += 1
        if place == len(ranking):
            continue
        taken[ranking[place]] = None
        if ranking[place] in relevant:
            heappush(turns, (failures, -1, run, place + 1))  # its turn goes on
        else:
            heappush(turns, (failures + 1, turn, run, place + 1))
            turn += 1
    return list(taken)
