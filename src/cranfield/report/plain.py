"""Lays a table out as lines of text that fit a width; who shows them decides what bold looks like."""

from __future__ import annotations

import textwrap
import unicodedata
from typing import TYPE_CHECKING, Literal, NamedTuple

from cranfield.errors import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cranfield.report.table import Cell, Table

WIDTH = 80
_GAP = "  "

Style = Literal["", "title", "head", "best", "note"]


class Piece(NamedTuple):
    """A stretch of text in one style."""

    text: str
    style: Style = ""


Line = list[Piece]


def plain_text(table: Table, width: int = WIDTH) -> str:
    """Return the table as aligned text, without colours."""
    return "\n".join("".join(piece.text for piece in line).rstrip() for line in layout(table, width))


def layout(table: Table, width: int = WIDTH) -> Iterator[Line]:
    """Yield the lines; columns that do not fit beside each other continue in a block below.

    How sure a number is stands behind it where all columns fit beside each other so, else below it.
    """
    if table.title:
        yield [Piece(shown(table.title), "title")]
        yield []
    heads = [shown(name) for name in table.columns]
    texts = [[shown(cell) for cell in row] for row in table.rows]
    room = _room_beside(table)
    widths = [
        max(display_width(head), *(display_width(row[place]) + room.get(place, 0) for row in texts), 0)
        for place, head in enumerate(heads)
    ]
    below = bool(room) and sum(widths) + len(_GAP) * (len(widths) - 1) > width
    if below:
        widths = [
            max(display_width(head), *(display_width(row[place]) for row in texts), room.get(place, 1) - 1)
            for place, head in enumerate(heads)
        ]
        room = {}
    for number, columns in enumerate(_blocks(widths, table.labels, width)):
        if number:
            yield []
        yield _line([[Piece(heads[place], "head")] for place in columns], columns, widths, table.labels)
        for row, row_texts in enumerate(texts):
            cells = [_cell(table, row, place, row_texts[place], room) for place in columns]
            yield _line(cells, columns, widths, table.labels)
            if below and (spreads := _spreads_below(table, row, columns)):
                yield _line(spreads, columns, widths, table.labels)
    yield from _notes(table, width)


def _room_beside(table: Table) -> dict[int, int]:
    """Return how wide a blank and the widest interval are, for each column that has any."""
    room: dict[int, int] = {}
    for (_, place), text in table.spreads.items():
        room[place] = max(room.get(place, 0), 1 + len(text))
    return room


def _cell(table: Table, row: int, place: int, text: str, room: dict[int, int]) -> list[Piece]:
    number = Piece(text, "best" if (row, place) in table.best else "")
    if place not in room:
        return [number]
    beside = table.spreads.get((row, place))
    return [number, Piece(f" {beside}" if beside else "", "note"), Piece(_rest(room[place], beside))]


def _rest(room: int, beside: str | None) -> str:
    return " " * (room - (1 + len(beside) if beside else 0))


def _spreads_below(table: Table, row: int, columns: list[int]) -> list[list[Piece]]:
    """Return the intervals of a row, where it has any."""
    texts = [table.spreads.get((row, place), "") for place in columns]
    return [[Piece(text, "note")] for text in texts] if any(texts) else []


def shown(cell: Cell) -> str:
    """Return what a reader sees: four decimals, a dash for undefined, nothing that a terminal would act on.

    >>> shown(0.25), shown(1000), shown(None), shown("bm25")
    ('0.2500', '1000', '-', 'bm25')
    """
    if cell is None:
        return "-"
    if isinstance(cell, str):
        return printable(cell.encode("utf-8", "surrogateescape"))
    return str(cell) if isinstance(cell, int) else f"{cell:.4f}"


def display_width(text: str) -> int:
    """Count terminal cells: two for a wide character, none for a combining one."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


def _blocks(widths: list[int], labels: int, width: int) -> Iterator[list[int]]:
    """Choose the columns of each block: the labels, and as many others as fit (at least one)."""
    head = list(range(labels))
    taken = sum(widths[:labels]) + len(_GAP) * (labels - 1)
    block, room = list(head), width - taken
    for place in range(labels, len(widths)):
        needed = len(_GAP) + widths[place]
        if needed > room and len(block) > labels:
            yield block
            block, room = list(head), width - taken
        block.append(place)
        room -= needed
    yield block


def _line(cells: list[list[Piece]], columns: list[int], widths: list[int], labels: int) -> Line:
    line: Line = []
    for number, (pieces, place) in enumerate(zip(cells, columns, strict=True)):
        padding = " " * (widths[place] - sum(display_width(piece.text) for piece in pieces))
        gap = _GAP if number else ""
        if place < labels:
            line += [Piece(gap), *pieces, Piece(padding)]
        else:
            line += [Piece(gap + padding), *pieces]
    return line


def _notes(table: Table, width: int) -> Iterator[Line]:
    if table.notes and (table.rows or table.title):
        yield []
    for note in table.notes:
        # a long word is a recipe or a path, to be copied: it is never broken
        for line in textwrap.wrap(
            shown(note), width, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False
        ):
            yield [Piece(line, "note")]
