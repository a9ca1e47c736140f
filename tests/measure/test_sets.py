"""Parameters that the general tests leave at their defaults, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.errors import UsageError
from cranfield.measure import example, find, parse
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
