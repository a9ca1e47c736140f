"""From the id of an element to where it is: a number for its document, start and end."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cranfield.errors import InputError, UsageError
from cranfield.faults import Fault, input_error
from cranfield.model.tables import place
from cranfield.read.inex.elements import Part, parted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.model import Qrels, Run
    from cranfield.read.inex.spans import XmlSpans

    Ints = NDArray[np.int64]

_KEPT = 20
_UNTOLD = 10  # characters by which INEX's judgements have documents too short: they leave out the last ones


class Located(NamedTuple):
    """Parallel columns; `document` is -1 where the documents at hand do not include it."""

    document: Ints
    start: Ints
    end: Ints


class Locator:
    """Knows the elements that any run has asked for; documents are numbered, the judged ones first."""

    def __init__(self, qrels: Qrels, xml: XmlSpans | None) -> None:
        docs = qrels.docs.raws()
        self._numbers: dict[bytes, int] = {}
        numbers = [self._numbers.setdefault(doc, len(self._numbers)) for doc in docs]
        self._next = itertools.count(len(self._numbers))  # two threads never get one number
        self._lengths: dict[bytes, int] = {}
        if qrels.passages is not None:
            self._lengths = dict(zip(docs, qrels.passages.length.tolist(), strict=True))
        self._xml = xml
        self._known: dict[bytes, tuple[int, int, int]] = {}
        topic = np.repeat(np.arange(len(qrels.topics)), np.diff(qrels.starts))
        self._judged = len(self._numbers)
        keys = topic * self._judged + np.array(numbers, dtype=np.int64)
        self._rows = np.argsort(keys, kind="stable")
        self._keys = keys[self._rows]

    def located(self, run: Run, rows: Sequence[int]) -> Located:
        """Find the elements in these rows of a run, or say which of them cannot be found."""
        elements, known = run.docs.raws(), self._known
        faults: list[tuple[int, Fault]] = []
        found: list[tuple[int, int, int]] = []
        for row in rows:
            element = elements[row]
            span = known.get(element)
            if span is None:
                looked_up = self._look_up(element, run)
                if isinstance(looked_up, Fault):
                    faults.append((row, looked_up))
                    continue
                span = known[element] = looked_up
            found.append(span)
        if faults:
            raise with_places(run, faults)
        columns = np.array(found, dtype=np.int64).reshape(len(found), 3)
        return Located(columns[:, 0], columns[:, 1], columns[:, 2])

    def rows(self, topic: Ints, document: Ints) -> Ints:
        """Return the judgement of each of these documents for its topic, -1 where there is none."""
        if not len(self._keys):
            return np.full(len(topic), -1, dtype=np.int64)
        keys = topic * self._judged + document
        at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        judged = (self._keys[at] == keys) & (document < self._judged) & (document >= 0)
        rows: Ints = np.where(judged, self._rows[at], -1)
        return rows

    def _look_up(self, element: bytes, run: Run) -> tuple[int, int, int] | Fault:
        document, part = parted(element)
        text = None if self._xml is None else self._xml.text(document)
        if self._xml is not None and text is None:
            return -1, 0, 0
        length = self._lengths.get(document) if text is None else text.length
        if isinstance(part, tuple):
            if length is not None and part[1] > length + (_UNTOLD if text is None else 0):
                return _fault("element-beyond", element, part)._replace(other=length)
            span: tuple[int, int] | None = part
        elif part:
            span = text.span(part) if text is not None else None
        else:
            span = None if length is None else (0, length)
        if span is None and text is None:
            raise _no_xml(run, part)
        if span is None:
            return _fault("unknown-element", element, part)
        return (self._numbers.setdefault(document, next(self._next)), *span)


def _fault(kind: str, element: bytes, part: Part) -> Fault:
    said = part if isinstance(part, bytes) else element.split(b":", element.count(b":") - 1)[-1]
    return Fault(kind, doc=element, text=said, end=len(said))


def _no_xml(run: Run, part: Part) -> UsageError:
    what = "its elements are given by path" if part else "how long unjudged documents are is not known"
    return UsageError(
        f"{place(run)}: {what}, so the documents are needed",
        slug="no-xml",
        hint="name their folder: cranfield eval --xml FOLDER ...; in Python: xml='FOLDER'",
    )


def with_places(run: Run, faults: list[tuple[int, Fault]]) -> InputError:
    """Word faults of elements, with the lines of the file where they can be found again."""
    topics = np.searchsorted(run.starts, [row for row, _ in faults], side="right") - 1
    named = [
        fault._replace(topic=run.topics.raw(topic), doc=run.docs.raw(row))
        for topic, (row, fault) in zip(topics.tolist(), faults, strict=True)
    ]
    shown = named[:_KEPT]
    if run.source is not None and run.source.path is not None:
        shown = _in_lines(run.source.path, shown)
    return input_error(place(run), shown, len(named))


def _in_lines(path: str, faults: list[Fault]) -> list[Fault]:
    """Read the file once more, for the lines that are to be shown."""
    from cranfield._core.lines import fault_at, numbered_lines
    from cranfield.read.inex.runs import Element, elements_in
    from cranfield.read.source import open_source

    wanted = {(fault.topic, fault.doc): fault for fault in faults}
    found: list[Fault] = []
    lines = [(number, line) for number, line in numbered_lines(open_source(path).blocks()) if line]
    for number, line in lines:
        for each in elements_in([(number, line)]):
            fault = wanted.pop((each.topic, each.id), None) if isinstance(each, Element) else None
            if fault is not None:
                begins = line.rindex(line.split(None, 6)[6])
                pointed = fault_at(fault.kind, number, line, (begins, len(line.rstrip())))
                found.append(pointed._replace(other=fault.other))
    return [*found, *wanted.values()]
