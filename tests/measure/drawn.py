"""Topics that hypothesis draws, as an oracle reads them and as the library does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from cranfield.measure.by_hand import Topic, judge_by_hand
from cranfield.model import Judged, Passages, Reading

Grade = float | None

# One example runs many variants of a measure; a busy machine is no failure.
PATIENT = settings(max_examples=60, deadline=None)


@dataclass(frozen=True)
class Drawn:
    """The grades down a ranking (None: unjudged), and those of judged documents not retrieved."""

    ranking: tuple[Grade, ...]
    missed: tuple[float, ...] = ()
    changes: tuple[tuple[float, float], ...] = ()  # the grades that `graded` gave instead

    @property
    def documents(self) -> list[str]:
        return [f"d{rank}" for rank in range(1, len(self.ranking) + 1)]

    @property
    def judgements(self) -> dict[str, float]:
        return {document: self.grade(drawn) for document, drawn in self.judged_as_drawn.items()}

    @property
    def judged_as_drawn(self) -> dict[str, float]:
        retrieved = zip(self.documents, self.ranking, strict=True)
        known = {document: grade for document, grade in retrieved if grade is not None}
        return known | {f"m{number}": grade for number, grade in enumerate(self.missed)}

    def ranked(self, ranking: Iterable[Grade]) -> Drawn:
        return replace(self, ranking=tuple(ranking))

    def cut(self, k: int) -> Drawn:
        """The run ends after k documents; the judges still know of the others."""
        below = tuple(grade for grade in self.ranking[k:] if grade is not None)
        return Drawn(self.ranking[:k], self.missed + below)

    def graded(self, changes: Mapping[float, float]) -> Drawn:
        """The same documents, for the same aspects, under other grades."""
        return replace(self, changes=tuple(changes.items()))

    def grade(self, drawn: float) -> float:
        return dict(self.changes).get(drawn, drawn)


@lru_cache(maxsize=4096)  # one example is measured by many variants
def judged(*topics: Drawn) -> Judged:
    """Scores fall from 1 towards 0; documents have text, read from the top downwards."""
    return with_text(_judged(topics), topics)


def _judged(topics: Iterable[Drawn]) -> Judged:
    return judge_by_hand(
        Topic(
            [None if drawn is None else topic.grade(drawn) for drawn in topic.ranking],
            [topic.grade(drawn) for drawn in topic.missed],
            scores=unit_scores(len(topic.ranking)),
            aspects=[covered(drawn, topic.grade(drawn)) for drawn in topic.judged_as_drawn.values()],
        )
        for topic in topics
    )


CHARACTERS = 4  # of each document, and as many of them are highlighted as its grade says


def with_text(hits: Judged, topics: Iterable[Drawn]) -> Judged:
    """Let the run consist of whole documents."""
    assert hits.qrels is not None
    of_grade = np.maximum(hits.qrels.grades, 0).astype(np.int64)
    relevant = np.flatnonzero(of_grade)
    passages = Passages(
        row=relevant,
        start=np.zeros(len(relevant), dtype=np.int64),
        end=of_grade[relevant],
        length=np.full(len(of_grade), CHARACTERS),
        entry=np.where(of_grade > 0, 0, -1),
    )
    lengths = [len(topic.ranking) for topic in topics]
    topic = np.repeat(np.arange(len(lengths)), lengths)
    rank = np.concatenate([np.arange(1, length + 1) for length in lengths] or [np.zeros(0, dtype=np.int64)])
    row = np.full(len(rank), -1)
    row[(np.cumsum([0, *lengths])[hits.hits.topic] + hits.rank - 1).astype(np.int64)] = hits.row
    found = np.where(row >= 0, of_grade[row] if len(of_grade) else 0, 0)
    size = np.full(len(rank), CHARACTERS)
    reading = Reading(topic, rank, rank, row, np.zeros(len(rank), dtype=np.int64), size, found)
    return replace(hits, reading=reading, qrels=replace(hits.qrels, passages=passages))


def unit_scores(count: int) -> list[float]:
    return [(count - above) / count for above in range(count)]


# What a document is about goes with its grade. Two of these share nothing, and the third has half of each.
ASPECTS: dict[float, str] = {1: "ab", 2: "cd", 3: "bc"}


def covered(drawn: float, grade: float) -> dict[str, float]:
    """What the judges said of a document, aspect by aspect."""
    return dict.fromkeys(ASPECTS.get(drawn, "a"), grade)


GRADES = st.sampled_from([0, 1, 2, 3])
# -1: pooled, but never looked at.
RANKED = st.one_of(st.none(), GRADES, st.sampled_from([-1, 0, 0, 1]))

TOPICS = st.builds(
    Drawn,
    ranking=st.lists(RANKED, max_size=25).map(tuple),
    missed=st.lists(st.one_of(GRADES, st.just(-1)), max_size=8).map(tuple),
)

# Where a few good documents in the wrong order are what matters.
SHORT = st.builds(Drawn, ranking=st.lists(st.sampled_from([1, 2, 3]), max_size=4).map(tuple))
