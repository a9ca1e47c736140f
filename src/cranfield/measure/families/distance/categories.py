"""ADM over categories."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.families.distance.by_hand import square  # noqa: F401  (for the worked examples)
from cranfield.measure.families.distance.documents import EPSILON, MEANINGS, OVER, Over, documents, ure
from cranfield.measure.families.distance.units import Scores
from cranfield.measure.families.limits import check_range
from cranfield.measure.register import measure
from cranfield.model import Judged

Floats = NDArray[np.float64]


@measure(
    "ADMcat",
    source="Mizzaro, IR'2001, section 4.1 (ADM with N categories of relevance and M of retrieval)",
    relevance="graded",
    retrieval="scores",
    traits={"always-defined", "partial", "bounded"},
    needs={"unit-scores"},
    parameters=MEANINGS
    | OVER
    | {"n": "categories of relevance, of equal width", "m": "categories of retrieval, of equal width"},
)
def adm_categories(
    judged: Judged,
    *,
    n: int = 2,
    m: int = 2,
    top: float = 1,
    scores: Scores = "as-is",
    over: Over = "judged",
) -> Floats:
    """ADM after rounding relevance to n categories and scores to m: how much the fine scale tells.

        category of v = min(floor(n * v), n - 1), and stands for  category / (n - 1)

    With two of each it is accuracy: documents relevant and scored 0.5 or more, or neither, divided by all. With
    more and more of them it becomes ADM. Only two by two is spelt out in the paper; n categories of equal width
    are this library's reading. It is as jumpy at the borders of the categories as precision is.

    Table 1's first system, whose ADM is .9, puts one document of five on the wrong side:

    >>> adm_categories(square(ure=[0.8, 0.6, 0.4, 0.2, 0.1], sre=[0.9, 0.5, 0.5, 0.1, 0.2]))
    array([0.8])
    """
    check_range("n", n, 2)
    check_range("m", m, 2)
    several = documents(judged, scores, over)
    away = categorised(several.sre, m) - categorised(ure(judged, several, top), n)
    return 1 - several.mean(np.abs(away))


def categorised(values: Floats, number: int) -> Floats:
    """Round values from 0 to 1 to so many categories, evenly spaced from 0 to 1.

    >>> categorised(np.array([0.0, 0.49, 0.5, 1.0]), 3)
    array([0. , 0.5, 0.5, 1. ])
    """
    category = np.minimum(np.floor(values * number + EPSILON), number - 1)
    return category / (number - 1)
