"""Interpolated precision: the precision-recall curve without its teeth."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import UsageError
from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.register import measure
from cranfield.measure.trec_eval import list_of
from cranfield.model import Hits, Judged

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Levels = Literal["ceil", "trec9", "trec10"]

LEVELS = tuple(tenth / 10 for tenth in range(11))
_MEANING = {"levels": "how many documents a recall level asks for: the three readings of IPrec"}


@measure(
    "IPrec",
    source="Salton & McGill, Introduction to Modern Information Retrieval, 1983; trec_eval, m_iprec_at_recall.c",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "ideal"},
    trec_eval={"iprec_at_recall_*": {"levels": "trec9"}},
    trec_eval_cutoffs=LEVELS,
    at="recall",
    parameters={"recall": "the share of the relevant documents that the user wants", **_MEANING},
    elsewhere={"ir_measures": "IPrec@recall"},
    differs={
        "ir_measures": "its IPrec is trec_eval 9's: levels='trec9' here",
        "trec_eval 10": "rounds recall * n to the nearest number: levels='trec10' here. At recall 0.1 of 14 documents "
        "it asks for 1, which is a recall of 0.07, so 'interpolated precision at recall 0.1' is no longer true of it",
    },
)
def interpolated_precision(
    judged: Judged, *, rel: float = 1, recall: float, levels: Levels = "ceil"
) -> Floats:
    """The best precision that can be had at this recall or a higher one.

        IPrec@x = max of P@r over all ranks r at which at least c relevant documents were found
        c of the n relevant documents make up the recall x

        ceil      c = x * n, rounded up          the definition: a recall of x or more
        trec9     c = floor(x * n + 0.9)         trec_eval up to 9, ir_measures, the published curves of TREC
        trec10    c = x * n, rounded to nearest  trec_eval 10

    The points of a precision-recall plot: for a user who needs this share of what there is and wants to know how
    much chaff comes with it. 0 if the run never gets that far; at recall 0 it is the best precision anywhere.
    ceil and trec9 hardly ever differ at tenths (0.7 of 3 is 2.1, which trec9's arithmetic takes for 2); trec10 is
    more generous and cannot be compared with either.

    Rankings A of the Webis lecture (n = 6) has .8333 at .2 (2 documents), and C (n = 3) 1/3 at .4, where trec_eval
    10 asks for one document and finds 1:

    >>> interpolated_precision(example(ranks=[1, 3, 4, 5, 6, 10], n=6), recall=0.2)
    array([0.83333333])
    >>> interpolated_precision(example(ranks=[1, 6, 10], n=3), recall=0.4)
    array([0.33333333])
    >>> interpolated_precision(example(ranks=[1, 6, 10], n=3), recall=0.4, levels="trec10")
    array([1.])
    """
    if not 0 <= recall <= 1:
        hint = "IPrec@0.1 is the precision at a tenth of the relevant documents"
        raise UsageError(
            f"the recall of IPrec is from 0 to 1, not `{recall}`", slug="measure-cutoff", hint=hint
        )
    found = judged.relevant(rel)
    return _at(found, _best_from_here(found), _asked(recall, judged.num_relevant(rel), levels))


@measure(
    "IPrec11",
    source="Salton & McGill, Introduction to Modern Information Retrieval, 1983; trec_eval, m_11pt_avg.c",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "ideal"},
    trec_eval={"11pt_avg": {"levels": "trec9"}},
    trec_eval_parameters=list_of("recalls", example="0.25,0.5,0.75"),
    parameters={**_MEANING, "recalls": "recall levels of one's own, such as '0.25,0.5,0.75'"},
    differs={"trec_eval 10": "rounds recall levels to the nearest number of documents: levels='trec10' here"},
)
def eleven_point_precision(
    judged: Judged, *, rel: float = 1, levels: Levels = "ceil", recalls: str | None = None
) -> Floats:
    """Interpolated precision at recall 0, 0.1, ..., 1, averaged: the eleven-point average.

        IPrec11 = (IPrec@0 + IPrec@0.1 + ... + IPrec@1) / 11

    The standard of the decades before TREC settled on AP, and the one number to a precision-recall plot. With few
    relevant documents the points repeat each other (with one, all eleven are RR), so it has more of the first of
    them than of the last: IPrecArea weighs all alike, and so does AP. `recalls` averages at other levels, any
    number of them: '0.25,0.5,0.75' is the three-point average, trec_eval's 11pt_avg.0.25,0.5,0.75.

    Ranking A of the Webis lecture, .8212, and what trec_eval 10 makes of it:

    >>> ranking = example(ranks=[1, 3, 4, 5, 6, 10], n=6)
    >>> eleven_point_precision(ranking), eleven_point_precision(ranking, levels="trec10")
    (array([0.82121212]), array([0.85757576]))

    At recall .25 it wants two documents and at .75 five, with .8333 for either; at 1 it wants six:

    >>> eleven_point_precision(ranking, recalls="0.25,0.75"), eleven_point_precision(ranking, recalls="1")
    (array([0.83333333]), array([0.6]))
    """
    found, n = judged.relevant(rel), judged.num_relevant(rel)
    best, total = _best_from_here(found), np.zeros(judged.num_topics)
    points = LEVELS if recalls is None else _points(recalls)
    for recall in reversed(points):  # the order in which trec_eval adds
        total += _at(found, best, _asked(recall, n, levels))
    return total / len(points)


@lru_cache
def _points(recalls: str) -> tuple[float, ...]:
    """Read `0.25,0.5,0.75`: recall levels, which may stand in any order."""
    try:
        points = tuple(sorted(map(float, recalls.split(","))))
    except ValueError:
        points = ()
    if not points or not all(0 <= point <= 1 for point in points):
        raise UsageError(
            f"`recalls` of IPrec11 is numbers from 0 to 1, not `{recalls}`",
            slug="measure-parameter",
            hint="they stand in quotes, with commas between them: IPrec11(recalls='0.25,0.5,0.75')",
        )
    return points


@measure(
    "IPrecArea",
    source="van Rijsbergen, Information Retrieval, 1979, chapter 7 (the interpolation)",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "ideal"},
)
def interpolated_area(judged: Judged, *, rel: float = 1) -> Floats:
    """Area under the interpolated precision-recall curve.

        IPrecArea = (1/n) * sum over relevant documents found of the best precision there or further down
        n relevant documents

    What IPrec11 samples at eleven points, exactly. Never below AP, which takes the precision as it is at each
    relevant document; the two differ by the teeth of the curve, and a system is forgiven a gap that a later
    series of relevant documents makes up for.

    Ranking A of the Webis lecture, .8222 (its slide takes the eleven-point average, .8212, for this area):

    >>> interpolated_area(example(ranks=[1, 3, 4, 5, 6, 10], n=6))
    array([0.82222222])
    """
    found = judged.relevant(rel)
    return found.per_topic(_best_from_here(found)) / judged.num_relevant(rel)


def _asked(recall: float, n: Ints, levels: Levels) -> Ints:
    """Return how many relevant documents make up this recall, one at the least."""
    share = recall * n
    if levels == "trec9":
        asked = np.floor(share + 0.9)  # in floats as C computes it, slips and all
    elif levels == "trec10":
        whole = np.floor(share)
        asked = whole + (share - whole >= 0.5)  # as lround: a half goes up
    else:
        asked = np.ceil(share * (1 - 1e-12))  # 0.07 * 100 is a little more than 7, and means 7
    at_least_one: Ints = np.maximum(asked, 1).astype(np.int64)
    return at_least_one


def _at(found: Hits, best: Floats, asked: Ints) -> Floats:
    """Return the value at each topic's hit of this number, 0 where there are fewer."""
    return found.per_topic(np.where(found.nth == asked[found.topic], best, 0.0))


def _best_from_here(found: Hits) -> Floats:
    """For each hit the best precision at its rank or below."""
    precision = found.nth / found.rank
    order = np.argsort(precision)
    # Places in that order are whole numbers, which can be kept apart by topic without a rounding error.
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    apart = (found.num_topics - found.topic) * len(order) + place
    best: Floats = precision[order[np.maximum.accumulate(apart[::-1])[::-1] % max(len(order), 1)]]
    return best
