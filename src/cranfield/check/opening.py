"""Opens whatever was given and reads it as leniently as its format allows."""

from __future__ import annotations

import io
import os
import re
import warnings
from collections import Counter
from dataclasses import dataclass
from typing import Any, cast

from cranfield._core.contract import Layout
from cranfield.check.finding import CheckedFile, Report, Role
from cranfield.check.lines import FaultTeller, check_lines
from cranfield.check.rows import Rows, of_table
from cranfield.check.scan import Sheet, scan
from cranfield.check.telling import Teller
from cranfield.errors import CranfieldWarning, InputError
from cranfield.faults import advice, sentence
from cranfield.model.tables import Qrels, Run
from cranfield.read import read_qrels, read_run
from cranfield.read.reading import PLAIN
from cranfield.read.recognise import recognise
from cranfield.read.request import Request
from cranfield.read.source import TextSource, open_source, open_stream

_UNREADABLE = {"no-such-file", "directory", "no-permission", "cannot-read", "read-twice"}
_LOOKED_AT = 200
_MOST = 0.9
_FEW = 10
_OTHER_ROLE = {"run": 4, "qrels": 6}


@dataclass(frozen=True)
class Settings:
    """How inputs are read."""

    format: str | None = None  # of the runs
    comments: str | None = None

    def request(self, role: Role, name: str) -> Request:
        """Return what the readers want to know."""
        return Request(role, self.format if role == "run" else None, comments=self.comments, name=name)


@dataclass(frozen=True, eq=False)
class Opened:
    """An input that was looked at: its rows, None where nothing could be made of it."""

    file: CheckedFile
    rows: Rows | None = None
    sheet: Sheet | None = None  # plain text
    table: Qrels | Run | None = None  # anything else
    path: str | None = None


def open_leniently(given: Any, role: Role, name: str, settings: Settings, report: Report) -> Opened:
    """Read an input, and report what is wrong with its lines. What cannot be read at all is raised."""
    file = CheckedFile(name, role)
    report.files.append(file)
    tell = Teller(report, name)
    try:
        source = _source(given)
        if source is None:
            return _strictly(given, file, settings, tell)
        path = source.path if source.compression is None else None
        return _read(source.read(), path, file, settings, tell)
    except InputError as error:
        if error.slug in _UNREADABLE:
            raise
        _tell_refusal(error, tell)
        return Opened(file)


def _source(given: Any) -> TextSource | None:
    if isinstance(given, str | os.PathLike) and not str(given).startswith("ir_datasets:"):
        return open_source(given)
    return open_stream(given) if callable(getattr(given, "read", None)) else None


def _read(data: bytes, path: str | None, file: CheckedFile, settings: Settings, tell: Teller) -> Opened:
    if not data.removeprefix(b"\xef\xbb\xbf").strip():
        tell.once("empty", "there is nothing in it")
        return Opened(file)
    head = data[: 1 << 16]
    if head.count(0) * _FEW < len(head):  # some lines are damaged, and can be named; this is no binary file
        head = head.replace(b"\0", b"?")
    request = settings.request(file.role, file.name)
    found = recognise(head, request, file.name)
    if found not in PLAIN:
        file.format = found
        return _strictly(_Named(data, file.name), file, settings, tell)
    layout = file.role if found == "trec" else cast("Layout", found)
    if request.format is None and found == "trec":
        layout = _likely(head, file.role, settings.comments, file.name)
    file.format = "trec" if layout in ("run", "qrels") else layout
    sheet = scan(data, layout, settings.comments, FaultTeller(tell, data))
    file.lines, file.records, file.topics = (
        len(sheet.line_ends),
        len(sheet.rows),
        len(sheet.rows.topics),
    )
    check_lines(sheet, tell)
    return Opened(file, sheet.rows if len(sheet.rows) else None, sheet, path=path)


def _likely(head: bytes, role: Role, comments: str | None, name: str) -> Layout:
    """Tell the layout by most of the first lines, so that a few bad ones do not hide it."""
    lines = [line.split() for line in head.split(b"\n", _LOOKED_AT)[:_LOOKED_AT]]
    mark = comments.encode("utf-8", "surrogateescape") if comments else b"#"
    counts = Counter(len(fields) for fields in lines if fields and not fields[0].startswith(mark))
    columns, lines_so = counts.most_common(1)[0] if counts else (0, 0)
    if lines_so < _MOST * counts.total():
        return role
    if columns == _OTHER_ROLE[role]:
        raise InputError(
            f"{name}: most lines have {columns} columns, as in {_THE_OTHER[role]}", slug="swapped"
        )
    ranking: dict[int, Layout] = {2: "ranking2", 3: "ranking3"}
    return ranking.get(columns, role) if role == "run" else role


def looks_like_run(path: str) -> bool:
    """Tell whether most of the first lines of a file have the 6 columns of a run."""
    try:
        source = open_source(path)
    except InputError:
        return False
    source.close()
    lines = [line.split() for line in source.head.split(b"\n", _LOOKED_AT)[:_LOOKED_AT]]
    return 2 * sum(len(fields) == _OTHER_ROLE["qrels"] for fields in lines) > len(lines)


_THE_OTHER = {"run": "judgements", "qrels": "a run"}


class _Named(io.BytesIO):
    """Text in memory that has the name of the file it came from."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(data)
        self.name = name


def _strictly(given: Any, file: CheckedFile, settings: Settings, tell: Teller) -> Opened:
    """Read what is no plain text; of duplicates, which can be told apart from other faults, the first is kept."""
    try:
        table = _table(given, file, settings, "error")
    except InputError as error:
        if error.slug in _UNREADABLE:
            raise
        _tell_refusal(error, tell)
        if not error.faults or any(fault.kind != "duplicate" for fault in error.faults):
            return Opened(file)
        if hasattr(given, "seek"):
            given.seek(0)
        table = _table(given, file, settings, "first")
    file.records, file.topics = len(table), len(table.topics)
    return Opened(file, of_table(table) if len(table) else None, table=table)


def _table(given: Any, file: CheckedFile, settings: Settings, duplicates: str) -> Qrels | Run:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CranfieldWarning)
        if file.role == "qrels":
            return read_qrels(given, comments=settings.comments, duplicates=duplicates)
        return read_run(given, format=settings.format, comments=settings.comments, duplicates=duplicates)


def _tell_refusal(error: InputError, tell: Teller) -> None:
    """Report what a strict reader says; where it has facts, line by line."""
    for fault in error.faults:
        place = sentence(fault)
        tell.once(fault.kind, place, line=fault.line, other=fault.other if fault.kind == "duplicate" else 0,
                  hint=advice(fault.kind))  # fmt: skip
    if error.faults:
        tell.report.more(tell.file, error.faults[0].kind, error.fault_count - len(error.faults))
        return
    line = re.match(rf"(?s){re.escape(tell.file)}:(\d+): ", error.message)
    tell.once(error.slug, _without_name(error, tell.file), line=int(line[1]) if line else 0, hint=error.hint)


def _without_name(error: InputError, name: str) -> str:
    return re.sub(rf"^{re.escape(name)}(?::\d+)?: ", "", error.message)
