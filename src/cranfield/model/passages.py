"""Relevance below the document: which text the judges highlighted, and which text a run has its user read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Passages:
    """The highlighted passages, which never overlap, sorted by row of the qrels and start.

    Everything is counted in characters of the document's text from 0; `end` is the first one after the passage.
    """

    row: Ints
    start: Ints
    end: Ints
    # One value for each row of the qrels:
    length: Ints  # of the document
    entry: Ints  # where the judge would begin to read; -1 where nothing is relevant

    def relevant(self) -> Ints:
        """Count the highlighted characters of each judged document."""
        return np.bincount(self.row, self.end - self.start, len(self.length)).astype(np.int64)

    def of(self, rows: Ints) -> Passages:
        """Return what is about these rows of the qrels (ascending), which are then counted from 0."""
        kept = np.isin(self.row, rows)
        return Passages(
            row=np.searchsorted(rows, self.row[kept]),
            start=self.start[kept],
            end=self.end[kept],
            length=self.length[rows],
            entry=self.entry[rows],
        )

    def highlighted(self, row: Ints, start: Ints, end: Ints) -> Ints:
        """Count the highlighted characters between start and end of the documents in these rows of the qrels."""
        if not len(self.row):
            return np.zeros(len(row), dtype=np.int64)
        return self._up_to(row, end) - self._up_to(row, start)

    def _up_to(self, row: Ints, position: Ints) -> Ints:
        """Count what is highlighted before a position, in its document and in all documents before it."""
        span = max(int(self.end.max(initial=0)), int(position.max(initial=0))) + 1
        last = np.searchsorted(self.row * span + self.start, row * span + position, side="right") - 1
        lengths = self.end - self.start
        before = np.cumsum(lengths) - lengths
        inside = np.where(self.row[last] == row, np.minimum(position, self.end[last]), self.end[last])
        counted: Ints = np.where(last < 0, 0, before[last] + inside - self.start[last])
        return counted


@dataclass(frozen=True, eq=False)
class Reading:
    """What the user of a run reads, one element after the other, sorted by topic and rank.

    An element is a part of a document, or all of it. `row` is the judgement of its document, -1 where there is none,
    and `article` the rank of its document among the documents of the topic, in the order in which they are met.
    """

    topic: Ints
    rank: Ints
    article: Ints
    row: Ints
    start: Ints
    size: Ints  # characters
    found: Ints  # highlighted characters among them that no element above has shown
