"""Effort-precision under the same users: what is made of the gain they have on average, rather than of each of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.families.structured.session import Session

Floats = NDArray[np.float64]
_GUARD = 1e-9


def effort_precision(session: Session) -> Floats:
    """Return, for a gain of 1, 2, ... ideals: the ranks of the best list / the ranks until that is seen on average.

    0 where it never is. The ideal list has one ideal a rank. EPRUM asks how many users have seen so many; this asks
    how many the mean user has seen, and so comes to nothing where the mean falls short, however many got there.

    >>> columns = [1, 1, 2], [0, 1, 0], [0.5, 0.5, 1.0]
    >>> effort_precision(Session(1.0, 2, *map(np.array, columns)))
    array([1., 0.])
    """
    effort = np.zeros(session.ideals)
    changes = session.changes()
    if not len(changes):
        return effort
    told = session.stretches()
    gained = np.bincount(told.first, weights=told.probability, minlength=len(changes) + 1)
    gained -= np.bincount(told.last, weights=told.probability, minlength=len(changes) + 1)
    wanted = np.arange(1.0, session.ideals + 1)
    place = np.searchsorted(np.maximum.accumulate(gained.cumsum()[:-1]), wanted - _GUARD)
    there = place < len(changes)
    effort[there] = wanted[there] / changes[place[there]]
    return effort
