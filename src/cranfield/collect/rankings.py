"""Several runs as one table: the documents that each system ranked, what pools and votes are made of."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import UsageError, count
from cranfield.model import Ids, Run
from cranfield.read import read_run

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Rankings:
    """What several systems retrieved, one row for each run, topic and document, sorted so, best rank first.

    Topics and documents are numbered in the order of their bytes, over all runs. The tables `retrieved`, `highest`
    and `lowest` (runs by topics) tell of whole rankings, also where only the first ranks were kept.

    >>> found = read_rankings({"one": {"q": {"a": 2.5, "b": 1.5}}, "two": {"q": {"b": 0.9}}})
    >>> found, found.rank, list(found.docs.take(found.doc))
    (<Rankings: 2 runs, 1 topic, 3 documents ranked>, array([1, 2, 1]), ['a', 'b', 'b'])
    """

    names: tuple[str, ...]
    topics: Ids
    docs: Ids
    run: Ints
    topic: Ints
    doc: Ints
    rank: Ints
    score: Floats
    retrieved: Ints
    highest: Floats
    lowest: Floats

    def within(self, depth: int | None) -> Rankings:
        """Keep the first ranks of each run."""
        return self if depth is None else self.where(self.rank <= depth)

    def where(self, keep: NDArray[np.bool_]) -> Rankings:
        """Keep the rows for which `keep` is true."""
        columns = {name: getattr(self, name)[keep] for name in ("run", "topic", "doc", "rank", "score")}
        return replace(self, **columns)

    @property
    def key(self) -> Ints:
        """One number for each topic and document, ascending by topic, then by document."""
        return self.topic * np.int64(len(self.docs)) + self.doc

    def __len__(self) -> int:
        return len(self.rank)

    def __repr__(self) -> str:
        runs, topics = count(len(self.names), "run"), count(len(self.topics), "topic")
        return f"<Rankings: {runs}, {topics}, {count(len(self), 'document')} ranked>"


def read_rankings(
    runs: Mapping[str, Any],
    *,
    depth: int | None = None,
    format: str | None = None,
    comments: str | None = None,
    duplicates: str = "error",
    threads: int | None = None,
) -> Rankings:
    """Read and rank runs: `{name: whatever read_run takes}`; of each ranking the first `depth` documents are kept.

    Scores go down, and of equal scores the greater document id comes first, as everywhere by default.
    """
    if not runs:
        raise UsageError("there is no run to take documents from", slug="no-run")
    if depth is not None and depth < 1:
        raise UsageError(f"depth must be 1 or more: {depth}", slug="bad-depth")
    take = partial(_taken, depth=depth, format=format, comments=comments, duplicates=duplicates)
    with ThreadPoolExecutor(threads) as pool:
        return _together(tuple(runs), list(pool.map(take, runs.values())))


class _Taken(NamedTuple):
    """What is kept of one run; `topic` counts its own topics."""

    topics: list[bytes]
    topic: Ints
    docs: list[bytes]
    rank: Ints
    score: Floats
    retrieved: Ints
    highest: Floats
    lowest: Floats


def _taken(given: Any, *, depth: int | None, **reading: Any) -> _Taken:
    run = given if isinstance(given, Run) else read_run(given, **reading)
    number = np.diff(run.starts)
    topic = np.repeat(np.arange(len(number)), number)
    order = _best_first(run, topic)
    rank = np.arange(1, len(order) + 1) - run.starts[topic]
    score = run.scores[order]
    answered = number > 0
    ends = np.minimum(run.starts[1:] - 1, len(order) - 1)
    highest = np.where(answered, score[np.minimum(run.starts[:-1], len(order) - 1)], np.nan)
    lowest = np.where(answered, score[ends], np.nan)
    keep = np.flatnonzero(rank <= depth) if depth is not None else np.arange(len(order))
    starts, stops = run.docs.offsets[order[keep]], run.docs.offsets[order[keep] + 1]
    docs = [run.docs.data[a:b] for a, b in zip(starts.tolist(), stops.tolist(), strict=True)]
    return _Taken(
        run.topics.raws(),
        topic[keep],
        docs,
        rank[keep],
        score[keep],
        number.astype(np.int64),
        highest,
        lowest,
    )


def _best_first(run: Run, topic: Ints) -> Ints:
    """Order the rows of a run by topic and rank."""
    order = np.lexsort((-run.scores, topic))
    score = run.scores[order]
    same = (score[1:] == score[:-1]) & (topic[1:] == topic[:-1])
    if same.any():  # ids are compared only where scores are equal: there are millions of them
        edges = np.flatnonzero(np.concatenate(([True], ~same, [True])))
        for start, stop in pairwise(edges.tolist()):
            if stop - start > 1:
                tied = sorted(order[start:stop].tolist(), key=run.docs.raw, reverse=True)
                order[start:stop] = tied
    return order.astype(np.int64)


def _together(names: tuple[str, ...], taken: list[_Taken]) -> Rankings:
    """Number the topics and documents of all runs alike."""
    topics = _numbered(raw for run in taken for raw in run.topics)
    docs = _numbered(raw for run in taken for raw in run.docs)
    shape = (len(names), len(topics))
    retrieved, highest, lowest = np.zeros(shape, np.int64), np.full(shape, np.nan), np.full(shape, np.nan)
    topic_of, doc_of = [], []
    for place, run in enumerate(taken):
        known = np.array([topics[raw] for raw in run.topics], dtype=np.int64)
        retrieved[place, known], highest[place, known] = run.retrieved, run.highest
        lowest[place, known] = run.lowest
        topic_of.append(known[run.topic])
        doc_of.append(np.fromiter((docs[raw] for raw in run.docs), np.int64, len(run.docs)))
    run_of = np.repeat(np.arange(len(names)), [len(run.rank) for run in taken])
    topic, doc = np.concatenate(topic_of), np.concatenate(doc_of)
    rank, score = (np.concatenate([run[place] for run in taken]) for place in (3, 4))
    order = np.lexsort((rank, topic, run_of))
    return Rankings(
        names=names,
        topics=Ids.of(topics),
        docs=Ids.of(docs),
        run=run_of[order],
        topic=topic[order],
        doc=doc[order],
        rank=rank[order],
        score=score[order],
        retrieved=retrieved,
        highest=highest,
        lowest=lowest,
    )


def _numbered(raws: Any) -> dict[bytes, int]:
    return {raw: number for number, raw in enumerate(sorted(set(raws)))}
