"""The diversity measures give the numbers of ndeval, which TREC's Web Track was scored with."""

from __future__ import annotations

import math
import random
from typing import NamedTuple

import pytest

import cranfield as cf
from cranfield.measure import BoundMeasure, parse

pyndeval = pytest.importorskip("pyndeval")
ir_measures = pytest.importorskip("ir_measures")

# ndeval's names, and ours. It knows no k above 20.
CUT = {
    "alpha-DCG": "alpha_DCG",
    "alpha-nDCG": "alpha_nDCG",
    "ERR-IA": "ERR_IA",
    "nERR-IA": "nERR_IA",
    "P-IA": "P_IA",
    "strec": "StRecall",
}
UNCUT = {"NRBP": "NRBP", "nNRBP": "nNRBP", "MAP-IA": "AP_IA"}
COVERED = {*CUT.values(), *UNCUT.values()}
# At 1, ndeval forgets the divisor of these.
RAW_AT_1 = ("alpha-DCG@1", "ERR-IA@1")
NAMES = [f"{name}@{k}" for name in CUT for k in (1, 2, 5, 10, 20)] + list(UNCUT)


class Case(NamedTuple):
    judgements: list[tuple[str, str, str, int]]  # topic, aspect, document, grade
    run: dict[str, dict[str, float]]

    @property
    def results(self) -> list[tuple[str, str, float]]:
        return [(topic, doc, score) for topic, docs in self.run.items() for doc, score in docs.items()]


def drawn(seed: int, topics: int = 12) -> Case:
    """Topics with up to 12 aspects, some of them without relevant documents, judged in pools of all sizes."""
    chosen = random.Random(seed)
    judgements, run = [], {}
    for topic in (f"q{number}" for number in range(topics)):
        documents = [f"doc{number}" for number in range(chosen.choice([1, 4, 30, 60]))]
        for aspect in range(1, chosen.choice([1, 2, 5, 12]) + 1):
            share = chosen.choice([0, 0.1, 0.5])
            judgements += [
                (topic, str(aspect), doc, chosen.choice([1, 2, 3]) if chosen.random() < share else 0)
                for doc in documents
                if chosen.random() < 0.8
            ]
        retrieved = chosen.sample([*documents, *(f"new{number}" for number in range(20))], k=len(documents))
        run[topic] = {doc: float(-rank) for rank, doc in enumerate(retrieved)}
    return Case(judgements, run)


def settings_of(bound: BoundMeasure, alpha: float, beta: float, rel: int) -> BoundMeasure:
    told = {"alpha": alpha, "beta": beta, "rel": rel}
    names = {parameter.name for parameter in bound.measure.parameters}
    known = {name: value for name, value in told.items() if name in names}
    return bound.measure(**{**dict(bound.settings), **known})


def ours_for(name: str, alpha: float, beta: float, rel: int) -> BoundMeasure:
    stem, _, k = name.partition("@")
    (bound,) = parse(f"{CUT[stem]}@{k}" if k else UNCUT[stem])
    return settings_of(bound, alpha, beta, rel)


@pytest.mark.parametrize(
    "alpha, beta, rel", [(0.5, 0.5, 1), (0.1, 0.9, 1), (0.7, 0.3, 2), (1.0, 0.5, 1), (0.0, 0.5, 3)]
)
@pytest.mark.parametrize("seed", range(4))
def test_equals_ndeval(seed: int, alpha: float, beta: float, rel: int) -> None:
    case = drawn(seed)
    evaluator = pyndeval.RelevanceEvaluator(
        case.judgements, NAMES, relevance_level=rel, alpha=alpha, beta=beta
    )
    theirs = evaluator.evaluate(case.results)
    bounds = {name: ours_for(name, alpha, beta, rel) for name in NAMES}
    scores = cf.Evaluator(case.judgements, list(bounds.values()))(case.run)
    aspects = {
        topic: len({aspect for q, aspect, _, grade in case.judgements if q == topic and grade >= rel})
        for topic in case.run
    }
    assert any(aspects.values())
    for name, bound in bounds.items():
        for topic, value in zip(scores.topics, scores["run", bound.name].tolist(), strict=True):
            expected = theirs[topic][name]
            if not aspects[topic]:
                # ndeval gives 0 (nNRBP: NaN) where nothing is relevant.
                assert math.isnan(value), (name, topic)
                assert expected == 0 or math.isnan(expected), (name, topic)
                continue
            expected /= aspects[topic] if name in RAW_AT_1 else 1
            assert value == pytest.approx(expected, abs=1e-9), (name, topic)


IR_MEASURES = [
    "alpha_DCG@5", "alpha_DCG(alpha=0.2)@10", "alpha_nDCG@10", "alpha_nDCG(alpha=0.9,rel=2)@20", "ERR_IA@10",
    "nERR_IA@20", "NRBP", "NRBP(alpha=0.2,beta=0.8)", "nNRBP", "AP_IA", "AP_IA(rel=2)", "P_IA@10", "StRecall@10",
]  # fmt: skip


@pytest.mark.parametrize("name", IR_MEASURES)
def test_the_names_of_ir_measures_mean_the_same_here(name: str) -> None:
    """One at a time: with several alphas in one call, ir_measures gives 0.0 for all but one."""
    import pandas as pd

    case = drawn(seed=11)
    columns = ["query_id", "iteration", "doc_id", "relevance"]
    results = [ir_measures.ScoredDoc(*result) for result in case.results]
    found = ir_measures.iter_calc(
        [ir_measures.parse_measure(name)], pd.DataFrame(case.judgements, columns=columns), results
    )
    theirs = {metric.query_id: metric.value for metric in found}
    (bound,) = parse(name)
    scores = cf.Evaluator(case.judgements, name)(case.run)
    assert set(scores.topics) == set(case.run)
    for topic, value in zip(scores.topics, scores["run", bound.name].tolist(), strict=True):
        expected = theirs[topic]
        assert (0.0 if math.isnan(value) else value) == pytest.approx(
            0.0 if math.isnan(expected) else expected, abs=1e-9
        ), topic
