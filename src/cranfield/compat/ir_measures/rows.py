"""Judgements and results row by row, as ir_measures names their fields, and the dicts that they make."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Literal, NamedTuple

from cranfield._core.lines import FIELD, LineReader, numbered_lines
from cranfield.errors import InputError, warn
from cranfield.faults import Fault, input_error
from cranfield.model.ids import to_text
from cranfield.read.lines import watched_blocks
from cranfield.read.request import Request
from cranfield.read.rows import told_of_duplicates, which_was_kept
from cranfield.read.source import TextSource, open_source, open_stream

KEPT: Literal["last"] = "last"  # of two lines about one document: a dict keeps the last

Value = Literal["relevance", "score"]
Nested = dict[Any, dict[Any, Any]]


class Qrel(NamedTuple):
    """One judgement; `iteration` names the aspect that it is about, where there are several."""

    query_id: str
    doc_id: str
    relevance: float
    iteration: str = "0"


class ScoredDoc(NamedTuple):
    """One document that a system found."""

    query_id: str
    doc_id: str
    score: float


def read_trec_qrels(file: Any) -> Iterator[Qrel]:
    r"""Yield the lines of judgements: of a file (compressed or not), of an open stream, or of text.

    >>> list(read_trec_qrels("q1 0 d7 2\n"))
    [Qrel(query_id='q1', doc_id='d7', relevance=2, iteration='0')]
    """
    for line, topic, doc, value in _lines(file, "qrels"):
        grade = int(value) if value.is_integer() else value
        yield Qrel(topic, doc, grade, to_text(FIELD.findall(line)[1]))


def read_trec_run(file: Any) -> Iterator[ScoredDoc]:
    r"""Yield the lines of a run: of a file (compressed or not), of an open stream, or of text.

    >>> list(read_trec_run("q1 Q0 d7 1 0.5 bm25\n"))
    [ScoredDoc(query_id='q1', doc_id='d7', score=0.5)]
    """
    for _, topic, doc, score in _lines(file, "run"):
        yield ScoredDoc(topic, doc, score)


def _lines(file: Any, kind: Literal["qrels", "run"]) -> Iterator[tuple[bytes, str, str, float]]:
    source = _opened(file)
    reader = LineReader(kind, None, strict_rank=False)
    try:
        for number, line in numbered_lines(watched_blocks(source, Request(kind))):
            found = reader.read(number, line)
            if isinstance(found, Fault):
                raise input_error(source.name, [found], 1)
            if found is not None and line is not None:
                yield line, to_text(found.topic), to_text(found.doc), found.value
    finally:
        source.close()


def _opened(file: Any) -> TextSource:
    if isinstance(file, str) and "\n" in file:
        return open_stream(io.StringIO(file))
    return open_source(file) if isinstance(file, str | os.PathLike) else open_stream(file)


def as_dicts(data: Any, value: Value, name: str) -> Any:
    """Make `{topic: {document: value}}` of rows with named fields; what is no such rows comes back as it is."""
    if isinstance(data, Mapping) or not is_rows(data):
        return data
    rows = iter(data)
    first = next(rows, None)
    if first is None:
        return {}
    every = chain([first], rows)
    if not hasattr(first, "_fields"):
        return list(every)
    if missing := [field for field in ("query_id", "doc_id", value) if field not in first._fields]:
        raise InputError(
            f"{name}: the rows have no field `{missing[0]}`",
            slug="missing-column",
            details=[f"  fields: {', '.join(first._fields)}"],
            hint=f"rows are {'Qrel' if value == 'relevance' else 'ScoredDoc'}(query_id, doc_id, {value})",
        )
    return _nested(every, value, name)


def _nested(rows: Iterable[Any], value: Value, name: str) -> Nested:
    topics: Nested = {}
    count = 0
    if value == "relevance":
        for row in rows:
            count += 1
            topics.setdefault(row.query_id, {})[row.doc_id] = row.relevance
    else:
        for row in rows:
            count += 1
            topics.setdefault(row.query_id, {})[row.doc_id] = row.score
    tell_of_dropped(count - sum(map(len, topics.values())), name)
    return topics


def is_rows(data: Any) -> bool:
    """Tell a list, a generator, or anything else to go through, from files, frames and tables of cranfield's."""
    if isinstance(data, str | bytes | os.PathLike) or hasattr(data, "read"):
        return False
    from_frames = ("columns", "column_names", "__arrow_c_stream__", "docs")
    return hasattr(data, "__iter__") and not any(hasattr(data, name) for name in from_frames)


def is_empty(data: Any) -> bool:
    """Tell whether there is nothing in it, as far as it can be seen without reading it."""
    return not isinstance(data, str | os.PathLike) and hasattr(data, "__len__") and len(data) == 0


def tell_of_dropped(dropped: int, name: str) -> None:
    """Warn about lines of which only the last was kept."""
    if dropped:
        warn("dropped-duplicates", told_of_duplicates(dropped, name), which_was_kept(KEPT))
