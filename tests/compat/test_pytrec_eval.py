"""What pytrec_eval documents, and what its users rely on, through the module that stands in for it."""

from __future__ import annotations

import copy
import gzip
import math
import re
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cranfield as cf
from cranfield.compat import pytrec_eval
from cranfield.compat.pytrec_eval import RelevanceEvaluator

QRELS = {"t1": {"a": 2, "b": 0, "c": 1}, "t2": {"a": 1, "d": -1}}
RUN = {"t1": {"b": 3.0, "a": 2.0, "x": 1.5, "c": 1.0}, "t2": {"x": 0.5, "a": 0.25}}
NOTHING: dict[str, dict[str, float]] = {}

pytestmark = pytest.mark.usefixtures("core")


def evaluated(
    measures: Any, qrels: Any = QRELS, run: Any = RUN, **settings: Any
) -> dict[str, dict[str, float]]:
    return RelevanceEvaluator(qrels, measures, **settings).evaluate(run)


def keys(*measures: str) -> list[str]:
    return list(evaluated(measures)["t1"])


def test_values_come_by_topic_and_measure() -> None:
    assert evaluated({"map", "P_2", "num_rel_ret"}) == {
        "t1": {"num_rel_ret": 2.0, "map": (1 / 2 + 2 / 4) / 2, "P_2": 0.5},
        "t2": {"num_rel_ret": 1.0, "map": 0.5, "P_2": 0.5},
    }


def test_every_value_is_a_plain_float() -> None:
    by_topic = evaluated(pytrec_eval.supported_measures)
    assert {type(value) for values in by_topic.values() for value in values.values()} == {float}


# Topics


def test_topics_are_those_of_run_and_judgements_in_the_order_of_the_run() -> None:
    run = {"t9": {"a": 1.0}, "t2": {"a": 1.0}, "t1": {"a": 1.0}}
    assert list(evaluated({"map"}, run=run)) == ["t2", "t1"]


def test_a_topic_whose_ranking_is_empty_counts_0() -> None:
    found = evaluated(
        {"map", "gm_map", "num_q", "num_ret", "num_rel", "iprec_at_recall_0.0"}, run={**RUN, "t2": {}}
    )
    assert found["t2"] == {
        "num_q": 1.0,
        "num_ret": 0.0,
        "num_rel": 1.0,
        "map": 0.0,
        "gm_map": math.log(1e-5),
        "iprec_at_recall_0.00": 0.0,
    }
    assert evaluated({"map"}, run={"t1": {}}) == {"t1": {"map": 0.0}}


def test_a_topic_without_judgements_is_left_out() -> None:
    assert list(evaluated({"map"}, qrels={**QRELS, "t1": {}})) == ["t2"]


def test_a_topic_without_relevant_documents_counts_0() -> None:
    qrels = {"t1": {"a": 0}, "t2": {"a": -1}}
    assert evaluated({"map", "ndcg", "num_rel"}, qrels=qrels) == {
        topic: {"num_rel": 0.0, "map": 0.0, "ndcg": 0.0} for topic in qrels
    }


def test_nothing_in_nothing_out() -> None:
    assert evaluated({"map"}, run=NOTHING) == {}
    assert evaluated([], run=RUN) == {"t1": {}, "t2": {}}
    assert RelevanceEvaluator({}, {"map"}).evaluate({}) == {}


def test_no_topic_in_common_is_told() -> None:
    with pytest.warns(cf.CranfieldWarning, match="leading zeros"):
        assert evaluated({"map"}, qrels={"301": {"a": 1}}, run={"0301": {"a": 1.0}}) == {}
    with pytest.warns(cf.CranfieldWarning, match="no judgements"):
        assert evaluated({"map"}, qrels={"t1": {}}) == {}


# Names


def test_the_supported_names_are_trec_evals() -> None:
    assert {"map", "ndcg_cut", "P", "relstring", "runid"} < pytrec_eval.supported_measures
    assert len(pytrec_eval.supported_measures) == 34
    assert pytrec_eval.supported_nicknames["set"] < pytrec_eval.supported_measures
    assert set(pytrec_eval.supported_nicknames) == {
        "official",
        "set",
        "all_trec",
        "prefs",
        "all_prefs",
        "qrels_jg",
    }


def test_a_measure_alone_has_trec_evals_cut_offs() -> None:
    assert keys("success") == ["success_1", "success_5", "success_10"]
    assert keys("recall") == [f"recall_{k}" for k in (5, 10, 15, 20, 30, 100, 200, 500, 1000)]
    assert keys("iprec_at_recall")[:3] == [
        "iprec_at_recall_0.00",
        "iprec_at_recall_0.10",
        "iprec_at_recall_0.20",
    ]


def test_cut_offs_follow_a_point_or_a_dash_in_a_list_and_replace_the_usual_ones() -> None:
    assert keys("P", "P.7,3", "P_3,40", "P_1") == ["P_1", "P_3", "P_7", "P_40"]
    assert keys("ndcg_cut.10", "Rprec_mult.0.5") == ["Rprec_mult_0.50", "ndcg_cut_10"]
    assert keys("official", "P_2")[-1] == "P_2"


def test_a_fraction_of_a_rank_is_cut_as_in_trec_eval() -> None:
    assert keys("P_23.4") == ["P_23"]


def test_nicknames_stand_for_all_their_measures() -> None:
    everything = keys("all_trec")
    assert len(everything) == 95  # 91 lines that trec_eval prints for a topic, and 4 for all of them
    assert keys(*pytrec_eval.supported_measures) == everything
    assert set(keys("official", "set")) < set(everything)


def test_parameters_do_not_show_in_the_key_where_one_variant_was_asked_for() -> None:
    found = evaluated({"set_F.4", "utility.2,-1,0,0", "ndcg.1=3", "11pt_avg.0.25,0.5"})["t1"]
    precision, recall = 2 / 4, 2 / 2
    assert list(found) == ["utility", "11pt_avg", "ndcg", "set_F"]
    assert found["set_F"] == pytest.approx(5 * precision * recall / (recall + 4 * precision))
    assert found["utility"] == 2 * 2 - 2


def test_variants_that_pytrec_eval_gives_one_key_have_one_each() -> None:
    found = evaluated({"set_F.0.5", "set_F.4", "iprec_at_recall.0.001,0.002,0.5"})["t1"]
    assert set(found) == {
        "set_F_0.5",
        "set_F_4",
        "iprec_at_recall_0.001",
        "iprec_at_recall_0.002",
        "iprec_at_recall_0.50",
    }
    assert found["set_F_0.5"] < found["set_F_4"]


def test_measures_may_be_one_string() -> None:
    assert list(evaluated("map P_5 ndcg_cut.1,10")["t1"]) == ["map", "P_5", "ndcg_cut_1", "ndcg_cut_10"]


def test_measures_of_no_nickname_and_of_trec_eval_10_are_there_too() -> None:
    assert keys("yaap", "unj", "rbp") == ["yaap", "rbp", "unj_5", "unj_10", "unj_20"]


def test_words_have_0_for_a_number() -> None:
    assert evaluated({"runid", "relstring.5"})["t1"] == {"runid": 0.0, "relstring": 0.0}


@pytest.mark.parametrize(
    "name, told",
    [
        ("nope", "unsupported measure `nope`"),
        ("MAP", "did you mean `map`?"),
        ("ndgc_cut_10", "did you mean `ndcg_cut`"),
        ("nDCG@10", "cranfield.evaluate has nDCG@10"),
        ("prefs_simp", "asks for more than grades"),
        ("map_10", "it is called map_cut_10"),
        ("recip_rank_10", "cranfield.evaluate has RR@10"),
        ("gm_map_10", "has no parameters"),
        ("utility.1", "utility.1,-1,0,0"),
        ("rbp.1=2", "gains of single grades"),
        ("P_0", "`0` in `P_0` is no cut-off"),
        ("P.5,,10", "`` in `P.5,,10` is no cut-off"),
        ("ndcg_cut_10abc", "`10abc` in `ndcg_cut_10abc` is no cut-off"),
        ("P_99999999999", "is no cut-off"),
        (5, "unsupported measure `5`"),
    ],
)  # fmt: skip
def test_a_name_that_means_nothing_is_a_value_error_that_says_what_does(name: Any, told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)) as caught:
        RelevanceEvaluator(QRELS, {"map", name})
    assert isinstance(caught.value, cf.UsageError)


# Relevance


def test_the_level_of_relevance_is_where_relevant_begins() -> None:
    assert evaluated({"num_rel"}, relevance_level=2)["t1"]["num_rel"] == 1
    assert RelevanceEvaluator(QRELS, {"num_rel"}, 0).evaluate(RUN)["t1"]["num_rel"] == 3
    assert evaluated({"num_rel"}, relevance_level=np.int64(3))["t1"]["num_rel"] == 0


def test_no_grade_below_0_is_relevant_whatever_the_level() -> None:
    assert evaluated({"num_rel", "map"}, relevance_level=-5)["t2"] == {"num_rel": 1.0, "map": 0.5}


def test_grades_may_have_fractions() -> None:
    qrels = {"t1": {"a": 0.5, "c": 0.25}}
    found = evaluated({"num_rel", "ndcg"}, qrels=qrels, relevance_level=0.5)["t1"]
    assert found["num_rel"] == 1
    ideal = 0.5 + 0.25 / math.log2(3)
    assert found["ndcg"] == pytest.approx((0.5 / math.log2(3) + 0.25 / math.log2(5)) / ideal)


def test_unjudged_documents_are_left_out_when_asked() -> None:
    assert evaluated({"map", "num_ret"}, judged_docs_only_flag=True)["t1"] == {
        "num_ret": 3.0,
        "map": (1 / 2 + 2 / 3) / 2,
    }
    assert RelevanceEvaluator(QRELS, {"num_ret"}, 1, True).evaluate({"t1": {"x": 1.0}}) == {
        "t1": {"num_ret": 0.0}
    }


def test_where_nothing_is_left_no_value_is_nan() -> None:
    found = evaluated({"iprec_at_recall", "11pt_avg"}, run={"t1": {"x": 1.0}}, judged_docs_only_flag=True)
    assert set(found["t1"].values()) == {0.0}


# What may come in


def test_ties_go_to_the_greater_id_and_scores_have_32_bits() -> None:
    tied = {"t1": {"a": 0.123456788, "b": 0.123456789}}
    assert evaluated({"recip_rank"}, run=tied)["t1"]["recip_rank"] == 0.5


def test_infinite_scores_are_scores() -> None:
    run = {"t1": {"b": -math.inf, "a": math.inf, "c": 1e300}}
    assert evaluated({"P_1", "P_2"}, run=run)["t1"] == {"P_1": 1.0, "P_2": 1.0}


def test_numbers_of_numpy_and_ids_that_are_numbers_are_welcome() -> None:
    qrels: dict[Any, Any] = {301: {7: np.int64(1), 8: np.int8(0)}}
    run: dict[Any, Any] = {301: {7: np.float32(0.5), 8: np.float64(0.75), 9: np.int64(0)}}
    found: dict[Any, Any] = evaluated({"recip_rank"}, qrels=qrels, run=run)
    assert found == {301: {"recip_rank": 0.5}}


def test_a_list_is_a_ranking_best_document_first() -> None:
    assert evaluated({"recip_rank"}, run={"t1": ["b", "x", "c"]}) == {"t1": {"recip_rank": 1 / 3}}


@pytest.mark.parametrize(
    "run, told",
    [
        ({"t1": {"a": math.nan}}, "the score is NaN"),
        ({"t1": {"a": "1.0"}}, "document `a`: the score '1.0' is not a number"),
        ({"t1": {None: 1.0}}, "the id of the document is missing"),
        ({"t1": None}, "topic `t1`: `None` is no collection of documents"),
        ([("t1", "a", 1.0)], "must be a dict {topic: {document: score}}"),
    ],
)
def test_a_run_that_cannot_be_ranked_is_a_type_error_that_says_why(run: Any, told: str) -> None:
    with pytest.raises(TypeError, match=re.escape(told)) as caught:
        evaluated({"map"}, run=run)
    assert isinstance(caught.value, cf.InputError)


def test_wrong_judgements_are_refused_at_once() -> None:
    with pytest.raises(TypeError, match="grade 'x' is not a number"):
        RelevanceEvaluator({"t1": {"a": "x"}}, {"map"})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match="query_relevance must be a dict"):
        RelevanceEvaluator([], {"map"})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="relevance_level must be a number"):
        RelevanceEvaluator(QRELS, {"map"}, "2")  # type: ignore[arg-type]


def test_what_a_measure_refuses_is_told() -> None:
    with pytest.raises(ValueError, match="more than 0"):
        evaluated({"Rprec_mult.0"})


# One evaluator, many calls


def test_nothing_that_was_handed_over_is_changed_and_later_changes_do_not_matter() -> None:
    qrels, run = copy.deepcopy((QRELS, RUN))
    evaluator = RelevanceEvaluator(qrels, {"map"})
    before = evaluator.evaluate(run)
    assert (qrels, run) == (QRELS, RUN)
    qrels["t1"].clear()
    assert evaluator.evaluate(run) == before


def test_one_evaluator_serves_many_threads() -> None:
    evaluator = RelevanceEvaluator(QRELS, {"all_trec"})
    runs = [{"t1": {"a": 1.0, "b": float(number % 3)}} for number in range(60)]
    alone = [RelevanceEvaluator(QRELS, {"all_trec"}).evaluate(run) for run in runs[:3]]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(evaluator.evaluate, runs)) == alone * 20


@pytest.mark.parametrize("level", [1, 2])
def test_a_run_of_a_few_among_thousands_of_topics_has_the_values_that_it_has_alone(level: int) -> None:
    grades = ({"a": 0, "b": 1}, {"a": 2, "c": -1, "d": 0, "e": 1}, {"x": 1})
    qrels = {f"t{number}": grades[number % 3] for number in range(1500)}
    run = {
        topic: {"a": 1.0, "d": 2.0, "c": 3.0, "e": 0.5} for topic in ("t9", "t1000", "t31", "t10", "t1499")
    }
    run["t302"] = {}
    alone = {topic: qrels[topic] for topic in run}
    found = evaluated({"all_trec"}, qrels, run, relevance_level=level)
    assert found == evaluated({"all_trec"}, alone, run, relevance_level=level)
    assert list(found) == list(run)


def test_evaluators_do_not_share_parameters() -> None:
    ten, all_of_them = RelevanceEvaluator(QRELS, {"P_10"}), RelevanceEvaluator(QRELS, {"P"})
    for _ in range(2):
        assert len(ten.evaluate(RUN)["t1"]) == 1
        assert len(all_of_them.evaluate(RUN)["t1"]) == 9


# Files


def test_a_run_is_parsed_from_lines_topics_in_their_order() -> None:
    run = pytrec_eval.parse_run(["10 Q0 b 1 2.5 tag\n", "\n", "9 Q0 a 1 -1e-2 tag\n", "10\tQ0 a 2 2\rtag"])
    assert list(run.items()) == [("10", {"b": 2.5, "a": 2.0}), ("9", {"a": -0.01})]
    assert run["nowhere"] == {}


def test_judgements_are_parsed_as_whole_numbers_where_they_are() -> None:
    qrels = pytrec_eval.parse_qrel(["\ufeff1 0 a 2\r\n", "1 0 b -1\r\n", "1 0 c 1.0", "1 0 d 0.5"])
    assert qrels == {"1": {"a": 2, "b": -1, "c": 1, "d": 0.5}}
    assert [type(grade) for grade in qrels["1"].values()] == [int, int, int, float]


def test_files_are_parsed_open_or_by_name_compressed_or_not(tmp_path: Path) -> None:
    text = "1 Q0 a 1 2.5 tag\n1 Q0 \u00e9 2 1.5 tag\n"
    plain, packed = tmp_path / "one.run", tmp_path / "one.run.gz"
    plain.write_text(text, encoding="utf-8")
    packed.write_bytes(gzip.compress(text.encode()))
    with (
        plain.open(encoding="utf-8") as as_text,
        plain.open("rb") as as_bytes,
        packed.open("rb") as as_packed,
    ):
        found = [pytrec_eval.parse_run(each) for each in (as_text, as_bytes, as_packed, plain, str(packed))]
    assert found == [{"1": {"a": 2.5, "\u00e9": 1.5}}] * 5


def test_nothing_parses_to_nothing() -> None:
    assert pytrec_eval.parse_run([]) == {}
    assert pytrec_eval.parse_qrel(["\n"]) == {}


def test_a_fault_is_told_with_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "bad.run"
    file.write_text("1 Q0 a 1 2.5 tag\n1 Q0 a 2 1.5 tag\n")
    with file.open() as lines, pytest.raises(ValueError, match=r"bad\.run:2: document `a` appears twice"):
        pytrec_eval.parse_run(lines)
    with pytest.raises(ValueError, match=r"qrels:1: .*4 columns, this one has 3"):
        pytrec_eval.parse_qrel(["1 0 a"])
    with pytest.raises(ValueError, match="there is no such file"):
        pytrec_eval.parse_run(tmp_path / "none.run")


# All topics together


@pytest.mark.parametrize(
    "measure, values, expected",
    [
        ("map", [0.5, 0.25, 0.75], 0.5),
        ("num_rel", [2, 3], 5.0),
        ("gm_map", [math.log(0.25), math.log(0.04)], 0.1),
        ("num_ret", [], 0.0),
    ],
)
def test_aggregates_hang_on_the_name(measure: str, values: list[float], expected: float) -> None:
    assert pytrec_eval.compute_aggregated_measure(measure, values) == pytest.approx(expected)


def test_the_mean_of_nothing_is_nan_and_no_noise() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert math.isnan(pytrec_eval.compute_aggregated_measure("map", []))
        assert math.isnan(pytrec_eval.compute_aggregated_measure("gm_map", []))


@pytest.mark.filterwarnings("ignore:.*nobody judged:cranfield.CranfieldWarning")
def test_the_means_are_those_of_cranfield_itself() -> None:
    measures = ["map", "gm_map", "P_10", "num_rel_ret"]
    by_topic = evaluated(measures)
    scores = cf.evaluate(QRELS, RUN, measures, topics="common", no_relevant="zero", precision="single")
    for measure in measures:
        values = [values[measure] for values in by_topic.values()]
        assert pytrec_eval.compute_aggregated_measure(measure, values) == pytest.approx(
            scores.mean("run", measure)
        )
