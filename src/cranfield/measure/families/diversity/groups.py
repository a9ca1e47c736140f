"""trec_eval's averages over judgement groups: each assessor's judgements on their own, then the mean."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import diverse  # noqa: F401  (for the worked examples)
from cranfield.measure.families.diversity.coverage import Coverage, by_aspect, expected_precisions
from cranfield.measure.families.limits import check_positive
from cranfield.measure.register import expected, measure
from cranfield.model import Judged

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_CONDENSED = (
    "-J drops for each group what that group has not judged; unjudged=condense drops what no group has judged"
)


@measure(
    "APAvgJG",
    source="trec_eval, m_map_avgjg.c",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict"},
    trec_eval=["map_avgjg"],
    needs={"aspects"},
    differs={"trec_eval": _CONDENSED},
)
def ap_avgjg(judged: Judged, *, rel: float = 1) -> Floats:
    """Average precision by each judgement group, averaged over the groups.

        APAvgJG = mean over groups of (1/n_g) * sum of i / r_i,  r_i the rank of the i-th document relevant to g

    For topics that several assessors (or users) judged, each in a group of the qrels' second column: it keeps their
    disagreement, where a vote among them would hide it. A group that found nothing relevant counts, and counts 0;
    AP_IA, otherwise the same sum, leaves it out.

    Two assessors agree on the first document, and one wants the third, too:

    >>> ap_avgjg(diverse(["ab", {"a": 0}, "b"]))
    array([0.91666667])
    """
    found = by_aspect(judged, rel)
    return found.mean_of_all(found.hits.per_topic(found.hits.nth / found.hits.rank) / found.relevant)


@expected("APAvgJG")
def expected_ap_avgjg(judged: Judged, *, rel: float = 1) -> Floats:
    """Average each group's precision at every rank that its documents could have."""
    found = by_aspect(judged, rel)
    return found.mean_of_all(found.hits.per_topic(expected_precisions(found.hits)) / found.relevant)


@measure(
    "PAvgJG",
    source="trec_eval, m_P_avgjg.c",
    relevance="binary",
    retrieval="set",
    traits={"bounded", "promotion"},
    trec_eval=["P_avgjg_*"],
    needs={"aspects"},
    differs={"trec_eval": _CONDENSED},
)
def p_avgjg(judged: Judged, *, rel: float = 1, k: int) -> Floats:
    """Precision by each judgement group, averaged over the groups.

        PAvgJG@k = mean over groups of (documents at rank k or better that are relevant to the group) / k

    The share of the first k documents that an assessor drawn at random would call relevant. A group that found
    nothing relevant counts 0; P_IA leaves it out.

    >>> p_avgjg(diverse(["ab", {"a": 0}, "b"]), k=2)
    array([0.5])
    """
    found = by_aspect(judged, rel)
    return found.mean_of_all(found.hits.within(k).count / k)


@expected("PAvgJG")
def expected_p_avgjg(judged: Judged, *, rel: float = 1, k: int) -> Floats:
    """Count each document by the share of its tie that is above the cut."""
    found = by_aspect(judged, rel)
    return found.mean_of_all(found.hits.per_topic(found.hits.expected(np.ones_like, k)) / k)


@measure(
    "RprecMultAvgJG",
    source="trec_eval, m_Rprec_mult_avgjg.c",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion"},
    trec_eval=["Rprec_mult_avgjg_*"],
    trec_eval_cutoffs=(fifth / 5 for fifth in range(1, 11)),
    at="x",
    needs={"aspects"},
    parameters={"x": "the cut-off as a multiple of the number of relevant documents, 1 for R-precision"},
    differs={"trec_eval": _CONDENSED},
)
def rprec_mult_avgjg(judged: Judged, *, rel: float = 1, x: float) -> Floats:
    """Precision at x times as many documents as are relevant, by each judgement group, averaged over the groups.

        RprecMultAvgJG@x = mean over groups of (relevant at rank c or better) / c,  c = floor(x * n_g + 0.9)

    At x = 1 it is R-precision. Small x ask for a clean top, large x for completeness, at depths that fit each
    assessor's idea of how much there is to find. A group that found nothing relevant counts 0.

    One assessor's two are at the top, one of the other's two:

    >>> rprec_mult_avgjg(diverse(["ab", "a", None, "b"]), x=1)
    array([0.75])
    """
    found = by_aspect(judged, rel)
    cut = _cuts(found, x)
    return found.mean_of_all(found.hits.within(cut).count / np.maximum(cut, 1))


@expected("RprecMultAvgJG")
def expected_rprec_mult_avgjg(judged: Judged, *, rel: float = 1, x: float) -> Floats:
    """Count each document by the share of its tie that is above the cut of its group."""
    found = by_aspect(judged, rel)
    cut, hits = _cuts(found, x), found.hits
    above = cut[hits.topic] - hits.tie_first + 1
    shares = np.clip(above / (hits.tie_last - hits.tie_first + 1), 0, 1)
    return found.mean_of_all(hits.per_topic(shares) / np.maximum(cut, 1))


def _cuts(found: Coverage, x: float) -> Ints:
    """Return each group's cut-off, in trec_eval's arithmetic."""
    check_positive("x", x, slug="measure-cutoff")
    cuts: Ints = np.floor(x * found.relevant + 0.9).astype(np.int64)
    return cuts
