"""docs/inex.md shows what the program does: on the example that readers can make, and on the real runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "inex.md"
BLOCKS = re.findall(r"^```\n((?:.*\n)*?)```$", PAGE.read_text(), re.MULTILINE)


def in_a_shell(script: str, where: Path) -> str:
    cranfield = f'cranfield() {{ "{sys.executable}" -m cranfield "$@"; }}'
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "80", "NO_COLOR": "1"}
    done = subprocess.run(
        ["bash", "-c", f"{cranfield}\n{script} 2>&1"],
        cwd=where,
        capture_output=True,
        text=True,
        check=False,
        env=environ,
    )
    return done.stdout


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
