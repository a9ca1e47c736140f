"""Judged hits written down by hand, for worked examples and tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from cranfield.model import Aspects, Ids, Judged, Qrels

Grade = float | None


class Topic(NamedTuple):
    """One topic: the grades down its ranking (None: unjudged), and those of judged documents not found.

    Equal `scores` are ties; without scores there are none. `aspects` holds the grades of each judged document by
    aspect, first the retrieved ones from the top downwards, then the missed ones.
    """

    ranking: Sequence[Grade]
    missed: Sequence[float] = ()
    scores: Sequence[float] = ()
    aspects: Sequence[Mapping[str, float]] = ()


def example(
    grades: Sequence[Grade] = (),
    *,
    ranks: Sequence[int] = (),
    n: int | None = None,
    missed: Sequence[float] = (),
    retrieved: int | None = None,
    scores: Sequence[float] = (),
) -> Judged:
    """Return the judged hits of one topic, as papers write it down.

    Either the `grades` from the top of the ranking downwards (None: unjudged), or the `ranks` of the relevant
    documents, everything between them unjudged. `missed` holds the grades of judged documents that were not
    retrieved; `n` adds as many relevant ones as are missing to n. `retrieved` makes the list longer. `scores` are
    those of the retrieved documents, falling; by default they fall from the length of the list to 1.

    >>> example(ranks=[1, 3, 4], n=6).num_relevant()
    array([6])
    >>> example([3, 2, None, 0], missed=[1]).ideal
    array([3., 2., 1., 0.])
    """
    ranking = list(grades) or [1 if rank in ranks else None for rank in range(1, max(ranks, default=0) + 1)]
    ranking += [None] * ((retrieved or 0) - len(ranking))
    missing = 0 if n is None else n - sum(grade is not None and grade >= 1 for grade in [*ranking, *missed])
    return judge_by_hand([Topic(ranking, [*missed, *[1] * missing], scores)])


def diverse(
    ranking: Sequence[Mapping[str, float] | str | None], missed: Sequence[Mapping[str, float] | str] = ()
) -> Judged:
    """Return the judged hits of one topic with aspects: `{aspect: grade}` for each document, None for an unjudged one.

    Letters stand for aspects that a document covers: "ab" is {"a": 1, "b": 1}.

    >>> diverse(["ab", None, "b"], missed=["c"]).grade
    array([1., 1.])
    """
    told = [_covered(document) for document in [*ranking, *missed]]
    best = [None if document is None else max(document.values(), default=0.0) for document in told]
    of_missed = [grade for grade in best[len(ranking) :] if grade is not None]
    judged = [document for document in told if document is not None]
    return judge_by_hand([Topic(best[: len(ranking)], of_missed, aspects=judged)])


def _covered(document: Mapping[str, float] | str | None) -> Mapping[str, float] | None:
    return dict.fromkeys(document, 1.0) if isinstance(document, str) else document


def judge_by_hand(topics: Iterable[Topic]) -> Judged:
    """Join each topic's ranking and judgements; the documents are called d1, d2, ... and, not found, m1, m2, ..."""
    topics = list(topics)
    hits: list[_Hit] = []
    row = 0
    for topic in topics:
        hits += _hits(topic, row)
        row += sum(grade is not None for grade in topic.ranking) + len(topic.missed)
    columns = [np.array(column) for column in zip(*hits, strict=True)] or [np.empty(0)] * 6
    rank, tie_first, tie_last, rows = (column.astype(np.int64) for column in columns[:4])
    grade, score = (column.astype(np.float64) for column in columns[4:])
    ideals = [sorted(_judged_grades(topic), reverse=True) for topic in topics]
    scores = [_scores(topic) for topic in topics]
    nan = float("nan")
    return Judged(
        topics=Ids.of(str(number) for number in range(1, len(topics) + 1)),
        starts=_starts([sum(grade is not None for grade in topic.ranking) for topic in topics]),
        rank=rank,
        grade=grade,
        score=score,
        row=rows,
        tie_first=tie_first,
        tie_last=tie_last,
        retrieved=np.array([len(topic.ranking) for topic in topics], dtype=np.int64),
        score_max=np.array([max(given, default=nan) for given in scores], dtype=np.float64),
        score_min=np.array([min(given, default=nan) for given in scores], dtype=np.float64),
        unjudged_score=np.array(list(map(_sum_of_unjudged_scores, topics)), dtype=np.float64),
        ideal_starts=_starts([len(ideal) for ideal in ideals]),
        ideal=np.array([grade for ideal in ideals for grade in ideal], dtype=np.float64),
        qrels=_qrels(topics),
    )


class _Hit(NamedTuple):
    rank: int
    tie_first: int
    tie_last: int
    row: int
    grade: float
    score: float


def _hits(topic: Topic, row: int) -> list[_Hit]:
    """Return the hits of a topic, whose judgements begin at `row`."""
    hits: list[_Hit] = []
    ranked = zip(range(1, len(topic.ranking) + 1), topic.ranking, _scores(topic), strict=True)
    for _, tied in groupby(ranked, key=lambda each: each[2]):
        tie = list(tied)
        hits += [
            _Hit(rank, tie[0][0], tie[-1][0], 0, grade, score)
            for rank, grade, score in tie
            if grade is not None
        ]
    return [hit._replace(row=row + number) for number, hit in enumerate(hits)]


def _scores(topic: Topic) -> Sequence[float]:
    return topic.scores or range(len(topic.ranking), 0, -1)


def _judged_grades(topic: Topic) -> list[float]:
    return [grade for grade in [*topic.ranking, *topic.missed] if grade is not None and grade >= 0]


def _sum_of_unjudged_scores(topic: Topic) -> float:
    ranked = zip(topic.ranking, _scores(topic), strict=True)
    return sum(score for grade, score in ranked if grade is None)


def _qrels(topics: Sequence[Topic]) -> Qrels:
    """Return the judgements: in each topic first those of the retrieved documents, in their order."""
    docs: list[str] = []
    grades: list[float] = []
    starts = [0]
    for topic in topics:
        found = [(f"d{rank}", grade) for rank, grade in enumerate(topic.ranking, 1) if grade is not None]
        all_judged = [*found, *((f"m{number}", grade) for number, grade in enumerate(topic.missed, 1))]
        docs += [doc for doc, _ in all_judged]
        grades += [grade for _, grade in all_judged]
        starts.append(len(docs))
    names = Ids.of(str(number) for number in range(1, len(topics) + 1))
    return Qrels(
        names, np.array(starts, dtype=np.int64), Ids.of(docs), np.array(grades, dtype=np.float64),
        aspects=_aspects(topics),
    )  # fmt: skip


def _aspects(topics: Sequence[Topic]) -> Aspects | None:
    if not any(topic.aspects for topic in topics):
        return None
    told = [document for topic in topics for document in topic.aspects]
    entries = [(row, name, grade) for row, document in enumerate(told) for name, grade in document.items()]
    return Aspects(
        row=np.array([row for row, _, _ in entries], dtype=np.int64),
        name=Ids.of(name for _, name, _ in entries),
        grade=np.array([grade for _, _, grade in entries], dtype=np.float64),
    )


def _starts(counts: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.concatenate(([0], np.cumsum(counts, dtype=np.int64))).astype(np.int64)
