"""docs/gate.md shows what the command prints."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, assert_prints_what_is_shown, transcripts

PAGE = DOCS / "gate.md"


def test_every_command_prints_what_is_shown(demo: Path) -> None:
    assert len(transcripts(PAGE)) >= 5
    assert_prints_what_is_shown(PAGE, demo)


@pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")
def test_the_python_runs(demo: Path) -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert (failed, tried > 0) == (0, True)
