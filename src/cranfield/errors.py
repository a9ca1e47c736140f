"""What can go wrong, and the wording of it: what happened, where, what was expected, `hint:` what to type.

Call sites pass facts; the sentences live here. Every slug has its paragraph in docs/messages.md.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from typing import NamedTuple

SHOWN_FAULTS = 20


class CranfieldError(Exception):
    """Anything that cranfield says no to. `str(error)` is the whole message, hints included."""

    def __init__(
        self, message: str, *, slug: str, details: Sequence[str] = (), hint: str | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.slug = slug
        self.details = tuple(details)
        self.hint = hint

    def __str__(self) -> str:
        hint = [f"hint: {self.hint}"] if self.hint else []
        return "\n".join([self.message, *self.details, *hint])


class UsageError(CranfieldError):
    """A name, option or argument that means nothing here."""

    @classmethod
    def unknown_choice(cls, what: str, value: str, allowed: Iterable[str]) -> UsageError:
        """Say which values there are, and which one was probably meant."""
        names = list(allowed)
        return cls(
            f"{what} has no value `{value}`",
            slug="unknown-choice",
            details=[f"  one of: {', '.join(names)}"],
            hint=did_you_mean(value, names),
        )


class InputError(CranfieldError):
    """Input that no number may be made from."""


class MissingPackageError(CranfieldError):
    """An optional package is needed for this."""

    def __init__(self, what: str, package: str, extra: str | None = None) -> None:
        install = f"cranfield[{extra}]" if extra else package
        super().__init__(
            f"{what} needs the package `{package}`, which is not installed",
            slug="missing-package",
            hint=f"pip install '{install}'",
        )


class CranfieldWarning(UserWarning):
    """Something a careful reader of the numbers would want to know."""

    def __init__(self, slug: str, message: str, details: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.slug = slug
        self.message = message
        self.details = tuple(details)

    def __str__(self) -> str:
        return "\n".join([f"warning[{self.slug}]: {self.message}", *(f"  {line}" for line in self.details)])


def warn(slug: str, message: str, *details: str) -> None:
    """Warn under a slug that docs/messages.md explains."""
    warnings.warn(CranfieldWarning(slug, message, details), stacklevel=2)


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Return a hint with the nearest known words, case set aside; None when nothing is near.

    >>> did_you_mean("docid-ascnding", ["docid", "docid-ascending"])
    'did you mean `docid-ascending`?'
    """
    import difflib

    by_folded: dict[str, str] = {}
    for name in known:
        by_folded.setdefault(name.casefold(), name)  # the first of two that differ in case is the proper name
    near = difflib.get_close_matches(word.casefold(), by_folded, n=2, cutoff=0.6)
    return f"did you mean {' or '.join(f'`{by_folded[name]}`' for name in near)}?" if near else None


class Fault(NamedTuple):
    """One fault of one line (or row), as the core reports it: facts, no words.

    `text` is the line, or the part of it around the fault, and `start:end` the culprit within it. `topic` and `doc`
    are known where the fault is about one of them. `other` is the number of columns found, or the line on which
    a duplicate stood before.
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


_DECIMAL_IDS = (
    'pandas makes 301 a 301.0 where a column has gaps; first: frame["query_id"].astype("int64").astype(str)'
)
_HALF_CHARACTERS = "the text was decoded or cut in the wrong place; read it again as UTF-8"

# kind -> (sentence, hint); {it} is the culprit, {count} the number of columns found
_WORDING: dict[str, tuple[str, str | None]] = {
    "run-columns": (
        "a line of a run has 6 columns, this one has {count}",
        "the columns are: topic Q0 document rank score tag",
    ),
    "qrels-columns": (
        "a line of qrels has 4 columns, this one has {count}",
        "the columns are: topic iteration document grade",
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
        "--duplicates first (or last) keeps one of them",
    ),
    # tables and what is in memory, where a cell can be of any type
    "table-columns": (
        "the row has {count} fields, and the header names another number of columns",
        "is a separator missing, or a quote, or is there one too many?",
    ),
    "repeated-topic": ("topic `{topic}` appears twice", "--duplicates first (or last) keeps one of them"),
    "missing-score": ("the score is missing", "leave out the documents that the system did not score"),
    "missing-grade": ("the grade is missing", "leave unjudged documents out, or give them -1"),
    "missing-rank": ("the rank is missing", "a rank is 1, 2, 3, ..."),
    "type-score": ("the score {it} is not a number", "make the scores numbers first: float(score)"),
    "type-grade": ("the grade {it} is not a number", "make the grades numbers first: float(grade)"),
    "missing-topic": ("the id of the topic is missing", "every row has the id of a topic and of a document"),
    "missing-document": (
        "the id of the document is missing",
        "every row has the id of a topic and of a document",
    ),
    "float-topic": ("the id of the topic is the decimal number {it}", _DECIMAL_IDS),
    "float-document": ("the id of the document is the decimal number {it}", _DECIMAL_IDS),
    "type-topic": (
        "the id of the topic is neither text nor a whole number: {it}",
        "make the ids text first: str(id)",
    ),
    "type-document": (
        "the id of the document is neither text nor a whole number: {it}",
        "make the ids text first: str(id)",
    ),
    "surrogate-topic": ("the id of the topic holds half a character: {it}", _HALF_CHARACTERS),
    "surrogate-document": ("the id of the document holds half a character: {it}", _HALF_CHARACTERS),
}


def input_error(
    name: str, faults: Sequence[Fault], count: int, *, unit: str = "line", hint: str | None = None
) -> InputError:
    """Word the faults of one input: each with its place, its line and a caret, then every hint once.

    `unit` is what the fault counts: lines of a file, or rows of a table in memory.
    """
    shown = faults[:SHOWN_FAULTS]
    lines = [line for fault in shown for line in _worded(name, fault, unit)]
    if count > len(shown):
        lines.append(f"... and {count - len(shown):,} more faults in {name}")
    hints = [hint] if hint else dict.fromkeys(_WORDING[fault.kind][1] for fault in shown)
    joined = "\nhint: ".join(h for h in hints if h)
    return InputError(lines[0], slug=faults[0].kind, details=lines[1:], hint=joined or None)


def _worded(name: str, fault: Fault, unit: str) -> list[str]:
    sentence = _WORDING[fault.kind][0].format(
        it=printable(fault.text[fault.start : fault.end]),
        count=fault.other,
        topic=printable(fault.topic),
        doc=printable(fault.doc),
    )
    place = (
        name
        if not fault.line
        else f"{name}:{fault.line}"
        if unit == "line"
        else f"{name}, {unit} {fault.line}"
    )
    if fault.kind == "duplicate":
        first = f" (first on {unit} {fault.other})" if fault.line else ""
        return [f"{place}: {sentence}{first}"]
    if fault.doc:
        return [f"{place}: topic `{printable(fault.topic)}`, document `{printable(fault.doc)}`: {sentence}"]
    return [f"{place}: {sentence}", *(_caret(fault) if fault.text and unit == "line" else [])]


def _caret(fault: Fault) -> list[str]:
    before = ("..." if fault.cropped else "") + printable(fault.text[: fault.start])
    culprit = printable(fault.text[fault.start : fault.end])
    after = printable(fault.text[fault.end :])
    number = str(fault.line)
    return [
        f"  {number} | {before}{culprit}{after}".rstrip(),
        f"  {' ' * len(number)} | {' ' * len(before)}{'^' * max(1, len(culprit))}",
    ]


def printable(raw: bytes) -> str:
    """Show tabs as blanks, and anything that a terminal would act on as an escape."""
    text = raw.decode("utf-8", "backslashreplace").replace("\t", " ")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
