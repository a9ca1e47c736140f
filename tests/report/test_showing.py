"""Notebooks and terminals."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

import pytest

from cranfield.report.plain import plain_text
from cranfield.report.table import Table, leaderboard
from cranfield.report.terminal import show

if TYPE_CHECKING:
    from cranfield.model import Scores


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _ordinary_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")


def test_html_escapes_every_name() -> None:
    table = Table(("<run>", "AP"), (("<script>alert(1)</script>", 0.5),), title="a & b", notes=("<b>",))
    html = table._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "a &amp; b" in html
    assert "&lt;b&gt;" in html


def test_html_marks_the_best(two_runs: Scores) -> None:
    html = two_runs._repr_html_()
    assert "<b>0.2917</b>" in html
    assert "<b>0.2833</b>" not in html
    assert html.count("<b>0.2000</b>") == 2


def test_a_terminal_shows_the_same_letters(two_runs: Scores) -> None:
    screen = Screen()
    show(leaderboard(two_runs), screen)
    assert "\x1b[1;32m0.2917\x1b[0m" in screen.getvalue()
    bare = re.sub(r"\x1b\[[0-9;]*m", "", screen.getvalue())
    assert [line.rstrip() for line in bare.splitlines()] == plain_text(leaderboard(two_runs)).splitlines()


@pytest.mark.parametrize("name,value", [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_no_colour_when_asked(
    two_runs: Scores, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    screen = Screen()
    show(leaderboard(two_runs), screen)
    assert screen.getvalue() == plain_text(leaderboard(two_runs)) + "\n"


def test_a_narrow_terminal_gets_narrow_blocks(two_runs: Scores, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    stream = io.StringIO()
    show(Table(("run", *(f"measure-{n}" for n in range(6))), (("a", *([0.5] * 6)),)), stream)
    assert max(map(len, stream.getvalue().splitlines())) <= 40
    assert len(stream.getvalue().splitlines()) == 5
