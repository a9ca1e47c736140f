"""docs/eval.md shows what the command prints."""

from __future__ import annotations

import doctest
from pathlib import Path

from tests.docs.pages import DOCS, assert_prints_what_is_shown, transcripts

PAGE = DOCS / "eval.md"


def test_every_command_prints_what_is_shown(demo: Path) -> None:
    assert len(transcripts(PAGE)) >= 10
    assert_prints_what_is_shown(PAGE, demo, readers_files=True)
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert (failed, tried > 5) == (0, True)
