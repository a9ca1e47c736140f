"""What the comparisons are given, as numpy columns."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import InputError

Floats = NDArray[np.float64]


def numbers(values: Iterable[float], what: str = "the values") -> Floats:
    """Return a column of numbers that can be compared: NaN cannot."""
    column = np.asarray(values if hasattr(values, "__array__") else list(values), dtype=np.float64)
    if column.ndim != 1:
        raise InputError(f"{what} are not one column: they have the shape {column.shape}", slug="wrong-shape")
    if np.isnan(column).any():
        raise InputError(
            f"{what} hold NaN, which is neither more nor less than anything",
            slug="nan-score",
            hint="leave out, on both sides, the topics for which one side is undefined",
        )
    return column


def paired(one: Iterable[float], other: Iterable[float]) -> tuple[Floats, Floats]:
    """Return two columns of numbers that belong together, one pair a row."""
    first, second = numbers(one), numbers(other)
    if len(first) != len(second):
        raise InputError(
            f"{len(first):,} values cannot be paired with {len(second):,}",
            slug="wrong-shape",
            hint="both sides need a value for the same topics (or systems), in the same order",
        )
    return first, second
