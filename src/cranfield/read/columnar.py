"""Tables in columns: Parquet and Arrow files, Arrow streams in memory, and any frame that narwhals knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from cranfield.errors import InputError, MissingPackageError
from cranfield.read.columns import Columns, find_columns
from cranfield.read.lines import watched_blocks
from cranfield.read.request import Request
from cranfield.read.rows import Rows
from cranfield.read.runs_column import the_only_run
from cranfield.read.source import TextSource


def read_parquet(source: TextSource, request: Request) -> Rows:
    """Read those columns of a Parquet file that matter."""
    _pyarrow(f"reading Parquet ({source.name})")
    import pyarrow.parquet as pq

    with _words_for_damage(source.name, "Parquet"):
        file = pq.ParquetFile(_seekable(source, request))
        columns = find_columns(file.schema_arrow.names, request, source.name)
        return _table_rows(file.read(columns=columns.needed()), columns, request, source.name)


def read_arrow(source: TextSource, request: Request) -> Rows:
    """Read an Arrow IPC file or stream (Feather version 2 is the former)."""
    pa = _pyarrow(f"reading Arrow ({source.name})")
    with _words_for_damage(source.name, "Arrow"):
        data = _seekable(source, request)
        opened = pa.ipc.open_file if source.head.startswith(b"ARROW1") else pa.ipc.open_stream
        return table_rows(opened(data).read_all(), request, source.name)


def stream_rows(data: Any, request: Request, name: str) -> Rows:
    """Read whatever exports an Arrow stream (PyCapsule)."""
    return table_rows(_pyarrow("reading an Arrow stream").table(data), request, name)


def table_rows(table: Any, request: Request, name: str) -> Rows:
    """Read a pyarrow table."""
    return _table_rows(table, find_columns(table.column_names, request, name), request, name)


def _table_rows(table: Any, columns: Columns, request: Request, name: str) -> Rows:
    def cells(column: str) -> Any:
        return table.column(column)

    runs = cells(columns.run).unique().to_pylist() if columns.run else ()
    return _gathered(cells, columns, request, name, runs)


def frame_rows(frame: Any, request: Request, name: str) -> Rows:
    """Read a narwhals frame, eager or lazy."""
    schema = frame.collect_schema()
    columns = find_columns([str(column) for column in schema.names()], request, name)
    narrow = frame.select(*dict.fromkeys(columns.needed()))
    table = narrow.collect() if hasattr(narrow, "collect") else narrow

    def cells(column: str) -> Any:
        return _series_cells(table[column])

    runs = table[columns.run].unique().to_list() if columns.run else ()
    return _gathered(cells, columns, request, name, runs)


def _gathered(cells: Any, columns: Columns, request: Request, name: str, runs: Sequence[object]) -> Rows:
    rows = Rows(request, name)
    rows.run = the_only_run(runs, columns.run, name)
    topics = cells(columns.topic)
    rows.add(
        topics,
        cells(columns.document),
        cells(columns.value) if columns.value else None,
        ranks=cells(columns.rank) if columns.rank else None,
        places=range(1, len(topics) + 1),
    )
    return rows


def _series_cells(series: Any) -> Any:
    """Return a column as Arrow or numpy where that keeps what it holds, else as a list."""
    if series.dtype.is_numeric() and (series.implementation.is_pandas_like() or not series.null_count()):
        values = series.to_numpy()
        if values.dtype.kind in "iuf":
            return values
    if find_spec("pyarrow") is not None:
        import pyarrow as pa

        try:
            return series.to_arrow()
        except (pa.ArrowException, TypeError, ValueError):  # objects of several types
            pass
    return series.to_list()


def _pyarrow(what: str) -> Any:
    try:
        import pyarrow as pa
    except ImportError:
        raise MissingPackageError(what, "pyarrow", "arrow") from None
    return pa


def _seekable(source: TextSource, request: Request) -> Any:
    import pyarrow as pa

    if source.path is not None and source.compression is None:
        source.close()
        return pa.memory_map(source.path)
    return pa.BufferReader(b"".join(watched_blocks(source, request)))


@contextmanager
def _words_for_damage(name: str, what: str) -> Iterator[None]:
    import pyarrow as pa

    try:
        yield
    except (pa.ArrowException, OSError) as error:
        reason = str(error).partition("\n")[0]
        raise InputError(
            f"{name}: this {what} file cannot be read: {reason}",
            slug="damaged-table",
            hint="was the file cut off while it was written or copied?",
        ) from None
