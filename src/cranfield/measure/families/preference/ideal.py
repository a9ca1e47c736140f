"""Where the documents of a run stand in the ideal ranking."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.model import Hits, Judged

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Levels(NamedTuple):
    """The grades of all topics as whole numbers: the best has 0."""

    grades: Floats  # negated, so that they ascend
    ideal: Ints  # of each row of `judged.ideal`

    def of(self, hits: Hits) -> Ints:
        """Return the levels of hits, of which none has a negative grade."""
        return np.searchsorted(self.grades, -hits.grade)


def levels_of(judged: Judged) -> Levels:
    """Number the grades that judges gave."""

    def numbered() -> Levels:
        grades = np.unique(-judged.ideal)
        return Levels(grades, np.searchsorted(grades, -judged.ideal))  # sooner there than by return_inverse

    return judged.once(levels_of, numbered)


def ideal_keys(judged: Judged) -> Ints:
    """Return topic and level of each row of `judged.ideal` as one number, which ascends."""
    levels = levels_of(judged)
    return judged.once(ideal_keys, lambda: judged.ideal_hits.topic * len(levels.grades) + levels.ideal)


def rows_of_ideal(judged: Judged, hits: Hits) -> Ints:
    """Return which row of `judged.ideal` each of the hits is; none of them may have a negative grade.

    Documents of one grade stand in the ideal ranking in the order of the run, those not retrieved behind.
    """
    levels = levels_of(judged)
    span = len(levels.grades)
    in_ideal = ideal_keys(judged)
    in_hits = hits.topic * span + levels.of(hits)
    order = np.argsort(in_hits, kind="stable")
    ascending = in_hits[order]
    first = np.searchsorted(ascending, ascending)
    rows = np.empty(len(order), dtype=np.int64)
    rows[order] = np.searchsorted(in_ideal, ascending) + np.arange(len(order)) - first
    return rows
