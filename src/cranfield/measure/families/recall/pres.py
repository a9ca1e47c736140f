"""PRES, and PRES for readers who know how many documents they cannot reach."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import UsageError
from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.recall.tied import tied
from cranfield.measure.register import expected, measure
from cranfield.model import Judged

Floats = NDArray[np.float64]


@measure(
    "PRES",
    source="Magdy & Jones, SIGIR 2010, eq. 3-4 (eq. 4 corrected)",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict", "ideal"},
    elsewhere={"PRESeval.pl": "PRES"},
)
def pres(judged: Judged, *, rel: float = 1, k: int = 1000) -> Floats:
    """Recall, each document found weighed by how few others the user had to check before it.

        PRES = sum over relevant documents found of (k - (r_i - i)) / (n * k)
        n relevant documents, r_i the rank of the i-th of them that is found

    k (the paper's Nmax) is how many documents the user is willing to check: part of the task, not of the
    system. Found at the top, a document counts in full; each non-relevant document above takes 1/k off it. So
    PRES equals recall at best, falls to n * recall^2 / k when all stand at the very end of the k, and is in
    between a measure of effort, where AP would hardly notice the difference between rank 100 and rank 900.
    Compare runs at the same k only. When n > k, no run can exceed k / n, and PRESest says what share of that
    it has reached. A ranking by lot has about k / (2 N), not 0: `expected_pres_random`.

    This is the paper's eq. 3 with the missing documents at the last of the ranks k+1 to k+n; its eq. 4 is
    misprinted (the second and third term need the number of missing documents). Table 3 has .394 and .201:

    >>> pres(example(ranks=[23, 272, 345], n=6), k=1000), pres(example(ranks=[660, 741], n=3), k=1000)
    (array([0.39433333]), array([0.20066667]))

    Table 1, all four found, at ranks 50 to 54 of 100, and one at the top with three at the very end:

    >>> pres(example(ranks=[50, 51, 53, 54]), k=100), pres(example(ranks=[1, 98, 99, 100]), k=100)
    (array([0.505]), array([0.28]))
    """
    found = judged.relevant(rel).within(k)
    return found.per_topic(k - (found.rank - found.nth)) / (judged.num_relevant(rel) * k)


@expected("PRES")
def expected_pres(judged: Judged, *, rel: float = 1, k: int = 1000) -> Floats:
    """Let each relevant document stand anywhere in its tie, and count the places that are within k.

    At the j-th place inside a tie (from 0), j of the other documents of the tie stand above it, each of them one
    that is not relevant with the same chance.
    """
    found = judged.relevant(rel)
    tie = tied(found)
    places = np.clip(k - (found.tie_first - 1), 0, tie.size)
    met = tie.others / np.maximum(tie.size - 1, 1)
    weight = places * (k - tie.others_above) - met * (places * (places - 1) / 2)
    return found.per_topic(weight / tie.size) / (judged.num_relevant(rel) * k)


@expected("PRESRmax")
@measure(
    "PRESRmax",
    source="Magdy & Jones, SIGIR 2010, eq. 6",
    relevance="binary",
    retrieval="none",
    traits={"bounded", "ideal", "unjudged-blind", "descriptive"},
)
def pres_rmax(judged: Judged, *, rel: float = 1, k: int = 1000) -> Floats:
    """The best recall, and the best PRES, that looking at k documents allows.

        PRESRmax = min(1, k / n),  n relevant documents

    It depends on the topic and the user, not on the run. Where it is below 1 the user cannot find everything,
    however good the system; a table of PRES or R@k over many such topics compares topics rather than systems.

    A thousand relevant documents, and a hundred looked at:

    >>> pres_rmax(example(ranks=[1], n=1000), k=100)
    array([0.1])
    """
    return np.minimum(1.0, k / judged.num_relevant(rel))


@measure(
    "PRESest",
    source="Magdy & Jones, SIGIR 2010, eq. 5",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict", "ideal"},
)
def pres_est(judged: Judged, *, rel: float = 1, k: int = 1000) -> Floats:
    """PRES as a share of what it could be, given that only k documents are looked at.

        PRESest = PRES / min(1, k / n) = sum over relevant documents found of (k - (r_i - i)) / (min(n, k) * k)
        n relevant documents, r_i the rank of the i-th of them that is found

    The same as PRES while n <= k. With more relevant documents than the user will look at, a perfect list has 1
    here and k / n there: PRESest judges the system, PRES what the user gets.

    A thousand relevant documents, fifty of them among the first hundred, at the top or at the end (figure 9):

    >>> pres_est(example(ranks=range(1, 51), n=1000), k=100), pres_est(example(ranks=range(51, 101), n=1000), k=100)
    (array([0.5]), array([0.25]))
    """
    return pres(judged, rel=rel, k=k) / pres_rmax(judged, rel=rel, k=k)


@expected("PRESest")
def expected_pres_est(judged: Judged, *, rel: float = 1, k: int = 1000) -> Floats:
    """Divide the expected PRES; what it is divided by knows no order."""
    return expected_pres(judged, rel=rel, k=k) / pres_rmax(judged, rel=rel, k=k)


def pres_at_all_cutoffs(judged: Judged, deepest: int, rel: float = 1) -> Floats:
    """Return PRES at k = 1, 2, ..., `deepest` in one pass: a row a topic, a column a cut-off.

    It is how PRES grows with the patience of the user (the paper's figure 8). A topic without relevant documents
    has a row of NaN.

    >>> pres_at_all_cutoffs(example(ranks=[1, 3], n=4), deepest=4)
    array([[0.25  , 0.25  , 0.41666667, 0.4375 ]])
    """
    if deepest < 1:
        raise UsageError(f"`deepest` is a cut-off of at least 1, not {deepest}", slug="measure-cutoff")
    found = judged.relevant(rel).within(deepest)
    place = found.topic * deepest + found.rank - 1
    shape = (judged.num_topics, deepest)
    hits = np.bincount(place, minlength=shape[0] * deepest).reshape(shape).cumsum(axis=1)
    pushed = np.bincount(place, weights=found.rank - found.nth, minlength=shape[0] * deepest)
    k = np.arange(1, deepest + 1)
    weight = hits * k - pushed.reshape(shape).cumsum(axis=1)
    with np.errstate(invalid="ignore"):
        values: Floats = weight / (judged.num_relevant(rel)[:, np.newaxis] * k)
    return values


def expected_pres_random(n: int, collection: int, k: int = 1000) -> float:
    """Return what PRES is on average when the whole collection is ranked by lot.

        k/N - (k - 1) (N - n) / (2 N (N - 1))

    The paper says that it comes to 0 in collections of today's sizes (section 7). It is near 0 where the collection
    is large, as in CLEF-IP, but half and more when everything is looked at: 1/2 + n / (2 N) at k = N. Where k exceeds
    N, all N are looked at, and k still weighs them.

    >>> expected_pres_random(n=6, collection=1_000_000, k=1000)
    0.0005005024975024975
    >>> expected_pres_random(n=3, collection=7, k=7)
    0.7142857142857143
    """
    if not 1 <= n <= collection or k < 1:
        raise UsageError(
            f"no collection of {collection:,} documents has {n:,} relevant ones to look for among the first {k:,}",
            slug="measure-parameter",
            hint="1 <= n <= collection, and k is at least 1",
        )
    places = min(k, collection)
    met = (collection - n) / max(collection - 1, 1)
    return places / collection * (1 - met * (places - 1) / (2 * k))
