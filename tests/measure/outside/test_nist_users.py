"""NIST's RBP of runs of TREC-COVID's first round, which is graded: p = .5, gain = grade / 2."""

from __future__ import annotations

import csv
import warnings
from pathlib import Path

import pytest

import cranfield as cf

COVERED = {"RBP"}


def test_graded_rbp_comes_out_as_published(real_data: Path) -> None:
    folder = real_data / "trec-covid-round1"
    with (folder / "leaderboard.csv").open(newline="", encoding="utf-8") as stream:
        published = {row["run"]: float(row["RBP(p=.5)"]) for row in csv.DictReader(stream)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", cf.CranfieldWarning)
        # NIST's trec_eval kept scores in 32 bits.
        runs = {tag: folder / "runs" / tag for tag in sorted(published)[::10]}
        scores = cf.evaluate(folder / "qrels.txt", runs, "RBP(p=0.5, top=2)", precision="single")
    assert len(runs) == 15
    for run in runs:
        assert scores.mean(run, "RBP(p=0.5, top=2)") == pytest.approx(published[run], abs=0.5000001e-4), run
