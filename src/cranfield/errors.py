"""What can go wrong, and the wording of it: what happened, where, what was expected, `hint:` what to type.

Call sites pass facts; the sentences live here. Every slug has its paragraph in docs/messages.md.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Sequence
from errno import ENAMETOOLONG
from typing import NamedTuple

SHOWN_FAULTS = 20
_SIBLINGS_COMPARED = 5000


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
    def unknown_choice(
        cls, what: str, value: str, allowed: Iterable[str], *, noun: str = "value"
    ) -> UsageError:
        """Say which values there are, and which one was probably meant."""
        names = list(allowed)
        return cls(
            f"{what} has no {noun} `{value}`",
            slug="unknown-choice",
            details=[f"  one of: {', '.join(names)}"],
            hint=did_you_mean(value, names),
        )


class InputError(CranfieldError):
    """Input that no number may be made from."""

    faults: tuple[Fault, ...] = ()  # the facts behind the words, where single lines are at fault
    fault_count = 0


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
    """Warn under a slug that docs/messages.md explains, and point at the line that called cranfield."""
    warnings.warn(CranfieldWarning(slug, message, details), stacklevel=_level_outside())


def _level_outside() -> int:
    """Count the frames up to the first that is not cranfield's own, as `warnings.warn` counts them from `warn`."""
    frame, level = sys._getframe(1), 1  # noqa: SLF001  (the frame of `warn`)
    while frame.f_back is not None and _is_ours(frame.f_globals.get("__name__", "")):
        frame = frame.f_back
        level += "importlib._bootstrap" not in frame.f_code.co_filename  # these are not counted
    return level


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in (__package__, "importlib")  # a module may warn when it is imported


def count(number: int, noun: str) -> str:
    """Say how many.

    >>> count(1, "topic"), count(1200, "topic")
    ('1 topic', '1,200 topics')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


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


def cannot_read(name: str, error: OSError | ValueError) -> InputError:
    """Word what the operating system said."""
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return _missing(name)
    if isinstance(error, IsADirectoryError):
        folder = name.rstrip("/")
        return InputError(
            f"{name}: this is a directory", slug="directory", hint=f"name the files in it: {folder}/*"
        )
    if isinstance(error, PermissionError):
        return InputError(
            f"{name}: no permission to read this file",
            slug="no-permission",
            hint="see its rights with: ls -l",
        )
    if isinstance(error, ValueError) or error.errno == ENAMETOOLONG:
        return InputError(
            "this is neither the name of a file nor anything else to read",
            slug="no-such-file",
            details=[f"  {name[:60]!r}..."],
            hint="text in memory is read as a stream: io.StringIO(text)",
        )
    return InputError(f"{name}: cannot be read: {error.strerror or error}", slug="cannot-read")


def _missing(name: str) -> InputError:
    if not name:
        return InputError("the name of a file is empty", slug="no-such-file")
    message, slug = f"{name}: there is no such file", "no-such-file"
    if "\n" in name:
        message = "this is neither the name of a file nor anything else to read"
        return InputError(message, slug=slug, hint="text in memory is read as a stream: io.StringIO(text)")
    if name.casefold().startswith(("http://", "https://", "ftp://", "s3://")):
        return InputError(message, slug=slug, hint=f"download it first: curl -LO {name}")
    import os
    from itertools import islice
    from pathlib import Path

    file = Path(name)
    if not file.parent.is_dir():
        return InputError(message, slug=slug, hint=f"there is no directory `{file.parent}` either")
    try:
        siblings = [entry.name for entry in islice(os.scandir(file.parent), _SIBLINGS_COMPARED)]
    except OSError:
        siblings = []
    near = [str(file.parent / sibling) for sibling in siblings if did_you_mean(file.name, [sibling])]
    return InputError(
        message, slug=slug, hint=did_you_mean(name, near) or f"relative names start in {Path.cwd()}"
    )


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


def printable(raw: bytes) -> str:
    """Show tabs as blanks, and anything that a terminal would act on as an escape."""
    text = raw.decode("utf-8", "backslashreplace").replace("\t", " ")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
