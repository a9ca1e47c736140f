"""One predicate for each promise that a measure can make: does it hold on this topic?

Kept apart from the tests, so that measures known to be wrong can be held against the same predicates.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from cranfield.measure import BoundMeasure
from cranfield.measure.traits import Relevance, Retrieval, Trait
from tests.measure.drawn import Drawn, Grade, judged

TOLERANCE = 1e-12
Floats = NDArray[np.float64]
Predicate = Callable[[BoundMeasure, Drawn], bool]


def value(bound: BoundMeasure, topic: Drawn) -> float:
    return float(bound.values(judged(topic))[0])


def same(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=0, abs_tol=TOLERANCE) or (math.isnan(one) and math.isnan(other))


def gain(bound: BoundMeasure, grade: Grade) -> float:
    """What a document is worth to this measure."""
    if bound.measure.relevance == "graded":
        return max(grade or 0, 0)
    return float(grade is not None and grade >= 0 and grade >= float(dict(bound.settings).get("rel") or 0))


def promoted(bound: BoundMeasure, topic: Drawn) -> Floats:
    """The values after every swap of neighbours that brings the better one up."""
    return bound.values(judged(*promotions(bound, topic)))


def promotions(bound: BoundMeasure, topic: Drawn) -> Iterator[Drawn]:
    """Every swap of neighbours that brings the better one up."""
    ranking = topic.ranking
    for above in range(len(ranking) - 1):
        upper, lower = ranking[above : above + 2]
        if gain(bound, lower) > gain(bound, upper):
            yield topic.ranked([*ranking[:above], lower, upper, *ranking[above + 2 :]])


def direction(bound: BoundMeasure) -> int:
    return -1 if "lower" in bound.measure.traits else 1


def bounded(bound: BoundMeasure, topic: Drawn) -> bool:
    measured = value(bound, topic)
    return math.isnan(measured) or -TOLERANCE <= measured <= 1 + TOLERANCE


def promotion(bound: BoundMeasure, topic: Drawn) -> bool:
    before, up = value(bound, topic), direction(bound)
    return not (up * promoted(bound, topic) < up * before - TOLERANCE).any()


def strict(bound: BoundMeasure, topic: Drawn) -> bool:
    before, up = value(bound, topic), direction(bound)
    return not (up * promoted(bound, topic) < up * before + TOLERANCE).any()


def ideal(bound: BoundMeasure, topic: Drawn) -> bool:
    grades = [grade for grade in topic.judgements.values() if grade >= 0]
    best = Drawn(tuple(sorted(grades, reverse=True)))
    perfect = 0 if "lower" in bound.measure.traits else 1
    if not any(gain(bound, grade) for grade in grades) or same(value(bound, best), perfect):
        return True
    return "partial" in bound.measure.traits and math.isnan(value(bound, best))


def unjudged_blind(bound: BoundMeasure, topic: Drawn) -> bool:
    condensed = topic.ranked(grade for grade in topic.ranking if grade is not None and grade >= 0)
    return same(value(bound, condensed), value(bound, topic))


def counts(bound: BoundMeasure, topic: Drawn) -> bool:
    measured = value(bound, topic)
    return bound.aggregate == "sum" and measured >= 0 and measured.is_integer()


def always_defined(bound: BoundMeasure, topic: Drawn) -> bool:
    """With some document retrieved: of an empty list, nothing can be judged.

    A measure may say that it is partial as well. When it is undefined, its oracle knows; that relevance has
    nothing to do with it is seen where all judged documents are not relevant.
    """
    if not topic.ranking or not math.isnan(value(bound, topic)):
        return True
    return {"always-defined", "partial"} <= bound.measure.traits and not seen_and_bad(topic)


def seen_and_bad(topic: Drawn) -> bool:
    """Every document was retrieved and judged not relevant: there is something to divide by, if not relevance."""
    return not topic.missed and set(topic.ranking) == {0}


TRAIT_HOLDS: dict[Trait, Predicate] = {
    "bounded": bounded,
    "promotion": promotion,
    "strict": strict,
    "ideal": ideal,
    "unjudged-blind": unjudged_blind,
    "counts": counts,
    "always-defined": always_defined,
    "geometric": lambda bound, topic: bound.aggregate == "geometric",
    "partial": lambda bound, topic: True,
    "lower": lambda bound, topic: "descriptive" not in bound.measure.traits,
    "descriptive": lambda bound, topic: "promotion" not in bound.measure.traits,
}


def sees_no_relevance(bound: BoundMeasure, topic: Drawn) -> bool:
    return same(value(bound, topic.graded({0: 1, 1: 0, 2: 0, 3: 1})), value(bound, topic))


def sees_only_binary_relevance(bound: BoundMeasure, topic: Drawn) -> bool:
    level = float(dict(bound.settings)["rel"] or 0)
    flat = {grade: level if grade >= level else 0 for grade in (0.0, 1.0, 2.0, 3.0)}
    return same(value(bound, topic.graded(flat)), value(bound, topic))


RELEVANCE_HOLDS: dict[Relevance, Predicate] = {
    "none": sees_no_relevance,
    "binary": sees_only_binary_relevance,
    "graded": lambda bound, topic: True,
}


def cut_at(bound: BoundMeasure) -> int | None:
    """The rank below which it does not look; what else may stand after an @ is no rank."""
    at = bound.measure.at
    return int(bound.cutoff) if at and at.name == "k" and bound.cutoff is not None else None


def sees_no_run(bound: BoundMeasure, topic: Drawn) -> bool:
    return same(value(bound, topic.cut(0)), value(bound, topic))


def sees_no_order(bound: BoundMeasure, topic: Drawn) -> bool:
    k = cut_at(bound) or len(topic.ranking)
    turned = topic.ranked([*reversed(topic.ranking[:k]), *topic.ranking[k:]])
    return same(value(bound, turned), value(bound, topic))


def sees_no_scores(bound: BoundMeasure, topic: Drawn) -> bool:
    hits = judged(topic)
    other = replace(hits, score=hits.score**3 - 7, unjudged_score=hits.unjudged_score * 2)
    return same(float(bound.values(other)[0]), value(bound, topic))


RETRIEVAL_HOLDS: dict[Retrieval, Predicate] = {
    "none": lambda bound, topic: sees_no_run(bound, topic) and sees_no_order(bound, topic),
    "set": lambda bound, topic: sees_no_order(bound, topic) and sees_no_scores(bound, topic),
    "ranking": sees_no_scores,
    "scores": lambda bound, topic: True,
}


def sees_nothing_below_the_cutoff(bound: BoundMeasure, topic: Drawn) -> bool:
    k = cut_at(bound)
    if k is None:
        return True
    cut = judged(topic.cut(k))
    # The judgements stay what they were, down to the names of the documents: of equals, some ideals prefer one.
    same_judgements = replace(
        cut, qrels=judged(topic).qrels, row=judged(topic).row[: len(cut.row)], shared={}
    )
    return same(float(bound.values(same_judgements)[0]), value(bound, topic))


def undefined_without_relevant(bound: BoundMeasure, topic: Drawn) -> bool:
    """One rule for all, so that the columns of a table are averages over the same topics."""
    nothing = not any(gain(bound, grade) for grade in topic.judgements.values())
    undefined = math.isnan(value(bound, topic))
    if "partial" in bound.measure.traits and not nothing:
        return True
    return not bound.measure.needs_relevant or undefined == nothing


def topics_apart(bound: BoundMeasure, topics: list[Drawn]) -> bool:
    """A topic's value does not depend on the other topics."""
    together = bound.values(judged(*topics))
    return np.array_equal(together, [value(bound, topic) for topic in topics], equal_nan=True)
