"""Writes a table as plain HTML that leaves the looks to the page it stands in: a notebook, or a page of its own."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from cranfield.report.plain import shown

if TYPE_CHECKING:
    from cranfield.report.table import Cell, Table

_LEFT = ' style="text-align: left"'
_RIGHT = ' style="text-align: right"'


def html_table(table: Table) -> str:
    """Return the table as HTML; every name in it is escaped, as names come from files."""
    parts = ["<table>"]
    if table.title:
        parts.append(f"<caption>{_text(table.title)}</caption>")
    heads = "".join(
        f"<th{_side(table, place)}>{_text(name)}</th>" for place, name in enumerate(table.columns)
    )
    parts += [f"<thead><tr>{heads}</tr></thead>", "<tbody>"]
    parts += [_row(table, number, row) for number, row in enumerate(table.rows)]
    parts += ["</tbody>", "</table>"]
    parts += [f"<p><small>{_text(note)}</small></p>" for note in table.notes]
    return "\n".join(parts)


def _row(table: Table, number: int, row: tuple[Cell, ...]) -> str:
    cells = []
    for place, value in enumerate(row):
        text = _text(value)
        marked = f"<b>{text}</b>" if (number, place) in table.best else text
        if (number, place) in table.spreads:
            marked += f" <small>{escape(table.spreads[number, place])}</small>"
        cells.append(f"<td{_side(table, place)}>{marked}</td>")
    return f"<tr>{''.join(cells)}</tr>"


def _text(value: Cell) -> str:
    return escape(shown(value))


def _side(table: Table, place: int) -> str:
    return _LEFT if place < table.labels else _RIGHT
