"""How much less a document is worth, the further down it stands."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import UsageError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Dcg = Literal["log2", "exp-log2", "jarvelin"]

_TABLE_LIMIT = 1 << 17


def discount(ranks: Ints, dcg: Dcg = "log2", base: float = 2) -> Floats:
    """Return what the gain at each of these ranks is divided by."""
    if dcg == "jarvelin":
        if not base > 1:
            raise UsageError(f"`base` is above 1, not `{base}`", slug="measure-parameter")
        # a logarithm below 1, at ranks better than the base, discounts nothing
        reduced: Floats = np.maximum(log2(ranks) / math.log2(base), 1.0)
        return reduced
    if base != 2:
        raise UsageError(
            f"`base` is for dcg='jarvelin'; the discount of {dcg} is log2(i + 1)", slug="measure-parameter"
        )
    return log2(ranks + 1)


def log2(numbers: Ints) -> Floats:
    """Return libm's logarithms; numpy's differ from them in the last bit on some machines."""
    highest = int(numbers.max(initial=1))
    if highest >= _TABLE_LIMIT:
        return np.array([math.log2(number) for number in numbers.tolist()])
    return _log2_table(max(highest.bit_length(), 10))[numbers]


@lru_cache
def _log2_table(bits: int) -> Floats:
    return np.array([0.0, *(math.log2(number) for number in range(1, 1 << bits))])
