"""Every page about a seed document shows what the library computes."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from tests.docs.conftest import PAGES

BLOCKS = {"make_adm": 9, "make_eprum": 10, "make_lectures": 11, "make_pres": 5}


@pytest.mark.parametrize("make", PAGES, indirect=True)
def test_the_page_is_what_the_library_computes(make: ModuleType, page: ModuleType) -> None:
    blocks = make.blocks()
    assert len(blocks) == BLOCKS[make.__name__]
    for name, made in blocks.items():
        assert page.shown(make.PAGE, name, f"{make.__name__}.py") == made, name
    of_shared_data = make.__name__ == "make_pres"  # table 4 is made of its 48 rows, which lie there
    assert make.PAGE.read_text(encoding="utf-8").count("<!-- made by") == len(blocks) + of_shared_data


@pytest.mark.parametrize("make", PAGES, indirect=True)
def test_writing_the_page_again_changes_nothing(make: ModuleType, page: ModuleType, tmp_path: Path) -> None:
    copy = tmp_path / make.PAGE.name
    copy.write_text(make.PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    page.write(copy, make.blocks(), f"{make.__name__}.py")
    assert copy.read_text(encoding="utf-8") == make.PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("make", PAGES, indirect=True)
def test_a_page_without_the_block_is_refused(make: ModuleType, page: ModuleType, tmp_path: Path) -> None:
    copy = tmp_path / "some.md"
    copy.write_text("no tables here", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"some\.md has no block called `"):
        page.write(copy, make.blocks(), f"{make.__name__}.py")


@pytest.mark.parametrize("make", ["make_adm"], indirect=True)
def test_bold_is_what_does_not_round_to_the_printed_number(make: ModuleType, page: ModuleType) -> None:
    assert page.marked(0.625, "0.63") == "0.625"
    assert page.marked(0.6249, "0.63") == "**0.6249**"
    assert page.marked(0.0004, "~0") == "0.0004"
    assert page.plain(-1e-17) == "0"
