"""docs/inex.md shows what the program does: on the example that readers can make, and on the real runs."""

from __future__ import annotations

import re
import tarfile
from pathlib import Path
from typing import Any

import pytest

from tests.docs.pages import DOCS, in_a_shell

PAGE = DOCS / "inex.md"
BLOCKS = re.findall(r"^```\n((?:.*\n)*?)```$", PAGE.read_text(), re.MULTILINE)


def assert_prints_what_is_shown(block: str, where: Path) -> None:
    command, _, output = block.removeprefix("$ ").partition("\n")
    assert in_a_shell(command, where) == output


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """Do what the page says first."""
    assert in_a_shell(BLOCKS[0].rstrip("\n"), tmp_path) == ""
    return tmp_path


def test_the_example_prints_what_is_shown(example: Path) -> None:
    assert_prints_what_is_shown(BLOCKS[1], example)


def test_the_real_runs_print_what_is_shown(shared: Path, tmp_path: Path) -> None:
    with tarfile.open(shared / "data" / "inex2009-elements.tar.xz") as archive:
        archive.extractall(tmp_path, filter="data")
    assert_prints_what_is_shown(BLOCKS[2], tmp_path / "inex2009-elements")


def test_the_python_runs(example: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(example)
    known: dict[str, Any] = {}
    evaluating, looking = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    exec(evaluating, known)  # noqa: S102  (what a reader would paste)
    assert known["scores"].mean("short", "MAiP") == pytest.approx(0.8812, abs=5e-5)
    exec(looking, known)  # noqa: S102
    assert str(known["XmlSpans"]("xml")["a:/article[1]/p[2]"]) == looking.partition("# ")[2].strip()
