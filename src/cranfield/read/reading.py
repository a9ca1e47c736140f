"""The ways in: `read_qrels`, `read_run`, and `open_run` for a run that is to be judged while it is read."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from cranfield.errors import InputError, UsageError, cannot_read, warn
from cranfield.faults import Fault, input_error
from cranfield.model.tables import Qrels, Run, place
from cranfield.read.columns import looks_like_header
from cranfield.read.datasets import PREFIX, dataset_rows
from cranfield.read.recognise import recognise
from cranfield.read.request import RANKINGS, Request
from cranfield.read.rows import Rows, finished, nothing_in, told_of_duplicates, which_was_kept
from cranfield.read.source import HEAD, TextSource, open_source, open_stream

if TYPE_CHECKING:
    from cranfield._core.contract import Kind, Layout, Progress

PLAIN = ("trec", *RANKINGS)


@dataclass(frozen=True)
class OpenText:
    """A run in plain text, recognised and open, not yet read: the core can judge it while reading."""

    name: str
    source: TextSource
    layout: Layout
    request: Request

    @property
    def comments(self) -> str | None:
        """What begins a line that is to be skipped."""
        return self.request.comments

    def read(self) -> Run:
        """Read it whole."""
        return cast("Run", _plain_text(self.source, self.layout, self.request, self.name))


def core_faults(source: TextSource, faults: Sequence[Fault], count: int, *, kind: Kind) -> InputError:
    """Word the faults that the core found in plain text; what the first lines tell is told with them."""
    return input_error(source.name, faults, count, hint=_first_line_hint(faults[0], kind))


def _first_line_hint(fault: Fault, kind: Kind) -> str | None:
    if fault.line == 1 and looks_like_header(
        (cell.decode("utf-8", "replace") for cell in fault.text.split()), {}
    ):
        tabbed = "query_id<TAB>doc_id<TAB>" + ("score" if kind == "run" else "relevance")
        return f"plain columns have no header; with one, separate them by tabs or commas: {tabbed}"
    if fault.text.lstrip().startswith(b"#"):
        return "lines that begin with # are skipped on request: comments='#' (--comments '#')"
    return None


def read_qrels(
    source: Any,
    *,
    format: str | None = None,
    columns: Mapping[str, str] | None = None,
    comments: str | None = None,
    duplicates: str = "error",
    name: str | None = None,
    progress: Progress | None = None,
    aspects: bool = False,
) -> Qrels:
    """Read judgements from a file, a dict, a frame, an Arrow table, or an `ir_datasets:` id.

    With `aspects`, a document is judged in each aspect of a topic (subtopic, intent, group) on its own: the second
    column of a TREC file, or `{topic: {aspect: {document: grade}}}`.

    >>> read_qrels({"q1": {"d1": 1, "d2": 0}, "q2": {"d1": 2}})
    <Qrels qrels: 2 topics, 3 judgements>
    """
    request = Request("qrels", format, columns or {}, comments, duplicates, name, progress)
    if isinstance(source, Qrels | Run):
        return cast("Qrels", _as_it_is(source, request))
    if aspects:
        return cast("Qrels", _told(_by_aspect(source, request), duplicates))
    opened = _opened(source, request)
    if isinstance(opened, OpenText):
        opened = _plain_text(opened.source, opened.layout, request, opened.name)
    return cast("Qrels", _told(opened, duplicates))


def _by_aspect(source: Any, request: Request) -> Qrels:
    from cranfield.read.aspects import read_memory, read_text

    name = request.name or request.kind
    if isinstance(source, str) and source.startswith(PREFIX):
        table = read_memory(dataset_rows(source, request), request, source)
    elif isinstance(source, str | os.PathLike) or callable(getattr(source, "read", None)):
        text = open_source(source) if isinstance(source, str | os.PathLike) else open_stream(source)
        name = text.name
        try:
            table = read_text(text, request)
        except OSError as error:
            raise cannot_read(text.name, error) from None
        finally:
            text.close()
    else:
        table = read_memory(source, request, name)
    if not len(table):
        raise nothing_in(name, "qrels")
    return table


def read_run(
    source: Any,
    *,
    format: str | None = None,
    columns: Mapping[str, str] | None = None,
    comments: str | None = None,
    duplicates: str = "error",
    name: str | None = None,
    progress: Progress | None = None,
) -> Run:
    """Read a run; a list of documents under a topic is a ranking, best first.

    >>> run = read_run({"q1": ["d2", "d1"], 301: {"FT911-3": 12.5}}, name="bm25")
    >>> run, run.to_dict()["q1"]
    (<Run bm25: 2 topics, 3 documents>, {'d2': -1.0, 'd1': -2.0})
    """
    opened = open_run(
        source,
        format=format,
        columns=columns,
        comments=comments,
        duplicates=duplicates,
        name=name,
        progress=progress,
    )
    if isinstance(source, Run):
        return cast("Run", opened)
    return cast("Run", _told(opened.read() if isinstance(opened, OpenText) else opened, duplicates))


def _told(table: Qrels | Run, duplicates: str) -> Qrels | Run:
    """Warn of what the policy `duplicates` left out."""
    if table.dropped:
        told = told_of_duplicates(table.dropped, place(table))
        warn("dropped-duplicates", told, which_was_kept(duplicates))
    return table


def open_run(
    source: Any,
    *,
    format: str | None = None,
    columns: Mapping[str, str] | None = None,
    comments: str | None = None,
    duplicates: str = "error",
    name: str | None = None,
    progress: Progress | None = None,
    elements: bool = False,
) -> OpenText | Run:
    """Return plain text as it lies there, to be judged in one pass; read anything else."""
    request = Request("run", format, columns or {}, comments, duplicates, name, progress, elements)
    if isinstance(source, Qrels | Run):
        return cast("Run", _as_it_is(source, request))
    return cast("OpenText | Run", _opened(source, request))


def _as_it_is(table: Qrels | Run, request: Request) -> Qrels | Run:
    wanted, given = (Run, "judgements") if request.kind == "run" else (Qrels, "a run")
    if not isinstance(table, wanted):
        raise UsageError(
            f"{place(table)}: {'these are' if request.kind == 'run' else 'this is'} {given}",
            slug="swapped",
            hint="the judgements come first, then the runs",
        )
    return table if request.name is None else replace(table, name=request.name)


def _opened(source: Any, request: Request) -> OpenText | Qrels | Run:
    if isinstance(source, str) and source.startswith(PREFIX):
        return _from_memory(dataset_rows(source, request), request, source)
    if isinstance(source, str | os.PathLike):
        return _from_text(open_source(source), request)
    if callable(getattr(source, "read", None)):
        return _from_text(open_stream(source), request)
    return _from_memory(source, request, request.name or request.kind)


def _from_memory(data: Any, request: Request, name: str) -> Qrels | Run:
    from cranfield.read.memory import memory_rows

    rows = memory_rows(data, request, name)
    table = rows.grouped(request.name or rows.run or name)
    # A dict whose topics are all empty says so itself; any other emptiness is an accident.
    if not len(table) and not (request.kind == "run" and isinstance(data, Mapping) and data):
        raise nothing_in(name, request.kind)
    return table


def _from_text(source: TextSource, request: Request) -> OpenText | Qrels | Run:
    if len(source.head) < HEAD and not source.head.removeprefix(b"\xef\xbb\xbf").strip():
        source.close()
        raise nothing_in(source.name, request.kind)
    try:
        found = recognise(source.head, request, source.name)
        if found in PLAIN:
            layout = request.kind if found == "trec" else found
            name = request.name or _name_in_text(source, layout) or source.run_name
            return OpenText(name, source, cast("Layout", layout), request)
        if found == "inex" and request.kind == "qrels":
            from cranfield.read.inex.judgements import read_passages

            return read_passages(source, request)
        rows = _rows(source, found, request)
        table = rows.grouped(_name(source, request, rows.run), source.source())
    except BaseException:
        source.close()
        raise
    if not len(table):
        raise nothing_in(source.name, request.kind)
    return table


def _rows(source: TextSource, found: str, request: Request) -> Rows:
    if found in ("csv", "tsv"):
        from cranfield.read.delimited import read_delimited

        return read_delimited(source, request, found)
    if found in ("json", "jsonl"):
        from cranfield.read import jsons

        return (jsons.read_json if found == "json" else jsons.read_jsonl)(source, request)
    if found == "inex":
        from cranfield.read.inex.runs import read_elements

        return read_elements(source, request)
    from cranfield.read import columnar

    return (columnar.read_parquet if found == "parquet" else columnar.read_arrow)(source, request)


def _plain_text(source: TextSource, layout: Layout, request: Request, name: str) -> Qrels | Run:
    from cranfield._core import core

    try:
        progress = source.on_disk(request.progress)
        columns = core.read_columns(layout, source.text(), request.duplicates, request.comments, progress)
    except OSError as error:
        raise cannot_read(source.name, error) from None
    if columns.fault_count:
        raise core_faults(source, columns.faults, columns.fault_count, kind=request.kind)
    if not len(columns.docs):
        raise nothing_in(source.name, request.kind)
    if layout == "ranking2":  # the place of a document in its topic is its rank
        columns = columns._replace(ranks=(-columns.values).astype(np.int64))
    return finished(columns, request, name, source.source())


def _name(source: TextSource, request: Request, inside: str | None) -> str:
    return request.name or (None if source.rereadable else inside) or source.run_name


def _name_in_text(source: TextSource, layout: str) -> str | None:
    """Take the name of what has no file name from its first line: the tag of a run."""
    if source.rereadable or layout != "run":
        return None
    fields = source.head.removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")[0].split()
    return fields[5].decode("utf-8", "backslashreplace") if len(fields) > 5 else None
