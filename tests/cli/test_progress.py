"""A bar for long work only, on a terminal only."""

from __future__ import annotations

import io
import sys

import pytest

from cranfield.cli.progress import RunProgress


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def _work(progress: RunProgress) -> None:
    with progress:
        for number in range(3):
            progress.start(f"run{number}", 1_000_000)
            progress.advance(f"run{number}", 500_000)
            progress.finish(f"run{number}")


def test_short_work_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    _work(RunProgress(3, patience=60))
    assert screen.getvalue() == ""


def test_a_pipe_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    _work(RunProgress(3, patience=0))
    assert pipe.getvalue() == ""


def test_long_work_shows_runs_and_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    _work(RunProgress(3, patience=0))
    assert "3/3 runs" in screen.getvalue()
    assert "MB/s" in screen.getvalue()


def test_a_run_of_unknown_size_is_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Screen())
    with RunProgress(1, patience=0) as progress:
        progress.start("-", None)
        progress.advance("-", 10)
        progress.finish("-")


def test_runs_may_be_read_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    with RunProgress(2, patience=0) as progress:
        for name in ("a", "b"):
            progress.start(name, 100)
        progress.advance("b", 50)
        progress.finish("a")
        progress.advance("b", 100)
        progress.finish("b")
    progress.advance("b", 100)  # a late thread
    assert "2/2 runs" in screen.getvalue()
