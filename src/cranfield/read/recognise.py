"""Tells the format of an input by its first bytes; a name such as `run.csv` promises nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from cranfield.errors import InputError
from cranfield.read.columns import known_names, looks_like_header
from cranfield.read.delimited import cells_of, first_line, separator_of
from cranfield.read.request import Request
from cranfield.read.source import HEAD

_COLUMNS = {"run": 6, "qrels": 4}
_BINARY = {b"PAR1": "parquet", b"ARROW1": "arrow", b"\xff\xff\xff\xff": "arrow"}
_OTHER_BINARY = {
    b"PK\x03\x04": ("a zip archive", "unpack it: unzip FILE"),
    b"7z\xbc\xaf": ("a 7z archive", "unpack it first"),
    b"\xff\xfe": ("text in UTF-16", "make it UTF-8: iconv -f UTF-16 -t UTF-8 FILE"),
    b"\xfe\xff": ("text in UTF-16", "make it UTF-8: iconv -f UTF-16 -t UTF-8 FILE"),
}
_TAR = slice(257, 262)
_JSON_START = re.compile(rb'\s*(?:\{\s*["}]|\[\s*[\[\]{"]|\{\s*$|\[\s*$)')
_NUMBER = re.compile(rb"[+-]?[0-9.]+(?:[eE][+-]?[0-9]+)?")
_WHOLE = re.compile(rb"[0-9]+")
_THREE, _TWO = 3, 2
_LINES_LOOKED_AT = 200


def recognise(head: bytes, request: Request, name: str) -> str:
    """Return the format of data that begins with `head`, or the one that was asked for."""
    if request.format is not None:
        return request.format
    binary = next((found for magic, found in _BINARY.items() if head.startswith(magic)), None)
    if binary:
        return binary
    _refuse_binary(head, name)
    text = head.removeprefix(b"\xef\xbb\xbf")
    if _JSON_START.match(text):
        return _kind_of_json(text)
    return _delimited(text, request) or _plain(text, request, name)


def _refuse_binary(head: bytes, name: str) -> None:
    for magic, (what, hint) in _OTHER_BINARY.items():
        if head.startswith(magic):
            raise InputError(f"{name}: this is {what}", slug="not-text", hint=hint)
    if head[_TAR] == b"ustar":
        raise InputError(f"{name}: this is a tar archive", slug="not-text", hint="unpack it: tar xf FILE")
    if b"\0" in head:
        raise InputError(
            f"{name}: this is not text: there is a NUL at byte {head.index(0) + 1:,}",
            slug="not-text",
            hint="is it the right file? read are text, CSV, JSON, Parquet and Arrow, also packed by gzip, xz, bzip2 or zstd",
        )


def _kind_of_json(text: bytes) -> str:
    first, _, rest = text.lstrip().partition(b"\n")
    try:
        value = json.loads(first)
    except (ValueError, RecursionError):
        return "json"  # an object over many lines, or one line longer than the head
    if not isinstance(value, dict):
        return "json"
    flat = bool(value) and not any(isinstance(inner, dict | list) for inner in value.values())
    return "jsonl" if flat or rest.lstrip().startswith(b"{") else "json"


def _delimited(text: bytes, request: Request) -> str | None:
    """Return `csv` or `tsv` for a line of column names (a caller who names columns has one), or for data with commas."""
    line = first_line(text, request.comments)
    for format_name in ("tsv", "csv"):
        separator = separator_of(line, format_name)
        if separator in line:
            cells = list(map(str.strip, cells_of(line, separator)))
            if request.columns or looks_like_header(cells, {}) or known_names(cells) >= _TWO:
                return format_name
    return "csv" if len(line.split()) == 1 and line.count(separator_of(line, "csv")) >= _TWO else None


def _plain(text: bytes, request: Request, name: str) -> str:
    """Return the layout of text in columns; a line that fits none is left to the core, which can point at it."""
    lines = _fields_of_lines(text, request.comments)
    counts = {len(fields) for fields in lines}
    if max(counts, default=0) > _COLUMNS["run"] and _is_inex(lines, request, name):
        return "inex"
    if counts == {_COLUMNS["qrels" if request.kind == "run" else "run"]}:
        raise _swapped(request, name)
    if request.kind == "run" and counts == {_THREE} and _NUMBER.fullmatch(lines[0][2]):
        return _three_columns(lines, name)
    return "ranking2" if request.kind == "run" and counts == {_TWO} else "trec"


def _is_inex(lines: Sequence[list[bytes]], request: Request, name: str) -> bool:
    """Tell elements and passages, which have columns of their own behind those of TREC."""
    from cranfield.read.inex.judgements import are_passages
    from cranfield.read.inex.runs import are_elements

    kinds = {"qrels": are_passages(lines), "run": are_elements(lines, offsets=request.elements)}
    if not kinds[request.kind] and any(kinds.values()):
        raise _swapped(request, name, "judgements of passages", "a run of elements")
    return kinds[request.kind]


def _fields_of_lines(text: bytes, comments: str | None) -> list[list[bytes]]:
    lines = text.split(b"\n", _LINES_LOOKED_AT)
    if len(lines) > _LINES_LOOKED_AT or len(text) >= HEAD - len(b"\xef\xbb\xbf"):
        lines.pop()  # the rest, or a line cut by the end of the head
    mark = comments.encode("utf-8", "surrogateescape") if comments else None
    fields = [line.split() for line in lines]
    return [found for found in fields if found and not (mark and found[0].startswith(mark))]


def _three_columns(lines: Sequence[list[bytes]], name: str) -> str:
    """Take three columns for topic, document, rank only where ranks count from 1 (or 0)."""
    first_topic = lines[0][0]
    ranks = [fields[2] for fields in lines if fields[0] == first_topic]
    if all(map(_WHOLE.fullmatch, ranks)) and min(map(int, ranks)) <= 1:
        return "ranking3"
    raise InputError(
        f"{name}: three columns, and the third does not count from 1: ranks or scores?",
        slug="ambiguous-columns",
        details=[f"  {b' '.join(lines[0])[:120].decode('utf-8', 'backslashreplace')}"],
        hint="for ranks name the format ranking3; for scores put a line on top: query_id<TAB>doc_id<TAB>score",
    )


def _swapped(
    request: Request, name: str, judgements: str = "judgements (4 columns)", run: str = "a run (6 columns)"
) -> InputError:
    looks_like, expected = (judgements, run) if request.kind == "run" else (run, judgements)
    are = "is" if request.kind == "run" else "are"
    return InputError(
        f"{name}: this looks like {looks_like}, where {expected} {are} expected",
        slug="swapped",
        hint="the judgements come first, then the runs",
    )
