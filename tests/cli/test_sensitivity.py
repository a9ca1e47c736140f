"""`--ties-report`, `--bounds` and `--ties expected`: what a number owes to a choice."""

from __future__ import annotations

import csv
import io
import json
from inspect import cleandoc
from pathlib import Path

import pytest

import cranfield as cf
from tests.cli.conftest import Command

TIED = """\
1 Q0 d1 1 1.0 tied
1 Q0 d2 2 1.0 tied
2 Q0 d5 1 2.0 tied
2 Q0 d4 2 1.0 tied
"""


@pytest.fixture
def tied(folder: Path) -> Path:
    (folder / "tied.run").write_text(TIED)
    return folder


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_the_report_on_ties(cranfield: Command, tied: Path) -> None:
    result = cranfield("eval", "qrels.txt", "tied.run", "-m", "RR P@1", "--ties-report")
    assert result.code == 0
    assert result.out.startswith(
        cleandoc(
            """
            run   measure   worst   docid  expected    best  topics moved  farthest
            tied  RR       0.5000  0.5000    0.6250  0.7500             1    0.5000
            tied  P@1      0.0000  0.0000    0.2500  0.5000             1    1.0000
            """
        )
    )
    assert max(map(len, result.out.splitlines())) <= 80


def test_bounds_are_over_the_same_topics(cranfield: Command, folder: Path) -> None:
    (folder / "qrels.txt").write_text("1 0 d1 1\n2 0 d5 0\n")
    (folder / "some.run").write_text("1 Q0 d1 1 2 t\n1 Q0 x 2 1 t\n2 Q0 x 1 1 t\n")
    result = cranfield("eval", "qrels.txt", "some.run", "-m", "P@2 AP", "--bounds", "--format", "csv")
    precision, average = rows(result.out)
    assert (precision["nonrelevant"], precision["relevant"]) == ("0.5", "1.0")
    assert (average["topics moved"], average["farthest"]) == ("0", "0.0")


def test_the_reports_are_data_too(cranfield: Command, tied: Path) -> None:
    told = json.loads(
        cranfield("eval", "qrels.txt", "tied.run", "-m", "RR", "--ties-report", "--format", "json").out
    )
    assert told["rows"][0]["expected"] == pytest.approx(0.625, abs=1e-12)
    table = cf.ties_report("qrels.txt", "tied.run", "RR")
    assert dict(zip(table.columns, table.rows[0], strict=True)) == told["rows"][0]
    assert len(cf.bounds("qrels.txt", "tied.run", "RR")) == 1


def test_standard_input_is_read_once(shell: Command, tied: Path) -> None:
    piped = shell("cranfield eval qrels.txt - -m RR --ties-report --format csv < tied.run")
    assert (piped.code, rows(piped.out)[0]["best"]) == (0, "0.75")
    judged = shell("cranfield eval - tied.run -m RR --ties-report --format csv < qrels.txt")
    assert rows(judged.out)[0]["worst"] == "0.5"


def test_bounds_fit_a_terminal(cranfield: Command, tied: Path) -> None:
    result = cranfield("eval", "qrels.txt", "tied.run", "--bounds")
    head = ["run", "measure", "nonrelevant", "relevant", "topics", "moved", "farthest"]
    assert result.out.splitlines()[0].split() == head
    assert "each mean is over the topics where the measure is defined in both readings" in result.out
    assert max(map(len, result.out.splitlines())) <= 80


@pytest.mark.parametrize("other", ["--bounds", "--per-topic", "--recipe"])
def test_one_question_at_a_time(cranfield: Command, tied: Path, other: str) -> None:
    result = cranfield("eval", "qrels.txt", "tied.run", "--ties-report", other)
    assert (result.code, result.out) == (2, "")
    assert f"--ties-report and {other} cannot be combined" in result.err


def test_expected_says_how_it_was_found(cranfield: Command, tied: Path) -> None:
    result = cranfield(
        "eval", "qrels.txt", "tied.run", "-m", "P@1 infAP", "--ties", "expected", "--seed", "7"
    )
    told = " ".join(result.out.split())
    assert "expected over the orders of tied documents: exact for P@1;" in told
    assert "the mean of 200 random orders (seed 7) for infAP (+-" in told


def test_what_cannot_be_combined_is_refused(cranfield: Command, tied: Path) -> None:
    result = cranfield(
        "eval", "qrels.txt", "tied.run", "--ties", "best", "--depth", "1", "--unjudged", "condense"
    )
    assert result.code == 2
    assert "--ties best cannot be combined with both depth and --unjudged condense" in result.err


@pytest.mark.parametrize(
    "report,policy,value",
    [
        ("--ties-report", "ties", "best"),
        ("--ties-report", "ties", "docid"),
        ("--bounds", "unjudged", "condense"),
    ],
)
def test_the_policy_that_is_varied_cannot_be_chosen(
    cranfield: Command, tied: Path, report: str, policy: str, value: str
) -> None:
    result = cranfield("eval", "qrels.txt", "tied.run", report, f"--{policy}", value)
    assert (result.code, result.out) == (2, "")
    assert f"error: --{policy} {value} cannot be chosen here, where " in result.err
    assert "hint: leave it out" in result.err
    of_python = {"--ties-report": cf.ties_report, "--bounds": cf.bounds}[report]
    with pytest.raises(cf.UsageError, match="cannot be chosen here"):
        of_python("qrels.txt", "tied.run", "AP", **{policy: value})


def test_other_policies_reach_the_reports(cranfield: Command, tied: Path) -> None:
    arguments = ("eval", "qrels.txt", "tied.run", "-m", "NumRet", "--bounds", "--format", "csv")
    (found,) = rows(cranfield(*arguments, "--depth", "1").out)
    assert found["relevant"] == "2"


@pytest.mark.parametrize("seed", ["-1", "x", "1.5"])
def test_a_seed_that_begins_nowhere_is_refused(cranfield: Command, tied: Path, seed: str) -> None:
    result = cranfield("eval", "qrels.txt", "tied.run", "-m", "infAP", "--ties", "expected", "--seed", seed)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: ")
    assert "bug" not in result.err
