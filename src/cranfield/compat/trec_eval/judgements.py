"""Judgements as trec_eval reads them: 4 columns (5 for preferences), any number, each line or none at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cranfield import _core
from cranfield.compat.trec_eval.numbers import real, whole
from cranfield.compat.trec_eval.quit import BAD_INPUT, QuitError
from cranfield.model import Qrels
from cranfield.model.ids import Ids

if TYPE_CHECKING:
    from cranfield.compat.trec_eval.options import Options

_BYTE_ORDER_MARK = 0xEF  # its first byte
_READERS = {
    "qrels": "get_qrels",
    "qrels_prefs": "get_qrels_prefs",
    "prefs": "get_prefs",
    "qrels_jg": "get_qrels_jg",
}


@dataclass
class ReadJudgements:
    """The judgements, and what trec_eval would stumble over later."""

    qrels: Qrels
    above_zero: int  # judgements with a grade above 0
    twice: dict[bytes, bytes] = field(
        default_factory=dict
    )  # topic -> the first document that is judged twice
    notes: list[str] = field(default_factory=list)


def read_judgements(path: str, options: Options) -> ReadJudgements:
    """Read the file in the format that -R names."""
    kind = options.qrels_format
    wanted = 5 if kind == "prefs" else 4
    notes: list[str] = []
    text = _text(path, kind)
    if options.tenth:
        text = _without_comments(text, notes)
    if kind == "qrels" and (quick := _in_one_pass(text, notes)):
        return quick
    fields = _fields(text, wanted, path, kind)
    topics, docs, values = fields[0], fields[wanted - 2], fields[wanted - 1]
    if kind == "qrels":
        return _plain(topics, docs, _grades(values), notes)
    return _by_group(fields, options, path, notes)


def quit_in(path: str, words: str) -> QuitError:
    """Say what is wrong with a file, and that it was this one."""
    return QuitError(BAD_INPUT, f"{words}\ntrec_eval: Quit in file '{path}'\n")


def _text(path: str, kind: str) -> bytes:
    from cranfield.errors import CranfieldError
    from cranfield.read.source import open_source

    try:
        text = open_source(path).read()
    except CranfieldError:
        text = b""
    if not text:
        raise quit_in(path, f"trec_eval.{_READERS[kind]}: Cannot read {kind} file '{path}'")
    return text if text.endswith(b"\n") else text + b"\n"


def _without_comments(text: bytes, notes: list[str]) -> bytes:
    """Drop the lines that begin with #; version 10 itself stumbles over two in a row, and over one at the end."""
    if not text.startswith(b"#") and b"\n#" not in text:
        return text
    lines = text.split(b"\n")
    comments = [line.startswith(b"#") for line in lines]
    if any(one and other for one, other in pairwise(comments)) or comments[-2]:
        notes.append("trec_eval 10.0 takes no two comment lines in a row, and none at the end of a file")
    return b"\n".join(line for line, comment in zip(lines, comments, strict=True) if not comment)


def _in_one_pass(text: bytes, notes: list[str]) -> ReadJudgements | None:
    """Let the core read judgements in which nothing can be taken in two ways; None where anything can."""
    letters = np.frombuffer(text, dtype=np.uint8)
    ends = np.flatnonzero(letters == ord("\n"))
    starts = letters[np.concatenate(([0], ends[:-1] + 1))]
    if ends[0] < 3 or (starts <= ord(" ")).any() or starts[0] == _BYTE_ORDER_MARK:
        return (
            None  # blank lines are a fault here, and trec_eval takes a byte order mark for part of the topic
        )
    last, before, two_before = (letters[ends - distance] for distance in (1, 2, 3))
    digit = (last >= ord("0")) & (last <= ord("9"))
    if not (digit & (_blank(before) | ((before == ord("-")) & _blank(two_before)))).all():
        return None  # a grade that is not one digit, which may be 1e1, or 12.5
    columns = _core.core.read_columns("qrels", iter([text]), "first", None, None)
    if columns.fault_count or columns.dropped:
        return None
    qrels = Qrels(columns.topics, columns.starts, columns.docs, columns.values)
    return ReadJudgements(qrels, int((qrels.grades > 0).sum()), notes=notes)


def _blank(letters: NDArray[np.uint8]) -> NDArray[np.bool_]:
    blank: NDArray[np.bool_] = (letters == ord(" ")) | (letters == ord("\t"))
    return blank


def _fields(text: bytes, wanted: int, path: str, kind: str) -> list[list[bytes]]:
    rows = list(_rows(text, wanted, path, kind))
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(wanted)]


def _rows(text: bytes, wanted: int, path: str, kind: str) -> Iterator[list[bytes]]:
    for number, line in enumerate(text.split(b"\n")[:-1], start=1):
        row = line.split()  # bytes are split at what C calls space
        if len(row) != wanted:
            raise quit_in(path, f"trec_eval.{_READERS[kind]}: Malformed line {number}")
        yield row


def _grades(texts: Sequence[bytes]) -> NDArray[np.float64]:
    known = {text: float(whole(text)) for text in set(texts)}
    return np.fromiter(map(known.__getitem__, texts), dtype=np.float64, count=len(texts))


def _plain(
    topics: list[bytes], docs: list[bytes], grades: NDArray[np.float64], notes: list[str]
) -> ReadJudgements:
    columns = _core.core.group_rows("qrels", Ids.of(topics), Ids.of(docs), grades, None, "first")
    qrels = Qrels(columns.topics, columns.starts, columns.docs, columns.values)
    twice = first_of_each(topics, docs) if columns.dropped else {}
    return ReadJudgements(qrels, int((grades > 0).sum()), twice, notes)


def first_of_each(topics: Sequence[bytes], docs: Sequence[bytes]) -> dict[bytes, bytes]:
    """Return for each topic the first document, by its bytes, that it has twice."""
    seen: set[tuple[bytes, bytes]] = set()
    found: dict[bytes, bytes] = {}
    for topic, doc in zip(topics, docs, strict=True):
        if (topic, doc) in seen:
            found[topic] = min(doc, found.get(topic, doc))
        seen.add((topic, doc))
    return found


def _by_group(fields: list[list[bytes]], options: Options, path: str, notes: list[str]) -> ReadJudgements:
    from cranfield.errors import CranfieldError
    from cranfield.read import read_qrels

    *names, texts = fields
    grades = [real(text) for text in texts] if options.qrels_format == "prefs" else _grades(texts).tolist()
    if options.qrels_format == "prefs" and not options.tenth:
        grades = np.array(grades, dtype=np.float32).tolist()  # 9.0.8 keeps them in 32 bits
    try:
        qrels = read_qrels(list(zip(*names, grades, strict=True)), aspects=True, name=path)
    except CranfieldError as wrong:
        raise quit_in(path, f"trec_eval.{_READERS[options.qrels_format]}: {wrong}") from wrong
    return ReadJudgements(qrels, sum(grade > 0 for grade in grades), {}, notes)
