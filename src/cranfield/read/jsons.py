"""JSON: `{topic: {document: score}}`, `{topic: [document, ...]}`, an array of records, or one record a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any, NoReturn

from cranfield.errors import InputError, printable
from cranfield.faults import Fault
from cranfield.read.columns import find_columns
from cranfield.read.faults import Faults
from cranfield.read.lines import text_lines, watched_blocks
from cranfield.read.nested import Pairs, nested_rows
from cranfield.read.records import Record, add_records
from cranfield.read.request import Request
from cranfield.read.rows import Rows
from cranfield.read.source import TextSource

_CONTEXT = 60
_DECODER = json.JSONDecoder(object_pairs_hook=Pairs)


def read_json(source: TextSource, request: Request) -> Rows:
    """Read one JSON value that fills the whole file."""
    text = b"".join(watched_blocks(source, request)).decode("utf-8-sig", "surrogateescape")
    value = _parsed(text, source.name)
    if isinstance(value, Pairs):
        topics, dropped = _topics_once(value, request, source.name)
        rows = nested_rows(topics, request, source.name)
        rows.dropped = dropped
        return rows
    if isinstance(value, list) and all(isinstance(item, Pairs) for item in value):
        records = (Record(row, _record(item, source.name, row)) for row, item in enumerate(value, start=1))
        return _record_rows(records, request, source.name, Rows(request, source.name))
    raise InputError(
        f"{source.name}: this JSON holds neither topics nor records",
        slug="wrong-shape",
        hint=f"expected {{topic: {{document: {request.value}}}}}, or an array of objects",
    )


def read_jsonl(source: TextSource, request: Request) -> Rows:
    """Read one JSON object a line."""
    lines = enumerate(text_lines(source, request), start=1)
    records = (
        Record(number, _line_record(line, source.name, number)) for number, line in lines if line.strip()
    )
    return _record_rows(records, request, source.name, Rows(request, source.name, "line"))


def _record_rows(records: Iterable[Record], request: Request, name: str, rows: Rows) -> Rows:
    ahead = iter(records)
    first = next(ahead, None)
    if first is not None:
        columns = find_columns(list(first.cells), request, name)
        add_records(chain([first], ahead), columns, rows)
    return rows


def _line_record(line: str, name: str, number: int) -> Mapping[str, Any]:
    value = _parsed(line.removesuffix("\n"), name, number)
    if not isinstance(value, Pairs):
        raise InputError(
            f"{name}:{number}: the line holds no JSON object",
            slug="wrong-shape",
            hint='a line of JSONL is an object, such as {"query_id": "q1", "doc_id": "d7", "score": 2.5}',
        )
    return _record(value, f"{name}:{number}")


def _record(pairs: Pairs, name: str, row: int | None = None) -> Mapping[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        names = [key for key, _ in pairs]
        repeated = next(key for key in names if names.count(key) > 1)
        place = name if row is None else f"{name}, row {row}"
        raise InputError(f"{place}: the object has the name `{repeated}` twice", slug="repeated-column")
    return record


def _topics_once(topics: Pairs, request: Request, name: str) -> tuple[Iterator[tuple[str, Any]], int]:
    """Apply the policy `duplicates` to topics: Python would keep the last of two without a word."""
    kept: dict[str, Any] = {}
    dropped = 0
    faults = Faults(name, "line")
    for topic, documents in topics:
        if topic in kept and request.duplicates == "error":
            faults.add(Fault("repeated-topic", topic=topic.encode("utf-8", "backslashreplace")))
        if topic in kept:
            gone = kept[topic] if request.duplicates == "last" else documents
            dropped += len(gone) if isinstance(gone, list) else 1
        if topic not in kept or request.duplicates == "last":
            kept[topic] = documents
    faults.refuse()
    return iter(kept.items()), dropped


def _parsed(text: str, name: str, line: int | None = None) -> Any:
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        _refuse(text, error, name, line)
    except RecursionError:
        raise InputError(f"{name}: this JSON is nested too deeply", slug="bad-json") from None
    except ValueError as error:  # a whole number of thousands of digits
        raise InputError(f"{name}: this JSON cannot be read: {error}", slug="bad-json") from None


def _refuse(text: str, error: json.JSONDecodeError, name: str, line: int | None) -> NoReturn:
    number = error.lineno if line is None else line
    start = error.pos - error.colno + 1
    (whole,) = islice(text[start : error.pos + _CONTEXT].split("\n"), 1)
    column = error.colno - 1
    before, after = whole[max(0, column - _CONTEXT) : column], whole[column : column + _CONTEXT]
    mark = f"  {number} | "
    raise InputError(
        f"{name}:{number}: this is not JSON from column {error.colno} on: {error.msg[:1].lower()}{error.msg[1:]}",
        slug="bad-json",
        details=[
            f"{mark}{_plain(before)}{_plain(after)}",
            f"{' ' * (len(mark) - 2)}| {' ' * len(_plain(before))}^",
        ],
        hint="was the file cut off while it was written?" if error.pos >= len(text.rstrip()) else None,
    ) from None


def _plain(text: str) -> str:
    return printable(text.encode("utf-8", "backslashreplace"))
