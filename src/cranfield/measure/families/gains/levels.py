"""nDCG averaged over several depths of one ranking."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.gains.discounts import discount
from cranfield.measure.families.gains.given import MEANING, best_first, gained
from cranfield.measure.families.gains.running import down_to, running
from cranfield.measure.register import expected, measure
from cranfield.measure.trec_eval import gains_behind
from cranfield.model import Hits, Judged

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class _Ideal(NamedTuple):
    """The documents that gain something, best first, and the DCG that each of them reaches."""

    hits: Hits
    dcg: Floats
    whole: Floats  # the DCG of all of them, one number a topic
    depths: Hits  # the last document of each grade
    dcg_at_depths: Floats


def _ideal(judged: Judged, gains: str | None) -> _Ideal:
    def ideal() -> _Ideal:
        best = best_first(judged, gains)
        best = best.where(gained(best, gains) > 0)
        gain = gained(best, gains)
        terms = gain / discount(best.rank)
        reached = running(best, terms)
        last = np.ones(len(gain), dtype=np.bool_)
        last[:-1] = (best.topic[1:] != best.topic[:-1]) | (gain[1:] != gain[:-1])
        return _Ideal(best, reached, best.per_topic(terms), best.where(last), reached[last])

    return judged.once((_ideal, gains), ideal)


@measure(
    "nDCGRel",
    source="trec_eval, m_ndcg_rel.c",
    relevance="graded",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict", "ideal"},
    trec_eval=["ndcg_rel"],
    trec_eval_parameters=gains_behind(),
    parameters={"gains": MEANING},
    differs={"trec_eval": "prints 0 where nothing has a gain; ours is undefined there"},
)
def ndcg_rel(judged: Judged, *, gains: str | None = None) -> Floats:
    """Average, over all documents that gain something, of nDCG at the rank of each.

        nDCGRel = (1/n) * sum over documents with a gain of nDCG@r_i
        n documents with a gain, r_i the rank of the i-th of them

    To nDCG what AP is to precision: each good document asks how well the ranking did down to it, so no
    cut-off has to be chosen. One that was not found counts with the nDCG of the whole ranking, and not with 0
    as in AP: a run that finds a few good documents and stops scores better here than one would think. An
    experiment of trec_eval's, seldom reported.

    Found at ranks 2 and 3, with a third missed: nDCG@2 = .1934, nDCG@3 = .4335, and this once more

    >>> ndcg_rel(example([0, 1, 2], missed=[2])).round(4)
    array([0.3535])
    """
    hits, ideal = judged.hits, _ideal(judged, gains)
    gain = gained(hits, gains)
    terms = gain / discount(hits.rank)
    good = hits.where(gain > 0)
    at_good = running(hits, terms)[gain > 0] / down_to(ideal.hits, ideal.dcg, good.topic, good.rank)
    missed = (ideal.hits.count - good.count) * hits.per_topic(terms) / ideal.whole
    return (good.per_topic(at_good) + missed) / ideal.hits.count


@measure(
    "RnDCG",
    source="trec_eval, m_Rndcg.c",
    relevance="graded",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict", "ideal"},
    trec_eval=["Rndcg"],
    trec_eval_parameters=gains_behind(),
    parameters={"gains": MEANING},
    differs={
        "trec_eval": "prints 0 where nothing has a gain, ours is undefined; and it prints 0 where nothing reaches "
        "its option -l, which changes nothing else about it: ours takes grades as they are, as its text says"
    },
)
def rndcg(judged: Judged, *, gains: str | None = None) -> Floats:
    """Average of nDCG at the depths where the ideal ranking passes from one grade to the next.

        RnDCG = mean of nDCG@k over k = R_1, R_2, ..., R_m, and the length of the ranking

    R_1 is how many documents have the highest grade, R_2 how many one of the two highest, and so on, R_m how
    many one above 0. The length of the ranking counts only if it is at least R_m + 2: so does trec_eval, whose
    documentation always counts it.

    It does for graded judgements what R-precision does for binary ones. nDCG falls along a ranking until the
    ideal turns to lower grades, and rises after it has ended, and a fixed cut-off catches each topic at
    another moment; this one looks at all of them where the ideal turns. Hardly anybody knows it.

    A document of grade 2 and two of grade 1, one of them missed: nDCG@1 = 1/2 and nDCG@3 = .7224

    >>> rndcg(example([1, 2, 0, 0], missed=[1])).round(4)
    array([0.6112])
    """
    hits, ideal = judged.hits, _ideal(judged, gains)
    terms = gained(hits, gains) / discount(hits.rank)
    depths = ideal.depths
    reached = down_to(hits, running(hits, terms), depths.topic, depths.rank)
    end = _counts_the_end(judged, ideal)
    at_end = np.where(end, hits.per_topic(terms) / ideal.whole, 0)
    return (depths.per_topic(reached / ideal.dcg_at_depths) + at_end) / (depths.count + end)


@expected("RnDCG")
def expected_rndcg(judged: Judged, *, gains: str | None = None) -> Floats:
    """Weigh each gain by the mean, over the ranks of its tie, of what it adds to nDCG at all depths together."""
    hits, ideal = judged.hits, _ideal(judged, gains)
    depths, end = ideal.depths, _counts_the_end(judged, ideal)
    deepest = max(int(hits.tie_last.max(initial=0)), int(depths.rank.max(initial=0)))
    below = np.concatenate(([0.0], np.cumsum(1 / discount(np.arange(1, deepest + 1)))))
    share = 1 / ideal.dcg_at_depths
    shares = running(depths, share)
    full = running(depths, below[depths.rank] * share)
    all_shares = depths.per_topic(share) + np.where(end, 1 / ideal.whole, 0)

    def added(ranks: Ints) -> Floats:
        """Sum the weights of all ranks down to these."""
        left = all_shares[hits.topic] - down_to(depths, shares, hits.topic, ranks)
        return down_to(depths, full, hits.topic, ranks) + below[ranks] * left

    ties = hits.tie_last - hits.tie_first + 1
    mean = (added(hits.tie_last) - added(hits.tie_first - 1)) / ties
    return hits.per_topic(gained(hits, gains) * mean) / (depths.count + end)


def _counts_the_end(judged: Judged, ideal: _Ideal) -> NDArray[np.bool_]:
    return judged.retrieved >= ideal.hits.count + 2
