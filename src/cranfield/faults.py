"""Faults of lines and rows: what the core reports as facts, and the words for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cranfield.errors import InputError, count, printable

SHOWN_FAULTS = 20


class Fault(NamedTuple):
    """One fault of one line (or row), as the core reports it: facts, no words.

    `text` is the line, or the part of it around the fault, and `start:end` the culprit within it. `topic` and `doc`
    are known where the fault is about one of them. `other` is the number of columns found, or the line on which
    a duplicate stood before; `wanted` is how many columns there should be. `role` is `topic` or `document` where
    an id is at fault.
    """

    kind: str
    line: int = 0
    text: bytes = b""
    start: int = 0
    end: int = 0
    cropped: bool = False
    topic: bytes = b""
    doc: bytes = b""
    other: int = 0
    wanted: int = 0
    role: str = ""


_KEEP_ONE = "the policy duplicates=first (or last) keeps one of them"

# kind -> (sentence, hint); {it} is the culprit, {count} the number of columns found
_WORDING: dict[str, tuple[str, str | None]] = {
    "run-columns": (
        "a line of a run has 6 columns, this one has {count}",
        "the columns are: topic Q0 document rank score tag",
    ),
    "shifted-columns": (
        "a line of a run has 6 columns, this one has {count}, shifted at `{it}`",
        "does an id hold a blank? only csv and json have a place for one (a tag may hold blanks, and begins with no number)",
    ),
    "qrels-columns": (
        "a line of qrels has 4 columns, this one has {count}",
        "the columns are: topic iteration document grade",
    ),
    "preferences-columns": (
        "a line of preferences has 5 columns, this one has {count}",
        "the columns are: topic group subgroup document grade",
    ),
    "ranking3-columns": (
        "a line of this ranking has 3 columns, this one has {count}",
        "the columns are: topic document rank",
    ),
    "ranking2-columns": (
        "a line of this ranking has 2 columns, this one has {count}",
        "the columns are: topic document",
    ),
    "score": ("the score `{it}` is not a number", "a score is a decimal number, such as 12.75 or -3e-2"),
    "nan-score": (
        "the score is NaN, which cannot be ranked",
        "find out why the system could not score this document",
    ),
    "rank": ("the rank `{it}` is not a whole number", "a rank is 1, 2, 3, ..."),
    "grade": ("the grade `{it}` is not a number", "a grade is a decimal number, such as 0, 2 or 0.75"),
    "nan-grade": (
        "the grade is NaN, which says nothing about relevance",
        "leave unjudged documents out, or give them -1",
    ),
    "infinite-grade": ("the grade `{it}` is infinite", "a grade is a finite number, such as 0, 2 or 0.75"),
    "nul": (
        "the line holds a NUL byte, so this is not a text file",
        "was the file cut off while it was written, or is it UTF-16?",
    ),
    "long-line": (
        "the line is longer than 16 MiB, so this is not a list of documents",
        "lines end with a line feed; is this the right file?",
    ),
    "changed": ("the file changed while it was read", "wait until it has been written, then run this again"),
    "duplicate": (
        "document `{doc}` appears twice in topic `{topic}`",
        _KEEP_ONE,
    ),
    # passages and elements, as INEX wrote them
    "passages-columns": (
        "a line of judgements of passages has at least 5 columns, this one has {count}",
        "the columns are: topic Q0 document relevant_characters document_characters best_entry_point offset:length ...",
    ),
    "characters": ("`{it}` is not a number of characters", "it is a whole number, counted from 0"),
    "passage": ("`{it}` is not a passage", "a passage is offset:length, such as 32277:140"),
    "passage-beyond": (
        "the passage `{it}` ends after the document, which has {count} characters",
        "offset and length are counted in the text of the document, without its tags",
    ),
    "passages-overlap": (
        "the passage `{it}` begins before the one before it ends",
        "relevant text is counted once; make one passage of those that overlap",
    ),
    "passages-sum": (
        "`{it}` relevant characters, but the passages of the line have {count}",
        "the fourth column is the sum of the lengths of the passages",
    ),
    "elements-columns": (
        "a line of a run of elements has 7 columns, or 8; this one has {count}",
        "the columns are those of a run, then a path such as /article[1]/sec[2]; or offset and length",
    ),
    "element": (
        "`{it}` is neither a path nor an offset and a length",
        "a path has a name and a number in each step: /article[1]/bdy[1]/sec[2]",
    ),
    "no-element": (
        "`{it}`: this element was not found when paths were made into offsets",
        "leave the line out, or evaluate the run with its paths (inex_eval takes it for 18 characters)",
    ),
    "unknown-element": (
        "the document has no element `{it}`",
        "was the run made on this version of the documents?",
    ),
    "element-beyond": (
        "the element `{it}` ends after the document, which has {count} characters",
        "offset and length are counted in the text of the document, without its tags",
    ),
    "elements-overlap": (
        "the element `{it}` overlaps with one above it",
        "overlap=count reads it all the same, overlap=drop leaves it out",
    ),
    # tables and what is in memory, where a cell can be of any type
    "table-columns": (
        "the row has {fields}, and the header names {columns}",
        "is a separator missing, or a quote, or is there one too many?",
    ),
    "repeated-topic": ("topic `{topic}` appears twice", _KEEP_ONE),
    "missing-score": ("the score is missing", "leave out the documents that the system did not score"),
    "missing-grade": ("the grade is missing", "leave unjudged documents out, or give them -1"),
    "missing-rank": ("the rank is missing", "a rank is 1, 2, 3, ..."),
    "type-score": ("the score {it} is not a number", "make the scores numbers first: float(score)"),
    "type-grade": ("the grade {it} is not a number", "make the grades numbers first: float(grade)"),
    "missing-id": ("the id of the {role} is missing", "every row has the id of a topic and of a document"),
    "float-id": (
        "the id of the {role} is the decimal number {it}",
        'pandas makes 301 a 301.0 where a column has gaps; make it whole again: column.astype("Int64")',
    ),
    "type-id": (
        "the id of the {role} is neither text nor a whole number: {it}",
        "make the ids text first: str(id)",
    ),
    "surrogate-id": (
        "the id of the {role} holds half a character: {it}",
        "the text was decoded or cut in the wrong place; read it again as UTF-8",
    ),
}


def input_error(
    name: str, faults: Sequence[Fault], total: int, *, unit: str = "line", hint: str | None = None
) -> InputError:
    """Word the faults of one input: each with its place, its line and a caret, then every hint once.

    `unit` is what the fault counts: lines of a file, or rows of a table in memory.
    """
    shown = faults[:SHOWN_FAULTS]
    lines = [line for fault in shown for line in _worded(name, fault, unit)]
    if total > len(shown):
        lines.append(f"... and {count(total - len(shown), 'more fault')} in {name}")
    hints = [hint] if hint else dict.fromkeys(_WORDING[fault.kind][1] for fault in shown)
    joined = "\nhint: ".join(h for h in hints if h)
    error = InputError(lines[0], slug=faults[0].kind, details=lines[1:], hint=joined or None)
    error.faults, error.fault_count = tuple(faults), total
    return error


def advice(kind: str) -> str | None:
    """Return the hint for a kind of fault."""
    return _WORDING[kind][1]


def sentence(fault: Fault) -> str:
    """Say what is wrong, without its place."""
    return _WORDING[fault.kind][0].format(
        it=printable(fault.text[fault.start : fault.end]),
        count=fault.other,
        fields=count(fault.other, "field"),
        columns=count(fault.wanted, "column"),
        role=fault.role,
        topic=printable(fault.topic),
        # a document judged in an aspect carries the aspect behind a NUL: see read/aspects.py
        doc=printable(fault.doc.replace(b"\0", b"` of aspect `", 1).replace(b"\0", b"/")),
    )


def _worded(name: str, fault: Fault, unit: str) -> list[str]:
    said = sentence(fault)
    place = (
        name
        if not fault.line
        else f"{name}:{fault.line}"
        if unit == "line"
        else f"{name}, {unit} {fault.line}"
    )
    if fault.kind == "duplicate":
        first = f" (first on {unit} {fault.other})" if fault.line else ""
        return [f"{place}: {said}{first}"]
    if fault.doc and fault.topic:
        return [f"{place}: topic `{printable(fault.topic)}`, document `{printable(fault.doc)}`: {said}"]
    if fault.doc or (fault.role and fault.topic):
        known = f"document `{printable(fault.doc)}`" if fault.doc else f"topic `{printable(fault.topic)}`"
        return [f"{place}: {known}: {said}"]
    return [f"{place}: {said}", *(caret(fault) if fault.text and unit == "line" else [])]


def caret(fault: Fault) -> list[str]:
    """Show the line, and point at the culprit."""
    before = ("..." if fault.cropped else "") + printable(fault.text[: fault.start])
    culprit = printable(fault.text[fault.start : fault.end])
    after = printable(fault.text[fault.end :])
    number = str(fault.line)
    return [
        f"  {number} | {before}{culprit}{after}".rstrip(),
        f"  {' ' * len(number)} | {' ' * len(before)}{'^' * max(1, len(culprit))}",
    ]
