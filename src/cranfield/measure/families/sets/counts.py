"""Counts of documents and topics."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.register import measure
from cranfield.model import Judged

Ints = NDArray[np.int64]


@measure(
    "NumQ",
    source="trec_eval, m_num_q.c",
    relevance="none",
    retrieval="none",
    traits={"bounded", "ideal", "counts", "always-defined", "unjudged-blind", "descriptive"},
    trec_eval=["num_q"],
    elsewhere={"ir_measures": "NumQ"},
    differs={
        "trec_eval": "leaves out the topics that the run has no documents for, unless told -c; so does cranfield "
        "under topics=common",
        "ir_measures": "counts a topic that the run has no documents for as 0, so its NumQ is trec_eval's without -c",
    },
)
def num_q(judged: Judged) -> Ints:
    """Topics: 1 for each that the judges have seen.

        NumQ = 1,  summed over topics

    Summed, it says over how many topics the other columns are averages, so read it first: two tables with
    different numbers here do not compare. Topics without judgements never count, and those without documents in
    the run do, unless the policy `topics` is `common`. A topic without relevant documents counts, although most
    measures have no value there.

    >>> num_q(example([1, 0, None]))
    array([1])
    """
    return np.ones(judged.num_topics, dtype=np.int64)


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

        NumRet = number of documents retrieved, summed over topics

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

        NumRel = n = number of documents with a grade of at least rel, summed over topics

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

        NumRelRet = number of retrieved documents with a grade of at least rel, summed over topics

    Summed over topics, a few topics with hundreds of relevant documents decide it; R@k weighs topics alike.

    >>> num_rel_ret(example([2, 0, None, 1], missed=[1]))
    array([2])
    """
    return judged.relevant(rel).count


@measure(
    "NumNonRelJudgedRet",
    source="trec_eval, m_num_nonrel_judged_ret.c",
    relevance="binary",
    retrieval="set",
    traits={"counts", "always-defined", "unjudged-blind"},
    trec_eval=["num_nonrel_judged_ret"],
)
def num_nonrel_judged_ret(judged: Judged, *, rel: float = 1) -> Ints:
    """Documents retrieved that a judge has seen and found not relevant.

        NumNonRelJudgedRet = number of retrieved documents with a grade from 0 to below rel, summed over topics

    The known mistakes. What of the retrieved documents is neither here nor in NumRelRet was never judged: where
    that rest is large, the run's other numbers are guesses.

    >>> num_nonrel_judged_ret(example([2, 0, None, 0, -1], missed=[0]))
    array([2])
    """
    return judged.nonrelevant(rel).count
