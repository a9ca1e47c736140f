"""Scores that were computed before: saved, exported, or somebody else's table."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

import cranfield as cf
from cranfield.cli import run
from cranfield.errors import InputError
from cranfield.read.scores import ELSEWHERE, holds_scores, read_scores

QRELS = "1 0 a 1\n1 0 b 0\n2 0 a 1\n3 0 c 0\n"
RUN = "1 Q0 a 1 2 x\n1 Q0 b 2 1 x\n2 Q0 b 1 2 x\n2 Q0 a 2 1 x\n"
TABLE = """run,topic,measure,value
bm25,301,AP,0.25
bm25,302,AP,
dense,301,AP,0.5
dense,302,AP,1e-3
"""


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "qrels.txt").write_text(QRELS)
    (tmp_path / "x.run").write_text(RUN)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")
@pytest.mark.parametrize("form", ["csv", "tsv", "json", "jsonl", "zip"])
def test_what_cranfield_writes_comes_back(campaign: Path, form: str) -> None:
    scores = cf.evaluate("qrels.txt", ["x.run"], "AP RR P@1")
    path = str(campaign / f"scores.{form}")
    if form == "zip":
        scores.save(path)
    else:
        assert run(["eval", "qrels.txt", "x.run", "-m", "AP RR P@1", "--per-topic", "-o", path]) == 0
    assert holds_scores(path)
    found = read_scores(path)
    assert (found.runs, found.measures, found.topics) == (scores.runs, scores.measures, scores.topics)
    np.testing.assert_array_equal(found.values, scores.values)


def written(folder: Path, text: str, name: str = "scores.csv") -> str:
    (folder / name).write_text(text)
    return str(folder / name)


def test_a_table_needs_four_columns_in_any_order_and_may_have_others(tmp_path: Path) -> None:
    plain = read_scores(written(tmp_path, TABLE))
    assert plain.runs == ("bm25", "dense")
    assert np.isnan(plain["bm25", "AP"][1])
    assert plain["dense", "AP"].tolist() == [0.5, 0.001]
    assert plain.answered.tolist() == [[True, False], [True, True]]
    rows = [line.split(",") for line in TABLE.splitlines()]
    mixed = "\ufeff" + "\r\n".join("\t".join([*cells[::-1], "more"]) for cells in rows)
    again = read_scores(written(tmp_path, mixed.replace("more", "note", 1), "mixed.tsv"))
    np.testing.assert_array_equal(again.values, plain.values)
    (tmp_path / "scores.csv.gz").write_bytes(gzip.compress(TABLE.encode()))
    np.testing.assert_array_equal(read_scores(tmp_path / "scores.csv.gz").values, plain.values)


def test_other_names_of_the_columns_are_understood(tmp_path: Path) -> None:
    found = read_scores(written(tmp_path, "system;query_id;metric;score\na;1;AP;0.5\n"))
    assert (found.runs, found.topics, found.measures) == (("a",), ("1",), ("AP",))


def test_how_a_table_was_made_is_not_known_and_that_is_said(tmp_path: Path) -> None:
    found = read_scores(written(tmp_path, TABLE))
    assert found.recipe.core == ELSEWHERE
    assert "how they were made is not known" in found.remarks[0]


def test_overall_numbers_are_no_topic(tmp_path: Path) -> None:
    found = read_scores(written(tmp_path, TABLE + "bm25,all,AP,0.25\n"))
    assert found.topics == ("301", "302")
    with pytest.raises(InputError, match="means only"):
        read_scores(written(tmp_path, "run,topic,measure,value\nbm25,all,AP,0.25\n"))


@pytest.mark.parametrize(
    "line,message",
    [
        ("bm25,301,AP,0.3", r"scores.csv:6: AP of bm25 for topic 301 has a value already, on line 2"),
        ("new,301,AP,high", r"scores.csv:6: the value of AP of new for topic 301 is not a number: high"),
        ("new,301,AP", r"scores.csv:6: the row has 3 fields, and the header names 4"),
        ('new,301,AP,"0.5', r"scores.csv:6: the line cannot be split"),
    ],
)
def test_faults_are_told_with_their_line(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_scores(written(tmp_path, TABLE + line + "\n"))


def test_all_faults_are_told_up_to_twenty(tmp_path: Path) -> None:
    more = "".join(f"r{number},1,AP,x\n" for number in range(30))
    with pytest.raises(InputError, match=r"\.\.\. and 10 more faults") as refused:
        read_scores(written(tmp_path, TABLE + more))
    assert "scores.csv:25:" in str(refused.value)


def test_what_holds_no_scores_is_told_apart(campaign: Path) -> None:
    assert not holds_scores("qrels.txt")
    assert not holds_scores("x.run")
    assert not holds_scores("-")
    assert not holds_scores("nothing.csv")
    assert not holds_scores(written(campaign, "query_id,doc_id,score\n1,a,0.5\n", "run.csv"))
    assert not holds_scores(written(campaign, '{"1": {"a": 0.5}}', "run.json"))
    with pytest.raises(InputError, match="must name the columns run, topic, measure, value"):
        read_scores("qrels.txt")


@pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")
def test_a_report_without_topics_and_a_broken_one_are_refused(campaign: Path) -> None:
    assert run(["eval", "qrels.txt", "x.run", "-o", "means.json"]) == 0
    with pytest.raises(InputError, match="means only"):
        read_scores("means.json")
    Path("cut.json").write_text(Path("means.json").read_text()[:500])
    with pytest.raises(InputError, match="cannot be read as such"):
        read_scores("cut.json")
    with pytest.raises(InputError, match=r"rows.jsonl:2: not a json object with run, topic"):
        read_scores(
            written(
                campaign,
                '{"run": "a", "topic": "1", "measure": "AP", "value": 1}\n{"run": 1}\n',
                "rows.jsonl",
            )
        )


@pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")
@pytest.mark.parametrize("form", ["csv", "tsv", "json", "jsonl"])
def test_a_geometric_mean_stays_one_in_every_form(campaign: Path, form: str) -> None:
    scores = cf.evaluate("qrels.txt", ["x.run"], "AP GMAP NumRet")
    path = str(campaign / f"scores.{form}")
    assert run(["eval", "qrels.txt", "x.run", "-m", "AP GMAP NumRet", "--per-topic", "-o", path]) == 0
    found = read_scores(path)
    assert found.aggregates == ("mean", "geometric", "sum")
    assert found.mean("x", "GMAP") == scores.mean("x", "GMAP") != scores.mean("x", "AP")


@pytest.mark.parametrize("measure", ["recall", "official", "mine"])
def test_what_names_no_single_measure_has_the_usual_mean(tmp_path: Path, measure: str) -> None:
    assert read_scores(written(tmp_path, TABLE.replace("AP", measure))).aggregates == ("mean",)


@pytest.mark.parametrize(
    "header",
    ["run_id,query-id,metric,score", "system_id,topic_id,measure,value", "System,Query ID,Metric,Value"],
)
def test_columns_have_the_names_that_they_have_in_runs(tmp_path: Path, header: str) -> None:
    path = written(tmp_path, f"{header}\na,1,AP,0.5\n")
    assert holds_scores(path)
    found = read_scores(path)
    assert (found.runs, found.topics, found.measures) == (("a",), ("1",), ("AP",))


def test_the_surest_name_of_a_column_wins(tmp_path: Path) -> None:
    found = read_scores(written(tmp_path, "query,query_id,run,metric,score\nwhat is it,7,a,AP,0.5\n"))
    assert found.topics == ("7",)
