"""On real runs and on random campaigns, every measure that another tool has, too, gives its number for every topic.

Whatever a tool prints is asked of our parser under the tool's own name, so that nothing has to be listed here but
what is known to differ; the reasons stand in the `differs` of those measures.
"""

from __future__ import annotations

import logging
import math
import random
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import cranfield as cf
from cranfield.measure import parse
from cranfield.model.scores import LEAST

pytrec_eval = pytest.importorskip("pytrec_eval")
ir_measures = pytest.importorskip("ir_measures")
pyndeval = pytest.importorskip("pyndeval")

Qrels = dict[str, dict[str, int]]
Run = dict[str, dict[str, float]]

RUNS = 20
CAMPAIGNS = 200
# Text, not numbers; and a topic's logarithm, where ours is the value itself: both give one mean.
TEXTS = {"relstring", "runid"}
LOGARITHMS = {"gm_map", "gm_bpref"}

# ir_measures computes these with trec_eval, cwl-eval, and code of its own; the names mean the same here.
OF_IR_MEASURES = [
    "P@5", "P(rel=2)@10", "R@10", "R(rel=2)@100", "RR", "RR(rel=2)", "RR@10", "AP", "AP(rel=2)", "AP@10", "nDCG", "nDCG@10",
    "Bpref", "Bpref(rel=2)", "infAP", "Rprec", "Rprec(rel=2)", "Success@5", "SetP", "SetR", "SetAP", "SetF", "IPrec@0.1",
    "IPrec@0.5", "RBP(rel=1)", "RBP(p=0.5,rel=1)", "RBP(p=0.95,rel=2)", "INST(T=1.5,max_rel=3)", "INSQ(T=2.0,max_rel=3)",
    "BPM(T=1.0,max_rel=3)@10", "SDCG(max_rel=3)@10", "NERR8(max_rel=3)@10", "NERR9(max_rel=3)@10", "NERR10(max_rel=3)",
    "NERR11(max_rel=3)", "Judged@10", "Compat(p=0.95)", "Accuracy", "NumRet", "NumRel", "NumRelRet", "NumQ",
]  # fmt: skip
# What they give otherwise, and what to call here to be given the same.
OTHERWISE = {"nDCG(dcg='exp-log2')@10": "nDCG(dcg='exp-log2')@10", "ERR@20": "ERR(top=4)@20"}
ROUNDED = 1e-5  # by gdeval, behind ir_measures


def evaluated(qrels: Any, run: Any, names: list[str], **policies: Any) -> cf.Scores:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", cf.CranfieldWarning)
        return cf.evaluate(qrels, run, names, no_relevant="zero", **policies)


def assert_same(
    qrels: Any, run: Any, theirs: dict[str, dict[str, float]], within: float = 1e-9, **policies: Any
) -> None:
    """`theirs` has the values of each topic by measure, under names that our parser knows."""
    names = sorted(theirs)
    scores = evaluated(qrels, run, names, **policies)
    ours = {
        name: dict(zip(scores.topics, scores[scores.runs[0], name].tolist(), strict=True)) for name in names
    }
    for name in names:
        for topic, value in theirs[name].items():
            mine = math.log(max(ours[name][topic], LEAST)) if name in LOGARITHMS else ours[name][topic]
            assert mine == pytest.approx(value, abs=within, nan_ok=True), (name, topic)


def by_trec_eval(qrels: Qrels, run: Run) -> dict[str, dict[str, float]]:
    """Everything that trec_eval 9 prints for topics, through pytrec_eval."""
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, pytrec_eval.supported_measures)
    found: dict[str, dict[str, float]] = {}
    for topic, values in evaluator.evaluate(run).items():
        for name, value in values.items():
            if not name.startswith(tuple(TEXTS)):
                found.setdefault(name, {})[topic] = value
    return found


def random_campaign(seed: int) -> tuple[Qrels, Run]:
    """Ties, negative and missing grades, documents of no judge, lists of all lengths."""
    chance = random.Random(seed)
    qrels: Qrels = {}
    run: Run = {}
    for topic in map(str, range(1, chance.randint(2, 6))):
        documents = [f"d{number}" for number in range(chance.randint(3, 60))]
        judged = chance.sample(documents, chance.randint(1, len(documents)))
        qrels[topic] = {document: chance.choice([-1, 0, 0, 0, 1, 1, 2, 3]) for document in judged}
        qrels[topic][judged[0]] = chance.choice(
            [0, 1]
        )  # trec_eval 9 cannot evaluate a topic without any grade
        found = chance.sample(documents, chance.randint(1, len(documents)))
        levels = chance.choice([1, 3, 10, 1000])
        run[topic] = {document: chance.randint(1, levels) / 8 for document in found}
    return qrels, run


def campaigns() -> Iterator[tuple[Qrels, Run]]:
    return (random_campaign(seed) for seed in range(CAMPAIGNS))


def test_every_measure_of_trec_eval_on_random_campaigns() -> None:
    compared: set[str] = set()
    for qrels, run in campaigns():
        theirs = by_trec_eval(qrels, run)
        assert_same(qrels, run, theirs, precision="single")
        compared |= theirs.keys()
    assert len(compared) > 80


@pytest.fixture(scope="module")
def real_campaign(real_data: Path) -> tuple[Qrels, dict[str, Run]]:
    folder = real_data / "trec-covid-round1"
    qrels = {
        topic: {document: int(grade) for document, grade in graded.items()}
        for topic, graded in cf.read_qrels(folder / "qrels.txt").to_dict().items()
    }
    chosen = sorted((folder / "runs").iterdir())[:: 143 // RUNS][:RUNS]
    return qrels, {path.name: cf.read_run(path).to_dict() for path in chosen}


def test_every_measure_of_trec_eval_on_real_runs(real_campaign: tuple[Qrels, dict[str, Run]]) -> None:
    qrels, runs = real_campaign
    assert len(runs) == RUNS
    for run in runs.values():
        assert_same(qrels, run, by_trec_eval(qrels, run), precision="single")


def by_ir_measures(qrels: Qrels, run: Run, names: Iterable[str]) -> dict[str, dict[str, float]]:
    """One measure at a time: some cannot be computed together."""
    logging.getLogger("ir_measures.cwl_eval").setLevel(logging.ERROR)
    found: dict[str, dict[str, float]] = {}
    for name in names:
        for metric in ir_measures.iter_calc([ir_measures.parse_measure(name)], qrels, run):
            found.setdefault(name, {})[metric.query_id] = metric.value
    return found


def untied(run: Run) -> Run:
    """The packages behind ir_measures break ties in four ways; without ties there is nothing to quarrel about.

    Scores below 0 make a difference to its Compat, as our page on it tells; and its Accuracy divides by zero where
    nothing but relevant documents was retrieved, so there is one more, at the end.
    """
    return {
        topic: {
            document: float(place)
            for place, document in enumerate(sorted(scores, key=lambda each: (scores[each], each)), start=2)
        }
        | {"nobody-judged-this": 1.0}
        for topic, scores in run.items()
    }


def without_pooled(qrels: Qrels) -> Qrels:
    """Some of these packages take a negative grade for a grade; and a topic has to have some judgement."""
    kept = {topic: {doc: grade for doc, grade in of.items() if grade >= 0} for topic, of in qrels.items()}
    return {topic: {"never-retrieved": 0, **of} for topic, of in kept.items()}


def assert_same_as_ir_measures(qrels: Qrels, run: Run) -> None:
    known, ranked = without_pooled(qrels), untied(run)
    assert_same(known, ranked, by_ir_measures(known, ranked, OF_IR_MEASURES))


def test_every_measure_of_ir_measures_on_random_campaigns() -> None:
    for qrels, run in campaigns():
        assert_same_as_ir_measures(qrels, run)


def test_every_measure_of_ir_measures_on_real_runs(real_campaign: tuple[Qrels, dict[str, Run]]) -> None:
    qrels, runs = real_campaign
    for run in runs.values():
        assert_same_as_ir_measures(qrels, run)


def test_where_ir_measures_differs_and_what_gives_its_number(
    real_campaign: tuple[Qrels, dict[str, Run]],
) -> None:
    qrels, runs = real_campaign
    run = untied(next(iter(runs.values())))
    for name, values in by_ir_measures(qrels, run, OTHERWISE).items():
        assert "ir_measures" in parse(name)[0].measure.differs or "gdeval" in parse(name)[0].measure.differs
        assert_same(qrels, run, {OTHERWISE[name]: values}, within=ROUNDED)


# ndeval's names; it knows no cut-off above 20.
OF_NDEVAL = [
    "alpha-nDCG@5", "alpha-nDCG@20", "alpha-DCG@10", "ERR-IA@10", "nERR-IA@20", "P-IA@10", "strec@20", "NRBP", "nNRBP", "MAP-IA",
]  # fmt: skip


def assert_same_as_ndeval(qrels: Qrels, run: Run) -> None:
    """With each grade for a subtopic of its own, so that one document covers what another does not."""
    judged = [
        (topic, f"{int(doc, 36) % 3}" if doc.isalnum() else "0", doc, grade)
        for topic, of in without_pooled(qrels).items()
        for doc, grade in of.items()
    ]
    ranked = untied(run)
    results = [(topic, doc, score) for topic, scores in ranked.items() for doc, score in scores.items()]
    by_topic = pyndeval.RelevanceEvaluator(judged, OF_NDEVAL).evaluate(results)
    theirs: dict[str, dict[str, float]] = {name: {} for name in OF_NDEVAL}
    for topic, values in by_topic.items():
        for name, value in values.items():
            theirs[name][topic] = 0.0 if math.isnan(value) else value  # nNRBP, where nothing is relevant
    assert_same(judged, ranked, theirs)


def test_every_measure_of_ndeval_on_random_campaigns() -> None:
    for qrels, run in campaigns():
        assert_same_as_ndeval(qrels, run)


def test_every_measure_of_ndeval_on_real_runs(real_campaign: tuple[Qrels, dict[str, Run]]) -> None:
    qrels, runs = real_campaign
    for run in runs.values():
        assert_same_as_ndeval(qrels, run)
