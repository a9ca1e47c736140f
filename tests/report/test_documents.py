"""Markdown, LaTeX, HTML and the lines that machines read: the same numbers in all of them, and no name breaks out."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.compare.intervals import intervals
from cranfield.report.delimited import write_csv, write_table_csv
from cranfield.report.document import write_json, write_jsonl, write_table_jsonl
from cranfield.report.latex import _ESCAPES, write_latex
from cranfield.report.markdown import write_markdown
from cranfield.report.page import write_html
from cranfield.report.plain import shown
from cranfield.report.table import Table, leaderboard, topic_table

if TYPE_CHECKING:
    from cranfield.model import Scores

# What means something to Markdown, LaTeX, HTML, csv or a terminal, and ordinary letters between.
HOSTILE = st.text(
    st.sampled_from("|\\`*_{}[]<>#&$~^%\"'!@:,;-+=.()/ \t\r\n\x1b\x00abAB12検é\udcff"),
    min_size=1,
    max_size=20,
)
NAMES = st.lists(HOSTILE, min_size=1, max_size=4, unique=True)
NUMBERS = st.floats(min_value=-5, max_value=5, allow_nan=False) | st.none() | st.integers(0, 1000)


def table_of(names: Sequence[str], number: Any) -> Table:
    return Table(
        columns=("run", names[0], "AP"),
        rows=tuple((name, number, 0.25) for name in names),
        notes=(names[-1],),
        best=frozenset({(0, 1)}),
        spreads={(0, 2): "±0.0100", (0, 1): "-0.1000–0.3000"},
    )


def written(write: Any, *arguments: Any, **settings: Any) -> str:
    stream = io.StringIO()
    write(*arguments, stream, **settings)
    return stream.getvalue()


def expected(table: Table) -> list[list[str]]:
    """Say what a reader sees: the heads, then each row, with blanks as a browser shows them."""
    seen = [[shown(name) for name in table.columns]]
    for number, row in enumerate(table.rows):
        seen.append([
            f"{shown(value)} {table.spreads[number, place]}" if (number, place) in table.spreads else shown(value)
            for place, value in enumerate(row)
        ])  # fmt: skip
    return [[" ".join(cell.split()) for cell in row] for row in seen]


class Cells(HTMLParser):
    """Reads the cells of tables; knows no element that our pages do not have."""

    # fmt: off
    KNOWN = frozenset({"html", "head", "meta", "title", "style", "body", "h1", "p", "table", "caption", "thead", "tbody",
                       "tr", "th", "td", "b", "strong", "small"})
    # fmt: on

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.bold: list[str] = []
        self.paragraphs: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in self.KNOWN, tag
        assert not [name for name, _ in attrs if name.startswith("on") or name in ("src", "href")]
        self._open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag == "p":
            self.paragraphs.append("")

    def handle_endtag(self, tag: str) -> None:
        while self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if "td" in self._open or "th" in self._open:
            self.rows[-1][-1] += data
        elif "p" in self._open:
            self.paragraphs[-1] += data
        if {"b", "strong"} & set(self._open):
            self.bold.append(data)

    def seen(self) -> list[list[str]]:
        return [[" ".join(cell.split()) for cell in row] for row in self.rows]


@given(NAMES, NUMBERS)
def test_a_page_shows_every_name_as_it_is(names: list[str], number: Any) -> None:
    table = table_of(names, number)
    read = Cells(written(write_html, [table]))
    assert read.seen() == expected(table)
    assert read.bold == [shown(number)]
    assert [" ".join(note.split()) for note in read.paragraphs] == [" ".join(shown(names[-1]).split())]


@given(NAMES, NUMBERS)
def test_markdown_shows_every_name_as_it_is(names: list[str], number: Any) -> None:
    markdown_it = pytest.importorskip("markdown_it")
    table = table_of(names, number)
    renderer = markdown_it.MarkdownIt("commonmark").enable(["table", "strikethrough"])
    read = Cells(renderer.render(written(write_markdown, [table])))
    assert read.seen() == expected(table)
    assert read.bold == [shown(number)]
    assert " ".join(" ".join(read.paragraphs).split()) == " ".join(shown(names[-1]).split())


def unescaped(latex: str) -> str:
    """Read back what the escapes stand for."""
    by_length = sorted(_ESCAPES.items(), key=lambda item: -len(item[1]))
    pattern = "|".join(re.escape(escape) for _, escape in by_length)
    of = {escape: plain for plain, escape in by_length}
    return re.sub(pattern, lambda found: of[found[0]], latex)


@given(NAMES, NUMBERS)
def test_latex_holds_every_name_and_nothing_that_it_would_act_on(names: list[str], number: Any) -> None:
    table = table_of(names, number)
    text = written(write_latex, [table])
    begin, end = text.index("\\midrule\n"), text.index("\\bottomrule\n")
    assert all(line.startswith("%") for line in text[: text.index(r"\begin{tabular}{lrr}")].splitlines())
    rows = text[begin + len("\\midrule\n") : end].splitlines()
    assert len(rows) == len(names)
    for name, row in zip(names, rows, strict=True):
        cells = row.removesuffix(r" \\").split(" & ")
        assert unescaped(cells[0]) == shown(name)
        bare = cells[0]
        for escape in sorted(_ESCAPES.values(), key=len, reverse=True):
            bare = bare.replace(escape, "")
        assert not set(bare) & set("\\{}$&#_%^~[]*"), cells[0]


def test_latex_can_be_set(tmp_path: Path) -> None:
    if shutil.which("pdflatex") is None:
        pytest.skip("pdflatex is not installed")
    names = ["\\input{x} % $a_b^c$ & #1 ~", "[1]", "*", "--?`!`", "<|>\"'"]
    text = written(write_latex, [table_of(names, -0.5)])
    (tmp_path / "page.tex").write_text(
        f"\\documentclass{{article}}\\usepackage{{booktabs}}\\begin{{document}}{text}\\end{{document}}"
    )
    command = ["pdflatex", "-halt-on-error", "page.tex"]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 0


def test_latex_letter_by_letter(two_runs: Scores) -> None:
    assert written(write_latex, [leaderboard(two_runs, intervals(two_runs))]).splitlines()[4:] == [
        r"\begin{tabular}{lrrrr}",
        r"\toprule",
        r"run & topics & AP & P@10 & NumRet \\",
        r"\midrule",
        r"bm25 & 4/4 & 0.2833 {\small $\pm$0.5020} & \textbf{0.2000} {\small $\pm$0.2484} & 3998 \\",
        r"dense & 3/4 & \textbf{0.2917} {\small $\pm$0.9982} & \textbf{0.2000} {\small $\pm$0.4968} & 3000 \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]


def test_markdown_letter_by_letter(two_runs: Scores) -> None:
    assert written(write_markdown, [leaderboard(two_runs, intervals(two_runs))]).splitlines()[:4] == [
        "| run   | topics |                 AP |               P@10 | NumRet |",
        "| ----- | -----: | -----------------: | -----------------: | -----: |",
        "| bm25  |    4/4 |     0.2833 ±0.5020 | **0.2000** ±0.2484 |   3998 |",
        "| dense |    3/4 | **0.2917** ±0.9982 | **0.2000** ±0.4968 |   3000 |",
    ]


def test_ordinary_names_stay_as_they_are_in_markdown() -> None:
    table = Table(("run", "ndcg_cut_10"), (("bm25-k1.2_b0.75", 0.5),), notes=("recipe: ties:docid|depth:10",))
    assert written(write_markdown, [table]).splitlines()[2] == "| bm25-k1.2_b0.75 |      0.5000 |"


def test_a_page_needs_nothing_else(two_runs: Scores) -> None:
    page = written(write_html, [topic_table(two_runs), leaderboard(two_runs)])
    assert page.startswith("<!DOCTYPE html>")
    assert not re.search(r"https?:|<script|<link|@import|url\(", page)
    assert "color-scheme: light dark" in page
    assert page.count("<table>") == 2


@given(NAMES, st.sampled_from([",", "\t"]))
def test_delimited_text_gives_back_every_name(names: list[str], delimiter: str) -> None:
    table = table_of(names, 0.1 + 0.2)
    text = written(write_table_csv, table, delimiter=delimiter)
    read = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    assert read == [list(table.columns), *([name, repr(0.1 + 0.2), "0.25"] for name in names)]


@given(NAMES, NUMBERS)
def test_json_lines_give_back_every_name_and_number(names: list[str], number: Any) -> None:
    table = table_of(["own", *names], number)
    read = [json.loads(line) for line in written(write_table_jsonl, table).splitlines()]
    assert read == [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def test_json_lines_have_one_object_a_number(two_runs: Scores) -> None:
    text = written(write_jsonl, two_runs, per_topic=True, intervals=intervals(two_runs))
    read = [json.loads(line) for line in text.splitlines()]
    assert len(read) == 2 * 3 * (4 + 1)
    assert read[0] == {"run": "bm25", "topic": "301", "measure": "AP", "value": 0.5}
    overall = [row for row in read if row["topic"] is None]
    assert [row["measure"] for row in overall[:3]] == ["AP", "P@10", "NumRet"]
    assert overall[0]["lower"] < overall[0]["value"] < overall[0]["upper"]
    assert (overall[2]["lower"], overall[2]["upper"]) == (None, None)
    assert read[6] == {"run": "bm25", "topic": "303", "measure": "AP", "value": None}


def test_a_topic_called_all_is_no_trouble_in_json_lines(two_runs: Scores) -> None:
    scores = replace(two_runs, topics=("301", "302", "303", "all"))
    read = [json.loads(line) for line in written(write_jsonl, scores, per_topic=True).splitlines()]
    assert sum(row["topic"] == "all" for row in read) == 2 * 3


def test_csv_gets_two_more_columns_with_intervals_alone(two_runs: Scores) -> None:
    found = intervals(two_runs)
    plain = written(write_csv, two_runs, per_topic=True).splitlines()
    more = written(write_csv, two_runs, per_topic=True, intervals=found).splitlines()
    assert more[0] == plain[0] + ",lower,upper"
    for with_ends, without in zip(more[1:], plain[1:], strict=True):
        assert with_ends.startswith(without + ",")
    rows = {
        (row["run"], row["topic"], row["measure"]): row
        for row in csv.DictReader(io.StringIO("\n".join(more)))
    }
    assert (float(rows["bm25", "all", "AP"]["lower"]), float(rows["bm25", "all", "AP"]["upper"])) == found.at(
        0, 0
    )
    assert rows["bm25", "301", "AP"]["lower"] == rows["bm25", "all", "NumRet"]["upper"] == ""


def test_json_says_how_the_intervals_were_found(two_runs: Scores) -> None:
    found = intervals(two_runs, "bootstrap", confidence=90, seed=4)
    told = json.loads(written(write_json, two_runs, intervals=found, also=["defaults from a file"]))
    assert {**told["intervals"], "overall": None} == {
        "method": "bootstrap", "confidence": 90, "seed": 4, "overall": None
    }  # fmt: skip
    assert tuple(told["intervals"]["overall"]["dense"]["AP"]) == found.at(1, 0)
    assert told["intervals"]["overall"]["dense"]["NumRet"] is None
    assert told["notes"][-1] == "defaults from a file"
    assert "intervals" not in json.loads(written(write_json, two_runs))
