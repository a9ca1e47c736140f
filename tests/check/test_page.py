"""docs/check-files.md shows what the command prints, and knows every kind of finding."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from cranfield.check.kinds import KINDS
from cranfield.cli import run

PAGE = Path(__file__).resolve().parents[2] / "docs" / "check-files.md"
QRELS = """\
301 0 FT911-3 1
301 0 FT911-8 0
301 0 FT922-1 2
302 0 FT911-3 0
302 0 FT933-5 1
"""
BM25 = """\
301 Q0 FT922-1 1 9.5 bm25
301 Q0 FT911-3 2 8.25 bm25
301 Q0 FT922-1 3 7.5 bm25
0302 Q0 FT933-5 1 6,5 bm25
0302 Q0 FT911-3 2 5.5 bm25\x20
"""


def test_the_page_shows_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)
    Path("qrels.txt").write_text(QRELS)
    Path("bm25.run").write_text(BM25)
    shown = re.findall(r"^```\n\$ cranfield ([^\n]*)\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert len(shown) == 2
    for arguments, output in shown:
        assert run(shlex.split(arguments)) == 1
        assert capsys.readouterr().out == output


def test_every_kind_is_explained_with_its_severity() -> None:
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| (\w+) \| (yes)? ?\| ", PAGE.read_text(), re.MULTILINE)
    told = {
        name: (severity, mended == "yes")
        for name, severity, mended in rows
        if severity in ("error", "warning", "note")
    }
    assert told == {name: (kind.severity, kind.mended) for name, kind in KINDS.items()}


def test_the_examples_run() -> None:
    failed, tried = doctest.testfile(
        str(PAGE), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert tried > 0
    assert failed == 0
