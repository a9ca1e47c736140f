"""Writes views in every format: tables to read one below the other, rows for programs in one table."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from cranfield.report.table import Cell, Table

if TYPE_CHECKING:
    from cranfield.report.agreement.view import View

FORMAT = "cranfield-agree 1"


def rows_of(views: Sequence[View]) -> Table:
    """Put the rows of all views into one table: `view` says of which one, and each has columns of its own."""
    columns = dict.fromkeys(name for view in views for table in view.data for name in table.columns)
    rows: list[tuple[Cell, ...]] = []
    for name, cells in _named(views):
        rows.append((name, *(cells.get(column) for column in columns)))
    return Table(("view", *columns), tuple(rows))


def write_jsonl(views: Sequence[View], stream: TextIO) -> None:
    """Write one object a row, with the columns that it has."""
    objects = ({"view": name, **cells} for name, cells in _named(views))
    stream.writelines(json.dumps(each, allow_nan=False) + "\n" for each in objects)


def write_json(views: Sequence[View], about: dict[str, Any], stream: TextIO) -> None:
    """Write everything: what was asked of what, the rows of each view, and what there is to say about them."""
    told = {
        "format": FORMAT,
        **about,
        "views": {
            view.name: {
                "rows": [cells for _, cells in _named([view])],
                "notes": view.notes,
                **view.more,
            }
            for view in views
        },
    }
    json.dump(_plain(told), stream, indent=2, allow_nan=False)
    stream.write("\n")


def _named(views: Sequence[View]) -> Iterator[tuple[str, dict[str, Cell]]]:
    for view in views:
        for table in view.data:
            for row in table.rows:
                yield view.name, {name: _plain(cell) for name, cell in zip(table.columns, row, strict=True)}


def _plain(value: Any) -> Any:
    """Make what JSON has no number for null, or a word."""
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else str(value)
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list) else value
