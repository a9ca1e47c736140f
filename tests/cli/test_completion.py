"""Shell completion: the scripts, and what they are answered."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cranfield.cli import run
from cranfield.cli.completion import SHELLS
from cranfield.cli.group import COMMANDS
from cranfield.cli.options import POLICIES
from tests.cli.conftest import Command, environment

Complete = Callable[..., list[str]]


@pytest.fixture
def complete(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Complete:
    """Ask as bash does after the last of these words; `file,` stands for the shell's own file names."""

    def command(*words: str) -> list[str]:
        monkeypatch.setenv("_CRANFIELD_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", "\n".join(["cranfield", *words]))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        code = run([])
        told = capsys.readouterr()
        assert (code, told.err) == (0, "")
        return [line.removeprefix("plain,") for line in told.out.splitlines()]

    return command


def test_commands_are_completed(complete: Complete) -> None:
    assert complete("") == list(COMMANDS)
    assert complete("ev") == ["eval"]


def test_options_and_their_values_are_completed(complete: Complete) -> None:
    assert "--ties" in complete("eval", "--ti")
    assert complete("eval", "--ties", "") == list(POLICIES["ties"][0])
    assert complete("gate", "--format", "ju") == ["junit"]
    assert complete("completion", "") == list(SHELLS)


def test_measures_and_groups_are_completed(complete: Complete) -> None:
    for option in ("-m", "--measure"):
        assert "nDCG" in complete("eval", "qrels.txt", option, "nD")
    assert "recall" in complete("gate", "q", "old", "new", "-m", "rec")
    assert "AP nDCG" in complete("eval", "q", "-m", "'AP nD")


def test_files_are_left_to_the_shell(complete: Complete) -> None:
    assert complete("eval", "qr") == ["file,qr"]
    assert complete("gate", "qrels.txt", "") == ["file,"]
    assert complete("eval", "q", "-o", "sc") == ["file,sc"]


def test_what_makes_no_sense_has_no_completion(complete: Complete) -> None:
    assert complete("evil", "q", "") == []
    assert complete("eval", "--no-such") == []


def test_an_unknown_shell_has_no_answer(cranfield: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_CRANFIELD_COMPLETE", "tcsh_complete")
    assert cranfield() == (1, "", "")


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_has_a_script_that_asks_cranfield(cranfield: Command, shell: str) -> None:
    result = cranfield("completion", shell)
    assert (result.code, result.err) == (0, "")
    assert f"_CRANFIELD_COMPLETE={shell}_complete" in result.out


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_is_one_that_the_shell_understands(cranfield: Command, tmp_path: Path, shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    script = tmp_path / "script"
    script.write_text(cranfield("completion", shell).out)
    assert subprocess.run([shell, "-n", str(script)], capture_output=True, check=False).stderr == b""


def test_bash_completes(cranfield: Command, tmp_path: Path) -> None:
    if shutil.which("bash") is None:
        pytest.skip("there is no bash here")
    (tmp_path / "cranfield").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cranfield.cli "$@"\n')
    (tmp_path / "cranfield").chmod(0o755)
    script = cranfield("completion", "bash").out + (
        "\nCOMP_WORDS=(cranfield eval qrels.txt --ties doc) COMP_CWORD=4\n"
        '_cranfield_completion cranfield\nprintf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    environ = environment()
    environ["PATH"] = f"{tmp_path}:{environ['PATH']}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True, env=environ)
    assert done.stdout.split() == ["docid", "docid-ascending"]


def test_another_shell_is_refused(cranfield: Command) -> None:
    result = cranfield("completion", "zs")
    assert (result.code, result.out) == (2, "")
    assert result.err.endswith("hint: did you mean `zsh`?\n")
