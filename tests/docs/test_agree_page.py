"""docs/agree.md shows what the command prints."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Command, cranfield, process, shell  # noqa: F401  (fixtures are asked for by name)

PAGE = Path(__file__).resolve().parents[2] / "docs" / "agree.md"


def test_every_command_prints_what_is_shown(
    cranfield: Command,  # noqa: F811
    shell: Command,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cranfield("demo", "--keep", "demo").code == 0
    monkeypatch.chdir("demo")
    monkeypatch.setenv("COLUMNS", "80")
    shown = re.findall(r"^```\n\$ (.*)\n((?:.*\n)*?)```$", PAGE.read_text(), re.MULTILINE)
    assert len(shown) >= 10
    for command, output in shown:
        if command.startswith("cat "):  # the reader writes this file, and so do we
            Path(command.removeprefix("cat ")).write_text(output)
        else:
            assert shell(f"{command} 2>&1").out == output, command
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert (failed, tried > 5) == (0, True)
