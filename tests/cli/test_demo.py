"""The first thing that a newcomer runs."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Command


@pytest.fixture(autouse=True)
def started_as_cranfield(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["cranfield", "demo"])


def test_the_demo_finds_the_order_that_was_built_in(cranfield: Command) -> None:
    result = cranfield("demo")
    assert result.code == 0
    assert [line.split()[0] for line in result.out.splitlines()[1:5]] == ["ash", "elm", "fir", "oak"]
    assert "Built in, best first: oak > fir > ash > elm" in result.err
    assert "Found by AP, nDCG@10, P@10, R@100: this order again" in result.err
    assert max(map(len, (result.out + result.err).splitlines())) <= 80


def test_its_suggestions_work(
    cranfield: Command, shell: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    first = _suggested(cranfield("demo", "--topics", "5").err)
    assert first == ["cranfield demo --keep campaign"]
    lines = _suggested(cranfield("demo", "--topics", "5", "--keep", "a new folder").err)
    assert len(lines) >= 4
    for line in lines:
        result = shell(line)
        assert (result.code, result.err) == (0, ""), line
    assert (tmp_path / "a new folder" / "scores.csv").exists()


def _suggested(told: str) -> list[str]:
    unfolded = told.replace(" \\\n", "")
    return [line.strip() for line in unfolded.splitlines() if line.startswith("  cranfield")]


def test_its_suggestions_can_be_typed_and_fit_a_terminal(
    cranfield: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))  # as after `make demo`: nothing is called `cranfield` there
    monkeypatch.setattr("sys.argv", [".venv/bin/cranfield", "demo"])
    told = cranfield("demo", "--topics", "5", "--keep", "cranfield-demo").err
    lines = told.partition("Try next:\n")[2].splitlines()
    assert all(line.startswith(("  .venv/bin/cranfield ", "      cranfield-demo/runs/")) for line in lines)
    assert max(map(len, lines)) <= 80
    monkeypatch.setattr("sys.argv", ["/some/pytest/__main__.py"])
    assert (
        f"  {shlex.quote(sys.executable)} -m cranfield demo --keep" in cranfield("demo", "--topics", "5").err
    )


def test_nothing_is_overwritten(cranfield: Command, folder: Path) -> None:
    result = cranfield("demo", "--keep", str(folder))
    assert (result.code, result.out) == (2, "")
    assert "is there already" in result.err
    assert not (folder / "runs").exists()


def test_the_seed_decides(cranfield: Command) -> None:
    assert cranfield("demo", "--seed", "5", "--topics", "3") == cranfield(
        "demo", "--seed", "5", "--topics", "3"
    )
    assert cranfield("demo", "--seed", "5", "--topics", "3") != cranfield(
        "demo", "--seed", "6", "--topics", "3"
    )
