"""`cranfield gate`, from files to exit codes, and the reports that CI servers read."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from inspect import cleandoc
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.cli import gate as gate_module
from cranfield.compare.gate import Check, Fall, Gate
from cranfield.report.annotations import annotation
from cranfield.report.gate import fall_table
from cranfield.report.junit import write_junit
from tests.cli.conftest import Command

OLD = """\
1 Q0 d1 1 3 old
1 Q0 d3 2 2 old
1 Q0 d2 3 1 old
2 Q0 d4 1 2 old
2 Q0 d5 2 1 old
"""
HOSTILE = [
    '<failure a="&">]]>',
    "::error::x",
    "a%0A::set-env name=x::y",
    "a:b,c",
    "\x1b[31mred\x07",
    "line\nbreak\r",
    "##[error]x",
    "caf\udce9",
    "\ufffe\udcff",
    "a|b`c`",
]


@pytest.fixture
def old(folder: Path) -> Path:
    """Add a run that is perfect; bm25 is worse in both topics."""
    (folder / "old.run").write_text(OLD)
    return folder


def test_a_regression_fails_and_says_where_to_look(cranfield: Command, old: Path) -> None:
    result = cranfield("gate", "qrels.txt", "old.run", "bm25.run", "-m", "AP RR", "--max-drop", "0.3")
    assert result == (
        1,
        cleandoc(
            """
            Topics that fell most

            run   measure  topic  baseline   value   change
            bm25  AP       2        1.0000  0.5000  -0.5000
            bm25  AP       1        1.0000  0.8333  -0.1667

            AP of bm25: worse for 2 of 2 topics, better for 0, the same for 0

            run   measure  verdict  baseline   value   change  allowed
            bm25  AP       fails      1.0000  0.6667  -0.3333   0.3000
            bm25  RR       passes     1.0000  0.7500  -0.2500   0.3000

            1 of 2 checks failed; baseline: old
            2 judged topics; every run has documents for all of them
            """
        )
        + "\n",
        "",
    )


def test_what_is_no_worse_passes(cranfield: Command, old: Path) -> None:
    result = cranfield("gate", "qrels.txt", "bm25.run", "old.run")
    assert (result.code, result.err) == (0, "")
    assert "1 check passed; baseline: bm25" in result.out
    assert "fell most" not in result.out


def test_a_drop_may_be_a_share_and_each_measure_has_its_own(cranfield: Command, old: Path) -> None:
    command = ("gate", "qrels.txt", "old.run", "bm25.run", "-m", "AP P(rel=1)@1")
    assert cranfield(*command, "--max-drop", "60%").code == 0
    assert cranfield(*command, "--max-drop", "60%", "--max-drop", "map=1%").code == 1
    assert cranfield(*command, "--max-drop", "60%", "--max-drop", "P(rel=1)@1=0.4").code == 1
    assert cranfield(*command, "--max-drop", "P(rel=1)@1=60%", "--max-drop", "AP=0.34").code == 0


def test_with_alpha_a_drop_must_be_significant_too(cranfield: Command, old: Path) -> None:
    result = cranfield("gate", "qrels.txt", "old.run", "bm25.run", "-m", "AP", "--alpha", "0.3")
    assert result.code == 1
    assert "bm25  AP       fails      1.0000  0.6667  -0.3333   0.0000  0.2500" in result.out
    assert "paired randomisation test, one-sided (exact); significant up to 0.3" in result.out


def test_a_gate_that_cannot_fail_says_so(cranfield: Command, old: Path) -> None:
    result = cranfield("gate", "qrels.txt", "old.run", "bm25.run", "-m", "AP", "--alpha", "0.05")
    assert result.code == 0
    assert "bm25  AP       unproven    1.0000  0.6667  -0.3333   0.0000  0.2500" in result.out
    assert "unproven: fell by more than is allowed" in " ".join(result.out.split())
    assert result.err.startswith("warning[cannot-fail]: 1 of 1 check cannot fail at alpha 0.05")
    assert "with 2 topics that changed no p is below 0.25" in result.err


def test_a_run_that_lacks_a_topic_is_told_where_it_lost(cranfield: Command, old: Path) -> None:
    result = cranfield("gate", "qrels.txt", "old.run", "dense.run", "-m", "AP")
    assert result.code == 1
    assert "dense  AP       2        1.0000  0.0000  -1.0000  no documents" in result.out
    assert "dense has no documents for 1 of them: 2 (they count as if nothing was found" in " ".join(
        result.out.split()
    )


def test_every_run_is_judged(cranfield: Command, old: Path) -> None:
    result = cranfield("gate", "qrels.txt", "bm25.run", "old.run", "dense.run", "--format", "json")
    told = json.loads(result.out)
    assert result.code == 1
    assert [(check["run"], check["verdict"]) for check in told["checks"]] == [
        ("old", "passes"),
        ("dense", "fails"),
    ]
    assert told["passes"] is False
    assert told["recipe"]["policies"]["ties"] == "docid"
    assert told["checks"][1]["fell_most"][0]["topic"] in {"1", "2"}


def test_a_baseline_in_the_folder_of_the_runs_is_not_held_against_itself(
    cranfield: Command, old: Path
) -> None:
    (old / "runs").mkdir()
    for name in ("old", "bm25"):
        (old / f"{name}.run").rename(old / "runs" / f"{name}.run")
    told = json.loads(cranfield("gate", "qrels.txt", "runs/old.run", "runs", "--format", "json").out)
    assert [check["run"] for check in told["checks"]] == ["bm25"]
    alone = cranfield("gate", "qrels.txt", "runs/old.run", "runs/old.run")
    assert alone.code == 0


def test_many_checks_show_fewer_topics_of_each() -> None:
    fallen = tuple(Fall(str(topic), 0.5, 0.0, answered=True) for topic in range(9))
    many = tuple(replace(check(str(run)), fallen=fallen) for run in range(100))
    for number, rows in ((1, 5), (6, 30), (10, 30), (100, 100)):
        table = fall_table(Gate("old", many[:number]))
        assert table is not None
        assert len(table) == rows


def test_less_is_better_where_it_is(cranfield: Command, old: Path) -> None:
    result = cranfield("gate", "qrels.txt", "old.run", "bm25.run", "-m", "LastRel AP")
    assert result.code == 1
    assert "less is better: LastRel\n" in result.out
    assert cranfield("gate", "qrels.txt", "bm25.run", "old.run", "-m", "LastRel").code == 0


@pytest.mark.parametrize("path", ["old.json", "old.json.gz"])
def test_a_baseline_may_be_scores_of_before(cranfield: Command, old: Path, path: str) -> None:
    import gzip

    cranfield("eval", "qrels.txt", "old.run", "-m", "AP RR", "--per-topic", "-o", "old.json")
    (old / "old.json.gz").write_bytes(gzip.compress((old / "old.json").read_bytes()))
    (old / "old.run").unlink()
    result = cranfield("gate", "qrels.txt", path, "bm25.run", "-m", "AP")
    assert result.code == 1
    assert "bm25  AP       fails      1.0000  0.6667  -0.3333" in result.out
    assert f"baseline: old ({path})" in result.out
    other = cranfield("gate", "qrels.txt", path, "bm25.run", "-m", "AP", "--ties", "input")
    assert (other.code, other.out) == (2, "")
    assert other.err == cleandoc(
        f"""
        error: {path}: these scores were made in another way, and cannot be compared
          --ties: docid then, input now
        hint: make them anew, from the baseline's run, with the judgements and options of today
        """
    ) + "\n"  # fmt: skip


def test_reports_go_where_they_are_sent(cranfield: Command, old: Path) -> None:
    command = ("gate", "qrels.txt", "old.run", "bm25.run")
    result = cranfield(*command, "-o", "gate.json", "--junit", "gate.xml")
    assert result == (1, "", "1 of 1 check failed; baseline: old\n")
    assert json.loads((old / "gate.json").read_text())["passes"] is False
    assert ET.parse(old / "gate.xml").getroot().tag == "testsuites"  # noqa: S314  (ours)
    assert cranfield(*command, "-o", "other.xml").code == 1
    assert (old / "other.xml").read_text() == (old / "gate.xml").read_text()


def test_github_gets_annotations_and_a_summary(
    cranfield: Command, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (old / "page.md").write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "page.md")
    command = ("gate", "qrels.txt", "old.run", "bm25.run", "-m", "RR AP", "--max-drop", "0.3")
    result = cranfield(*command, "--format", "github")
    error, notice = result.out.splitlines()
    assert error == (
        "::error title=cranfield gate%3A AP of bm25::AP of bm25 fell from 1.0000 to 0.6667 (-0.3333, 0.3000 allowed)"
        "%0AAP of bm25: worse for 2 of 2 topics, better for 0, the same for 0"
        "%0Atopic 2: 1.0000 -> 0.5000%0Atopic 1: 1.0000 -> 0.8333"
    )
    assert notice.startswith("::notice title=cranfield gate%3A RR of bm25::RR of bm25 fell")
    page = (old / "page.md").read_text()
    assert page.startswith("before\n**cranfield gate**\n\n| run ")
    assert "**Topics that fell most**" in page
    cranfield(*command)
    assert (old / "page.md").read_text() == page  # nobody asked for it


def check(run: str, verdict: str = "fails", measure: str = "AP") -> Check:
    return Check(
        run=run,
        measure=measure,
        baseline=0.5,
        value=0.25,
        drop=0.25,
        allowed=0.1,
        topics=9,
        left_out=(),
        better=1,
        fallen=(Fall(run, 0.5, 0.0, answered=False),),
        verdict=verdict,  # type: ignore[arg-type]
    )


def junit_of(decided: Gate, folder: Path) -> ET.Element:
    path = folder / "gate.xml"
    with path.open("w", encoding="utf-8") as stream:
        write_junit(decided, stream)
    return ET.parse(path).getroot()  # noqa: S314  (ours)


def test_junit_counts_what_it_holds(tmp_path: Path) -> None:
    checks = (check("a"), check("a", "passes", "RR"), check("b", "unproven"), check("b", "fails", "RR"))
    root = junit_of(Gate("old", checks, alpha=0.05), tmp_path)
    assert (root.tag, root.get("tests"), root.get("failures")) == ("testsuites", "4", "2")
    suites = {suite.get("name"): suite for suite in root}
    assert list(suites) == ["a", "b"]
    for suite in suites.values():
        cases = suite.findall("testcase")
        assert suite.get("tests") == str(len(cases)) == "2"
        assert suite.get("failures") == str(len(suite.findall("testcase/failure"))) == "1"
        assert (suite.get("errors"), suite.get("skipped")) == ("0", "0")
    failure = suites["a"].find("testcase[@name='AP']/failure")
    assert failure is not None
    assert failure.get("message") == "AP of a fell from 0.5000 to 0.2500 (-0.2500, 0.1000 allowed)"
    assert "topic a: 0.5000 -> 0.0000 (the run has no documents for it)" in (failure.text or "")


# element -> (attributes that must be there, others that may, elements within): Jenkins' junit-10.xsd, as far as we use it
SCHEMA = {
    "testsuites": (set(), {"name", "time", "tests", "failures", "errors"}, {"testsuite"}),
    "testsuite": ({"name", "tests", "failures", "errors"}, {"time", "skipped"}, {"properties", "testcase"}),
    "properties": (set(), set(), {"property"}),
    "property": ({"name", "value"}, set(), set()),
    "testcase": ({"name"}, {"classname", "time"}, {"failure", "system-out"}),
    "failure": (set(), {"type", "message"}, set()),
    "system-out": (set(), set(), set()),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_junit_keeps_to_the_schema_whatever_a_run_is_called(tmp_path: Path, name: str) -> None:
    root = junit_of(Gate(name, (check(name), check(name, "passes")), alpha=0.05), tmp_path)
    for element in root.iter():
        must, may, within = SCHEMA[element.tag]
        assert must <= set(element.attrib) <= must | may
        assert {child.tag for child in element} <= within
        assert all(text.isprintable() for text in element.attrib.values())


@given(name=st.text() | st.sampled_from(HOSTILE), verdict=st.sampled_from(["fails", "unproven", "passes"]))
def test_an_annotation_is_one_command_whatever_a_run_is_called(name: str, verdict: str) -> None:
    line = annotation(check(name, verdict))
    level = {"fails": "error", "unproven": "warning", "passes": "notice"}[verdict]
    found = re.fullmatch(rf"::{level} title=([^:,\r\n]*)::([^\r\n]*)", line)
    assert found
    assert not re.search("%(?!25|3A|2C)", found[1])
    assert not re.search("%(?!25|0A)", found[2])
    assert len(line.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments,message",
    [
        (["-m", "Judged@10"], "error: Judged@10 does not say how good a run is"),
        (["-m", "NumRelRet"], "error: NumRelRet is a count"),
        (["-m", "AQ"], "error: no measure is called `AQ`"),
        (["--max-drop", "much"], "error: a largest drop is a number from 0 upwards, or a percentage: `much`"),
        (["--max-drop", "AP=0.1"], "error: a largest drop is given for AP, which is not measured"),
        (["--alpha", "5"], "error: invalid value for `--alpha`"),
        (["--format", "xml"], "error: `--format` has no value `xml`"),
        (["--junit", "no/such.xml"], "error: no/such.xml: there is no folder `no`"),
        (["-o", "x.xml", "--junit", "x.xml"], "error: -o and --junit both name x.xml\nhint: "),
        (["-o", "old.run"], "error: old.run: is one of the inputs, which are never overwritten"),
    ],
)
def test_misuse_is_told_before_the_work(
    cranfield: Command, old: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.setattr(gate_module, "_scores", None)
    result = cranfield("gate", "qrels.txt", "old.run", "bm25.run", *arguments)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(message)


def test_a_missing_baseline_is_an_error(cranfield: Command, old: Path) -> None:
    result = cranfield("gate", "qrels.txt", "odl.run", "bm25.run")
    assert (result.code, result.out) == (2, "")
    assert (
        result.err == "error: odl.run: there is no such file\nhint: did you mean `old.run` or `dense.run`?\n"
    )


def test_standard_input_may_be_the_run(process: Command, old: Path) -> None:
    arguments = ("-m", "cranfield.cli", "gate", "qrels.txt", "old.run", "-")
    result = process(*arguments, input=(old / "bm25.run").read_text())
    assert result.code == 1
    assert "bm25  nDCG@10" in result.out


def test_the_order_of_arguments_is_that_of_eval(cranfield: Command, old: Path) -> None:
    result = cranfield("gate", "old.run", "qrels.txt", "bm25.run")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: old.run")


def test_no_slow_package_is_imported(process: Command, old: Path) -> None:
    program = """
import sys
from cranfield.cli import run
run(["gate", "qrels.txt", "old.run", "bm25.run", "--alpha", "0.5"])
sys.exit(",".join(sorted(set(sys.modules) & {"scipy", "rich", "narwhals"})) or 0)
"""
    assert process("-c", program).code == 0


def test_the_examples_of_the_help_work(shell: Command, old: Path, cranfield: Command) -> None:
    (old / "new.run").write_text(OLD)
    lines = cranfield("gate", "-h").out.partition("Examples:\n")[2].splitlines()
    examples = [line.strip() for line in lines if line.strip()]
    assert len(examples) >= 5
    for example in examples:
        result = shell(example)
        assert (result.code, "error" in result.err) == (0, False), example


def test_a_table_of_scores_is_told_from_a_run(cranfield: Command, folder: Path) -> None:
    (folder / "base.csv").write_text("run,topic,measure,value\nbm25,1,AP,0.5\nbm25,2,AP,0.5\n")
    result = cranfield("gate", "qrels.txt", "base.csv", "dense.run")
    assert result.code == 2
    assert "base.csv: a table of scores does not say how they were made" in " ".join(result.err.split())
