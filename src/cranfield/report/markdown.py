"""Writes tables as GitHub's Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TextIO

from cranfield.report.plain import display_width, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.report.table import Table

# What begins anything but text within a line: code, emphasis, links, HTML, a column, mathematics; and where they are
# not within a word, underscores, names of people, numbers of issues and `:smile:`.
_SPECIAL = re.compile(r"[\\`*\[\]<>|~&$]|(?<!\w)[_@#]|_(?!\w)|:(?=[\w+-]+:)")
# What makes a paragraph a list, a heading or a rule.
_AT_THE_BEGINNING = re.compile(r"^(\d*)([-+=.)])")


def write_markdown(tables: Sequence[Table], stream: TextIO) -> None:
    """Write each table with its notes below, a paragraph each."""
    stream.write("\n".join(_markdown(table) for table in tables))


def _markdown(table: Table) -> str:
    rows = [
        [_cell(table, row, place) for place in range(len(table.columns))] for row in range(len(table.rows))
    ]
    heads = [escaped(name) for name in table.columns]
    widths = [
        max(3, *(display_width(cells[place]) for cells in [heads, *rows])) for place in range(len(heads))
    ]
    rule = [
        "-" * width if place < table.labels else "-" * (width - 1) + ":" for place, width in enumerate(widths)
    ]
    lines = [_line(heads, widths, table.labels), _line(rule, widths, table.labels)]
    lines += [_line(cells, widths, table.labels) for cells in rows]
    title = f"**{escaped(table.title)}**\n\n" if table.title else ""
    notes = "".join(f"\n{_paragraph(note)}\n" for note in table.notes)
    return title + "\n".join(lines) + "\n" + notes


def escaped(text: str) -> str:
    r"""Return what is shown as this text.

    >>> print(escaped("a|b_c *d*"))
    a\|b_c \*d\*
    """
    return _SPECIAL.sub(r"\\\g<0>", shown(text))


def _paragraph(text: str) -> str:
    return _AT_THE_BEGINNING.sub(r"\1\\\2", escaped(text).lstrip())


def _cell(table: Table, row: int, place: int) -> str:
    value = table.rows[row][place]
    text = escaped(value) if isinstance(value, str) else shown(value)
    marked = f"**{text}**" if (row, place) in table.best else text
    beside = table.spreads.get((row, place))
    return f"{marked} {beside}" if beside else marked


def _line(cells: list[str], widths: list[int], labels: int) -> str:
    padded = []
    for place, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        padding = " " * (width - display_width(cell))
        padded.append(cell + padding if place < labels else padding + cell)
    return f"| {' | '.join(padded)} |"
