"""Gain within the first k documents, whatever their order."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.gains.given import MEANING, best_first, gained
from cranfield.measure.register import expected, measure
from cranfield.model import Hits, Judged

Floats = NDArray[np.float64]


@measure(
    "CG",
    source="Jarvelin & Kekalainen, TOIS 20(4), 2002",
    relevance="graded",
    retrieval="set",
    traits={"promotion"},
    aliases=["xCG"],
    parameters={"gains": MEANING},
    elsewhere={"Quepid": "cg@k", "cwl-eval": "the expected total utility (ETU) of P@k"},
)
def cumulated_gain(judged: Judged, *, gains: str | None = None, k: int | None = None) -> Floats:
    """Sum of the gains of the first k documents.

        CG@k = sum over ranks i = 1..k of gain(i)

    The graded brother of counting relevant documents: blind to the order within the k, without an upper end,
    and in the mean over topics ruled by those with much to gain. SlidingRatio relates it to what was there.
    For elements of documents, judged so that none overlap, it is INEX's xCG, and SlidingRatio its nxCG.

    The slides' list has 16 at rank 10:

    >>> cumulated_gain(example([3, 2, 3, 0, 0, 1, 2, 2, 3, 0]), k=10)
    array([16.])
    """
    return _sum(judged.hits.within(k), gains)


@expected("CG")
def expected_cumulated_gain(judged: Judged, *, gains: str | None = None, k: int | None = None) -> Floats:
    """Count each gain by the share of its tie that is above the cut."""
    hits = judged.hits
    return hits.per_topic(gained(hits, gains) * hits.expected(np.ones_like, k))


@measure(
    "SlidingRatio",
    source="Pollack, American Documentation 19(4), 1968; Jarvelin & Kekalainen, TOIS 20(4), 2002 (nCG)",
    relevance="graded",
    retrieval="set",
    traits={"bounded", "promotion", "ideal"},
    aliases=["nCG", "sliding_ratio", "nxCG"],
    parameters={"gains": MEANING},
    differs={
        "tar_eval": "the NCG@10 of CLEF's technology-assisted reviews is recall after 10 % of the documents: here "
        "RShare@0.1, not nCG@10"
    },
)
def sliding_ratio(judged: Judged, *, gains: str | None = None, k: int | None = None) -> Floats:
    """Gain of the first k documents as a share of what the k best documents gain.

        SlidingRatio@k = CG@k / (CG@k of the ideal ranking) = nCG@k

    nDCG without a discount: for somebody who reads k documents anyway, in whatever order. With grades of 0 and
    1 it is the share of relevant documents found, of those that k documents could hold. Without a k it is
    recall by gain. Mind the name NCG@10 in technology-assisted reviews (CLEF TAR), where 10 is a percentage of
    the documents: that is RShare@0.1. The ideal is made of all judged documents of the topic, retrieved or not; undefined when
    none of them gains anything.

    Pollack's measure for weights 3, 2, 3, 0, 0, all retrieved: 1, 5/6, 8/8, ...

    >>> [sliding_ratio(example([3, 2, 3, 0, 0]), k=k).round(4).tolist() for k in (1, 2, 3)]
    [[1.0], [0.8333], [1.0]]
    """
    return _sum(judged.hits.within(k), gains) / _best(judged, gains, k)


@expected("SlidingRatio")
def expected_sliding_ratio(judged: Judged, *, gains: str | None = None, k: int | None = None) -> Floats:
    """No order changes the ideal."""
    return expected_cumulated_gain(judged, gains=gains, k=k) / _best(judged, gains, k)


def _best(judged: Judged, gains: str | None, k: int | None) -> Floats:
    def best() -> Floats:
        most = _sum(best_first(judged, gains).within(k), gains)
        return np.where(most > 0, most, np.nan)

    return judged.once((sliding_ratio, gains, k), best)


def _sum(hits: Hits, gains: str | None) -> Floats:
    return hits.per_topic(gained(hits, gains))
