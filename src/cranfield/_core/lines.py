"""Plain text to records, the readable way: this is what native/src does, field for field.

A record is (line, topic, document, score or grade, rank). Whatever is wrong with a line becomes a `Fault`, and
reading goes on, so that all faults of a file are told at once.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from cranfield._core.contract import LONGEST_LINE, Layout
from cranfield.faults import Fault

BLANKS = b" \t\v\f\r"  # what C calls space, without the line feed; never Python's wider idea of white space
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
FIELD = re.compile(rb"[^ \t\v\f\r]+")
_NUMBER = re.compile(
    rb"[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|inf|infinity|nan)", re.IGNORECASE
)
_WHOLE = re.compile(rb"[+-]?[0-9]+")
_INT64 = range(-(1 << 63), 1 << 63)
_SHOWN_BEFORE, _SHOWN = 120, 240


class _Columns(NamedTuple):
    """Which columns of a layout hold what; `exact` refuses further columns."""

    wanted: int
    exact: bool
    doc: int
    number: int | None
    rank: int | None


_LAYOUTS: dict[str, _Columns] = {
    "run": _Columns(6, exact=False, doc=2, number=4, rank=3),
    "qrels": _Columns(4, exact=True, doc=2, number=3, rank=None),
    "preferences": _Columns(5, exact=True, doc=3, number=4, rank=None),
    "ranking3": _Columns(3, exact=True, doc=1, number=None, rank=2),
    "ranking2": _Columns(2, exact=True, doc=1, number=None, rank=None),
}


class Record(NamedTuple):
    """One line that can be used."""

    line: int
    topic: bytes
    doc: bytes
    value: float
    rank: int | None
    tag: bytes


class LineReader:
    """Lines of one layout; `strict_rank` makes a rank that is no whole number a fault."""

    def __init__(self, layout: Layout, comment: str | None, *, strict_rank: bool) -> None:
        self.layout = layout
        self.columns = _LAYOUTS[layout]
        self.comment = comment.encode("utf-8", "surrogateescape") if comment else None
        self.strict_rank = strict_rank or layout == "ranking3"

    def read(self, number: int, line: bytes | None) -> Record | Fault | None:
        """Return the record or fault of a line, None where there is nothing on it; `line` is None when too long."""
        if line is None:
            return Fault("long-line", number)
        spans = [match.span() for match in FIELD.finditer(line)]
        if not spans or (self.comment and line.startswith(self.comment, spans[0][0])):
            return None
        nul = line.find(b"\0")
        if nul >= 0:
            return fault_at("nul", number, line, (nul, nul + 1))
        wanted = self.columns.wanted
        if len(spans) < wanted or (self.columns.exact and len(spans) > wanted):
            culprit = (
                (spans[wanted][0], spans[-1][1]) if len(spans) > wanted else (spans[-1][1], spans[-1][1])
            )
            return fault_at(f"{self.layout}-columns", number, line, culprit)._replace(other=len(spans))
        if len(spans) > wanted and (column := _shifted([line[start:end] for start, end in spans])):
            return fault_at("shifted-columns", number, line, spans[column])._replace(other=len(spans))
        return self._record(number, line, spans)

    def _record(self, number: int, line: bytes, spans: list[tuple[int, int]]) -> Record | Fault:
        fields = [line[start:end] for start, end in spans]
        value, rank = 0.0, None
        if self.columns.number is not None:
            span = spans[self.columns.number]
            parsed = self._value(fields[self.columns.number])
            if isinstance(parsed, str):
                return fault_at(parsed, number, line, span)
            value = parsed
        if self.columns.rank is not None:
            rank = _whole(fields[self.columns.rank])
            if rank is None and self.strict_rank:
                return fault_at("rank", number, line, spans[self.columns.rank])
        if self.layout == "ranking3":
            value = -float(rank or 0)
        return Record(
            number,
            fields[0],
            fields[self.columns.doc],
            value,
            rank,
            fields[5] if self.layout == "run" else b"",
        )

    def _value(self, field: bytes) -> float | str:
        """Return the number, or the kind of fault that it is."""
        what = "grade" if self.layout in ("qrels", "preferences") else "score"
        if not _NUMBER.fullmatch(field):
            return what
        value = float(field)
        return value_fault(what, value) or value


def _shifted(fields: list[bytes]) -> int | None:
    """Find the column that shows that a blank within an id has pushed its neighbours aside.

    The rank would then be read as the score. It is the fourth, if it is no rank, or the sixth, if it is a score.
    """
    if _whole(fields[3]) is None:
        return 3
    return 5 if _NUMBER.fullmatch(fields[5]) else None


def value_fault(what: str, value: float) -> str | None:
    """Return the kind of fault of a score or grade, None when it can be used."""
    if math.isnan(value):
        return f"nan-{what}"
    return "infinite-grade" if what == "grade" and math.isinf(value) else None


def numbered_lines(blocks: Iterator[bytes]) -> Iterator[tuple[int, bytes | None]]:
    """Cut blocks into lines, counted from 1; None stands for a line too long to be held."""
    number, carried, too_long = 1, b"", False
    first = True
    for block in blocks:
        carried += block
        if first and len(carried) >= len(BYTE_ORDER_MARK):
            first, carried = False, carried.removeprefix(BYTE_ORDER_MARK)
        *lines, carried = carried.split(b"\n")
        for line in lines:
            yield number, None if too_long or len(line) > LONGEST_LINE else line
            number, too_long = number + 1, False
        if len(carried) > LONGEST_LINE:
            carried, too_long = b"", True
    if first:
        carried = carried.removeprefix(BYTE_ORDER_MARK)
    if carried or too_long:
        yield number, None if too_long else carried


def _whole(field: bytes) -> int | None:
    if not _WHOLE.fullmatch(field) or len(field) > 20:
        return None
    value = int(field)
    return value if value in _INT64 else None


def fault_at(kind: str, number: int, line: bytes, span: tuple[int, int]) -> Fault:
    """Keep the part of the line around the culprit; a line may be megabytes long."""
    start, end = span
    offset = start - _SHOWN_BEFORE if start > _SHOWN_BEFORE else 0
    text = line.rstrip(BLANKS)[offset : offset + _SHOWN]
    return Fault(kind, number, text, start - offset, min(end - offset, len(text)), cropped=offset > 0)
