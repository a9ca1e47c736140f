"""The results of a system, judged: by the core where the file is in order, and as C would read it where it is not."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield import _core
from cranfield.compat.trec_eval.judgements import first_of_each, quit_in
from cranfield.compat.trec_eval.numbers import real
from cranfield.errors import CranfieldError, InputError, count, printable
from cranfield.judge import Judgements
from cranfield.model import Judged, Policies, Qrels, Run
from cranfield.model.ids import Ids

if TYPE_CHECKING:
    from cranfield.compat.trec_eval.options import Options
    from cranfield.judge.judging import JudgedRun

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_COLUMNS = 6
_TAIL = 1 << 16


@dataclass
class JudgedResults:
    """The hits, and what trec_eval would stumble over later."""

    judged: Judged
    answered: NDArray[np.bool_]
    tag: bytes
    twice: dict[bytes, bytes] = field(default_factory=dict)  # topic -> the first document retrieved twice
    notes: list[str] = field(default_factory=list)


class _Lines(NamedTuple):
    """Records in the order of the file."""

    topics: list[bytes]
    docs: list[bytes]
    scores: NDArray[np.float64]
    tag: bytes


def judge_results(path: str, qrels: Qrels, options: Options) -> JudgedResults:
    """Read the results and join them with the judgements."""
    policies = Policies(
        topics="common",
        unjudged="condense" if options.judged_only else "nonrelevant",
        depth=None if options.cut is None else max(options.cut, 1),
        precision="double" if options.tenth else "single",
    )
    judgements = Judgements(qrels, policies)
    found = _in_one_pass(path, judgements, options) or _as_c_reads(path, judgements, options)
    return _nothing_left(found) if options.depth < 1 else found


def _in_one_pass(path: str, judgements: Judgements, options: Options) -> JudgedResults | None:
    """Let the core judge a file while it reads it; None where anything about the file is out of the ordinary."""
    try:
        # pathlib takes longer to import than to look
        if not os.path.isfile(path) or not (tag := _last_tag(path, options)):  # noqa: PTH113
            return None
        comments = "#" if options.tenth else None
        threads = os.cpu_count() or 1
        run = judgements.judge(path, format="trec", comments=comments, threads=threads)
    except (CranfieldError, OSError):
        return None
    return _of(run, tag)


def _last_tag(path: str, options: Options) -> bytes | None:
    """Return the sixth field of the last line, where the head and the end of the file are those of plain text."""
    with open(path, "rb") as stream:  # noqa: PTH123
        if stream.read(len(_BYTE_ORDER_MARK)) == _BYTE_ORDER_MARK:
            return None
        stream.seek(max(0, stream.seek(0, os.SEEK_END) - _TAIL))
        last = stream.read().rstrip().rpartition(b"\n")[2].split(None, _COLUMNS)
    if len(last) < _COLUMNS or (options.tenth and last[0].startswith(b"#")):
        return None
    return last[_COLUMNS - 1]


def _as_c_reads(path: str, judgements: Judgements, options: Options) -> JudgedResults:
    notes: list[str] = []
    lines = _lines(path, options, notes)
    known = set(judgements.qrels.topics.raws())
    rows = [row for row, topic in enumerate(lines.topics) if topic in known]
    rows, twice = _once(lines, rows, options)
    topics, docs = [lines.topics[row] for row in rows], [lines.docs[row] for row in rows]
    columns = _core.core.group_rows("run", Ids.of(topics), Ids.of(docs), lines.scores[rows], None, "error")
    run = Run(columns.topics, columns.starts, columns.docs, columns.values)
    return replace(_of(judgements.judge(run), lines.tag), twice=twice, notes=notes)


def _of(run: JudgedRun, tag: bytes) -> JudgedResults:
    return JudgedResults(run.judged, run.answered, tag)


def _lines(path: str, options: Options, notes: list[str]) -> _Lines:
    records: list[list[bytes]] = []
    for line in _text(path, options).split(b"\n"):
        fields = line.split(None, _COLUMNS)
        if not fields or (options.tenth and fields[0].startswith(b"#")):
            continue
        if len(fields) < _COLUMNS:
            raise quit_in(path, f"trec_eval.get_results: Malformed line {len(records) + 1}")
        records.append(fields)
    scores = np.array([real(record[4]) for record in records], dtype=np.float64)
    if (unclear := np.flatnonzero(np.isnan(scores))).size:
        at = records[int(unclear[0])]
        notes.append(
            f"{path}: {count(len(unclear), 'score')} not a number, such as that of {printable(at[2])} in topic "
            f"{printable(at[0])}: such documents go to the end, where trec_eval puts them anywhere"
        )
        scores[unclear] = -math.inf
    tag = records[-1][5] if records else b""
    return _Lines([record[0] for record in records], [record[2] for record in records], scores, tag)


def _text(path: str, options: Options) -> bytes:
    from cranfield.read.source import STANDARD_INPUT, open_source

    where = STANDARD_INPUT if options.tenth and path.startswith("-") else path
    try:
        if where == STANDARD_INPUT and not options.tenth:
            raise InputError("9.0.8 takes it for the name of a file", slug="cannot-read")
        text = open_source(where).read()
    except CranfieldError:
        text = b""
    if not text:
        raise quit_in(path, f"trec_eval.get_results: Cannot read results file '{path}'")
    return text


def _once(lines: _Lines, rows: list[int], options: Options) -> tuple[list[int], dict[bytes, bytes]]:
    """Keep the better of two lines for one document, and say which topics have such within the cut."""
    doubled = first_of_each([lines.topics[row] for row in rows], [lines.docs[row] for row in rows])
    if not doubled:
        return rows, {}
    scores = lines.scores if options.tenth else lines.scores.astype(np.float32)
    kept = [row for row in rows if lines.topics[row] not in doubled]
    twice: dict[bytes, bytes] = {}
    for topic in doubled:
        ranked = [row for row in rows if lines.topics[row] == topic]
        ranked.sort(key=lambda row: (scores[row], lines.docs[row]), reverse=True)
        within = [lines.docs[row] for row in ranked[: max(options.depth, 0)]]
        twice |= first_of_each([topic] * len(within), within)
        kept += _first_of(ranked, lines.docs)
    return kept, twice


def _first_of(rows: Sequence[int], docs: Sequence[bytes]) -> list[int]:
    firsts: dict[bytes, int] = {}
    for row in rows:
        firsts.setdefault(docs[row], row)
    return list(firsts.values())


def _nothing_left(found: JudgedResults) -> JudgedResults:
    """Take all documents away: what -M 0 does, and no policy."""
    from cranfield.compat.trec_eval.values import without_hits

    return replace(found, judged=without_hits(found.judged))
