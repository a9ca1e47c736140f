"""Judgements by aspect, from files and from memory: what is read, and what is said of what cannot be."""

from __future__ import annotations

import copy
import gzip
import io
from collections import namedtuple
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.model import Qrels
from cranfield.read import read_qrels

ByAspect = dict[str, dict[str, dict[str, float]]]  # topic, aspect, document

NESTED: ByAspect = {"q1": {"a": {"d1": 1, "d2": 0}, "b": {"d1": 2}}, "q2": {"7": {"d1": -1}}}
ROWS = [("q1", "a", "d1", 1), ("q1", "a", "d2", 0), ("q1", "b", "d1", 2), ("q2", "7", "d1", -1)]
TEXT = b"q1 a d1 1\nq1 a d2 0\nq1 b d1 2\nq2 7 d1 -1\n"
BEST = {"q1": {"d1": 2.0, "d2": 0.0}, "q2": {"d1": -1.0}}

Trec = namedtuple("Trec", "query_id doc_id relevance iteration")  # noqa: PYI024  (as ir_datasets has them)
Sub = namedtuple("Sub", "query_id doc_id relevance subtopic_id")  # noqa: PYI024
Plain = namedtuple("Plain", "a b c d")  # noqa: PYI024


def by_aspect(qrels: Qrels) -> ByAspect:
    """Put the judgements together again, and see that the table is in order."""
    assert qrels.aspects is not None
    assert sorted(qrels.aspects.row.tolist()) == qrels.aspects.row.tolist()
    topics = [topic for topic, docs in qrels.to_dict().items() for _ in docs]
    docs = list(qrels.docs)
    told: ByAspect = {}
    for row, aspect, grade in zip(
        qrels.aspects.row.tolist(), qrels.aspects.name, qrels.aspects.grade.tolist(), strict=True
    ):
        told.setdefault(topics[row], {}).setdefault(aspect, {})[docs[row]] = grade
    return told


def frame(columns: str) -> Any:
    pandas = pytest.importorskip("pandas")
    return pandas.DataFrame(ROWS, columns=columns.split())


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(NESTED, id="dicts of dicts of dicts"),
        pytest.param(ROWS, id="tuples"),
        pytest.param([list(row) for row in ROWS], id="lists"),
        pytest.param([Plain(*row) for row in ROWS], id="namedtuples by position"),
        pytest.param([Trec(t, d, g, a) for t, a, d, g in ROWS], id="namedtuples, iteration last"),
        pytest.param([Sub(t, d, g, a) for t, a, d, g in ROWS], id="namedtuples, subtopic_id last"),
        pytest.param([{"label": g, "intent": a, "docno": d, "qid": t} for t, a, d, g in ROWS], id="dicts"),
        pytest.param(
            dict(zip(["qid", "subtopic", "docno", "rel"], zip(*ROWS, strict=True), strict=True)),
            id="dict of columns",
        ),
        pytest.param(
            np.array(ROWS, dtype=[("qid", "U5"), ("aspect", "U5"), ("docid", "U5"), ("rel", "i4")]),
            id="structured array",
        ),
        pytest.param([(t.encode(), a.encode(), d, np.int8(g)) for t, a, d, g in ROWS], id="bytes and numpy"),
        pytest.param(list(reversed(ROWS)), id="rows in any order"),
        pytest.param(frame("query_id subtopic doc_id relevance"), id="pandas"),
        pytest.param(frame("qid Iteration docno label"), id="pandas, other names"),
    ],
)
def test_reads_what_people_have(data: Any) -> None:
    before = copy.deepcopy(data) if isinstance(data, dict | list) else None
    qrels = read_qrels(data, aspects=True)

    assert by_aspect(qrels) == NESTED
    assert qrels.to_dict() == BEST
    assert before is None or before == data


def test_reads_other_frames() -> None:
    polars = pytest.importorskip("polars")
    table = polars.DataFrame(ROWS, schema=["qid", "group", "docid", "grade"], orient="row")

    for data in (table, table.lazy(), table.to_arrow()):
        assert by_aspect(read_qrels(data, aspects=True)) == NESTED


def test_reads_a_generator_once() -> None:
    rows = iter(ROWS)

    assert by_aspect(read_qrels(rows, aspects=True)) == NESTED
    assert list(rows) == []


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(TEXT, id="as it should be"),
        pytest.param(TEXT.replace(b" ", b"\t"), id="tabs"),
        pytest.param(b"\xef\xbb\xbf" + TEXT.replace(b"\n", b"\r\n\r\n"), id="Windows, blank lines"),
        pytest.param(TEXT[:-1], id="no last line feed"),
        pytest.param(b"".join(sorted(TEXT.splitlines(keepends=True), reverse=True)), id="backwards"),
        pytest.param(gzip.compress(TEXT), id="compressed"),
    ],
)
def test_reads_files(write: Any, content: bytes) -> None:
    path = write("web.qrels", content)
    qrels = read_qrels(path, aspects=True)

    assert by_aspect(qrels) == NESTED
    assert qrels.source is not None
    assert qrels.source.name == path


def test_skips_comments_where_asked(write: Any) -> None:
    path = write("web.qrels", b"% made on a Monday\n" + TEXT)

    assert by_aspect(read_qrels(path, aspects=True, comments="%")) == NESTED


@pytest.mark.parametrize(
    "data",
    [
        b"1 g s1 d1 1\n1 g s2 d1 0.5\n1 h s1 d2 0\n",
        [("1", "g", "s1", "d1", 1), ("1", "g", "s2", "d1", 0.5), ("1", "h", "s1", "d2", 0)],
        [
            {"topic": 1, "group": "g", "subgroup": p, "doc": "d1", "rel": g}
            for p, g in (("s1", 1), ("s2", 0.5))
        ]
        + [{"topic": 1, "group": "h", "subgroup": "s1", "doc": "d2", "rel": 0}],
    ],
    ids=["text", "rows", "dicts"],
)
def test_a_fifth_column_divides_the_groups(data: Any) -> None:
    given = io.BytesIO(data) if isinstance(data, bytes) else data
    aspects = read_qrels(given, aspects=True).aspects

    assert aspects is not None
    assert aspects.part is not None
    assert aspects.row.tolist() == [0, 0, 1]
    assert [*zip(aspects.name, aspects.part, aspects.grade.tolist(), strict=True)] == [
        ("g", "s1", 1), ("g", "s2", 0.5), ("h", "s1", 0),
    ]  # fmt: skip


def test_without_asking_the_second_column_is_ignored(write: Any) -> None:
    assert read_qrels(write("web.qrels", b"q a d1 1\nq b d2 0\n")).aspects is None


def test_ids_may_be_whole_numbers() -> None:
    qrels = read_qrels({np.int64(1): {np.int32(3): {7: True, "x": 0}}}, aspects=True)

    assert by_aspect(qrels) == {"1": {"3": {"7": 1.0, "x": 0.0}}}


def test_columns_can_be_named() -> None:
    rows = [{"question": "q", "facet": "a", "chunk": "d", "good": 2, "subtopic": "not this one"}]
    columns = {"topic": "question", "aspect": "facet", "document": "chunk", "grade": "good"}

    assert by_aspect(read_qrels(rows, aspects=True, columns=columns)) == {"q": {"a": {"d": 2.0}}}


@pytest.mark.parametrize("policy, grade", [("first", 1), ("last", 0)])
def test_of_duplicates_the_policy_keeps_one(write: Any, policy: str, grade: float) -> None:
    path = write("web.qrels", b"q a d 1\nq b d 0\nq a d 0\n")
    with pytest.warns(UserWarning, match="1 duplicate document left out of web.qrels"):
        qrels = read_qrels(path, aspects=True, duplicates=policy)

    assert by_aspect(qrels) == {"q": {"a": {"d": grade}, "b": {"d": 0}}}


IDS = st.text(
    min_size=1, max_size=4, alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\0")
)
GRADED = st.dictionaries(IDS, st.sampled_from([-1.0, 0.0, 0.5, 3.0]), min_size=1, max_size=4)


@given(
    st.dictionaries(IDS, st.dictionaries(IDS, GRADED, min_size=1, max_size=4), min_size=1, max_size=3),
    st.randoms(),
)
def test_any_judgements_come_back_as_they_were(told: ByAspect, random: Any) -> None:
    assert by_aspect(read_qrels(told, aspects=True)) == told
    rows = [
        (t, a, d, g) for t, aspects in told.items() for a, docs in aspects.items() for d, g in docs.items()
    ]
    random.shuffle(rows)
    qrels = read_qrels(rows, aspects=True)
    assert by_aspect(qrels) == told
    for topic, docs in qrels.to_dict().items():
        assert docs == {
            doc: max(judged[doc] for judged in told[topic].values() if doc in judged) for doc in docs
        }


@pytest.mark.parametrize(
    "content, message",
    [
        (
            b"q a d1 1\nq b d1 x\nq a d2\n",
            (
                "web.qrels:2: the grade `x` is not a number\n  2 | q b d1 x\n    |        ^\n"
                "web.qrels:3: a line of qrels has 4 columns, this one has 3\n  3 | q a d2\n    |       ^\n"
                "hint: a grade is a decimal number, such as 0, 2 or 0.75\n"
                "hint: the columns are: topic iteration document grade"
            ),
        ),
        (
            b"q a d1 x\n",
            (
                "web.qrels:1: the grade `x` is not a number\n  1 | q a d1 x\n    |        ^\n"
                "hint: a grade is a decimal number, such as 0, 2 or 0.75"
            ),
        ),
        (
            b"\nq a d1 1\nq b d1 1\nq a d1 1\n",
            (
                "web.qrels:4: document `d1` of aspect `a` appears twice in topic `q` (first on line 2)\n"
                "hint: the policy duplicates=first (or last) keeps one of them"
            ),
        ),
        (
            b"q g s d1 1\nq g d1 1\n",
            (
                "web.qrels:2: a line of preferences has 5 columns, this one has 4\n"
                "  2 | q g d1 1\n    |         ^\n"
                "hint: the columns are: topic group subgroup document grade"
            ),
        ),
        (
            b"q g s d1 1\nq g s d1 2\n",
            (
                "web.qrels:2: document `d1` of aspect `g/s` appears twice in topic `q` (first on line 1)\n"
                "hint: the policy duplicates=first (or last) keeps one of them"
            ),
        ),
        (
            b"q Q0 d1 1 2.5 bm25\n",
            (
                "web.qrels: this looks like a run (6 columns), where judgements (4 columns) are expected\n"
                "hint: the judgements come first, then the runs"
            ),
        ),
        (
            b"qid,subtopic,docid,rel\nq,a,d,1\n",
            (
                "web.qrels: judgements by aspect are read from lines of text, and this is csv\n"
                "hint: read it into a frame, and give that; or write lines of: topic aspect document grade"
            ),
        ),
        (
            b"\n \n",
            "web.qrels: there are no judgements in it\nhint: did the program that wrote it finish?",
        ),
        (b"", "web.qrels: there are no judgements in it\nhint: did the program that wrote it finish?"),
    ],
)
def test_says_what_is_wrong_with_a_file(write: Any, words: Any, content: bytes, message: str) -> None:
    assert words(read_qrels, write("web.qrels", content), aspects=True) == message


SHAPES = (
    "hint: give {topic: {aspect: {document: grade}}}, rows of (topic, aspect, document, grade), "
    "a frame, or a TREC file"
)


@pytest.mark.parametrize(
    "data, message",
    [
        (
            {"q": {"a": {"d1": "1", "d2": None}}},
            (
                "qrels: topic `q`, document `d1` of aspect `a`: the grade '1' is not a number\n"
                "qrels: topic `q`, document `d2` of aspect `a`: the grade is missing\n"
                "hint: make the grades numbers first: float(grade)\n"
                "hint: leave unjudged documents out, or give them -1"
            ),
        ),
        (
            [("q", "a", "d1", float("inf")), ("q", "a", "d2", float("nan"))],
            (
                "qrels, row 1: topic `q`, document `d1` of aspect `a`: the grade `inf` is infinite\n"
                "qrels, row 2: topic `q`, document `d2` of aspect `a`: the grade is NaN, "
                "which says nothing about relevance\n"
                "hint: a grade is a finite number, such as 0, 2 or 0.75\n"
                "hint: leave unjudged documents out, or give them -1"
            ),
        ),
        (
            [("q", "a", "d", 1), ("q", "b", "d", 1), ("q", "a", "d", 1), ("q", None, "d", 1)],
            (
                "qrels, row 3: document `d` of aspect `a` appears twice in topic `q` (first on row 1)\n"
                "qrels, row 4: topic `q`, document `d`: the id of the aspect is missing\n"
                "hint: the policy duplicates=first (or last) keeps one of them\n"
                "hint: every row has the id of a topic and of a document"
            ),
        ),
        (
            {"q": {1.5: {"d": 1}}},
            (
                "qrels: topic `q`, document `d`: the id of the aspect is the decimal number 1.5\n"
                "hint: pandas makes 301 a 301.0 where a column has gaps; "
                'make it whole again: column.astype("Int64")'
            ),
        ),
        (
            {"q": {"a": {"": 1}}},
            (
                "qrels: topic `q`: the id of the document is missing\n"
                "hint: every row has the id of a topic and of a document"
            ),
        ),
        (
            {"q": {"a\0b": {"d": 1}}},
            (
                "qrels: the id `a\\x00b` holds a NUL, which no id of a judgement by aspect may hold\n"
                "hint: take the NUL out of the ids"
            ),
        ),
        ({"q": {"d1": 1}}, f"qrels: topic `q` holds no aspects with documents\n{SHAPES}"),
        ({"q": {"a": ["d1"]}}, f"qrels: topic `q` holds no aspects with documents\n{SHAPES}"),
        ({"q": 1}, f"qrels: topic `q` holds no aspects with documents\n{SHAPES}"),
        (
            [("q", "d1", 1)],
            f"qrels, row 1: a row has 4 fields (topic, aspect, document, grade)\n{SHAPES}",
        ),
        (
            [("q", "g", "s", "d1", 1), ("q", "g", "d2", 1)],
            f"qrels, row 2: a row has 5 fields (topic, group, subgroup, document, grade)\n{SHAPES}",
        ),
        (
            [{"qid": "q", "docid": "d", "rel": 1}],
            (
                "qrels: no column is known to hold the aspect\n"
                "  columns: qid, docid, rel\n"
                "hint: name it one of: subtopic_id, subtopic, aspect, intent, group, iteration, iter; "
                'or in Python: columns={"aspect": "..."}'
            ),
        ),
        (
            [{"qid": "q", "aspect": "a", "docid": "d", "rel": 1}, ("q", "a", "d", 1)],
            f"qrels, row 2: the rows before were dicts, and this one is not\n{SHAPES}",
        ),
        (
            {"qid": ["q"], "aspect": ["a"], "docid": ["d", "e"], "rel": [1]},
            "qrels: the columns are not equally long: qid 1, aspect 1, docid 2, rel 1",
        ),
        (3, f"qrels: no judgements by aspect can be read from this\n{SHAPES}"),
        ({}, "qrels: there are no judgements in it\nhint: did the program that wrote it finish?"),
        ([], "qrels: there are no judgements in it\nhint: did the program that wrote it finish?"),
    ],
)
def test_says_what_is_wrong_with_what_is_in_memory(words: Any, data: Any, message: str) -> None:
    assert words(read_qrels, data, aspects=True) == message


def test_many_faults_are_counted(words: Any) -> None:
    lines = words(read_qrels, [("q", "a", f"d{i}", "x") for i in range(3000)], aspects=True).splitlines()

    assert lines[0] == "qrels, row 1: topic `q`, document `d0` of aspect `a`: the grade 'x' is not a number"
    assert lines[20:] == [
        "... and 2,980 more faults in qrels", "hint: make the grades numbers first: float(grade)",
    ]  # fmt: skip
