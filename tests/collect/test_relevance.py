"""Relevance from judges, systems and preferences; the specification's numbers are among the seed cases."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

import cranfield as cf
from cranfield.collect import (
    automatic_relevance,
    average_judges,
    from_categories,
    from_magnitudes,
    preferences_to_continuous,
)
from cranfield.errors import CranfieldWarning, UsageError
from cranfield.measure import find
from cranfield.measure.families.distance.by_hand import square

TABLE_1 = {
    "IRS1": {"q": {"d1": 0.9, "d2": 0.5, "d3": 0.5, "d4": 0.1, "d5": 0.2}},
    "IRS2": {"q": {"d1": 1.0, "d2": 0.4, "d3": 0.6, "d5": 0.3}},
    "IRS3": {"q": {"d1": 0.8, "d2": 0.6, "d3": 0.4, "d4": 0.2, "d5": 1.0}},
}


def test_yes_and_no_are_two_categories() -> None:
    assert from_categories({"a": 1, "b": 0}, categories=2) == {"a": 1.0, "b": 0.0}


def test_dichotomous_judges_average_to_a_continuous_scale() -> None:
    judges = [from_categories({"a": a, "b": b}, 2) for a, b in ((1, 0), (1, 0), (1, 1), (0, 0))]
    assert average_judges(judges) == {"a": 0.75, "b": 0.25}


def test_a_document_is_averaged_over_those_who_judged_it() -> None:
    assert average_judges([{"a": 1.0}, {"a": 0.5, "b": 0.2}]) == {"a": 0.75, "b": 0.2}
    assert average_judges([]) == {}


def test_each_judge_has_a_scale_of_magnitudes() -> None:
    one, other = from_magnitudes({"a": 300, "b": 30}), from_magnitudes({"a": 5, "b": 10})
    assert average_judges([one, other]) == {"a": pytest.approx(0.75), "b": pytest.approx(0.55)}
    assert from_magnitudes({"a": 0, "b": 0}) == {"a": 0.0, "b": 0.0}
    assert from_magnitudes({}) == {}


def test_the_systems_say_what_is_relevant() -> None:
    """IRS2 did not retrieve d4, which is an SRE of 0."""
    assert automatic_relevance(TABLE_1)["q"] == pytest.approx(
        {"d1": 0.9, "d2": 0.5, "d3": 0.5, "d4": 0.1, "d5": 0.5}
    )


def test_a_system_is_pulled_towards_itself_unless_it_is_left_out() -> None:
    """By one part in as many as there are systems: |s - mean| is (S-1)/S of |s - mean of the others|."""
    together, alone = automatic_relevance(TABLE_1), automatic_relevance(TABLE_1, leave_out="IRS3")
    assert alone["q"] == pytest.approx({"d1": 0.95, "d2": 0.45, "d3": 0.55, "d4": 0.05, "d5": 0.25})
    own = TABLE_1["IRS3"]["q"]
    for document, value in own.items():
        assert abs(value - together["q"][document]) == pytest.approx(
            2 / 3 * abs(value - alone["q"][document])
        )


def test_automatic_relevance_are_judgements() -> None:
    scores = cf.evaluate(automatic_relevance(TABLE_1), [TABLE_1[name] for name in TABLE_1], "ADM")
    values = [scores.mean(run, "ADM") for run in scores.runs]
    assert values == pytest.approx([0.94, 0.88, 0.82])


def test_systems_may_answer_different_topics() -> None:
    runs = {"one": {"q1": {"a": 1.0}}, "two": {"q2": {"b": 0.5}}}
    assert automatic_relevance(runs) == {"q1": {"a": 0.5}, "q2": {"b": 0.25}}


def test_strict_preferences_are_evenly_spread() -> None:
    assert preferences_to_continuous([["a"], ["b"], ["c"], ["d"], ["e"]]) == pytest.approx(
        {"a": 1.0, "b": 0.75, "c": 0.5, "d": 0.25, "e": 0.0}
    )


@pytest.mark.parametrize("spacing", ["uniform", "rank"])
def test_the_ends_are_one_and_zero_and_the_order_is_kept(spacing: Any) -> None:
    levels = [["a", "b", "c"], ["d"], [], ["e", "f"]]
    found = preferences_to_continuous(levels, spacing=spacing)
    assert (found["a"], found["b"], found["c"], found["e"], found["f"]) == (1, 1, 1, 0, 0)
    # mean ranks 2, 4, 5.5
    assert found["d"] == pytest.approx(0.5 if spacing == "uniform" else 1.5 / 3.5)
    assert preferences_to_continuous([], spacing=spacing) == {}


def test_one_level_says_nothing() -> None:
    with pytest.warns(CranfieldWarning, match="all 2 documents are equally preferred") as caught:
        assert preferences_to_continuous([["a", "b"]]) == {"a": 0.5, "b": 0.5}
    assert [told.message.slug for told in caught if isinstance(told.message, CranfieldWarning)] == [
        "one-level"
    ]


def test_two_levels_say_yes_and_no() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert preferences_to_continuous([["a"], ["b"]]) == {"a": 1.0, "b": 0.0}


@pytest.mark.parametrize(
    "call, slug, words",
    [
        (lambda: from_categories({"a": 3}, 3), "bad-estimates", "document `a` has 3"),
        (lambda: from_categories({"a": 0}, 1), "bad-estimates", "at least 2 categories"),
        (lambda: from_magnitudes({"a": -1}), "bad-estimates", "from 0 upwards"),
        (lambda: from_magnitudes({"a": float("inf")}), "bad-estimates", "from 0 upwards"),
        (lambda: average_judges([{"a": 2}]), "bad-estimates", "document `a` has 2"),
        (lambda: automatic_relevance({"one": {"q": {"a": 1.5}}}), "bad-estimates", "document `a` has 1.5"),
        (lambda: automatic_relevance({"one": {"q": {"a": float("nan")}}}), "bad-estimates", "has nan"),
        (lambda: automatic_relevance({"one": {}}, leave_out="on"), "unknown-run", "did you mean `one`?"),
        (lambda: automatic_relevance({"one": {}}, leave_out="one"), "no-run", "no system is left"),
        (lambda: preferences_to_continuous([["a"], ["a"]]), "bad-estimates", "`a` is preferred twice"),
        (lambda: preferences_to_continuous([], spacing="ranks"), "unknown-choice", "uniform, rank"),  # type: ignore[arg-type]
    ],
)
def test_what_makes_no_sense_is_refused(call: Any, slug: str, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        call()
    assert caught.value.slug == slug
    assert words in str(caught.value)


def test_relevance_made_of_preferences_feeds_adm() -> None:
    relevance = preferences_to_continuous([["a"], ["b"], ["c"]])
    hits = square(ure=list(relevance.values()), sre=[1.0, 0.5, 0.3])
    assert find("ADM")().values(hits)[0] == pytest.approx(0.9)
