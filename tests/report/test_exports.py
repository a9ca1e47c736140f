"""What machines read: every digit, undefined as nothing, and the recipe beside the numbers."""

from __future__ import annotations

import csv
import io
import json
import math
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from cranfield.errors import UsageError
from cranfield.report.delimited import write_csv
from cranfield.report.document import document, write_json

if TYPE_CHECKING:
    from cranfield.model import Scores
    from tests.report.conftest import Maker

NAN = float("nan")


def _csv(scores: Scores, *, per_topic: bool = False) -> str:
    stream = io.StringIO()
    write_csv(scores, stream, per_topic=per_topic)
    return stream.getvalue()


def test_csv_has_one_overall_number_a_line(two_runs: Scores) -> None:
    assert _csv(two_runs).splitlines() == [
        "run,topic,measure,value",
        f"bm25,all,AP,{0.85 / 3!r}",
        f"bm25,all,P@10,{(0.3 + 0.2 + 0.1) / 3!r}",
        "bm25,all,NumRet,3998",
        f"dense,all,AP,{0.875 / 3!r}",
        f"dense,all,P@10,{(0.4 + 0.2) / 3!r}",
        "dense,all,NumRet,3000",
    ]


def test_csv_reads_back_to_the_same_bits(make_scores: Maker) -> None:
    values = [1 / 3, 0.1 + 0.2, 5e-324, NAN]
    scores = make_scores({'a "run", so called': {"nDCG(dcg='exp-log2')@10": values}})
    rows = list(csv.DictReader(io.StringIO(_csv(scores, per_topic=True))))
    assert [row["value"] for row in rows[:4]][3] == ""
    assert [float(row["value"]) for row in rows[:3]] == values[:3]
    assert rows[4]["topic"] == "all"
    assert {(row["run"], row["measure"]) for row in rows} == {
        ('a "run", so called', "nDCG(dcg='exp-log2')@10")
    }


def test_json_reads_back_to_the_same_bits(two_runs: Scores) -> None:
    stream = io.StringIO()
    write_json(two_runs, stream, per_topic=True)
    told = json.loads(stream.getvalue())
    assert told["overall"]["bm25"] == {m: two_runs.mean("bm25", m) for m in two_runs.measures}
    for run in two_runs.runs:
        for measure in two_runs.measures:
            column = [told["per_topic"][run][topic][measure] for topic in two_runs.topics]
            expected = [None if math.isnan(value) else value for value in two_runs[run, measure].tolist()]
            assert column == expected
    assert told["per_topic"]["bm25"]["303"]["AP"] is None
    assert told["recipe"]["policies"]["ties"] == "docid"
    assert told["missing"] == {"bm25": [], "dense": ["304"]}
    assert told["skipped"]["AP"] == ["303"]
    assert len(told["notes"]) == 2


def test_json_leaves_topics_out_unless_asked(two_runs: Scores) -> None:
    assert "per_topic" not in document(two_runs)


def test_json_of_an_infinite_value_is_still_json(make_scores: Maker) -> None:
    stream = io.StringIO()
    write_json(make_scores({"a": {"AP": [math.inf]}}), stream, per_topic=True)
    assert json.loads(stream.getvalue(), parse_constant=_refuse)["overall"]["a"]["AP"] == "inf"


def _refuse(constant: str) -> None:
    raise AssertionError(constant)


def test_csv_refuses_a_topic_that_looks_like_the_means(two_runs: Scores) -> None:
    scores = replace(two_runs, topics=("301", "302", "303", "all"))
    with pytest.raises(UsageError, match="a topic is called `all`") as raised:
        _csv(scores, per_topic=True)
    assert raised.value.slug == "topic-called-all"
    assert _csv(scores) == _csv(two_runs)  # the means alone can be told
    assert document(scores, per_topic=True)["per_topic"]["bm25"]["all"]["NumRet"] == 998
