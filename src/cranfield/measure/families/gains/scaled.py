"""SDCG."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import UsageError
from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.gains.discounts import discount
from cranfield.measure.families.gains.given import highest_grade
from cranfield.measure.register import expected, measure
from cranfield.model import Hits, Judged

Floats = NDArray[np.float64]
_BLOCK = 1 << 20


@measure(
    "SDCG",
    source="Moffat, Scholer & Thomas, ADCS 2012; cwl_eval, SIGIR 2019",
    relevance="graded",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict"},
    parameters={
        "min_rel": "the grade that is worth nothing; those below it neither",
        "max_rel": "the grade of a perfect document, and what is above it; None: the highest of the collection",
    },
    elsewhere={"ir_measures": "SDCG(max_rel=...)@k", "cwl-eval": "the expected utility (EU) of NDCG-k@k"},
    differs={
        "ir_measures": "has no default for max_rel; and both it and cwl-eval look at 1000 ranks at most, so "
        "beyond SDCG@1000 their weights stop there, and values are higher than ours"
    },
)
def sdcg(judged: Judged, *, min_rel: float = 0, max_rel: float | None = None, k: int) -> Floats:
    """DCG as a share of what k perfect documents gain, whether or not there are as many.

        SDCG@k = DCG@k / (sum over ranks i = 1..k of 1 / log2(i + 1)),  DCG@k = sum of gain(i) / log2(i + 1)

        gain = (grade - min_rel) / (max_rel - min_rel), within 0 and 1

    A weighted precision: what a user gains a document, when the one at rank i is looked at in proportion to
    1 / log2(i + 1). The ideal of nDCG depends on what the judges found, and moves when they find more; this
    one stays. The price: a topic with few good documents cannot come near 1. Without `max_rel` the highest
    grade of all judgements is taken: give it, where that may not be the top of the scale.

    Grades 2, 1, 2, 0 of at most 2: (1 + .5 * .6309 + .5) / (1 + .6309 + .5 + .4307)

    >>> sdcg(example([2, 1, 2, 0]), max_rel=2, k=4)
    array([0.70872127])
    """
    hits = judged.hits.within(k)
    gain = _scaled(judged, hits, min_rel, max_rel)
    return hits.per_topic(gain / discount(hits.rank)) / _of_perfect(k)


@expected("SDCG")
def expected_sdcg(judged: Judged, *, min_rel: float = 0, max_rel: float | None = None, k: int) -> Floats:
    """Discount each document by the mean over the ranks of its tie."""
    hits = judged.hits
    gain = _scaled(judged, hits, min_rel, max_rel)
    return hits.per_topic(gain * hits.expected(lambda ranks: 1 / discount(ranks), k)) / _of_perfect(k)


def _scaled(judged: Judged, hits: Hits, min_rel: float, max_rel: float | None) -> Floats:
    top = highest_grade(judged) if max_rel is None else max_rel
    if not 0 <= min_rel < top and (min_rel or max_rel is not None):
        raise UsageError(
            f"`min_rel` of SDCG is from 0 to below `max_rel`, not {min_rel:g} to {top:g}",
            slug="measure-parameter",
        )
    return np.clip((hits.grade - min_rel) / (top - min_rel), 0, 1)


@lru_cache
def _of_perfect(k: int) -> float:
    """Return the DCG of k perfect documents; in blocks, since nothing keeps k from being a thousand million."""
    ends = [*range(1, k + 1, _BLOCK), k + 1]
    return sum(float((1 / np.log2(np.arange(first, last) + 1)).sum()) for first, last in pairwise(ends))
