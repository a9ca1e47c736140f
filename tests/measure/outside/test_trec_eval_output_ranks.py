"""What trec_eval 9.0.8 and 10.0 printed: a measure that pytrec_eval lacks, and the recall levels of both versions."""

from __future__ import annotations

import json
import lzma
import math
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cranfield import CranfieldWarning, Scores, evaluate
from cranfield.measure import BoundMeasure, find

COVERED = {"IPrec", "IPrec11", "Rprec", "RprecMult", "Yaap", "infAP"}

# How recall becomes a number of documents, and how many bits a score has.
VERSIONS = {"9.0.8": ("trec9", "single"), "10.0": ("trec10", "double")}


class Line(NamedTuple):
    """One line that trec_eval printed."""

    name: str
    topic: str
    value: str


def lines(text: str) -> Iterator[Line]:
    for line in text.splitlines():
        name, topic, value = line.split("\t")
        yield Line(name.strip(), topic, value)


def as_printed(scores: Scores, measure: str, topic: str) -> str:
    """A topic without anything relevant has 0 in trec_eval."""
    if topic == "all":
        return f"{scores.mean(scores.runs[0], measure):.4f}"
    value = float(scores[measure][scores.topics.index(topic)])
    return f"{0 if math.isnan(value) else value:.4f}"


def asked(levels: str) -> dict[str, BoundMeasure]:
    """Our measures, by the names that trec_eval prints."""
    return {
        "Rprec": find("Rprec")(),
        "infAP": find("infAP")(),
        "11pt_avg": find("IPrec11")(levels=levels),
        **{f"iprec_at_recall_{x / 10:.2f}": find("IPrec")(levels=levels) @ (x / 10) for x in range(11)},
        **{f"Rprec_mult_{x / 5:.2f}": find("RprecMult") @ (x / 5) for x in range(1, 11)},
    }


@pytest.mark.parametrize("version", VERSIONS)
def test_the_golden_output_comes_out_to_the_printed_digit(shared: Path, version: str) -> None:
    folder = shared / "data" / "trec_eval" / version
    levels, precision = VERSIONS[version]
    ours = asked(levels)
    scores = evaluate(
        folder / "qrels.test", folder / "results.test", list(ours.values()), precision=precision
    )
    printed = (folder / "out.test.aq").read_text(encoding="utf-8")
    compared = [line for line in lines(printed) if line.name in ours]
    assert {line.name for line in compared} == set(ours)
    for line in compared:
        assert as_printed(scores, ours[line.name].name, line.topic) == line.value, line


def test_yaap_comes_out_to_the_printed_digit(shared: Path, tmp_path: Path) -> None:
    compared = 0
    for case in fuzz_cases(shared):
        said = case["expected"]["9.0.8"]
        if not said or said["exit"]:
            continue
        printed = [line for line in lines(said["stdout"]) if line.name == "yaap" and line.topic != "all"]
        if printed:
            scores = evaluated(case, tmp_path, f"Yaap(rel={option(case, '-l', 1)})")
            for line in printed:
                assert as_printed(scores, scores.measures[0], line.topic) == line.value, (case["id"], line)
                compared += 1
    assert compared > 20


def fuzz_cases(shared: Path) -> Iterator[dict[str, Any]]:
    with lzma.open(shared / "data" / "trec_eval" / "fuzz.jsonl.xz", "rt", encoding="utf-8") as cases:
        yield from map(json.loads, cases)


def option(case: dict[str, Any], name: str, default: int | None = None) -> int | None:
    given: list[str] = case["args"]
    return int(given[given.index(name) + 1]) if name in given else default


def evaluated(case: dict[str, Any], folder: Path, measure: str) -> Scores:
    """These cases are full of oddities that cranfield warns of."""
    for name in ("qrels", "run"):
        (folder / name).write_text(case[name], encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CranfieldWarning)
        return evaluate(
            folder / "qrels",
            folder / "run",
            measure,
            precision="single",
            depth=option(case, "-M"),
            unjudged="condense" if "-J" in case["args"] else "nonrelevant",
        )
