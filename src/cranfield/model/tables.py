"""Judgements and runs: rows grouped by topic, topics in the order of their bytes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from cranfield.errors import count

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from cranfield.model.ids import Ids
    from cranfield.model.passages import Passages
    from cranfield.model.recipe import Source


@dataclass(frozen=True, eq=False)
class _Grouped:
    """Rows `starts[t]` to `starts[t + 1]` belong to topic t; within a topic they keep the order of the input."""

    topics: Ids
    starts: NDArray[np.int64]
    docs: Ids

    def __len__(self) -> int:
        return len(self.docs)

    def _rows(self, topic: int) -> slice:
        return slice(int(self.starts[topic]), int(self.starts[topic + 1]))

    def _as_dict(self, values: NDArray[np.float64]) -> dict[str, dict[str, float]]:
        docs, column = list(self.docs), values.tolist()
        return {
            topic: dict(zip(docs[rows], column[rows], strict=True))
            for topic, rows in ((topic, self._rows(t)) for t, topic in enumerate(self.topics))
        }


@dataclass(frozen=True, eq=False)
class Aspects:
    """The judgements told apart: one grade for each judged document and aspect, sorted by row of the qrels.

    An aspect is whatever the second column of a file of judgements says: a subtopic, an intent, an assessor, a
    preference group. `part` divides aspects once more, where the file has a column for it.
    """

    row: NDArray[np.int64]
    name: Ids
    grade: NDArray[np.float64]
    part: Ids | None = None

    def __len__(self) -> int:
        return len(self.row)

    def of(self, rows: NDArray[np.int64]) -> Aspects:
        """Return the aspects of these rows of the qrels (ascending), which are then counted from 0."""
        kept = np.flatnonzero(np.isin(self.row, rows))
        part = None if self.part is None else self.part.take(kept)
        return Aspects(np.searchsorted(rows, self.row[kept]), self.name.take(kept), self.grade[kept], part)


@dataclass(frozen=True, eq=False)
class Qrels(_Grouped):
    """Relevance judgements: one grade for each judged (topic, document).

    A negative grade means pooled but not judged, as in trec_eval: such a document is not relevant, and
    counts as unjudged.
    """

    grades: NDArray[np.float64]
    name: str = "qrels"
    source: Source | None = field(default=None, compare=False)
    dropped: int = 0  # duplicates that were left out when it was read
    aspects: Aspects | None = (
        None  # where they were asked for; a document's grade is then its best in any aspect
    )
    passages: Passages | None = None  # where text was judged; a document's grade is then 1 if any is relevant
    highest_read: float = 0  # the highest grade of what was read, where these are only some of its topics

    def __repr__(self) -> str:
        return f"<Qrels {self.name}: {count(len(self.topics), 'topic')}, {count(len(self), 'judgement')}>"

    @property
    def highest_grade(self) -> float:
        """The highest grade of any topic, also of those that were not chosen; 0 where none is above it."""
        return max(self.highest_read, float(self.grades.max(initial=0)))

    def of(self, rows: NDArray[np.int64]) -> Qrels:
        """Return these rows (ascending); a topic without any stays, and has no judgements."""
        topic = np.searchsorted(self.starts, rows, side="right") - 1
        counts = np.bincount(topic, minlength=len(self.topics))
        return replace(
            self,
            starts=np.concatenate(([0], np.cumsum(counts))).astype(np.int64),
            docs=self.docs.take(rows),
            grades=self.grades[rows],
            aspects=None if self.aspects is None else self.aspects.of(rows),
            passages=None if self.passages is None else self.passages.of(rows),
            highest_read=self.highest_grade,  # where the scale ends does not depend on which rows are looked at
        )

    def to_dict(self) -> dict[str, dict[str, float]]:
        """Return `{topic: {document: grade}}`."""
        return self._as_dict(self.grades)

    def to_columns(self) -> Mapping[str, object]:
        """Return one plain column a field, ready for any data frame."""
        return {**_keys(self), "relevance": self.grades}


@dataclass(frozen=True, eq=False)
class Run(_Grouped):
    """What a system returned: one score for each (topic, document), in the order of the input.

    `ranks` is the run's own rank column where it has one; only the policy `ties="rank"` looks at it.
    """

    scores: NDArray[np.float64]
    ranks: NDArray[np.int64] | None = None
    name: str = "run"
    source: Source | None = field(default=None, compare=False)
    dropped: int = 0  # duplicates that were left out when it was read

    def __repr__(self) -> str:
        return f"<Run {self.name}: {count(len(self.topics), 'topic')}, {count(len(self), 'document')}>"

    def to_dict(self) -> dict[str, dict[str, float]]:
        """Return `{topic: {document: score}}`."""
        return self._as_dict(self.scores)

    def to_columns(self) -> Mapping[str, object]:
        """Return one plain column a field, ready for any data frame."""
        return {**_keys(self), "score": self.scores}


def place(table: Qrels | Run) -> str:
    """Return what a message calls it: the file it came from, where it came from one."""
    return table.source.name if table.source else table.name


def _keys(table: _Grouped) -> dict[str, object]:
    topic_of_row = np.repeat(np.arange(len(table.topics)), np.diff(table.starts))
    return {"query_id": list(table.topics.take(topic_of_row)), "doc_id": list(table.docs)}
