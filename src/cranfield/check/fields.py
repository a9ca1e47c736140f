"""Fields of many lines at once: their numbers, and a key for each that equal bytes share."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Places = NDArray[np.int64]

_WIDEST = 40  # a number longer than this is read by itself
_MULTIPLIER = 0x9E3779B97F4A7C15  # odd, so that it can be divided by
_INVERSE = pow(_MULTIPLIER, -1, 1 << 64)
_LENGTH = np.uint64(0xC2B2AE3D27D4EB4F)
_DIGITS = 18  # as many as fit into 64 bits whatever they are


def _table(characters: bytes) -> NDArray[np.bool_]:
    table = np.zeros(256, dtype=np.bool_)
    table[list(characters)] = True
    return table


_IN_NUMBERS = _table(b"0123456789+-.eE\0")
_IN_WHOLE = _table(b"0123456789\0")


def decimals(text: Bytes, starts: Places, ends: Places) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Read plain decimal numbers; the second result is False where someone else must look (`inf`, `1e`, `2,5`)."""
    cells, fits = _padded(text, starts, ends)
    usual = fits & _IN_NUMBERS[cells].all(axis=1)
    values = np.zeros(len(starts))
    words = _words(cells)
    try:
        values[usual] = words[usual].astype(np.float64)
    except ValueError:  # one of them, such as `1e`, is no number after all
        for row in np.flatnonzero(usual).tolist():
            try:
                values[row] = float(words[row])
            except ValueError:
                usual[row] = False
    return values, usual & np.isfinite(values)


def wholes(text: Bytes, starts: Places, ends: Places) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Read whole numbers without a sign; the second result is False where someone else must look."""
    cells, fits = _padded(text, starts, ends)
    usual = fits & _IN_WHOLE[cells].all(axis=1) & (ends - starts <= _DIGITS)
    values = np.zeros(len(starts), dtype=np.int64)
    for column in cells.T:
        digit = usual & (column > 0)
        values[digit] = values[digit] * 10 + (column[digit] - 48)
    return values, usual


def _padded(text: Bytes, starts: Places, ends: Places) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Lay the fields side by side, filled up with zeros."""
    lengths = ends - starts
    fits = lengths <= _WIDEST
    width = int(lengths[fits].max(initial=1))
    at = starts[:, None] + np.arange(width)
    cells = text[np.minimum(at, len(text) - 1)]
    cells[np.arange(width) >= lengths[:, None]] = 0
    return cells, fits


def _words(cells: NDArray[np.uint8]) -> NDArray[Any]:
    return np.ascontiguousarray(cells).view(f"S{cells.shape[1]}").ravel()


class Keys:
    """Keys of 64 bits for any stretch of a text, from sums over its beginning.

    Different ids share a key about once in 10 billion billion pairs, so whoever joins by keys compares the bytes, too.

    >>> text = np.frombuffer(b"d1 d2 d1", dtype=np.uint8)
    >>> first, second, third = Keys(text).of(np.array([0, 3, 6]), np.array([2, 5, 8])).tolist()
    >>> first == third, first == second
    (True, False)
    """

    _powers: NDArray[np.uint64] = np.ones(1, dtype=np.uint64)
    _inverses: NDArray[np.uint64] = np.ones(1, dtype=np.uint64)

    def __init__(self, text: Bytes) -> None:
        if len(Keys._powers) <= len(text):
            Keys._powers = _powers(_MULTIPLIER, len(text) + 1)
            Keys._inverses = _powers(_INVERSE, len(text) + 1)
        self._sums = np.zeros(len(text) + 1, dtype=np.uint64)
        np.cumsum(text * Keys._powers[: len(text)], out=self._sums[1:])

    def of(self, starts: Places, ends: Places) -> NDArray[np.uint64]:
        """Return the keys of the stretches."""
        keys: NDArray[np.uint64] = (self._sums[ends] - self._sums[starts]) * Keys._inverses[starts]
        return mixed(keys + (ends - starts).astype(np.uint64) * _LENGTH)


def mixed(keys: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Spread what differs in a key over all of its bits."""
    keys = (keys ^ (keys >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    keys = (keys ^ (keys >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return keys ^ (keys >> np.uint64(31))


def _powers(base: int, number: int) -> NDArray[np.uint64]:
    factors = np.full(number, base, dtype=np.uint64)
    factors[0] = 1
    return np.cumprod(factors, dtype=np.uint64)
