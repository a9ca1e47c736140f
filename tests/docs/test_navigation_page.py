"""docs/navigation.md shows what the commands print, and its Python runs."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from cranfield.judge.navigation import spec
from tests.cli.conftest import Command, process, shell  # noqa: F401  (fixtures are asked for by name)

PAGE = Path(__file__).resolve().parents[2] / "docs" / "navigation.md"


def test_every_command_prints_what_is_shown(
    shell: Command,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    shown = re.findall(r"^```\n\$ (.*)\n((?:.*\n)*?)```$", PAGE.read_text(), re.MULTILINE)
    assert len(shown) >= 8
    for command, output in shown:
        if command.startswith("cat "):  # the reader writes this file, and so do we
            file = Path(command.removeprefix("cat "))
            file.parent.mkdir(exist_ok=True)
            file.write_text(output)
        else:
            assert shell(f"{command} 2>&1").out == output, command
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert (failed, tried > 5) == (0, True)


def test_every_model_is_in_the_list() -> None:
    listed = set(re.findall(r"^\| `([a-z0-9]+)[:`]", PAGE.read_text(), re.MULTILINE))
    assert set(spec._MAKERS) <= listed
