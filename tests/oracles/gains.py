"""Discounted cumulated gain as the three sources write it."""

from __future__ import annotations

from collections.abc import Iterable
from math import log2, nan

from tests.oracles.sets import Judgements, Ranking


def normalized_discounted_cumulated_gain(
    ranking: Ranking, judgements: Judgements, *, dcg: str = "log2", k: int | None = None
) -> float:
    ideal = sorted(judgements, key=lambda document: -judgements[document])
    best = discounted_cumulated_gain((judgements[document] for document in ideal[:k]), dcg)
    reached = discounted_cumulated_gain((judgements.get(document, 0) for document in ranking[:k]), dcg)
    return reached / best if best > 0 else nan


def discounted_cumulated_gain(grades: Iterable[float], dcg: str) -> float:
    total = 0.0
    for rank, grade in enumerate(grades, 1):
        level = max(grade, 0)
        if dcg == "log2":
            total += level / log2(rank + 1)
        elif dcg == "exp-log2":
            total += (2**level - 1) / log2(rank + 1)
        elif dcg == "jarvelin":
            total += level if rank < 2 else level / log2(rank)
    return total
