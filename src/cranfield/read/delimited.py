"""Comma- and tab-separated tables with a header: exports of frames and sheets, and BEIR's judgements."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from cranfield.errors import InputError, printable
from cranfield.read.columns import NAMES, Columns, find_columns, known_names, looks_like_header
from cranfield.read.faults import fault_in_line
from cranfield.read.lines import text_lines
from cranfield.read.request import Request
from cranfield.read.rows import Rows
from cranfield.read.runs_column import the_only_run
from cranfield.read.source import TextSource

_BATCH = 1 << 16
_NUMBER = re.compile(
    r"\s*[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|inf|infinity|nan)\s*", re.IGNORECASE
)
_SEPARATORS = {"tsv": "\t", "csv": ",;"}


class _Batch(NamedTuple):
    """Records, and the line on which each ends."""

    lines: list[int]
    cells: list[list[str]]


def read_delimited(source: TextSource, request: Request, format_name: str) -> Rows:
    """Read a table; `format_name` is `csv` or `tsv`."""
    separator = separator_of(first_line(source.head, request.comments), format_name)
    reader = csv.reader(text_lines(source, request), delimiter=separator, strict=True)
    rows = Rows(request, source.name, "line")
    header = _batch(reader, 1, source.name)
    if not header.cells:
        return rows
    names = [name.strip() for name in header.cells[0]]
    if not (looks_like_header(names, request.columns) or request.columns or known_names(names)):
        raise _no_header(source.name, header, separator)
    columns = find_columns(names, request, source.name)
    take = _Taker(names, columns, separator, rows)
    runs: set[str] = set()
    while (batch := _batch(reader, _BATCH, source.name)).cells:
        whole = take.batch(batch)
        if columns.run is not None:
            runs.update(map(itemgetter(names.index(columns.run)), whole.cells))
    rows.run = the_only_run(runs, columns.run, source.name)
    return rows


def first_line(head: bytes, comments: str | None) -> str:
    """Return the first line that holds anything."""
    for line in head.decode("utf-8-sig", "surrogateescape").split("\n"):
        if line.strip() and not (comments and line.lstrip().startswith(comments)):
            return line.rstrip("\r")
    return ""


def separator_of(header: str, format_name: str) -> str:
    """Choose the separator that the header has most of."""
    return max(_SEPARATORS[format_name], key=header.count)


def cells_of(line: str, separator: str) -> list[str]:
    """Split one line; a line that cannot be split is one cell."""
    try:
        return next(csv.reader([line], delimiter=separator, strict=True), [])
    except csv.Error:
        return [line]


def _batch(reader: Any, size: int, name: str) -> _Batch:
    batch = _Batch([], [])
    try:
        for cells in reader:
            if len(cells) > 1 or (cells and cells[0].strip()):
                batch.cells.append(cells)
                batch.lines.append(reader.line_num)
                if len(batch.cells) == size:
                    break
    except csv.Error as error:
        raise InputError(
            f"{name}:{reader.line_num}: the line cannot be split into fields: {error}",
            slug="bad-quotes",
            hint='a field with quotes in it is written "like ""this"""; is a quote open since an earlier line?',
        ) from None
    return batch


class _Taker:
    """Takes the cells that matter out of records."""

    def __init__(self, names: list[str], columns: Columns, separator: str, rows: Rows) -> None:
        self.names = names
        self.columns = columns
        self.separator = separator
        self.rows = rows
        self.topic = itemgetter(names.index(columns.topic))
        self.doc = itemgetter(names.index(columns.document))
        self.value = None if columns.value is None else names.index(columns.value)
        self.rank = None if columns.rank is None else names.index(columns.rank)

    def batch(self, batch: _Batch) -> _Batch:
        """Hand a batch on, without the lines that are not as wide as the header; return what is left."""
        whole = self._of_one_width(batch)
        bad: list[int] = []
        values = (
            None if self.value is None else self._numbers(whole, self.value, self.rows.request.value, bad)
        )
        ranks = None
        if self.rank is not None:
            ranks = (
                self._numbers(whole, self.rank, "rank", bad)
                if values is None
                else _lenient(whole.cells, self.rank)
            )
        topics, docs = list(map(self.topic, whole.cells)), list(map(self.doc, whole.cells))
        self.rows.add(topics, docs, values, ranks=ranks, places=whole.lines, bad=bad)
        return whole

    def _of_one_width(self, batch: _Batch) -> _Batch:
        width = len(self.names)
        if set(map(len, batch.cells)) == {width}:
            return batch
        kept = _Batch([], [])
        for line, cells in zip(*batch, strict=True):
            if len(cells) == width or (len(cells) > width and not any(map(str.strip, cells[width:]))):
                kept.lines.append(line)
                kept.cells.append(cells)
            else:
                fault = fault_in_line("table-columns", line, self.separator.join(cells), "")
                self.rows.faults.add(fault._replace(other=len(cells), wanted=width))
        return kept

    def _numbers(self, batch: _Batch, index: int, what: str, bad: list[int]) -> list[float]:
        """Read a column; what is no number is told, its row put on the list, and 0 put in its place."""
        texts = list(map(itemgetter(index), batch.cells))
        whole = "".join(texts)
        if whole.isascii() and "_" not in whole:  # Python's float allows a little more than a file may hold
            try:
                return list(map(float, texts))
            except ValueError:
                pass
        numbers = []
        for row, (line, cells) in enumerate(zip(*batch, strict=True)):
            if _NUMBER.fullmatch(cells[index]):
                numbers.append(float(cells[index]))
            else:
                numbers.append(0.0)
                bad.append(row)
                self._no_number(line, cells, index, what)
        return numbers

    def _no_number(self, line: int, cells: list[str], index: int, what: str) -> None:
        cell = cells[index]
        before = "".join(f"{earlier}{self.separator}" for earlier in cells[:index])
        after = "".join(f"{self.separator}{later}" for later in cells[index + 1 :])
        kind = what if cell.strip() else f"missing-{what}"
        self.rows.faults.add(fault_in_line(kind, line, before, cell, after))


def _lenient(cells: Sequence[list[str]], index: int) -> list[float] | None:
    """Return ranks beside scores: where one is not a number, the run has none."""
    try:
        return list(map(float, map(itemgetter(index), cells)))
    except ValueError:
        return None


def _no_header(name: str, header: _Batch, separator: str) -> InputError:
    example = separator.join(("query_id", "doc_id", "score")).replace("\t", "<TAB>")
    first = header.cells[0]
    if any(map(_NUMBER.fullmatch, first)):
        what, hint = "the first line must name the columns", f"put a line on top, such as {example}"
    else:
        what = "the first line has no name of a column that is known"
        known = "; ".join(f"{role}: {', '.join(NAMES[role])}" for role in ("topic", "document"))
        hint = f'known are {known}; or in Python: columns={{"topic": "...", "document": "...", ...}}'
    return InputError(
        f"{name}:{header.lines[0]}: {what}",
        slug="no-header",
        details=[
            f"  {header.lines[0]} | {printable(separator.join(first)[:120].encode('utf-8', 'surrogateescape'))}"
        ],
        hint=hint,
    )
