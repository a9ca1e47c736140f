"""Rows that carry the names of their columns: objects of JSON, dicts, namedtuples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, NamedTuple

from cranfield.read.columns import Columns
from cranfield.read.rows import Rows
from cranfield.read.runs_column import the_only_run

_BATCH = 1 << 16


class Record(NamedTuple):
    """A row and where it stands."""

    place: int
    cells: Mapping[str, Any]


def add_records(records: Iterable[Record], columns: Columns, rows: Rows) -> None:
    """Take the cells that matter out of all records; what a record lacks is a missing cell."""
    ahead = iter(records)
    runs: set[object] = set()
    while batch := list(islice(ahead, _BATCH)):
        topics, docs, values, ranks, systems = (
            [_get(record, name) for record in batch] if name else None for name in columns
        )
        runs.update(map(str, systems or ()))
        rows.add(topics, docs, values, ranks=ranks, places=[record.place for record in batch])
    rows.run = the_only_run(runs, columns.run, rows.name)


def _get(record: Record, name: str) -> Any:
    return record.cells.get(name)
