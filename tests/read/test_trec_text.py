"""TREC files in every state that people send them in, compressed or not, from anywhere."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cranfield as cf
from cranfield.read import OpenText, open_run, read_qrels, read_run

RUN = b"q1 Q0 d1 1 2.5 bm25\nq1 Q0 d2 2 1.5 bm25\nq2 Q0 d1 1 0.5 bm25\n"
AS_DICT = {"q1": {"d1": 2.5, "d2": 1.5}, "q2": {"d1": 0.5}}


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(RUN, id="as it should be"),
        pytest.param(RUN.replace(b" ", b"\t"), id="tabs"),
        pytest.param(RUN.replace(b" ", b" \t  "), id="tabs and blanks"),
        pytest.param(RUN.replace(b"\n", b"\r\n"), id="line ends of Windows"),
        pytest.param(b"\xef\xbb\xbf" + RUN, id="byte order mark"),
        pytest.param(RUN[:-1], id="no last line feed"),
        pytest.param(b"\n  \n" + RUN.replace(b"\n", b"\n\n") + b"\n\t\n", id="blank lines"),
        pytest.param(b"".join(sorted(RUN.splitlines(keepends=True), reverse=True)), id="topics backwards"),
        pytest.param(b"".join(RUN.splitlines(keepends=True)[i] for i in (0, 2, 1)), id="topics interleaved"),
    ],
)
def test_reads_a_run(write: Any, content: bytes) -> None:
    assert read_run(write("bm25.run", content)).to_dict() == AS_DICT


@pytest.mark.usefixtures("core")
@pytest.mark.parametrize(
    "line", [b"q1 Q0 d 1 2 1.5 bm25", b"q1 Q0 a d 1 2 1.5 bm25", b"q1 Q0 d 1 2 1.5 my bm25"]
)
def test_a_blank_within_an_id_is_refused(write: Any, words: Any, line: bytes) -> None:
    file = write("bm25.run", b"q1 Q0 d0 1 2.5 bm25\n" + line + b"\n")
    assert "bm25.run:2: a line of a run has 6 columns, this one has" in words(read_run, file)
    assert "does an id hold a blank?" in words(cf.evaluate, {"q1": {"d": 1}}, file, "AP")


@pytest.mark.usefixtures("core")
def test_a_tag_may_hold_blanks(write: Any) -> None:
    assert read_run(write("bm25.run", RUN.replace(b"bm25", b"bm25 second try"))).to_dict() == AS_DICT


def test_skips_comments_where_asked(write: Any) -> None:
    path = write("bm25.run", b"# made on Monday\n" + RUN)

    assert read_run(path, comments="#").to_dict() == AS_DICT


def test_says_how_to_skip_comments(write: Any, words: Any) -> None:
    path = write("bm25.run", b"# made on Monday\n" + RUN)

    assert words(read_run, path).endswith(
        "hint: lines that begin with # are skipped on request: comments='#' (--comments '#')"
    )


def test_reads_qrels_with_whole_fractional_and_negative_grades(write: Any) -> None:
    qrels = read_qrels(write("qrels.txt", b"1 0 a 2\n1 0 b 0.5\n1 0 c -1\n"))

    assert qrels.to_dict() == {"1": {"a": 2.0, "b": 0.5, "c": -1.0}}
    assert qrels.name == "qrels"


def test_ids_may_be_long_and_need_not_be_utf8(write: Any) -> None:
    long = b"x" * 100_000
    run = read_run(write("odd.run", b"q\xff Q0 " + long + b" 1 2 t\nq\xff Q0 \xfe\xfd 2 1 t\n"))

    assert run.topics.raws() == [b"q\xff"]
    assert run.docs.raws() == [long, b"\xfe\xfd"]


def test_reads_ms_marcos_rankings_of_three_columns(write: Any) -> None:
    run = read_run(write("marco.tsv", b"7\t900\t1\n7\t800\t2\n9\t900\t1\n"))

    assert run.to_dict() == {"7": {"900": -1.0, "800": -2.0}, "9": {"900": -1.0}}
    assert run.name == "marco"


def test_reads_rankings_of_two_columns(write: Any) -> None:
    assert read_run(write("two.txt", b"7 900\n7 800\n")).to_dict() == {"7": {"900": -1.0, "800": -2.0}}


@pytest.mark.parametrize(
    "suffix, compress",
    [(".gz", gzip.compress), (".xz", lzma.compress), (".bz2", bz2.compress)],
)
def test_reads_compressed_files(write: Any, suffix: str, compress: Any) -> None:
    run = read_run(write(f"bm25.run{suffix}", compress(RUN)))

    assert run.to_dict() == AS_DICT
    assert run.name == "bm25"


def test_reads_zstd(write: Any) -> None:
    zstd = pytest.importorskip("backports.zstd")

    assert read_run(write("bm25.run.zst", zstd.compress(RUN))).to_dict() == AS_DICT


def test_compression_is_seen_in_the_bytes_not_in_the_name(write: Any) -> None:
    assert read_run(write("bm25.run", gzip.compress(RUN))).to_dict() == AS_DICT
    assert read_run(write("plain.gz", RUN)).to_dict() == AS_DICT


def test_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(RUN)))
    run = read_run("-")

    assert run.to_dict() == AS_DICT
    assert run.name == "bm25"  # its tag: there is no file name


@pytest.mark.parametrize("content", [RUN, gzip.compress(RUN)], ids=["plain", "gzip"])
def test_reads_a_pipe_of_the_shell(content: bytes) -> None:
    readable, writable = os.pipe()

    def fill() -> None:
        os.write(writable, content)
        os.close(writable)

    writer = threading.Thread(target=fill)
    writer.start()
    run = read_run(f"/dev/fd/{readable}")
    writer.join()
    os.close(readable)

    assert run.to_dict() == AS_DICT


@pytest.mark.parametrize("make", [lambda: io.BytesIO(RUN), lambda: io.StringIO(RUN.decode())])
def test_reads_streams_that_are_open(make: Any) -> None:
    stream = make()
    assert read_run(stream, name="mine").to_dict() == AS_DICT
    assert not stream.closed


def test_a_run_in_plain_text_stays_unread_until_it_is_judged(write: Any) -> None:
    path = write("bm25.run", RUN)
    opened = open_run(path)

    assert isinstance(opened, OpenText)
    assert (opened.name, opened.layout, opened.source.text()) == ("bm25", "run", path)
    assert opened.read().to_dict() == AS_DICT


def test_tells_where_a_run_came_from(write: Any) -> None:
    path = write("bm25.run", RUN)
    source = read_run(path).source

    assert source is not None
    assert (source.name, source.path, source.size) == (path, path, len(RUN))
    assert source.changed == Path(path).stat().st_mtime_ns
    assert source.sha256() is not None


def test_what_is_read_already_is_returned_as_it_is(write: Any) -> None:
    run = read_run(write("bm25.run", RUN))

    assert read_run(run) is run
    assert read_run(run, name="other").name == "other"
    assert np.array_equal(read_run(run, name="other").scores, run.scores)


def test_duplicates_follow_the_policy(write: Any, words: Any) -> None:
    path = write("twice.run", b"q Q0 d 1 2 t\nq Q0 e 2 1.5 t\nq Q0 d 3 1 t\n")

    assert words(read_run, path) == (
        "twice.run:3: document `d` appears twice in topic `q` (first on line 1)\n"
        "hint: the policy duplicates=first (or last) keeps one of them"
    )
    for policy, score in (("first", 2.0), ("last", 1.0)):
        with pytest.warns(UserWarning, match="1 duplicate document left out of twice.run"):
            assert read_run(path, duplicates=policy).to_dict()["q"]["d"] == score


def test_progress_is_told_in_bytes(write: Any) -> None:
    seen: list[int] = []
    packed = gzip.compress(RUN)
    read_run(write("bm25.run.gz", packed), progress=seen.append)
    read_run(write("bm25.csv", b"qid,docid,score\n1,a,2\n"), progress=seen.append)

    assert seen == [len(packed), 22]
