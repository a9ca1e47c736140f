"""What BEIR's `EvaluateRetrieval` documents, through the class that stands in for it."""

from __future__ import annotations

import copy
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cranfield as cf
from cranfield.compat.beir import EvaluateRetrieval

QRELS = {"q1": {"a": 1, "b": 2, "c": 0}, "q2": {"d": 1}}
RESULTS = {"q1": {"x": 9.0, "a": 8.0, "d": 7.0, "b": 1.0}, "q2": {"x": 2.0, "y": 1.0}}

Qrels = dict[str, dict[str, int]]
Results = dict[str, dict[str, float]]


def custom(
    metric: str, qrels: Any = QRELS, results: Any = RESULTS, ks: Any = (1, 2, 4), **told: Any
) -> dict[str, float]:
    return EvaluateRetrieval.evaluate_custom(qrels, results, ks, metric, **told)


def test_four_dicts_of_means_rounded_to_five_digits() -> None:
    ndcg, average, recall, precision = EvaluateRetrieval.evaluate(QRELS, RESULTS, [1, 3, 4])
    assert ndcg == {"NDCG@1": 0.0, "NDCG@3": 0.11991, "NDCG@4": 0.2836}
    assert average == {"MAP@1": 0.0, "MAP@3": 0.125, "MAP@4": 0.25}
    assert recall == {"Recall@1": 0.0, "Recall@3": 0.25, "Recall@4": 0.5}
    assert precision == {"P@1": 0.0, "P@3": 0.16667, "P@4": 0.25}


def test_mrr_counts_down_to_the_first_relevant_document() -> None:
    assert custom("mrr") == {"MRR@1": 0.0, "MRR@2": 0.25, "MRR@4": 0.25}


def test_recall_is_capped_by_what_the_cut_off_can_hold() -> None:
    assert custom("recall_cap", ks=[1, 2, 4]) == {"R_cap@1": 0.0, "R_cap@2": 0.25, "R_cap@4": 0.5}


def test_a_hole_is_a_document_that_was_judged_for_no_topic_at_all() -> None:
    # `d` was judged, if only for the other topic.
    assert custom("hole") == {"Hole@1": 1.0, "Hole@2": 0.75, "Hole@4": (1 / 4 + 2 / 4) / 2}


def test_accuracy_is_whether_anything_relevant_is_there() -> None:
    assert custom("top_k_accuracy") == {"Accuracy@1": 0.0, "Accuracy@2": 0.5, "Accuracy@4": 0.5}


@pytest.mark.parametrize(
    "names",
    [
        ("mrr", "MRR", "mrr@k", "mrr_cut"),
        ("recall_cap", "R_cap", "r_cap@k"),
        ("hole", "hole@k"),
        ("acc", "top_k_acc", "Accuracy", "accuracy@k", "top_k_accuracy"),
    ],
)
def test_a_metric_has_several_names(names: tuple[str, ...]) -> None:
    assert all(custom(name) == custom(names[0]) for name in names)


def test_a_metric_that_does_not_exist_is_refused() -> None:
    with pytest.raises(cf.UsageError, match="no metric `map`"):
        custom("map")


# Means


@pytest.mark.filterwarnings("ignore:.*the results have nothing for:cranfield.CranfieldWarning")
def test_a_topic_without_results_is_left_out_by_one_and_counted_by_the_other() -> None:
    results = {"q1": RESULTS["q1"]}
    _, _, recall, _ = EvaluateRetrieval.evaluate(QRELS, results, [4])
    assert recall == {"Recall@4": 1.0}
    assert custom("mrr", results=results, ks=[4]) == {"MRR@4": 0.25}


def test_a_topic_without_results_is_told() -> None:
    with pytest.warns(cf.CranfieldWarning, match="nothing for 1 of 2 judged topics: q2"):
        EvaluateRetrieval.evaluate(QRELS, {"q1": RESULTS["q1"]}, [4])


def test_a_topic_with_empty_results_counts_0() -> None:
    _, _, recall, _ = EvaluateRetrieval.evaluate(QRELS, {"q1": RESULTS["q1"], "q2": {}}, [4])
    assert recall == {"Recall@4": 0.5}


def test_results_of_a_topic_without_judgements_are_left_out() -> None:
    results = {**RESULTS, "q9": {"a": 1.0}}
    assert EvaluateRetrieval.evaluate(QRELS, results, [4]) == EvaluateRetrieval.evaluate(QRELS, RESULTS, [4])
    for metric in ("mrr", "recall_cap", "hole", "accuracy"):
        assert custom(metric, results=results) == custom(metric)


def test_a_topic_without_relevant_documents_counts_0() -> None:
    assert custom("recall_cap", qrels={**QRELS, "q2": {"d": 0}}, ks=[4]) == {"R_cap@4": 0.5}


def test_one_ranking_for_all_measures_ties_included() -> None:
    constant = {"q1": {"a": 1.0, "b": 1.0, "x": 1.0, "y": 1.0}}
    qrels = {"q1": {"a": 1}}
    _, average, _, _ = EvaluateRetrieval.evaluate(qrels, constant, [4])
    assert average["MAP@4"] == custom("mrr", qrels=qrels, results=constant, ks=[4])["MRR@4"] == 0.25


@pytest.mark.parametrize("results", [{}, {"q9": {"a": 1.0}}])
@pytest.mark.filterwarnings("ignore:.*the results have nothing for:cranfield.CranfieldWarning")
def test_nothing_to_evaluate_is_refused(results: Results) -> None:
    with pytest.raises(cf.InputError):
        EvaluateRetrieval.evaluate(QRELS, results, [1])
    with pytest.raises(cf.InputError):
        custom("hole", results=results)


def test_a_cut_off_that_is_none_is_refused() -> None:
    with pytest.raises(cf.UsageError, match="k_values is empty"):
        EvaluateRetrieval.evaluate(QRELS, RESULTS, [])
    with pytest.raises(cf.UsageError, match="whole number from 1"):
        EvaluateRetrieval.evaluate(QRELS, RESULTS, [0])


@pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")
def test_ids_may_be_whole_numbers_and_scores_numpys() -> None:
    qrels: Any = {1: {2: np.int64(1)}, 5: {6: 1}, 8: {8: 1, 9: 1}}
    results: Any = {1: {2: np.float32(0.5), 3: 0.25}, 8: {8: 1.0, 9: 0.5}}
    assert EvaluateRetrieval.evaluate(qrels, results, [1])[3] == {"P@1": 1.0}
    assert custom("hole", qrels, results, [2]) == {"Hole@2": 0.16667}


# Identical ids


def test_a_document_with_the_id_of_its_topic_is_left_out_and_the_results_stay_as_they_are() -> None:
    results = {"q1": {"q1": 10.0, "a": 8.0}, "q2": {"d": 1.0}}
    before = copy.deepcopy(results)
    _, _, _, ignoring = EvaluateRetrieval.evaluate(QRELS, results, [1])
    _, _, _, with_them = EvaluateRetrieval.evaluate(QRELS, results, [1], ignore_identical_ids=False)
    assert (ignoring["P@1"], with_them["P@1"]) == (1.0, 0.5)
    assert custom("mrr", results=results, ks=[2]) == {"MRR@2": 1.0}
    assert custom("mrr", results=results, ks=[2], ignore_identical_ids=False) == {"MRR@2": 0.75}
    assert results == before


def test_losing_a_relevant_document_so_is_told() -> None:
    qrels, results = {"0": {"0": 1}, "1": {"5": 1}}, {"0": {"0": 2.0, "7": 1.0}, "1": {"5": 1.0}}
    with pytest.warns(cf.CranfieldWarning, match="1 relevant document left out .*: 0"):
        _, _, recall, _ = EvaluateRetrieval.evaluate(qrels, results, [1])
    assert recall == {"Recall@1": 0.5}


# Around it


def test_the_numbers_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        EvaluateRetrieval.evaluate(QRELS, RESULTS, [4])
        custom("mrr", ks=[4])
    assert caplog.messages == [
        "NDCG@4: 0.2836",
        "MAP@4: 0.2500",
        "Recall@4: 0.5000",
        "P@4: 0.2500",
        "MRR@4: 0.2500",
    ]


class Retriever:
    """Remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Callable[..., str]:
        def answer(*values: Any, **named: Any) -> str:
            self.asked.append((name, *values, named))
            return f"what {name} found"

        return answer


def test_the_retriever_is_asked_for_what_is_retrieved(tmp_path: Path) -> None:
    retriever, corpus, queries = Retriever(), dict.fromkeys("abdxy", "text"), {"q1": "?"}
    evaluation = EvaluateRetrieval(retriever, k_values=[1, 7], score_function="dot")
    assert evaluation.retrieve(corpus, queries, batch=3) == "what search found"
    assert evaluation.rerank(corpus, queries, RESULTS, top_k=1) == "what search found"
    assert retriever.asked == [
        ("search", corpus, queries, 7, "dot", {"batch": 3}),
        ("search", {"x": "text"}, queries, 1, "dot", {}),
    ]


def test_embeddings_are_written_and_searched(tmp_path: Path) -> None:
    retriever = Retriever()
    (tmp_path / "corpus.0.pkl").touch()
    found = EvaluateRetrieval(retriever).encode_and_retrieve({}, {}, encode_output_path=str(tmp_path))
    assert found == "what search_from_files found"
    (encode, _, _, _), (search, named) = retriever.asked
    assert (encode, search) == ("encode", "search_from_files")
    assert named == {
        "query_embeddings_file": str(tmp_path / "queries.pkl"),
        "corpus_embeddings_files": [str(tmp_path / "corpus.0.pkl")],
        "top_k": 1000,
    }


def test_without_a_retriever_there_is_evaluation_only() -> None:
    evaluation = EvaluateRetrieval(k_values=[1, 3])
    assert evaluation.evaluate(QRELS, RESULTS, evaluation.k_values)[2] == {"Recall@1": 0.0, "Recall@3": 0.25}
    with pytest.raises(ValueError, match="no retriever"):
        evaluation.retrieve({}, {})


# Against the definitions

KS = [1, 2, 5, 100]
DOCUMENTS = st.sampled_from([f"d{number}" for number in range(8)] + ["q0", "q1"])
CAMPAIGN = st.dictionaries(
    st.sampled_from(["q0", "q1", "q2"]),
    st.tuples(
        st.dictionaries(DOCUMENTS, st.sampled_from([0, 1, 1, 2]), min_size=1),
        st.one_of(st.none(), st.dictionaries(DOCUMENTS, st.integers(0, 5).map(float), min_size=1)),
    ),
    min_size=1,
).filter(lambda campaign: any(results for _, results in campaign.values()))


def drawn(campaign: dict[str, Any]) -> tuple[Qrels, Results]:
    qrels = {topic: grades for topic, (grades, _) in campaign.items()}
    results = {topic: scores for topic, (_, scores) in campaign.items() if scores is not None}
    return qrels, results


@settings(max_examples=80, deadline=None)
@given(campaign=CAMPAIGN)
@pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")
def test_the_four_are_means_of_what_pytrec_eval_gives(campaign: dict[str, Any]) -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval")
    qrels, results = drawn(campaign)
    evaluator = pytrec_eval.RelevanceEvaluator(
        qrels, {f"{name}.1,2,5,100" for name in ("ndcg_cut", "map_cut", "recall", "P")}
    )
    by_topic = evaluator.evaluate(results).values()
    found = EvaluateRetrieval.evaluate(qrels, results, KS, ignore_identical_ids=False)
    for means, (shown, name) in zip(
        found, [("NDCG", "ndcg_cut"), ("MAP", "map_cut"), ("Recall", "recall"), ("P", "P")], strict=True
    ):
        for k in KS:
            mean = np.mean([values[f"{name}_{k}"] for values in by_topic])
            assert means[f"{shown}@{k}"] == pytest.approx(mean, abs=1e-5)


def by_hand(metric: str, k: int, ranking: list[str], grades: dict[str, int], judged: set[str]) -> float:
    top = ranking[:k]
    relevant = [document for document, grade in grades.items() if grade > 0]
    hits = [rank for rank, document in enumerate(top, 1) if document in relevant]
    if metric == "mrr":
        return 1 / hits[0] if hits else 0
    if metric == "recall_cap":
        return len(hits) / min(k, len(relevant)) if relevant else 0
    if metric == "hole":
        return sum(document not in judged for document in top) / k
    return float(bool(hits))


@settings(max_examples=80, deadline=None)
@given(campaign=CAMPAIGN)
@pytest.mark.parametrize("metric", ["mrr", "recall_cap", "hole", "accuracy"])
@pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")
def test_the_others_are_what_their_definitions_say(metric: str, campaign: dict[str, Any]) -> None:
    qrels, results = drawn(campaign)
    judged = {document for grades in qrels.values() for document in grades}
    found = custom(metric, qrels, results, KS).values()
    for k, mean in zip(KS, found, strict=True):
        total = 0.0
        for topic, scores in results.items():
            ranking = sorted(
                set(scores) - {topic}, key=lambda document: (scores[document], document), reverse=True
            )
            total += by_hand(metric, k, ranking, qrels[topic], judged)
        assert mean == pytest.approx(total / len(qrels), abs=1e-5)
