"""Measures by aspect, on topics whose aspects overlap in any way: the textbook, expectations, policies, ideals."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from itertools import permutations, product
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cranfield as cf
from cranfield.errors import UsageError
from cranfield.measure import BoundMeasure, Measure, find, parse
from cranfield.measure.by_hand import Topic, judge_by_hand
from cranfield.measure.expectation import expected_values
from cranfield.measure.register import closed_form
from cranfield.model import Judged
from tests.measure.drawn import PATIENT
from tests.measure.variants import variants
from tests.oracles.diversity import BY_ASPECT, ByAspect, greedy_ranking, relevant_by_aspect

MEASURES = [find(name) for name in BY_ASPECT]
Said = dict[str, float]  # of one document: its grade for each aspect


class Diverse(NamedTuple):
    """What was said of the documents down a ranking (None: nothing), and of those not retrieved."""

    ranking: tuple[Said | None, ...]
    missed: tuple[Said, ...] = ()
    scores: tuple[float, ...] = ()

    @property
    def documents(self) -> list[str]:
        return [f"d{rank}" for rank in range(1, len(self.ranking) + 1)]

    @property
    def said(self) -> ByAspect:
        documents = [*zip(self.documents, self.ranking, strict=True)]
        documents += [(f"m{number}", said) for number, said in enumerate(self.missed, 1)]
        by_aspect: ByAspect = {}
        for document, grades in documents:
            for aspect, grade in (grades or {}).items():
                by_aspect.setdefault(aspect, {})[document] = grade
        return by_aspect

    @property
    def topic(self) -> Topic:
        told = [said for said in [*self.ranking, *self.missed] if said is not None]
        best = [None if said is None else max(said.values()) for said in self.ranking]
        return Topic(best, [max(said.values()) for said in self.missed], self.scores, told)


def judged(*topics: Diverse) -> Judged:
    return judge_by_hand(topic.topic for topic in topics)


GRADES = st.sampled_from([-1, 0, 0.5, 1, 1, 2])
# Names that sort otherwise as text than as numbers.
SAID = st.dictionaries(st.sampled_from(["1", "2", "10", "x"]), GRADES, min_size=1, max_size=4)
DIVERSE = st.builds(
    Diverse,
    ranking=st.lists(st.none() | SAID, max_size=12).map(tuple),
    missed=st.lists(SAID, max_size=4).map(tuple),
    scores=st.just(()),
)
PATIENCE = [{"beta": 0.8}, {"alpha": 0.25, "beta": 0}]
# Powers that floats hold exactly: what ties in one order of adding ties in any.
NOVELTY = [{"alpha": alpha} for alpha in (0, 0.25, 0.75, 1)]


def all_variants(name: str) -> list[BoundMeasure]:
    """The usual ones, and some for the parameters that only these measures have."""
    measure = find(name)
    names = {parameter.name for parameter in measure.parameters}
    bounds = [measure(**others) for others in NOVELTY + PATIENCE if set(others) <= names]
    if measure.at and measure.at.required:
        bounds = [bound @ cut for bound in bounds for cut in (1, 4)]
    return [*variants(measure), *bounds]


@pytest.mark.parametrize("name", BY_ASPECT)
@PATIENT
@given(topics=st.lists(DIVERSE, max_size=3))
def test_equals_the_textbook(name: str, topics: list[Diverse]) -> None:
    hits = judged(*topics)
    for bound in all_variants(name):
        expected = [BY_ASPECT[name](each.documents, each.said, **dict(bound.settings)) for each in topics]
        np.testing.assert_allclose(bound.values(hits), expected, rtol=1e-11, atol=1e-11, err_msg=bound.name)


class TiedDiverse(NamedTuple):
    groups: tuple[tuple[Said | None, ...], ...]
    missed: tuple[Said, ...]

    def judged(self) -> Judged:
        scores = [9.0 - number for number, group in enumerate(self.groups) for _ in group]
        return judged(Diverse(tuple(s for group in self.groups for s in group), self.missed, tuple(scores)))

    def orders(self) -> Iterator[Judged]:
        for order in product(*(permutations(group) for group in self.groups)):
            yield judged(Diverse(tuple(said for group in order for said in group), self.missed))


TIED = st.builds(
    TiedDiverse,
    groups=st.lists(st.lists(st.none() | SAID, min_size=1, max_size=3).map(tuple), max_size=2).map(tuple),
    missed=st.lists(SAID, max_size=2).map(tuple),
)


@pytest.mark.parametrize("measure", [each for each in MEASURES if closed_form(each)], ids=repr)
@PATIENT
@given(topic=TIED)
def test_a_formula_is_the_mean_over_all_orders(measure: Measure, topic: TiedDiverse) -> None:
    bounds = variants(measure)
    values, errors = expected_values(bounds, topic.judged())
    assert not errors
    for bound, value in zip(bounds, values[:, 0].tolist(), strict=True):
        mean = float(np.mean([bound.values(order)[0] for order in topic.orders()]))
        assert value == pytest.approx(mean, abs=1e-12, nan_ok=True), bound


def test_which_have_a_formula() -> None:
    assert {each.name for each in MEASURES if closed_form(each)} == {
        "AP_IA", "P_IA", "APAvgJG", "PAvgJG", "RprecMultAvgJG",
    }  # fmt: skip


# What the generic tests cannot find, because the aspects that they draw are nested: a run beats the greedy ideal,
# and aspects that are in each other's way keep the best ranking below 1.
@pytest.mark.parametrize("name", ["alpha_nDCG", "nERR_IA", "nNRBP"])
def test_a_run_can_beat_the_greedy_ideal(name: str) -> None:
    run = Diverse(({"1": 1, "2": 1}, {"3": 1, "4": 1}, {"2": 1, "3": 1}))
    assert "bounded" not in find(name).traits
    assert find(name)().values(judged(run))[0] > 1.01


@pytest.mark.parametrize("name", ["AP_IA", "APAvgJG", "RprecMultAvgJG", "NRBP", "P_IA", "PAvgJG"])
def test_no_ranking_is_perfect_for_two_aspects_at_once(name: str) -> None:
    at = {"P_IA": 30, "PAvgJG": 30, "RprecMultAvgJG": 1}.get(name)
    bound = find(name)() if at is None else find(name) @ at
    assert "ideal" not in find(name).traits
    assert max(bound.values(judged(Diverse(r)))[0] for r in permutations([{"1": 1.0}, {"2": 1.0}])) < 1


def test_the_greedy_ideal_scores_one() -> None:
    run = Diverse(({"1": 1, "2": 1}, {"3": 1, "4": 1}, {"2": 1, "3": 1}, {"1": 1}, {"3": 1}))
    said = dict(zip(run.documents, run.ranking, strict=True))
    for alpha in (0, 0.3, 0.5, 1):
        best = greedy_ranking(relevant_by_aspect(run.said, 1), alpha)
        scores = {"q": dict(zip(best, range(9, 0, -1), strict=False))}
        qrels = {"q": run.said}
        for name in (f"alpha_nDCG(alpha={alpha})@3", f"nERR_IA(alpha={alpha})", f"nNRBP(alpha={alpha})"):
            assert cf.evaluate(qrels, scores, name).mean("run", name) == pytest.approx(1, abs=1e-12), name
    assert set(best) == set(said)


def test_a_large_topic_is_ranked_as_the_plain_algorithm_does() -> None:
    """So many documents that the heap of the fast one is refilled and emptied in every way."""
    chosen = random.Random(7)
    aspects = [str(number) for number in range(1, 13)]
    said = [dict.fromkeys(chosen.sample(aspects, chosen.randint(1, 5)), 1.0) for _ in range(40)]
    run = Diverse(tuple(said))
    for alpha in (0.25, 0.5, 0.75):
        for k in (3, 10, 40):
            ours = float((find("alpha_nDCG")(alpha=alpha) @ k).values(judged(run))[0])
            assert ours == pytest.approx(
                BY_ASPECT["alpha_nDCG"](run.documents, run.said, alpha=alpha, k=k), abs=1e-12
            )


QRELS: dict[str, ByAspect] = {"q": {"1": {"a": 1, "b": 1}, "2": {"c": 1}, "3": {"a": 0}}}


def test_unjudged_documents_taken_for_relevant_cover_everything() -> None:
    run = {"q": {"a": 3.0, "new": 2.0}}
    names = ["StRecall@2", "P_IA@2", "AP_IA", "alpha_nDCG", "alpha_nDCG@1", "NRBP"]
    scores = cf.evaluate(QRELS, run, names, unjudged="relevant")
    # As if `new` had been judged relevant in all three aspects.
    told = {"q": {aspect: {**docs, "new": 1} for aspect, docs in QRELS["q"].items()}}
    expected = cf.evaluate(told, run, names)
    for name in names:
        assert scores.mean("run", name) == pytest.approx(expected.mean("run", name), abs=1e-12), name
    assert scores.mean("run", "StRecall@2") == 1
    assert scores.mean("run", "alpha_nDCG@1") == pytest.approx(1 / 3)


def test_condensing_drops_what_no_aspect_has_judged() -> None:
    run = {"q": ["new", "a", "other", "c"]}
    names = ["AP_IA", "alpha_nDCG@2", "P_IA@2", "RprecMultAvgJG@1"]
    condensed = cf.evaluate(QRELS, run, names, unjudged="condense")
    short = cf.evaluate(QRELS, {"q": ["a", "c"]}, names)
    for name in names:
        assert condensed.mean("run", name) == short.mean("run", name), name


def test_a_document_in_several_parts_of_a_group_counts_once() -> None:
    parts = [
        ("q", "g", "s1", "a", 1),
        ("q", "g", "s2", "a", 1),
        ("q", "g", "s1", "b", 0),
        ("q", "h", "s1", "b", 1),
    ]
    whole = {"q": {"g": {"a": 1, "b": 0}, "h": {"b": 1}}}
    names = ["APAvgJG", "PAvgJG@2", "AP_IA", "alpha_nDCG", "P_IA@1"]
    found, expected = (cf.evaluate(qrels, {"q": ["b", "a"]}, names) for qrels in (parts, whole))
    for name in names:
        assert found.mean("run", name) == expected.mean("run", name), name


def test_topics_chosen_by_name_keep_their_aspects() -> None:
    qrels = {"p": {"1": {"a": 1}, "2": {"b": 1}}, **QRELS, "r": {"9": {"a": 1, "x": 1}}}
    run = {topic: ["a", "c", "b"] for topic in qrels}
    names = ["alpha_nDCG@2", "AP_IA", "PAvgJG@2"]
    alone = cf.evaluate(QRELS, {"q": run["q"]}, names)
    chosen = cf.Evaluator(qrels, names, topics=["q"])(run)
    for name in names:
        assert chosen.mean("run", name) == alone.mean("run", name), name


def test_diverse_and_ordinary_measures_side_by_side() -> None:
    """An ordinary measure sees a document's best grade in any aspect."""
    qrels = {"q": {"1": {"a": 2, "b": 1}, "2": {"c": 1, "a": 0}}}
    run = {"q": ["b", "a", "c"]}
    both = cf.evaluate(qrels, run, "alpha_nDCG@10 nDCG@10")
    assert both.mean("run", "nDCG@10") == cf.evaluate({"q": {"a": 2, "b": 1, "c": 1}}, run, "nDCG@10").mean(
        "run", "nDCG@10"
    )
    said = {aspect: {d: float(g) for d, g in docs.items()} for aspect, docs in qrels["q"].items()}
    assert both.mean("run", "alpha_nDCG@10") == pytest.approx(
        BY_ASPECT["alpha_nDCG"](["b", "a", "c"], said, k=10), abs=1e-12
    )


def test_judgements_read_without_aspects_are_refused() -> None:
    with pytest.raises(UsageError, match="needs judgements by aspect"):
        cf.evaluate(cf.read_qrels({"q": {"a": 1}}), {"q": ["a"]}, "alpha_nDCG@10")


@pytest.mark.parametrize(
    "name, words",
    [
        ("alpha_nDCG(alpha=1.5)", "`alpha` is from 0 to 1, not `1.5`"),
        ("ERR_IA(alpha=-0.1)@5", "`alpha` is from 0 to 1, not `-0.1`"),
        ("NRBP(beta=1)", "`beta` is from 0 up to, not including, 1, not `1`"),
        ("nNRBP(beta=-1)", "`beta` is from 0 up to, not including, 1, not `-1`"),
    ],
)
def test_parameters_out_of_range(name: str, words: str) -> None:
    with pytest.raises(UsageError) as raised:
        cf.evaluate(QRELS, {"q": ["a"]}, name)
    assert raised.value.message == words
    assert raised.value.slug == "measure-parameter"


def test_a_cut_off_deeper_than_memory() -> None:
    deep = cf.evaluate(QRELS, {"q": ["a"]}, "alpha_DCG@2000000000 ERR_IA@2000000000")
    near = cf.evaluate(QRELS, {"q": ["a"]}, "alpha_DCG@2000 ERR_IA@2000")
    assert deep.mean("run", "ERR_IA@2000000000") == pytest.approx(near.mean("run", "ERR_IA@2000"), abs=1e-15)
    assert deep.mean("run", "alpha_DCG@2000000000") == pytest.approx(
        near.mean("run", "alpha_DCG@2000"), abs=1e-15
    )


@pytest.mark.parametrize(
    "typed, name",
    [("alpha-nDCG@10", "alpha_nDCG@10"), ("α_nDCG@10", "alpha_nDCG@10"), ("strec@5", "StRecall@5"),
     ("MAP-IA", "AP_IA"), ("ERR-IA@20", "ERR_IA@20"), ("map_avgjg", "APAvgJG"), ("P_avgjg_5", "PAvgJG@5"),
     ("Rprec_mult_avgjg_0.20", "RprecMultAvgJG@0.2"), ("nNRBP(alpha=0.2)", "nNRBP(alpha=0.2)")],
)  # fmt: skip
def test_names_of_other_tools(typed: str, name: str) -> None:
    assert [bound.name for bound in parse(typed)] == [name]


PLAIN = {"q": {"0": {"a": 1, "b": 0}}, "r": {"1": {"a": 1}}}


def test_judgements_with_one_aspect_a_topic_are_warned_about_once() -> None:
    with pytest.warns(cf.CranfieldWarning) as told:
        cf.evaluate(
            PLAIN, {"x": {"q": ["a"], "r": ["a"]}, "y": {"q": ["b"], "r": ["a"]}}, "alpha_nDCG@10 NRBP AP"
        )
    (said,) = [str(each.message) for each in told if "aspect" in str(each.message)]
    assert "every topic has a single aspect, so alpha_nDCG@10, NRBP cannot reward variety" in said


@pytest.mark.parametrize(
    "qrels, measures",
    [(PLAIN, "AP"), (PLAIN, "prefs_simp"), (PLAIN | {"s": {"1": {"a": 1}, "2": {"a": 1}}}, "alpha_nDCG@10")],
    ids=["nobody asks", "preferences", "one topic has two"],
)
def test_elsewhere_nothing_is_said_of_aspects(
    qrels: dict[str, dict[str, dict[str, int]]], measures: str
) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        cf.evaluate(cf.read_qrels(qrels, aspects=True), {topic: ["a"] for topic in qrels}, measures)
    assert not [each for each in told if "aspect" in str(each.message)]
