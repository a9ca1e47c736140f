"""What every command shares: a fast start, plain words for all that goes wrong, exit codes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import cranfield as package
from cranfield.cli import eval as eval_module
from cranfield.cli.group import COMMANDS, group
from tests.cli.conftest import Command, environment

SLOW_TO_IMPORT = ("numpy", "scipy", "rich", "narwhals")


@pytest.mark.parametrize(
    "arguments", [[], ["--version"], ["--help"], *([name, "--help"] for name in COMMANDS), ["evil"]]
)
def test_words_do_not_wait_for_numpy(process: Command, arguments: list[str]) -> None:
    program = f"""
import sys
from cranfield.cli import run
run({arguments!r})
sys.exit(",".join(sorted(set(sys.modules) & {set(SLOW_TO_IMPORT)!r})) or 0)
"""
    assert process("-c", program).code == 0


def test_an_evaluation_into_a_pipe_needs_numpy_alone(process: Command, folder: Path) -> None:
    program = f"""
import sys
from cranfield.cli import run
run(["eval", "qrels.txt", "bm25.run"])
sys.exit(",".join(sorted(set(sys.modules) & {set(SLOW_TO_IMPORT) - {"numpy"}!r})) or 0)
"""
    result = process("-c", program)
    assert (result.code, result.err) == (0, "")


def test_the_version(cranfield: Command) -> None:
    assert cranfield("--version") == (0, f"cranfield {package.__version__}\n", "")


def test_without_a_command_there_is_help(cranfield: Command) -> None:
    assert cranfield() == cranfield("-h")
    assert all(f"\n  {name} " in cranfield("--help").out for name in COMMANDS)


def test_every_command_listed_is_there() -> None:
    for name in COMMANDS:
        command = group.get_command(None, name)  # type: ignore[arg-type]
        assert command is not None
        assert command.name == name
        assert len(command.get_short_help_str(100)) < 70


@pytest.mark.parametrize(
    "arguments,message",
    [
        (
            ["evl"],
            f"error: there is no command `evl`\n  one of: {', '.join(COMMANDS)}\nhint: did you mean `eval`?\n",
        ),
        (
            ["eval", "q", "r", "--tie", "x"],
            "error: there is no option `--tie`\nhint: did you mean `--ties` or `--topics`?\n",
        ),
        (
            ["eval", "q", "r", "--ties", "docd"],
            (
                "error: `--ties` has no value `docd`\n  one of: docid, docid-ascending, input, rank, expected, best, worst\n"
                "hint: did you mean `docid`?\n"
            ),
        ),
        (["eval"], "error: missing argument `QRELS`\nhint: cranfield eval --help shows how it is used\n"),
        (
            ["eval", "q", "r", "--threads", "0"],
            "error: threads must be 1 or more: 0\n",
        ),
        (
            ["eval", "q", "r", "-m", ""],
            "error: no measure is named\nhint: name some, such as: AP nDCG@10 R@1000\n",
        ),
        (["eval", "q", "r", "--depth", "0"], "error: depth must be 1 or more: 0\n"),
    ],
)
def test_misuse_is_told_and_answered(
    cranfield: Command, folder: Path, arguments: list[str], message: str
) -> None:
    (folder / "q").write_text("1 0 d 1\n")
    (folder / "r").write_text("1 Q0 d 1 1.0 r\n")
    assert cranfield(*arguments) == (2, "", message)


def test_a_missing_file_is_an_error_without_a_traceback(cranfield: Command, folder: Path) -> None:
    result = cranfield("eval", "qrels.txt", "bm52.run")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: bm52.run: ")
    assert "Traceback" not in result.err


def _fail_with(failure: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    def evaluate(*_: object, **__: object) -> None:
        raise failure

    monkeypatch.setattr(eval_module, "_evaluate", evaluate)


def test_a_bug_is_called_a_bug(cranfield: Command, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _fail_with(ZeroDivisionError("division by zero"), monkeypatch)
    monkeypatch.delenv("CRANFIELD_DEBUG", raising=False)
    result = cranfield("eval", "qrels.txt", "bm25.run")
    assert result.code == 70
    assert result.err.startswith(
        "error: this is a bug in cranfield, not a fault of yours\n  ZeroDivisionError: "
    )
    assert "Traceback" not in result.err
    monkeypatch.setenv("CRANFIELD_DEBUG", "1")
    assert cranfield("eval", "qrels.txt", "bm25.run").err.startswith("Traceback")


def test_too_little_memory_is_not_a_bug(
    cranfield: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fail_with(MemoryError(), monkeypatch)
    result = cranfield("eval", "qrels.txt", "bm25.run")
    assert result.code == 70
    assert result.err.startswith("error: there is not enough memory")


def test_an_interruption_is_one_line(
    cranfield: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fail_with(KeyboardInterrupt(), monkeypatch)
    assert cranfield("eval", "qrels.txt", "bm25.run") == (130, "", "interrupted\n")


def test_a_reader_that_leaves_early_is_no_error(folder: Path) -> None:
    (folder / "bm25.run").write_text("".join(f"{topic} Q0 d1 1 1.0 bm25\n" for topic in range(20000)))
    (folder / "qrels.txt").write_text("".join(f"{topic} 0 d1 1\n" for topic in range(20000)))
    command = [sys.executable, "-m", "cranfield.cli", "eval", "qrels.txt", "bm25.run", "--per-topic"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        told = running.stderr.read()
        assert (running.wait(), told) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
@pytest.mark.parametrize("arguments", [["eval", "qrels.txt", "bm25.run"], ["--help"]])
def test_a_full_disk_is_told(folder: Path, arguments: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "cranfield.cli", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            env=environment(),
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: ")
    assert done.stderr.endswith(b"No space left on device\n")
    assert done.stderr.count(b"\n") == 1
