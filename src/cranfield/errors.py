"""What can go wrong, and the wording of it: what happened, where, what was expected, `hint:` what to type.

What the core finds in lines is worded in `faults`. Every slug has its paragraph in docs/messages.md.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Sequence
from errno import ENAMETOOLONG
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.faults import Fault

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


def printable(raw: bytes) -> str:
    """Show tabs as blanks, and anything that a terminal would act on as an escape."""
    text = raw.decode("utf-8", "backslashreplace").replace("\t", " ")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
