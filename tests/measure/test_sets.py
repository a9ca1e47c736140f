"""Parameters that the general tests leave at their defaults, and what is refused."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.errors import UsageError
from cranfield.measure import example, find, parse
from cranfield.measure.by_hand import Topic, judge_by_hand
from cranfield.measure.families.sets.harmonic import alpha_of, e_measure, f_measure
from tests.measure.drawn import PATIENT, TOPICS, Drawn, judged
from tests.oracles import ORACLES

PRICES = st.sampled_from([-3, -0.5, 0, 0.25, 1, 2])
WEIGHTS = st.sampled_from([0, 0.5, 1, 2, 5])


def same(name: str, topic: Drawn, **settings: float) -> None:
    expected = ORACLES[name](topic.documents, topic.judgements, **settings)
    assert find(name)(**settings).values(judged(topic))[0] == pytest.approx(expected, abs=1e-12, nan_ok=True)


@PATIENT
@given(topic=TOPICS, a=PRICES, b=PRICES, c=PRICES, d=PRICES, collection=st.sampled_from([0, 100]))
def test_utility_at_any_price(topic: Drawn, a: float, b: float, c: float, d: float, collection: int) -> None:
    same("Utility", topic, a=a, b=b, c=c, d=d, collection=collection)


@PATIENT
@given(topic=TOPICS, beta=WEIGHTS)
def test_f_at_any_beta(topic: Drawn, beta: float) -> None:
    same("SetF", topic, beta=beta)
    same("F", topic, beta=beta, k=5)


@PATIENT
@given(topic=TOPICS, alpha=st.sampled_from([0, 0.2, 0.5, 1]))
def test_e_at_any_alpha(topic: Drawn, alpha: float) -> None:
    same("E", topic, alpha=alpha)
    same("E", topic, alpha=alpha, k=5)


@PATIENT
@given(topic=TOPICS, beta=WEIGHTS)
def test_f_and_e_in_either_notation(topic: Drawn, beta: float) -> None:
    for settings in ({"beta": beta}, {"alpha": alpha_of(beta)}):
        same("F", topic, k=5, **settings)
        same("E", topic, k=5, **settings)
    f, e = (find(name)(**{weight: 0.5}) @ 5 for name, weight in (("F", "alpha"), ("E", "beta")))
    assert f.values(judged(topic)) == pytest.approx(1 - find("E")(k=5).values(judged(topic)), nan_ok=True)
    assert e.values(judged(topic)) == pytest.approx(
        1 - find("F")(beta=0.5, k=5).values(judged(topic)), nan_ok=True
    )


@pytest.mark.parametrize(
    "wrong", ["F(beta=1, alpha=0.5)@5", "E(beta=2, alpha=0.2)", "F(alpha=1.5)@5", "E(beta=-1)"]
)
def test_one_weight_is_told_once_and_means_something(wrong: str) -> None:
    with pytest.raises(UsageError) as refused:
        parse(wrong)[0].values(example([1]))
    assert refused.value.slug == "measure-parameter"


HUGE = 10**13


@pytest.mark.parametrize(
    "wrong",
    [
        "F(beta=1e200)@5", "E(beta=1e200)", "SetF(beta=1e200)", "FPrime(beta=1e200)", "FPrime(beta=-4)",
        "RprecMult@1e300", "RprecMultAvgJG@-1", "RprecMultAvgJG@0", "RprecMultAvgJG@1e300",
        *(f"{name}(collection={HUGE})" for name in ("Rnorm", "Pnorm", "RankRecall", "LogPrecision", "Fallout",
          "Generality", "SetAccuracy", "Utility", "ESL", "ESLReduction", "SearchLength", "ESLRandom")),
        f"ADM(over='collection', collection={HUGE})", f"ADMmin(over='collection', collection={HUGE})",
        f"WSS(candidates={HUGE})", f"LastRel(candidates={HUGE})", f"RShare(candidates={HUGE})@0.5",
        f"ESL(want={HUGE})", f"ADMcat(n={HUGE})", f"ADMsd(ddof={HUGE})", "Utility(a=1e300)", "CG(gains='1=1e300')",
        "BandP(delta=-1)", "BandR(delta=-1)", "ThresholdP(sre=5)", "ThresholdR(ure=-1)", "ThresholdGenerality(ure=5)",
        "ADMsd(ddof=-5)", "SwetsE(ddof=-1)", "ADM(collection=100)", "ADMmin(collection=100)", "ADMrandom(collection=100)",
    ],
)  # fmt: skip
def test_numbers_that_mean_nothing_or_overflow_are_refused(wrong: str) -> None:
    one = judge_by_hand([Topic([None, 1], (1,), [0.8, 0.4], [{"a": 1}, {"a": 1}])])
    with pytest.raises(UsageError) as refused:
        parse(wrong)[0].values(one)
    assert refused.value.slug in ("measure-parameter", "measure-cutoff")


@given(precision=st.floats(0.01, 1), recall=st.floats(0.01, 1), beta=st.floats(0, 10))
def test_two_notations_of_one_weight(precision: float, recall: float, beta: float) -> None:
    of_beta = float(f_measure(precision, recall, beta))
    assert 1 - float(e_measure(precision, recall, alpha_of(beta))) == pytest.approx(of_beta, abs=1e-12)


def test_the_ends_of_the_weights_are_precision_and_recall() -> None:
    hits = example([1, 0, 0, 1], n=5)
    for measure, expected in {
        "SetF(beta=0)": 0.5,
        "E(alpha=1)": 1 - 0.5,
        "E(alpha=0)": 1 - 0.4,
    }.items():
        assert parse(measure)[0].values(hits)[0] == pytest.approx(expected, abs=1e-15), measure


def test_nothing_retrieved_scores_nothing() -> None:
    """Spec, section 0: recall-like measures 0, and set precision as in trec_eval."""
    nothing = example([], n=3)
    for bound in parse("SetP SetR SetRelP SetAP SetF EMean P@5 R@5 RelP@5 Success@5 F@5 Unjudged@5"):
        assert bound.values(nothing)[0] == 0, bound
    assert parse("E")[0].values(nothing)[0] == 1


def test_a_short_list_has_no_holes_beyond_its_end() -> None:
    judged_at, unjudged_at = parse("Judged@10 unj_10")
    short, full = example([1, None]), example([1, None] * 5)
    assert (judged_at.values(short)[0], unjudged_at.values(short)[0]) == (0.5, 0.1)
    assert (judged_at.values(full)[0], unjudged_at.values(full)[0]) == (0.5, 0.5)


@pytest.mark.parametrize(
    "measure, message",
    [
        ("SetF(beta=-1)", "`beta` is 0 or more, not `-1`"),
        ("F(beta=-0.5)@5", "`beta` is 0 or more, not `-0.5`"),
        ("E(alpha=1.5)", "`alpha` is from 0 to 1, not `1.5`"),
        ("Fallout(collection=4)", "a collection of 4 is too small: topic 1 alone has 5 documents"),
        ("Generality(collection=4)", "a collection of 4 is too small"),
        ("SetAccuracy(collection=0)", "a collection of 0 is too small"),
        ("Utility(collection=4)", "a collection of 4 is too small"),
    ],
)
def test_a_value_that_makes_no_sense_is_refused(measure: str, message: str) -> None:
    [bound] = parse(measure)
    with pytest.raises(UsageError, match=message) as refused:
        bound.values(example([1, None, -1], missed=[1, 0]))
    assert refused.value.slug == "measure-parameter"


def test_a_collection_that_is_known_to_the_last_document() -> None:
    everything = example([1, None, -1], missed=[1, 0])
    for measure, expected in {
        "Fallout(collection=5)": 2 / 3,
        "Generality(collection=5)": 2 / 5,
        "SetAccuracy(collection=5)": 2 / 5,
    }.items():
        assert parse(measure)[0].values(everything)[0] == pytest.approx(expected), measure


def test_names_of_other_tools() -> None:
    names = "F1@5 HitRate@5 success_5 RCap@5 relative_P_5 Hole@5 unj_5 set_F num_q"
    assert [bound.name for bound in parse(names)] == [
        "F@5",
        "Success@5",
        "RelP@5",
        "Unjudged@5",
        "SetF",
        "NumQ",
    ]


def test_what_does_not_divide_by_relevant_documents_needs_none() -> None:
    bounds = parse("Fallout(collection=10) Generality(collection=10) SetAccuracy(collection=10) SetP")
    values = [bound.values(example([0, None]))[0] for bound in bounds]
    assert values == pytest.approx([0.2, 0, 0.8, math.nan], nan_ok=True)
