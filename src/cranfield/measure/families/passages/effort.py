"""Effort-precision at levels of gain-recall: how much further down one has to look than in the best list."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.gains.given import MEANING, best_first, gained
from cranfield.measure.families.gains.running import running
from cranfield.measure.families.limits import check_positive, check_range
from cranfield.measure.families.passages.told import share
from cranfield.measure.register import measure
from cranfield.model import Hits, Judged

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_SOURCE = "Kazai & Lalmas, INEX 2005 Evaluation Measures, LNCS 3977 (from memory)"
_SURE = 1e-9  # sums of gains in another order may differ by this much, and be the same


@measure(
    "EP",
    source=_SOURCE,
    relevance="graded",
    retrieval="ranking",
    traits={"bounded", "promotion", "ideal"},
    at="x",
    parameters={
        "gains": MEANING,
        "x": "gain-recall: the share of all gain that is to be reached, above 0 up to 1",
    },
)
def effort_precision(judged: Judged, *, gains: str | None = None, x: float) -> Floats:
    """Effort-precision: how few documents or elements the best list needs for a gain, against how many the run needs.

        EP@x = i / r;  i, r the first ranks at which ideal list and run have gained x * (gain of the ideal list)
        0 where the run never gains so much

    The EP/GR curve of INEX 2005 and 2006, for gains of any size. At 0.5 it says: for half of what could be gained, the
    user of this run looks at 1 / EP times as many elements as necessary. It falls to 0 where recall ends, however
    little is missing: EPRUM, which was made against this, does not. For elements that nest, the judgements
    must be those of an ideal list without overlap; other elements of the run gain nothing, though they be near.

    Gains 1, 0, 1, 2 against the ideal 2, 1, 1: for half of the gain (2) the best list needs 1 rank, this run 3

    >>> run = example([1, 0, 1, 2])
    >>> effort_precision(run, x=0.5), effort_precision(run, x=1)
    (array([0.33333333]), array([0.75]))
    """
    check_positive("x", x, slug="measure-cutoff")
    check_range("x", x, 0, 1, slug="measure-cutoff")
    ideal = best_first(judged, gains)
    wanted = x * ideal.per_topic(gained(ideal, gains))
    topics = np.arange(judged.num_topics)
    most = _first_rank(ideal, gained(ideal, gains), topics, wanted)
    needed = _first_rank(judged.hits, gained(judged.hits, gains), topics, wanted)
    return _defined(judged, gains, share(np.where(needed > 0, most, 0), needed))


@measure(
    "MAep",
    source=_SOURCE,
    relevance="graded",
    retrieval="ranking",
    traits={"bounded", "promotion", "ideal"},
    parameters={"gains": MEANING},
)
def mean_effort_precision(judged: Judged, *, gains: str | None = None) -> Floats:
    """Mean of the effort-precision at the gains that the run reaches.

        MAep = 1/n * sum over ranks r of the run that add gain of i(r) / r
        i(r) the first rank at which the ideal list has gained as much as the run at r;  n documents with gain

    AP for gains: with gains of 0 and 1 it is AP, because the best list has gained i at rank i. What is never found
    adds nothing. See EP for what to think of it where elements nest.

    Gains 1, 0, 1, 2 against 2, 1, 1: 1/1, 1/3 and 3/4, of 3

    >>> mean_effort_precision(example([1, 0, 1, 2]))
    array([0.69444444])
    """
    ideal, hits = best_first(judged, gains), judged.hits
    gain = gained(hits, gains)
    adds = np.flatnonzero(gain > 0)
    there = ideal.per_topic(gained(ideal, gains) > 0)
    most = _first_rank(ideal, gained(ideal, gains), hits.topic[adds], running(hits, gain)[adds])
    worth = np.bincount(hits.topic[adds], most / hits.rank[adds], judged.num_topics)
    return _defined(judged, gains, share(worth, there))


def _first_rank(hits: Hits, gain: Floats, topic: Ints, wanted: Floats) -> Ints:
    """Return the first rank at which each of these topics has gained as much as is wanted; 0 where none has."""
    so_far = running(hits, np.maximum(gain, 0.0))
    ranks = np.zeros(len(wanted), dtype=np.int64)
    for place, (number, least) in enumerate(zip(topic.tolist(), wanted.tolist(), strict=True)):
        start = int(hits.start[number])
        of_topic = so_far[start : start + int(hits.count[number])]
        first = int(np.searchsorted(of_topic, least * (1 - _SURE)))
        if first < len(of_topic):
            ranks[place] = hits.rank[start + first]
    return ranks


def _defined(judged: Judged, gains: str | None, values: Floats) -> Floats:
    """Leave topics undefined in which nothing gains."""
    ideal = best_first(judged, gains)
    return np.where(ideal.per_topic(gained(ideal, gains)) > 0, values, np.nan)
