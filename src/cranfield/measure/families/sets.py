"""Which documents are there: counts, precision, recall and judged, for a whole run or its first k."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.register import measure
from cranfield.model import Judged

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@measure(
    "NumRet",
    source="trec_eval, m_num_ret.c",
    relevance="none",
    retrieval="set",
    traits={"counts", "always-defined"},
    trec_eval=["num_ret"],
)
def num_ret(judged: Judged) -> Ints:
    """Documents retrieved.

    Not a measure of quality, but the first thing to look at: a run that was cut at another depth than its
    rivals shows here, and every recall-oriented measure then compares depths rather than systems.

    >>> num_ret(example([1, 0, None]))
    array([3])
    """
    return judged.retrieved


@measure(
    "NumRel",
    source="trec_eval, m_num_rel.c",
    relevance="binary",
    retrieval="none",
    traits={"counts", "always-defined", "unjudged-blind"},
    trec_eval=["num_rel"],
)
def num_rel(judged: Judged, *, rel: float = 1) -> Ints:
    """Relevant documents that the judges know of, retrieved or not.

    The same for every run. It counts what was found relevant in the pool, so it is a lower bound of what
    there is.

    >>> num_rel(example([2, 0, None], missed=[1, 1]), rel=1)
    array([3])
    """
    return judged.num_relevant(rel)


@measure(
    "NumRelRet",
    source="trec_eval, m_num_rel_ret.c",
    relevance="binary",
    retrieval="set",
    traits={"counts", "always-defined", "unjudged-blind"},
    trec_eval=["num_rel_ret"],
)
def num_rel_ret(judged: Judged, *, rel: float = 1) -> Ints:
    """Relevant documents retrieved, at whatever rank.

    Summed over topics, a few topics with hundreds of relevant documents decide it; R@k weighs topics alike.

    >>> num_rel_ret(example([2, 0, None, 1], missed=[1]))
    array([2])
    """
    return judged.relevant(rel).count


@measure(
    "P",
    source="Kent et al., American Documentation 6(2), 1955",
    relevance="binary",
    retrieval="set",
    traits={"bounded", "promotion"},
    aliases=["Precision"],
    trec_eval=["P_*"],
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


@measure(
    "R",
    source="Kent et al., American Documentation 6(2), 1955",
    relevance="binary",
    retrieval="set",
    traits={"bounded", "promotion"},
    aliases=["Recall"],
    trec_eval=["recall_*"],
)
def recall(judged: Judged, *, rel: float = 1, k: int) -> Floats:
    """Share of the known relevant documents that are among the first k.

        R@k = (relevant documents at rank k or better) / n

    The measure of a first stage, whose job is to hand every good document to a re-ranker. `n` counts what the
    judges found, so with shallow pools recall is optimistic; and it cannot reach 1 while n > k. Where within
    the k a document stands does not matter: PRES asks that, too.

    41 relevant documents, two found (Magdy & Jones 2010, table 3):

    >>> recall(example(ranks=[98, 296], n=41), k=1000)
    array([0.04878049])
    """
    return judged.relevant(rel).within(k).count / judged.num_relevant(rel)


@measure(
    "Judged",
    source="ir_measures; trec_eval 10 prints the complement as unj",
    relevance="none",
    retrieval="set",
    traits={"bounded", "ideal", "always-defined"},
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
