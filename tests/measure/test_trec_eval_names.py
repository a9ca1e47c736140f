"""Names as trec_eval prints them, and its groups of measures: each is understood and has trec_eval's value."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

import cranfield as cf
from cranfield.measure import spellings

# trec_eval 9.0.8: 0 where a topic has nothing relevant, no value for topics without documents, scores as floats.
AS_IT_DOES: dict[str, Any] = {"no_relevant": "zero", "topics": "common", "precision": "single"}
TEXTS = {"runid", "relstring", "relstring_10"}
PARAMETERS = (
    "iprec_at_recall..10,.20,.25,.75,.50 P.5,7,3 recall.20,2000 Rprec_mult.5.0,0.2,0.35 utility.2,-1,0,0 "
    "11pt_avg..25,.5,.75 ndcg.1=3,2=9,4=4.5 ndcg_cut.10,20,23 success.2,5,20"
)


def printed(path: Path) -> dict[tuple[str, str], str]:
    lines = (line.split() for line in path.read_text(encoding="utf-8").splitlines())
    return {(name, topic): value for name, topic, value in lines if name not in TEXTS}


def compared(folder: Path, output: str, names: str, qrels: str, run: str) -> None:
    golden = printed(folder / output)
    asked = spellings(names)
    as_trec_eval_prints = {str(bound.trec_eval_name): bound.name for bound in asked.values()}
    assert as_trec_eval_prints.keys() == {name for name, _ in golden}
    scores = cf.Evaluator(folder / qrels, names, **AS_IT_DOES)(folder / run)
    [name] = scores.runs
    for (spelling, topic), expected in golden.items():
        canonical = as_trec_eval_prints[spelling]
        assert spellings(spelling)[spelling].name == canonical
        values = dict(zip(scores.topics, scores[name, canonical].tolist(), strict=True))
        value = scores.mean(name, canonical) if topic == "all" else values[topic]
        if "." not in expected:
            assert f"{value:.0f}" == expected, (spelling, topic)
        else:
            assert f"{0 if math.isnan(value) else value:.4f}" == expected, (spelling, topic)


def test_names_with_parameters(shared: Path) -> None:
    folder = shared / "data" / "trec_eval" / "9.0.8"
    compared(folder, "out.test.meas_params", PARAMETERS, "qrels.test", "results.test")
    names = " ".join(dict.fromkeys(name for name, _ in printed(folder / "out.test.meas_params")))
    compared(folder, "out.test.meas_params", names, "qrels.test", "results.test")


@pytest.mark.parametrize(
    "group, output, qrels, run",
    [
        ("official", "out.test", "qrels.test", "results.test"),
        ("all_trec", "out.test.a", "qrels.test", "results.test"),
        ("all_prefs", "out.test.prefs", "prefs.test", "prefs.results.test"),
        ("qrels_jg", "out.test.qrels_jg", "qrels.123", "results.test"),
    ],
)
def test_groups(shared: Path, group: str, output: str, qrels: str, run: str) -> None:
    compared(shared / "data" / "trec_eval" / "9.0.8", output, group, qrels, run)
