"""Every format of `cranfield eval`: the same numbers under every policy, topics where they are asked for."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from cranfield.cli import formats
from cranfield.cli.formats import FORMATS, format_by_ending
from tests.cli.conftest import Command

RUNS = ("eval", "qrels.txt", "bm25.run", "dense.run", "-m", "AP NumRet P@1")
POLICIES: dict[str, tuple[str, ...]] = {
    "none": (),
    "common": ("--topics", "common"),
    "a list": ("--topics", "1"),
    "zero": ("--no-relevant", "zero"),
    "expected": ("--ties", "expected", "--seed", "3"),
    "condense": ("--unjudged", "condense"),
    "first": ("--duplicates", "first"),
    "depth": ("--depth", "1"),
    "single": ("--precision", "single"),
    "threads": ("--threads", "1"),
    "sorted": ("--sort", "AP"),
}
FOUR_DECIMALS = re.compile(r"-?\d+\.\d{4}|(?<![\d.@/])\d+(?![\d.@/])")


def numbers_of_data(text: str, shown_as: str) -> dict[tuple[str, str, str], float | None]:
    """Return the values by run, topic (`all` for none) and measure."""
    if shown_as == "json":
        told = json.loads(text)
        by_topic = {(run, "all", m): v for run, of in told["overall"].items() for m, v in of.items()}
        for run, topics in told.get("per_topic", {}).items():
            by_topic |= {(run, topic, m): v for topic, of in topics.items() for m, v in of.items()}
        return by_topic
    rows: Any
    if shown_as == "jsonl":
        rows = [json.loads(line) for line in text.splitlines()]
    else:
        rows = csv.DictReader(io.StringIO(text), delimiter="," if shown_as == "csv" else "\t")
    return {
        (row["run"], row["topic"] or "all", row["measure"]): None
        if row["value"] in ("", None)
        else float(row["value"])
        for row in rows
    }


def rows_of_page(text: str, shown_as: str) -> list[list[str]]:
    """Return the words of the rows of all tables, without what marks the best and without intervals."""
    if shown_as == "table":
        lines = text.partition("\n\n2 judged")[0].partition("\n\n1 topic")[0].splitlines()
    elif shown_as == "markdown":
        lines = [line.replace("|", " ") for line in text.splitlines() if line.startswith("| ")]
    elif shown_as == "latex":
        lines = [line for line in text.splitlines() if line.endswith(r"\\")]
    else:
        lines = re.findall(r"<tr>(.*?)</tr>", text)
    marks = r"<small>.*?</small>|\{\\small [^}]*\}|<[^>]*>|\*\*|\\textbf|[{}&]|\\\\|[±–][\d.]+|^\W+$"
    words = [re.sub(marks, " ", line).split() for line in lines]
    return [["-" if word == "--" else word for word in row] for row in words if row]


@pytest.mark.parametrize("chosen", POLICIES.values(), ids=POLICIES)
@pytest.mark.parametrize("per_topic", [(), ("--per-topic",)], ids=["means", "topics"])
def test_all_formats_hold_the_same_numbers(
    cranfield: Command, folder: Path, chosen: tuple[str, ...], per_topic: tuple[str, ...]
) -> None:
    told = {}
    for shown_as in FORMATS:
        result = cranfield(*RUNS, *chosen, *per_topic, "--format", shown_as)
        assert result.code == 0, result.err
        told[shown_as] = result.out
    data = numbers_of_data(told["csv"], "csv")
    for shown_as in ("tsv", "json", "jsonl"):
        assert numbers_of_data(told[shown_as], shown_as) == data
    pages = {shown_as: rows_of_page(told[shown_as], shown_as) for shown_as in formats.FOR_READERS}
    for shown_as in ("markdown", "latex", "html"):
        assert pages[shown_as] == pages["table"]
    shown = [row[-3:] for row in pages["table"] if row[0] != "run"]
    wanted: dict[tuple[str, str], list[str]] = {}
    for (run, topic, measure), value in data.items():
        text = "-" if value is None else f"{value:.0f}" if measure == "NumRet" else f"{value:.4f}"
        wanted.setdefault((run, topic), []).append(text)
    of_topics = [row for (_, topic), row in wanted.items() if topic != "all"]
    assert shown == [*of_topics, *(row for (_, topic), row in wanted.items() if topic == "all")]
    assert bool(of_topics) == bool(per_topic)


@pytest.mark.parametrize("shown_as", FORMATS)
def test_the_recipe_is_told_in_every_format(cranfield: Command, folder: Path, shown_as: str) -> None:
    result = cranfield(*RUNS, "--recipe", "--format", shown_as, "--ties", "input")
    where = result.err if shown_as in ("csv", "tsv", "jsonl") else result.out
    told = re.sub(r"[\\\n]", "", where)
    assert '"ties": "input"' in told if shown_as == "json" else "ties:input|" in told.replace(" ", "")


@pytest.mark.parametrize("question", ["--ties-report", "--bounds"])
@pytest.mark.parametrize("shown_as", FORMATS)
def test_the_other_questions_are_answered_in_every_format(
    cranfield: Command, folder: Path, shown_as: str, question: str
) -> None:
    result = cranfield("eval", "qrels.txt", "bm25.run", "-m", "AP", question, "--format", shown_as)
    assert result.code == 0
    digits = "0.6667" if shown_as in formats.FOR_READERS else "0.6666666666666666"
    assert digits in result.out


@pytest.mark.parametrize(
    "ending,shown_as",
    [("csv", "csv"), ("TSV", "tsv"), ("json", "json"), ("jsonl", "jsonl"), ("md", "markdown"), ("markdown", "markdown"),
     ("tex", "latex"), ("html", "html"), ("htm", "html"), ("txt", "table"), ("out", "table")],
)  # fmt: skip
def test_the_ending_of_the_output_chooses(
    cranfield: Command, folder: Path, ending: str, shown_as: str
) -> None:
    assert format_by_ending(f"scores.{ending}") == shown_as
    assert cranfield(*RUNS, "-o", f"scores.{ending}").out == ""
    written = (folder / f"scores.{ending}").read_bytes().decode()
    assert written == cranfield(*RUNS, "--format", shown_as).out


def test_csv_and_tsv_keep_their_columns_until_intervals_are_asked_for(
    cranfield: Command, folder: Path
) -> None:
    for shown_as, between in (("csv", ","), ("tsv", "\t")):
        plain = cranfield(*RUNS, "--format", shown_as).out.splitlines()
        more = cranfield(*RUNS, "--format", shown_as, "--intervals", "t").out.splitlines()
        assert plain[0] == between.join(["run", "topic", "measure", "value"])
        assert more[0] == between.join(["run", "topic", "measure", "value", "lower", "upper"])
        assert [line.split(between)[:4] for line in more] == [line.split(between) for line in plain]


@pytest.mark.parametrize("method", ["t", "bootstrap"])
def test_intervals_are_the_same_in_all_formats(cranfield: Command, folder: Path, method: str) -> None:
    typed = (*RUNS, "--intervals", method, "--confidence", "80", "--seed", "2", "--format")
    (row, *_) = csv.DictReader(io.StringIO(cranfield(*typed, "csv").out))
    ends = [float(row["lower"]), float(row["upper"])]
    told = json.loads(cranfield(*typed, "json").out)["intervals"]
    assert (told["method"], told["confidence"]) == (method, 80)
    assert told["overall"]["bm25"]["AP"] == ends
    line = json.loads(cranfield(*typed, "jsonl").out.splitlines()[0])
    assert [line["lower"], line["upper"]] == ends
    half = f"±{(ends[1] - ends[0]) / 2:.4f}"
    for shown_as in ("table", "markdown", "html"):
        out = cranfield(*typed, shown_as).out
        assert half in out
        assert "80 % interval over topics" in out


def test_without_intervals_nothing_is_said_of_them(cranfield: Command, folder: Path) -> None:
    for shown_as in FORMATS:
        out = cranfield(*RUNS, "--intervals", "none", "--format", shown_as).out
        assert "±" not in out
        assert "interval" not in out
        assert '"lower": 0' not in out


@pytest.mark.parametrize(
    "typed,hint", [("0.95", "\nhint: for 95 % write 95\n"), ("100", "\n"), ("nan", "\n")]
)
def test_a_confidence_that_is_none_fails_at_once(
    cranfield: Command, folder: Path, typed: str, hint: str
) -> None:
    result = cranfield(*RUNS, "--confidence", typed)
    assert (result.code, result.out) == (2, "")
    assert result.err == f"error: the confidence is a percentage, from 1 to below 100: {typed}{hint}"


def test_an_order_that_there_is_not_fails_before_the_work(
    cranfield: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cranfield.measure.evaluate", None)
    result = cranfield(*RUNS, "--sort", "RR")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(
        "error: the runs cannot be sorted by `RR`, which is no column of this table\n"
    )


def test_runs_can_be_sorted_by_any_name_of_a_measure(cranfield: Command, folder: Path) -> None:
    for by in ("map", "AP", "NumRet", "name"):
        told = cranfield("eval", "qrels.txt", "dense.run", "bm25.run", "-m", "map NumRet", "--sort", by).out
        assert [line.split()[0] for line in told.splitlines()[1:3]] == ["bm25", "dense"]


@pytest.mark.parametrize("typed,measure", [("--judged", "Judged@10"), ("--judged=5", "Judged@5")])
def test_the_share_that_was_judged_stands_beside_the_measures(
    cranfield: Command, folder: Path, typed: str, measure: str
) -> None:
    told = cranfield("eval", "-m", "AP", typed, "qrels.txt", "bm25.run").out
    assert told.splitlines()[0].split() == ["run", "AP", measure]
    twice = cranfield("eval", "-m", f"AP {measure}", typed, "qrels.txt", "bm25.run").out
    assert twice == told


@pytest.mark.parametrize("other", [("--sort", "AP"), ("--intervals", "t"), ("--confidence", "90")])
def test_what_has_no_place_in_another_question_is_refused(
    cranfield: Command, folder: Path, other: tuple[str, ...]
) -> None:
    result = cranfield("eval", "qrels.txt", "bm25.run", "--bounds", *other)
    assert (result.code, result.out) == (2, "")
    assert f"error: --bounds and {other[0]} cannot be combined\n" in result.err


def test_a_table_of_many_runs_fits_80_columns(
    cranfield: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    (folder / "runs").mkdir()
    for number in range(30):
        (folder / "runs" / f"a-system-with-a-name-{number:03}").write_bytes(
            (folder / "bm25.run").read_bytes()
        )
    told = cranfield("eval", "qrels.txt", "runs").out
    assert max(map(len, told.splitlines())) <= 80
    assert len(told.splitlines()[0].split()) == 7  # all six measures beside each other
    assert "\x1b" not in told


def test_warnings_are_broken_for_a_terminal_but_not_their_paths(
    cranfield: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    long = Path("a-folder-with-a-long-name", "and-another-one-below-it", "dense.run")
    long.parent.mkdir(parents=True)
    (folder / "dense.run").rename(long)
    told = cranfield("eval", "qrels.txt", str(long)).err
    assert told.startswith(f"warning[missing-topics]:\n  {long}\n  has no documents")
    assert all(len(line) <= 60 or str(long) in line for line in told.splitlines())
    assert "  they count as if nothing was found: 0 for most measures\n    (--topics judged)\n" in told


def test_messages_speak_of_options_as_they_are_typed(cranfield: Command, folder: Path) -> None:
    (folder / "bm25.run").write_text((folder / "bm25.run").read_text() * 2)
    told = cranfield("eval", "qrels.txt", "bm25.run").err
    assert "hint: the policy --duplicates first (or last) keeps one of them" in told
    Path("depth=10").mkdir()
    (folder / "dense.run").rename("depth=10/dense.run")
    told = cranfield("eval", "qrels.txt", "depth=10/dense.run").err
    assert "depth=10/dense.run has no documents" in told
    assert "(--topics judged)" in told


@pytest.mark.parametrize("shown_as", FORMATS)
def test_no_format_needs_more_than_numpy(process: Command, folder: Path, shown_as: str) -> None:
    typed = [*RUNS, "--intervals", "bootstrap", "--sort", "AP", "--per-topic", "--format", shown_as]
    program = f"""
import sys
from cranfield.cli import run
code = run({typed!r})
sys.exit(code or ",".join(sorted(set(sys.modules) & {{"scipy", "rich", "narwhals", "pandas", "pyarrow"}})) or 0)
"""
    result = process("-c", program)
    assert (result.code, "error" in result.err) == (0, False)
