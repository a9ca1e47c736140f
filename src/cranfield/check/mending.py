"""Mends what can be mended without guessing; everything else stays as it is, and stays a finding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cranfield._core.lines import BLANKS, FIELD, LineReader
from cranfield.check.lines import likely_kind
from cranfield.check.opening import Opened
from cranfield.check.ranking import cut_within_tag
from cranfield.check.ranks import scores_upside_down
from cranfield.check.rows import NO_RANK, Rows
from cranfield.check.scan import Sheet
from cranfield.faults import Fault

Keep = Literal["error", "first", "last"]
_REMOVED = ("comment-line", "header-line")
_RANK = 3
_AT_ONCE = 10_000


@dataclass
class Mending:
    """The mended text, in blocks, with what was done to it; or the reason why there is none."""

    blocks: Iterable[bytes] = ()
    done: dict[str, int] = field(default_factory=dict)
    refused: str | None = None


def mend(opened: Opened, duplicates: Keep) -> Mending:
    """Mend one file; where scores seem to be upside down, their order is left alone."""
    sheet = opened.sheet
    if sheet is None or not len(sheet.rows):
        why = f"only plain text is, not {opened.file.format}" if opened.rows else "nothing in it can be used"
        return Mending(refused=why)
    dropped = _dropped(sheet.rows, duplicates)
    if len(dropped) and duplicates == "error":
        return Mending(refused="documents appear twice; --duplicates first (or last) says which line counts")
    if cut_within_tag(sheet.rows, complete=sheet.data.endswith(b"\n")):
        return Mending(refused="the file was cut off; write or copy it again")
    upside_down = sheet.layout == "run" and scores_upside_down(sheet.rows)
    kept = np.setdiff1d(np.arange(len(sheet.rows)), dropped)
    order = _order(sheet, kept, upside_down=upside_down)
    faulty, removed = _sorted_out(sheet)
    # Where lines cannot be used, a gap in the ranks is theirs, and they want it back.
    ranks = None if upside_down or faulty else _new_ranks(sheet, order)
    done = {**_rewritten(sheet), **removed}
    if len(dropped):
        done["duplicate"] = len(dropped)
    if not np.array_equal(order, kept):
        done["unsorted"] = int((order != kept).sum())
    if ranks is not None:
        done["ranks"] = len(ranks)
    if not done:
        return Mending([sheet.data])
    return Mending(_written(sheet, order, ranks, faulty), done)


def _dropped(rows: Rows, duplicates: Keep) -> NDArray[np.int64]:
    """Return the rows that the policy leaves out."""
    pairs = rows.repeated()
    if duplicates != "last":
        return np.array([row for row, _ in pairs], dtype=np.int64)
    last = {first: row for row, first in pairs}
    everything = {row for pair in pairs for row in pair}
    return np.array(sorted(everything - set(last.values())), dtype=np.int64)


def _order(sheet: Sheet, kept: NDArray[np.int64], *, upside_down: bool) -> NDArray[np.int64]:
    """Bring topics together and the best scores up; what ties stays as it stood in the file."""
    topic = sheet.rows.topic[kept]
    if sheet.layout == "qrels" or upside_down:
        return kept[np.argsort(topic, kind="stable")]
    return kept[np.lexsort((-sheet.rows.value[kept], topic))]


def _new_ranks(sheet: Sheet, order: NDArray[np.int64]) -> NDArray[np.int64] | None:
    """Number each topic from 1 on, tied documents as they were numbered before; None where all is well."""
    rows = sheet.rows
    if sheet.layout != "run" or rows.rank is None:
        return None
    old = rows.rank[order]
    if (old == NO_RANK).any():
        old = np.zeros(len(old), dtype=np.int64)
    topic, value = rows.topic[order], rows.value[order]
    ranked = np.lexsort((old, -value, topic))
    first = np.append(True, topic[1:] != topic[:-1])
    lengths = np.diff(np.append(np.flatnonzero(first), len(order)))
    place = np.arange(len(order)) - np.repeat(np.flatnonzero(first), lengths)
    begin = np.repeat(old[ranked][first], lengths)
    if np.array_equal(old[ranked], begin + place) and np.isin(begin, (0, 1)).all():
        return None
    new = np.empty(len(order), dtype=np.int64)
    new[ranked] = place + 1
    return new


def _sorted_out(sheet: Sheet) -> tuple[list[int], dict[str, int]]:
    """Return the faulty lines that stay, and how many of those that are no rows at all go."""
    reader = LineReader(sheet.layout, None, strict_rank=False)
    unended = 0 if sheet.data.endswith(b"\n") else len(sheet.line_ends)
    stay: list[int] = []
    gone: Counter[str] = Counter()
    for number in sheet.faulty.tolist():
        found = reader.read(number, sheet.text_of(number))
        kind = likely_kind(found, unended) if isinstance(found, Fault) else ""
        if kind in _REMOVED:
            gone[kind] += 1
        else:
            stay.append(number)
    seen = sheet.surface.blank.count + len(sheet.rows) + len(sheet.faulty)
    if skipped := len(sheet.line_ends) - seen:
        gone["comment-line"] += skipped
    return stay, dict(gone)


def _rewritten(sheet: Sheet) -> dict[str, int]:
    """Count what vanishes when lines are written anew."""
    seen = sheet.surface
    unended = not sheet.data.endswith(b"\n") and len(sheet.line_ends) not in sheet.faulty[-1:]
    counts = {
        "byte-order-mark": int(sheet.data.startswith(b"\xef\xbb\xbf")),
        "windows-line-ends": seen.windows.count,
        "blank-lines": seen.blank.count,
        "blanks-around": seen.blanks_around.count,
        "no-final-line-end": int(unended),
    }
    return {kind: number for kind, number in counts.items() if number}


def _written(
    sheet: Sheet, order: NDArray[np.int64], ranks: NDArray[np.int64] | None, faulty: list[int]
) -> Iterator[bytes]:
    numbers = sheet.rows.line[order].tolist()
    new = [None] * len(numbers) if ranks is None else ranks.tolist()
    for begin in range(0, len(numbers), _AT_ONCE):
        some = slice(begin, begin + _AT_ONCE)
        texts = (
            (sheet.text_of(number).strip(BLANKS), rank)
            for number, rank in zip(numbers[some], new[some], strict=True)
        )
        yield b"".join((text if rank is None else _with_rank(text, rank)) + b"\n" for text, rank in texts)
    for number in faulty:
        ended = int(sheet.line_ends[number - 1]) < len(sheet.data)
        yield sheet.text_of(number).rstrip(b"\r") + (b"\n" if ended else b"")


def _with_rank(line: bytes, rank: int) -> bytes:
    for place, found in enumerate(FIELD.finditer(line)):
        if place == _RANK:
            return line[: found.start()] + str(rank).encode() + line[found.end() :]
    return line
