"""JSON in the shapes that tools write, and JSONL."""

from __future__ import annotations

import gzip
import io
import json
from typing import Any

import pytest

from cranfield.read import read_qrels, read_run

AS_DICT = {"q1": {"d1": 2.5, "d2": 1.5}, "q2": {"d1": 0.5}}
RECORDS = [{"query_id": t, "doc_id": d, "score": s} for t, docs in AS_DICT.items() for d, s in docs.items()]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(json.dumps(AS_DICT), id="dict of dicts"),
        pytest.param("\ufeff" + json.dumps(AS_DICT, indent=2), id="indented"),
        pytest.param(json.dumps({t: list(d.items()) for t, d in AS_DICT.items()}), id="lists of pairs"),
        pytest.param(json.dumps(RECORDS), id="array of records"),
        pytest.param("\n".join(map(json.dumps, RECORDS)), id="jsonl"),
        pytest.param("\r\n\r\n".join(map(json.dumps, RECORDS)) + "\r\n", id="jsonl with blank lines"),
    ],
)
def test_reads_a_run(text: str) -> None:
    assert read_run(io.StringIO(text)).to_dict() == AS_DICT


def test_reads_compressed_json(write: Any) -> None:
    run = read_run(write("bm25.json.gz", gzip.compress(json.dumps(AS_DICT).encode())))

    assert (run.to_dict(), run.name) == (AS_DICT, "bm25")


def test_reads_rankings_and_relevant_documents() -> None:
    text = '{"q": ["a", 7]}'

    assert read_run(io.StringIO(text)).to_dict() == {"q": {"a": -1.0, "7": -2.0}}
    assert read_qrels(io.StringIO(text)).to_dict() == {"q": {"a": 1.0, "7": 1.0}}


def test_a_single_record_is_jsonl() -> None:
    assert read_qrels(io.StringIO('{"qid": 1, "docid": 2, "relevance": 3}')).to_dict() == {"1": {"2": 3.0}}


def test_repeated_names_follow_the_policy() -> None:
    inner, outer = '{"q": {"d": 1, "d": 2}}', '{"q": {"d": 1}, "q": {"e": 2}}'

    with pytest.warns(UserWarning, match="dropped-duplicates"):
        assert read_run(io.StringIO(inner), duplicates="first").to_dict() == {"q": {"d": 1.0}}
    with pytest.warns(UserWarning, match="the last of each is kept"):
        assert read_run(io.StringIO(inner), duplicates="last").to_dict() == {"q": {"d": 2.0}}
    with pytest.warns(UserWarning, match="1 duplicate document left out of stream"):
        assert read_run(io.StringIO(outer), duplicates="first").to_dict() == {"q": {"d": 1.0}}
    with pytest.warns(UserWarning, match="1 duplicate document left out of stream"):
        assert read_run(io.StringIO(outer), duplicates="last").to_dict() == {"q": {"e": 2.0}}


def test_all_faults_of_records_are_told_at_once(words: Any) -> None:
    rows = [("a", 1), ("b", "x"), ("c", float("nan")), ("a", 2), ("d", None), ("b", 3)]
    text = "\n".join(json.dumps({"qid": "q", "docid": doc, "score": score}) for doc, score in rows)

    assert [
        line for line in words(read_run, io.StringIO(text)).splitlines() if line.startswith("stream")
    ] == [
        "stream:2: topic `q`, document `b`: the score 'x' is not a number",
        "stream:3: topic `q`, document `c`: the score is NaN, which cannot be ranked",
        "stream:4: document `a` appears twice in topic `q` (first on line 1)",
        "stream:5: topic `q`, document `d`: the score is missing",
    ]


@pytest.mark.parametrize(
    "text, message",
    [
        (
            '{"q": {"d": 1, "d": 2}}',
            "stream: document `d` appears twice in topic `q`\nhint: the policy duplicates=first (or last) keeps one of them",
        ),
        (
            '{"q": {"d": 1}, "q": {"e": 2}}',
            "stream: topic `q` appears twice\nhint: the policy duplicates=first (or last) keeps one of them",
        ),
        (
            '{"q": {"d": NaN}}',
            (
                "stream: topic `q`, document `d`: the score is NaN, which cannot be ranked\n"
                "hint: find out why the system could not score this document"
            ),
        ),
        (
            '{"q": {"d": "1"}}',
            (
                "stream: topic `q`, document `d`: the score '1' is not a number\n"
                "hint: make the scores numbers first: float(score)"
            ),
        ),
        (
            '{"q": {"d": null}}',
            (
                "stream: topic `q`, document `d`: the score is missing\n"
                "hint: leave out the documents that the system did not score"
            ),
        ),
        (
            '{"q": {"\\ud800": 1}}',
            (
                "stream: topic `q`, document `\\ud800`: the id of the document holds half a character: \\ud800\n"
                "hint: the text was decoded or cut in the wrong place; read it again as UTF-8"
            ),
        ),
        (
            '{"q": {"d": 1,\n       "e" 2}}',
            (
                "stream:2: this is not JSON from column 12 on: expecting ':' delimiter\n"
                '  2 |        "e" 2}}\n'
                "    |            ^"
            ),
        ),
        (
            '{"q": {"d": 1',
            (
                "stream:1: this is not JSON from column 14 on: expecting ',' delimiter\n"
                '  1 | {"q": {"d": 1\n'
                "    |              ^\n"
                "hint: was the file cut off while it was written?"
            ),
        ),
        (
            '{"q": [["d", 1], "e"]}',
            (
                "stream: topic `q`: the list holds something other than documents\n"
                "hint: give {document: score}, a list of ids, or a list of pairs: (document, score)"
            ),
        ),
        (
            '[["q", "d", 1]]',
            (
                "stream: this JSON holds neither topics nor records\n"
                "hint: expected {topic: {document: score}}, or an array of objects"
            ),
        ),
        (
            '{"q": ' + "[" * 200_000,
            "stream: this JSON is nested too deeply",
        ),
        (
            '[{"qid": "q", "docid": "d", "score": 1}, {"qid": "q", "score": 1}]',
            (
                "stream, row 2: topic `q`: the id of the document is missing\n"
                "hint: every row has the id of a topic and of a document"
            ),
        ),
        (
            '{"qid": "q", "docid": "d", "score": 1}\n\n{"qid": "q", "docid": "e", "score": "1"}\n',
            (
                "stream:3: topic `q`, document `e`: the score '1' is not a number\n"
                "hint: make the scores numbers first: float(score)"
            ),
        ),
        (
            '{"qid": "q", "docid": "d", "score": 1}\n{"qid": "q", \n',
            (
                "stream:2: this is not JSON from column 14 on: expecting property name enclosed in double quotes\n"
                '  2 | {"qid": "q", \n'
                "    |              ^\n"
                "hint: was the file cut off while it was written?"
            ),
        ),
        (
            '{"qid": "q", "docid": "d", "score": 1}\n7\n',
            (
                "stream:2: the line holds no JSON object\n"
                'hint: a line of JSONL is an object, such as {"query_id": "q1", "doc_id": "d7", "score": 2.5}'
            ),
        ),
        (
            '{"qid": "q", "docid": "d", "score": 1}\n{"qid": "q", "docid": "d", "score": 1, "score": 2}\n',
            "stream:2: the object has the name `score` twice",
        ),
        (
            '{"qid": "q", "docid": "d", "score": 1}\n{"qid": "q", "docid": "d", "score": 2}\n',
            (
                "stream:2: document `d` appears twice in topic `q` (first on line 1)\n"
                "hint: the policy duplicates=first (or last) keeps one of them"
            ),
        ),
    ],
)
def test_says_what_is_wrong(words: Any, text: str, message: str) -> None:
    # the records of the last cases are lines, so they are JSONL even where a line is broken
    format_name = "jsonl" if text.startswith('{"qid"') else None
    stream = io.BytesIO(text.encode("utf-8", "surrogatepass"))

    assert words(read_run, stream, format=format_name) == message
