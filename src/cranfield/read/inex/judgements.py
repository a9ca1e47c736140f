"""Judgements of passages, as INEX wrote them from 2007 on.

    topic Q0 document relevant_characters document_characters best_entry_point offset:length ...

A line of five columns judges a document that has nothing relevant.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from cranfield._core.lines import FIELD, fault_at, numbered_lines
from cranfield.faults import Fault
from cranfield.model.passages import Passages
from cranfield.model.tables import Qrels
from cranfield.read.lines import watched_blocks
from cranfield.read.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cranfield.read.request import Request
    from cranfield.read.source import TextSource

# Nine digits: sums of a document and a place in it fit into 64 bits, and no document is longer.
PASSAGE = re.compile(rb"([0-9]{1,9}):([0-9]{1,9})")
_WHOLE = re.compile(rb"[0-9]{1,9}")
_ENTRY = re.compile(rb"-?[0-9]{1,9}")
_FORMS = (_WHOLE, _WHOLE, _ENTRY)  # of the fourth to sixth column
_LEAST_COLUMNS, _PASSAGES_FROM = 5, 6


class _Judged(NamedTuple):
    """One line: a document, and the passages of it that are relevant, in the order of the text."""

    line: int
    topic: bytes
    doc: bytes
    length: int
    entry: int
    passages: list[tuple[int, int]]


def are_passages(lines: Iterable[list[bytes]]) -> bool:
    """Tell judgements of passages from others by the fields of some lines: any of them has a passage."""
    return any(
        len(line) > _PASSAGES_FROM
        and all(form.fullmatch(field) for form, field in zip((*_FORMS, PASSAGE), line[3:], strict=False))
        for line in lines
    )


def read_passages(source: TextSource, request: Request) -> Qrels:
    """Read judgements of passages; the grade of a document is 1 where any of it is relevant, else 0."""
    rows = Rows(request, source.name, "line")
    comment = request.comments.encode("utf-8", "surrogateescape") if request.comments else None
    judged: list[_Judged] = []
    for number, line in numbered_lines(watched_blocks(source, request)):
        found = _read(number, line, comment)
        if isinstance(found, Fault):
            rows.faults.add(found)
        elif found is not None:
            judged.append(found)
    if judged:
        rows.add(
            [each.topic for each in judged],
            [each.doc for each in judged],
            [1.0 if each.passages else 0.0 for each in judged],
            places=[each.line for each in judged],
        )
    qrels = cast("Qrels", rows.grouped(request.name or source.run_name, source.source()))
    return replace(qrels, passages=_passages(qrels, judged, keep_first=request.duplicates != "last"))


def _read(number: int, line: bytes | None, comment: bytes | None) -> _Judged | Fault | None:
    if line is None:
        return Fault("long-line", number)
    spans = [match.span() for match in FIELD.finditer(line)]
    if not spans or (comment and line.startswith(comment, spans[0][0])):
        return None
    fault = _fault_in_columns(number, line, spans)
    passages = fault or _in_order(number, line, spans)
    if isinstance(passages, Fault):
        return passages
    fields = [line[start:end] for start, end in spans]
    relevant = sum(end - start for start, end in passages)
    if relevant != int(fields[3]):
        return fault_at("passages-sum", number, line, spans[3])._replace(other=relevant)
    entry = int(fields[5]) if passages else -1
    return _Judged(number, fields[0], fields[2], int(fields[4]), entry, passages)


def _fault_in_columns(number: int, line: bytes, spans: list[tuple[int, int]]) -> Fault | None:
    """Say what is wrong with the columns that every line has."""
    if b"\0" in line:
        return fault_at("nul", number, line, (line.index(b"\0"), line.index(b"\0") + 1))
    if len(spans) < _LEAST_COLUMNS:
        end = spans[-1][1]
        return fault_at("passages-columns", number, line, (end, end))._replace(other=len(spans))
    forms = zip(spans[3:], _FORMS, strict=False)
    wrong = next((span for span, form in forms if not form.fullmatch(line, *span)), None)
    return wrong and fault_at("characters", number, line, wrong)


def _in_order(number: int, line: bytes, spans: list[tuple[int, int]]) -> list[tuple[int, int]] | Fault:
    """Read the passages of a line; empty ones say nothing."""
    length = int(line[slice(*spans[4])])
    found: list[tuple[int, int, tuple[int, int]]] = []
    for place in spans[_PASSAGES_FROM:]:
        passage = PASSAGE.fullmatch(line, *place)
        if not passage:
            return fault_at("passage", number, line, place)
        start, size = int(passage[1]), int(passage[2])
        if start + size > length:
            return fault_at("passage-beyond", number, line, place)._replace(other=length)
        if size:
            found.append((start, start + size, place))
    found.sort()
    for (_, end, _), (start, _, place) in pairwise(found):
        if start < end:
            return fault_at("passages-overlap", number, line, place)
    return [(start, end) for start, end, _ in found]


def _passages(qrels: Qrels, judged: list[_Judged], *, keep_first: bool) -> Passages:
    """Put the passages beside the judgements that the lines became."""
    kept: dict[tuple[bytes, bytes], _Judged] = {}
    for each in reversed(judged) if keep_first else judged:
        kept[each.topic, each.doc] = each
    topics = np.repeat(np.arange(len(qrels.topics)), np.diff(qrels.starts)).tolist()
    names, docs = qrels.topics.raws(), qrels.docs.raws()
    in_order = [kept[names[topic], doc] for topic, doc in zip(topics, docs, strict=True)]
    spans = [(row, *passage) for row, each in enumerate(in_order) for passage in each.passages]
    columns = np.array(spans, dtype=np.int64).reshape(len(spans), 3)
    return Passages(
        row=columns[:, 0],
        start=columns[:, 1],
        end=columns[:, 2],
        length=np.array([each.length for each in in_order], dtype=np.int64),
        entry=np.array([each.entry for each in in_order], dtype=np.int64),
    )
