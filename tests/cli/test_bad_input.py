"""Whatever is wrong with an input: a message, exit code 2, no number and no traceback, through both cores."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.both_cores import CORES
from tests.cli.conftest import BM25, QRELS, Command, environment

PROGRAM = [sys.executable, "-m", "cranfield.cli", "eval"]
MEMORY = 150  # MB

# Runs one command line after the other in one process; a line of `\x1e` ends what each said on either stream.
MANY = """
import sys
from cranfield.cli import run
for line in sys.stdin.read().splitlines():
    code = run(["eval", *line.split("\\t"), "-m", "RR"])
    print(f"\\x1e{code}", flush=True)
    print("\\x1e", file=sys.stderr, flush=True)
"""


class Bad(NamedTuple):
    """A file that must be refused, and how the message begins."""

    content: bytes
    message: str
    is_qrels: bool = False


_GOOD = BM25.encode()
BAD = {
    "five columns": Bad(b"1 Q0 d1 1 3.0\n", "error: FILE:1: a line of a run has 6 columns, this one has 5"),
    "seven fields of judgements": Bad(
        b"1 0 d1 1 x\n", "error: FILE:1: a line of qrels has 4 columns, this one has 5", is_qrels=True
    ),
    "no score": Bad(_GOOD + b"2 Q0 d9 1 high t\n", "error: FILE:6: the score `high` is not a number"),
    "NaN": Bad(b"1 Q0 d1 1 NaN t\n", "error: FILE:1: the score is NaN, which cannot be ranked"),
    "NaN grade": Bad(b"1 0 d1 nan\n", "error: FILE:1: the grade is NaN", is_qrels=True),
    "infinite grade": Bad(b"1 0 d1 inf\n", "error: FILE:1: the grade `inf` is infinite", is_qrels=True),
    "duplicate": Bad(_GOOD + b"2 Q0 d4 9 0 t\n", "error: FILE:6: document `d4` appears twice in topic `2`"),
    "duplicate judgement": Bad(
        b"1 0 d1 1\n1 0 d1 0\n", "error: FILE:2: document `d1` appears twice in topic `1`", is_qrels=True
    ),
    "empty": Bad(b"", "error: FILE: there are no results in it"),
    "blank": Bad(b"\n \r\n\n", "error: FILE: there are no results in it"),
    "empty judgements": Bad(b"", "error: FILE: there are no judgements in it", is_qrels=True),
    "cut gzip": Bad(gzip.compress(_GOOD)[:-9], "error: FILE: the gzip data ends too early"),
    "gzip that is none": Bad(b"\x1f\x8b" + bytes(range(255)), "error: FILE: the gzip data is damaged"),
    "binary": Bad(bytes(range(256)) * 8, "error: FILE: this is not text: there is a NUL at byte 1"),
    "noise": Bad(bytes(range(1, 256)) * 8, "error: FILE:1: a line of a run has 6 columns"),
    "zip": Bad(b"PK\x03\x04", "error: FILE: this is a zip archive"),
    "NUL far down": Bad(
        _GOOD + b"\n" * 70_000 + b"2 Q0 d\x009 1 1 t\n", "error: FILE:70006: the line holds a NUL byte"
    ),
    "UTF-16": Bad(BM25.encode("utf-16"), "error: FILE: this is text in UTF-16"),
    "judgements as a run": Bad(QRELS.encode(), "error: FILE: this looks like judgements"),
    "a run as judgements": Bad(_GOOD, "error: FILE: this looks like a run", is_qrels=True),
    "leading zeros": Bad(b"01 Q0 d1 1 1 t\n", "error: FILE: none of its topics is judged in qrels.txt"),
    "another case": Bad(
        b"Q1 0 d1 1\n", "error: bm25.run: none of its topics is judged in FILE", is_qrels=True
    ),
    "a column of unknown name": Bad(b"question,docid,score\n1,d1,1\n", "error: FILE: no column is known"),
    "no names": Bad(b"1,d1,1\n", "error: FILE:1: the first line must name the columns"),
    "cut JSON": Bad(b'{"1": {"d1": 2', "error: FILE:1: this is not JSON from column 15 on"),
    "JSON in JSON": Bad(b'{"1": ' + b"[" * 100_000, "error: FILE: this JSON is nested too deeply"),
    "text in JSON": Bad(
        b'{"1": {"d1": "2"}}', "error: FILE: topic `1`, document `d1`: the score '2' is not a"
    ),
    "cut Parquet": Bad(b"PAR1\0\0", "error: FILE: this Parquet file cannot be read"),
    "Arrow that is none": Bad(b"ARROW1\0\0\0\0", "error: FILE: this Arrow file cannot be read"),
}


@pytest.fixture(params=CORES)
def core_name(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Choose the core for the processes that a test starts."""
    monkeypatch.setenv("CRANFIELD_CORE", request.param)
    return str(request.param)


def _refused(code: int, out: str, err: str) -> str:
    assert (code, out) == (2, ""), err
    assert "Traceback" not in err
    assert "a bug in cranfield" not in err
    assert err.startswith("error: "), err
    return err


def _told(*arguments: str | Path, **keywords: object) -> str:
    """Run the command in a process of its own; return why it refused."""
    done = subprocess.run(
        [*PROGRAM, *map(str, arguments), "-m", "RR"],
        capture_output=True,
        check=False,
        env=environment(),
        timeout=60,
        **keywords,  # type: ignore[call-overload]
    )
    return _refused(done.returncode, done.stdout.decode(), done.stderr.decode())


def test_what_is_wrong_is_told(folder: Path, core_name: str) -> None:
    """All in one process, because starting one takes longer than the work."""
    lines = []
    for number, bad in enumerate(BAD.values()):
        (folder / f"bad{number}").write_bytes(bad.content)
        lines.append(f"bad{number}\tbm25.run" if bad.is_qrels else f"qrels.txt\tbad{number}")
    lines += [
        "qrels.txt\t",
        "qrels.txt\tno-such.run",
        ".\tbm25.run",
        "no-such.txt\tbm25.run",
        "qrels.txt\tbm25.run/x",
    ]
    done = subprocess.run(
        [sys.executable, "-c", MANY],
        input="\n".join(lines),
        capture_output=True,
        check=True,
        encoding="utf-8",
        env=environment(),
    )
    outs, errs = done.stdout.split("\n"), done.stderr.split("\x1e\n")
    begins = [bad.message.replace("FILE", f"bad{number}") for number, bad in enumerate(BAD.values())]
    begins += [
        "error: the name of a file is empty",
        "error: no-such.run: there is no such file",
        "error: .: this is a directory",
        "error: no-such.txt: there is no such file",
        "error: bm25.run/x: there is no such file",
    ]
    assert outs == ["\x1e2"] * len(lines) + [""]
    for begin, err in zip(begins, errs, strict=False):
        assert _refused(2, "", err).startswith(begin)


@pytest.mark.skipif(os.name != "posix", reason="needs named pipes")
@pytest.mark.parametrize(
    "content, message", [(b"1 Q0 d1 1 1e t\n", ":1: the score `1e`"), (b"", ": there are no")]
)
def test_pipes(folder: Path, core_name: str, content: bytes, message: str) -> None:
    assert _told("qrels.txt", "-", input=content).startswith(f"error: standard input{message}")
    assert _told("qrels.txt", "/dev/stdin", input=content).startswith(f"error: /dev/stdin{message}")
    os.mkfifo("fifo")
    writer = threading.Thread(target=Path("fifo").write_bytes, args=[content])
    writer.start()
    assert _told("qrels.txt", "fifo").startswith(f"error: fifo{message}")
    writer.join()


# Loads everything (nobody may not even read the packages), becomes nobody, and runs the command line.
AS_NOBODY = """
import os, sys
from cranfield.cli import run
run(["eval", "qrels.txt", "bm25.run", "-m", "RR", "-o", "/dev/null"])
os.chmod("bm25.run", 0)
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
sys.exit(run(["eval", "qrels.txt", "bm25.run", "-m", "RR"]))
"""


@pytest.mark.skipif(os.name != "posix", reason="needs the modes of files")
def test_a_file_that_may_not_be_read(folder: Path, core_name: str) -> None:
    folder.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-c", AS_NOBODY],
        capture_output=True,
        check=False,
        encoding="utf-8",
        env=environment(),
    )
    err = _refused(done.returncode, done.stdout, done.stderr)
    assert err.startswith("error: bm25.run: no permission to read this file\n")


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_standard_input_that_is_closed(shell: Command, folder: Path) -> None:
    err = _refused(*shell("cranfield eval qrels.txt - <&-"))
    assert err.startswith("error: standard input: cannot be read: it is closed")


# Feeds a pipe with one endless line and says what memory the reader took at most.
MEASURED = """
import resource, subprocess, sys
size, command = int(sys.argv[1]), sys.argv[2:]
with subprocess.Popen(command, stdin=subprocess.PIPE) as running:
    try:
        for _ in range(size):
            running.stdin.write(b"x" * (1 << 20))
        running.stdin.close()
    except BrokenPipeError:
        pass
print(running.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="measures memory as Linux does")
@pytest.mark.parametrize("kind", ["pipe", "file"])
def test_a_line_without_end_takes_little_memory(folder: Path, core_name: str, kind: str) -> None:
    if kind == "file":
        with (folder / "long").open("wb") as stream:
            stream.writelines([b"x" * (1 << 20)] * 64)
    where, size = ("-", "64") if kind == "pipe" else ("long", "0")
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, size, *PROGRAM, "qrels.txt", where],
        capture_output=True,
        check=True,
        encoding="utf-8",
        env=environment(),
    )
    code, memory = map(int, done.stdout.split())
    assert code == 2
    assert "the line is longer than 16 MiB" in done.stderr
    assert memory < MEMORY


def test_a_file_that_shrinks_or_grows_while_it_is_read(folder: Path, core_name: str) -> None:
    """Nothing may crash; whether the change is seen, or came too late, is up to the clock."""
    line = b"1 Q0 d1%06d 1 1.0 t\n"
    content = b"".join(line % number for number in range(150_000))
    for change in (10_000, 2 * len(content)):
        (folder / "busy.run").write_bytes(content)
        with subprocess.Popen(
            [*PROGRAM, "qrels.txt", "busy.run", "-m", "RR"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        ) as running:
            for turn in range(2000):
                if running.poll() is not None:
                    break
                os.truncate("busy.run", change if turn % 2 else len(content))
                threading.Event().wait(0.002)
            out, err = running.communicate()
        assert running.returncode in (0, 2), err
        assert b"Traceback" not in err
        assert b"a bug" not in err
        if running.returncode == 2:
            assert out == b""


class TestSlips:
    """What hands type from habit is told apart from what means nothing."""

    @pytest.mark.parametrize(
        "arguments, hint",
        [
            ("eval qrels.txt bm25.run -m AP nDCG@10", 'nDCG@10 is a measure; several stand within quotes: -m "AP nDCG@10"'),
            ("eval qrels.txt bm25.run -m AP official", "official is a measure"),
            ("eval qrels.txt bm25.run --judged 20", "as in --judged=20"),
            ("gate qrels.txt bm25.run dense.run --max-drop 0.5 %", "a percentage is written without a blank: 2%"),
            ("eval -q qrels.txt bm25.run", "trec_eval's -q is --per-topic"),
            ("eval -l2 qrels.txt bm25.run", "AP(rel=2)"),
            ("gate qrels.txt bm25.run dense.run --max-drop 5", "for a percentage of the baseline's mean: 5%"),
            ("gate qrels.txt bm25.run dense.run --max-drop AP=1%", '-m "nDCG@10 AP"'),
        ],
    )  # fmt: skip
    @pytest.mark.usefixtures("folder")
    def test_the_hint_says_what_was_meant(self, cranfield: Command, arguments: str, hint: str) -> None:
        done = cranfield(*arguments.split())
        assert done.code == 2
        assert hint in done.err
