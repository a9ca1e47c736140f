"""Rank-biased precision with novelty."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import UsageError
from cranfield.measure.by_hand import diverse  # noqa: F401  (for the worked examples)
from cranfield.measure.families.diversity.cascade import ONE_AT_A_TIME, ZERO, Weight, checked_alpha, gain
from cranfield.measure.families.diversity.coverage import by_aspect
from cranfield.measure.families.diversity.ideal import ideal_hits
from cranfield.measure.register import measure
from cranfield.model import Judged

Floats = NDArray[np.float64]

_PARAMETERS = {
    "alpha": "how superfluous one more document on an aspect is: 0 not at all, 1 wholly",
    "beta": "how likely the user goes on from one document to the next, from 0 up to, not including, 1",
}


@measure(
    "NRBP",
    source="Clarke et al., ICTIR 2009; ndeval 4.5",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict"},
    needs={"aspects"},
    parameters=_PARAMETERS,
    elsewhere={"ir_measures": "NRBP", "ndeval": "NRBP", "pyndeval": "NRBP"},
    differs={"ndeval": ZERO, "ir_measures": ONE_AT_A_TIME},
)
def nrbp(judged: Judged, *, alpha: float = 0.5, beta: float = 0.5, rel: float = 1) -> Floats:
    """Novelty, and a user of fixed patience: rank-biased precision whose gains fall with repetition.

        NRBP = (1 - (1 - alpha) * beta) / aspects * sum over ranks i of gain(i) * beta^(i-1)

    The gain is that of alpha_nDCG. With beta = .5 the user sees two documents on average, and what is below
    rank 10 hardly counts, so no cut-off is needed. Endless documents on every aspect would have 1.

    Two aspects: one at ranks 1 and 2, the other at rank 2, .75 / 2 * (1 + (.5 + 1) * .5):

    >>> nrbp(diverse(["a", "ab"]))
    array([0.65625])
    """
    found = by_aspect(judged, rel)
    gained = gain(found, found.hits, checked_alpha(alpha), _patience(beta))
    return (1 - (1 - alpha) * beta) * gained / found.num_aspects


@measure(
    "nNRBP",
    source="Clarke et al., ICTIR 2009; ndeval 4.5",
    relevance="binary",
    retrieval="ranking",
    traits={"promotion", "strict"},
    needs={"aspects"},
    parameters=_PARAMETERS,
    elsewhere={"ir_measures": "nNRBP", "ndeval": "nNRBP", "pyndeval": "nNRBP"},
    differs={
        "ndeval": "is NaN where nothing is relevant to any aspect, and its mean then, too; here such a topic is undefined, and left out of the mean",
        "ir_measures": ONE_AT_A_TIME,
    },
)
def nnrbp(judged: Judged, *, alpha: float = 0.5, beta: float = 0.5, rel: float = 1) -> Floats:
    """NRBP as a share of what the ideal ranking reaches.

        nNRBP = NRBP(ranking) / NRBP(ideal)

    The ideal ranking is the greedy one of alpha_nDCG, and can be beaten.

    >>> nnrbp(diverse(["a", "ab"]))
    array([0.77777778])
    """
    found = by_aspect(judged, rel)
    ideal, weight = ideal_hits(judged, rel, checked_alpha(alpha)), _patience(beta)
    return gain(found, found.hits, alpha, weight) / gain(found, ideal, alpha, weight)


def _patience(beta: float) -> Weight:
    if not 0 <= beta < 1:
        raise UsageError(f"`beta` is from 0 up to, not including, 1, not `{beta}`", slug="measure-parameter")
    return lambda rank: np.power(float(beta), rank - 1)
