"""Expected reciprocal rank, over the intents that a query may have."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import diverse  # noqa: F401  (for the worked examples)
from cranfield.measure.families.diversity.cascade import (
    ONE_AT_A_TIME,
    RAW_AT_1,
    UP_TO_20,
    ZERO,
    checked_alpha,
    gain,
    share_of_all,
)
from cranfield.measure.families.diversity.coverage import by_aspect
from cranfield.measure.families.diversity.ideal import ideal_hits
from cranfield.measure.register import measure
from cranfield.model import Judged

Floats = NDArray[np.float64]

_ALPHA = "how likely a relevant document satisfies the user, who then stops, from 0 to 1"


@measure(
    "ERR_IA",
    source="Chapelle et al., CIKM 2009; ndeval 4.5",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict"},
    aliases=["ERR-IA"],
    needs={"aspects"},
    parameters={"alpha": _ALPHA},
    elsewhere={"ir_measures": "ERR_IA@k", "ndeval": "ERR-IA@k", "pyndeval": "ERR-IA@k"},
    differs={
        "ndeval": f"{RAW_AT_1}; {UP_TO_20}; {ZERO}",
        "ir_measures": f"{RAW_AT_1}; has no alpha, and takes .5; {ONE_AT_A_TIME}",
    },
)
def err_ia(judged: Judged, *, alpha: float = 0.5, rel: float = 1, k: int) -> Floats:
    """How soon a user is served, averaged over the aspects that users may have had in mind.

        ERR-IA@k = sum over aspects, and over documents relevant to them, of (1 - alpha)^(such documents above) / rank
                   / (aspects * sum over ranks i = 1..k of (1 - alpha)^(i-1) / i)

    Expected reciprocal rank for each aspect, all equally likely: the user goes down the list until something
    satisfies, which a relevant document does with probability alpha. This is ndeval's version. The paper's also
    has grades and weights for the intents, and does not divide by what k documents on every aspect would have.

    Two aspects, the first at ranks 1 and 2, the other at rank 2:

    >>> err_ia(diverse(["a", "ab"]), k=2)
    array([0.7])
    """
    return share_of_all(by_aspect(judged, rel), checked_alpha(alpha), k, _reciprocal)


@measure(
    "nERR_IA",
    source="Chapelle et al., CIKM 2009; ndeval 4.5",
    relevance="binary",
    retrieval="ranking",
    traits={"promotion", "strict"},
    aliases=["nERR-IA"],
    needs={"aspects"},
    parameters={"alpha": _ALPHA},
    elsewhere={"ir_measures": "nERR_IA@k", "ndeval": "nERR-IA@k", "pyndeval": "nERR-IA@k"},
    differs={"ndeval": f"{UP_TO_20}; {ZERO}", "ir_measures": f"has no alpha, and takes .5; {ONE_AT_A_TIME}"},
)
def nerr_ia(judged: Judged, *, alpha: float = 0.5, rel: float = 1, k: int | None = None) -> Floats:
    """ERR-IA as a share of what the ideal ranking reaches.

        nERR-IA = ERR-IA(ranking) / ERR-IA(ideal)

    Comparable over topics, whatever their documents can cover. The ideal ranking is the greedy one of
    alpha_nDCG, and can be beaten.

    Two documents that should change places:

    >>> nerr_ia(diverse(["a", "ab"]))
    array([0.77777778])
    """
    found = by_aspect(judged, rel)
    ideal = ideal_hits(judged, rel, checked_alpha(alpha))
    ours = gain(found, found.hits.within(k), alpha, _reciprocal)
    return ours / gain(found, ideal.within(k), alpha, _reciprocal)


def _reciprocal(rank: Floats) -> Floats:
    return 1 / rank
