"""Unpacking gzip, xz, bzip2 and zstd as a stream, one thread ahead of whoever reads it.

The format is known by its first bytes, never by the name of the file. Data that is damaged or cut off is an
error, also when what came before it was good: half a run has a score too, and it is wrong.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from queue import SimpleQueue
from typing import Any, Protocol

from cranfield.errors import InputError, MissingPackageError

BLOCK = 1 << 20
READ_AT_ONCE = 1 << 18
_BLOCKS_AHEAD = 4
_PATIENCE = 1.0  # seconds to wait for a thread that may be stuck in reading a pipe

_MAGIC = {
    b"\x1f\x8b": "gzip",
    b"\xfd7zXZ\x00": "xz",
    b"BZh": "bzip2",
    b"\x28\xb5\x2f\xfd": "zstd",
    # zstd's skippable frames, with which pzstd begins a file
    **{bytes([first]) + b"\x2a\x4d\x18": "zstd" for first in range(0x50, 0x60)},
}
LONGEST_MAGIC = max(map(len, _MAGIC))


class _Member(Protocol):
    """One member (stream, frame) of a compressed file: the common part of the four libraries."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int) -> bytes: ...


class _GzipMember:
    """Gives zlib the manners of bz2 and lzma: what does not fit into a block waits for the next call."""

    def __init__(self) -> None:
        import zlib

        self._zlib = zlib.decompressobj(wbits=31)  # 31: a gzip header, and its checksum verified
        self._block_was_full = False

    @property
    def eof(self) -> bool:
        return self._zlib.eof

    @property
    def needs_input(self) -> bool:
        return not self._block_was_full and not self._zlib.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._zlib.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        waiting = self._zlib.unconsumed_tail
        block = self._zlib.decompress(waiting + data if waiting else data, max_length)
        self._block_was_full = len(block) == max_length
        return block


def compression_of(head: bytes) -> str | None:
    """Name the compression that data with these first bytes has, None for none."""
    return next((name for magic, name in _MAGIC.items() if head.startswith(magic)), None)


def decompressed(chunks: Iterable[bytes], compression: str, name: str) -> Iterator[bytes]:
    """Unpack chunks of a compressed file into blocks of up to 1 MiB; `name` is for messages."""
    new_member, damage = _library(compression, name)
    members = _Members(new_member)
    produced = 0
    try:
        for chunk in chunks:
            for block in members.feed(chunk):
                produced += len(block)
                yield block
        yield from members.drain()
    except damage as error:
        if members.at_start and members.number > 1:
            raise InputError(
                f"{name}: after the end of the {compression} data comes something else",
                slug="trailing-garbage",
                hint="was text appended to the compressed file? unpack it, put it right, and compress it again",
            ) from None
        raise InputError(
            f"{name}: the {compression} data is damaged: {error}",
            slug="damaged-compression",
            hint="copy or download the file again",
        ) from None
    if members.unfinished:
        raise InputError(
            f"{name}: the {compression} data ends too early, after {produced:,} unpacked bytes",
            slug="truncated-compression",
            hint="the file was cut off; copy or download it again",
        )


class _Members:
    """The members of a compressed file, one after the other, with zeros allowed after each."""

    def __init__(self, new_member: Callable[[], _Member]) -> None:
        self._new_member = new_member
        self._member = new_member()
        self.number = 1
        self.at_start = True  # nothing of this member has been understood yet
        self._fed = False

    @property
    def unfinished(self) -> bool:
        """Whether the data ended within a member."""
        return self._fed and not self._member.eof

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yield what can be unpacked now."""
        while True:
            if self._member.eof:
                data = data.lstrip(b"\0")
                if not data:
                    return
                self._member, self.at_start, self._fed = self._new_member(), True, False
                self.number += 1
            self._fed = self._fed or bool(data)
            block = self._member.decompress(data, BLOCK)
            if block:
                self.at_start = False
                yield block
            if self._member.eof:
                data = self._member.unused_data
            elif self._member.needs_input:
                return
            else:
                data = b""

    def drain(self) -> Iterator[bytes]:
        """Yield what the last member still holds back."""
        while not self._member.eof and (block := self._member.decompress(b"", BLOCK)):
            yield block


def _library(compression: str, name: str) -> tuple[Callable[[], _Member], tuple[type[Exception], ...]]:
    """Return what makes a decompressor, and what it raises on damaged data."""
    if compression == "gzip":
        import zlib

        return _GzipMember, (zlib.error,)
    if compression == "xz":
        import lzma

        return lzma.LZMADecompressor, (lzma.LZMAError,)
    if compression == "bzip2":
        import bz2

        return bz2.BZ2Decompressor, (OSError, ValueError)
    zstd = _zstd(name)
    return zstd.ZstdDecompressor, (zstd.ZstdError,)


def _zstd(name: str) -> Any:
    try:
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
    except ImportError:
        raise MissingPackageError(f"reading zstd ({name})", "backports.zstd") from None
    return zstd


def ahead(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the same blocks, made by a thread that works ahead: unpacking and parsing overlap.

    The thread ends with the iterator, whether that is read to its end, closed before, or given up. An error on
    the thread is raised here.
    """
    made: SimpleQueue[bytes | BaseException | None] = SimpleQueue()
    room = threading.Semaphore(_BLOCKS_AHEAD)
    given_up = threading.Event()

    def work() -> None:
        try:
            for block in chain(_filled(blocks), [None]):
                room.acquire()
                if given_up.is_set():
                    return
                made.put(block)
        except BaseException as error:  # noqa: BLE001  (raised again where it can be seen)
            made.put(error)

    worker = threading.Thread(target=work, name="cranfield-decompress", daemon=True)
    worker.start()
    try:
        while (block := made.get()) is not None:
            if isinstance(block, BaseException):
                raise block
            room.release()
            yield block
    finally:
        given_up.set()
        room.release()
        worker.join(_PATIENCE)


def _filled(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Join small blocks, as a file of many small members gives them, into large ones."""
    waiting: list[bytes] = []
    size = 0
    for block in blocks:
        waiting.append(block)
        size += len(block)
        if size >= BLOCK // 2:
            yield b"".join(waiting)
            waiting, size = [], 0
    if waiting:
        yield b"".join(waiting)
