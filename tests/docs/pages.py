"""Pages that show commands: what stands below a command is what it prints, at 80 columns."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"
_BLOCK = re.compile(r"^```\n\$ (.*)\n((?:.*\n)*?)```$", re.MULTILINE)


def transcripts(page: Path) -> list[tuple[str, str]]:
    """Return each command of a page, with what is shown below it."""
    return _BLOCK.findall(page.read_text())


def in_a_shell(commands: str, where: Path) -> str:
    """Return all that these commands print there, where `cranfield` is this Python's."""
    cranfield = f'cranfield() {{ "{sys.executable}" -m cranfield "$@"; }}'
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "80", "NO_COLOR": "1"}
    done = subprocess.run(
        ["sh", "-c", f"{cranfield}\n{{ {commands.rstrip()}\n}} 2>&1"],
        cwd=where,
        capture_output=True,
        text=True,
        check=False,
        env=environ,
    )
    return done.stdout


def assert_prints_what_is_shown(page: Path, where: Path, *, readers_files: bool = False) -> None:
    """Run all commands of a page; with `readers_files`, what `cat` shows is a file that the reader writes, and so do we."""
    for command, output in transcripts(page):
        if readers_files and command.startswith("cat "):
            file = where / command.removeprefix("cat ")
            file.parent.mkdir(exist_ok=True)
            file.write_text(output)
        else:
            assert in_a_shell(command, where) == output, command
