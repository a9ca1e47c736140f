"""A run seen through each aspect: which hits are relevant to it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cranfield.model import Hits, Judged
from cranfield.model.judged import Columns

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Coverage:
    """Every aspect of every topic as if it were a topic of its own: one number an aspect, folded into one a topic.

    The aspects of a topic stand side by side, in the order of their names. `hits.topic` is the number of an aspect.
    """

    hits: Hits
    topic: Ints  # of each aspect
    relevant: Ints  # documents relevant to each aspect, retrieved or not
    num_topics: int

    def total(self, values: NDArray[np.generic]) -> Floats:
        """Sum `values` (one an aspect) over each topic."""
        return np.bincount(self.topic, weights=values, minlength=self.num_topics).astype(np.float64)

    def mean(self, values: NDArray[np.generic]) -> Floats:
        """Average over the aspects that some document is relevant to; the others do not count."""
        return self.total(np.where(self.relevant > 0, values, 0.0)) / self.num_aspects

    def mean_of_all(self, values: NDArray[np.generic]) -> Floats:
        """Average over all aspects that the judgements name; one without relevant documents adds nothing."""
        named = np.bincount(self.topic, minlength=self.num_topics)
        return self.total(np.where(self.relevant > 0, values, 0.0)) / named

    @property
    def num_aspects(self) -> Floats:
        """How many aspects of each topic some document is relevant to."""
        return self.total(self.relevant > 0)


@dataclass(frozen=True, eq=False)
class Listed:
    """What the judgements say: which document (a row of the qrels) is relevant to which aspect, sorted by document."""

    row: Ints
    aspect: Ints
    topic: Ints  # of each aspect
    starts: Ints  # the first aspect of each topic


def by_aspect(judged: Judged, rel: float) -> Coverage:
    """Look each hit's aspects up, all topics at once.

    Documents that a policy takes for relevant although nobody judged them are so to every aspect of their topic.
    """
    told, hits = listed(judged, rel), judged.hits
    first, last = np.searchsorted(told.row, [hits.row, hits.row + 1])
    assumed = assumed_relevant(hits, rel)
    first[assumed] = len(told.row) + told.starts[hits.topic[assumed]]
    last[assumed] = len(told.row) + told.starts[hits.topic[assumed] + 1]
    hit, place = _unrolled(first, last)
    aspect = np.concatenate((told.aspect, np.arange(len(told.topic))))[place]
    order = np.argsort(aspect, kind="stable")  # within an aspect by rank, as the hits were
    kept = hit[order]
    columns = Columns(
        aspect[order], hits.rank[kept], hits.grade[kept], hits.score[kept], hits.row[kept],
        hits.tie_first[kept], hits.tie_last[kept],
    )  # fmt: skip
    promoted = np.bincount(hits.topic[assumed], minlength=judged.num_topics)
    relevant = np.bincount(told.aspect, minlength=len(told.topic)) + promoted[told.topic]
    return Coverage(Hits(len(told.topic), columns), told.topic, relevant, judged.num_topics)


def assumed_relevant(hits: Hits, rel: float) -> NDArray[np.bool_]:
    """Mark the hits that nobody judged, and that a policy takes for relevant."""
    return (hits.row < 0) & (hits.grade >= max(rel, 0))


def listed(judged: Judged, rel: float) -> Listed:
    """Number the aspects of all topics, and list what is relevant to each, once for all runs."""
    return judged.once((listed, judged.qrels, rel), lambda: _list(judged, rel))


def _list(judged: Judged, rel: float) -> Listed:
    said = judged.qrels.aspects if judged.qrels is not None else None
    if judged.qrels is None or said is None:
        none = np.empty(0, dtype=np.int64)
        return Listed(none, none, none, np.zeros(judged.num_topics + 1, dtype=np.int64))
    topic_of_row = np.repeat(np.arange(judged.num_topics), np.diff(judged.qrels.starts))
    names, name = np.unique(np.array(said.name.raws(), dtype=object), return_inverse=True)
    keys, aspect = np.unique(topic_of_row[said.row] * len(names) + name, return_inverse=True)
    topic = keys // len(names)
    # A document's gains are added in the order of the aspects' numbers, as in ndeval: what ties there, ties here.
    by_number = sorted(range(len(names)), key=lambda number: (len(names[number]), names[number]))
    order = np.lexsort((np.argsort(by_number)[name], said.row))
    order = order[said.grade[order] >= max(rel, 0)]
    # Where groups have parts, a document may stand in several parts of one, and is relevant to the group once.
    pairs = said.row[order] * len(topic) + aspect[order]
    order = order[np.diff(pairs, prepend=-1) != 0]
    starts = np.searchsorted(topic, np.arange(judged.num_topics + 1))
    return Listed(said.row[order], aspect[order], topic, starts)


def _unrolled(first: Ints, last: Ints) -> tuple[Ints, Ints]:
    """Return every number of the ranges `first` to `last`, and before it which range it is from."""
    lengths = last - first
    which = np.repeat(np.arange(len(lengths)), lengths)
    return which, np.arange(len(which)) - (np.cumsum(lengths) - lengths - first)[which]


def expected_precisions(hits: Hits) -> Floats:
    """Return for each hit the precision where it stands, averaged over all orders of tied documents.

    At the i-th place of its tie, a hit has above it the hits before the tie, and its share (i - 1) / (size - 1) of
    the tie's other hits (McSherry & Najork, ECIR 2008).
    """
    deepest = int(hits.tie_last.max(initial=0))
    harmonic = np.concatenate(([0.0], np.cumsum(1 / np.arange(1, deepest + 1))))
    reciprocals = harmonic[hits.tie_last] - harmonic[hits.tie_first - 1]
    size = hits.tie_last - hits.tie_first + 1
    tie = hits.topic * (deepest + 1) + hits.tie_first
    before, after = np.searchsorted(tie, tie, side="left"), np.searchsorted(tie, tie, side="right")
    others, above = after - before - 1, before - hits.start[hits.topic]
    of_others = others / np.maximum(size - 1, 1) * (size - hits.tie_first * reciprocals)
    mean: Floats = ((above + 1) * reciprocals + of_others) / size
    return mean
