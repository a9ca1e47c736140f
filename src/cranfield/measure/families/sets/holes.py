"""How many of the first k documents the judges have seen."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.register import expected, measure
from cranfield.model import Judged

Floats = NDArray[np.float64]


@measure(
    "Judged",
    source="ir_measures; trec_eval 10 prints the complement as unj",
    relevance="none",
    retrieval="set",
    traits={"bounded", "ideal", "always-defined"},
    elsewhere={"ir_measures": "Judged@k"},
    differs={
        "ir_measures": "takes a negative grade for a judgement, puts tied documents in the order of their ids "
        "upwards, and stops with a ZeroDivisionError where a topic has no documents"
    },
)
def judged_at(judged: Judged, *, k: int) -> Floats:
    """Share of the first k documents that a judge has seen: how far to trust the other columns.

        Judged@k = (judged documents at rank k or better) / min(k, retrieved)

    Unjudged documents count as not relevant, so a system unlike those that were pooled is punished for its
    novelty. Below 0.8 or so at the cut-off of your measure, differences may be holes in the judgements. A
    list shorter than k has no holes where it has no documents; an empty one is undefined. A negative grade
    means pooled but never looked at, and counts as unjudged.

    >>> judged_at(example([1, 0, None, 2]), k=10)
    array([0.75])
    """
    return judged.judged.within(k).count / np.minimum(judged.retrieved, k)


@expected("Judged")
def expected_judged_at(judged: Judged, *, k: int) -> Floats:
    """Count each judged document by the share of its tie that is above the cut."""
    return _expected_judged(judged, k) / np.minimum(judged.retrieved, k)


@measure(
    "Unjudged",
    source="trec_eval 10, m_unjudged.c",
    relevance="none",
    retrieval="set",
    traits={"bounded", "ideal", "always-defined", "lower"},
    aliases=["Hole"],
    trec_eval=["unj_*"],
    trec_eval_cutoffs=(5, 10, 20),
    elsewhere={"BEIR": "Hole@k"},
    differs={
        "BEIR": "its Hole@k counts only documents that were judged for no topic at all, so it is too low where "
        "topics retrieve each other's documents; a judgement for another topic says nothing about this one"
    },
)
def unjudged_at(judged: Judged, *, k: int) -> Floats:
    """Holes: documents among the first k that no judge has seen, as a share of k.

        Unjudged@k = (unjudged documents at rank k or better) / k

    Not quite 1 - Judged@k: it divides by k even when the run returned fewer, and the places after the end of the
    list are no holes; so it is 0, not undefined, where nothing was retrieved. The two add up to 1 for lists of k
    documents or more. A negative grade means pooled but never looked at, and counts as unjudged.

    >>> unjudged_at(example([1, 0, None, 2]), k=4), unjudged_at(example([1, 0, None, 2]), k=10)
    (array([0.25]), array([0.1]))
    """
    return (np.minimum(judged.retrieved, k) - judged.judged.within(k).count) / k


@expected("Unjudged")
def expected_unjudged_at(judged: Judged, *, k: int) -> Floats:
    """Count each judged document by the share of its tie that is above the cut."""
    return (np.minimum(judged.retrieved, k) - _expected_judged(judged, k)) / k


def _expected_judged(judged: Judged, k: int) -> Floats:
    seen = judged.judged
    return seen.per_topic(seen.expected(np.ones_like, k))
