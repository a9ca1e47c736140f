"""Every measure that trec_eval has gives trec_eval's number, to the last bit."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.measure import BoundMeasure, parse
from tests.measure.drawn import PATIENT, TOPICS, Drawn, judged

pytrec_eval = pytest.importorskip("pytrec_eval")

TREC_EVAL = {
    "map": "map",
    "map_cut_3,10": "map_cut_3 map_cut_10",
    "recip_rank": "recip_rank",
    "bpref": "bpref",
    "P_3,10": "P_3 P_10",
    "recall_3,10": "recall_3 recall_10",
    "ndcg": "ndcg",
    "ndcg_cut_3,10": "ndcg_cut_3 ndcg_cut_10",
    "num_ret": "num_ret",
    "num_rel": "num_rel",
    "num_rel_ret": "num_rel_ret",
}
MEASURES = parse(" ".join(TREC_EVAL))
COVERED = {bound.measure.name for bound in MEASURES}


def evaluable(topic: Drawn) -> bool:
    """trec_eval cannot evaluate a topic without documents, nor one where nothing was judged."""
    return len(topic.ranking) > 0 and any(grade >= 0 for grade in topic.judgements.values())


def as_run(topic: Drawn) -> dict[str, float]:
    # Whole numbers, all different: pytrec_eval holds scores in 32 bits.
    return {document: float(-rank) for rank, document in enumerate(topic.documents)}


def trec_eval_values(topics: list[Drawn], level: int) -> list[dict[str, float]]:
    qrels = {f"q{number:02}": topic.judgements for number, topic in enumerate(topics)}
    names = {name.replace("_3,10", ".3,10") for name in TREC_EVAL}
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, names, relevance_level=level)
    results = evaluator.evaluate({f"q{number:02}": as_run(topic) for number, topic in enumerate(topics)})
    return [results[f"q{number:02}"] for number in range(len(topics))]


def ours(bound: BoundMeasure, level: int) -> BoundMeasure:
    """Our measure at trec_eval's -l; nDCG has gains instead."""
    has_level = any(parameter.name == "rel" for parameter in bound.measure.parameters)
    return bound.measure(**{**dict(bound.settings), "rel": level}) if has_level else bound


@PATIENT
@given(topics=st.lists(TOPICS.filter(evaluable), min_size=1, max_size=3), level=st.sampled_from([1, 2]))
def test_equals_trec_eval_to_the_bit(topics: list[Drawn], level: int) -> None:
    hits, theirs = judged(*topics), trec_eval_values(topics, level)
    for bound in MEASURES:
        assert bound.trec_eval_name is not None
        values = ours(bound, level).values(hits).tolist()
        for value, expected in zip(values, theirs, strict=True):
            # trec_eval gives 0 where a topic has nothing relevant.
            assert (0.0 if math.isnan(value) else value) == expected[bound.trec_eval_name], bound
