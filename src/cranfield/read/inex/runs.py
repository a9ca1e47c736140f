"""Runs of elements: by XPath, or by offset and length ("FOL": file, offset, length).

    topic Q0 document rank score tag /article[1]/bdy[1]/sec[2]
    topic Q0 document rank score tag offset length          (or offset:length)

What they become is an ordinary run, whose documents are the ids of elements: see `elements`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from cranfield._core.lines import FIELD, LineReader, fault_at, numbered_lines
from cranfield.faults import Fault
from cranfield.read.inex.elements import XPATH
from cranfield.read.inex.judgements import PASSAGE
from cranfield.read.lines import watched_blocks
from cranfield.read.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cranfield.read.request import Request
    from cranfield.read.source import TextSource

_PART = 6  # the column after those of a run
# The ordinary line, which most are: read at once. Everything else is left to `LineReader`, which knows all rules.
_ORDINARY = re.compile(
    rb"([^\s\0]+) [^\s\0]+ ([^\s\0]+) ([0-9]{1,9}) ([0-9]{1,9}(?:\.[0-9]+)?) ([^\s\0]+) ("
    + XPATH.pattern.replace(rb"[^/", rb"[^\s\0/")
    + rb"|[0-9]{1,9}[ :][0-9]{1,9})\r?"
)
_NOT_FOUND = (b"-1", b"X")  # INEX's own program wrote these in place of an offset


class Element(NamedTuple):
    """One line of a run."""

    line: int
    topic: bytes
    id: bytes
    score: float
    rank: int | None
    tag: bytes


def are_elements(lines: Iterable[list[bytes]], *, offsets: bool) -> bool:
    """Tell a run of elements from others by the fields of some lines: most of them say which part is meant.

    A path is nothing else; two numbers may be anything, so they are taken for `offsets` only where these are expected.
    """
    looked_at = [_is_part(fields[_PART:], offsets=offsets) for fields in lines]
    return sum(looked_at) * 2 > len(looked_at)


def _is_part(fields: list[bytes], *, offsets: bool) -> bool:
    if len(fields) == 1 and XPATH.fullmatch(fields[0]):
        return True
    if not offsets or len(fields) not in (1, 2):
        return False
    return bool(PASSAGE.fullmatch(b":".join(fields))) or fields[0] in _NOT_FOUND


def read_elements(source: TextSource, request: Request) -> Rows:
    """Read a run of elements."""
    rows = Rows(request, source.name, "line")
    found: list[Element] = []
    for each in elements_in(numbered_lines(watched_blocks(source, request)), request.comments):
        if isinstance(each, Fault):
            rows.faults.add(each)
        else:
            found.append(each)
    if found:
        ranks = [each.rank for each in found]
        rows.add(
            [each.topic for each in found],
            [each.id for each in found],
            [each.score for each in found],
            ranks=None if None in ranks else ranks,
            places=[each.line for each in found],
        )
        rows.run = found[0].tag.decode("utf-8", "backslashreplace")
    return rows


def elements_in(
    lines: Iterable[tuple[int, bytes | None]], comments: str | None = None
) -> Iterator[Element | Fault]:
    """Read lines one by one; the columns before the part are those of any run."""
    reader = LineReader("run", comments, strict_rank=False)
    for number, line in lines:
        ordinary = _ORDINARY.fullmatch(line) if line is not None and comments is None else None
        if ordinary:
            topic, doc, rank, score, tag, part = ordinary.groups()
            yield Element(number, topic, doc + b":" + part.replace(b" ", b":"), float(score), int(rank), tag)
            continue
        record = reader.read(number, line)
        if isinstance(record, Fault):
            yield record
        elif record is not None and line is not None:
            part = _part(number, line)
            if isinstance(part, Fault):
                yield part
            else:
                yield Element(
                    number, record.topic, record.doc + b":" + part, record.value, record.rank, record.tag
                )


def _part(number: int, line: bytes) -> bytes | Fault:
    rest = line.split(None, _PART)[_PART:]
    fields = rest[0].split() if rest else []
    if len(fields) == 1 and (XPATH.fullmatch(fields[0]) or PASSAGE.fullmatch(fields[0])):
        return fields[0]
    if len(fields) == 2 and PASSAGE.fullmatch(together := b":".join(fields)):
        return together
    spans = [match.span() for match in FIELD.finditer(line)]
    begins = spans[_PART][0] if fields else spans[-1][1]
    if fields and fields[0] in _NOT_FOUND:
        return fault_at("no-element", number, line, (begins, spans[-1][1]))
    kind = "element" if 1 <= len(fields) <= 2 else "elements-columns"
    return fault_at(kind, number, line, (begins, spans[-1][1]))._replace(other=len(spans))
