"""Expected reciprocal rank: a user who reads down the list until a document satisfies."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import UsageError
from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.gains.given import highest_grade
from cranfield.measure.families.gains.running import running
from cranfield.measure.register import measure
from cranfield.model import Hits, Judged

Floats = NDArray[np.float64]

PARAMETERS = {
    "top": "the highest grade of the scale; None: the highest that any document of the collection has"
}


@measure(
    "ERR",
    source="Chapelle, Metzler, Zhang & Grinspan, CIKM 2009",
    relevance="graded",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict"},
    parameters=PARAMETERS,
    elsewhere={"ir_measures": "ERR@k (through gdeval)", "gdeval": "err@k", "Quepid": "err@k"},
    differs={
        "gdeval": "always takes 4 for the highest grade, which is ERR(top=4)@k here, and rounds to 5 decimals; "
        "ours takes the highest of the collection unless told, as the paper defines it. ir_measures calls gdeval"
    },
)
def expected_reciprocal_rank(judged: Judged, *, top: float | None = None, k: int | None = None) -> Floats:
    """Reciprocal rank at which a user is satisfied, who may be by any document, the likelier the better it is.

        ERR = sum over ranks i of (1/i) * R_i * (1 - R_1) * ... * (1 - R_(i-1)),  R = (2^grade - 1) / 2^top

    For web search and questions with one intent: after a good answer few go on, so a second one adds little.
    This is what nDCG lacks. Nearly all is decided at the first few ranks, which makes it as unsteady as RR
    (which it is, where one document satisfies for certain). Even the ideal ranking stays below 1: nERR divides
    by what that one has.

    The grade below `top` satisfies half as often, the next a quarter: on a long scale only the last steps
    count. Without `top` it is the highest grade of all judgements. Give it where that may not be the top of
    the scale, and always to compare collections: TREC's web tracks use 4.

    Grades 2, 1, 2, 0 of at most 2, R = 3/4, 1/4, 3/4: 3/4 + 1/4 * 1/4 / 2 + 1/4 * 3/4 * 3/4 / 3

    >>> expected_reciprocal_rank(example([2, 1, 2, 0]))
    array([0.828125])
    """
    return _err(judged.hits.within(k), _checked(judged, top))


@measure(
    "nERR",
    source="Clarke et al., WSDM 2011; Sakai, Metrics, Statistics, Tests, 2014",
    relevance="graded",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict", "ideal"},
    parameters=PARAMETERS,
)
def normalised_err(judged: Judged, *, top: float | None = None, k: int | None = None) -> Floats:
    """ERR as a share of what the ideal ranking has.

        nERR = ERR(ranking) / ERR(ideal)

    The ideal ranking is made of all judged documents of the topic, best grade first, and is cut at k, too.
    ERR of a topic whose best document is only fair cannot rise above a small number; this lifts it to 1, so
    that topics count alike. It also hides that the users of such a topic leave unsatisfied: report ERR as
    well. Undefined when nothing has a grade above 0.

    Grades 2, 1, 2, 0: .828125 of the .848958 that 2, 2, 1, 0 has

    >>> normalised_err(example([2, 1, 2, 0]))
    array([0.97546012])
    """
    highest = _checked(judged, top)
    ideal = judged.once((normalised_err, top, k), lambda: _err(judged.ideal_hits.within(k), highest))
    return _err(judged.hits.within(k), highest) / ideal


def _err(hits: Hits, top: float) -> Floats:
    # (2^grade - 1) / 2^top, in a way that no high grade overflows
    satisfied = np.exp2(np.maximum(hits.grade, 0) - top) - np.exp2(-top)
    unsatisfied = running(hits, 1 - satisfied, np.multiply)
    arriving = np.ones(len(unsatisfied))
    arriving[1:] = np.where(hits.nth[1:] > 1, unsatisfied[:-1], 1)
    return hits.per_topic(satisfied * arriving / hits.rank)


def _checked(judged: Judged, top: float | None) -> float:
    highest = highest_grade(judged)
    if top is None:
        return highest
    if top < highest:
        raise UsageError(
            f"`top` is {top:g}, but a document has the grade {highest:g}",
            slug="measure-parameter",
            hint="`top` is the highest grade of the scale; left out, it is the highest of all judgements",
        )
    return top
