"""Whatever trec_eval printed, on its own test files, on random small cases and on real runs, is printed here."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.compat.trec_eval.conftest import Outcome, TrecEval

VERSIONS = ["9.0.8", "10.0"]
GOLDEN = {
    "out.test": "qrels.test results.test",
    "out.test.a": "-m all_trec qrels.test results.test",
    "out.test.aq": "-m all_trec -q qrels.test results.test",
    "out.test.aqc": "-m all_trec -q -c qrels.test results.trunc",
    "out.test.aqcM": "-m all_trec -q -c -M100 qrels.test results.trunc",
    "out.test.aql": "-m all_trec -mrelstring.20 -q -l2 qrels.rel_level results.test",
    "out.test.prefs": "-m all_prefs -q -R prefs prefs.test prefs.results.test",
    "out.test.qrels_prefs": "-m all_prefs -q -R qrels_prefs qrels.test results.test",
    "out.test.qrels_jg": "-m qrels_jg -q -R qrels_jg qrels.123 results.test",
    "out.test.meas_params": "-q -miprec_at_recall..10,.20,.25,.75,.50 -m P.5,7,3 -m recall.20,2000 "
    "-m Rprec_mult.5.0,0.2,0.35 -mutility.2,-1,0,0 -m 11pt_avg..25,.5,.75 -mndcg.1=3,2=9,4=4.5 "
    "-mndcg_cut.10,20,23.4 -msuccess.2,5,20 qrels.test results.test",
    "out.test.aqZ": "-q -m all_trec -Z zscores_file qrels.test results.test",
}
WITH_COMMENTS = {
    "out.test.a": "-m all_trec qrels.test.with-comments results.test",
    "out.comment.test": "qrels.comment.test results.comment.test",
    "out.test.qrels_jg": "-m qrels_jg -q -R qrels_jg qrels.comments.123 results.test",
    "out.test.prefs": "-m all_prefs -q -R prefs prefs.comment.test prefs.results.test",
}
# An empty file of results has no runid, and trec_eval 10.0 prints what lies in memory instead.
WITHOUT_RUNID = {"20101118-12"}


@pytest.mark.usefixtures("core", "way")
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("output", GOLDEN)
def test_its_own_files(
    recorded: Path, monkeypatch: pytest.MonkeyPatch, trec_eval: TrecEval, version: str, output: str
) -> None:
    monkeypatch.chdir(recorded / version)
    done = trec_eval("--compat", version, *GOLDEN[output].split())
    assert done.code == 0
    assert done.out == (recorded / version / output).read_text(encoding="utf-8")


@pytest.mark.usefixtures("core", "way")
@pytest.mark.parametrize("output", WITH_COMMENTS)
def test_comments_since_10(
    recorded: Path, monkeypatch: pytest.MonkeyPatch, trec_eval: TrecEval, output: str
) -> None:
    monkeypatch.chdir(recorded / "10.0")
    done = trec_eval("--compat", "10.0", *WITH_COMMENTS[output].split())
    assert done.out == (recorded / "10.0" / output).read_text(encoding="utf-8")


def cases(path: Path) -> Iterator[dict[str, Any]]:
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def same(done: Outcome, expected: dict[str, Any], *without: str) -> bool:
    """Compare all but what 10.0 reads from memory that it never set."""
    without = ("rbp", *without)
    out = "".join(line for line in done.out.splitlines(keepends=True) if not line.startswith(without))
    told = "".join(
        line for line in expected["stdout"].splitlines(keepends=True) if not line.startswith(without)
    )
    loud = expected["exit"] in (2, 4)
    return (done.code, out) == (expected["exit"], told) and (not loud or done.err == expected["stderr"])


@pytest.mark.usefixtures("core", "way")
@pytest.mark.parametrize("version", VERSIONS)
def test_600_random_cases(
    recorded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trec_eval: TrecEval, version: str
) -> None:
    monkeypatch.chdir(tmp_path)
    different, crashed, compared = [], [], 0
    for case in cases(recorded / "fuzz.jsonl.xz"):
        Path("qrels").write_text(case["qrels"], encoding="utf-8", newline="")
        Path("run").write_text(case["run"], encoding="utf-8", newline="")
        done = trec_eval("--compat", version, *case["args"], "qrels", "run")
        expected = case["expected"][version]
        if expected is None:
            crashed.append(done)
            continue
        compared += 1
        runid = ["runid"] if version == "10.0" and case["id"] in WITHOUT_RUNID else []
        if not same(done, expected, *runid):
            different.append((case["id"], case["args"]))
    assert different == []
    assert compared + len(crashed) == 600
    assert all(
        done.code == 0 and "nan" not in done.out and "nan in trec_eval" in done.err for done in crashed
    )
    assert len(crashed) == (2 if version == "10.0" else 0)


@pytest.mark.parametrize("version", VERSIONS)
def test_48_commands_on_real_runs(
    recorded: Path, real_data: Path, monkeypatch: pytest.MonkeyPatch, trec_eval: TrecEval, version: str
) -> None:
    monkeypatch.chdir(real_data / "trec-covid-round1")
    commands = list(cases(recorded / "trec-covid-round1.jsonl.xz"))
    assert len(commands) == 48
    for case in commands:
        done = trec_eval("--compat", version, *case["args"], "qrels.txt", f"runs/{case['run']}")
        assert same(done, case["expected"][version]), (case["run"], case["args"])
