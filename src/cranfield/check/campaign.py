"""What is odd about judgements and runs together, and about runs side by side."""

from __future__ import annotations

import hashlib
import io
import os
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from cranfield.check.fields import mixed
from cranfield.check.ids import alike_but_for
from cranfield.check.opening import Opened
from cranfield.check.rows import Rows
from cranfield.check.scan import Sheet
from cranfield.check.telling import Teller, quoted, share, some
from cranfield.errors import CranfieldWarning, InputError, count, printable
from cranfield.judge import Judgements
from cranfield.judge.notices import complaints
from cranfield.model import Policies
from cranfield.model.tables import Qrels
from cranfield.read import read_qrels

_FEW_ALIKE = 5
_SAMPLE = 20_000
_TOP = 100
_TEN = 10


class Campaign:
    """The judgements, ready for runs to be held against them."""

    def __init__(self, opened: Opened, rows: Rows, comments: str | None) -> None:
        self.topics = set(rows.topics)
        self._comments = comments
        self._docs = {rows.doc(row) for row in range(len(rows))}
        self._in_order = rows.topics
        self._sparse = float(np.median(np.bincount(rows.topic))) < _TEN
        self._judgements = Judgements(_qrels(opened, comments), Policies(duplicates="first"))

    def check(self, opened: Opened, rows: Rows, tell: Teller) -> None:
        """Tell what does not fit in a run."""
        there = set(rows.topics)
        missing = [topic for topic in self._in_order if topic not in there]
        others = [topic for topic in rows.topics if topic not in self.topics]
        explained = self._check_spelling(missing, others, rows, tell)
        if len(others) == len(rows.topics) and not explained:
            said = f"none of its topics is judged: {some(others, len(others))}; judged are {some(missing, len(missing))}"
            tell.once("no-topic-in-common", said, line=_first_line(rows, others[0]))
            return
        if len(missing) > explained:
            of_all = f"{len(missing):,} of {count(len(self.topics), 'judged topic')}"
            tell.once("missing-topics", f"no documents for {of_all}: {some(missing, len(missing))}")
        if len(others) > explained:
            said = f"{count(len(others), 'topic')} without judgements: {some(others, len(others))}"
            tell.once("unjudged-topics", said, line=_first_line(rows, others[0]))
        if len(others) < len(rows.topics):
            self._check_documents(opened, rows, tell)

    def _check_spelling(self, missing: list[bytes], others: list[bytes], rows: Rows, tell: Teller) -> int:
        """Look whether topics are judged under another writing; return how many are."""
        alike = alike_but_for(missing, others) if missing else None
        if alike is None:
            return 0
        what, number, judged, found = alike
        said = f"{count(number, 'topic')} whose id differs from a judged one only by {what}: {quoted(found)} and {quoted(judged)}"
        tell.once("topic-ids-differ", said, line=_first_line(rows, found))
        return number

    def _check_documents(self, opened: Opened, rows: Rows, tell: Teller) -> None:
        if self._judgements.qrels.passages is not None:
            return  # elements are found in the text of documents, which are not looked at here
        if not self._check_writing(rows, tell):
            return
        try:
            judged = self._judgements.judge(**_given(opened, self._comments))
        except InputError:  # what it would say has been told
            return
        said = complaints(self._judgements, judged)
        for kind in ("no-document-in-common", "many-unjudged"):
            if kind in said:
                few = kind == "many-unjudged" and self._sparse
                told = said[kind].replace(f" of {judged.source.name}", "")
                tell.once("sparse-judgements" if few else kind, told)

    def _check_writing(self, rows: Rows, tell: Teller) -> bool:
        """Look whether documents are known under another writing; return whether their ids can be trusted."""
        sample = _top_rows(rows)
        found = {rows.doc(row): row for row in sample}
        strangers = [doc for doc in found if doc not in self._docs]
        if _FEW_ALIKE * (len(found) - len(strangers)) >= len(found):
            return True
        alike = alike_but_for(self._docs, strangers)
        if alike is None or alike[1] <= len(found) - len(strangers):
            return True
        what, number, judged, doc = alike
        said = (
            f"{share(number, len(found))} documents of the top {_TOP} differ from judged ones only by {what}: "
            f"{quoted(doc)} and {quoted(judged)}"
        )
        tell.once("document-ids-differ", said, line=int(rows.line[found[doc]]))
        return False


def _first_line(rows: Rows, topic: bytes) -> int:
    return int(rows.line[rows.first_rows[rows.topics.index(topic)]])


def _top_rows(rows: Rows) -> list[int]:
    starts = rows.starts
    place = np.arange(len(rows)) - np.repeat(starts[:-1], np.diff(starts))
    top: list[int] = rows.order[place < _TOP][:_SAMPLE].tolist()
    return top


def _qrels(opened: Opened, comments: str | None) -> Qrels:
    if opened.sheet is None:
        return cast("Qrels", opened.table)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CranfieldWarning)
        return read_qrels(
            io.BytesIO(_sound(opened.sheet)), format="trec", comments=comments, duplicates="first"
        )


def _given(opened: Opened, comments: str | None) -> dict[str, Any]:
    """Return what a run is judged from: the file itself where every line of it can be used."""
    if opened.sheet is None:
        return {"run": opened.table, "name": opened.file.name}
    whole = opened.path is not None and not len(opened.sheet.faulty)
    run = opened.path if whole else io.BytesIO(_sound(opened.sheet))
    return {"run": run, "name": opened.file.name, "format": opened.file.format, "comments": comments}


def _sound(sheet: Sheet) -> bytes:
    """Return a plain text without the lines that cannot be used."""
    if not len(sheet.faulty):
        return sheet.data
    kept, begin = [], 0
    for number in sheet.faulty.tolist():
        kept.append(sheet.data[begin : sheet.line_start(number)])
        begin = int(sheet.line_ends[number - 1]) + 1
    return b"".join([*kept, sheet.data[begin:]])


@dataclass(frozen=True)
class Fingerprint:
    """What is remembered of a run, to tell it from the others."""

    name: str
    tag: bytes
    content: bytes
    ranking: tuple[int, int]


def fingerprint(opened: Opened, rows: Rows) -> Fingerprint:
    """Take what two runs have in common that are the same, or are called the same."""
    content = hashlib.blake2b(opened.sheet.data).digest() if opened.sheet else b""
    tag = rows.tags[0] if len(rows.tags) == 1 else b""
    return Fingerprint(opened.file.name, tag, content, _ranking(rows))


def _ranking(rows: Rows) -> tuple[int, int]:
    """Sum up which document stands where, whatever the scores; tied documents stand in one place."""
    order = rows.order
    topic, value = rows.topic[order], rows.value[order]
    new = np.append(True, topic[1:] != topic[:-1])
    place: NDArray[np.int64] = np.cumsum(np.append(True, value[1:] != value[:-1]) | new)
    place -= np.repeat(place[new], np.diff(rows.starts))
    keys = mixed(rows.doc_key[order] ^ mixed(rows.topic_keys[topic] + place.astype(np.uint64)))
    return int(keys.sum()), int(mixed(keys + np.uint64(1)).sum())


def check_against_each_other(runs: Sequence[Fingerprint], tell_of: Any) -> None:
    """Tell of runs that are the same as one before."""
    seen: dict[Any, str] = {}
    for run in runs:
        for kind, sign, said in (
            ("same-content", ("content", run.content), "the content is that of"),
            ("same-ranking", ("ranking", run.ranking), "the ranking is that of"),
            ("same-tag", ("tag", run.tag), f"the tag `{printable(run.tag)}` is also that of"),
        ):
            if not sign[1]:
                continue
            if sign in seen:
                tell_of(run.name).once(kind, f"{said} {printable(os.fsencode(seen[sign]))}")
                break
            seen[sign] = run.name
