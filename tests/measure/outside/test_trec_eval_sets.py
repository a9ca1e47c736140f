"""Sets and contingency tables as trec_eval counts them, to the last bit; and what ir_measures makes of them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.measure import BoundMeasure, find, parse
from tests.measure.drawn import PATIENT, TOPICS, Drawn, judged

pytrec_eval = pytest.importorskip("pytrec_eval")
ir_measures = pytest.importorskip("ir_measures")

NAMES = {
    "num_q",
    "num_nonrel_judged_ret",
    "relative_P_3",
    "relative_P_10",
    "success_3",
    "success_10",
    "set_P",
    "set_recall",
    "set_relative_P",
    "set_map",
    "set_F",
    "utility",
}
ASKED = {"relative_P.3,10", "success.3,10"} | {name for name in NAMES if not name[-1].isdigit()}
COUNTS = {"num_ret", "num_rel", "num_rel_ret"}
MEASURES = parse(sorted(NAMES))
COVERED = {bound.measure.name for bound in MEASURES} | {
    "E",
    "EMean",
    "F",
    "Fallout",
    "Generality",
    "SetAccuracy",
}


def evaluable(topic: Drawn) -> bool:
    """trec_eval cannot evaluate a topic without documents, nor one where nothing was judged."""
    return len(topic.ranking) > 0 and any(grade >= 0 for grade in topic.judgements.values())


def as_run(topic: Drawn) -> dict[str, float]:
    return {document: float(-rank) for rank, document in enumerate(topic.documents)}


def trec_eval_values(topic: Drawn, level: int, names: set[str]) -> dict[str, float]:
    evaluator = pytrec_eval.RelevanceEvaluator({"q": topic.judgements}, names, relevance_level=level)
    values: dict[str, float] = evaluator.evaluate({"q": as_run(topic)})["q"]
    return values


def value(bound: BoundMeasure, topic: Drawn) -> float:
    return float(bound.values(judged(topic))[0])


@PATIENT
@given(topic=TOPICS.filter(evaluable), level=st.sampled_from([1, 2]))
def test_equals_trec_eval_to_the_bit(topic: Drawn, level: int) -> None:
    theirs = trec_eval_values(topic, level, ASKED)
    assert set(theirs) == NAMES
    for bound in MEASURES:
        ours = (
            bound if bound.measure.name == "NumQ" else bound.measure(**{**dict(bound.settings), "rel": level})
        )
        measured = value(ours, topic)
        # trec_eval gives 0 where a topic has nothing relevant.
        assert bound.trec_eval_name is not None
        assert (0.0 if math.isnan(measured) else measured) == theirs[bound.trec_eval_name], bound


def relevant(topic: Drawn) -> bool:
    return evaluable(topic) and any(grade >= 1 for grade in topic.judgements.values())


@PATIENT
@given(topic=TOPICS.filter(relevant), x=st.sampled_from([0.25, 1.0, 4.0]))
def test_a_parameter_of_trec_eval_is_our_beta_squared(topic: Drawn, x: float) -> None:
    theirs = trec_eval_values(topic, 1, {f"set_F.{x}"})["set_F"]
    assert value(find("SetF")(beta=math.sqrt(x)), topic) == pytest.approx(theirs, abs=1e-15)
    run = {"q": as_run(topic)}
    [metric] = ir_measures.iter_calc([ir_measures.SetF(beta=x)], {"q": topic.judgements}, run)
    assert metric.value == theirs


@PATIENT
@given(topic=TOPICS.filter(relevant), k=st.sampled_from([1, 3, 10]))
def test_f_and_e_at_k_are_those_of_the_set_of_k_documents(topic: Drawn, k: int) -> None:
    filled = topic.ranked([*topic.ranking, *[None] * (k - len(topic.ranking))])
    theirs = trec_eval_values(filled.cut(k), 1, {"set_F", "set_P", "set_recall"})
    assert value(find("F") @ k, topic) == theirs["set_F"]
    assert value(find("E") @ k, topic) == pytest.approx(1 - theirs["set_F"], abs=1e-15)
    assert value(find("EMean") @ k, topic) == (theirs["set_P"] + theirs["set_recall"]) / 2


@PATIENT
@given(topic=TOPICS.filter(relevant), collection=st.sampled_from([40, 1000]))
def test_the_table_is_that_of_trec_evals_counts(topic: Drawn, collection: int) -> None:
    counts = trec_eval_values(topic, 1, COUNTS)
    ret, rel, rel_ret = counts["num_ret"], counts["num_rel"], counts["num_rel_ret"]
    assert value(find("Fallout")(collection=collection), topic) == (ret - rel_ret) / (collection - rel)
    assert value(find("Generality")(collection=collection), topic) == rel / collection
    wrong = (ret - rel_ret) + (rel - rel_ret)
    assert value(find("SetAccuracy")(collection=collection), topic) == (collection - wrong) / collection
