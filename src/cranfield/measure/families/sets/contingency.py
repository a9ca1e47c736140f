"""Measures that need the size of the collection: what was rightly left out counts, too."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import UsageError
from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.limits import LARGEST, check_range
from cranfield.measure.families.sets.depth import expected_hits
from cranfield.measure.register import expected, measure
from cranfield.measure.trec_eval import numbers
from cranfield.model import Judged

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@measure(
    "Fallout",
    source="Cleverdon & Keen, Factors Determining the Performance of Indexing Systems 2, 1966",
    relevance="binary",
    retrieval="set",
    traits={"always-defined", "partial", "bounded", "promotion", "lower"},
)
def fallout(judged: Judged, *, collection: int, rel: float = 1, k: int | None = None) -> Floats:
    """Share of the collection's non-relevant documents that were retrieved, within k or at all.

        Fallout = (non-relevant documents retrieved) / (collection - n),  n relevant documents

    The false positive rate, of which recall is the true positive rate: the axes of an ROC curve. Unlike precision it
    does not depend on how rare relevant documents are, but in a large collection it is so near 0 for every run that
    nobody can read it. Unjudged documents are taken for not relevant. With recall R and generality G it gives
    precision: P = R * G / (R * G + Fallout * (1 - G)). Undefined where the whole collection is relevant, not where
    nothing is: then all that was retrieved is fallout.

    The Webis contingency table, 2 of 16 non-relevant documents retrieved:

    >>> fallout(example([1, 1, 1, None, None], n=4), collection=20)
    array([0.125])
    """
    return _fallout(judged, judged.relevant(rel).within(k).count, collection, rel, k)


@expected("Fallout")
def expected_fallout(judged: Judged, *, collection: int, rel: float = 1, k: int | None = None) -> Floats:
    """Count each relevant document by the share of its tie that is above the cut."""
    return _fallout(judged, expected_hits(judged, rel, k), collection, rel, k)


def _fallout(judged: Judged, found: Floats | Ints, collection: int, rel: float, k: int | None) -> Floats:
    _check(collection, judged)
    shown = judged.retrieved if k is None else np.minimum(judged.retrieved, k)
    return (shown - found) / (collection - judged.num_relevant(rel))


@measure(
    "Generality",
    source="Cleverdon & Keen, Factors Determining the Performance of Indexing Systems 2, 1966",
    relevance="binary",
    retrieval="none",
    traits={"always-defined", "bounded", "unjudged-blind", "descriptive"},
)
def generality(judged: Judged, *, collection: int, rel: float = 1) -> Floats:
    """Share of relevant documents in the collection: how common they are before anybody searches.

        Generality = n / collection,  n relevant documents

    The same for every run: it says how hard the topic is for precision, because it is the precision of a run that
    retrieves everything, and of one that guesses. The Cranfield reports give it per thousand.

    The Webis contingency table, 4 of 20 documents relevant:

    >>> generality(example([1, 1, 1, None, None], n=4), collection=20)
    array([0.2])
    """
    _check(collection, judged)
    return judged.num_relevant(rel) / collection


@measure(
    "SetAccuracy",
    source="lecture slides on IR evaluation; any textbook of classification",
    relevance="binary",
    retrieval="set",
    traits={"always-defined", "bounded"},
)
def set_accuracy(judged: Judged, *, collection: int, rel: float = 1) -> Floats:
    """Share of the collection's documents that were rightly retrieved or rightly left out.

        SetAccuracy = (relevant retrieved + non-relevant not retrieved) / collection

    Here to show why search is not measured by it: nearly all documents are not relevant, so a system that retrieves
    nothing has almost 1, and the mistakes drown. It is fit for small collections with many relevant documents, such
    as the candidates of a screening. Unjudged documents are taken for not relevant. ir_measures' Accuracy is another
    measure: a share of pairs in the right order.

    The lecture's 1000 documents, 10 of them relevant, one of these retrieved and nothing else:

    >>> set_accuracy(example([1], n=10), collection=1000)
    array([0.991])
    """
    _check(collection, judged)
    found, n = judged.relevant(rel).count, judged.num_relevant(rel)
    return (found + (collection + found - judged.retrieved - n)) / collection


@measure(
    "Utility",
    source="trec_eval, m_utility.c; the filtering tracks of TREC",
    relevance="binary",
    retrieval="set",
    traits={"always-defined"},
    trec_eval=["utility"],
    trec_eval_parameters=numbers("a", "b", "c", "d", example="1,-1,0,0"),
    parameters={
        "a": "what a relevant document retrieved is worth",
        "b": "what a non-relevant document retrieved is worth",
        "c": "what a relevant document not retrieved is worth",
        "d": "what a non-relevant document not retrieved is worth",
        "collection": "how many documents the collection has; 0: unknown, which only `d` asks for",
    },
)
def utility(
    judged: Judged,
    *,
    a: float = 1,
    b: float = -1,
    c: float = 0,
    d: float = 0,
    rel: float = 1,
    collection: int = 0,
) -> Floats:
    """What the retrieved set is worth to a user who pays for mistakes: a sum of credits and debits.

        Utility = a * relevant retrieved     + b * non-relevant retrieved
                + c * relevant not retrieved + d * non-relevant not retrieved

    For filtering, where a document is either delivered or not and each has its price. Unbounded, and its mean is
    ruled by the topics with most documents; rankings of a fixed depth all lose about that depth. It has a value for
    topics without relevant documents, where silence is best. `d` needs the size of the collection: with 0, trec_eval's
    default too, the last count is short of it and negative.

    trec_eval's default, and the prices of a user who would read three bad documents for a good one:

    >>> utility(example([1, 0, None, 2], n=5)), utility(example([1, 0, None, 2], n=5), a=3)
    (array([0.]), array([4.]))
    """
    for price, worth in {"a": a, "b": b, "c": c, "d": d}.items():
        check_range(price, worth, -LARGEST)
    if collection:
        _check(collection, judged)
    found, n = judged.relevant(rel).count, judged.num_relevant(rel)
    rejected = collection + found - judged.retrieved - n
    worth = a * found + b * (judged.retrieved - found) + c * (n - found) + d * rejected
    return np.asarray(worth, dtype=np.float64)


def _check(collection: int, judged: Judged) -> None:
    """Refuse a collection smaller than what is known to be in it, which would make shares above 1 or below 0."""
    check_range("collection", collection, 0)
    known = judged.num_judged + judged.retrieved - judged.judged.count
    too_many = np.flatnonzero(known > collection)
    if too_many.size:
        topic = int(too_many[0])
        raise UsageError(
            f"a collection of {collection:,} is too small: topic {judged.topics[topic]} alone has "
            f"{known[topic]:,} documents, judged or retrieved",
            slug="measure-parameter",
            hint="`collection` is how many documents there are to search in",
        )
