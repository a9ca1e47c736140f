"""alpha-nDCG and alpha-DCG."""

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

_ALPHA = "how superfluous one more document on an aspect is: 0 not at all, 1 wholly"


@measure(
    "alpha_nDCG",
    source="Clarke et al., SIGIR 2008; TREC Web Track, ndeval 4.5",
    relevance="binary",
    retrieval="ranking",
    traits={"promotion", "strict"},
    aliases=["α_nDCG", "α-nDCG", "alpha-nDCG"],
    needs={"aspects"},
    parameters={"alpha": _ALPHA},
    elsewhere={"ir_measures": "alpha_nDCG@k", "ndeval": "alpha-nDCG@k", "pyndeval": "alpha-nDCG@k"},
    differs={"ndeval": f"{UP_TO_20}; {ZERO}", "ir_measures": ONE_AT_A_TIME},
)
def alpha_ndcg(judged: Judged, *, alpha: float = 0.5, rel: float = 1, k: int | None = None) -> Floats:
    """Aspects covered, each document for an aspect worth less than the one before, as a share of the ideal.

        alpha-nDCG = DCG(ranking) / DCG(ideal),  DCG = sum over ranks i of gain(i) / log2(i + 1)
        gain(i) = sum over the aspects of document i of (1 - alpha)^(documents above that cover the aspect)

    For queries that mean several things, or ask for several: ten documents on one of them serve few users. A
    document that covers two aspects counts twice, one that repeats what was said counts half (alpha = .5), and
    with alpha = 0 repetition costs nothing. All aspects weigh the same, and a document covers an aspect or does
    not, as its grade there reaches `rel`.

    The ideal is built greedily, as in ndeval, because the best ranking is too hard to find. Among equals it takes
    the greatest document id, which may be the wrong one to begin with, so a run can exceed 1.

    Four documents, and the only one on c comes last; the ideal has it second:

    >>> alpha_ndcg(diverse(["ab", "a", "b", "c"]))
    array([0.96766217])

    The greedy ideal begins with the third of these, and the other two, which share nothing, beat it:

    >>> alpha_ndcg(diverse(["ab", "cd", "bc"]), k=2)
    array([1.1070681])
    """
    found = by_aspect(judged, rel)
    ideal = ideal_hits(judged, rel, checked_alpha(alpha))
    return gain(found, found.hits.within(k), alpha, _dcg) / gain(found, ideal.within(k), alpha, _dcg)


@measure(
    "alpha_DCG",
    source="Clarke et al., SIGIR 2008; TREC Web Track, ndeval 4.5",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict"},
    aliases=["α_DCG", "α-DCG", "alpha-DCG"],
    needs={"aspects"},
    parameters={"alpha": _ALPHA},
    elsewhere={"ir_measures": "alpha_DCG@k", "ndeval": "alpha-DCG@k", "pyndeval": "alpha-DCG@k"},
    differs={"ndeval": f"{RAW_AT_1}; {UP_TO_20}; {ZERO}", "ir_measures": f"{RAW_AT_1}; {ONE_AT_A_TIME}"},
)
def alpha_dcg(judged: Judged, *, alpha: float = 0.5, rel: float = 1, k: int) -> Floats:
    """Aspects covered as in alpha-nDCG, as a share of what k documents that cover every aspect would gain.

        alpha-DCG@k = DCG(ranking) / (aspects * sum over ranks i = 1..k of (1 - alpha)^(i-1) / log2(i + 1))

    It needs no ideal ranking, so no doubt about it; but documents that cover everything hardly exist, and what a
    collection allows differs from topic to topic. Use alpha_nDCG to average over topics. Only aspects that
    some document is relevant to are counted.

    Two aspects: one at ranks 1 and 2, the other at rank 2, (1 + 1.5 / log2(3)) / (2 + 1 / log2(3)):

    >>> alpha_dcg(diverse(["a", "ab", "b"]), k=2)
    array([0.73981247])
    """
    return share_of_all(by_aspect(judged, rel), checked_alpha(alpha), k, _dcg)


def _dcg(rank: Floats) -> Floats:
    return 1 / np.log2(rank + 1)
