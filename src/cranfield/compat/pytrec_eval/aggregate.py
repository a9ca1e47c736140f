"""One number for all topics."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np


def compute_aggregated_measure(measure: str, values: Iterable[float]) -> float:
    """Return the sum of `num_...`, the geometric mean of `gm_...` (whose values are logarithms), or the mean.

    >>> compute_aggregated_measure("map", [0.5, 1.0]), compute_aggregated_measure("num_rel", [2, 3])
    (0.75, 5.0)
    """
    # numpy's own sum, which pairs terms: to the last bit what pytrec_eval gives.
    column = np.asarray(list(values), dtype=np.float64)
    total = float(column.sum())
    if measure.startswith("num_"):
        return total
    if not len(column):
        return math.nan
    mean = total / len(column)
    return float(np.exp(mean)) if measure.startswith("gm_") else mean
