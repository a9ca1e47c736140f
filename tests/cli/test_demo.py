"""The first thing that a newcomer runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command


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
    assert first == ["cranfield demo --keep cranfield-demo"]
    lines = _suggested(cranfield("demo", "--topics", "5", "--keep", "a new folder").err)
    assert len(lines) >= 4
    for line in lines:
        result = shell(line)
        assert (result.code, result.err) == (0, ""), line
    assert (tmp_path / "a new folder" / "scores.csv").exists()


def _suggested(told: str) -> list[str]:
    return [line.strip() for line in told.splitlines() if line.startswith("  cranfield")]


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
