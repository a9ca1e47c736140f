"""What the comparisons are given, as numpy columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import InputError, UsageError

Floats = NDArray[np.float64]


def numbers(values: Iterable[float], what: str = "the values") -> Floats:
    """Return a column of numbers that can be compared: NaN cannot."""
    try:
        column = np.asarray(values if hasattr(values, "__array__") else list(values), dtype=np.float64)
    except (TypeError, ValueError) as failure:
        raise InputError(f"{what} are not a column of numbers: {failure}", slug="wrong-shape") from None
    if column.ndim != 1:
        raise InputError(f"{what} are not one column: they have the shape {column.shape}", slug="wrong-shape")
    if np.isnan(column).any():
        raise InputError(
            f"{what} hold NaN, which is neither more nor less than anything",
            slug="nan-score",
            hint="leave out, on both sides, the topics for which one side is undefined",
        )
    return column


def in_order(ranking: Iterable[Any]) -> list[Any]:
    """Return the documents of a ranking, best first; what has no order, or one of its own, is none."""
    if isinstance(ranking, str | bytes | AbstractSet | Mapping) or not isinstance(ranking, Iterable):
        kind = type(ranking).__name__
        raise InputError(
            f"a ranking is a list of documents, not a {kind}",
            slug="wrong-shape",
            hint="give a list, best document first; of scores, cranfield.compare.tied(scores) makes one",
        )
    return list(ranking)


def ranks_down_to(depth: Any, what: str) -> int:
    """Return how many ranks are looked at: a whole number from 1 upwards."""
    if not isinstance(depth, int | np.integer) or depth < 1:
        raise UsageError(f"{what} must be a whole number from 1 upwards: {depth}", slug="bad-depth")
    return int(depth)


def tolerated(tolerance: float) -> float:
    """Return how far apart equal numbers may be: a finite number from 0 upwards."""
    if not 0 <= tolerance < float("inf"):
        raise UsageError(
            f"a tolerance is a finite number from 0 upwards: {tolerance}", slug="measure-parameter"
        )
    return tolerance


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
