"""Precision where the list is as long as there are relevant documents, or a multiple of that."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.limits import check_positive
from cranfield.measure.families.ranks.ties import ties_of
from cranfield.measure.register import expected, measure
from cranfield.model import Judged

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@measure(
    "Rprec",
    source="Buckley & Voorhees, Retrieval System Evaluation, in: TREC, MIT Press 2005",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "ideal"},
    aliases=["r-precision"],
    trec_eval=["Rprec"],
    elsewhere={"ir_measures": "Rprec", "ranx": "r-precision"},
)
def r_precision(judged: Judged, *, rel: float = 1) -> Floats:
    """Precision, and recall, of the first n documents, where n is how many relevant ones there are.

        Rprec = (relevant documents at rank n or better) / n,  n relevant documents

    The cut-off at which a perfect system has found everything and nothing else, so unlike P@10 it can reach 1 for
    every topic, and averages well. It goes closely with AP. The order within the n does not matter, nor does
    anything below; with a single relevant document it asks for rank 1 alone.

    Ranking A of the Webis lecture has 5 of its 6 within the first 6:

    >>> r_precision(example(ranks=[1, 3, 4, 5, 6, 10], n=6))
    array([0.83333333])
    """
    n = judged.num_relevant(rel)
    return judged.relevant(rel).within(n).count / n


@expected("Rprec")
def expected_r_precision(judged: Judged, *, rel: float = 1) -> Floats:
    """Count each relevant document by the share of its tie that is above the cut."""
    n = judged.num_relevant(rel)
    return _expected_count(judged, rel, n) / n


@measure(
    "RprecMult",
    source="trec_eval, m_Rprec_mult.c",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "ideal"},
    trec_eval=["Rprec_mult_*"],
    trec_eval_cutoffs=(fifth / 5 for fifth in range(1, 11)),
    at="multiple",
    parameters={"multiple": "how long the list is, as a multiple of the number of relevant documents"},
)
def r_precision_multiple(judged: Judged, *, rel: float = 1, multiple: float) -> Floats:
    """Precision at a cut-off that grows with the topic: at a multiple of its number of relevant documents.

        RprecMult@x = (relevant documents at rank c or better) / c,  c = floor(x * n + 0.9),  n relevant documents

    x = 1 is Rprec. Below 1 it looks at the top of the list, above 1 further down, each time at the same place of
    every topic's recall scale, where P@10 looks at all of one topic and a corner of another. Above 1 it cannot
    exceed 1/x. Where c is 0 (x < 0.1 and a single relevant document) it is 0.

    Ranking A of the Webis lecture, n = 6, at 3, 6 and 9 documents:

    >>> ranking = example(ranks=[1, 3, 4, 5, 6, 10], n=6)
    >>> [float(r_precision_multiple(ranking, multiple=x)[0].round(4)) for x in (0.5, 1, 1.5)]
    [0.6667, 0.8333, 0.5556]
    """
    depth = _depth(judged, rel, multiple)
    return judged.relevant(rel).within(depth).count / np.maximum(depth, 1)


@expected("RprecMult")
def expected_r_precision_multiple(judged: Judged, *, rel: float = 1, multiple: float) -> Floats:
    """Count each relevant document by the share of its tie that is above the cut."""
    depth = _depth(judged, rel, multiple)
    return _expected_count(judged, rel, depth) / np.maximum(depth, 1)


def _depth(judged: Judged, rel: float, multiple: float) -> Ints:
    check_positive("multiple", multiple, slug="measure-cutoff")
    # In floats as C computes it, slips and all: 0.7 * 3 + 0.9 falls short of 3.
    depth: Ints = np.floor(multiple * judged.num_relevant(rel) + 0.9).astype(np.int64)
    return depth


def _expected_count(judged: Judged, rel: float, depth: Ints) -> Floats:
    """Return how many relevant documents are at rank `depth` or better, over all orders of tied documents."""
    found = judged.relevant(rel)
    documents = ties_of(found).documents
    within = np.clip(depth[found.topic] - found.tie_first + 1, 0, documents)
    return found.per_topic(within / documents)
