"""The average distance measure, and what else a mean of distances may be."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.families.distance.by_hand import square  # noqa: F401  (for the worked examples)
from cranfield.measure.families.distance.documents import (
    COLLECTION,
    MEANINGS,
    OVER,
    Over,
    documents,
    refuse_unused,
    size,
    ure,
)
from cranfield.measure.families.distance.units import Scores, unit_scores_of_unjudged
from cranfield.measure.register import measure
from cranfield.model import Judged

Floats = NDArray[np.float64]


@measure(
    "ADM",
    source="Mizzaro, A new measure of retrieval effectiveness, IR'2001, Oulu, eq. 1",
    relevance="graded",
    retrieval="scores",
    traits={"always-defined", "partial", "bounded"},
    needs={"unit-scores"},
    parameters=MEANINGS | COLLECTION,
)
def adm(
    judged: Judged,
    *,
    top: float = 1,
    scores: Scores = "as-is",
    over: Literal["judged", "retrieved", "collection"] = "judged",
    collection: int | None = None,
) -> Floats:
    """How near the scores come to the relevance itself, on average over the documents.

        ADM = 1 - mean over documents of |SRE - URE|
        SRE = what the system said of the document, from 0 to 1; 0 if it did not retrieve it
        URE = what the users said of it, grade / top

    For those whose users see the scores, or act on them: a filter, a fusion, a bar beside each result. No
    threshold divides documents into good and bad ones, so a small change of the scores is a small change of ADM:
    it never exceeds the mean change of the SREs, whereas precision may jump. The order alone earns nothing: the
    right ranking with scores all near 1 is a bad one. A score outside 0 to 1 is refused until you say by
    `scores` what it means.

    Mind the scale. Over a whole collection nearly all documents have URE 0, and a system that retrieves nothing
    is nearly perfect; the default is therefore the judged documents. Over the `retrieved` ones alone, recall does
    not count. For given UREs ADM cannot fall below ADMmin, and scores drawn blindly have ADMrandom.

    A topic without relevant documents has an ADM, too: all scores should be 0 there. Only where no document
    counts at all (nothing judged, or nothing judged retrieved) is it undefined.

    Table 1 prints .9, .8 and .8; the last one is .82:

    >>> for sre in ([0.9, 0.5, 0.5, 0.1, 0.2], [1, 0.4, 0.6, 0, 0.3], [0.8, 0.6, 0.4, 0.2, 1]):
    ...     print(f"{adm(square(ure=[0.8, 0.6, 0.4, 0.2, 0.1], sre=sre))[0]:.6f}")
    0.900000
    0.800000
    0.820000
    """
    several = documents(judged, scores, over)
    if over != "collection":
        refuse_unused(collection)
    distance = several.per_topic(np.abs(several.sre - ure(judged, several, top)))
    if over != "collection":
        return 1 - distance / several.number
    known = judged.num_judged + judged.retrieved - judged.judged.count
    whole = size(judged, known, over, collection)
    return 1 - (distance + unit_scores_of_unjudged(judged, scores)) / whole


@measure(
    "ADMrms",
    source="Mizzaro, IR'2001, section 5 (in words), as the deviation from SRE = URE",
    relevance="graded",
    retrieval="scores",
    traits={"always-defined", "partial", "bounded"},
    needs={"unit-scores"},
    parameters=MEANINGS | OVER,
)
def adm_rms(judged: Judged, *, top: float = 1, scores: Scores = "as-is", over: Over = "judged") -> Floats:
    """How near the scores come to the relevance, one large error weighing more than many small ones.

        ADMrms = 1 - square root of the mean of (SRE - URE)^2

    The paper proposes "standard deviation in place of the sum of absolute differences"; this reads it as the
    deviation from the ideal line, ADMsd as that from the mean error. It equals ADM where all errors are of one
    size, and is smaller otherwise. Take it where a single document scored absurdly is what you fear.

    The third system of table 1 errs once, and badly: ADM is .82.

    >>> adm_rms(square(ure=[0.8, 0.6, 0.4, 0.2, 0.1], sre=[0.8, 0.6, 0.4, 0.2, 1]))
    array([0.59750776])
    """
    several = documents(judged, scores, over)
    return 1 - np.sqrt(several.mean((several.sre - ure(judged, several, top)) ** 2))


@measure(
    "ADMsd",
    source="Mizzaro, IR'2001, section 5 (in words), as the standard deviation of SRE - URE",
    relevance="graded",
    retrieval="scores",
    traits={"always-defined", "partial", "bounded"},
    needs={"unit-scores"},
    parameters=MEANINGS | OVER,
)
def adm_sd(
    judged: Judged, *, top: float = 1, scores: Scores = "as-is", over: Over = "judged", ddof: int = 0
) -> Floats:
    """How even the errors of the scores are: 1 when every document is off by the same amount.

        ADMsd = 1 - standard deviation of (SRE - URE)

    The other reading of the paper's "standard deviation" (see ADMrms). It forgives a constant bias, so scores
    that are all 0.3 too high are perfect: a question of calibration by one constant, not of quality as a user
    meets it. With `ddof=1` a single document is undefined, and two may fall below 0.

    >>> adm_sd(square(ure=[0.8, 0.6, 0.4, 0.2, 0.1], sre=[0.8, 0.6, 0.4, 0.2, 1]))
    array([0.64])
    >>> adm_sd(square(ure=[0.5, 0.25, 0], sre=[0.75, 0.5, 0.25]))
    array([1.])
    """
    several = documents(judged, scores, over)
    return 1 - several.deviation(several.sre - ure(judged, several, top), ddof)
