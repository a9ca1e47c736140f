"""`cf.check_files`: what it takes, what it counts, what it writes."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

import cranfield as cf
from cranfield.check import Report
from tests.check.conftest import QRELS, RUN, Checked, text


def _found(report: Report) -> list[tuple[str, int | None]]:
    return [(found.kind, found.line) for found in report.findings]


def test_the_first_five_of_a_kind_are_told_and_all_are_counted(checked: Checked) -> None:
    report = checked(run=text([line.removesuffix(" bm25") for line in RUN]))
    assert [found.line for found in report.findings] == [1, 2, 3, 4, 5]
    assert report.counts == {("bm25.run", "run-columns"): 12}
    assert "... and 7 more; --all shows them" in str(report)


def test_all_of_a_kind_are_told_on_request(checked: Checked) -> None:
    report = checked(run=text([line.removesuffix(" bm25") for line in RUN]), shown=None)
    assert [found.line for found in report.findings] == list(range(1, 13))


def test_notes_alone_leave_a_campaign_clean_unless_one_is_strict(checked: Checked) -> None:
    report = checked(run=text(RUN)[:-1])
    assert _found(report) == [("no-final-line-end", 12)]
    assert report.clean()
    assert not report.clean(strict=True)


def test_two_lines_are_named_where_two_are_concerned(checked: Checked) -> None:
    (found,) = checked(qrels=text([*QRELS, QRELS[2]])).findings[:1]
    assert (found.line, found.other_line) == (13, 3)
    assert found.text == "document `d3012` appears twice in topic `301` (grades 2 and 2)"


def test_the_json_document_is_as_documented(checked: Checked) -> None:
    told = json.loads(json.dumps(checked(run=text([*RUN[:3], "301 Q0 d3013 4 1e bm25", *RUN[4:]])).to_dict()))
    assert told == {
        "format": "cranfield-check 1",
        "errors": 1,
        "warnings": 0,
        "notes": 0,
        "files": [
            {"file": "qrels.txt", "role": "qrels", "format": "trec", "lines": 12, "records": 12, "topics": 3},
            {"file": "bm25.run", "role": "run", "format": "trec", "lines": 12, "records": 11, "topics": 3},
        ],
        "counts": [{"file": "bm25.run", "kind": "score", "severity": "error", "count": 1, "shown": 1}],
        "findings": [
            {
                "file": "bm25.run",
                "line": 4,
                "other_line": None,
                "kind": "score",
                "severity": "error",
                "text": "the score `1e` is not a number",
                "expected": "a decimal number",
                "hint": "a score is a decimal number, such as 12.75 or -3e-2",
            }
        ],
        "mended": [],
    }


@pytest.mark.parametrize(
    "name, content, kind, line",
    [
        ("run.csv", "qid,docno,score\n301,d3010,2.5\n301,d3011,x\n", "score", 3),
        ("run.csv", "qid,docno,score\n301,d3010,2.5\n301,,1.5\n", "missing-id", 3),
        ("run.csv", "qid,docno,score\n301,d3010,2.5\n301,d3010,1.5\n", "duplicate", 3),
        ("run.csv", "qid,docno,score\n301,d3010\n", "table-columns", 2),
        ("run.csv", "question,answer,points\na,b,1\n", "no-header", 1),
        ("run.jsonl", '{"qid": "301", "docno": "d3010", "score": 2.5}\n{"qid": "301", \n', "bad-json", 2),
        ("run.json", '{"301": {"d3010": "high"}}', "type-score", None),
        ("run.json", '{"301": {"d3010": 1.5}', "bad-json", 1),
        ("run.run", "301 d3010 2.5\n301 d3011 1.5\n", "ambiguous-columns", None),
    ],
)  # fmt: skip
def test_what_the_readers_of_tables_refuse_is_a_finding(
    name: str, content: str, kind: str, line: int | None, folder: Path
) -> None:
    (folder / name).write_text(content)
    report = cf.check_files("qrels.txt", name)
    found = [each for each in report.findings if each.severity == "error"]
    assert [(each.kind, each.line) for each in found] == [(kind, line)]
    assert not found[0].text.startswith(name)


def test_tables_are_held_against_the_judgements_too(folder: Path) -> None:
    (folder / "run.json").write_text('{"0301": {"d3010": 2.5, "d3011": 1.5}}')
    report = cf.check_files("qrels.txt", "run.json")
    assert [found.kind for found in report.findings if found.severity == "error"] == ["topic-ids-differ"]


def test_compressed_runs_are_read(folder: Path) -> None:
    (folder / "bm25.run.gz").write_bytes(gzip.compress(text([*RUN[:3], "301 Q0 d3013 4 1e bm25", *RUN[4:]])))
    assert _found(cf.check_files("qrels.txt", "bm25.run.gz")) == [("score", 4)]


def test_parquet_is_read(folder: Path) -> None:
    table = pytest.importorskip("pyarrow").table({"qid": ["0301"], "docno": ["d3010"], "score": [1.5]})
    pytest.importorskip("pyarrow.parquet").write_table(table, folder / "run.parquet")
    assert [found.kind for found in cf.check_files("qrels.txt", "run.parquet").findings] == [
        "topic-ids-differ",
        "missing-topics",
    ]


def test_dicts_are_checked(folder: Path) -> None:
    report = cf.check_files({"1": {"a": 1, "b": 0}}, [{"1": {"a": 1.5, "b": 0.5}}, {"2": {"a": 1.5}}])
    assert [(found.file, found.kind) for found in report.findings] == [("run 2", "no-topic-in-common")]


def test_runs_may_come_from_an_iterator(folder: Path) -> None:
    report = cf.check_files("qrels.txt", folder.glob("*.run"))
    assert [file.records for file in report.files] == [12, 12]


def test_comments_are_skipped_on_request(checked: Checked) -> None:
    assert not checked(qrels=text(["# judged in May", *QRELS]), comments="#").findings


def test_a_file_that_is_not_there_is_no_finding(folder: Path) -> None:
    with pytest.raises(cf.InputError, match="there is no such file"):
        cf.check_files("qrels.txt", "nowhere.run")


def test_ids_that_a_terminal_would_act_on_are_escaped(checked: Checked) -> None:
    report = checked(run=text([*RUN, RUN[0].replace("d3010", "\x1b[31m")]))
    assert "\x1b" not in str(report)
    assert "`\\u001b[31m` holds U+001B, a control character" in str(report)


@pytest.fixture(scope="module")
def real(shared: Path, real_data: Path) -> Report:
    """What is found in a campaign of 143 runs, as groups submitted them."""
    campaign = real_data / "trec-covid-round1"
    return cf.check_files(campaign / "qrels.txt", sorted((campaign / "runs").iterdir()), shown=1)


def test_real_runs_have_few_errors_and_warnings(real: Report) -> None:
    blamed = [found for found in real.findings if found.severity != "note"]
    assert {found.kind for found in blamed} == {
        "reversed-scores", "many-unjudged", "many-ties", "same-ranking", "ranks-contradict-scores", "rank-repeated",
    }  # fmt: skip
    assert len(real.files) - len({found.file for found in blamed}) > 60


@pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")
def test_real_runs_that_are_upside_down_are_better_turned_round(real: Report, real_data: Path) -> None:
    turned = [Path(found.file) for found in real.findings if found.kind == "reversed-scores"]
    better = 0
    for path in turned:
        run = cf.read_run(path).to_dict()
        negative = {topic: {doc: -score for doc, score in docs.items()} for topic, docs in run.items()}
        qrels = real_data / "trec-covid-round1" / "qrels.txt"
        before, after = (cf.evaluate(qrels, scores, "AP").mean("run", "AP") for scores in (run, negative))
        better += after > 1.9 * before
    assert better == len(turned) == 9
