"""What a document is worth: its grade, unless the user gives grades other gains."""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import UsageError
from cranfield.measure.families.gains.discounts import Dcg
from cranfield.measure.families.limits import LARGEST, check_range
from cranfield.model import Hits, Judged
from cranfield.model.judged import Columns

Floats = NDArray[np.float64]

TOO_HIGH = 1000  # 2^1023 is the highest power of 2 among floats, and gains are summed
MEANING = "gains of some grades, such as '1=3,2=9'; the other grades keep theirs"

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?"
_PAIR = re.compile(rf"\s*({_NUMBER})\s*=\s*({_NUMBER})\s*", re.IGNORECASE | re.ASCII)


def gained(hits: Hits, gains: str | None = None, dcg: Dcg = "log2") -> Floats:
    """Return the gain of each hit. What no judge has seen gains nothing."""
    gain: Floats = np.maximum(hits.grade, 0)
    if dcg == "exp-log2":
        gain = np.exp2(np.minimum(gain, TOO_HIGH)) - 1
    if gains is not None:
        for grade, value in pairs(gains):
            gain[hits.grade == grade] = value
    if dcg == "exp-log2" and gain.max(initial=0) >= 2.0**TOO_HIGH - 1:
        raise UsageError(
            f"a grade of {hits.grade.max():g} is too high for a gain of 2^grade - 1",
            slug="measure-parameter",
            hint="take dcg='log2', or say what such a grade gains: gains='1000=10'",
        )
    return gain


@lru_cache
def pairs(gains: str) -> tuple[tuple[float, float], ...]:
    """Read `1=3,2=9`: the grades that are named, and what each gains.

    >>> pairs("1=3, 2=4.5")
    ((1.0, 3.0), (2.0, 4.5))
    """
    found = [_PAIR.fullmatch(part) for part in gains.split(",")]
    read = {float(pair[1]): float(pair[2]) for pair in found if pair}
    if len(read) < len(found) or not all(map(np.isfinite, read.values())):
        raise UsageError(
            f"`gains` cannot be read: `{gains}`",
            slug="measure-parameter",
            hint="it is written grade=gain, each grade once, such as gains='1=3,2=9'",
        )
    for gain in read.values():
        check_range("gains", gain, -LARGEST)
    if min(read) < 0:
        raise UsageError(
            f"`gains` names a grade below 0: `{gains}`",
            slug="measure-parameter",
            hint="a negative grade means pooled but not judged, and such a document gains nothing",
        )
    return tuple(read.items())


def best_first(judged: Judged, gains: str | None = None, dcg: Dcg = "log2") -> Hits:
    """Return the ideal ranking: the judged documents of each topic, retrieved or not, by falling gain."""
    if gains is None:
        return judged.ideal_hits  # a higher grade never gains less
    return judged.once((best_first, gains, dcg), lambda: by_gain(judged.ideal_hits, gains, dcg))


def by_gain(hits: Hits, gains: str | None = None, dcg: Dcg = "log2") -> Hits:
    """Rank those of these documents that gain something by what they gain."""
    gain = gained(hits, gains, dcg)
    order = np.lexsort((-gain, hits.topic))
    order = order[gain[order] > 0]
    topic = hits.topic[order]
    rank = np.arange(1, len(topic) + 1) - np.searchsorted(topic, topic)
    score, row = -rank.astype(np.float64), np.full(len(rank), -1)
    return Hits(hits.num_topics, Columns(topic, rank, hits.grade[order], score, row, rank, rank))


def highest_grade(judged: Judged) -> float:
    """Return the highest grade that any document of the collection has, also for topics that nobody asked for."""
    read = judged.qrels.highest_grade if judged.qrels else 0.0
    return judged.once(highest_grade, lambda: max(read, float(judged.ideal.max(initial=0))))
