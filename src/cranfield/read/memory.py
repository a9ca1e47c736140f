"""What is in memory already: dicts, lists of rows, arrays, frames, Arrow streams."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

import numpy as np

from cranfield.errors import InputError
from cranfield.read.columns import find_columns, looks_like_header
from cranfield.read.nested import nested_rows
from cranfield.read.records import Record, add_records
from cranfield.read.request import Request
from cranfield.read.rows import Rows

_BATCH = 1 << 16
_TRIPLE = 3


def memory_rows(data: Any, request: Request, name: str) -> Rows:
    """Turn anything in memory into rows; nothing of it is changed, and a generator is read once."""
    if isinstance(data, Mapping):
        return (
            _column_rows(data, request, name)
            if _holds_columns(data, request)
            else nested_rows(data.items(), request, name)
        )
    if isinstance(data, np.ndarray):
        return _array_rows(data, request, name)
    if isinstance(data, tuple) and len(data) == _TRIPLE and all(map(_is_array, data)):
        return _column_rows(dict(zip(("topic", "document", request.value), data, strict=True)), request, name)
    if isinstance(data, list | tuple | Iterator) and not _exports_arrow(data):
        return _iterable_rows(data, request, name)
    return _foreign_rows(data, request, name)


def _foreign_rows(data: Any, request: Request, name: str) -> Rows:
    """Ask narwhals, then Arrow, then Python's own protocol."""
    from cranfield.read.columnar import frame_rows, stream_rows

    is_arrow = type(data).__module__.partition(".")[0] == "pyarrow"
    if not is_arrow:
        import narwhals as nw

        frame = nw.from_native(data, pass_through=True)
        if isinstance(frame, nw.DataFrame | nw.LazyFrame):
            return frame_rows(frame, request, name)
    if _exports_arrow(data):
        return stream_rows(data, request, name)
    if isinstance(data, Iterable) and not isinstance(data, bytes | bytearray | memoryview):
        return _iterable_rows(data, request, name)
    raise _refused(f"{name}: nothing can be read from {_type(data)}", request)


def _holds_columns(data: Mapping[Any, Any], request: Request) -> bool:
    """Tell {"query_id": [...], "doc_id": [...]} from topics that hold lists of documents."""
    names = [key for key in data if isinstance(key, str)]
    if len(names) < len(data) or not looks_like_header(names, request.columns):
        return False
    columns = list(data.values())
    return all(_is_array(column) or isinstance(column, list | tuple) for column in columns)


def _column_rows(data: Mapping[str, Any], request: Request, name: str) -> Rows:
    from cranfield.read.runs_column import the_only_run

    columns = find_columns(list(data), request, name)
    cells = {column: data[column] for column in columns.needed()}
    lengths = {column: len(values) for column, values in cells.items()}
    if len(set(lengths.values())) > 1:
        told = ", ".join(f"{column} {length}" for column, length in lengths.items())
        raise InputError(f"{name}: the columns are not equally long: {told}", slug="wrong-shape")
    rows = Rows(request, name)
    rows.run = the_only_run(cells[columns.run] if columns.run else (), columns.run, name)
    ranks = cells[columns.rank] if columns.rank else None
    values = cells[columns.value] if columns.value else None
    places = range(1, lengths[columns.topic] + 1)
    rows.add(
        _plain(cells[columns.topic]), _plain(cells[columns.document]), values, ranks=ranks, places=places
    )
    return rows


def _array_rows(data: np.ndarray[Any, Any], request: Request, name: str) -> Rows:
    if data.dtype.names:
        return _column_rows({field: data[field] for field in data.dtype.names}, request, name)
    hint = f"give three arrays of one dimension: (topics, documents, {request.value}s)"
    raise InputError(
        f"{name}: one array of {data.ndim} dimensions has no columns with names",
        slug="wrong-shape",
        hint=hint,
    )


def _iterable_rows(data: Iterable[Any], request: Request, name: str) -> Rows:
    ahead = iter(data)
    try:
        first = next(ahead)
    except StopIteration:
        return Rows(request, name)
    every = chain([first], ahead)
    fields = getattr(first, "_fields", None)
    if isinstance(first, Mapping):
        return _records(enumerate(every, start=1), list(first), request, name)
    if fields and looks_like_header(fields, request.columns):
        named = ((row, dict(zip(fields, item, strict=False))) for row, item in enumerate(every, start=1))
        return _records(named, fields, request, name)
    if isinstance(first, Sequence) and not isinstance(first, str | bytes):
        return _triples(every, request, name)
    raise _refused(f"{name}: a row must be a tuple or a dict; the first is {_type(first)}", request)


def _records(
    rows: Iterable[tuple[int, Mapping[str, Any]]], names: Sequence[str], request: Request, name: str
) -> Rows:
    gathered = Rows(request, name)
    columns = find_columns(list(names), request, name)
    add_records(
        (Record(place, _mapping(cells, place, request, name)) for place, cells in rows), columns, gathered
    )
    return gathered


def _mapping(cells: Any, place: int, request: Request, name: str) -> Mapping[str, Any]:
    if not isinstance(cells, Mapping):
        raise _refused(
            f"{name}, row {place}: the rows before were dicts; this one is {_type(cells)}", request
        )
    return cells


def _triples(data: Iterable[Any], request: Request, name: str) -> Rows:
    rows = Rows(request, name)
    ahead = iter(data)
    done = 0
    while batch := list(islice(ahead, _BATCH)):
        if not _are_triples(batch):
            row, item = next(
                (row, item) for row, item in enumerate(batch, done + 1) if not _are_triples([item])
            )
            raise _refused(f"{name}, row {row}: a row has 3 fields, this one is {shown_row(item)}", request)
        topics, docs, values = zip(*batch, strict=True)
        rows.add(topics, docs, values, places=range(done + 1, done + len(batch) + 1))
        done += len(batch)
    return rows


def _are_triples(items: Sequence[Any]) -> bool:
    try:
        return set(map(len, items)) == {_TRIPLE} and not any(
            issubclass(kind, str | bytes) for kind in set(map(type, items))
        )
    except TypeError:
        return False


def shown_row(item: object) -> str:
    """Return a row as a message shows it."""
    text = repr(item)
    return f"{text[:80]}..." if len(text) > 80 else text


def _is_array(column: object) -> bool:
    """Tell arrays and columns of frames from rows that happen to be three."""
    if isinstance(column, str | bytes | list | tuple | Mapping) or not hasattr(column, "__len__"):
        return False
    return hasattr(column, "dtype") or _exports_arrow(column)


def _exports_arrow(data: object) -> bool:
    return hasattr(data, "__arrow_c_stream__") or hasattr(data, "__arrow_c_array__")


def _plain(cells: Any) -> Any:
    """Return ids so that they can be looked at one by one by their position."""
    if isinstance(cells, list | tuple) or type(cells).__module__.partition(".")[0] == "pyarrow":
        return cells
    for method in ("tolist", "to_list"):
        if hasattr(cells, method):
            return getattr(cells, method)()
    return list(cells)


def _type(data: object) -> str:
    return f"`{type(data).__module__}.{type(data).__qualname__}`".replace("`builtins.", "`")


def _refused(message: str, request: Request) -> InputError:
    value = request.value
    return InputError(
        message,
        slug="wrong-shape",
        hint=f"give {{topic: {{document: {value}}}}}, rows of (topic, document, {value}), a frame, or the name of a file",
    )
