"""ndpm: how far the system's order is from the user's preferences."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.preference.ideal import ideal_keys, levels_of
from cranfield.measure.families.preference.pairs import equal_pairs, inversions, pairs_of
from cranfield.measure.register import expected, measure
from cranfield.model import Hits, Judged

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@expected("ndpm")  # a tie counts half, which is what it does on average over both of its orders
@measure(
    "ndpm",
    source="Yao, JASIS 46(2), 1995",
    relevance="graded",
    retrieval="ranking",
    traits={"partial", "lower", "bounded", "promotion", "ideal", "unjudged-blind"},
)
def ndpm(judged: Judged) -> Floats:
    """Normalised distance-based performance measure: share of the user's preferences that the system contradicts.

        ndpm = (2 * contradicted + undecided) / (2 * preferences)

    A preference is a pair of judged documents with different grades. The system contradicts it when it puts the
    worse document first, and leaves it undecided when both have the same score, or neither was retrieved: what
    was not retrieved stands behind everything else, all in one tie. 0 is agreement, 0.5 what a random order gets,
    1 the user's order upside down. It asks for no more of grades than their order, and it does not care how
    near the top an error is: for users who read all that was judged. Unjudged documents are passed over. With
    two grades and no ties it is 1 - Rnorm among the judged documents.

    Ties are seen in the scores, so no policy about ties changes it. Undefined where all judged documents have one
    grade, because nobody prefers anything; with positive judgements only (MS MARCO) that is so for every topic.

    Three systems and the relevance estimates .8 .6 .4 .2 .1 of Mizzaro's ADM paper, table 1; the first system's
    scores are .9 .5 .5 .1 .2:

    >>> ndpm(example([0.8, 0.6, 0.4, 0.1, 0.2], scores=[0.9, 0.5, 0.5, 0.2, 0.1]))
    array([0.15])
    >>> ndpm(example([0.8, 0.4, 0.6, 0.1, 0.2])), ndpm(example([0.1, 0.8, 0.6, 0.4, 0.2]))
    (array([0.2]), array([0.4]))
    """
    found, topics, levels, groups = judged.judged, judged.num_topics, levels_of(judged), _groups(judged)
    level = levels.of(found)
    found_of = np.bincount(groups.number(found, level), minlength=len(groups.size))
    missed_of = groups.size - found_of
    contradicted, undecided = _among_found(found, level, topics)
    contradicted += groups.per_topic(found_of * groups.better(missed_of), topics)
    undecided += pairs_of(groups.per_topic(missed_of, topics)) - groups.per_topic(pairs_of(missed_of), topics)
    sizes = groups.size
    preferences = judged.once(
        ndpm, lambda: pairs_of(judged.num_judged) - groups.per_topic(pairs_of(sizes), topics)
    )
    distance: Floats = (2 * contradicted + undecided) / (2 * preferences)
    return distance


def _among_found(found: Hits, level: Ints, topics: int) -> tuple[Ints, Ints]:
    """Count in each topic the pairs of retrieved documents that the system contradicts, and those it leaves undecided."""
    tied = np.flatnonzero(found.tie_last > found.tie_first)
    topic, place, tied_level = found.topic[tied], found.tie_first[tied], level[tied]
    # Within a tie the best comes first, so that no pair in it counts as contradicted.
    tied_level = tied_level[np.lexsort((tied_level, place, topic))]
    ordered = level.copy()
    ordered[tied] = tied_level
    tie = topic * (int(place.max(initial=0)) + 1) + place
    alike = equal_pairs(topic, tie * (int(tied_level.max(initial=0)) + 1) + tied_level, topics)
    return inversions(found.topic, ordered, topics), equal_pairs(topic, tie, topics) - alike


class _Groups(NamedTuple):
    """The judged documents of one topic and one grade: the best of the first topic, its next, ..."""

    key: Ints  # topic * span + level, ascending
    span: int
    topic: Ints
    first: Ints  # the first group of the same topic
    size: Ints

    def number(self, hits: Hits, level: Ints) -> Ints:
        """Return the group of each hit."""
        return np.searchsorted(self.key, hits.topic * self.span + level)

    def better(self, number: Ints) -> Ints:
        """Sum `number` over the groups of the same topic with a better grade."""
        before = np.cumsum(number) - number
        return before - before[self.first]

    def per_topic(self, number: Ints, topics: int) -> Ints:
        """Sum `number` over the groups of each topic."""
        return np.bincount(self.topic, weights=number, minlength=topics).astype(np.int64)


def _groups(judged: Judged) -> _Groups:
    def grouped() -> _Groups:
        span, keys = len(levels_of(judged).grades), ideal_keys(judged)
        starts = np.flatnonzero(np.diff(keys, prepend=-1))
        topic, size = judged.ideal_hits.topic[starts], np.diff(starts, append=len(keys))
        return _Groups(keys[starts], span, topic, np.searchsorted(topic, topic), size)

    return judged.once(_groups, grouped)
