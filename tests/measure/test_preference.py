"""Preferences of judgement groups, and what the tie and the order of scores do to them."""

from __future__ import annotations

import re
import time
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cranfield as cf
from cranfield.errors import InputError, UsageError
from cranfield.measure import BoundMeasure, find
from cranfield.measure.by_hand import Topic, judge_by_hand
from tests.measure.drawn import PATIENT
from tests.measure.variants import variants
from tests.oracles import preference as oracle

NDPM = find("ndpm")
PREFS = list(dict.fromkeys(bound for name in oracle.BY_GROUPS for bound in variants(find(name))))
DOCUMENTS = [f"d{number}" for number in range(7)]


class Told(NamedTuple):
    """What the judges of one topic prefer, and what a run scored: {group: {part: {document: level}}}."""

    groups: dict[str, dict[str, dict[str, float]]]
    scores: dict[str, float]

    @property
    def rows(self) -> list[tuple[str, str, str, str, float]]:
        return [
            ("q", group, part, document, level)
            for group, parts in self.groups.items()
            for part, levels in parts.items()
            for document, level in levels.items()
        ]

    @property
    def ranking(self) -> list[str]:
        """As trec_eval has it: ties by document id, ascending."""
        return sorted(self.scores, key=lambda document: (-self.scores[document], document))

    def values(self, *bounds: BoundMeasure, **policies: Any) -> list[float]:
        scores = cf.Evaluator(self.rows, bounds, **policies)({"q": self.scores})
        return [float(value) for value in scores.values[0, :, 0]]

    def value(self, bound: BoundMeasure, **policies: Any) -> float:
        return self.values(bound, **policies)[0]


@st.composite
def tellings(draw: st.DrawFn) -> Told:
    """Groups that do not contradict themselves: each part sees the same hidden order, more or less sharply."""
    groups: dict[str, dict[str, dict[str, float]]] = {}
    for group in range(draw(st.integers(1, 3))):
        hidden = {document: draw(st.sampled_from([0, 0, 1, 2, 3, 4])) for document in DOCUMENTS}
        parts = {}
        for part in range(draw(st.sampled_from([1, 1, 2, 3]))):
            members = draw(st.sets(st.sampled_from(DOCUMENTS), min_size=1))
            blur = draw(st.sampled_from([1, 2]))
            # A level says nothing but which is higher: parts may have scales of their own.
            parts[f"p{part}"] = {
                document: -(-hidden[document] // blur) + 10.0 * part * (hidden[document] > 0)
                for document in sorted(members)
            }
        groups[f"g{group}"] = parts
    scores = draw(
        st.dictionaries(st.sampled_from([*DOCUMENTS, "u1", "u2"]), st.sampled_from([1.0, 2.0, 3.0]))
    )
    return Told(groups, scores)


def has_relevant(told: Told) -> bool:
    return any(level > 0 for *_, level in told.rows)


@PATIENT
@given(told=tellings().filter(has_relevant))
def test_equals_counting_pair_by_pair(told: Told) -> None:
    for bound, value in zip(PREFS, told.values(*PREFS), strict=True):
        expected = oracle.BY_GROUPS[bound.measure.name](told.ranking, told.groups, **dict(bound.settings))
        assert value == pytest.approx(expected, rel=1e-12), bound


@PATIENT
@given(told=tellings())
def test_no_policy_about_ties_changes_what_trec_eval_breaks(told: Told) -> None:
    np.testing.assert_equal(told.values(*PREFS, ties="docid-ascending"), told.values(*PREFS))


def test_ties_stand_by_document_id_ascending() -> None:
    right = Told({"g": {"p": {"a": 1.0, "b": 0.0}}}, {"a": 1.0, "b": 1.0})
    wrong = Told({"g": {"p": {"a": 0.0, "b": 1.0}}}, {"a": 1.0, "b": 1.0})
    simple = find("PrefsSimp")()
    assert (right.value(simple), wrong.value(simple)) == (1.0, 0.0)
    assert right.value(simple, ties="expected") == wrong.value(simple, ties="expected") == 0.5


def test_what_follows_from_two_parts_is_a_preference() -> None:
    chain = Told({"g": {"one": {"a": 2.0, "b": 1.0}, "two": {"b": 2.0, "c": 1.0}}}, {"c": 2.0, "a": 1.0})
    assert chain.value(find("NumPrefsPoss")()) == 3
    assert chain.value(find("NumPrefsFulRet")()) == 0
    assert chain.value(find("NumPrefsFul")()) == 1  # a over b, which was not retrieved


def test_a_negative_grade_was_never_judged() -> None:
    told = Told({"g": {"p": {"a": 1.0, "b": -1.0}}, "h": {"p": {"b": -1.0}}}, {"b": 2.0, "a": 1.0})
    assert told.value(find("NumPrefsPoss")()) == 0
    assert told.value(find("PrefsAvgJGRnonrel")()) == 1.0  # one group, one relevant document, found


CONTRADICTIONS = [
    (
        {"one": {"a": 2.0, "b": 1.0}, "two": {"b": 2.0, "c": 1.0}, "three": {"c": 2.0, "a": 1.0}},
        "qrels: topic `q`, group `g`: `a` is preferred to `b`, and `b` to `a`",
    ),
    (
        {"one": {"a": 1.0, "b": 0.0}, "two": {"b": 2.0, "c": 2.0}},
        "qrels: topic `q`, group `g`: `b` is relevant in one part and not relevant in another",
    ),
]


@pytest.mark.parametrize("parts, message", CONTRADICTIONS)
def test_a_group_that_contradicts_itself_is_an_error(
    parts: dict[str, dict[str, float]], message: str
) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        Told({"g": parts}, {"a": 1.0}).value(find("PrefsSimp")())


def test_groups_may_contradict_each_other() -> None:
    told = Told({"g": {"p": {"a": 1.0, "b": 0.0}}, "h": {"p": {"a": 0.0, "b": 1.0}}}, {"a": 2.0, "b": 1.0})
    assert told.value(find("PrefsSimp")()) == told.value(find("PrefsPair")()) == 0.5


@pytest.mark.parametrize("measure", ["PrefsSimp", "PrefsPair", "PrefsAvgJG", "PrefsAvgJGRnonrel"])
def test_every_form_has_a_name_of_its_own_and_trec_evals(measure: str) -> None:
    known = find(measure)
    settings = [dict(each) for each in known.trec_eval.values()]
    assert [dict(each) for each in ({}, *known.aliases.values())] == settings
    for name, told in known.trec_eval.items():
        assert known(**told).trec_eval_name == name


GRADES = st.lists(
    st.tuples(st.sampled_from([-1, 0, 1, 2, 0.5]), st.sampled_from([1.0, 2.0, 3.0])), max_size=12
)


@PATIENT
@given(found=GRADES, missed=st.lists(st.sampled_from([0, 1, 2]), max_size=5).map(tuple))
def test_ndpm_with_ties_equals_counting_pair_by_pair(
    found: list[tuple[float, float]], missed: tuple[float, ...]
) -> None:
    best_first = sorted(found, key=lambda pair: -pair[1])
    grades, scores = [grade for grade, _ in best_first], [score for _, score in best_first]
    documents = [f"d{place}" for place in range(len(grades))]
    judgements = dict(zip(documents, grades, strict=True)) | {
        f"m{n}": grade for n, grade in enumerate(missed)
    }
    hits = judge_by_hand([Topic(grades, missed, scores)])
    expected = oracle.ndpm(documents, judgements, scores=dict(zip(documents, scores, strict=True)))
    assert NDPM().values(hits)[0] == pytest.approx(expected, abs=1e-12, nan_ok=True)


def test_p_of_compat_is_a_probability() -> None:
    with pytest.raises(UsageError, match="from 0 to 1"):
        cf.evaluate({"q": {"d": 1}}, {"q": {"d": 1.0}}, "Compat(p=1.5)")


def test_a_campaign_takes_milliseconds() -> None:
    rng = np.random.default_rng(1)
    topics = [Topic(rng.integers(0, 3, 1000).tolist(), [1] * 50) for _ in range(50)]
    hits = judge_by_hand(topics)
    bounds = [NDPM(), find("Compat")()]
    started = time.perf_counter()
    for bound in bounds:
        bound.values(hits)
    assert time.perf_counter() - started < 1
