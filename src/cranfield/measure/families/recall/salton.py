"""Rank recall and log precision: the simple forms of Rnorm and Pnorm."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.recall.known import documents
from cranfield.measure.families.recall.normalised import sums_of_logs
from cranfield.measure.register import measure
from cranfield.model import Judged

Floats = NDArray[np.float64]


@measure(
    "RankRecall",
    source="Salton & Lesk, Journal of the ACM 15(1), 1968; van Rijsbergen 1979, p. 166",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict", "ideal"},
)
def rank_recall(judged: Judged, *, collection: int, rel: float = 1) -> Floats:
    """Rank recall: the ranks that the relevant documents could have, over those that they have.

        RankRecall = sum of i / sum of r_i
        n relevant documents, r_i the rank of the i-th of them (i = 1 to n)

    Like Rnorm, it looks at the sum of the ranks and so at the worst of them, but it needs no worst case: with all
    relevant documents retrieved, N plays no part. Those that were not are put at the end of the collection, and
    then one such document outweighs everything else, because the sum is of the size of N. Read it for complete
    rankings of small collections, as SMART printed it.

    The Webis lecture's ranking A, 21/29:

    >>> rank_recall(example(ranks=[1, 3, 4, 5, 6, 10]), collection=10)
    array([0.72413793])
    """
    found, n = judged.relevant(rel), judged.num_relevant(rel)
    missing = n - found.count
    at_the_end = missing * documents(judged, collection, "collection") - missing * (missing - 1) / 2
    return n * (n + 1) / 2 / (found.per_topic(found.rank) + at_the_end)


@measure(
    "LogPrecision",
    source="Salton & Lesk, Journal of the ACM 15(1), 1968; van Rijsbergen 1979, p. 166",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "ideal"},
)
def log_precision(judged: Judged, *, collection: int, rel: float = 1) -> Floats:
    """Log precision: as rank recall, with the logarithms of the ranks.

        LogPrecision = sum of ln i / sum of ln r_i
        n relevant documents, r_i the rank of the i-th of them (i = 1 to n)

    Rank recall's counterpart for the top of the ranking. A single relevant document breaks it: ln 1 is 0, so it is
    0 wherever the document stands, and 0/0 at rank 1, which is taken for 1, because the ranking is ideal. Pnorm
    has no such gap. Documents that were not retrieved stand at the end of the collection.

    The Webis lecture's ranking A:

    >>> log_precision(example(ranks=[1, 3, 4, 5, 6, 10]), collection=10)
    array([0.80345598])
    """
    documents(judged, collection, "collection")  # refuses a collection that is too small
    found, n = judged.relevant(rel), judged.num_relevant(rel)
    from_top, from_bottom = sums_of_logs(n, collection)
    logs = found.per_topic(np.log(found.rank)) + from_bottom[n - found.count]
    return np.where(logs == 0, 1.0, from_top[n] / logs)
