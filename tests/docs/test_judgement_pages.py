"""docs/judgements.md and docs/adm-in-practice.md show what the commands print."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = ["judgements.md", "adm-in-practice.md"]
BLOCK = re.compile(r"^```\n\$ (.*)\n((?:.*\n)*?)```$", re.MULTILINE)
SETUP = re.compile(r"^```\n(cranfield demo(?:.*\n)*?)```$", re.MULTILINE)


@pytest.mark.parametrize("page", PAGES)
def test_every_command_prints_what_is_shown(page: str, tmp_path: Path) -> None:
    text = (DOCS / page).read_text()
    found = SETUP.search(text)
    assert found, "the page says how to make its examples"
    _shell(found[1], tmp_path)
    shown = BLOCK.findall(text)
    assert len(shown) >= 8
    for command, output in shown:
        assert _shell(command, tmp_path / "demo") == output, command


def _shell(commands: str, folder: Path) -> str:
    cranfield = f'cranfield() {{ "{sys.executable}" -m cranfield "$@"; }}'
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "80", "NO_COLOR": "1"}
    done = subprocess.run(
        ["sh", "-c", f"{cranfield}\n{{ {commands.rstrip()}\n}} 2>&1"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=environ,
    )
    return done.stdout


@pytest.mark.parametrize("page", PAGES)
def test_the_python_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the examples write small files
    failed, tried = doctest.testfile(str(DOCS / page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert (failed, tried > 0) == (0, True)
