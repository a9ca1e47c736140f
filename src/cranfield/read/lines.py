"""The lines of a source as text, for the formats that Python's own modules read."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from itertools import chain

from cranfield.errors import InputError
from cranfield.read.request import Request
from cranfield.read.source import TextSource

LONGEST_LINE = 1 << 24


def watched_blocks(source: TextSource, request: Request) -> Iterator[bytes]:
    """Yield the blocks of a source and say how far we are."""
    done = 0
    progress = source.on_disk(request.progress)
    for block in source.blocks():
        yield block
        done += len(block)
        if progress is not None:
            progress(done)


def text_lines(source: TextSource, request: Request) -> Iterator[str]:
    """Yield lines with their ends; comments become blank lines, so that numbers stay right."""
    lines = chain.from_iterable(_lines_of_blocks(source, request))
    comment = request.comments
    if comment is None:
        return lines
    return ("\n" if line.lstrip().startswith(comment) else line for line in lines)


def _lines_of_blocks(source: TextSource, request: Request) -> Iterator[Iterable[str]]:
    """Yield the lines of one block after the other; only this loop is Python, not the one over lines."""
    carried, done, encoding = b"", 0, "utf-8-sig"
    for block in chain(watched_blocks(source, request), [b""]):
        whole, end, rest = (carried + block).rpartition(b"\n")
        if not block:
            whole, end, rest = carried, b"", b""
        carried = rest
        if len(carried) > LONGEST_LINE:
            raise InputError(
                f"{source.name}: a line is longer than 16 MiB",
                slug="long-line",
                hint="is this the right file?",
            )
        text = (whole + end).decode(encoding, "surrogateescape")
        if "\0" in text:
            raise _not_text(source.name, done + text[: text.index("\0")].count("\n") + 1)
        if text:
            encoding = "utf-8"
            done += text.count("\n")
            yield io.StringIO(text, newline="\n")


def _not_text(name: str, line: int) -> InputError:
    return InputError(
        f"{name}:{line}: the line holds a NUL byte, so this is not a text file",
        slug="nul",
        hint="was the file cut off while it was written, or is it UTF-16?",
    )
