"""Documents written down as the ADM paper writes them: what the judges said of each, and what the system said."""

from __future__ import annotations

from collections.abc import Sequence

from cranfield.measure.by_hand import Topic, judge_by_hand
from cranfield.model import Judged


def square(*, ure: Sequence[float], sre: Sequence[float], missed: Sequence[float] = ()) -> Judged:
    """Return one topic whose documents have these estimates of relevance, by users (URE) and by the system (SRE).

    `missed` holds the UREs of documents that the system did not retrieve, whose SRE is 0.

    >>> square(ure=[0.2, 1], sre=[0.1, 0.9], missed=[0.5]).hits.grade
    array([1. , 0.2])
    """
    order = sorted(range(len(sre)), key=lambda document: -sre[document])
    return judge_by_hand([Topic([ure[each] for each in order], missed, [sre[each] for each in order])])
