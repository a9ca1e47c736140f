"""The measures of ranks that trec_eval has give trec_eval's number, to the last bit."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.measure import BoundMeasure, parse
from cranfield.model.scores import LEAST
from tests.measure.drawn import PATIENT, TOPICS, Drawn, Grade, judged
from tests.measure.outside.test_trec_eval import as_run, evaluable, ours

pytrec_eval = pytest.importorskip("pytrec_eval")

ASKED = {
    "Rprec",
    "Rprec_mult.0.2,0.7,1,1.4",
    "iprec_at_recall.0,0.1,0.3,0.5,0.7,1",
    "11pt_avg",
    "infAP",
    "gm_map",
    "gm_bpref",
}
MEASURES = parse(
    "Rprec Rprec_mult_0.2 Rprec_mult_0.7 Rprec_mult_1 Rprec_mult_1.4 11pt_avg infAP gm_map gm_bpref "
    "iprec_at_recall_0 iprec_at_recall_0.1 iprec_at_recall_0.3 iprec_at_recall_0.5 iprec_at_recall_0.7 "
    "iprec_at_recall_1"
)
COVERED = {bound.measure.name for bound in MEASURES}

SEEDS = st.integers(0, 10_000)


def long_topic(seed: int) -> Drawn:
    """Recall levels differ more often with many relevant documents than hypothesis draws."""
    random = np.random.default_rng(seed)
    grades: list[Grade] = [None, -1, 0, 0, 1, 1, 2, 3]
    ranking = tuple(grades[number] for number in random.integers(0, len(grades), random.integers(1, 200)))
    return Drawn((*ranking, 2), (1,) * int(random.integers(0, 30)))


def as_trec_eval_says(bound: BoundMeasure, value: float) -> float:
    """A topic without anything relevant has 0 there, and geometric measures give the logarithm of each topic."""
    value = 0.0 if math.isnan(value) else value
    return math.log(max(value, LEAST)) if bound.aggregate == "geometric" else value


def assert_equal_to_the_bit(topics: list[Drawn], level: int) -> None:
    qrels = {f"q{number:02}": topic.judgements for number, topic in enumerate(topics)}
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, ASKED, relevance_level=level)
    theirs = evaluator.evaluate({f"q{number:02}": as_run(topic) for number, topic in enumerate(topics)})
    hits = judged(*topics)
    for bound in MEASURES:
        assert bound.trec_eval_name is not None
        for value, topic in zip(ours(bound, level).values(hits).tolist(), sorted(theirs), strict=True):
            assert as_trec_eval_says(bound, value) == theirs[topic][bound.trec_eval_name], bound


@PATIENT
@given(topics=st.lists(TOPICS.filter(evaluable), min_size=1, max_size=3), level=st.sampled_from([1, 2]))
def test_equals_trec_eval_to_the_bit(topics: list[Drawn], level: int) -> None:
    assert_equal_to_the_bit(topics, level)


@PATIENT
@given(seed=SEEDS, level=st.sampled_from([1, 2]))
def test_equals_trec_eval_to_the_bit_on_long_lists(seed: int, level: int) -> None:
    assert_equal_to_the_bit([long_topic(seed), long_topic(seed + 1)], level)
