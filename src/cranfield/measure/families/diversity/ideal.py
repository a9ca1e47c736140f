"""The ranking that covers all aspects best, as far as it can be found."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import reduce
from heapq import heapify, heappop, heapreplace
from itertools import groupby
from operator import add, itemgetter

import numpy as np

from cranfield.measure.families.diversity.coverage import assumed_relevant, listed
from cranfield.model import Hits, Judged
from cranfield.model.judged import Columns

_Pattern = tuple[int, ...]  # the aspects that a document is relevant to


def ideal_hits(judged: Judged, rel: float, alpha: float) -> Hits:
    """Return the hits, by aspect, of the ranking that always takes the document with the highest gain next.

    The best ranking of all is too hard to find (it is NP-complete). Of documents with the same gain the one whose id
    is greater comes first: ndeval's choice, as arbitrary as any other.
    """
    return judged.once((ideal_hits, judged.qrels, rel, alpha), lambda: _ideal_hits(judged, rel, alpha))


def _ideal_hits(judged: Judged, rel: float, alpha: float) -> Hits:
    ranked = [
        (aspect, rank)
        for documents in _documents(judged, rel)
        for rank, pattern in enumerate(_greedy(documents, alpha), start=1)
        for aspect in pattern
    ]
    aspect, rank = np.array(sorted(ranked), dtype=np.int64).reshape(-1, 2).T
    rows, score = np.full(len(rank), -1), -rank.astype(np.float64)
    columns = Columns(aspect, rank, np.ones(len(rank)), score, rows, rank, rank)
    return Hits(len(listed(judged, rel).topic), columns)


def _documents(judged: Judged, rel: float) -> Iterator[list[_Pattern]]:
    """Yield what the documents of each topic are relevant to, the greatest document id first."""
    told, hits = listed(judged, rel), judged.hits
    ids = judged.qrels.docs.raws() if judged.qrels is not None else []
    topics, of_topic = told.topic.tolist(), [list[tuple[bytes, _Pattern]]() for _ in range(judged.num_topics)]
    for row, pairs in groupby(zip(told.row.tolist(), told.aspect.tolist(), strict=True), key=itemgetter(0)):
        pattern = tuple(aspect for _, aspect in pairs)
        of_topic[topics[pattern[0]]].append((ids[row], pattern))
    for topic in hits.topic[assumed_relevant(hits, rel)].tolist():
        every = range(int(told.starts[topic]), int(told.starts[topic + 1]))
        of_topic[topic].append((b"", tuple(every)))
    for documents in of_topic:
        yield [pattern for _, pattern in sorted(documents, reverse=True) if pattern]


def _greedy(documents: Sequence[_Pattern], alpha: float) -> Iterator[_Pattern]:
    """Take the document with the highest gain, again and again.

    A gain only ever falls, so a document whose gain still is what it was when it came to the top of the heap beats
    all others. Documents with the same aspects wait behind one another.
    """
    waiting: dict[_Pattern, deque[int]] = {}
    for place, pattern in enumerate(documents):
        waiting.setdefault(pattern, deque()).append(place)
    gains = {aspect: 1.0 for pattern in waiting for aspect in pattern}
    heap = [(-float(len(pattern)), places[0], pattern) for pattern, places in waiting.items()]
    heapify(heap)
    while heap:
        promised, place, pattern = heap[0]
        # not sum(), which rounds otherwise from Python 3.12 on
        falls_to = -reduce(add, (gains[aspect] for aspect in pattern))
        if falls_to > promised:
            heapreplace(heap, (falls_to, place, pattern))
            continue
        yield pattern
        for aspect in pattern:
            gains[aspect] *= 1 - alpha
        waiting[pattern].popleft()
        if waiting[pattern]:
            heapreplace(heap, (promised, waiting[pattern][0], pattern))
        else:
            heappop(heap)
