"""Average precision, its geometric mean, and its log odds."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.ranks.ties import ties_of
from cranfield.measure.register import expected, measure
from cranfield.model import Judged
from cranfield.model.scores import LEAST

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@measure(
    "AP",
    source="trec_eval, m_map.c; Buckley & Voorhees, SIGIR 2000",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict", "ideal"},
    trec_eval=["map", "map_cut_*"],
    elsewhere={"ir_measures": "AP, AP@k", "ranx": "map, map@k", "BEIR": "MAP@k"},
)
def average_precision(judged: Judged, *, rel: float = 1, k: int | None = None) -> Floats:
    """Precision at the rank of each relevant document, averaged over all relevant documents.

        AP = (1/n) * sum of i / r_i
        n relevant documents, r_i the rank of the i-th of them that is found

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


@expected("AP")
def expected_average_precision(judged: Judged, *, rel: float = 1, k: int | None = None) -> Floats:
    """Take each rank of a tie for a relevant one, as likely as that is (McSherry & Najork, ECIR 2008).

    With the relevant document at rank p, the tie's others lie evenly: of the relevant ones among them, the share
    (p - first) / (documents - 1) is above p. So each adds (a + b * p) / p to the mean over the ranks of its tie.
    """
    found = judged.relevant(rel)
    tie = ties_of(found)
    slope = (tie.hits - 1) / np.maximum(tie.documents - 1, 1)
    constant = tie.before + 1 - slope * found.tie_first
    precisions = slope * found.expected(np.ones_like, k) + constant * found.expected(_reciprocal, k)
    return found.per_topic(precisions) / judged.num_relevant(rel)


def _reciprocal(rank: Ints) -> Floats:
    return 1 / rank


@measure(
    "GMAP",
    source="Voorhees, TREC 2004 (Robust track); Robertson, CIKM 2006",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict", "ideal", "geometric"},
    trec_eval=["gm_map"],
)
def geometric_average_precision(judged: Judged, *, rel: float = 1) -> Floats:
    """Average precision, to be averaged over the topics geometrically: the hard topics decide.

        GMAP = exp(mean over topics of ln max(AP, 0.00001))

    From 0.01 to 0.02 counts as much as from 0.4 to 0.8. For those who must not fail anybody: it was made for
    the Robust track, whose topics were the ones that all systems had been poor at. The floor is trec_eval's,
    and part of the measure: with another one the zeros weigh differently. A single topic without any relevant
    document found takes a fifth off the mean of fifty. Of one topic it is AP, never less than the floor.

    Nothing found, and ranking A of the Webis lecture:

    >>> geometric_average_precision(example([0, 0], n=3))
    array([1.e-05])
    >>> geometric_average_precision(example(ranks=[1, 3, 4, 5, 6, 10], n=6))
    array([0.775])
    """
    return np.maximum(average_precision(judged, rel=rel), LEAST)


@measure(
    "Yaap",
    source="trec_eval, m_yaap.c, after Robertson, CIKM 2006",
    relevance="binary",
    retrieval="ranking",
    traits={"promotion", "strict"},
    trec_eval=["yaap"],
)
def yet_another_average_precision(judged: Judged, *, rel: float = 1) -> Floats:
    """Average precision as log odds, so that topics near 0 and near 1 weigh alike: yet another AP.

        Yaap = ln((1 + s) / (1 + n - s)),  s = n * AP,  n relevant documents

    Where GMAP stretches the scale at the bottom only, the logarithm of the odds stretches both ends. It is 0 at
    AP = 1/2 and lies between -ln(1 + n) and ln(1 + n), so topics with many relevant documents span a wider
    range: a means of comparing systems on the same topics, never across collections.

    One of two relevant documents found, at the top: as good as not. All three at the top: ln 4.

    >>> yet_another_average_precision(example([1, 0], n=2)), yet_another_average_precision(example([1, 1, 1]))
    (array([0.]), array([1.38629436]))
    """
    found = judged.relevant(rel)
    total = found.per_topic(found.nth / found.rank)
    odds = (1 + total) / (1 + judged.num_relevant(rel) - total)
    return np.array(
        [math.log(each) for each in odds.tolist()], dtype=np.float64
    )  # libm's, as trec_eval takes them
