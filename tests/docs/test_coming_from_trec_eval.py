"""What the page for users of trec_eval shows is what the programs print."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from cranfield.compat.trec_eval.catalogue import IN_ORDER

PAGE = Path(__file__).resolve().parents[2] / "docs" / "coming-from" / "trec_eval.md"
PROGRAMS = """
cranfield() { "$PYTHON" -m cranfield "$@"; }
cranfield-trec-eval() { "$PYTHON" -m cranfield trec-eval "$@"; }
"""


def transcripts(text: str) -> Iterator[tuple[str, str]]:
    """Yield each command of the page, with what is shown below it."""
    for block in re.findall(r"^```\n(\$.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            yield command, shown


def printed(command: str, where: Path) -> str:
    environment = {
        **os.environ,
        "PYTHON": sys.executable,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "NO_COLOR": "1",
    }
    done = subprocess.run(
        ["bash", "-c", PROGRAMS + command],
        cwd=where,
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    return done.stdout


def test_commands_print_what_is_shown(tmp_path: Path) -> None:
    shown = list(transcripts(PAGE.read_text(encoding="utf-8")))
    assert len(shown) >= 5
    for command, output in shown:
        assert printed(command, tmp_path) == output, command


def test_the_table_of_versions_names_what_only_10_has() -> None:
    only = [f"`{entry.name}`" for entry in IN_ORDER if entry.only_in_10]
    assert f"| {', '.join(only)} | not there | there |" in PAGE.read_text(encoding="utf-8")
