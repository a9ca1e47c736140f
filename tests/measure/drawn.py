"""Topics that hypothesis draws, as an oracle reads them and as the library does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from hypothesis import settings
from hypothesis import strategies as st

from cranfield.measure.by_hand import Topic, judge_by_hand
from cranfield.model import Judged

Grade = float | None

# One example runs many variants of a measure; a busy machine is no failure.
PATIENT = settings(max_examples=60, deadline=None)


@dataclass(frozen=True)
class Drawn:
    """The grades down a ranking (None: unjudged), and those of judged documents not retrieved."""

    ranking: tuple[Grade, ...]
    missed: tuple[float, ...] = ()

    @property
    def documents(self) -> list[str]:
        return [f"d{rank}" for rank in range(1, len(self.ranking) + 1)]

    @property
    def judgements(self) -> dict[str, float]:
        retrieved = zip(self.documents, self.ranking, strict=True)
        known = {document: grade for document, grade in retrieved if grade is not None}
        return known | {f"m{number}": grade for number, grade in enumerate(self.missed)}

    def ranked(self, ranking: Iterable[Grade]) -> Drawn:
        return replace(self, ranking=tuple(ranking))

    def cut(self, k: int) -> Drawn:
        """The run ends after k documents; the judges still know of the others."""
        below = tuple(grade for grade in self.ranking[k:] if grade is not None)
        return Drawn(self.ranking[:k], self.missed + below)

    def graded(self, change: dict[Grade, Grade]) -> Drawn:
        """The same documents under other grades."""
        missed = (change.get(grade, grade) for grade in self.missed)
        return Drawn(
            tuple(change.get(grade, grade) for grade in self.ranking),
            tuple(grade for grade in missed if grade is not None),
        )


def judged(*topics: Drawn) -> Judged:
    return judge_by_hand(Topic(topic.ranking, topic.missed) for topic in topics)


GRADES = st.sampled_from([0, 1, 2, 3])
# -1: pooled, but never looked at.
RANKED = st.one_of(st.none(), GRADES, st.sampled_from([-1, 0, 0, 1]))

TOPICS = st.builds(
    Drawn,
    ranking=st.lists(RANKED, max_size=25).map(tuple),
    missed=st.lists(st.one_of(GRADES, st.just(-1)), max_size=8).map(tuple),
)
