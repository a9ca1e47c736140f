"""docs/gate.md shows what the command prints."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cranfield.cli import run

PAGE = Path(__file__).resolve().parents[2] / "docs" / "gate.md"


@pytest.fixture
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Path:
    """Do what the page says first."""
    monkeypatch.chdir(tmp_path)
    assert run(["demo", "--keep", "demo"]) == 0
    capfd.readouterr()
    monkeypatch.chdir("demo")
    return tmp_path / "demo"


def test_every_command_prints_what_is_shown(demo: Path) -> None:
    shown = re.findall(r"^```\n\$ (.*)\n((?:.*\n)*?)```$", PAGE.read_text(), re.MULTILINE)
    assert len(shown) >= 5
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
def test_the_python_runs(demo: Path) -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert (failed, tried > 0) == (0, True)
