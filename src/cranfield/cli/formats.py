"""What comes out of `cranfield eval`, in which format; only the module of the one asked for is imported."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple, TextIO

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.cli.output import Content
    from cranfield.compare.intervals import Intervals
    from cranfield.model import Scores
    from cranfield.report.table import Table

FORMATS = ("table", "csv", "tsv", "json", "jsonl", "markdown", "latex", "html")
FOR_READERS = ("table", "markdown", "latex", "html")

_ENDINGS = {
    "csv": "csv",
    "tsv": "tsv",
    "json": "json",
    "jsonl": "jsonl",
    "md": "markdown",
    "markdown": "markdown",
    "tex": "latex",
    "html": "html",
    "htm": "html",
}


class View(NamedTuple):
    """How scores are to be shown."""

    format: str = "table"
    per_topic: bool = False
    recipe: bool = False
    intervals: Intervals | None = None
    also: tuple[str, ...] = ()  # more to know than the notes say


def format_by_ending(output: str | None) -> str:
    """Choose by the name of the file.

    >>> format_by_ending("table.tex"), format_by_ending("scores.dat"), format_by_ending(None)
    ('latex', 'table', 'table')
    """
    return _ENDINGS.get(PurePath(output or "").suffix.lower().removeprefix("."), "table")


def content_of(shown_as: str) -> Content:
    """Tell what must keep every byte from what a terminal may have to escape."""
    return "table" if shown_as == "table" else "data"


def write_scores(scores: Scores, view: View, stream: TextIO) -> None:
    """Write the runs, and before them the topics where they are asked for."""
    if view.format in FOR_READERS:
        write_tables(_tables(scores, view), view.format, stream)
    elif view.format in ("csv", "tsv"):
        from cranfield.report.delimited import write_csv

        delimiter = _delimiter(view.format)
        write_csv(scores, stream, per_topic=view.per_topic, intervals=view.intervals, delimiter=delimiter)
    elif view.format == "json":
        from cranfield.report.document import write_json

        write_json(scores, stream, per_topic=view.per_topic, intervals=view.intervals, also=view.also)
    else:
        from cranfield.report.document import write_jsonl

        write_jsonl(scores, stream, per_topic=view.per_topic, intervals=view.intervals)


def _tables(scores: Scores, view: View) -> list[Table]:
    from dataclasses import replace

    from cranfield.report.table import leaderboard, topic_table

    table = leaderboard(scores, view.intervals)
    recipe = [f"recipe: {scores.recipe.line()}"] if view.recipe or view.format == "latex" else []
    table = replace(table, notes=(*table.notes, *view.also, *recipe))
    return [topic_table(scores), table] if view.per_topic else [table]


def write_tables(tables: Sequence[Table], shown_as: str, stream: TextIO) -> None:
    """Write tables of any kind; the data formats take one."""
    if shown_as == "table":
        from cranfield.report.terminal import show

        for number, table in enumerate(tables):
            stream.write("\n" if number else "")
            show(table, stream)
    elif shown_as == "markdown":
        from cranfield.report.markdown import write_markdown

        write_markdown(tables, stream)
    elif shown_as == "latex":
        from cranfield.report.latex import write_latex

        write_latex(tables, stream)
    elif shown_as == "html":
        from cranfield.report.page import write_html

        write_html(tables, stream)
    else:
        _write_data(tables[0], shown_as, stream)


def _write_data(table: Table, shown_as: str, stream: TextIO) -> None:
    if shown_as in ("csv", "tsv"):
        from cranfield.report.delimited import write_table_csv

        write_table_csv(table, stream, delimiter=_delimiter(shown_as))
        return
    from cranfield.report.document import write_table_json, write_table_jsonl

    (write_table_json if shown_as == "json" else write_table_jsonl)(table, stream)


def _delimiter(shown_as: str) -> str:
    return "\t" if shown_as == "tsv" else ","
