"""Where data goes: standard output, or a file that is there whole or not at all."""

from __future__ import annotations

import io
import os
import stat
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Self, TextIO

from cranfield.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Content = Literal["table", "data"]


class Output:
    """The place for the data, made sure of before the long work starts, so that a bad path fails at once.

    A file appears under its name only when everything has been written to it.
    """

    def __init__(self, path: str | None, *, inputs: Iterable[str] = ()) -> None:
        self._path = None if path == "-" else path
        self._target: Path | None = None
        self._unfinished: Path | None = None
        if self._path is not None:
            self._target = Path(os.path.realpath(self._path))  # a link stays a link
            _refuse_bad_target(self._path, self._target, inputs)

    def __enter__(self) -> Self:
        if self._target is not None and _is_plain_file(self._target):
            unfinished = self._target.with_name(f".{self._target.name}.{os.getpid()}.part")
            with self._failures_named():
                unfinished.touch(exist_ok=False)
            self._unfinished = unfinished
        return self

    def __exit__(self, *_: object) -> None:
        if self._unfinished is not None:
            self._unfinished.unlink(missing_ok=True)

    def write(self, report: Callable[[TextIO], None], content: Content) -> None:
        """Let a report write itself; a file then gets its name."""
        if self._target is None:
            _write_to_stdout(report, content)
            return
        with self._failures_named():
            # identifiers that are not UTF-8 leave as the bytes they came in as
            with (self._unfinished or self._target).open(
                "w", encoding="utf-8", errors="surrogateescape", newline=""
            ) as stream:
                report(stream)
            if self._unfinished is not None:
                self._unfinished.replace(self._target)
                self._unfinished = None

    @contextmanager
    def _failures_named(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            raise
        except OSError as failure:
            raise InputError(
                f"{self._path}: cannot be written: {failure.strerror or failure}", slug="unwritable"
            ) from failure


def _write_to_stdout(report: Callable[[TextIO], None], content: Content) -> None:
    if isinstance(sys.stdout, io.TextIOWrapper):
        if content == "data":
            sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
        else:
            sys.stdout.reconfigure(errors="backslashreplace")
    try:
        report(sys.stdout)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as failure:
        raise InputError(
            f"standard output cannot be written: {failure.strerror or failure}", slug="unwritable"
        ) from failure


def _is_plain_file(target: Path) -> bool:
    """Tell whether a rename can put the file in place; into /dev/null or a named pipe one just writes."""
    return not target.exists() or stat.S_ISREG(target.stat().st_mode)


def _refuse_bad_target(path: str, target: Path, inputs: Iterable[str]) -> None:
    if not path:
        raise UsageError("the name of the file to write is empty", slug="unwritable", hint="-o scores.csv")
    if target.is_dir():
        hint = f"name a file in it: -o {Path(path) / 'scores.csv'}"
        raise UsageError(f"{path}: is a folder, not a file", slug="unwritable", hint=hint)
    if not target.parent.is_dir():
        raise UsageError(f"{path}: there is no folder `{Path(path).parent}`", slug="unwritable")
    if target.exists() and any(
        name != "-" and Path(name).exists() and target.samefile(name) for name in inputs
    ):
        raise UsageError(f"{path}: is one of the inputs, which are never overwritten", slug="unwritable")
