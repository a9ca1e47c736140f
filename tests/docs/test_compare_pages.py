"""docs/compare.md and docs/power.md show what the commands print."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, assert_prints_what_is_shown, transcripts

PAGES = ["compare.md", "power.md"]


@pytest.mark.parametrize("page,examples", [("compare.md", 5), ("power.md", 3)])
def test_every_command_prints_what_is_shown(demo: Path, page: str, examples: int) -> None:
    assert len(transcripts(DOCS / page)) == examples
    assert_prints_what_is_shown(DOCS / page, demo)


@pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")
@pytest.mark.parametrize("page", PAGES)
def test_the_python_runs(demo: Path, page: str) -> None:
    failed, tried = doctest.testfile(
        str(DOCS / page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert (failed, tried > 0) == (0, True)


def test_the_page_names_every_test_and_every_correction() -> None:
    from cranfield.compare.named_tests import TESTS
    from cranfield.compare.plan import ALL_CORRECTIONS

    page = (DOCS / "compare.md").read_text()
    for name in (*TESTS, *ALL_CORRECTIONS):
        assert f"`{name}`" in page
