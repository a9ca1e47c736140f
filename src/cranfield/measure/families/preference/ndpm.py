"""ndpm: how far the system's order is from the user's preferences."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.preference.ideal import levels_of, rows_of_ideal
from cranfield.measure.families.preference.pairs import equal_pairs, inversions, pairs_of
from cranfield.measure.register import expected, measure
from cranfield.model import Judged

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
    found, topics, levels = judged.judged, judged.num_topics, levels_of(judged)
    missed = np.ones(len(judged.ideal), dtype=np.bool_)
    missed[rows_of_ideal(judged, found)] = False
    last = int(found.tie_first.max(initial=0)) + 1
    topic = np.concatenate((found.topic, judged.ideal_hits.topic[missed]))
    place = np.concatenate((found.tie_first, np.full(int(missed.sum()), last)))
    level = np.concatenate((levels.of(found), levels.ideal[missed]))
    # Within a tie the best comes first, so that no pair in it counts as contradicted.
    span = len(levels.grades)
    key = (topic * (last + 1) + place) * span + level
    order = np.argsort(key, kind="stable")
    topic, key, level = topic[order], key[order], level[order]
    contradicted = inversions(topic, level, topics)
    undecided = equal_pairs(topic, key // max(span, 1), topics) - equal_pairs(topic, key, topics)
    preferences = judged.once(ndpm, lambda: _preferences(judged))
    distance: Floats = (2 * contradicted + undecided) / (2 * preferences)
    return distance


def _preferences(judged: Judged) -> Ints:
    """Count the pairs of judged documents with different grades."""
    levels, topic = levels_of(judged), judged.ideal_hits.topic
    same = equal_pairs(topic, topic * len(levels.grades) + levels.ideal, judged.num_topics)
    return pairs_of(judged.num_judged) - same
