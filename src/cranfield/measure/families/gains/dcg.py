"""Cumulated gain and discounted cumulated gain, as they are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.gains.discounts import Dcg, discount
from cranfield.measure.families.gains.given import MEANING, best_first, gained
from cranfield.measure.register import expected, measure
from cranfield.measure.trec_eval import gains_behind
from cranfield.model import Hits, Judged

Floats = NDArray[np.float64]

PARAMETERS = {
    "dcg": "which gain and which discount: the three spellings of nDCG",
    "base": "base of the logarithm of dcg='jarvelin': ranks better than it are not discounted",
    "gains": MEANING,
}


@measure(
    "DCG",
    source="Jarvelin & Kekalainen, TOIS 20(4), 2002; exp-log2: Burges et al., ICML 2005",
    relevance="graded",
    retrieval="ranking",
    traits={"promotion", "strict"},
    aliases={"dcg_burges": {"dcg": "exp-log2"}},
    trec_eval=["dcg"],
    trec_eval_parameters=gains_behind(),
    parameters=PARAMETERS,
    elsewhere={
        "ranx": "dcg@k, and dcg_burges@k for exp-log2",
        "Quepid": "dcg@k",
        "trec_eval": "dcg, since 10",
    },
)
def discounted_cumulated_gain(
    judged: Judged,
    *,
    dcg: Dcg = "log2",
    base: float = 2,
    gains: str | None = None,
    k: int | None = None,
) -> Floats:
    """Gain of the documents, discounted by rank and summed: nDCG before it is normalised.

        DCG = sum over ranks i of gain(i) / discount(i),  gain and discount as in nDCG

    For one topic, or where topics differ in what there is to gain and should count accordingly: the mean over
    topics is ruled by those with many good documents. It has no upper end, and numbers under different
    scales of grades or spellings cannot be compared at all. Not judged, and judged negative, gains nothing.

    The slides' list at ranks 3 and 10, printed 6.89 and 9.61; and with the exponential gain, where another
    lecture's table lost a pair of parentheses and prints 36.46:

    >>> slides = example([3, 2, 3, 0, 0, 1, 2, 2, 3, 0])
    >>> [discounted_cumulated_gain(slides, dcg="jarvelin", k=k).round(2).tolist() for k in (3, 10)]
    [[6.89], [9.61]]
    >>> discounted_cumulated_gain(slides, dcg="exp-log2")
    array([16.80260105])
    """
    return dcg_of(judged.hits.within(k), dcg, base, gains)


@expected("DCG")
def expected_dcg(
    judged: Judged,
    *,
    dcg: Dcg = "log2",
    base: float = 2,
    gains: str | None = None,
    k: int | None = None,
) -> Floats:
    """Discount each document by the mean over the ranks of its tie (McSherry & Najork, ECIR 2008)."""
    hits = judged.hits
    weights = hits.expected(lambda ranks: 1 / discount(ranks, dcg, base), k)
    return hits.per_topic(gained(hits, gains, dcg) * weights)


@measure(
    "IDCG",
    source="trec_eval 10, m_ideal_dcg.c",
    relevance="graded",
    retrieval="none",
    traits={"unjudged-blind"},
    trec_eval=["ideal_dcg"],
    trec_eval_parameters=gains_behind(),
    parameters=PARAMETERS,
    elsewhere={"trec_eval": "ideal_dcg, since 10"},
    differs={"trec_eval": "prints 0 where nothing has a gain; ours is undefined there, as is nDCG"},
)
def ideal_dcg(
    judged: Judged,
    *,
    dcg: Dcg = "log2",
    base: float = 2,
    gains: str | None = None,
    k: int | None = None,
) -> Floats:
    """DCG of the ideal ranking: what nDCG divides by.

        IDCG = DCG of all judged documents of the topic, best gain first, cut at k

    The same for every run, so it says nothing about systems. It shows why the nDCG of two tools differ: they
    seldom disagree about the DCG, and often about which documents the ideal is made of.

    The slides' ideal 2, 2, 1, 0 has 4.6309, whatever the run retrieved of it:

    >>> ideal_dcg(example([1, 2], missed=[0, 2]), dcg="jarvelin")
    array([4.63092975])
    """
    best = best_first(judged, gains, dcg)
    return judged.once((ideal_dcg, dcg, base, gains, k), lambda: dcg_of(best.within(k), dcg, base, gains))


def dcg_of(hits: Hits, dcg: Dcg, base: float, gains: str | None) -> Floats:
    """Sum the discounted gains, from the top downwards."""
    return hits.per_topic(gained(hits, gains, dcg) / discount(hits.rank, dcg, base))
