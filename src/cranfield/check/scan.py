"""Reads plain text leniently: what can be used becomes rows, what cannot a fault, and how it is written is noted.

Lines of the ordinary form are read many at a time. All others go through `_core.lines`, which alone decides what a line
means, so that `check` and `eval` never disagree.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cranfield._core.contract import LONGEST_LINE, Layout
from cranfield._core.lines import BLANKS, BYTE_ORDER_MARK, LineReader
from cranfield.check.fields import Bytes, Keys, Places, decimals, wholes
from cranfield.check.rows import NO_RANK, Rows, keys_of
from cranfield.check.surface import Surface
from cranfield.faults import Fault
from cranfield.model.ids import Ids

_AT_ONCE = 1 << 22
_IS_BLANK = np.zeros(256, dtype=np.bool_)
_IS_BLANK[list(BLANKS + b"\n")] = True


@dataclass(frozen=True)
class _Form:
    """How many columns a layout has, and which of them holds what."""

    wanted: int
    doc: int
    number: int | None = None
    rank: int | None = None
    tag: int | None = None


_FORMS: dict[str, _Form] = {
    "run": _Form(6, doc=2, number=4, rank=3, tag=5),
    "qrels": _Form(4, doc=2, number=3),
    "ranking3": _Form(3, doc=1, rank=2),
    "ranking2": _Form(2, doc=1),
}


@dataclass(frozen=True, eq=False)
class Sheet:
    """A plain text: its rows, the numbers of the lines that cannot be used, and how it is written."""

    layout: Layout
    data: bytes
    line_ends: Places  # behind the text of each line, line end excluded
    rows: Rows
    faulty: NDArray[np.int64]
    surface: Surface

    def line_start(self, number: int) -> int:
        """Return where a line begins; the byte order mark belongs to none."""
        if number > 1:
            return int(self.line_ends[number - 2]) + 1
        return len(BYTE_ORDER_MARK) if self.data.startswith(BYTE_ORDER_MARK) else 0

    def text_of(self, number: int) -> bytes:
        """Return a line without its end."""
        return self.data[self.line_start(number) : int(self.line_ends[number - 1])]


def scan(data: bytes, layout: Layout, comment: str | None, told: Callable[[Fault], None]) -> Sheet:
    """Read a whole text; `told` hears of every line that cannot be used."""
    scanner = _Scanner(data, layout, comment, told)
    begin = len(BYTE_ORDER_MARK) if data.startswith(BYTE_ORDER_MARK) else 0
    while begin < len(data):
        end = data.rfind(b"\n", begin, begin + _AT_ONCE) + 1
        end = end or (data.find(b"\n", begin) + 1) or len(data)
        if end - begin > LONGEST_LINE and len(data[begin:end].rstrip(b"\n")) > LONGEST_LINE:
            scanner.skip(begin, end)  # one line, for a piece of several lines is smaller
        else:
            scanner.read(begin, end)
        begin = end
    return scanner.sheet()


class _Numbers:
    """Gives each id a number, in the order in which they come."""

    def __init__(self) -> None:
        self.known: dict[bytes, int] = {}

    def of(self, data: bytes, keys: NDArray[np.uint64], starts: Places, ends: Places) -> NDArray[np.int32]:
        """Number the ids of a column, of which most equal the one before."""
        changes = np.flatnonzero(keys[1:] != keys[:-1]) + 1
        first = np.concatenate(([0], changes)) if len(keys) else changes
        spans = zip(starts[first].tolist(), ends[first].tolist(), strict=True)
        codes = [self.known.setdefault(data[start:end], len(self.known)) for start, end in spans]
        return np.repeat(np.array(codes, dtype=np.int32), np.diff(np.append(first, len(keys))))


@dataclass
class _Grown:
    """Columns as they grow, a piece of the text at a time."""

    line_ends: list[Places] = field(default_factory=list)
    line: list[Places] = field(default_factory=list)
    topic: list[NDArray[np.int32]] = field(default_factory=list)
    doc_start: list[Places] = field(default_factory=list)
    doc_length: list[Places] = field(default_factory=list)
    doc_key: list[NDArray[np.uint64]] = field(default_factory=list)
    value: list[NDArray[np.float64]] = field(default_factory=list)
    rank: list[Places] = field(default_factory=list)
    tag: list[NDArray[np.int32]] = field(default_factory=list)


class _Scanner:
    def __init__(
        self, data: bytes, layout: Layout, comment: str | None, told: Callable[[Fault], None]
    ) -> None:
        self.data = data
        self.reader = LineReader(layout, comment, strict_rank=False)
        self.layout: Layout = layout
        self.form = _FORMS[layout]
        self.told = told
        self.lines = 0
        self.surface = Surface()
        self.faulty = array("q")
        self.topics, self.tags = _Numbers(), _Numbers()
        self.grown = _Grown()

    def read(self, begin: int, end: int) -> None:
        """Read the lines from `begin` to `end`."""
        piece = self.data[begin:end]
        whole = np.frombuffer(piece if piece.endswith(b"\n") else piece + b"\n", dtype=np.uint8)
        lines = _Lines(whole)
        self.surface.look(lines, self.lines)
        value, rank, sound = self._columns(lines)
        self._others(begin, lines, value, rank, sound)
        self._keep(begin, lines, np.flatnonzero(sound), value, rank)
        self.lines += len(lines.ends)

    def skip(self, begin: int, end: int) -> None:
        """Pass over a line that is too long to be one."""
        self.lines += 1
        stop = end - self.data.endswith(b"\n", begin, end)
        self.grown.line_ends.append(np.array([stop]))
        self.faulty.append(self.lines)
        self.told(Fault("long-line", self.lines))
        if self.data.find(b"\r", begin, stop - 1) >= 0:
            self.surface.old_mac.note(np.array([self.lines]))

    def _columns(self, lines: _Lines) -> tuple[NDArray[np.float64], Places, NDArray[np.bool_]]:
        """Read the lines of the ordinary form; what is not `sound` remains to be looked at."""
        form = self.form
        sound = lines.count == form.wanted
        sound[lines.holding(lines.text == 0)] = False
        if self.reader.comment:
            starting = lines.starts[lines.first[sound]]
            sound[np.flatnonzero(sound)[lines.text[starting] == self.reader.comment[0]]] = False
        value = np.zeros(len(sound))
        rank = np.full(len(sound), NO_RANK, dtype=np.int64)
        if form.number is not None:
            asked = np.flatnonzero(sound)
            value[asked], usual = decimals(lines.text, *lines.field(asked, form.number))
            sound[asked[~usual]] = False
        if form.rank is not None:
            asked = np.flatnonzero(sound)
            found, usual = wholes(lines.text, *lines.field(asked, form.rank))
            rank[asked[usual]] = found[usual]
            sound[asked[~usual]] = False
        return value, rank, sound

    def _others(
        self, begin: int, lines: _Lines, value: NDArray[np.float64], rank: Places, sound: NDArray[np.bool_]
    ) -> None:
        """Read, one by one, the lines that are not of the ordinary form."""
        for index in np.flatnonzero(~sound & (lines.count > 0)).tolist():
            start, end = int(lines.begins[index]), int(lines.ends[index])
            found = self.reader.read(self.lines + index + 1, self.data[begin + start : begin + end])
            if isinstance(found, Fault):
                self.faulty.append(found.line)
                self.told(found)
            elif found is not None:
                sound[index], value[index] = True, found.value
                rank[index] = NO_RANK if found.rank is None else found.rank

    def _keep(
        self, begin: int, lines: _Lines, kept: Places, value: NDArray[np.float64], rank: Places
    ) -> None:
        grown, keys, data = self.grown, Keys(lines.text), self.data
        grown.line_ends.append(lines.ends + begin)
        grown.line.append(kept + self.lines + 1)
        starts, ends = lines.field(kept, 0)
        grown.topic.append(self.topics.of(data, keys.of(starts, ends), starts + begin, ends + begin))
        starts, ends = lines.field(kept, self.form.doc)
        grown.doc_start.append(starts + begin)
        grown.doc_length.append(ends - starts)
        grown.doc_key.append(keys.of(starts, ends))
        grown.value.append(value[kept])
        grown.rank.append(rank[kept])
        if self.form.tag is not None:
            starts, ends = lines.field(kept, self.form.tag)
            grown.tag.append(self.tags.of(data, keys.of(starts, ends), starts + begin, ends + begin))
            self.surface.extra.note(self.lines + kept[lines.count[kept] > self.form.wanted] + 1)

    def sheet(self) -> Sheet:
        """Return what was read."""
        grown, topics = self.grown, list(self.topics.known)
        topic = _joined(grown.topic, np.int32)
        rank, value = _joined(grown.rank, np.int64), _joined(grown.value, np.float64)
        if self.layout == "ranking2":
            rank = _places_in_topic(topic)
        rows = Rows(
            text=self.data,
            line=_joined(grown.line, np.int64),
            topic=topic,
            topics=topics,
            topic_keys=keys_of(Ids.of(topics)),
            doc_start=_joined(grown.doc_start, np.int64),
            doc_length=_joined(grown.doc_length, np.int64),
            doc_key=_joined(grown.doc_key, np.uint64),
            value=-rank.astype(np.float64) if self.layout.startswith("ranking") else value,
            rank=None if self.layout == "qrels" else rank,
            tag=_joined(grown.tag, np.int32) if self.form.tag is not None else None,
            tags=tuple(self.tags.known),
        )
        ends = _joined(grown.line_ends, np.int64)
        return Sheet(self.layout, self.data, ends, rows, np.array(self.faulty, dtype=np.int64), self.surface)


class _Lines:
    """A piece of text cut into lines and fields; all places count from the beginning of the piece."""

    def __init__(self, text: Bytes) -> None:
        self.text = text
        blank = _IS_BLANK[text]
        edges = np.flatnonzero(blank[1:] != blank[:-1]) + 1
        if not blank[0]:
            edges = np.concatenate(([0], edges))
        self.starts, self.stops = edges[0::2], edges[1::2]
        self.ends = np.flatnonzero(text == ord("\n"))
        self.begins = np.concatenate(([0], self.ends[:-1] + 1))
        self.first = np.searchsorted(self.starts, self.begins)
        self.count = np.diff(np.append(self.first, len(self.starts)))

    def field(self, lines: Places, column: int) -> tuple[Places, Places]:
        """Return where a field of each of these lines begins and ends."""
        place = self.first[lines] + column
        return self.starts[place], self.stops[place]

    def holding(self, marked: NDArray[np.bool_]) -> Places:
        """Return the lines that hold any of the marked bytes."""
        return np.unique(np.searchsorted(self.ends, np.flatnonzero(marked)))


def _places_in_topic(topic: NDArray[np.int32]) -> Places:
    """Count the rows of each topic from 1."""
    order = np.argsort(topic, kind="stable")
    counts = np.bincount(topic)
    place = np.empty(len(topic), dtype=np.int64)
    place[order] = np.arange(len(topic)) - np.repeat(np.cumsum(counts) - counts, counts) + 1
    return place


def _joined(pieces: Sequence[NDArray[Any]], dtype: type) -> NDArray[Any]:
    return np.concatenate(pieces) if pieces else np.empty(0, dtype=dtype)
