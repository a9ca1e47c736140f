"""What trec_eval 10 printed for unjudged documents, which version 9 did not count, and for utility."""

from __future__ import annotations

import json
import lzma
import warnings
from collections.abc import Iterator
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import cranfield as cf

COVERED = {"Unjudged", "Utility"}
NAMES = ["unj_5", "unj_10", "unj_20", "utility"]
# Options that change nothing here, and those that we have; cases with others are somebody else's affair.
IDLE = {"-q", "-c", "-n", "-m", "all_trec"}
VALUED = {"-M", "-l", "-N"}


def printed(text: str) -> dict[tuple[str, str], float]:
    """The values by measure and topic; `all` is the mean."""
    lines = [line.split() for line in text.splitlines()]
    return {(name, topic): float(value) for name, topic, value in lines if name in NAMES}


def options(arguments: list[str]) -> dict[str, str] | None:
    """The options with values; None where there is one that we do not follow."""
    given = {option: value for option, value in pairwise(arguments) if option in VALUED}
    rest = set(arguments) - set(given) - set(given.values())
    return given if rest <= IDLE else None


def cases(shared: Path) -> Iterator[dict[str, Any]]:
    with lzma.open(shared / "data" / "trec_eval" / "fuzz.jsonl.xz", "rt", encoding="utf-8") as stream:
        for case in map(json.loads, stream):
            theirs, given = case["expected"]["10.0"], options(case["args"])
            answered = theirs and theirs["exit"] == 0 and case["run"].strip()  # an empty run is an error here
            if answered and given is not None:
                yield case | {"given": given, "values": printed(theirs["stdout"])}


def differing(values: dict[tuple[str, str], float], scores: cf.Scores) -> list[str]:
    [run], found = scores.runs, []
    for (name, topic), theirs in values.items():
        measure = NAMES.index(name)
        by_topic = scores.values[0][measure]
        mean = scores.mean(run, scores.measures[measure])
        ours = mean if topic == "all" else by_topic[scores.topics.index(topic)]
        if ours != pytest.approx(theirs, abs=0.5001e-4):
            found.append(f"{name} of topic {topic}: {ours}, not {theirs}")
    return found


def test_random_cases(shared: Path) -> None:
    compared = 0
    for case in cases(shared):
        depth, level = case["given"].get("-M"), case["given"].get("-l", 1)
        measures = [*NAMES[:3], f"Utility(rel={level})"]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", cf.CranfieldWarning)
            scores = cf.evaluate(
                StringIO(case["qrels"]), StringIO(case["run"]), measures, depth=int(depth) if depth else None
            )
        assert differing(case["values"], scores) == [], case["id"]
        compared += len(case["values"])
    assert compared > 100


def test_trec_evals_own_data(shared: Path) -> None:
    folder = shared / "data" / "trec_eval" / "10.0"
    scores = cf.evaluate(folder / "qrels.test", folder / "results.test", NAMES)
    values = printed((folder / "out.test.aq").read_text())
    assert len(values) == 16
    assert differing(values, scores) == []
    theirs = {"301": -287.0, "302": -350.0, "303": -470.0}  # utility_2,-1,0,0 in out.test.meas_params
    priced = cf.evaluate(folder / "qrels.test", folder / "results.test", "Utility(a=2)")
    assert dict(zip(priced.topics, priced.values[0][0].tolist(), strict=True)) == theirs
