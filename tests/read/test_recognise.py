"""The format is known by the content, and whatever cannot be known is asked for."""

from __future__ import annotations

import gzip
import io
from typing import Any

import pytest

from cranfield.errors import CranfieldError
from cranfield.read import read_qrels, read_run
from cranfield.read.recognise import recognise
from cranfield.read.request import Request


@pytest.mark.parametrize(
    "head, format_name",
    [
        (b"1 Q0 d 1 2.5 t\n", "trec"),
        (b"1 Q0 d 1 2.5 t and more\n1 Q0 d\n", "trec"),
        (b"only-one-field\n", "trec"),
        (b"now only three\n", "trec"),
        (b"{1} Q0 d 1 2.5 t\n", "trec"),
        (b"query_id Q0 d 1 2.5 t\n", "trec"),
        (b"7\t900\t1\n", "ranking3"),
        (b"7\t900\t0\n", "ranking3"),
        (b"7 900\n7 800\n", "ranking2"),
        (b"qid,docid,score\n1,d,2\n", "csv"),
        (b'"qid";"docid";"score"\n1;d;2\n', "csv"),
        (b"1,d,2\n", "csv"),
        (b"\xef\xbb\xbfQuery-ID\tCorpus-ID\tscore\n", "tsv"),
        (b'{"q": {"d": 1}}', "json"),
        (b'{\n  "q": {\n', "json"),
        (b'{"q": {"d": 1},\n"r": {"d": 2}}', "json"),
        (b'[{"qid": 1}]', "json"),
        (b"{}", "json"),
        (b'{"qid": "q", "docid": "d", "score": 1}', "jsonl"),
        (b'{"qid": "q"}\n{"qid": "q"}\n', "jsonl"),
        (b'{"q": {"' + b"x" * 70_000, "json"),
        (b"PAR1", "parquet"),
        (b"ARROW1\0\0", "arrow"),
        (b"\xff\xff\xff\xff\x10\0\0\0", "arrow"),
    ],
)
def test_recognises_a_run(head: bytes, format_name: str) -> None:
    assert recognise(head, Request("run"), "a") == format_name


@pytest.mark.parametrize(
    "head, format_name",
    [
        (b"1 0 d 1\n", "trec"),
        (b"1 d 1\n", "trec"),
        (b"1 d\n", "trec"),
        (b"query-id\tcorpus-id\tscore\n", "tsv"),
        (b'{"q": {"d": 1}}', "json"),
    ],
)
def test_recognises_judgements(head: bytes, format_name: str) -> None:
    assert recognise(head, Request("qrels"), "a") == format_name


def test_comments_are_passed_over() -> None:
    head = b"# qid,docid,score\nqid,docid,score\n"

    assert recognise(head, Request("run", comments="#"), "a") == "csv"


def test_the_caller_knows_better() -> None:
    assert recognise(b"7 900 5\n", Request("run", format="ranking3"), "a") == "ranking3"


def test_a_line_cut_by_the_end_of_the_head_is_not_counted() -> None:
    line = b"7\t900\t1\n"
    head = (line * 5000)[: 1 << 16]

    assert recognise(head, Request("run"), "a") == "ranking3"


def test_a_run_in_the_place_of_judgements_is_noticed(words: Any) -> None:
    run = io.BytesIO(b"1 Q0 d 1 2.5 t\n")

    assert words(read_qrels, run) == (
        "stream: this looks like a run (6 columns), where judgements (4 columns) are expected\n"
        "hint: the judgements come first, then the runs"
    )


def test_judgements_in_the_place_of_a_run_are_noticed(words: Any) -> None:
    assert words(read_run, io.BytesIO(b"1 0 d 1\n")) == (
        "stream: this looks like judgements (4 columns), where a run (6 columns) is expected\n"
        "hint: the judgements come first, then the runs"
    )


def test_tables_in_memory_are_not_swapped_either(words: Any) -> None:
    run, qrels = read_run({"q": {"d": 1}}), read_qrels({"q": {"d": 1}})

    assert words(read_qrels, run) == "run: this is a run\nhint: the judgements come first, then the runs"
    assert words(read_run, qrels).startswith("qrels: these are judgements\n")


def test_three_columns_that_do_not_count_from_one_are_not_guessed(words: Any) -> None:
    assert words(read_run, io.BytesIO(b"7 900 12\n7 800 11\n")) == (
        "stream: three columns, and the third does not count from 1: ranks or scores?\n"
        "  7 900 12\n"
        "hint: for ranks name the format ranking3; for scores put a line on top: query_id<TAB>doc_id<TAB>score"
    )


def test_judgements_of_three_columns_are_told_what_is_missing(words: Any) -> None:
    assert words(read_qrels, io.BytesIO(b"7 900 1\n")) == (
        "stream:1: a line of qrels has 4 columns, this one has 3\n"
        "  1 | 7 900 1\n"
        "    |        ^\n"
        "hint: the columns are: topic iteration document grade"
    )


def test_a_header_over_plain_columns_is_pointed_out(words: Any) -> None:
    assert words(read_run, io.BytesIO(b"qid Q0 docno rank score tag\n1 Q0 d 1 2.5 t\n")) == (
        "stream:1: the score `score` is not a number\n"
        "  1 | qid Q0 docno rank score tag\n"
        "    |                   ^^^^^\n"
        "hint: plain columns have no header; with one, separate them by tabs or commas: "
        "query_id<TAB>doc_id<TAB>score"
    )


@pytest.mark.parametrize(
    "content, message",
    [
        (
            "1 Q0 d 1 2 t\n".encode("utf-16"),
            "stream: this is text in UTF-16\nhint: make it UTF-8: iconv -f UTF-16 -t UTF-8 FILE",
        ),
        (
            b"PK\x03\x04zip",
            "stream: this is a zip archive\nhint: unpack it: unzip FILE",
        ),
        (
            bytes(100) + b"x",
            (
                "stream: this is not text: there is a NUL at byte 1\n"
                "hint: is it the right file? read are text, CSV, JSON, Parquet and Arrow, also packed by gzip, xz, bzip2 or zstd"
            ),
        ),
        (
            gzip.compress(b"run".ljust(257, b"\0") + b"ustar\0", mtime=0),
            "stream: this is a tar archive\nhint: unpack it: tar xf FILE",
        ),
    ],
)
def test_what_is_not_text_is_said_to_be_so(words: Any, content: bytes, message: str) -> None:
    assert words(read_run, io.BytesIO(content)) == message


@pytest.mark.parametrize(
    "content",
    [b"", b"\n \n", b"\xef\xbb\xbf", gzip.compress(b"", mtime=0), b"\n" * 100_000, b"qid,docid,score\n"],
)
def test_an_empty_file_is_an_error(words: Any, content: bytes) -> None:
    assert words(read_run, io.BytesIO(content)) == (
        "stream: there are no results in it\nhint: did the program that wrote it finish?"
    )


def test_unknown_names_are_refused(words: Any) -> None:
    assert words(read_run, "-", format="jsnl") == (
        "`format` has no value `jsnl`\n"
        "  one of: trec, inex, ranking3, ranking2, csv, tsv, json, jsonl, parquet, arrow\n"
        "hint: did you mean `jsonl` or `json`?"
    )
    assert words(read_run, "-", duplicates="fist").endswith("hint: did you mean `first`?")
    assert words(read_qrels, "-", format="ranking2").startswith(
        "judgements cannot have the format `ranking2`"
    )
    with pytest.raises(CranfieldError) as raised:
        read_qrels("-", format="ranking3")
    assert raised.value.slug == "wrong-format"
    assert words(read_run, "-", comments=" ").startswith("comments must begin with some visible character")
