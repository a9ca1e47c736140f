"""A column of identifiers, kept as bytes because that is what files hold and what ranks compare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, overload

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False, repr=False)
class Ids(Sequence[str]):
    r"""Identifiers laid end to end in `data`; number i is `data[offsets[i]:offsets[i + 1]]`.

    Seven million Python strings would cost half a gigabyte; this costs their bytes. Bytes that are not
    UTF-8 survive the trip to `str` and back (surrogateescape).

    >>> ids = Ids.of(["FT911-3", "d\u00e9j\u00e0"])
    >>> ids[0], len(ids), ids.raw(1)
    ('FT911-3', 2, b'd\xc3\xa9j\xc3\xa0')
    """

    data: bytes
    offsets: NDArray[np.int64]

    @classmethod
    def of(cls, ids: Iterable[str | bytes]) -> Ids:
        """Pack strings (or raw bytes) into one column."""
        parts = [to_bytes(identifier) for identifier in ids]
        lengths = np.fromiter(map(len, parts), dtype=np.int64, count=len(parts))
        return cls(b"".join(parts), np.concatenate(([np.int64(0)], np.cumsum(lengths))).astype(np.int64))

    def raw(self, index: int) -> bytes:
        """Return one identifier as the bytes of the file."""
        if index < 0:
            index += len(self)
        return self.data[self.offsets[index] : self.offsets[index + 1]]

    def raws(self) -> list[bytes]:
        """Return all identifiers as bytes."""
        ends = self.offsets.tolist()
        return [self.data[start:end] for start, end in pairwise(ends)]

    def take(self, rows: NDArray[np.int64]) -> Ids:
        """Return the identifiers at these positions, in this order."""
        raws = self.raws()
        return Ids.of(raws[row] for row in rows.tolist())

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return to_text(self.raw(index))

    def __iter__(self) -> Iterator[str]:
        return (to_text(raw) for raw in self.raws())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ids):
            return NotImplemented
        return self.raws() == other.raws()

    def __hash__(self) -> int:
        return hash(tuple(self.raws()))

    def __repr__(self) -> str:
        shown = ", ".join(repr(identifier) for identifier in self[:3])
        return f"<Ids: {len(self)} of {shown}{', ...' if len(self) > 3 else ''}>"


def to_text(raw: bytes) -> str:
    """Decode an identifier for people; undecodable bytes become lone surrogates and come back intact."""
    return raw.decode("utf-8", "surrogateescape")


def to_bytes(identifier: str | bytes) -> bytes:
    """Encode an identifier as a file holds it."""
    return identifier if isinstance(identifier, bytes) else identifier.encode("utf-8", "surrogateescape")
