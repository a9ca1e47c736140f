"""Precision for users who walk on from what they find: the part that the measures and the curves have in common."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.families.limits import check_range
from cranfield.measure.families.structured.best_list import BestList, best_lengths
from cranfield.measure.families.structured.poisson_binomial import (
    NORMAL_FROM,
    at_least_by_the_normal_law,
    table,
)
from cranfield.measure.families.structured.session import Session, sessions
from cranfield.model import Judged

Floats = NDArray[np.float64]
Law = Literal["exact", "normal"]
Empty = Literal["renormalise", "zero"]
Clip = Literal["no", "yes"]
_GUARD = 1e-9  # 0.29 * 100 is a little less than 29 to a computer, 0.07 * 100 a little more than 7


class Choices(NamedTuple):
    """The choices behind a precision; `EPRUM` has the meaning of each."""

    rel: float = 1
    scale: float = 0
    ideal: BestList = "auto"
    empty: Empty = "renormalise"
    clip: Clip = "no"
    law: Law = "exact"


class Satisfied(NamedTuple):
    """The users of one level of satisfaction: how many they are, and their precision for 1, 2, ... all ideals."""

    share: float
    precision: Floats

    def at(self, recall: float) -> float:
        """Return the precision at the first recall that is no less."""
        return float(self.precision[wanted(recall, len(self.precision)) - 1])


def wanted(recall: float, ideals: int) -> int:
    """Return how many ideals make up a recall level.

    >>> wanted(0.29, 100), wanted(0.07, 100), wanted(0, 5)
    (29, 7, 1)
    """
    return max(1, math.ceil(recall * ideals - _GUARD))


def satisfied(judged: Judged, choices: Choices) -> list[list[Satisfied]]:
    """Return for each topic its users, with their precisions."""
    check_range("scale", choices.scale, 0)

    def compute() -> list[list[Satisfied]]:
        return [
            [Satisfied(session.share, clipped(precisions(session, choices), choices)) for session in topic]
            for topic in sessions(judged, choices.rel, choices.scale)
        ]

    return judged.derived(("precisions", choices._replace(empty="renormalise")), compute)


def over_topics(topics: Iterable[Iterable[tuple[float, float]]], empty: Empty) -> Floats:
    """Average over each topic's users, given as (share, value); NaN where there are none."""
    return np.array([_over_users(list(users), empty) for users in topics], dtype=np.float64)


def _over_users(users: list[tuple[float, float]], empty: Empty) -> float:
    if not users:
        return math.nan
    shares, total = math.fsum(share for share, _ in users), sum(share * value for share, value in users)
    return total / shares if empty == "renormalise" else total


def per_user(judged: Judged, choices: Choices, value: Callable[[Session], float]) -> Floats:
    """Average something over each topic's users."""
    topics = sessions(judged, choices.rel, choices.scale)
    return over_topics((((each.share, value(each)) for each in topic) for topic in topics), choices.empty)


def precisions(session: Session, choices: Choices) -> Floats:
    """Return the precision for a user who wants the first 1, 2, ... all ideals."""
    return best_lengths(session, choices.ideal) * expected_inverse(session, choices.law)


def expected_inverse(session: Session, law: Law = "exact") -> Floats:
    """Return the mean of 1 / (ranks consulted) until 1, 2, ... ideals are found, 0 for who never finds so many.

    Nothing changes between two ranks that lead somewhere, so 1/k - 1/(k+1) of all these ranks adds up to the
    difference of their ends.
    """
    inverse = np.zeros(session.ideals)
    if session.certain:
        discovered = session.discovered()
        inverse[: len(discovered)] = 1 / discovered
        return inverse
    changes = session.changes()
    weights = 1 / changes - np.append(1 / changes[1:], 0.0)
    if law == "normal":
        return _by_the_normal_law(session, weights)
    return _at_least(session.mixed(weights))


def _by_the_normal_law(session: Session, weights: Floats) -> Floats:
    """Take the normal law at the ranks where enough is uncertain, and what is exact at the others."""
    p_at = table(session.stretches(), len(weights), session.ideals)
    near = (p_at * (1 - p_at)).sum(axis=1) >= NORMAL_FROM
    exact = _at_least(session.mixed(np.where(near, 0.0, weights)))
    approximate: Floats = weights[near] @ at_least_by_the_normal_law(p_at[near])
    return exact + approximate


def _at_least(likely: Floats) -> Floats:
    """Return how likely 1, 2, ... are reached or exceeded."""
    return likely[::-1].cumsum()[-2::-1]


def clipped(values: Floats, choices: Choices) -> Floats:
    """Return precisions as they count."""
    return np.minimum(values, 1.0) if choices.clip == "yes" else values
