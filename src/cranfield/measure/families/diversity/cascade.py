"""Gains that fall with every document that covered the same aspect before."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import UsageError
from cranfield.measure.families.diversity.coverage import Coverage
from cranfield.model import Hits

Floats = NDArray[np.float64]
Weight = Callable[[Floats], Floats]  # of ranks

# What other tools do differently with all of these measures.
ZERO = "gives 0 where nothing is relevant to any aspect; here the topic is undefined"
UP_TO_20 = "stops at k = 20"
RAW_AT_1 = (
    "does not divide by the number of aspects at k = 1 (its loop begins at rank 2), so it can exceed 1 there"
)
ONE_AT_A_TIME = (
    "0.4.3 gives 0.0 for a measure with another alpha, beta or rel than one asked for in the same call"
)

_BLOCK = 1 << 16  # ranks at a time: k may be two billion


def gain(found: Coverage, hits: Hits, alpha: float, weight: Weight) -> Floats:
    """Add the gains of all hits of all aspects, each weighed by its rank."""
    nth, rank = hits.nth.astype(np.float64), hits.rank.astype(np.float64)
    return found.total(hits.per_topic(_novelty(alpha, nth) * weight(rank)))


def share_of_all(found: Coverage, alpha: float, k: int, weight: Weight) -> Floats:
    """Divide by the gain of k documents that cover every aspect."""
    most = 0.0
    for above in range(0, k, _BLOCK):
        ranks = np.arange(above + 1.0, min(above + _BLOCK, k) + 1)
        gains = _novelty(alpha, ranks) * weight(ranks)
        most += float(gains.sum())
        if gains[-1] == 0:  # nor does anything below add to it
            break
    return gain(found, found.hits.within(k), alpha, weight) / (most * found.num_aspects)


def checked_alpha(alpha: float) -> float:
    """Return alpha, if it is one."""
    if not 0 <= alpha <= 1:
        raise UsageError(f"`alpha` is from 0 to 1, not `{alpha}`", slug="measure-parameter")
    return alpha


def _novelty(alpha: float, nth: Floats) -> Floats:
    """What the n-th document for an aspect adds to it."""
    new: Floats = (1.0 - alpha) ** (nth - 1)
    return new
