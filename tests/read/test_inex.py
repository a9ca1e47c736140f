"""What INEX left: judgements of passages and runs of elements, what is read of them, and what is said of the rest."""

from __future__ import annotations

import gzip

import numpy as np
import pytest

import cranfield as cf
from cranfield.model import Qrels
from cranfield.read import read_qrels, read_run
from cranfield.read.inex.elements import parted
from tests.read.conftest import Words, Write

JUDGED = b"t2 Q0 c 4 9 2 2:4\nt1 Q0 a 5 20 3 12:2 3:3\nt1 Q0 b 0 7\n"
BY_PATH = b"t1 Q0 a 1 2.5 mine /article[1]/sec[2]\nt1 Q0 b 2 1.5 mine /article[1]\n"


def passages(qrels: Qrels) -> list[tuple[str, int, int]]:
    assert qrels.passages is not None
    told = qrels.passages
    return [
        (qrels.docs[row], start, end)
        for row, start, end in zip(told.row.tolist(), told.start.tolist(), told.end.tolist(), strict=True)
    ]


def test_passages_stand_beside_the_documents(write: Write) -> None:
    qrels = read_qrels(write("qrels.inex", JUDGED))
    assert qrels.to_dict() == {"t1": {"a": 1, "b": 0}, "t2": {"c": 1}}
    assert passages(qrels) == [("a", 3, 6), ("a", 12, 14), ("c", 2, 6)]
    assert qrels.passages is not None
    assert qrels.passages.length.tolist() == [20, 7, 9]
    assert qrels.passages.entry.tolist() == [3, -1, 2]
    assert qrels.passages.relevant().tolist() == [5, 0, 4]


def test_some_rows_take_their_passages_with_them(write: Write) -> None:
    qrels = read_qrels(write("qrels.inex", JUDGED)).of(np.array([1, 2]))
    assert qrels.to_dict() == {"t1": {"b": 0}, "t2": {"c": 1}}
    assert passages(qrels) == [("c", 2, 6)]


def test_compressed_and_with_comments(write: Write) -> None:
    told = read_qrels(write("qrels.gz", gzip.compress(b"# by hand\n" + JUDGED)), comments="#")
    assert passages(told) == [("a", 3, 6), ("a", 12, 14), ("c", 2, 6)]


def test_a_document_judged_twice(write: Write, words: Words) -> None:
    name = write("qrels.inex", b"t Q0 a 1 9 0 0:1\nt Q0 b 1 9 0 0:1\nt Q0 a 2 9 5 5:2\n")
    assert words(read_qrels, name) == (
        "qrels.inex:3: document `a` appears twice in topic `t` (first on line 1)\n"
        "hint: the policy duplicates=first (or last) keeps one of them"
    )
    with pytest.warns(cf.CranfieldWarning, match="1 duplicate document left out"):
        assert passages(read_qrels(name, duplicates="first")) == [("a", 0, 1), ("b", 0, 1)]
    with pytest.warns(cf.CranfieldWarning, match="1 duplicate document left out"):
        assert ("a", 5, 7) in passages(read_qrels(name, duplicates="last"))


@pytest.mark.parametrize(
    "line, said",
    [
        (b"t Q0 a 3", "a line of judgements of passages has at least 5 columns, this one has 4"),
        (b"t Q0 a many 9 0 0:3", "`many` is not a number of characters"),
        (b"t Q0 a 3 -9 0 0:3", "`-9` is not a number of characters"),
        (b"t Q0 a 3 9 here 0:3", "`here` is not a number of characters"),
        (b"t Q0 a 3 9 0 0-3", "`0-3` is not a passage"),
        (b"t Q0 a 3 9 0 0:-3", "`0:-3` is not a passage"),
        (b"t Q0 a 3 9 0 7:3", "the passage `7:3` ends after the document, which has 9 characters"),
        (b"t Q0 a 6 9 0 0:3 2:3", "the passage `2:3` begins before the one before it ends"),
        (b"t Q0 a 6 9 0 2:3 0:3", "the passage `2:3` begins before the one before it ends"),
        (b"t Q0 a 4 9 0 0:3", "`4` relevant characters, but the passages of the line have 3"),
        (b"t Q0 a 3 9", "`3` relevant characters, but the passages of the line have 0"),
        (b"t Q0 a\0 3 9 0 0:3", "the line holds a NUL byte, so this is not a text file"),
    ],
)
def test_what_is_wrong_with_a_line_is_said_with_its_number(
    write: Write, words: Words, line: bytes, said: str
) -> None:
    name = write("qrels.inex", JUDGED + line + b"\n")
    assert words(read_qrels, name, format="inex").splitlines()[0] == f"qrels.inex:4: {said}"


def test_all_faults_are_told_and_pointed_at(write: Write, words: Words) -> None:
    name = write("qrels.inex", b"t Q0 a 3 9 0 0:3\nt Q0 b 3 9 0 7:3\nt Q0 c 3 9 0 0;3\n")
    assert words(read_qrels, name) == (
        "qrels.inex:2: the passage `7:3` ends after the document, which has 9 characters\n"
        "  2 | t Q0 b 3 9 0 7:3\n"
        "    |              ^^^\n"
        "qrels.inex:3: `0;3` is not a passage\n"
        "  3 | t Q0 c 3 9 0 0;3\n"
        "    |              ^^^\n"
        "hint: offset and length are counted in the text of the document, without its tags\n"
        "hint: a passage is offset:length, such as 32277:140"
    )


def test_elements_by_path_travel_as_documents(write: Write) -> None:
    run = read_run(write("focused.run", BY_PATH))
    assert run.to_dict() == {"t1": {"a:/article[1]/sec[2]": 2.5, "b:/article[1]": 1.5}}
    assert run.name == "focused"
    assert run.ranks is not None
    assert run.ranks.tolist() == [1, 2]


@pytest.mark.parametrize("part", [b"12 3", b"12:3", b"12\t3", b"12  3 \r"])
def test_elements_by_offset_and_length(write: Write, part: bytes) -> None:
    name = write("fol.run", b"t1 Q0 a 1 2.5 mine " + part + b"\n")
    assert read_run(name, format="inex").to_dict() == {"t1": {"a:12:3": 2.5}}
    assert read_run(name).to_dict() == {"t1": {"a": 2.5}}  # two numbers may be anything


def test_the_ordinary_line_and_the_odd_one_are_read_alike(write: Write) -> None:
    odd = BY_PATH.replace(b"t1 ", b"\t t1  ").replace(b" 2.5 ", b" +2.5e0 ").replace(b"\n", b" \r\n")
    assert read_run(write("odd.run", odd)).to_dict() == read_run(write("run.run", BY_PATH)).to_dict()


@pytest.mark.parametrize(
    "line, said",
    [
        (b"t1 Q0 c 3 0.5 mine", "a line of a run of elements has 7 columns, or 8; this one has 6"),
        (b"t1 Q0 c 3 0.5 mine 1 2 3", "a line of a run of elements has 7 columns, or 8; this one has 9"),
        (b"t1 Q0 c 3 0.5", "a line of a run has 6 columns, this one has 5"),
        (
            b"t1 Q0 c 3 0.5 mine article/sec[1]",
            "`article/sec[1]` is neither a path nor an offset and a length",
        ),
        (b"t1 Q0 c 3 0.5 mine /sec[x]", "`/sec[x]` is neither a path nor an offset and a length"),
        (b"t1 Q0 c 3 0.5 mine 12 -3", "`12 -3` is neither a path nor an offset and a length"),
        (
            b"t1 Q0 c 3 0.5 mine -1 -1",
            "`-1 -1`: this element was not found when paths were made into offsets",
        ),
        (b"t1 Q0 c 3 nan mine /article[1]", "the score is NaN, which cannot be ranked"),
        (b"t1 Q0 c 3 high mine /article[1]", "the score `high` is not a number"),
    ],
)
def test_what_is_wrong_with_a_line_of_a_run(write: Write, words: Words, line: bytes, said: str) -> None:
    name = write("run.run", BY_PATH + line + b"\n")
    assert words(read_run, name).splitlines()[0] == f"run.run:3: {said}"


def test_judgements_and_runs_are_not_taken_for_each_other(write: Write, words: Words) -> None:
    judged, run = write("qrels.inex", JUDGED), write("run.run", BY_PATH)
    assert words(read_qrels, run).startswith(
        "run.run: this looks like a run of elements, where judgements of passages are expected"
    )
    assert words(read_run, judged).startswith(
        "qrels.inex: this looks like judgements of passages, where a run of elements is expected"
    )


def test_an_id_says_where_an_element_is() -> None:
    assert parted(b"a:b:/x[1]/y:z[12]") == (b"a:b", b"/x[1]/y:z[12]")
    assert parted(b"a:b:1:20") == (b"a:b", (1, 21))
    assert parted(b"http://host/page") == (b"http://host/page", b"")
    assert parted(b"a:20") == (b"a:20", b"")


@pytest.mark.parametrize("part", [b"1234567890 3", b"3:1234567890"])
def test_no_document_has_a_thousand_million_characters(write: Write, words: Words, part: bytes) -> None:
    name = write("fol.run", b"t1 Q0 a 1 2.5 mine " + part + b"\n")
    assert "is neither a path nor an offset and a length" in words(read_run, name, format="inex")
