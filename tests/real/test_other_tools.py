"""On real runs and on random campaigns, every measure that another tool has, too, gives its number for every topic.

Whatever a tool prints is asked of our parser under the tool's own name, so that nothing has to be listed here but
what is known to differ; the reasons stand in the `differs` of those measures.
"""

from __future__ import annotations

import math
import random
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cranfield as cf
from cranfield.measure import find, parse
from cranfield.model.scores import LEAST

pytrec_eval = pytest.importorskip("pytrec_eval")
ir_measures = pytest.importorskip("ir_measures")

Qrels = dict[str, dict[str, int]]
Run = dict[str, dict[str, float]]

RUNS = 20
CAMPAIGNS = 200
# Text, not numbers; and a topic's logarithm, where ours is the value itself: both give one mean.
TEXTS = {"relstring", "runid"}
LOGARITHMS = {"gm_map", "gm_bpref"}

# The names of ir_measures, with the parameters that are worth comparing.
OF_IR_MEASURES = """
    P@5 P(rel=2)@10 R@10 R(rel=2)@100 RR RR(rel=2) AP AP(rel=2) AP@10 nDCG nDCG@10 nDCG(dcg='exp-log2')@10 Bpref Bpref(rel=2)
    infAP Rprec Rprec(rel=2) Success@5 SetP SetR SetAP IPrec@0.1 IPrec@0.5
    RBP(rel=1) RBP(p=0.5,rel=1) RBP(p=0.95,rel=2) INST(T=1.5,max_rel=3) INSQ(T=2,max_rel=3) BPM(T=1,max_rel=3)@10 SDCG(max_rel=3)@10 Judged@10 Compat(p=0.95) Accuracy NumRet NumRel NumQ
""".split()


def evaluated(qrels: Any, run: Any, names: list[str], **policies: Any) -> cf.Scores:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", cf.CranfieldWarning)
        return cf.evaluate(qrels, run, names, no_relevant="zero", **policies)


def assert_same(qrels: Any, run: Any, theirs: dict[str, dict[str, float]], **policies: Any) -> None:
    """`theirs` has the values of each topic by measure, under names that our parser knows."""
    names = sorted(theirs)
    scores = evaluated(qrels, run, names, **policies)
    ours = {
        name: dict(zip(scores.topics, scores[scores.runs[0], name].tolist(), strict=True)) for name in names
    }
    for name in names:
        for topic, value in theirs[name].items():
            mine = math.log(max(ours[name][topic], LEAST)) if name in LOGARITHMS else ours[name][topic]
            assert mine == pytest.approx(value, abs=1e-9, nan_ok=True), (name, topic)


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


def by_ir_measures(qrels: Qrels, run: Run) -> dict[str, dict[str, float]]:
    """One measure at a time: some cannot be computed together."""
    found: dict[str, dict[str, float]] = {}
    for name in OF_IR_MEASURES:
        [measure] = [ir_measures.parse_measure(name)]
        for metric in ir_measures.iter_calc([measure], qrels, run):
            found.setdefault(name, {})[metric.query_id] = metric.value
    return found


def differs(name: str, tool: str) -> bool:
    return tool in parse(name)[0].measure.differs


def untied(run: Run) -> Run:
    """The packages behind ir_measures break ties in four ways; without ties there is nothing to quarrel about."""
    return {
        topic: {
            document: float(-place)
            for place, document in enumerate(
                sorted(scores, key=lambda each: (scores[each], each), reverse=True)
            )
        }
        for topic, scores in run.items()
    }


def without_pooled(qrels: Qrels) -> Qrels:
    """Some of these packages take a negative grade for a grade."""
    return {
        topic: {doc: grade for doc, grade in graded.items() if grade >= 0} for topic, graded in qrels.items()
    }


def test_every_measure_of_ir_measures_on_random_campaigns() -> None:
    for qrels, run in list(campaigns())[::4]:
        known, ranked = without_pooled(qrels), untied(run)
        theirs = {
            name: values
            for name, values in by_ir_measures(known, ranked).items()
            if not differs(name, "ir_measures")
        }
        assert_same(known, ranked, theirs)


def test_every_measure_of_ir_measures_on_real_runs(real_campaign: tuple[Qrels, dict[str, Run]]) -> None:
    qrels, runs = real_campaign
    for run in list(runs.values())[::5]:
        known, ranked = without_pooled(qrels), untied(run)
        theirs = {
            name: values
            for name, values in by_ir_measures(known, ranked).items()
            if not differs(name, "ir_measures")
        }
        assert_same(known, ranked, theirs)


def test_a_known_difference_is_one_of_a_measure_that_says_so() -> None:
    told = [name for name in OF_IR_MEASURES if differs(name, "ir_measures")]
    assert len(told) < len(OF_IR_MEASURES) / 3
    assert all(find(name.partition("(")[0].partition("@")[0]).differs["ir_measures"] for name in told)
