"""docs/navigation.md shows what the commands print, and its Python runs."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from cranfield.judge.navigation import spec
from tests.docs.pages import DOCS, assert_prints_what_is_shown, transcripts

PAGE = DOCS / "navigation.md"


def test_every_command_prints_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert len(transcripts(PAGE)) >= 8
    assert_prints_what_is_shown(PAGE, tmp_path, readers_files=True)
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert (failed, tried > 5) == (0, True)


def test_every_model_is_in_the_list() -> None:
    listed = set(re.findall(r"^\| `([a-z0-9]+)[:`]", PAGE.read_text(), re.MULTILINE))
    assert set(spec._MAKERS) <= listed
