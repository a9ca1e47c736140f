"""The catalogue of measures."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest

from cranfield.cli import options
from cranfield.measure import example, find, names
from cranfield.measure.presets import PRESETS
from cranfield.measure.register import registered
from tests.cli.conftest import Command


def test_every_measure_is_listed_within_80_columns(cranfield: Command) -> None:
    listed = cranfield("measures").out
    starts = {line.split()[0].partition("@")[0] for line in listed.splitlines() if line.startswith("  ")}
    assert starts >= {measure.name for measure in registered()}
    assert max(map(len, listed.splitlines())) <= 80


@pytest.mark.parametrize("name", ["nDCG", "nDCG@10", "ndcg_cut_10", "ndcg", "nDCG(dcg='exp-log2')@5"])
def test_one_measure_is_explained_under_any_of_its_names(cranfield: Command, name: str) -> None:
    result = cranfield("measures", name)
    assert result == cranfield("measures", "nDCG")
    assert result.code == 0
    assert "dcg: " in result.out


@pytest.mark.parametrize("name", ["PRES", "infAP"])
def test_the_examples_come_with_their_imports(cranfield: Command, name: str) -> None:
    shown = cranfield("measures", name).out
    _, lines = shown.split("To run the examples, first:\n")
    known: dict[str, object] = {}
    exec(dedent(lines), known)  # noqa: S102  (lines of our own)
    assert known["example"] is example
    assert find(name).function in known.values()
    assert max(map(len, shown.splitlines())) <= 80


def test_python_computes_what_the_command_line_computes_unasked() -> None:
    assert names.DEFAULT_MEASURES == options.DEFAULT_MEASURES


def test_a_misspelt_measure_is_guessed(cranfield: Command) -> None:
    result = cranfield("measures", "nDGC")
    assert (result.code, result.out) == (2, "")
    assert "did you mean `ndcg`" in result.err.casefold()


def test_the_groups_of_measures_are_listed_and_explained(cranfield: Command) -> None:
    listed = cranfield("measures").out
    _, groups = listed.split("Groups, named as measures are: -m web\n")
    assert [line.split()[0] for line in groups.splitlines() if re.match("  [a-z]", line)] == list(PRESETS)
    assert "not trec_eval's recall, which is" in groups
    result = cranfield("measures", "official")
    assert (result.code, result.out) == (2, "")
    assert "`official` is not one measure but several" in result.err
    assert "-m official computes them all: num_q num_ret" in result.err


@pytest.mark.parametrize(
    "option, said",
    [
        (
            "--depth=99999999999999999999",
            "error: depth must be 2,147,483,647 or less: 99999999999999999999\n",
        ),
        ("--seed=-1", "error: seed must be 0 or more: -1\n"),
        ("--threads=99999999999999999999", "error: threads must be 2,147,483,647 or less"),
    ],
)
def test_numbers_that_mean_nothing_are_refused(cranfield: Command, option: str, said: str) -> None:
    result = cranfield("eval", "qrels", "run", option)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(said)


@pytest.mark.parametrize("measures", ["official", "utility.2,-1,0,0 ndcg.1=3,2=9,P.5,10", "success"])
def test_names_of_trec_eval_are_evaluated(cranfield: Command, tmp_path: Path, measures: str) -> None:
    (tmp_path / "qrels").write_text("1 0 a 1\n")
    (tmp_path / "run").write_text("1 Q0 a 1 1 t\n")
    result = cranfield("eval", str(tmp_path / "qrels"), str(tmp_path / "run"), "-m", measures)
    assert result.code == 0, result.err


def test_the_group_of_everything_does_not_claim_to_cut_everything(cranfield: Command) -> None:
    assert "cut at 10 where a cut-off is required" in " ".join(cranfield("measures").out.split())


def test_a_word_that_is_a_group_as_well_is_said_to_be_one(cranfield: Command) -> None:
    assert "But -m recall is a group, for who must find everything" in cranfield("measures", "recall").out
    assert "is a group" not in cranfield("measures", "AP").out
