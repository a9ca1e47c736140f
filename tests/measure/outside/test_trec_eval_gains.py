"""The measures of gains that trec_eval has give its number: to the last bit, or as far as it prints."""

from __future__ import annotations

import json
import lzma
import math
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield import CranfieldWarning, Scores, evaluate
from cranfield.measure import BoundMeasure, find, parse
from tests.measure.drawn import PATIENT, TOPICS, Drawn, Grade, judged
from tests.measure.outside.test_trec_eval import as_run, evaluable, ours

pytrec_eval = pytest.importorskip("pytrec_eval")

MEASURES = parse("ndcg ndcg_cut_1 ndcg_cut_4 ndcg_cut_50 ndcg_rel Rndcg G binG")
ASKED = {"ndcg", "ndcg_cut.1,4,50", "ndcg_rel", "Rndcg", "G", "binG"}
COVERED = {bound.measure.name for bound in MEASURES}


def long_topic(seed: int) -> Drawn:
    """What shows only far below the end of the ideal, or with many documents of a grade."""
    random = np.random.default_rng(seed)
    grades: list[Grade] = [None, None, -1, 0, 0, 1, 1, 2, 3, 7]
    ranking = tuple(grades[number] for number in random.integers(0, len(grades), random.integers(1, 300)))
    return Drawn((*ranking, 2), (1, 0, 4) * int(random.integers(0, 20)))


def expected_by_us(bound: BoundMeasure, value: float, topic: Drawn, level: int) -> float:
    """Where nothing is relevant trec_eval has 0; and so has its Rndcg where nothing reaches the option -l."""
    nothing = max(topic.judgements.values()) < level
    return 0.0 if math.isnan(value) or (bound.measure.name == "RnDCG" and nothing) else value


def assert_equal_to_the_bit(topics: list[Drawn], level: int) -> None:
    qrels = {f"q{number:02}": topic.judgements for number, topic in enumerate(topics)}
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, ASKED, relevance_level=level)
    theirs = evaluator.evaluate({f"q{number:02}": as_run(topic) for number, topic in enumerate(topics)})
    hits = judged(*topics)
    for bound in MEASURES:
        assert bound.trec_eval_name is not None
        values = ours(bound, level).values(hits).tolist()
        for value, topic, name in zip(values, topics, sorted(theirs), strict=True):
            as_theirs = expected_by_us(bound, value, topic, level)
            assert as_theirs == theirs[name][bound.trec_eval_name], (bound, topic)


@PATIENT
@given(topics=st.lists(TOPICS.filter(evaluable), min_size=1, max_size=3), level=st.sampled_from([1, 2]))
def test_equals_trec_eval_to_the_bit(topics: list[Drawn], level: int) -> None:
    assert_equal_to_the_bit(topics, level)


@PATIENT
@given(seeds=st.lists(st.integers(0, 10_000), min_size=1, max_size=3), level=st.sampled_from([1, 2]))
def test_long_rankings_equal_trec_eval_to_the_bit(seeds: list[int], level: int) -> None:
    assert_equal_to_the_bit([long_topic(seed) for seed in seeds], level)


def printed(text: str, name: str) -> dict[str, str]:
    """What was printed for one measure, by topic."""
    lines = [line.split("\t") for line in text.splitlines()]
    return {topic: value for measure, topic, value in lines if measure.strip() == name}


def as_printed(scores: Scores) -> dict[str, str]:
    [bound], [values] = scores.measures, [scores[scores.measures[0]].tolist()]
    by_topic = dict(zip(scores.topics, values, strict=True))
    by_topic["all"] = scores.mean(scores.runs[0], bound)
    return {topic: f"{0 if math.isnan(value) else value:.4f}" for topic, value in by_topic.items()}


@pytest.mark.parametrize("version", ["9.0.8", "10.0"])
@pytest.mark.parametrize(
    "name, measure, output",
    [
        ("ndcg_1=3,2=9,4=4.5", "nDCG(gains='1=3,2=9,4=4.5')", "out.test.meas_params"),
        ("ndcg_cut_23", "nDCG@23", "out.test.meas_params"),
        ("ndcg", "nDCG", "out.test.aq"),
        ("ndcg_rel", "nDCGRel", "out.test.aq"),
        ("Rndcg", "RnDCG", "out.test.aq"),
        ("G", "G", "out.test.aq"),
        ("binG", "BinG", "out.test.aq"),
    ],
)
def test_the_golden_output(shared: Path, version: str, name: str, measure: str, output: str) -> None:
    folder = shared / "data" / "trec_eval" / version
    precision = "single" if version == "9.0.8" else "double"
    scores = evaluate(folder / "qrels.test", folder / "results.test", measure, precision=precision)
    assert as_printed(scores) == printed((folder / output).read_text(encoding="utf-8"), name)


def fuzz_cases(shared: Path, argument: str) -> Iterator[tuple[dict[str, Any], str]]:
    """Cases with this argument that version 9.0.8 got through, and what it printed."""
    with lzma.open(shared / "data" / "trec_eval" / "fuzz.jsonl.xz", "rt", encoding="utf-8") as cases:
        for case in map(json.loads, cases):
            said = case["expected"]["9.0.8"]
            if argument in case["args"] and said and not said["exit"]:
                yield case, said["stdout"]


def test_gains_of_the_users_own(shared: Path, tmp_path: Path) -> None:
    compared = 0
    for case, output in fuzz_cases(shared, "ndcg.1=3,2=9"):
        arguments: list[str] = case["args"]
        depth = int(arguments[arguments.index("-M") + 1]) if "-M" in arguments else None
        for name in ("qrels", "run"):
            (tmp_path / name).write_text(case[name], encoding="utf-8")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", CranfieldWarning)
            scores = evaluate(
                tmp_path / "qrels",
                tmp_path / "run",
                find("nDCG")(gains="1=3,2=9"),
                precision="single",
                depth=depth,
                unjudged="condense" if "-J" in arguments else "nonrelevant",
            )
        told, said = as_printed(scores), printed(output, "ndcg_1=3,2=9")
        by_topic = said.keys() - {"all"}
        assert {topic: told[topic] for topic in by_topic} == {topic: said[topic] for topic in by_topic}
        compared += len(by_topic)
    assert compared > 20
