"""How many documents there are: the end of the list, where documents that were not found are thought to stand."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import UsageError
from cranfield.measure.families.limits import check_range
from cranfield.model import Judged

Ints = NDArray[np.int64]


def known_documents(judged: Judged) -> Ints:
    """Count each topic's documents that anybody knows of: judged, retrieved or both."""
    return judged.num_judged + judged.retrieved - judged.judged.count


def documents(judged: Judged, told: int | None, parameter: str) -> Ints:
    """Return how many documents each topic has: as many as the user told, or those that anybody knows of."""
    known = known_documents(judged)
    if told is None:
        return known
    most = int(known.max(initial=0))
    if told < most:
        raise UsageError(
            f"`{parameter}` says that there are {told:,} documents, but for one topic {most:,} were judged or retrieved",
            slug="measure-parameter",
            hint=f"`{parameter}` counts all documents, those that were not retrieved, too",
        )
    check_range(parameter, told, 0)
    return np.full_like(known, told)
