"""docs/compare.md and docs/power.md show what the commands print."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cranfield.cli import run

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = ["compare.md", "power.md"]


@pytest.fixture
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Path:
    """Do what the pages say first."""
    monkeypatch.chdir(tmp_path)
    assert run(["demo", "--keep", "demo"]) == 0
    capfd.readouterr()
    monkeypatch.chdir("demo")
    return tmp_path / "demo"


@pytest.mark.parametrize("page,examples", [("compare.md", 5), ("power.md", 3)])
def test_every_command_prints_what_is_shown(demo: Path, page: str, examples: int) -> None:
    shown = re.findall(r"^```\n\$ (.*)\n((?:.*\n)*?)```$", (DOCS / page).read_text(), re.MULTILINE)
    assert len(shown) == examples
    cranfield = f'cranfield() {{ "{sys.executable}" -m cranfield "$@"; }}'
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "80", "NO_COLOR": "1"}
    for command, output in shown:
        done = subprocess.run(
            ["sh", "-c", f"{cranfield}\n{command} 2>&1"],
            capture_output=True,
            text=True,
            check=False,
            env=environ,
        )
        assert done.stdout == output, command


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
