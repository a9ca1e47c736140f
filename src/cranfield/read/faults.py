"""Gathers what is wrong with an input, so that all of it is told at once."""

from __future__ import annotations

from array import array
from typing import Literal, NamedTuple

from cranfield._core.contract import KEPT_FAULTS
from cranfield.faults import Fault, input_error

Unit = Literal["line", "row"]
_SHOWN_BEFORE, _SHOWN = 120, 240


class Faults:
    """The first faults of an input, and how many there are."""

    def __init__(self, name: str, unit: Unit) -> None:
        self.name = name
        self.unit: Unit = unit
        self.kept: list[Fault] = []
        self.count = 0

    def add(self, fault: Fault) -> None:
        """Note one more."""
        self.count += 1
        if len(self.kept) < KEPT_FAULTS:
            self.kept.append(fault)

    def refuse(self) -> None:
        """Raise when there is any."""
        if self.count:
            raise input_error(
                self.name, sorted(self.kept, key=lambda fault: fault.line), self.count, unit=self.unit
            )


class Problem(NamedTuple):
    """A cell that cannot be used: its row in the batch, the kind of fault, the cell as text, the role of an id."""

    row: int
    kind: str
    culprit: bytes
    role: str


class Problems:
    """What is wrong with a batch: the first problems, and the rows of all."""

    def __init__(self) -> None:
        self.kept: list[Problem] = []
        self.rows = array("q")

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.rows)

    def add(self, row: int, kind: str, culprit: object = b"", *, role: str = "") -> None:
        """Note one more."""
        self.rows.append(row)
        if len(self.kept) < KEPT_FAULTS:
            text = culprit if isinstance(culprit, bytes) else shown(culprit)
            self.kept.append(Problem(row, kind, text, role))


def shown(cell: object) -> bytes:
    """Return a cell as a message shows it."""
    return str(cell)[:_SHOWN].encode("utf-8", "backslashreplace")


def fault_in_line(kind: str, line: int, before: str, culprit: str, after: str = "") -> Fault:
    """Point at the culprit, and keep no more of its line than is shown."""
    start, length = len(_raw(before)), len(_raw(culprit))
    offset = max(0, start - _SHOWN_BEFORE)
    text = (_raw(before) + _raw(culprit) + _raw(after))[offset : offset + _SHOWN]
    return Fault(
        kind, line, text, start - offset, min(start - offset + length, len(text)), cropped=offset > 0
    )


def _raw(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace")
