"""How long the best of all lists is, for a user who wants so many ideals: what a ranking is held against.

Where an item leads to no more than one ideal in all (its probabilities add up to 1 at most), nobody can find r ideals
in fewer than r ranks on average, and listing them one by one takes just that. Elsewhere one item may lead to several.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import UsageError
from cranfield.measure.families.structured.session import Session

Floats = NDArray[np.float64]
BestList = Literal["auto", "count", "greedy", "bound", "list"]
_CERTAIN = 1e-12


def best_lengths(session: Session, rule: BestList) -> Floats:
    """Return the ranks that users consult on average for the first 1, 2, ... ideals, in the best list there is."""
    one_by_one = np.arange(1.0, session.ideals + 1)
    possible = session.possible
    if possible is None or rule == "count":
        return one_by_one
    if rule == "list" or (rule == "auto" and session.listed):
        return _of_the_list(session)
    masses = np.bincount(possible.rank, weights=possible.probability)
    largest = float(masses.max(initial=1.0))
    if largest <= 1 + _CERTAIN:
        return one_by_one
    return (
        one_by_one / largest
        if rule == "bound"
        else np.minimum(one_by_one, expected_lengths(greedy(possible)))
    )


def _of_the_list(session: Session) -> Floats:
    if not session.listed or session.possible is None:
        raise UsageError(
            "the navigation model knows no best list",
            slug="no-best-list",
            hint="ideal=greedy makes one, ideal=count takes one ideal a rank",
        )
    lengths = expected_lengths(session.possible)
    if not np.isfinite(lengths).all():
        reached = int(np.isfinite(lengths).sum())
        raise UsageError(
            f"the best list leads all users to {reached} of {session.ideals} ideals only",
            slug="no-best-list",
            hint="put the ideals themselves at its end",
        )
    return lengths


def expected_lengths(session: Session) -> Floats:
    """Return how many ranks of a list users consult on average until they have found 1, 2, ... ideals.

    Infinite where some of them never find so many.

    >>> columns = [1, 1, 2, 3], [0, 1, 0, 1], [0.9, 0.9, 1.0, 1.0]
    >>> expected_lengths(Session(1.0, 2, *map(np.array, columns))).round(9)
    array([1.01, 1.29])
    """
    lengths = np.full(session.ideals, np.inf)
    changes = session.changes()
    if not len(changes):
        return lengths
    going_on = session.mixed(np.append(np.diff(changes), 0.0).astype(np.float64)).cumsum()[:-1]
    fewer = session.found().cumsum()[:-1]
    sure = fewer <= _CERTAIN
    lengths[sure] = changes[0] + going_on[sure]
    return lengths


def greedy(possible: Session) -> Session:
    """Make a list of the possible items, each time of the one that leads to most of what has not been seen yet."""
    unseen = np.ones(possible.ideals)
    listed: list[int] = []
    left = possible.probability.copy()
    while True:
        gains = np.bincount(possible.rank, weights=left * unseen[possible.ideal], minlength=1)
        item = int(gains.argmax())
        if gains[item] <= _CERTAIN:
            break
        listed.append(item)
        rows = slice(*np.searchsorted(possible.rank, [item, item + 1]).tolist())
        unseen[possible.ideal[rows]] *= 1 - possible.probability[rows]
        left[rows] = 0.0  # an item is listed once
    place = np.zeros(int(possible.rank.max(initial=0)) + 1, dtype=np.int64)
    place[listed] = np.arange(1, len(listed) + 1)
    kept = np.flatnonzero(place[possible.rank])
    order = kept[np.lexsort((possible.ideal[kept], place[possible.rank[kept]]))]
    return possible._replace(
        rank=place[possible.rank[order]], ideal=possible.ideal[order], probability=possible.probability[order]
    )
