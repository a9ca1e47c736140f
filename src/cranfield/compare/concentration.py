"""Concentration: is what there is in few hands?"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from cranfield.compare.given import numbers
from cranfield.errors import InputError


def gini(values: Iterable[float]) -> float:
    """Gini coefficient: 0 when all have the same, (n - 1) / n when one has everything.

        G = sum over i of (2i - n - 1) * r_i / (n * sum of r),  r_1 <= r_2 <= ... <= r_n

    Of the retrievability of documents it says whether a system can find them all, or keeps returning the
    same few whatever is asked (Azzopardi & Vinay, CIKM 2008): twice the area between the Lorenz curve and the
    diagonal. It grows with the number of documents that are never found, so compare it on one collection only.
    Undefined (NaN) when there is nothing to share.

    Five documents that were retrieved 0, 1, 1, 2 and 6 times:

    >>> gini([0, 1, 1, 2, 6])
    0.52
    """
    ascending = np.sort(numbers(values))
    if len(ascending) and ascending[0] < 0:
        raise InputError(f"a share cannot be negative: {ascending[0]}", slug="score")
    count, total = len(ascending), float(ascending.sum())
    weights = 2 * np.arange(1, count + 1) - count - 1
    return float(weights @ ascending) / (count * total) if total else math.nan
