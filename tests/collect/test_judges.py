"""Judges side by side, averaged, and the systems as each of them sees them."""

from __future__ import annotations

import math
from typing import Any

import pytest

import cranfield as cf
from cranfield.collect import average, by_assessor, effect, shared_topics, side_by_side
from cranfield.errors import CranfieldError

ANN = {"q1": {"a": 2.0, "b": 0.0}, "q2": {"a": 1.0}}
BOB = {"q1": {"b": 1.0, "c": 2.0, "a": -1.0}, "q3": {"x": 1.0}}


def test_judges_stand_side_by_side() -> None:
    found = side_by_side({"ann": ANN, "bob": BOB})
    grades = {
        item: tuple(None if math.isnan(grade) else grade for grade in column)
        for item, column in zip(found.items, found.grades.T.tolist(), strict=True)
    }
    assert grades == {
        ("q1", "a"): (2, None), ("q1", "b"): (0, 1), ("q2", "a"): (1, None), ("q1", "c"): (None, 2), ("q3", "x"): (None, 1),
    }  # fmt: skip
    assert found.common(0, 1) == 1
    assert shared_topics({"ann": ANN, "bob": BOB}) == ["q1"]


def test_a_panel_may_be_mixed() -> None:
    found = average(
        {"ann": ANN, "bob": BOB, "cat": {"q1": {"a": 0.25}}}, {"ann": 3, "bob": "magnitudes", "cat": "unit"}
    )
    assert found == {"q1": {"a": 0.625, "b": 0.25, "c": 1.0}, "q2": {"a": 0.5}, "q3": {"x": 0.5}}


def test_a_judge_has_one_scale_for_all_topics() -> None:
    """His greatest number is 80, in another topic."""
    assert average({"bob": {"q1": {"a": 40}, "q2": {"a": 80}}}, {"bob": "magnitudes"}) == {
        "q1": {"a": 0.5},
        "q2": {"a": 1.0},
    }


def test_the_second_column_names_the_judge() -> None:
    qrels = cf.read_qrels([("q", "bob", "a", 1), ("q", "ann", "a", 0), ("p", "ann", "b", 2)], aspects=True)
    assert by_assessor(qrels) == {"ann": {"q": {"a": 0}, "p": {"b": 2}}, "bob": {"q": {"a": 1}}}


def test_judges_may_disagree_and_order_the_systems_alike() -> None:
    runs: Any = {
        "good": {"q": ["a", "b", "c"]},
        "bad": {"q": ["c", "b", "a"]},
        "fair": {"q": ["b", "a", "c"]},
    }
    seen = [
        cf.evaluate({"q": grades}, runs, "AP")
        for grades in ({"a": 1, "b": 1, "c": 0}, {"a": 1, "b": 0, "c": 0}, {"a": 0, "b": 0, "c": 1})
    ]
    alike, against = effect(seen[0], seen[1], "AP"), effect(seen[1], seen[2], "AP")
    assert alike.tau == pytest.approx(2 / math.sqrt(6))  # good and fair are equal for the first
    assert against.tau == pytest.approx(-2 / math.sqrt(6))  # they are for the last, too
    assert against.farthest == pytest.approx(2 / 3)
    assert against.moved == "good"


@pytest.mark.parametrize(
    "call, slug, words",
    [
        (lambda: side_by_side({"ann": ANN}), "one-judge", "--assessors"),
        (
            lambda: side_by_side({"ann": ANN, "bob": {"q1": {"x": 1}}}),
            "judges-apart",
            "ann and bob judged no document",
        ),
        (
            lambda: side_by_side({"a": ANN, "b": {"x": {"x": 1}}, "c": {"y": {"y": 1}}}),
            "judges-apart",
            "of 3 judges",
        ),
        (lambda: by_assessor(cf.read_qrels({"q": {"a": 1}})), "no-aspects", "aspects=True"),
        (
            lambda: average({"ann": ANN}, {}),
            "bad-estimates",
            "ann: judges are averaged on the scale from 0 to 1",
        ),
        (lambda: average({"ann": ANN}, {"ann": 2}), "bad-estimates", "document `a` of topic `q1` has 2"),
    ],
)
def test_what_makes_no_sense_is_refused(call: Any, slug: str, words: str) -> None:
    with pytest.raises(CranfieldError) as caught:
        call()
    assert caught.value.slug == slug
    assert words in str(caught.value)


@pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")
def test_an_effect_goes_by_the_names_of_runs_and_asks_for_the_same_topics() -> None:
    qrels = {"1": {"a": 1}, "2": {"a": 1}}
    good, bad = {"1": ["a"], "2": ["a"]}, {"1": ["x", "a"], "2": ["x", "a"]}
    one = cf.evaluate(qrels, {"good": good, "bad": bad}, "RR")
    turned = cf.evaluate(qrels, {"bad": bad, "good": good}, "RR")
    assert effect(one, turned, "RR") == effect(one, one, "RR")
    assert effect(one, turned, "RR").tau == 1
    fewer = cf.evaluate(qrels, {"good": good, "bad": bad}, "RR", topics=["1"])
    with pytest.raises(cf.UsageError, match="and the topics differ"):
        effect(one, fewer, "RR")
    with pytest.raises(cf.UsageError, match="and the runs differ"):
        effect(one, cf.evaluate(qrels, {"good": good, "other": bad}, "RR"), "RR")
