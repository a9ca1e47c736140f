"""The command line as its users have it: arguments in; exit code, standard output and standard error out."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from cranfield.cli import run

QRELS = """\
1 0 d1 2
1 0 d2 0
1 0 d3 1
2 0 d4 1
2 0 d5 0
"""
BM25 = """\
1 Q0 d1 1 3.0 bm25
1 Q0 d2 2 2.0 bm25
1 Q0 d3 3 1.0 bm25
2 Q0 d5 1 2.0 bm25
2 Q0 d4 2 1.0 bm25
"""
DENSE = """\
1 Q0 d2 1 0.9 dense
1 Q0 d3 2 0.8 dense
1 Q0 d9 3 0.7 dense
"""


class Result(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str


Command = Callable[..., Result]


@pytest.fixture
def cranfield(capsys: pytest.CaptureFixture[str]) -> Command:
    """Run the command line within this process."""

    def command(*arguments: str) -> Result:
        code = run(arguments)
        told = capsys.readouterr()
        return Result(code, told.out, told.err)

    return command


def environment() -> dict[str, str]:
    """Let another process import what this one can."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


@pytest.fixture
def process() -> Command:
    """Run Python in a process of its own, as a shell does."""

    def command(*arguments: str, **keywords: object) -> Result:
        done = subprocess.run(
            [sys.executable, *arguments],
            capture_output=True,
            check=False,
            encoding="utf-8",
            env=environment(),
            **keywords,  # type: ignore[call-overload]
        )
        return Result(done.returncode, done.stdout, done.stderr)

    return command


@pytest.fixture
def shell(process: Command) -> Command:
    """Run a line in the shell, where `cranfield` is this Python's."""
    program = """
import subprocess, sys
cranfield = f'cranfield() {{ "{sys.executable}" -m cranfield.cli "$@"; }}'
sys.exit(subprocess.run(["sh", "-c", cranfield + "\\n" + sys.argv[1]]).returncode)
"""
    return partial(process, "-c", program)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go to a folder with a campaign small enough to be checked by hand; `dense` has nothing for topic 2."""
    (tmp_path / "qrels.txt").write_text(QRELS)
    (tmp_path / "bm25.run").write_text(BM25)
    (tmp_path / "dense.run").write_text(DENSE)
    monkeypatch.chdir(tmp_path)
    return tmp_path
