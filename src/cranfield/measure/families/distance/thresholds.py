"""Precision, recall, fallout and generality of documents divided by a threshold for scores and one for relevance."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.families.distance.by_hand import square  # noqa: F401  (for the worked examples)
from cranfield.measure.families.distance.documents import EPSILON, MEANINGS, documents
from cranfield.measure.families.distance.documents import ure as relevance_of
from cranfield.measure.families.distance.units import Scores, unit_grades
from cranfield.measure.families.limits import check_range
from cranfield.measure.register import measure
from cranfield.model import Judged

Floats = NDArray[np.float64]

SOURCE = "Mizzaro, IR'2001, section 4.1, figure 4(b)"
THRESHOLDS = MEANINGS | {
    "sre": "the least SRE that counts as retrieved",
    "ure": "the least URE that counts as relevant",
}


class Sectors(NamedTuple):
    """How many judged documents of each topic lie in the four sectors of figure 4(b)."""

    a: Floats  # retrieved, not relevant
    b: Floats  # retrieved and relevant
    c: Floats  # neither
    d: Floats  # relevant, not retrieved


def sectors_of(judged: Judged, top: float, scores: str, sre: float, ure: float) -> Sectors:
    """Count the judged documents of each sector; one that reaches a threshold is beyond it."""
    check_range("sre", sre, 0, 1)
    check_range("ure", ure, 0, 1)
    several = documents(judged, scores)
    retrieved = several.sre >= sre - EPSILON
    relevant = relevance_of(judged, several, top) >= ure - EPSILON
    return Sectors(
        several.per_topic(retrieved & ~relevant),
        several.per_topic(retrieved & relevant),
        several.per_topic(~retrieved & ~relevant),
        several.per_topic(~retrieved & relevant),
    )


@measure(
    "ThresholdP",
    source=SOURCE,
    relevance="graded",
    retrieval="scores",
    traits={"always-defined", "partial", "bounded"},
    needs={"unit-scores"},
    parameters=THRESHOLDS,
)
def threshold_precision(
    judged: Judged, *, top: float = 1, scores: Scores = "as-is", sre: float = 0.5, ure: float = 0.5
) -> Floats:
    """Share of relevant documents among those scored at least `sre`, relevant meaning a URE of at least `ure`.

        ThresholdP = B / (A + B),  B retrieved and relevant, A retrieved and not relevant

    Precision as the ADM paper has it, to show what thresholds do: two documents that moved by a hundredth can
    change it by a half. Only judged documents count. Undefined where no judged document reaches `sre`.

    Tables 1 and 2(a), where 0.02 is all that separates the last two systems:

    >>> threshold_precision(square(ure=[0.8, 0.6, 0.4, 0.2, 0.1], sre=[0.9, 0.5, 0.5, 0.1, 0.2]))
    array([0.66666667])
    >>> threshold_precision(square(ure=[0.75, 0.75, 0.25], sre=[0.75, 0.49, 0.49]))
    array([1.])
    >>> threshold_precision(square(ure=[0.75, 0.75, 0.25], sre=[0.75, 0.49, 0.51]))
    array([0.5])
    """
    found = sectors_of(judged, top, scores, sre, ure)
    return found.b / (found.a + found.b)


@measure(
    "ThresholdR",
    source=SOURCE,
    relevance="graded",
    retrieval="scores",
    traits={"partial", "bounded"},
    needs={"unit-scores"},
    parameters=THRESHOLDS,
)
def threshold_recall(
    judged: Judged, *, top: float = 1, scores: Scores = "as-is", sre: float = 0.5, ure: float = 0.5
) -> Floats:
    """Share of the relevant documents that were scored at least `sre`, relevant meaning a URE of at least `ure`.

        ThresholdR = B / (B + D),  B retrieved and relevant, D relevant and not retrieved

    "Retrieved" is a question of the score here, not of being listed. Undefined where no URE reaches `ure`.

    >>> threshold_recall(square(ure=[0.8, 0.6, 0.4, 0.2, 0.1], sre=[1, 0.4, 0.6, 0, 0.3]))
    array([0.5])
    """
    found = sectors_of(judged, top, scores, sre, ure)
    return found.b / (found.b + found.d)


@measure(
    "ThresholdFallout",
    source=SOURCE,
    relevance="graded",
    retrieval="scores",
    traits={"always-defined", "partial", "bounded", "lower"},
    needs={"unit-scores"},
    parameters=THRESHOLDS,
)
def threshold_fallout(
    judged: Judged, *, top: float = 1, scores: Scores = "as-is", sre: float = 0.5, ure: float = 0.5
) -> Floats:
    """Share of the documents that are not relevant and were nevertheless scored at least `sre`.

        ThresholdFallout = A / (A + C),  A retrieved and not relevant, C neither

    With recall it covers all four sectors, which recall and precision do not: what lies in C never touches
    precision. Over judged documents it says little about the collection, most of whose irrelevant documents
    nobody judged. Undefined where every judged document is relevant.

    >>> threshold_fallout(square(ure=[0.8, 0.6, 0.4, 0.2, 0.1], sre=[0.9, 0.5, 0.5, 0.1, 0.2]))
    array([0.33333333])
    """
    found = sectors_of(judged, top, scores, sre, ure)
    return found.a / (found.a + found.c)


@measure(
    "ThresholdGenerality",
    source=SOURCE,
    relevance="graded",
    retrieval="none",
    traits={"always-defined", "partial", "bounded", "unjudged-blind", "descriptive"},
    needs={"unit-scores"},
    parameters=THRESHOLDS,
)
def threshold_generality(judged: Judged, *, top: float = 1, ure: float = 0.5) -> Floats:
    """Share of relevant documents among the judged ones, relevant meaning a URE of at least `ure`.

        ThresholdGenerality G = (B + D) / (A + B + C + D)

    How easy the topic is: blind choice has a precision of G. It ties the others together,
    P = R G / (R G + F (1 - G)), with F for fallout.

    >>> threshold_generality(square(ure=[0.8, 0.6, 0.4, 0.2, 0.1], sre=[0] * 5))
    array([0.4])
    """
    check_range("ure", ure, 0, 1)
    relevant = unit_grades(judged, judged.ideal, top) >= ure - EPSILON
    return judged.ideal_hits.per_topic(relevant) / judged.num_judged


@measure(
    "ThresholdE",
    source="Mizzaro, IR'2001, section 3 (his E, the mean of precision and recall)",
    relevance="graded",
    retrieval="scores",
    traits={"partial", "bounded"},
    needs={"unit-scores"},
    parameters=THRESHOLDS,
)
def threshold_e(
    judged: Judged, *, top: float = 1, scores: Scores = "as-is", sre: float = 0.5, ure: float = 0.5
) -> Floats:
    """Mean of ThresholdP and ThresholdR: the number that the ADM paper calls E.

        ThresholdE = (ThresholdP + ThresholdR) / 2

    More is better. That is neither van Rijsbergen's E, of which less is better, nor Swets's. A plain mean
    forgives a system that retrieves everything: recall 1 and hardly any precision still make 1/2, where the
    harmonic mean F would be near 0. Undefined where either of the two is.

    Table 1 prints .84, the mean of the rounded .67 and 1:

    >>> threshold_e(square(ure=[0.8, 0.6, 0.4, 0.2, 0.1], sre=[0.9, 0.5, 0.5, 0.1, 0.2]))
    array([0.83333333])
    """
    found = sectors_of(judged, top, scores, sre, ure)
    return (found.b / (found.a + found.b) + found.b / (found.b + found.d)) / 2
