"""Where text comes from: a file, compressed or not, a pipe, standard input, or a stream that is already open."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import PurePath
from typing import Any

from cranfield.errors import InputError, cannot_read
from cranfield.model.recipe import Source
from cranfield.read.decompress import BLOCK, LONGEST_MAGIC, READ_AT_ONCE, ahead, compression_of, decompressed

STANDARD_INPUT = "-"
HEAD = 1 << 16
_COMPRESSED = (".gz", ".xz", ".bz2", ".zst", ".zstd")
_TYPES = (
    ".run",
    ".txt",
    ".trec",
    ".res",
    ".results",
    ".csv",
    ".tsv",
    ".json",
    ".jsonl",
    ".parquet",
    ".arrow",
    ".arrows",
    ".feather",
    ".ipc",
)

Read = Callable[[int], bytes]
Progress = Callable[[int], object]


class TextSource:
    """An input that is open, with its first bytes at hand.

    `head` is unpacked already. `text()` gives all of it: the path where the core can read the file by itself
    (plain and regular, so with several threads), or else blocks of bytes.
    """

    def __init__(
        self, name: str, run_name: str, *, path: str | None, read: Read, close: Callable[[], None]
    ) -> None:
        self.name = name
        self.run_name = run_name
        self.path = path
        self.size: int | None = None
        self.changed: int | None = None
        self.consumed = 0  # bytes of the file itself: what progress is measured by where it is compressed
        self._close = close
        self.compression: str | None = None
        self._opened: Iterator[bytes] | None = self._unpacked(read)
        self.head = self._read_head()

    @property
    def rereadable(self) -> bool:
        """Whether the input can be read a second time; a pipe cannot."""
        return self.path is not None

    def text(self) -> str | Iterator[bytes]:
        """Return what the core reads: the path of a plain file, or blocks of bytes."""
        if self.path is not None and self.compression is None and _is_utf8(self.path):
            self.close()
            return self.path
        return self.blocks()

    def blocks(self) -> Iterator[bytes]:
        """Yield all of the input, unpacked, in blocks of about 1 MiB; nothing happens before the first is asked for."""
        opened, self._opened = self._opened, None
        if opened is None:
            yield from self._again().blocks()
            return
        try:
            yield from ahead(opened) if self.compression else opened
        finally:
            self._close()

    def _again(self) -> TextSource:
        if self.path is not None:
            return _open_file(self.path, self.name)
        raise InputError(
            f"{self.name} can be read only once, and it has been read",
            slug="read-twice",
            hint="save it to a file, and name the file",
        )

    def on_disk(self, progress: Progress | None) -> Progress | None:
        """Measure progress in bytes of the file, which are fewer than were unpacked."""
        if progress is None or self.compression is None:
            return progress
        return lambda _: progress(self.consumed)

    def read(self) -> bytes:
        """Return all of the input at once."""
        return b"".join(self.blocks())

    def close(self) -> None:
        """Let go of the file; a rereadable input can be read all the same."""
        self._opened = None
        self._close()

    def source(self) -> Source:
        """Return what the recipe of a score says of this input."""
        return Source(self.name, self.path, self.size, self.changed)

    def _unpacked(self, read: Read) -> Iterator[bytes]:
        start = self._start(read)
        self.compression = compression_of(start)
        chunks = self._chunks(start, read, READ_AT_ONCE if self.compression else BLOCK)
        yield from decompressed(chunks, self.compression, self.name) if self.compression else chunks

    def _start(self, read: Read) -> bytes:
        """Read as much as tells a compression, or to the end: a pipe gives what it has."""
        data = b""
        try:
            while len(data) < LONGEST_MAGIC and (more := read(READ_AT_ONCE)):
                data += more
        except OSError as error:
            raise cannot_read(self.name, error) from None
        return data

    def _chunks(self, start: bytes, read: Read, size: int) -> Iterator[bytes]:
        chunk = start
        try:
            while chunk:
                self.consumed += len(chunk)
                yield chunk
                chunk = read(size)
        except OSError as error:
            raise cannot_read(self.name, error) from None

    def _read_head(self) -> bytes:
        blocks = self._opened or iter(())
        first: list[bytes] = []
        try:
            while sum(map(len, first)) < HEAD and (block := next(blocks, b"")):
                first.append(block)
        except BaseException:
            self._close()
            raise
        self._opened = chain(first, blocks)
        return b"".join(first)[:HEAD]


def open_source(where: str | os.PathLike[str]) -> TextSource:
    """Open a path, or standard input for `-`.

    >>> open_source("no-such.run")
    Traceback (most recent call last):
    cranfield.errors.InputError: no-such.run: there is no such file
    hint: relative names start in ...
    """
    name = os.fsdecode(where)
    if name == STANDARD_INPUT:
        if sys.stdin is None:
            raise InputError("standard input: cannot be read: it is closed", slug="cannot-read")
        return open_stream(getattr(sys.stdin, "buffer", sys.stdin), "standard input", "stdin")
    return _open_file(name, name)


def open_stream(stream: Any, name: str | None = None, run_name: str | None = None) -> TextSource:
    """Read from a stream that is open already: a pipe, `io.BytesIO`, what `open` returned. It stays open."""
    known = name or _name_of(stream)
    binary = getattr(stream, "buffer", stream)
    # Without the lock of a buffered reader, a thread that waits for a pipe cannot block the end of the program.
    raw = getattr(binary, "raw", None) if known == "standard input" else None

    def read(size: int) -> bytes:
        data = (raw or binary).read(size)
        if data is None:  # nothing there yet is not the end
            raise BlockingIOError(errno.EAGAIN, "the stream does not block, so its end cannot be told")
        return data.encode("utf-8", "surrogateescape") if isinstance(data, str) else bytes(data)

    return TextSource(known, run_name or bare_name(known), path=None, read=read, close=lambda: None)


def bare_name(path: str) -> str:
    """Name a run after its file.

    >>> [bare_name(path) for path in ("runs/bm25.run.gz", "input.v1", "a.b.trec.txt", ".run")]
    ['bm25', 'input.v1', 'a.b', '.run']
    """
    name = PurePath(path).name or path
    for endings in (_COMPRESSED, _TYPES):
        while (stem := _without_ending(name, endings)) is not None:
            name = stem
    return name


def _is_utf8(path: str) -> bool:
    """Tell whether the native core can open a file of this name."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _without_ending(name: str, endings: tuple[str, ...]) -> str | None:
    folded = name.casefold()
    ending = next((ending for ending in endings if folded.endswith(ending) and len(name) > len(ending)), None)
    return name[: -len(ending)] if ending else None


def _open_file(path: str, name: str) -> TextSource:
    try:
        stream = open(path, "rb", buffering=0)  # noqa: PTH123, SIM115  (the source closes it)
        status = os.fstat(stream.fileno())
    except (OSError, ValueError) as error:
        raise cannot_read(name, error) from None
    regular = stat.S_ISREG(status.st_mode)
    source = TextSource(
        name, bare_name(name), path=path if regular else None, read=stream.read, close=stream.close
    )
    if regular:
        source.size, source.changed = status.st_size, status.st_mtime_ns
    return source


def _name_of(stream: Any) -> str:
    name = getattr(stream, "name", None)
    return name if isinstance(name, str) else "stream"
