"""Judgements by aspect: a document has a grade for each subtopic, intent, assessor or preference group.

On their way through `Rows` and the core, a document and its aspect travel as one id, parted by NUL, which no id
holds: so a document may come once in each aspect, and twice in none. Here the two are taken apart again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from cranfield._core.lines import FIELD, LineReader, numbered_lines, value_fault
from cranfield.errors import InputError, printable
from cranfield.faults import Fault
from cranfield.model.ids import Ids
from cranfield.model.tables import Aspects, Qrels
from cranfield.read.cells import pack_ids, pack_numbers
from cranfield.read.columns import find_columns, folded, looks_like_header
from cranfield.read.delimited import first_line
from cranfield.read.faults import Problems
from cranfield.read.lines import watched_blocks
from cranfield.read.recognise import recognise
from cranfield.read.rows import Rows

if TYPE_CHECKING:
    from cranfield._core.contract import Layout
    from cranfield.model.recipe import Source
    from cranfield.read.request import Request
    from cranfield.read.source import TextSource

_ASPECT = ("subtopic_id", "subtopic", "aspect", "intent", "group", "iteration", "iter")
_PART = ("subgroup_id", "subgroup", "part")
_PREFERENCE_COLUMNS = 5  # topic, group, subgroup, document, grade
_HINT = "give {topic: {aspect: {document: grade}}}, rows of (topic, aspect, document, grade), a frame, or a TREC file"


class _Row(NamedTuple):
    """One judgement of one aspect, as it came; `part` is None where aspects are not divided."""

    place: int
    topic: Any
    aspect: Any
    part: Any
    document: Any
    grade: Any


def read_text(source: TextSource, request: Request) -> Qrels:
    """Read lines of `topic aspect document grade`, or of preferences: `topic group subgroup document grade`."""
    found_format = recognise(source.head, request, source.name)
    if found_format != "trec":
        raise InputError(
            f"{source.name}: judgements by aspect are read from lines of text, and this is {found_format}",
            slug="wrong-shape",
            hint="read it into a frame, and give that; or write lines of: topic aspect document grade",
        )
    columns = len(first_line(source.head, request.comments).split())
    layout: Layout = "preferences" if columns == _PREFERENCE_COLUMNS else "qrels"
    reader = LineReader(layout, request.comments, strict_rank=False)
    rows, faults = [], []
    for number, line in numbered_lines(watched_blocks(source, request)):
        found = reader.read(number, line)
        if isinstance(found, Fault):
            faults.append(found)
        elif found is not None and line is not None:
            aspect, part = FIELD.findall(line)[1:3]
            divided = part if layout == "preferences" else None
            rows.append(_Row(number, found.topic, aspect, divided, found.doc, found.value))
    return _grouped(rows, request, source.name, faults, source.source())


def read_memory(data: Any, request: Request, name: str) -> Qrels:
    """Read a dict of dicts of dicts, rows, columns, or a frame."""
    return _grouped(list(_memory(data, request, name)), request, name, [], None)


def _memory(data: Any, request: Request, name: str) -> Iterator[_Row]:
    if isinstance(data, np.ndarray) and data.dtype.names:
        data = {field: data[field].tolist() for field in data.dtype.names}
    if isinstance(data, Mapping):
        if _holds_columns(data, request):
            return _named(_rows_of_columns(data, name), request, name)
        return _nested(data, name)
    if isinstance(data, list | tuple | Iterator):
        return _listed(data, request, name)
    import narwhals as nw

    frame = nw.from_native(data, pass_through=True)
    if isinstance(frame, nw.LazyFrame):
        frame = frame.collect()
    if isinstance(frame, nw.DataFrame):
        return _named(frame.iter_rows(named=True), request, name)
    if isinstance(data, Iterable) and not isinstance(data, str | bytes):
        return _listed(data, request, name)
    raise _refused(f"{name}: no judgements by aspect can be read from this")


def _holds_columns(data: Mapping[Any, Any], request: Request) -> bool:
    """Tell {"query_id": [...], "subtopic": [...], ...} from topics that hold aspects."""
    return (
        all(isinstance(key, str) for key in data)
        and looks_like_header(data, request.columns)
        and not any(isinstance(column, Mapping | str | bytes) for column in data.values())
    )


def _rows_of_columns(data: Mapping[str, Any], name: str) -> Iterator[dict[str, Any]]:
    columns = [list(column) for column in data.values()]
    if len(set(map(len, columns))) > 1:
        told = ", ".join(f"{key} {len(column)}" for key, column in zip(data, columns, strict=True))
        raise InputError(f"{name}: the columns are not equally long: {told}", slug="wrong-shape")
    return (dict(zip(data, cells, strict=True)) for cells in zip(*columns, strict=True))


def _nested(data: Mapping[Any, Any], name: str) -> Iterator[_Row]:
    for topic, aspects in data.items():
        for aspect, documents in aspects.items() if isinstance(aspects, Mapping) else [(None, None)]:
            if not isinstance(documents, Mapping):
                raise _refused(f"{name}: topic `{topic}` holds no aspects with documents")
            for document, grade in documents.items():
                yield _Row(0, topic, aspect, None, document, grade)


def _listed(data: Iterable[Any], request: Request, name: str) -> Iterator[_Row]:
    ahead = iter(data)
    first = next(ahead, None)
    if first is None:
        return
    fields = getattr(first, "_fields", None)
    every = chain([first], ahead)
    if isinstance(first, Mapping):
        yield from _named(every, request, name)
        return
    if fields and looks_like_header(fields, request.columns):
        yield from _named((dict(zip(fields, item, strict=False)) for item in every), request, name)
        return
    wanted = _PREFERENCE_COLUMNS if _length(first) == _PREFERENCE_COLUMNS else 4
    names = "topic, group, subgroup, document, grade" if wanted > 4 else "topic, aspect, document, grade"
    for place, item in enumerate(every, start=1):
        if _length(item) != wanted:
            raise _refused(f"{name}, row {place}: a row has {wanted} fields ({names})")
        topic, aspect, *part, document, grade = item
        yield _Row(place, topic, aspect, part[0] if part else None, document, grade)


def _length(item: object) -> int:
    return len(item) if isinstance(item, tuple | list) else 0


def _named(rows: Iterable[Any], request: Request, name: str) -> Iterator[_Row]:
    ahead = iter(rows)
    first = next(ahead, None)
    if first is None:
        return
    columns = _columns(list(first), request, name)
    for place, row in enumerate(chain([first], ahead), start=1):
        if not isinstance(row, Mapping):
            raise _refused(f"{name}, row {place}: the rows before were dicts, and this one is not")
        cells = {role: row.get(column) for role, column in columns.items()}
        yield _Row(
            place, cells["topic"], cells["aspect"], cells.get("part"), cells["document"], cells["grade"]
        )


def _columns(names: Sequence[str], request: Request, name: str) -> dict[str, str]:
    """Find the columns by role; what holds the aspect can be said by `columns={"aspect": ...}`, too."""
    chosen = {word: column for word, column in request.columns.items() if folded(word) in _ASPECT}
    others = {word: column for word, column in request.columns.items() if word not in chosen}
    found = find_columns(names, replace(request, columns=others), name)
    present = {folded(each): each for each in names}
    told = [column for column in chosen.values() if column in names]
    aspect = (told if chosen else [present[each] for each in _ASPECT if each in present])[:1]
    if not aspect:
        raise InputError(
            f"{name}: no column is known to hold the aspect",
            slug="missing-column",
            details=[f"  columns: {', '.join(names)}"],
            hint=f'name it one of: {", ".join(_ASPECT)}; or in Python: columns={{"aspect": "..."}}',
        )
    part = next(({"part": present[each]} for each in _PART if each in present), {})
    return {
        "topic": found.topic, "document": found.document, "grade": str(found.value), "aspect": aspect[0], **part
    }  # fmt: skip


def _refused(message: str) -> InputError:
    return InputError(message, slug="wrong-shape", hint=_HINT)


def _grouped(
    given: list[_Row], request: Request, name: str, faults: list[Fault], source: Source | None
) -> Qrels:
    rows = Rows(request, name, "row" if source is None else "line")
    for fault in faults:
        rows.faults.add(fault)
    if given:
        _add(rows, given)
    return taken_apart(cast("Qrels", rows.grouped(request.name or name, source)))


def _add(rows: Rows, given: list[_Row]) -> None:
    """Check every cell, tell what is wrong with any, and hand the rows on."""
    problems = Problems()
    place, topic, aspect, part, document, grade = (list(column) for column in zip(*given, strict=True))
    topics = pack_ids(topic, "topic", problems)
    ids = [pack_ids(document, "document", problems), pack_ids(aspect, "aspect", problems)]
    if any(each is not None for each in part):
        ids.append(pack_ids(part, "subgroup", problems))
    grades = pack_numbers(grade, "grade", problems)
    wrong = set(problems.rows)
    for row in np.flatnonzero(~np.isfinite(grades)).tolist():
        if row not in wrong:
            problems.add(row, str(value_fault("grade", grades[row])), str(grades[row]))
    docs, aspects = ids[0].raws(), ids[1].raws()
    for row, kind, culprit, role in problems.kept:
        doc = docs[row] + b"` of aspect `" + aspects[row] if docs[row] and aspects[row] else docs[row]
        fault = Fault(kind, place[row], culprit, 0, len(culprit), topic=topics.raw(row), doc=doc, role=role)
        rows.faults.add(fault)
    rows.faults.count += problems.count - len(problems.kept)
    _refuse_nul(ids, rows.name)
    joined = Ids.of(map(b"\0".join, zip(*(each.raws() for each in ids), strict=True)))
    rows.add(topics, joined, grades, places=place, bad=problems.rows)


def _refuse_nul(ids: list[Ids], name: str) -> None:
    for raw in (raw for column in ids if b"\0" in column.data for raw in column.raws() if b"\0" in raw):
        raise InputError(
            f"{name}: the id `{printable(raw)}` holds a NUL, which no id of a judgement by aspect may hold",
            slug="nul",
            hint="take the NUL out of the ids",
        )


def taken_apart(whole: Qrels) -> Qrels:
    """Tell documents from aspects again; a document's grade becomes its best in any aspect."""
    names: list[list[bytes]] = [raw.split(b"\0") for raw in whole.docs.raws()]
    starts, docs, rows = [0], list[bytes](), list[int]()
    for topic in range(len(whole.topics)):
        of_topic: dict[bytes, int] = {}
        for doc, *_ in names[whole.starts[topic] : whole.starts[topic + 1]]:
            rows.append(of_topic.setdefault(doc, starts[-1] + len(of_topic)))
        docs += of_topic
        starts.append(len(docs))
    row = np.array(rows, dtype=np.int64)
    order = np.argsort(row, kind="stable")
    grades = np.full(len(docs), -np.inf)
    np.maximum.at(grades, row, whole.grades)
    divided = bool(names) and all(len(parts) > 2 for parts in names)
    in_order = [names[place] for place in order.tolist()]
    aspects = Aspects(
        row=row[order],
        name=Ids.of(parts[1] for parts in in_order),
        grade=whole.grades[order],
        part=Ids.of(parts[2] for parts in in_order) if divided else None,
    )
    return replace(
        whole, starts=np.array(starts, dtype=np.int64), docs=Ids.of(docs), grades=grades, aspects=aspects
    )
