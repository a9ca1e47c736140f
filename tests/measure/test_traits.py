"""What measures promise, they keep; what they do not promise, they break; and each has its three truths."""

from __future__ import annotations

import re
from collections.abc import Callable

import hypothesis
import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample
from numpy.typing import NDArray

from cranfield.measure import BoundMeasure, Measure
from cranfield.measure.parameters import parameters_of
from cranfield.measure.traits import TRAITS, Trait
from cranfield.model import Hits, Judged
from tests.measure import outside, seeds
from tests.measure.drawn import PATIENT, SHORT, TOPICS, Drawn
from tests.measure.promises import (
    RELEVANCE_HOLDS,
    RETRIEVAL_HOLDS,
    TRAIT_HOLDS,
    Predicate,
    sees_nothing_below_the_cutoff,
    topics_apart,
    undefined_without_relevant,
)
from tests.measure.variants import BUILT_IN, uncut, variants
from tests.oracles import APART, ORACLES, UNPROMISED, UNREFERENCED

Function = Callable[..., NDArray[np.float64]]

OF_THE_WHOLE_LIST = {"strict", "ideal"}
# Kept trivially by measures that do not look at the order; or said of a measure rather than true of its numbers.
MODEST: set[Trait] = {"promotion", "lower", "descriptive", "geometric", "partial"}

# An indented line with an equals sign that is no example, such as `    P@k = (relevant documents ...) / k`.
FORMULA = re.compile(r"^ {4,}(?!>>>|\.\.\.)\S.* = ", re.MULTILINE)

EVERY_PAIR = [(each, trait) for each in BUILT_IN for trait in TRAITS]
DECLARED = [(measure, trait) for measure, trait in EVERY_PAIR if trait in measure.traits]
NOT_DECLARED = [
    (measure, trait)
    for measure, trait in EVERY_PAIR
    if trait not in measure.traits and trait not in MODEST | UNPROMISED.get(measure.name, set())
]
# Any counterexample will do, so none is made smaller.
UNTIL_FOUND = settings(
    max_examples=2000, database=None, derandomize=True, deadline=None, phases=[Phase.generate]
)


def concerned(measure: Measure, trait: Trait) -> list[BoundMeasure]:
    return [uncut(measure)] if trait in OF_THE_WHOLE_LIST else variants(measure)


@pytest.mark.parametrize("measure, trait", DECLARED, ids=str)
@PATIENT
@given(topic=TOPICS)
def test_a_declared_trait_holds(measure: Measure, trait: Trait, topic: Drawn) -> None:
    if "aspects" in measure.needs:
        # Of equals, the ideal by aspect prefers the greater id. Nine ids sort as they stand; ten do not, and a swap
        # would make another ideal.
        topic = Drawn(topic.ranking[:9], topic.missed)
    for bound in concerned(measure, trait):
        assert TRAIT_HOLDS[trait](bound, topic), bound


@pytest.mark.parametrize("measure, trait", NOT_DECLARED, ids=str)
def test_a_trait_that_is_not_declared_does_not_hold(measure: Measure, trait: Trait) -> None:
    holds = TRAIT_HOLDS[trait]
    found = counterexample(lambda topic: all(holds(bound, topic) for bound in concerned(measure, trait)))
    assert found, f"{measure} could declare {trait!r}"


@pytest.mark.parametrize("measure", BUILT_IN, ids=repr)
@PATIENT
@given(topic=TOPICS)
def test_it_looks_at_no_more_than_it_says(measure: Measure, topic: Drawn) -> None:
    for bound in variants(measure):
        assert RELEVANCE_HOLDS[measure.relevance](bound, topic), bound
        assert RETRIEVAL_HOLDS[measure.retrieval](bound, topic), bound
        assert sees_nothing_below_the_cutoff(bound, topic), bound
        assert undefined_without_relevant(bound, topic), bound


@pytest.mark.parametrize("measure", BUILT_IN, ids=repr)
@PATIENT
@given(topics=st.lists(TOPICS, min_size=2, max_size=4))
def test_topics_are_measured_apart(measure: Measure, topics: list[Drawn]) -> None:
    for bound in variants(measure):
        assert topics_apart(bound, topics), bound


@pytest.mark.parametrize("measure", BUILT_IN, ids=repr)
def test_each_measure_has_traits_and_three_truths(measure: Measure) -> None:
    referenced = outside.COVERED | seeds.COVERED | set(UNREFERENCED)
    assert measure.traits, "declares no traits"
    assert measure.source, "names no source"
    assert ">>> " in measure.help, "has no worked example"
    assert FORMULA.search(measure.help), "has no formula"
    assert measure.name in ORACLES or measure.name in APART, "has no textbook oracle"
    assert measure.name in referenced, "was compared with nobody else's number"
    assert all(parameter.meaning for parameter in measure.parameters), "has a parameter that nobody explains"
    assert measure.summary.endswith(".") or ":" in measure.summary
    assert "\n\n" in measure.help, "defines, but does not argue"


def counterexample(holds: Callable[[Drawn], bool]) -> Drawn | None:
    try:
        return hypothesis.find(TOPICS | SHORT, lambda topic: not holds(topic), settings=UNTIL_FOUND)
    except NoSuchExample:
        return None


def misprinted_dcg(judged: Judged, *, k: int | None = None) -> NDArray[np.float64]:
    """A lecture's table: 2^r - 1/log2(1+i), the parentheses lost. Thirty cells were wrong and looked right."""

    def total(hits: Hits) -> NDArray[np.float64]:
        hits = hits.within(k)
        return hits.per_topic(2 ** np.maximum(hits.grade, 0) - 1 / np.log2(hits.rank + 1))

    return total(judged.hits) / total(judged.ideal_hits)


def mean_rank(judged: Judged, *, rel: float = 1) -> NDArray[np.float64]:
    """Grows when documents fall."""
    found = judged.relevant(rel)
    return found.per_topic(found.rank) / judged.num_relevant(rel)


def muddled(judged: Judged, *, rel: float = 1) -> NDArray[np.float64]:
    """Divides by what all topics together have, and looks at scores."""
    return judged.relevant(rel).per_topic(judged.score[judged.grade >= rel]) / len(judged.ideal)


def wrong(function: Function) -> BoundMeasure:
    return Measure(
        name=function.__name__,
        function=function,
        parameters=parameters_of(function),
        source="",
        relevance="binary" if any(each.name == "rel" for each in parameters_of(function)) else "graded",
        retrieval="ranking",
        traits=frozenset(),
        aliases={},
        trec_eval={},
    )()


@pytest.mark.parametrize(
    "function, trait",
    [
        (misprinted_dcg, "strict"),
        (misprinted_dcg, "promotion"),
        (mean_rank, "bounded"),
        (mean_rank, "promotion"),
        (mean_rank, "ideal"),
        (mean_rank, "unjudged-blind"),
        (mean_rank, "counts"),
        (mean_rank, "always-defined"),
    ],
)
def test_the_tests_find_wrong_measures(function: Function, trait: Trait) -> None:
    assert breaks(TRAIT_HOLDS[trait], function)


def breaks(predicate: Predicate, function: Function) -> bool:
    return counterexample(lambda topic: predicate(wrong(function), topic)) is not None


def test_the_tests_find_a_measure_that_looks_where_it_should_not() -> None:
    assert breaks(RETRIEVAL_HOLDS["ranking"], muddled)
    assert breaks(RETRIEVAL_HOLDS["set"], mean_rank)
    assert breaks(RETRIEVAL_HOLDS["none"], mean_rank)
    assert breaks(RELEVANCE_HOLDS["none"], mean_rank)
    two = Drawn((1, None)), Drawn((None, 1))
    assert not topics_apart(wrong(muddled), list(two))
    assert topics_apart(wrong(mean_rank), list(two))
