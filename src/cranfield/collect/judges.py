"""Several judges of the same documents: their judgements side by side, their mean, and the systems as each sees them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.collect.relevance import average_judges, from_categories, from_magnitudes
from cranfield.compare.correlation import kendall
from cranfield.errors import InputError, UsageError
from cranfield.model import Qrels, Scores

Floats = NDArray[np.float64]
Grades = Mapping[str, Mapping[str, float]]

UNIT, MAGNITUDES = "unit", "magnitudes"


@dataclass(frozen=True, eq=False)
class Judges:
    """Grades side by side: one row a judge, one column for each topic and document that any of them judged.

    NaN: this judge did not judge it, which a negative grade says, too.

    >>> both = side_by_side({"ann": {"q": {"a": 1, "b": 0}}, "bob": {"q": {"b": 1}}})
    >>> both.items, both.grades
    ([('q', 'a'), ('q', 'b')], array([[ 1.,  0.],
           [nan,  1.]]))
    """

    names: tuple[str, ...]
    items: list[tuple[str, str]]
    grades: Floats

    def common(self, *judges: int) -> int:
        """Count the documents that all of these judged; without any, all there are."""
        rows = self.grades[list(judges)] if judges else self.grades
        return int((~np.isnan(rows).any(axis=0)).sum())


def side_by_side(judges: Mapping[str, Grades]) -> Judges:
    """Bring judges' grades, `{judge: {topic: {document: grade}}}`, into one table."""
    if len(judges) < 2:
        raise UsageError(
            "one judge alone agrees with everybody",
            slug="one-judge",
            hint="name the judgements of two judges at least; if one file holds several: --assessors",
        )
    place: dict[tuple[str, str], int] = {}
    for grades in judges.values():
        for topic, documents in grades.items():
            for document in documents:
                place.setdefault((topic, document), len(place))
    table = np.full((len(judges), len(place)), np.nan)
    for row, grades in zip(table, judges.values(), strict=True):
        for topic, documents in grades.items():
            for document, grade in documents.items():
                row[place[topic, document]] = grade if grade >= 0 else np.nan
    found = Judges(tuple(judges), list(place), table)
    pairs = [found.common(*pair) for pair in combinations(range(len(judges)), 2)]
    if not any(pairs):
        raise InputError(
            f"{' and '.join(judges)} judged no document in common, so nothing can be said of their agreement"
            if len(judges) == 2
            else f"no two of {len(judges)} judges judged a document in common",
            slug="judges-apart",
            hint="are topics and documents written alike in all files?",
        )
    return found


def by_assessor(qrels: Qrels) -> dict[str, dict[str, dict[str, float]]]:
    """Take the second column of the judgements for the name of the judge; read them with `aspects=True`.

    >>> from cranfield.read import read_qrels
    >>> qrels = read_qrels([("q", "ann", "a", 1), ("q", "bob", "a", 0)], aspects=True)
    >>> by_assessor(qrels)
    {'ann': {'q': {'a': 1.0}}, 'bob': {'q': {'a': 0.0}}}
    """
    if qrels.aspects is None:
        raise UsageError(
            f"{qrels.name}: these judgements were read without the names of the judges",
            slug="no-aspects",
            hint="read them so: cf.read_qrels(source, aspects=True)",
        )
    topic = np.repeat(np.arange(len(qrels.topics)), np.diff(qrels.starts))
    topics, docs = qrels.topics[:], qrels.docs[:]
    found: dict[str, dict[str, dict[str, float]]] = {}
    columns = qrels.aspects.row.tolist(), qrels.aspects.name, qrels.aspects.grade.tolist()
    for row, name, grade in zip(*columns, strict=True):
        found.setdefault(name, {}).setdefault(topics[topic[row]], {})[docs[row]] = grade
    return dict(sorted(found.items()))


def average(judges: Mapping[str, Grades], scales: Mapping[str, str | int]) -> dict[str, dict[str, float]]:
    """Make relevance from 0 to 1 of what several judges said: each on a scale of his own, then the mean over judges.

    A scale is "unit" (already from 0 to 1), "magnitudes" (any numbers from 0 upwards), or a number of categories 0, 1,
    .... A judge has one scale for all topics. A document is averaged over those who judged it.

    >>> ann, bob = {"q": {"a": 2, "b": 0}}, {"q": {"a": 30, "b": 60}}
    >>> average({"ann": ann, "bob": bob}, {"ann": 3, "bob": "magnitudes"})
    {'q': {'a': 0.75, 'b': 0.5}}
    """
    scaled = [_scaled(name, grades, scales.get(name, UNIT)) for name, grades in judges.items()]
    topics = sorted({topic for grades in scaled for topic in grades})
    return {topic: average_judges(grades.get(topic, {}) for grades in scaled) for topic in topics}


def _scaled(name: str, judge: Grades, scale: str | int) -> dict[str, dict[str, float]]:
    judged = {
        (topic, document): grade
        for topic, documents in judge.items()
        for document, grade in documents.items()
        if grade >= 0
    }
    named = {f"{document}` of topic `{topic}": grade for (topic, document), grade in judged.items()}
    try:
        if scale == MAGNITUDES:
            values = from_magnitudes(named)
        elif scale == UNIT:
            values = average_judges([named])
        else:
            values = from_categories(named, int(scale))
    except UsageError as refused:
        raise UsageError(
            f"{name}: {refused.message}",
            slug=refused.slug,
            hint="say what this judge's numbers are: a number of categories, or magnitudes (--scale)",
        ) from None
    found: dict[str, dict[str, float]] = {}
    for (topic, document), value in zip(judged, values.values(), strict=True):
        found.setdefault(topic, {})[document] = value
    return found


class Effect(NamedTuple):
    """What it does to the order of the systems that another judge judged."""

    tau: float  # Kendall's tau_b of the two orders
    farthest: float  # the greatest change of a mean
    moved: str  # the run whose mean changed so


def effect(one: Scores, other: Scores, measure: str) -> Effect:
    """Compare the means of the same runs under two judges, over the same topics."""
    if set(one.runs) != set(other.runs) or one.topics != other.topics:
        what = "topics" if set(one.runs) == set(other.runs) else "runs"
        raise UsageError(
            f"the two judges are compared by the same runs over the same topics, and the {what} differ",
            slug="judges-apart",
            hint="evaluate(..., topics=shared_topics(judges)) takes the topics that all judged",
        )
    first, second = (np.array([scores.mean(run, measure) for run in one.runs]) for scores in (one, other))
    change = np.abs(first - second)
    if np.isnan(change).any():
        return Effect(float("nan"), float("nan"), "")
    farthest = int(np.argmax(change))
    return Effect(kendall(first, second).tau_b, float(change[farthest]), one.runs[farthest])


def shared_topics(judges: Mapping[str, Any]) -> list[str]:
    """Return the topics that every judge has judgements for, in the order of the first judge."""
    first, *others = judges.values()
    return [topic for topic in first if all(topic in other for other in others)]
