"""Scores made of nothing but numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cranfield.compare.comparison import Comparison, Difference
from cranfield.model import Policies, Recipe, Scores, Source


def scores_of(
    values: NDArray[np.float64],
    *,
    runs: Sequence[str] = (),
    measures: Sequence[str] = (),
    topics: Sequence[str] = (),
) -> Scores:
    """Name what has no name: r0, r1, ...; AP, nDCG@10, ...; 100, 101, ..."""
    count = values.shape
    known = ("AP", "nDCG@10", "P@10", "RR", "R@100")
    return Scores(
        runs=tuple(runs) or tuple(f"r{number}" for number in range(count[0])),
        measures=tuple(measures) or known[: count[1]],
        topics=tuple(topics) or tuple(str(100 + number) for number in range(count[2])),
        values=values,
        answered=np.logical_not(np.isnan(values).all(axis=1)),
        aggregates=tuple("mean" for _ in range(count[1])),
        recipe=Recipe(tuple(measures) or known[: count[1]], Policies(), Source("qrels"), (), "python"),
    )


def made(
    runs: int, topics: int, *, measures: Sequence[str] = ("AP",), seed: int = 0, better: float = 0.03
) -> Scores:
    """Runs, each better than the one before by so much on average, on topics of which some are harder than others."""
    chance = np.random.default_rng(seed)
    shape = (runs, len(measures), topics)
    merit = better * np.arange(runs)[:, None, None]
    values = 0.3 + merit + chance.normal(0, 0.15, (1, *shape[1:])) + chance.normal(0, 0.08, shape)
    return scores_of(values, measures=measures)


def only(comparison: Comparison) -> Difference:
    """Return the one row of a comparison of two runs by one measure."""
    (row,) = comparison
    return row
