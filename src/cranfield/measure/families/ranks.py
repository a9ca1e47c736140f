"""Where the relevant documents stand: average precision, reciprocal rank, bpref."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.register import measure
from cranfield.model import Judged

Floats = NDArray[np.float64]


@measure(
    "AP",
    source="trec_eval, m_map.c; Buckley & Voorhees, SIGIR 2000",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict", "ideal"},
    trec_eval=["map", "map_cut_*"],
)
def average_precision(judged: Judged, *, rel: float = 1, k: int | None = None) -> Floats:
    """Precision at the rank of each relevant document, averaged over all relevant documents.

        AP = (1/n) * sum of i / r_i,  r_i the rank of the i-th relevant document found

    A relevant document that was not found adds nothing, so precision and recall are both in it; it equals the
    area under the precision-recall steps. It distinguishes systems well, but the top weighs much: moving from
    rank 2 to 1 gains about what moving from rank 1000 to 2 did, and a recall-minded user (patents, law,
    reviews) is better served by PRES. AP@k leaves out what is below k and still divides by n, so it cannot
    reach 1 while n > k; tools that divide by min(n, k) call the same name another number.

    Two rankings of the Webis lecture, 31/40 and 49/90:

    >>> average_precision(example(ranks=[1, 3, 4, 5, 6, 10], n=6))
    array([0.775])
    >>> average_precision(example(ranks=[1, 6, 10], n=3))
    array([0.54444444])
    """
    found = judged.relevant(rel).within(k)
    return found.per_topic(found.nth / found.rank) / judged.num_relevant(rel)


@measure(
    "RR",
    source="Kantor & Voorhees, TREC-5, 1996",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "ideal"},
    aliases=["MRR"],
    trec_eval=["recip_rank"],
)
def reciprocal_rank(judged: Judged, *, rel: float = 1, k: int | None = None) -> Floats:
    """One over the rank of the first relevant document, 0 if there is none (within k).

        RR = 1 / r_1

    For a user who wants one answer: a known item, a fact. Its mean over topics is MRR. All that follows the
    first hit is ignored, so it separates systems poorly, and the step from rank 1 to 2 costs as much as that
    from 2 to the end. MS MARCO's MRR@10 is RR@10.

    The slides' row 1, 1/2, 1/3, ..., here at rank 4:

    >>> reciprocal_rank(example([0, 0, 0, 1, 1]))
    array([0.25])
    """
    found = judged.relevant(rel).within(k)
    return found.first(1 / found.rank)


@measure(
    "Bpref",
    source="Buckley & Voorhees, SIGIR 2004, as corrected in trec_eval 8 (bpref_bug)",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "ideal", "unjudged-blind"},
    trec_eval=["bpref"],
)
def bpref(judged: Judged, *, rel: float = 1) -> Floats:
    """How seldom a judged non-relevant document stands above a relevant one.

        Bpref = (1/n) * sum over relevant documents found of  1 - min(above, n) / min(N, n)

    `above` counts the judged non-relevant documents at better ranks, N those judged non-relevant at all.
    Unjudged documents are passed over, so it suffers less from holes in the judgements than AP: made for
    collections that outgrew their pools. It needs judged non-relevant documents. With positive judgements
    only (MS MARCO) it is no more than recall, and with few of them it is coarse.

    trec_eval's own note: 6 relevant, 4 not, and a ranking of one that is not before four that are, gives .5:

    >>> bpref(example([0, 1, 1, 1, 1], missed=[1, 1, 0, 0, 0]))
    array([0.5])
    """
    relevant = judged.relevant(rel)
    n = judged.num_relevant(rel)
    # Where nothing was judged non-relevant, nothing such is above, and 0 / 1 is the 0 that 0 / 0 should be.
    worst = np.maximum(np.minimum(judged.num_nonrelevant(rel), n), 1)
    above = relevant.above(judged.nonrelevant(rel))
    return relevant.per_topic(1 - np.minimum(above, n[relevant.topic]) / worst[relevant.topic]) / n
