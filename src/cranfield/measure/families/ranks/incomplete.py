"""For judgements with holes: bpref and inferred AP."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.ranks.ties import counted
from cranfield.measure.register import expected, measure
from cranfield.model import Judged
from cranfield.model.scores import LEAST

Floats = NDArray[np.float64]

_SMOOTHING = 1e-5  # trec_eval's, so that nothing judged above is no division by zero


@measure(
    "Bpref",
    source="Buckley & Voorhees, SIGIR 2004, as corrected in trec_eval 8 (bpref_bug)",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "ideal", "unjudged-blind"},
    trec_eval=["bpref"],
    elsewhere={"ir_measures": "Bpref", "ranx": "bpref"},
)
def bpref(judged: Judged, *, rel: float = 1) -> Floats:
    """How seldom a judged non-relevant document stands above a relevant one.

        Bpref = (1/n) * sum over relevant documents found of  1 - min(above, n) / min(N, n)
        n relevant documents

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


@expected("Bpref")
def expected_bpref(judged: Judged, *, rel: float = 1) -> Floats:
    """Put each relevant document at every place among the b judged non-relevant ones of its tie.

    Each of the b + 1 places is as likely as any other, and has one more above it than the one before.
    """
    relevant = judged.relevant(rel)
    n = judged.num_relevant(rel)
    worst = np.maximum(np.minimum(judged.num_nonrelevant(rel), n), 1)
    fewest, tied = counted(relevant, judged.nonrelevant(rel))
    most = n[relevant.topic]
    below_most = np.clip(most - fewest, 0, tied + 1)  # the places with fewer than n above
    above = below_most * fewest + below_most * (below_most - 1) / 2 + (tied + 1 - below_most) * most
    return relevant.per_topic(1 - above / (tied + 1) / worst[relevant.topic]) / n


@measure(
    "GMBpref",
    source="trec_eval, m_gm_bpref.c",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "ideal", "unjudged-blind", "geometric"},
    trec_eval=["gm_bpref"],
)
def geometric_bpref(judged: Judged, *, rel: float = 1) -> Floats:
    """Bpref, to be averaged over the topics geometrically: the hard topics decide.

        GMBpref = exp(mean over topics of ln max(Bpref, 0.00001))

    What GMAP is to AP. Bpref is exactly 0 more often than AP is (it suffices that n judged non-relevant
    documents stand above the first relevant one), so the floor decides more of the mean than it does in GMAP.

    One relevant document, below the only one judged not relevant:

    >>> geometric_bpref(example([0, 1]))
    array([1.e-05])
    """
    return np.maximum(bpref(judged, rel=rel), LEAST)


@measure(
    "infAP",
    source="Yilmaz & Aslam, CIKM 2006; trec_eval, m_infap.c",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded"},
    trec_eval=["infAP"],
    elsewhere={"ir_measures": "infAP"},
)
def inferred_average_precision(judged: Judged, *, rel: float = 1) -> Floats:
    """Average precision, estimated from a pool of which only a random sample was judged.

        infAP = (1/n) * sum over judged relevant documents, at rank k, of
                1/k + (k-1)/k * pooled/(k-1) * (relevant + e) / (relevant + nonrelevant + 2e)

    All counts are of the k - 1 documents above: `pooled` of those in the pool, judged or not, and the last factor
    is what the judged ones tell about the rest; e = 0.00001 smooths it. The qrels must say what was pooled and
    not judged, by a negative grade; documents that are not in them at all count as not relevant. Without negative
    grades every judgement is taken for the whole pool, and infAP is AP but for the smoothing.

    An estimate, not a score of the ranking: a document in the pool is believed to be as relevant as those above
    it, so a relevant document that moves up past such a one can lower the value.

    Relevant at ranks 1, 5 and 8, of four; ranks 2 and 6 in the pool without a judgement:

    >>> inferred_average_precision(example([1, -1, 0, None, 1, -1, 0, 1, 0, None], n=4))
    array([0.5])
    """
    found = judged.relevant(rel)
    above = found.rank - 1
    relevant, nonrelevant = found.nth - 1, found.above(judged.nonrelevant(rel))
    pooled = relevant + nonrelevant + found.above(judged.hits.where(judged.grade < 0))
    rate = (relevant + _SMOOTHING) / (relevant + nonrelevant + 2 * _SMOOTHING)
    precision = 1 / (above + 1) + above / (above + 1) * (pooled / np.maximum(above, 1)) * rate
    return found.per_topic(precision) / judged.num_relevant(rel)
