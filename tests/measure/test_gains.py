"""What the measures of gains can be told, and the sums down a ranking that they are made of."""

from __future__ import annotations

from itertools import accumulate
from math import e
from operator import mul
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cranfield as cf
from cranfield.errors import UsageError
from cranfield.measure import BoundMeasure, example, find, parse
from cranfield.measure.definition import values_of
from cranfield.measure.families.gains.running import down_to, running
from tests.measure.drawn import PATIENT, RANKED, TOPICS, Drawn, judged
from tests.measure.promises import bounded, promotion, strict
from tests.measure.test_expectation import Tied, mean_over_orders
from tests.oracles import ORACLES

# There are a hundred parameters and more, and each example tries several cut-offs.
FEWER = settings(max_examples=15, deadline=None)
ALL = ["BinG", "CG", "DCG", "ERR", "G", "IDCG", "RnDCG", "SDCG", "SlidingRatio", "nDCG", "nDCGRel", "nERR"]
WITH_GAINS = ["CG", "DCG", "G", "IDCG", "RnDCG", "SlidingRatio", "nDCG", "nDCGRel"]

# One thing at a time that the traits' tests, which know defaults and choices only, leave alone.
TOLD: list[tuple[str, dict[str, Any]]] = [
    *((name, {"gains": "1=3,2=9"}) for name in WITH_GAINS),
    *((name, {"gains": "1=0.4, 2=.9, 3=5e-1"}) for name in WITH_GAINS),
    *((name, {"gains": "0=-1,1=0,2=2.5"}) for name in WITH_GAINS),
    *((name, {"gains": "1=-2,2=2,3=2"}) for name in WITH_GAINS),
    *((name, {"gains": "2=7", "dcg": "exp-log2"}) for name in ("nDCG", "DCG", "IDCG")),
    *(
        (name, {"base": base, "dcg": "jarvelin"})
        for name in ("nDCG", "DCG", "IDCG")
        for base in (1.5, e, 3, 10)
    ),
    ("nDCG", {"ideal": "retrieved"}),
    ("nDCG", {"ideal": "retrieved", "gains": "0=-1,1=3,2=1"}),
    ("nDCG", {"ideal": "retrieved", "dcg": "jarvelin", "base": 3}),
    ("SDCG", {"max_rel": 2}),
    ("SDCG", {"max_rel": 5, "min_rel": 1}),
    ("SDCG", {"min_rel": 0.5}),
    ("ERR", {"top": 4}),
    ("ERR", {"top": 3.5}),
    ("nERR", {"top": 4}),
]


def bounds(name: str, told: dict[str, Any]) -> list[BoundMeasure]:
    measure = find(name)
    cut = [measure(**told) @ k for k in (1, 3, 40)] if measure.at else []
    return cut if measure.at and measure.at.required else [measure(**told), *cut]


def with_highest(topic: Drawn) -> Drawn:
    """Some measures take the highest grade from all judgements, the oracles from the topic they are given."""
    return Drawn(topic.ranking, (*topic.missed, 3))


@pytest.mark.parametrize("name, told", TOLD)
@FEWER
@given(topics=st.lists(TOPICS.map(with_highest), min_size=1, max_size=3))
def test_whatever_it_is_told_it_equals_the_textbook(
    name: str, told: dict[str, Any], topics: list[Drawn]
) -> None:
    for bound in bounds(name, told):
        all_told: dict[str, Any] = dict(bound.settings)
        expected = [ORACLES[name](topic.documents, topic.judgements, **all_told) for topic in topics]
        np.testing.assert_allclose(bound.values(judged(*topics)), expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name", ALL)
@FEWER
@given(topic=TOPICS.map(with_highest))
def test_grades_may_be_fractions(name: str, topic: Drawn) -> None:
    fractions = topic.graded({1: 0.3, 2: 1.7, 3: 2.25})
    told = {"rel": 0.3} if name == "BinG" else {}
    for bound in bounds(name, told):
        expected = ORACLES[name](fractions.documents, fractions.judgements, **dict(bound.settings))
        np.testing.assert_allclose(bound.values(judged(fractions)), [expected], rtol=1e-12, atol=1e-12)


# Two ties of three documents at most: 36 orders.
FEW_ORDERS = st.builds(
    Tied,
    st.lists(st.lists(RANKED, min_size=1, max_size=3).map(tuple), max_size=2).map(tuple),
    st.just((1, 3)),
)
LINEAR = [(name, told) for name, told in TOLD if name not in ("ERR", "G", "IDCG", "nDCGRel", "nERR")]


@pytest.mark.parametrize("name, told", LINEAR)
@FEWER
@given(topic=FEW_ORDERS)
def test_whatever_it_is_told_a_formula_is_the_mean_over_all_orders(
    name: str, told: dict[str, Any], topic: Tied
) -> None:
    measures = bounds(name, told)
    values = values_of(measures, topic.judged(), expected=True)[:, 0].tolist()
    for bound, value in zip(measures, values, strict=True):
        assert value == pytest.approx(mean_over_orders(bound, topic), abs=1e-12), bound


@PATIENT
@given(topic=TOPICS)
def test_sorting_what_was_retrieved_keeps_the_promises_of_ndcg(topic: Drawn) -> None:
    uncut = find("nDCG")(ideal="retrieved")
    assert strict(uncut, topic)
    for bound in (uncut, uncut @ 1, uncut @ 3):
        assert bounded(bound, topic)
        assert promotion(bound, topic)


def test_the_lecture_sorts_what_was_retrieved() -> None:
    hits = example([3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed=[3, 3, 3])
    corrected = [1, 0.7789, 0.8308, 0.7646, 0.7135, 0.6915, 0.7325, 0.7829, 0.8951, 0.8951]
    measure = find("nDCG")(dcg="exp-log2", ideal="retrieved")
    values = [float((measure @ k).values(hits)[0]) for k in range(1, 11)]
    assert values == pytest.approx(corrected, abs=5e-5)
    assert float(measure.values(example([0, 0, 1], missed=[2]))[0]) == 0.5
    assert float(measure.values(example([0, 0], missed=[2]))[0]) == 0


def test_gains_closer_than_1_are_sorted() -> None:
    """trec_eval's comparator cuts their differences to whole numbers, and its ideal is what it happens to be."""
    hits = example([2, 1], missed=[1, 2])
    [value] = find("nDCG")(gains="1=0.4,2=0.9").values(hits)
    ideal = 0.9 + 0.9 / np.log2(3) + 0.4 / 2 + 0.4 / np.log2(5)
    assert value == pytest.approx((0.9 + 0.4 / np.log2(3)) / ideal)


def test_names() -> None:
    plain = find("nDCG")
    assert [repr(plain()), repr(plain @ 10), repr(plain(dcg="exp-log2", base=2, gains=None) @ 10)] == [
        "nDCG", "nDCG@10", "nDCG(dcg='exp-log2')@10",
    ]  # fmt: skip
    written = "nDCG(gains='1=3,2=9', ideal='retrieved')@10"
    assert repr(parse(written)[0]) == written
    assert repr(parse("ERR(top=4)@20 nCG@5 sliding_ratio@5 ndcg_rel Rndcg binG G dcg ideal_dcg")) == (
        "(ERR(top=4)@20, SlidingRatio@5, nDCGRel, RnDCG, BinG, G, DCG, IDCG)"
    )


@pytest.mark.parametrize(
    "name, told, complaint",
    [
        ("nDCG", {"gains": "1:3"}, "`gains` cannot be read: `1:3`"),
        ("nDCG", {"gains": ""}, "`gains` cannot be read: ``"),
        ("DCG", {"gains": "1=3,1=4"}, "`gains` cannot be read: `1=3,1=4`"),
        ("CG", {"gains": "1=3,2=nan"}, "`gains` cannot be read: `1=3,2=nan`"),
        ("G", {"gains": "1=1e999"}, "`gains` cannot be read: `1=1e999`"),
        ("IDCG", {"gains": "-1=3"}, "`gains` names a grade below 0: `-1=3`"),
        ("nDCG", {"ideal": "retreived"}, "`ideal` of nDCG has no value `retreived`"),
        ("nDCG", {"dcg": "jarvelin", "base": 1}, "`base` is above 1, not `1`"),
        ("nDCG", {"base": 3}, "`base` is for dcg='jarvelin'; the discount of log2 is log2(i + 1)"),
        ("ERR", {"top": 1}, "`top` is 1, but a document has the grade 2"),
        ("nERR", {"top": 1.5}, "`top` is 1.5, but a document has the grade 2"),
        ("SDCG", {"max_rel": 0, "k": 5}, "`min_rel` of SDCG is from 0 to below `max_rel`, not 0 to 0"),
        ("SDCG", {"min_rel": -1, "k": 5}, "`min_rel` of SDCG is from 0 to below `max_rel`, not -1 to 2"),
        ("SDCG", {"min_rel": 2, "k": 5}, "`min_rel` of SDCG is from 0 to below `max_rel`, not 2 to 2"),
    ],
)
def test_what_cannot_be_meant_is_refused(name: str, told: dict[str, Any], complaint: str) -> None:
    with pytest.raises(UsageError) as refusal:
        find(name)(**told).values(example([1, 0], missed=[2]))
    assert refusal.value.message == complaint
    assert refusal.value.slug in ("measure-parameter", "unknown-choice")


def test_the_highest_grade_is_that_of_all_judgements_found_or_not() -> None:
    topics = judged(Drawn((1, 0)), Drawn((None,), missed=(3,)))
    assert find("ERR")().values(topics).tolist() == [1 / 8, 0]
    assert find("nERR")().values(topics).tolist() == [1, 0]
    assert (find("SDCG") @ 1).values(topics).tolist() == [1 / 3, 0]


def test_a_scale_of_a_hundred_grades_and_more() -> None:
    [value] = find("ERR")().values(example([2000, 1999, 1998]))
    assert value == pytest.approx(1)
    [value] = find("ERR")().values(example([1999, 2000]))
    assert value == pytest.approx(1 / 2 + 1 / 4)


def test_g_may_fall_when_a_better_document_moves_up() -> None:
    assert not promotion(find("G")(), Drawn((1, 2, 3)))


SIZES = st.lists(st.one_of(st.integers(0, 3), st.integers(0, 70)), max_size=12)


@PATIENT
@given(sizes=SIZES, seed=st.integers(0, 1000))
def test_running_down_a_ranking_is_one_step_after_the_other(sizes: list[int], seed: int) -> None:
    random = np.random.default_rng(seed)
    topics = [Drawn((*(None if random.random() < 0.3 else 1 for _ in range(size)),)) for size in sizes]
    hits = judged(*topics).hits
    values = random.random(len(hits.rank))
    each = [values[hits.topic == topic].tolist() for topic in range(len(sizes))]
    assert running(hits, values).tolist() == [total for topic in each for total in accumulate(topic)]
    assert running(hits, values, np.multiply).tolist() == [
        product for topic in each for product in accumulate(topic, mul)
    ]


def test_the_total_at_a_rank_is_that_of_the_last_hit_above_it() -> None:
    hits = judged(Drawn((None, 1, None, 1)), Drawn(()), Drawn((1,))).hits
    totals = np.array([5.0, 7.0, 2.0])
    topic, rank = np.array([0, 0, 0, 0, 0, 1, 2, 2]), np.array([0, 1, 2, 3, 9, 4, 1, 5])
    assert down_to(hits, totals, topic, rank).tolist() == [0, 0, 5, 5, 7, 0, 2, 2]
    nothing = judged(Drawn(())).hits
    assert down_to(nothing, np.empty(0), np.array([0]), np.array([3])).tolist() == [0]


@pytest.mark.parametrize("name", ["ERR@3", "nERR@3", "SDCG@3"])
def test_the_scale_does_not_depend_on_the_topics_asked_for(name: str) -> None:
    qrels = {"1": {"a": 1, "b": 2}, "2": {"a": 3}}
    ranking = ["a", "b"]
    whole = cf.evaluate(qrels, {"1": ranking, "2": ["a"]}, name)
    part = cf.evaluate(qrels, {"1": ranking}, name, topics=["1"])
    assert part.values[0, 0, 0] == whole.values[0, 0, 0]


@pytest.mark.parametrize("name", ["nDCG(dcg='exp-log2')", "DCG(dcg='exp-log2')@1", "IDCG(dcg='exp-log2')"])
def test_two_to_the_power_of_a_huge_grade_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="a grade of 1024 is too high") as refused:
        parse(name)[0].values(example([1024, 2]))
    assert refused.value.slug == "measure-parameter"
    assert find("nDCG")(dcg="exp-log2", gains="1024=9").values(example([1024, 2])) == 1
    assert np.isfinite(find("DCG")(dcg="exp-log2").values(example([999] * 50))).all()
