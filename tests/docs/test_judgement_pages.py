"""docs/judgements.md and docs/adm-in-practice.md show what the commands print."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, assert_prints_what_is_shown, in_a_shell, transcripts

PAGES = ["judgements.md", "adm-in-practice.md"]
SETUP = re.compile(r"^```\n(cranfield demo(?:.*\n)*?)```$", re.MULTILINE)


@pytest.mark.parametrize("page", PAGES)
def test_every_command_prints_what_is_shown(page: str, tmp_path: Path) -> None:
    text = (DOCS / page).read_text()
    found = SETUP.search(text)
    assert found, "the page says how to make its examples"
    in_a_shell(found[1], tmp_path)
    assert len(transcripts(DOCS / page)) >= 8
    assert_prints_what_is_shown(DOCS / page, tmp_path / "demo")


@pytest.mark.parametrize("page", PAGES)
def test_the_python_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the examples write small files
    failed, tried = doctest.testfile(str(DOCS / page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert (failed, tried > 0) == (0, True)
