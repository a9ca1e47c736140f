"""What the documents show is what the program prints."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def _shown(command: str) -> str:
    """Return what README shows below a command."""
    found = re.search(
        rf"^```\n\$ {re.escape(command)}\n(.*?)^```$",
        (ROOT / "README.md").read_text(),
        re.MULTILINE | re.DOTALL,
    )
    assert found, f"README.md does not show `{command}`"
    return found[1]


def _printed(*arguments: str, where: Path) -> str:
    command = [sys.executable, "-m", "cranfield", *arguments]
    done = subprocess.run(command, cwd=where, capture_output=True, text=True, check=False)
    return done.stderr + done.stdout if done.returncode else done.stdout


def test_the_demo_in_the_readme_is_the_demo(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cranfield", "demo"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, env=_plain())
    shown = _shown("make demo")
    for block in shown.split("\n\n"):
        assert block.strip() in done.stdout + done.stderr


def test_the_error_in_the_readme_is_the_error(tmp_path: Path) -> None:
    (tmp_path / "qrels.txt").write_text("302 0 FT911-3 1\n")
    (tmp_path / "bad.run").write_text("302 Q0 FT911-3 6 2.5 BM25\n302 Q0 FT911-3 7 1e BM25\n")
    command = "cranfield eval qrels.txt bad.run"
    assert _printed(*shlex.split(command)[1:], where=tmp_path) == _shown(command)


@pytest.mark.parametrize("document", ["inputs.md"])
def test_examples_in_the_documents_run(document: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        failed, tried = doctest.testfile(
            str(ROOT / "docs" / document),
            module_relative=False,
            optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS,
        )
    assert tried > 0
    assert failed == 0


def _plain() -> dict[str, str]:
    import os

    return {**os.environ, "CRANFIELD_CORE": "python", "NO_COLOR": "1"}
