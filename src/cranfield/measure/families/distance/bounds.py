"""What ADM there is to be had: the least, that of random scores, and that of the same scores shuffled."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.families.distance.by_hand import square  # noqa: F401  (for the worked examples)
from cranfield.measure.families.distance.documents import (
    COLLECTION,
    MEANINGS,
    OVER,
    Documents,
    Over,
    documents,
    size,
    ure,
)
from cranfield.measure.families.distance.units import Scores, unit_grades
from cranfield.measure.register import measure
from cranfield.model import Judged

Floats = NDArray[np.float64]
Known = Literal["judged", "collection"]


@measure(
    "ADMmin",
    source="Mizzaro, IR'2001, section 3 (range); the attainable end of it is derived here",
    relevance="graded",
    retrieval="none",
    traits={"always-defined", "partial", "bounded", "unjudged-blind", "descriptive"},
    needs={"unit-scores"},
    parameters=MEANINGS | COLLECTION,
)
def adm_min(
    judged: Judged, *, top: float = 1, over: Known = "judged", collection: int | None = None
) -> Floats:
    """The worst ADM that any scores could have, given what the users said.

        ADMmin = mean over documents of min(URE, 1 - URE)

    The paper gives ADM the range from 0 to 1, but 0 takes a document that is wholly relevant or wholly not: of one
    with URE 0.4 no score is farther away than 0.6. So an ADM of 0.5 can be a good or a bad one, and ADMs of
    topics that differ in their UREs are hard to compare; (ADM - ADMmin) / (1 - ADMmin) would be the share of the
    way.

    Table 1's UREs, for which ADM ends at .26:

    >>> adm_min(square(ure=[0.8, 0.6, 0.4, 0.2, 0.1], sre=[0] * 5))
    array([0.26])
    """
    relevance = unit_grades(judged, judged.ideal, top)
    least = judged.ideal_hits.per_topic(np.minimum(relevance, 1 - relevance))
    return least / size(judged, judged.num_judged, over, collection)


@measure(
    "ADMrandom",
    source="Mizzaro, IR'2001, section 5 (in words); the formula is derived here",
    relevance="graded",
    retrieval="none",
    traits={"always-defined", "partial", "bounded", "unjudged-blind", "descriptive"},
    needs={"unit-scores"},
    parameters=MEANINGS | COLLECTION,
)
def adm_random(
    judged: Judged, *, top: float = 1, over: Known = "judged", collection: int | None = None
) -> Floats:
    """The ADM that scores drawn blindly from 0 to 1 have on average: the zero of any honest scale.

        ADMrandom = 1/2 + mean over documents of URE * (1 - URE)

    It lies between .5 (all UREs 0 or 1) and .75 (all .5). A system below it knows less than nothing. A system
    that gives every document the median URE may be well above it, without telling any two documents apart, so
    look at ADMpermuted, too.

    >>> adm_random(square(ure=[0.8, 0.6, 0.4, 0.2, 0.1], sre=[0] * 5))
    array([0.678])
    """
    relevance = unit_grades(judged, judged.ideal, top)
    above = judged.ideal_hits.per_topic(relevance * (1 - relevance))
    return 0.5 + above / size(judged, judged.num_judged, over, collection)


@measure(
    "ADMpermuted",
    source="Mizzaro, IR'2001, section 5 (random SREs), with the system's own scores; derived here",
    relevance="graded",
    retrieval="scores",
    traits={"always-defined", "partial", "bounded", "descriptive"},
    needs={"unit-scores"},
    parameters=MEANINGS | OVER,
)
def adm_permuted(
    judged: Judged, *, top: float = 1, scores: Scores = "as-is", over: Over = "judged"
) -> Floats:
    """The ADM that the system's own scores would have on average, dealt out to the documents at random.

        ADMpermuted = 1 - (1/n^2) * sum over all pairs of documents i, j of |SRE_i - URE_j|

    How much of an ADM comes from scores of about the right size, whichever document they stand at. What ADM has
    above it, the system owes to knowing one document from another.

    Table 1's first system, with an ADM of .9:

    >>> adm_permuted(square(ure=[0.8, 0.6, 0.4, 0.2, 0.1], sre=[0.9, 0.5, 0.5, 0.1, 0.2]))
    array([0.692])
    """
    several = documents(judged, scores, over)
    return 1 - _distance_of_all_pairs(several, ure(judged, several, top)) / several.number**2


def _distance_of_all_pairs(several: Documents, relevance: Floats) -> Floats:
    """Sum |SRE_i - URE_j| over all pairs of each topic, in one sort.

    Between two neighbouring values x < y lie the pairs with one of them at x or below and the other at y or
    above, and each is y - x longer for it.
    """
    topic = np.concatenate((several.topic, several.topic))
    value = np.concatenate((several.sre, relevance))
    order = np.lexsort((value, topic))
    topic, value = topic[order], value[order]
    nothing = np.zeros_like(several.weight)
    scored = np.cumsum(np.concatenate((several.weight, nothing))[order])
    judged = np.cumsum(np.concatenate((nothing, several.weight))[order])
    before = (np.cumsum(several.number) - several.number)[topic]
    scored_below, judged_below, number = scored - before, judged - before, several.number[topic]
    # Within a topic every gap counts; from one topic to the next, nothing is left above, and the product is 0.
    gap = np.diff(value, append=value[-1:])
    pairs = scored_below * (number - judged_below) + judged_below * (number - scored_below)
    sums = np.bincount(topic, weights=gap * pairs, minlength=several.num_topics)
    return sums.astype(np.float64, copy=False)
