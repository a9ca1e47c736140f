"""Which relevant documents are among the first k."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.register import expected, measure
from cranfield.model import Judged

Floats = NDArray[np.float64]


@measure(
    "P",
    source="Kent et al., American Documentation 6(2), 1955",
    relevance="binary",
    retrieval="set",
    traits={"bounded", "promotion"},
    aliases=["Precision"],
    trec_eval=["P_*"],
    elsewhere={"ir_measures": "P@k", "ranx": "precision@k", "BEIR": "P@k"},
)
def precision(judged: Judged, *, rel: float = 1, k: int) -> Floats:
    """Share of relevant documents among the first k.

        P@k = (relevant documents at rank k or better) / k

    What a user of k results sees, and the easiest number to explain. It divides by k even when the run
    returned fewer: a short list does not buy precision. It averages badly, because a topic with 3 relevant
    documents can reach 0.3 at most at k = 10, and it is blind to the order of the k documents and to all that
    comes after.

    The lecture's list (relevant at ranks 1, 3, 5) has 2/3, 2/4 and 3/5 at k = 3, 4, 5:

    >>> [float(precision(example(ranks=[1, 3, 5]), k=k)[0]) for k in (3, 4, 5)]
    [0.6666666666666666, 0.5, 0.6]
    """
    return judged.relevant(rel).within(k).count / k


@expected("P")
def expected_precision(judged: Judged, *, rel: float = 1, k: int) -> Floats:
    """Count each relevant document by the share of its tie that is above the cut."""
    return expected_hits(judged, rel, k) / k


@measure(
    "R",
    source="Kent et al., American Documentation 6(2), 1955",
    relevance="binary",
    retrieval="set",
    traits={"bounded", "promotion", "ideal"},
    aliases=["Recall"],
    trec_eval=["recall_*"],
    elsewhere={"ir_measures": "R@k", "ranx": "recall@k", "BEIR": "Recall@k"},
)
def recall(judged: Judged, *, rel: float = 1, k: int) -> Floats:
    """Share of the known relevant documents that are among the first k.

        R@k = (relevant documents at rank k or better) / n,  n relevant documents

    The measure of a first stage, whose job is to hand every good document to a re-ranker. `n` counts what the
    judges found, so with shallow pools recall is optimistic; and it cannot reach 1 while n > k. Where within
    the k a document stands does not matter: PRES asks that, too.

    41 relevant documents, two found (Magdy & Jones 2010, table 3):

    >>> recall(example(ranks=[98, 296], n=41), k=1000)
    array([0.04878049])
    """
    return judged.relevant(rel).within(k).count / judged.num_relevant(rel)


@expected("R")
def expected_recall(judged: Judged, *, rel: float = 1, k: int) -> Floats:
    """Count each relevant document by the share of its tie that is above the cut."""
    return expected_hits(judged, rel, k) / judged.num_relevant(rel)


@measure(
    "RelP",
    source="trec_eval, m_rel_P.c",
    relevance="binary",
    retrieval="set",
    traits={"bounded", "promotion", "ideal"},
    aliases=["RCap"],
    trec_eval=["relative_P_*"],
    elsewhere={"BEIR": "R_cap@k"},
    differs={
        "BEIR": "takes every grade above 0 for relevant, divides by zero where a topic has nothing relevant, and "
        "rounds the mean to five decimals"
    },
)
def relative_precision(judged: Judged, *, rel: float = 1, k: int) -> Floats:
    """Relevant documents among the first k, as a share of the most that could be there.

        RelP@k = (relevant documents at rank k or better) / min(k, n),  n relevant documents

    Precision where k <= n and recall where k > n, so that 1 can be reached for every topic: what P@k lacks for
    topics with few relevant documents, and R@k for those with many. The price is that one mean mixes two
    questions. BEIR calls it capped recall.

    Two found in the first five, of three relevant documents and of ten:

    >>> relative_precision(example(ranks=[1, 4], n=3), k=5), relative_precision(example(ranks=[1, 4], n=10), k=5)
    (array([0.66666667]), array([0.4]))
    """
    return judged.relevant(rel).within(k).count / np.minimum(judged.num_relevant(rel), k)


@expected("RelP")
def expected_relative_precision(judged: Judged, *, rel: float = 1, k: int) -> Floats:
    """Count each relevant document by the share of its tie that is above the cut."""
    return expected_hits(judged, rel, k) / np.minimum(judged.num_relevant(rel), k)


@measure(
    "Success",
    source="trec_eval, m_success.c",
    relevance="binary",
    retrieval="set",
    traits={"bounded", "promotion", "ideal"},
    aliases=["HitRate", "hit_rate"],
    trec_eval=["success_*"],
    trec_eval_cutoffs=(1, 5, 10),
    elsewhere={"ir_measures": "Success@k", "ranx": "hit_rate@k", "BEIR": "Accuracy@k"},
    differs={
        "BEIR": "its Accuracy@k sorts the documents by the second character of their ids instead of their scores, "
        "and stops with an IndexError at an id of one character"
    },
)
def success(judged: Judged, *, rel: float = 1, k: int) -> Floats:
    """Whether anything relevant is among the first k: 1 or 0.

        Success@k = 1 if r_1 <= k, else 0,  r_1 the rank of the first relevant document

    The mean is the share of topics with an answer on the first page: for question answering, known items, and the
    passages that a language model is given. It is as coarse as a number can be, so it takes many topics to tell
    two systems apart. Where one answer is not enough, R@k says more; where its rank matters, RR@k.

    >>> success(example([0, 0, 1, 1]), k=2), success(example([0, 0, 1, 1]), k=3)
    (array([0.]), array([1.]))
    """
    return (judged.relevant(rel).within(k).count > 0).astype(np.float64)


@expected("Success")
def expected_success(judged: Judged, *, rel: float = 1, k: int) -> Floats:
    """Draw the places above the cut without replacement: 1 - C(t - g, m) / C(t, m).

    m places of a tie of t documents, g of them relevant, are above the cut. The quotient is a product over the g;
    it is 0 for a tie wholly above.
    """
    found = judged.relevant(rel)
    found = found.where(found.tie_first <= k)
    size = found.tie_last - found.tie_first + 1
    above = np.minimum(k - found.tie_first + 1, size)
    # Relevant documents of better ties make `nth` too large, but then the product is 0 already.
    others = found.nth - 1
    missed: Floats = np.maximum(size - above - others, 0) / np.maximum(size - others, 1)
    all_missed = np.ones(judged.num_topics, dtype=np.float64)
    np.multiply.at(all_missed, found.topic, missed)
    return 1 - all_missed


def expected_hits(judged: Judged, rel: float, k: int | None) -> Floats:
    """Return how many relevant documents are within k on average, tied documents standing in any order."""
    found = judged.relevant(rel)
    return found.per_topic(found.expected(np.ones_like, k))
