"""The first relevant document."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.ranks.ties import ties_of
from cranfield.measure.register import expected, measure
from cranfield.model import Judged

Floats = NDArray[np.float64]


@measure(
    "RR",
    source="Kantor & Voorhees, TREC-5, 1996",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "ideal"},
    aliases=["MRR"],
    trec_eval=["recip_rank"],
    elsewhere={"ir_measures": "RR, RR@k", "ranx": "mrr, mrr@k", "BEIR": "MRR@k"},
)
def reciprocal_rank(judged: Judged, *, rel: float = 1, k: int | None = None) -> Floats:
    """One over the rank of the first relevant document, 0 if there is none (within k).

        RR = 1 / r_1,  r_1 the rank of the first relevant document

    For a user who wants one answer: a known item, a fact. Its mean over topics is MRR. All that follows the
    first hit is ignored, so it separates systems poorly, and the step from rank 1 to 2 costs as much as that
    from 2 to the end. MS MARCO's MRR@10 is RR@10.

    The slides' row 1, 1/2, 1/3, ..., here at rank 4:

    >>> reciprocal_rank(example([0, 0, 0, 1, 1]))
    array([0.25])
    """
    found = judged.relevant(rel).within(k)
    return found.first(1 / found.rank)


@expected("RR")
def expected_reciprocal_rank(judged: Judged, *, rel: float = 1, k: int | None = None) -> Floats:
    """Weigh each rank by the chance that the first relevant document of the tie stands there (hypergeometric).

    With m documents, r of them relevant, the first is number j + 1 in C(m - 1 - j, r - 1) of C(m, r) cases.
    """
    found = judged.relevant(rel)
    tie, tops = ties_of(found), np.flatnonzero(found.nth == 1)
    m, r = tie.documents[tops], tie.hits[tops]
    places = m - r + 1  # where the first one may be
    which = np.repeat(np.arange(len(tops)), places)
    j = np.arange(len(which)) - np.repeat(np.cumsum(places) - places, places)
    logs = _log_factorials(int(m.max(initial=1)).bit_length())
    chance = np.exp(
        logs[m[which] - 1 - j] - logs[r[which] - 1] - logs[m[which] - j - r[which]]
        - (logs[m] - logs[r] - logs[m - r])[which]
    )  # fmt: skip
    rank = found.tie_first[tops][which] + j
    weight = chance / rank if k is None else np.where(rank <= k, chance / rank, 0.0)
    sums = np.bincount(found.topic[tops][which], weights=weight, minlength=judged.num_topics)
    return sums.astype(np.float64, copy=False)


@lru_cache
def _log_factorials(bits: int) -> Floats:
    return np.array([math.lgamma(number + 1) for number in range(1 << bits)])
