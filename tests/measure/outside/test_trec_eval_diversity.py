"""The averages over judgement groups are those of trec_eval's own golden files."""

from __future__ import annotations

from pathlib import Path

import pytest

import cranfield as cf
from cranfield._core.contract import Core
from cranfield.measure import parse

COVERED = {"APAvgJG", "PAvgJG", "RprecMultAvgJG"}


@pytest.mark.parametrize("version, precision", [("9.0.8", "single"), ("10.0", "double")])
def test_equals_the_golden_file(core: Core, shared: Path, version: str, precision: str) -> None:
    folder = shared / "data" / "trec_eval" / version
    lines = (folder / "out.test.qrels_jg").read_text(encoding="ascii").splitlines()
    golden = [
        (name.strip(), topic, value)
        for name, topic, value in (line.split("\t") for line in lines)
        if name.strip() not in ("runid", "num_q")
    ]
    names = list(dict.fromkeys(name for name, _, _ in golden))
    bounds = dict(zip(names, parse(names), strict=True))
    assert {bound.measure.name for bound in bounds.values()} == COVERED
    assert {name: bound.trec_eval_name for name, bound in bounds.items()} == {name: name for name in names}

    evaluator = cf.Evaluator(folder / "qrels.123", names, precision=precision)
    scores = evaluator(folder / "results.test")
    column = {topic: number for number, topic in enumerate(scores.topics)}
    for name, topic, expected in golden:
        ours = bounds[name].name
        value = (
            scores.mean("results.test", ours)
            if topic == "all"
            else scores["results.test", ours].tolist()[column[topic]]
        )
        assert f"{value:.4f}" == expected, (name, topic)
