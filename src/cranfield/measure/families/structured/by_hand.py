"""Structured rankings written down by hand, for worked examples and tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from cranfield.measure.by_hand import Topic, judge_by_hand
from cranfield.model import Ids, Judged
from cranfield.model.reached import Reached

Matrix = Sequence[Sequence[float]]


def walked(
    reach: Matrix,
    grades: Sequence[float] = (),
    *,
    possible: Matrix | None = None,
    best: Matrix | None = None,
) -> Judged:
    """Return one topic: a row a rank, a column an ideal, and how likely the user reaches this from that.

    `grades` are those of the ideals, 1 unless told. `possible` has what other items would lead to, `best` those of the
    best list, in its order.

    >>> walked([[0.4, 0.4], [0.6, 0.4], [1, 0]]).reached.probability
    array([0.4, 0.4, 0.6, 0.4, 1. ])
    """
    ideals = len(reach[0]) if len(reach) else len(grades)
    told = list(grades) or [1.0] * ideals
    judged = judge_by_hand([Topic([None] * len(reach), told)])
    others = best if best is not None else possible
    reached = replace(
        _reached(reach, told),
        possible=None if others is None else _reached(others, told),
        listed=best is not None,
    )
    return replace(judged, reached=reached)


def _reached(matrix: Matrix, grades: Sequence[float]) -> Reached:
    table = np.array(matrix, dtype=np.float64).reshape(-1, len(grades))
    rank, ideal = np.nonzero(table)
    ends = np.array([0, len(rank)], dtype=np.int64)
    return Reached(
        topics=Ids.of(["1"]),
        ideal_starts=np.array([0, len(grades)], dtype=np.int64),
        grade=np.array(grades, dtype=np.float64),
        starts=ends,
        rank=rank + 1,
        ideal=ideal,
        probability=table[rank, ideal],
    )
