"""Judged hits written down by hand, for worked examples and tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from cranfield.model import Ids, Judged


class Topic(NamedTuple):
    """One topic: the grades down its ranking (None: unjudged), and those of judged documents not found."""

    ranking: Sequence[float | None]
    missed: Sequence[float] = ()


def example(
    grades: Sequence[float | None] = (),
    *,
    ranks: Sequence[int] = (),
    n: int | None = None,
    missed: Sequence[float] = (),
    retrieved: int | None = None,
) -> Judged:
    """Return the judged hits of one topic, as papers write it down.

    Either the `grades` from the top of the ranking downwards (None: unjudged), or the `ranks` of the relevant
    documents, everything between them unjudged. `missed` holds the grades of judged documents that were not
    retrieved; `n` adds as many relevant ones as are missing to n. `retrieved` makes the list longer.

    >>> example(ranks=[1, 3, 4], n=6).num_relevant()
    array([6])
    >>> example([3, 2, None, 0], missed=[1]).ideal
    array([3., 2., 1., 0.])
    """
    ranking = list(grades) or [1 if rank in ranks else None for rank in range(1, max(ranks, default=0) + 1)]
    ranking += [None] * ((retrieved or 0) - len(ranking))
    missing = 0 if n is None else n - sum(grade is not None and grade >= 1 for grade in [*ranking, *missed])
    return judge_by_hand([Topic(ranking, [*missed, *[1] * missing])])


def judge_by_hand(topics: Iterable[Topic]) -> Judged:
    """Join each topic's ranking and judgements; scores fall from the length of the list to 1."""
    topics = list(topics)
    hits = [
        (rank, grade, len(topic.ranking) + 1 - rank)
        for topic in topics
        for rank, grade in enumerate(topic.ranking, 1)
        if grade is not None
    ]
    rank, grade, score = np.array(hits, dtype=np.float64).reshape(-1, 3).T
    ideals = [sorted(_judged_grades(topic), reverse=True) for topic in topics]
    retrieved = np.array([len(topic.ranking) for topic in topics], dtype=np.int64)
    unjudged = [_sum_of_unjudged_scores(topic) for topic in topics]
    return Judged(
        topics=Ids.of(str(number) for number in range(1, len(topics) + 1)),
        starts=_starts([sum(grade is not None for grade in topic.ranking) for topic in topics]),
        rank=rank.astype(np.int64),
        grade=grade.copy(),
        score=score.copy(),
        retrieved=retrieved,
        score_max=retrieved.astype(np.float64),
        score_min=np.minimum(retrieved, 1).astype(np.float64),
        unjudged_score=np.array(unjudged, dtype=np.float64),
        ideal_starts=_starts([len(ideal) for ideal in ideals]),
        ideal=np.array([grade for ideal in ideals for grade in ideal], dtype=np.float64),
    )


def _judged_grades(topic: Topic) -> list[float]:
    return [grade for grade in [*topic.ranking, *topic.missed] if grade is not None and grade >= 0]


def _sum_of_unjudged_scores(topic: Topic) -> int:
    return sum(len(topic.ranking) - above for above, grade in enumerate(topic.ranking) if grade is None)


def _starts(counts: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.concatenate(([0], np.cumsum(counts, dtype=np.int64))).astype(np.int64)
