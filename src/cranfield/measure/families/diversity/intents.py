"""Old measures, each aspect on its own and then averaged: AP-IA, P-IA; and how many aspects are covered at all."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import diverse  # noqa: F401  (for the worked examples)
from cranfield.measure.families.diversity.cascade import ONE_AT_A_TIME, UP_TO_20, ZERO
from cranfield.measure.families.diversity.coverage import by_aspect, expected_precisions
from cranfield.measure.register import expected, measure
from cranfield.model import Judged

Floats = NDArray[np.float64]


@measure(
    "AP_IA",
    source="Agrawal et al., WSDM 2009; ndeval 4.5, MAP-IA",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict"},
    aliases=["MAP_IA", "MAP-IA"],
    needs={"aspects"},
    elsewhere={"ir_measures": "AP_IA", "ndeval": "MAP-IA", "pyndeval": "MAP-IA"},
    differs={"ndeval": ZERO, "ir_measures": ONE_AT_A_TIME},
)
def ap_ia(judged: Judged, *, rel: float = 1) -> Floats:
    """Average precision for each aspect alone, averaged over the aspects.

        AP-IA = mean over aspects of (1/n_a) * sum of i / r_i,  r_i the rank of the i-th document relevant to a

    As if each aspect were a query of its own, and all equally likely. Documents for one aspect push those for
    another down, so no ranking has 1 unless the documents cover all alike, and the best value possible differs from
    topic to topic: compare systems with it, not topics. It does not punish repetition; alpha_nDCG does. Aspects
    that no document is relevant to are left out.

    Two aspects; the first at ranks 1 and 3, the second at rank 2 of its two documents:

    >>> ap_ia(diverse(["a", "b", "a"], missed=["b"]))
    array([0.54166667])
    """
    found = by_aspect(judged, rel)
    return found.mean(found.hits.per_topic(found.hits.nth / found.hits.rank) / found.relevant)


@expected("AP_IA")
def expected_ap_ia(judged: Judged, *, rel: float = 1) -> Floats:
    """Average each aspect's precision at every rank that its documents could have."""
    found = by_aspect(judged, rel)
    return found.mean(found.hits.per_topic(expected_precisions(found.hits)) / found.relevant)


@measure(
    "P_IA",
    source="Agrawal et al., WSDM 2009; ndeval 4.5, P-IA",
    relevance="binary",
    retrieval="set",
    traits={"bounded", "promotion"},
    aliases=["P-IA"],
    needs={"aspects"},
    elsewhere={"ir_measures": "P_IA@k", "ndeval": "P-IA@k", "pyndeval": "P-IA@k"},
    differs={"ndeval": f"{UP_TO_20}; {ZERO}", "ir_measures": ONE_AT_A_TIME},
)
def p_ia(judged: Judged, *, rel: float = 1, k: int) -> Floats:
    """Precision for each aspect alone, averaged over the aspects.

        P-IA@k = (pairs of a document at rank k or better and an aspect it is relevant to) / (k * aspects)

    Whether the pairs are spread over the aspects or heaped on one is all the same to it, so it measures relevance
    rather than diversity. Aspects that no document is relevant to are left out.

    Three pairs of the four that were possible:

    >>> p_ia(diverse(["ab", "a", "b"]), k=2)
    array([0.75])
    """
    found = by_aspect(judged, rel)
    return found.mean(found.hits.within(k).count) / k


@expected("P_IA")
def expected_p_ia(judged: Judged, *, rel: float = 1, k: int) -> Floats:
    """Count each pair by the share of the document's tie that is above the cut."""
    found = by_aspect(judged, rel)
    return found.mean(found.hits.per_topic(found.hits.expected(np.ones_like, k))) / k


@measure(
    "StRecall",
    source="Zhai, Cohen & Lafferty, SIGIR 2003; ndeval 4.5, strec",
    relevance="binary",
    retrieval="set",
    traits={"bounded", "promotion", "ideal"},
    aliases=["strec"],
    needs={"aspects"},
    elsewhere={"ir_measures": "StRecall@k", "ndeval": "strec@k", "pyndeval": "strec@k"},
    differs={"ndeval": f"{UP_TO_20}; {ZERO}", "ir_measures": ONE_AT_A_TIME},
)
def subtopic_recall(judged: Judged, *, rel: float = 1, k: int) -> Floats:
    """Share of the aspects that the first k documents cover.

        StRecall@k = (aspects that a document at rank k or better is relevant to) / (aspects)

    What a user who wants one document for each aspect sees: easy to explain, and blind to anything else, to the
    order within k and to how good the documents are. The divisor counts the aspects that some document is relevant
    to, so an aspect that nothing answers is no system's fault.

    >>> subtopic_recall(diverse(["a", "a", "b", "c"]), k=3)
    array([0.66666667])
    """
    found = by_aspect(judged, rel)
    return found.mean(found.hits.within(k).count > 0)
