"""What people have in memory: dicts, lists, tuples, arrays, generators."""

from __future__ import annotations

import copy
from collections import namedtuple
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.read import read_qrels, read_run

AS_DICT = {"q1": {"d1": 2.5, "d2": 1.5}, "q2": {"d1": 0.5}}
TRIPLES = [("q1", "d1", 2.5), ("q1", "d2", 1.5), ("q2", "d1", 0.5)]
Scored = namedtuple("Scored", "query_id doc_id score")  # noqa: PYI024  (as ir_measures has them)
Plain = namedtuple("Plain", "a b c")  # noqa: PYI024


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(AS_DICT, id="dict of dicts"),
        pytest.param(MappingProxyType(AS_DICT), id="any mapping"),
        pytest.param(
            {topic: list(docs.items()) for topic, docs in AS_DICT.items()}, id="dict of lists of pairs"
        ),
        pytest.param(TRIPLES, id="tuples"),
        pytest.param(tuple(TRIPLES), id="a tuple of three tuples is three rows"),
        pytest.param([list(row) for row in TRIPLES], id="lists"),
        pytest.param([Scored(*row) for row in TRIPLES], id="namedtuples by name"),
        pytest.param([Scored(*row)._replace() for row in reversed(TRIPLES)], id="rows in any order"),
        pytest.param([Plain(*row) for row in TRIPLES], id="namedtuples by position"),
        pytest.param([{"qid": t, "docno": d, "score": s} for t, d, s in TRIPLES], id="dicts"),
        pytest.param(
            dict(zip(("qid", "docno", "score"), zip(*TRIPLES, strict=True), strict=True)),
            id="dict of columns",
        ),
        pytest.param(tuple(map(np.array, zip(*TRIPLES, strict=True))), id="three arrays"),
        pytest.param(
            np.array(TRIPLES, dtype=[("qid", "U5"), ("docid", "U5"), ("score", "f4")]), id="structured array"
        ),
        pytest.param([(t.encode(), d.encode(), s) for t, d, s in TRIPLES], id="bytes"),
        pytest.param([(t, d, np.float32(s)) for t, d, s in TRIPLES], id="numpy scalars"),
        pytest.param([(t, d, Decimal(str(s))) for t, d, s in TRIPLES], id="decimals"),
        pytest.param([(t, d, Fraction(s)) for t, d, s in TRIPLES], id="fractions"),
        pytest.param([(np.str_(t), d, s) for t, d, s in TRIPLES], id="numpy strings"),
    ],
)
def test_reads_a_run(data: Any) -> None:
    before = copy.deepcopy(data) if not isinstance(data, MappingProxyType) else None
    run = read_run(data)

    assert run.to_dict() == AS_DICT
    assert before is None or np.array_equal(np.asarray(before, dtype=object), np.asarray(data, dtype=object))


def test_reads_a_generator_once() -> None:
    rows = iter(TRIPLES)

    assert read_run(rows).to_dict() == AS_DICT
    assert list(rows) == []


def test_a_list_of_documents_is_a_ranking() -> None:
    run = read_run({"q": ["c", "a", "b"], 2: np.array(["x"])})

    assert run.to_dict() == {"2": {"x": -1.0}, "q": {"c": -1.0, "a": -2.0, "b": -3.0}}
    assert run.ranks is not None
    assert run.ranks.tolist() == [1, 1, 2, 3]


def test_a_set_of_documents_is_what_is_relevant() -> None:
    assert read_qrels({"q": {"a"}, "r": ["b"]}).to_dict() == {"q": {"a": 1.0}, "r": {"b": 1.0}}


def test_ids_may_be_whole_numbers() -> None:
    run = read_run({301: {np.int64(7): 1, 8: 2}, "302": {"x": 3}})

    assert run.to_dict() == {"301": {"7": 1.0, "8": 2.0}, "302": {"x": 3.0}}


def test_grades_may_be_truth_values_fractions_and_negative() -> None:
    assert read_qrels({"q": {"a": True, "b": 0.5, "c": -1, "d": 2**53}}).grades.tolist() == [
        1,
        0.5,
        -1,
        2**53,
    ]


def test_other_letters_and_stray_bytes_survive() -> None:
    ids = ["déjà", "文書", "\udcff"]

    assert list(read_run({"q": dict.fromkeys(ids, 1.0)}).docs) == ids


def test_infinite_scores_are_scores() -> None:
    assert read_run({"q": {"a": float("inf"), "b": float("-inf")}}).scores.tolist() == [np.inf, -np.inf]


def test_a_topic_may_be_without_documents_but_not_all_of_the_input(words: Any) -> None:
    assert read_run({"q": {}, "r": {"d": 1}}).to_dict() == {"r": {"d": 1.0}}
    assert len(read_run({"q": {}})) == 0
    empty: tuple[Any, ...] = ({}, [], iter(()))
    for nothing in empty:
        assert words(read_run, nothing).startswith("run: there are no results in it")
    assert words(read_qrels, {"q": {}}).startswith("qrels: there are no judgements in it")


def test_columns_can_be_named() -> None:
    rows = [{"question": "q1", "chunk": "d1", "similarity": 2.5, "score": 9}]
    run = read_run(rows, columns={"topic": "question", "doc_id": "chunk", "score": "similarity"})

    assert run.to_dict() == {"q1": {"d1": 2.5}}


IDS = st.text(min_size=1, max_size=5, alphabet=st.characters(exclude_categories=["Cs"]))
SCORES = st.dictionaries(IDS, st.floats(allow_nan=False), min_size=1, max_size=5)


@given(st.dictionaries(IDS, SCORES, min_size=1, max_size=5))
def test_dicts_and_triples_come_back_as_they_were(run: dict[str, dict[str, float]]) -> None:
    assert read_run(run).to_dict() == run
    triples = [(topic, doc, score) for topic, docs in run.items() for doc, score in docs.items()]
    assert read_run(triples).to_dict() == run


@pytest.mark.parametrize(
    "data, message",
    [
        (
            {"q": {"a": "2.5", "b": None}},
            (
                "run: topic `q`, document `a`: the score '2.5' is not a number\n"
                "run: topic `q`, document `b`: the score is missing\n"
                "hint: make the scores numbers first: float(score)\n"
                "hint: leave out the documents that the system did not score"
            ),
        ),
        (
            {"q": {"a": float("nan")}},
            (
                "run: topic `q`, document `a`: the score is NaN, which cannot be ranked\n"
                "hint: find out why the system could not score this document"
            ),
        ),
        (
            [("q", "a", 1), ("q", "b", 10**400)],
            (
                f"run, row 2: topic `q`, document `b`: the score {str(10**400)[:240]} is not a number\n"
                "hint: make the scores numbers first: float(score)"
            ),
        ),
        (
            {"q": {1: 2.0, "1": 3.0}},
            "run: document `1` appears twice in topic `q`\nhint: the policy duplicates=first (or last) keeps one of them",
        ),
        (
            [("q", "a", 1), ("r", "a", 1), ("q", "a", 2)],
            (
                "run, row 3: document `a` appears twice in topic `q` (first on row 1)\n"
                "hint: the policy duplicates=first (or last) keeps one of them"
            ),
        ),
        (
            {True: {"a": 1}},
            (
                "run: the id of the topic is neither text nor a whole number: True\n"
                "hint: make the ids text first: str(id)"
            ),
        ),
        (
            [("q", None, 1.0)],
            (
                "run, row 1: topic `q`: the id of the document is missing\n"
                "hint: every row has the id of a topic and of a document"
            ),
        ),
        (
            [(301.0, "a", 1.0)],
            (
                "run, row 1: topic `301.0`, document `a`: the id of the topic is the decimal number 301.0\n"
                "hint: pandas makes 301 a 301.0 where a column has gaps; "
                'make it whole again: column.astype("Int64")'
            ),
        ),
        (
            {"q": {"\ud800": 1.0}},
            (
                "run: topic `q`, document `\\ud800`: the id of the document holds half a character: \\ud800\n"
                "hint: the text was decoded or cut in the wrong place; read it again as UTF-8"
            ),
        ),
        (
            {"q": {"a", "b"}},
            "run: topic `q`: a set has no order\nhint: give a list, best document first, or {document: score}",
        ),
        (
            {"q": "d1"},
            (
                "run: topic `q`: `d1` is no collection of documents\n"
                "hint: give {document: score}, or a list of documents, best first"
            ),
        ),
        (
            {"q": ["a", ("b", 1.0)]},
            (
                "run: topic `q`: the list holds something other than documents\n"
                "hint: give {document: score}, a list of ids, or a list of pairs: (document, score)"
            ),
        ),
        (
            {"q": [("a", 1.0, 2)]},
            "run: topic `q`: not every item is a pair\nhint: give pairs: (document, score)",
        ),
        (
            [("q", "a", 1.0), ("q", "b")],
            (
                "run, row 2: a row has 3 fields, this one is ('q', 'b')\n"
                "hint: give {topic: {document: score}}, rows of (topic, document, score), a frame, or the name of a file"
            ),
        ),
        (
            ["d1", "d2"],
            (
                "run: a row must be a tuple or a dict; the first is `str`\n"
                "hint: give {topic: {document: score}}, rows of (topic, document, score), a frame, or the name of a file"
            ),
        ),
        (
            3,
            (
                "run: nothing can be read from `int`\n"
                "hint: give {topic: {document: score}}, rows of (topic, document, score), a frame, or the name of a file"
            ),
        ),
        (
            {"qid": ["q"], "docid": ["a", "b"], "score": [1.0]},
            "run: the columns are not equally long: qid 1, docid 2, score 1",
        ),
        (
            np.zeros((2, 3)),
            (
                "run: one array of 2 dimensions has no columns with names\n"
                "hint: give three arrays of one dimension: (topics, documents, scores)"
            ),
        ),
        (
            [{"qid": "q", "docid": "a"}],
            (
                "run: no column is known to hold the score (nor the rank)\n"
                "  columns: qid, docid\n"
                'hint: name it one of: score, sim, similarity; or in Python: columns={"score": "..."}'
            ),
        ),
        (
            [{"qid": "q", "docid": "a", "relevance": 1}],
            (
                "run: no column is known to hold the score (nor the rank)\n"
                "  columns: qid, docid, relevance\n"
                "hint: these look like judgements; the judgements come first, then the runs"
            ),
        ),
        (
            [{"qid": "q", "docid": "a", "rank": 1.5}],
            "run, row 1: topic `q`, document `a`: the rank `1.5` is not a whole number\nhint: a rank is 1, 2, 3, ...",
        ),
        (
            [{"qid": "q", "docid": "a", "score": 1, "run": name} for name in "ab"],
            "run: column `run` names 2 runs: a, b\nhint: read one at a time: keep the rows where run is `a`",
        ),
    ],
)
def test_says_what_is_wrong_with_a_run(words: Any, data: Any, message: str) -> None:
    assert words(read_run, data) == message


def test_says_what_is_wrong_with_judgements(words: Any) -> None:
    assert words(read_qrels, {"q": {"a": float("inf"), "b": float("nan")}}, name="mine").startswith(
        "mine: topic `q`, document `a`: the grade `inf` is infinite\n"
        "mine: topic `q`, document `b`: the grade is NaN, which says nothing about relevance\n"
    )


def test_many_faults_are_counted(words: Any) -> None:
    lines = words(read_run, [("q", f"d{i}", "x") for i in range(70_000)]).splitlines()

    assert lines[:2] == [
        "run, row 1: topic `q`, document `d0`: the score 'x' is not a number",
        "run, row 2: topic `q`, document `d1`: the score 'x' is not a number",
    ]
    assert lines[20:] == [
        "... and 69,980 more faults in run",
        "hint: make the scores numbers first: float(score)",
    ]


def test_chosen_columns_must_be_there(words: Any) -> None:
    rows = [{"question": "q", "docid": "d", "score": 1}]

    assert words(read_run, rows, columns={"topic": "qestion"}) == (
        "run: there is no column `qestion`\n  columns: question, docid, score\nhint: did you mean `question`?"
    )
    assert words(read_run, rows, columns={"topc": "question"}) == (
        "`columns` has no role `topc`\n"
        "  one of: topic, document, grade, score, rank, run\n"
        "hint: did you mean `topic`?"
    )
