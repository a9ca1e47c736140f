"""Rnorm and Pnorm: ranks between the best and the worst case."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.recall.known import documents
from cranfield.measure.families.recall.tied import tied
from cranfield.measure.register import expected, measure
from cranfield.model import Judged

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@measure(
    "Rnorm",
    source="Rocchio, ISR-10, 1966, eq. 5.20; van Rijsbergen 1979, p. 164; Magdy & Jones, SIGIR 2010, eq. 2",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict", "ideal"},
    aliases=["NormalisedRecall", "RFArea"],
    elsewhere={"scipy": "mannwhitneyu of the relevant documents' scores against the others', over n (N - n)"},
)
def rnorm(judged: Judged, *, collection: int, rel: float = 1) -> Floats:
    """Normalised recall: how far the relevant documents are from the best case towards the worst.

        Rnorm = 1 - (sum of r_i - sum of i) / (n * (N - n)),  N documents in the collection
        n relevant documents, r_i the rank of the i-th of them (i = 1 to n)

    It is a chance: that a relevant document stands above one that is not, both drawn by lot. A ranking by lot has
    0.5. It is also the area under the recall-fallout curve (hence the alias RFArea; ROC and AUC elsewhere): the
    curve goes 1/n up at each relevant document and 1/(N-n) to the right at each other one, so each other document
    adds a column as high as the share of relevant documents above it, and the columns add up to the share of
    pairs in the right order. In the sum above, r_i - i counts the wrong pairs of the i-th one. The PRES paper
    (section 7) calls it the probability of an error; it is one minus that.

    Relevant documents that were not retrieved are put at the very end of the collection. That makes Rnorm nearly
    plain recall when N is large, below it by k/N at most for a list of k: rank 10 and rank 900 are the same in a
    million documents. The worst case is what is wrong with it for users who will never read the collection; PRES
    puts it right behind the documents that they do read. Undefined when all documents are relevant.

    Three of six found near the top of 50,000, the paper's figure 2, and the same spread over a thousand ranks:

    >>> rnorm(example(ranks=[10, 12, 14], n=6), collection=50_000)
    array([0.49989999])
    >>> rnorm(example(ranks=[250, 500, 750], n=6), collection=50_000)
    array([0.4950194])
    """
    found = judged.relevant(rel)
    return _rnorm(judged, found.rank - found.nth, collection, rel)


@expected("Rnorm")
def expected_rnorm(judged: Judged, *, collection: int, rel: float = 1) -> Floats:
    """Take half of the others in its tie to stand above each relevant document."""
    tie = tied(judged.relevant(rel))
    return _rnorm(judged, tie.others_above + tie.others / 2, collection, rel)


def _rnorm(judged: Judged, others_above: Floats | Ints, collection: int, rel: float) -> Floats:
    others = documents(judged, collection, "collection") - judged.num_relevant(rel)
    found = judged.relevant(rel)
    return found.per_topic(others[found.topic] - others_above) / (judged.num_relevant(rel) * others)


@measure(
    "Pnorm",
    source="Rocchio, ISR-10, 1966; van Rijsbergen 1979, p. 166",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict", "ideal"},
    aliases=["NormalisedPrecision"],
)
def pnorm(judged: Judged, *, collection: int, rel: float = 1) -> Floats:
    """Normalised precision: Rnorm with logarithms of the ranks, so that the top weighs more.

        Pnorm = 1 - (sum of ln r_i - sum of ln i) / ln C(N, n),  C(N, n) ways to choose n of N documents
        n relevant documents, r_i the rank of the i-th of them (i = 1 to n), N documents in the collection

    From rank 1 to 2 is as far as from 100 to 200. Relevant documents that were not retrieved stand at the very end
    of the collection, as for Rnorm, and so it depends on N. Undefined when all documents are relevant.

    The Webis lecture's ranking A, all ten documents of the collection:

    >>> pnorm(example(ranks=[1, 3, 4, 5, 6, 10]), collection=10)
    array([0.69900775])
    """
    return _pnorm(judged, np.log(judged.relevant(rel).rank), collection, rel)


@expected("Pnorm")
def expected_pnorm(judged: Judged, *, collection: int, rel: float = 1) -> Floats:
    """Average the logarithms over the ranks of each tie."""
    return _pnorm(judged, judged.relevant(rel).expected(np.log), collection, rel)


def _pnorm(judged: Judged, logs: Floats, collection: int, rel: float) -> Floats:
    documents(judged, collection, "collection")  # refuses a collection that is too small
    found, n = judged.relevant(rel), judged.num_relevant(rel)
    from_top, from_bottom = sums_of_logs(n, collection)
    distance = found.per_topic(logs) + from_bottom[n - found.count] - from_top[n]
    pnorm: Floats = 1 - distance / (from_bottom[n] - from_top[n])
    return pnorm


def sums_of_logs(n: Ints, collection: int) -> tuple[Floats, Floats]:
    """Return the sums of the logarithms of 1, 2, ... and of N, N-1, ..., by how many are added."""
    most = np.arange(int(n.max(initial=0)))
    from_top, from_bottom = np.cumsum(np.log(most + 1)), np.cumsum(np.log(collection - most))
    return np.concatenate(([0.0], from_top)), np.concatenate(([0.0], from_bottom))
