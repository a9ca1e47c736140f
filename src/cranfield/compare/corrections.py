"""What many comparisons at once do to a p: corrections for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from cranfield.compare.given import Floats
from cranfield.errors import InputError, UsageError

NONE = "none"


def bonferroni(p: Floats) -> Floats:
    """Multiply by the number of comparisons: the chance of *any* false finding stays below alpha."""
    return np.minimum(1.0, p * len(p))


def holm(p: Floats) -> Floats:
    """Multiply the smallest by n, the next by n - 1, ...: promises what Bonferroni does, and finds at least as much."""
    order = np.argsort(p, kind="stable")
    steps = p[order] * np.arange(len(p), 0, -1)
    return _put(np.maximum.accumulate(steps), order)


def benjamini_hochberg(p: Floats) -> Floats:
    """Bound the share of false ones among the findings, for comparisons that are independent or move together."""
    return _by_false_share(p, 1.0)


def benjamini_yekutieli(p: Floats) -> Floats:
    """Bound the share of false ones among the findings, however the comparisons hang together."""
    return _by_false_share(p, float((1 / np.arange(1, len(p) + 1)).sum()))


def _by_false_share(p: Floats, pessimism: float) -> Floats:
    order = np.argsort(p, kind="stable")
    steps = p[order] * pessimism * len(p) / np.arange(1, len(p) + 1)
    return _put(np.minimum.accumulate(steps[::-1])[::-1], order)


def _put(steps: Floats, order: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Floats:
    corrected = np.empty(len(steps))
    corrected[order] = np.minimum(1.0, steps)
    return corrected


CORRECTIONS: dict[str, Callable[[Floats], Floats]] = {
    "holm": holm,
    "bonferroni": bonferroni,
    "bh": benjamini_hochberg,
    "by": benjamini_yekutieli,
    NONE: np.copy,
}
NAMES = {
    "holm": "Holm",
    "bonferroni": "Bonferroni",
    "bh": "Benjamini-Hochberg",
    "by": "Benjamini-Yekutieli",
    "max-t": "max-T",
    NONE: "no correction",
}
ANY_FALSE = ("holm", "bonferroni", "max-t")
"""Corrections that bound the chance of a single false finding, so that the smallest p has to reach alpha / n, about."""
MULTIPLYING = ("holm", "bonferroni")
"""Those that multiply the smallest p by n; max-T draws a p that knows how comparisons hang together."""


def corrected(p: Iterable[float], correction: str = "holm") -> Floats:
    """Correct one family of p; NaN, where there is no test, stays and is not counted.

    >>> corrected([0.01, 0.04, 0.03], "holm").tolist()
    [0.03, 0.06, 0.06]
    >>> corrected([0.01, 0.04, 0.03], "bh").round(4).tolist()
    [0.03, 0.04, 0.04]
    """
    if correction not in CORRECTIONS:
        raise UsageError.unknown_choice("`correction`", correction, CORRECTIONS)
    given = np.asarray(p if hasattr(p, "__array__") else list(p), dtype=np.float64)
    there = ~np.isnan(given)
    if ((given[there] < 0) | (given[there] > 1)).any():
        raise InputError("a p lies between 0 and 1", slug="wrong-shape")
    result = given.copy()
    result[there] = CORRECTIONS[correction](given[there])
    return result
