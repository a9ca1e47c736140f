"""Precision and recall that count a document as right when its score is near its relevance, and the ten sectors."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cranfield.measure.families.distance.by_hand import square  # noqa: F401  (for the worked examples)
from cranfield.measure.families.distance.documents import EPSILON, MEANINGS, documents, ure
from cranfield.measure.families.distance.units import Scores
from cranfield.measure.families.limits import check_range
from cranfield.measure.register import measure
from cranfield.model import Judged

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

EQUAL_AREA = 1 - math.sqrt(0.5)
"""The half width of the band around SRE = URE that has half of the square's area."""

BAND = MEANINGS | {"delta": "a document is right if SRE and URE differ by less than this"}


@measure(
    "BandP",
    source="Mizzaro, IR'2001, section 4.1, P' and figure 6",
    relevance="graded",
    retrieval="scores",
    traits={"always-defined", "partial", "bounded"},
    needs={"unit-scores"},
    parameters=BAND,
)
def band_precision(
    judged: Judged, *, top: float = 1, scores: Scores = "as-is", delta: float = EQUAL_AREA
) -> Floats:
    """Share of rightly scored documents among those scored 0.5 or more.

        BandP = #(SRE >= 0.5 and |SRE - URE| < delta) / #(SRE >= 0.5)

    The paper's P', (3 + 4) / (1 + 2 + 3 + 4 + 5) in the sectors of its figure 6(b). A document on the wrong side
    of the border counts as right if it is near, one on the right side as wrong if it is far off. The text of the
    paper says "distance < .5", its figure and the demand that right and wrong have the same area give
    1 - sqrt(2)/2, about .293: that is the default. Undefined where no judged document is scored 0.5 or more.

    Table 2(b): P = R = 1 for both systems, but the second has both documents upside down.

    >>> band_precision(square(ure=[0.5, 1], sre=[0.5, 1])), band_precision(square(ure=[0.5, 1], sre=[1, 0.5]))
    (array([1.]), array([0.]))
    """
    several = documents(judged, scores)
    retrieved = several.where(several.sre >= 0.5 - EPSILON)
    return retrieved.mean(_is_near(retrieved.sre, ure(judged, retrieved, top), delta))


@measure(
    "BandR",
    source="Mizzaro, IR'2001, section 4.1, R' and figure 6",
    relevance="graded",
    retrieval="scores",
    traits={"partial", "bounded"},
    needs={"unit-scores"},
    parameters=BAND,
)
def band_recall(
    judged: Judged, *, top: float = 1, scores: Scores = "as-is", delta: float = EQUAL_AREA
) -> Floats:
    """Share of rightly scored documents among those with a URE of 0.5 or more.

        BandR = #(URE >= 0.5 and |SRE - URE| < delta) / #(URE >= 0.5)

    The paper's R', (3 + 8) / (2 + 3 + 5 + 8 + 9) in the sectors of its figure 6(b); see BandP. Documents whose
    SRE and URE are both below 0.5 count in neither, so it shares that blind spot with precision and recall.
    Undefined where no document has a URE of 0.5 or more.

    The third system of table 1 scores one bad document 1, which is no matter of recall:

    >>> third = square(ure=[0.8, 0.6, 0.4, 0.2, 0.1], sre=[0.8, 0.6, 0.4, 0.2, 1])
    >>> band_precision(third), band_recall(third)
    (array([0.66666667]), array([1.]))
    """
    several = documents(judged, scores)
    relevance = ure(judged, several, top)
    relevant = relevance >= 0.5 - EPSILON
    near = _is_near(several.sre, relevance, delta)
    return several.per_topic(relevant & near) / several.per_topic(relevant)


def _is_near(sre: Floats, ure: Floats, delta: float) -> NDArray[np.bool_]:
    check_range("delta", delta, 0, 1)
    return np.abs(sre - ure) < delta - EPSILON


def equal_area_x() -> float:
    """Return the half width of a band around the diagonal of the unit square that has half of its area.

    A band |SRE - URE| < x has the area 1 - (1 - x)^2, which is 1/2 for x = 1 - sqrt(2)/2.
    """
    return EQUAL_AREA


def sectors(sre: ArrayLike, ure: ArrayLike, delta: float = EQUAL_AREA) -> Ints:
    """Return the number of the sector of figure 6(b) in which each document lies.

    The lines SRE = 0.5, URE = 0.5 and SRE = URE +- delta cut the square into ten parts. The paper numbers nine;
    from the formulas of P' and R' follows which ones, except within the quarter where neither reaches 0.5,
    whose three parts are 6 (SRE the greater), 7 (about equal) and 10 (SRE the smaller) here.

    >>> sectors([0.9, 0.8, 0.2, 0.1], [0.1, 0.8, 0.2, 0.9])
    array([1, 3, 7, 9])
    """
    high, right = np.asarray(sre, dtype=np.float64), np.asarray(ure, dtype=np.float64)
    retrieved, relevant = high >= 0.5 - EPSILON, right >= 0.5 - EPSILON
    above, below = high - right >= delta - EPSILON, right - high >= delta - EPSILON
    numbers: Ints = np.where(
        retrieved,
        np.where(relevant, np.where(above, 2, np.where(below, 5, 3)), np.where(above, 1, 4)),
        np.where(relevant, np.where(below, 9, 8), np.where(above, 6, np.where(below, 10, 7))),
    ).astype(np.int64)
    return numbers


def sector_areas(delta: float = EQUAL_AREA) -> dict[int, float]:
    """Return the area of each sector: how many of uniformly scattered documents would lie there.

    >>> areas = sector_areas()
    >>> round(sum(areas.values()), 12), round(sum(areas[number] for number in (3, 4, 7, 8)), 12)
    (1.0, 0.5)
    """
    corner = max(0.5 - delta, 0) ** 2 / 2  # 2, 5, 6 and 10 are triangles, and vanish when the band is wide
    far = 0.25 - delta**2 / 2 if delta <= 0.5 else max(1 - delta, 0) ** 2 / 2
    quarter = 0.25 - 2 * corner
    near = 0.25 - far
    return {
        1: far, 2: corner, 3: quarter, 4: near, 5: corner,
        6: corner, 7: quarter, 8: near, 9: far, 10: corner,
    }  # fmt: skip
