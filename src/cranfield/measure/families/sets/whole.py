"""All that was retrieved as one set, whatever the order: for systems that decide how much to return."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.register import measure
from cranfield.model import Judged

Floats = NDArray[np.float64]


@measure(
    "SetP",
    source="trec_eval, m_set_P.c; Kent et al., American Documentation 6(2), 1955",
    relevance="binary",
    retrieval="set",
    traits={"bounded"},
    trec_eval=["set_P"],
    elsewhere={"ir_measures": "SetP", "ranx": "precision"},
)
def set_precision(judged: Judged, *, rel: float = 1) -> Floats:
    """Share of relevant documents among all that were retrieved.

        SetP = (relevant documents retrieved) / (documents retrieved)

    The precision of the textbooks, for Boolean search, filtering and screening. A run with a fixed depth of 1000
    has next to none of it, and says nothing by that: P@k is for rankings. Where nothing was retrieved it is 0, as in
    trec_eval, so that silence does not pay.

    >>> set_precision(example([1, 0, None, 2], missed=[1]))
    array([0.5])
    """
    # Where nothing was retrieved, nothing relevant was, and 0 / 1 is the 0 that 0 / 0 should be.
    return judged.relevant(rel).count / np.maximum(judged.retrieved, 1)


@measure(
    "SetR",
    source="trec_eval, m_set_recall.c; Kent et al., American Documentation 6(2), 1955",
    relevance="binary",
    retrieval="set",
    traits={"bounded", "ideal", "unjudged-blind"},
    trec_eval=["set_recall"],
    elsewhere={"ir_measures": "SetR", "ranx": "recall"},
)
def set_recall(judged: Judged, *, rel: float = 1) -> Floats:
    """Share of the known relevant documents that were retrieved at all.

        SetR = (relevant documents retrieved) / n,  n relevant documents

    What a re-ranker of the whole run could reach at best. It compares depths rather than systems unless all runs
    have the same number of documents, and the whole collection has recall 1: read it beside SetP or NumRet.

    >>> set_recall(example([1, 0, None, 2], missed=[1]))
    array([0.66666667])
    """
    return judged.relevant(rel).count / judged.num_relevant(rel)


@measure(
    "SetRelP",
    source="trec_eval, m_set_rel_P.c",
    relevance="binary",
    retrieval="set",
    traits={"bounded", "ideal"},
    trec_eval=["set_relative_P"],
    elsewhere={"ir_measures": "SetP(relative=True)"},
)
def set_relative_precision(judged: Judged, *, rel: float = 1) -> Floats:
    """Relevant documents retrieved, as a share of the most that could be among so many.

        SetRelP = (relevant documents retrieved) / min(documents retrieved, n),  n relevant documents

    Precision of a list no longer than n, recall of a longer one; 0 where nothing was retrieved. A short list is not
    punished for what it leaves out, nor a long one for what it drags in: fair to neither kind of user, and gamed by
    returning a single sure document.

    >>> set_relative_precision(example([1, 0], n=5)), set_relative_precision(example([1, 0, None, 2], n=3))
    (array([0.5]), array([0.66666667]))
    """
    most = np.minimum(judged.retrieved, judged.num_relevant(rel))
    return judged.relevant(rel).count / np.maximum(most, 1)


@measure(
    "SetAP",
    source="trec_eval, m_set_map.c",
    relevance="binary",
    retrieval="set",
    traits={"bounded"},
    trec_eval=["set_map"],
    elsewhere={"ir_measures": "SetAP"},
)
def set_average_precision(judged: Judged, *, rel: float = 1) -> Floats:
    """Precision times recall of all that was retrieved.

        SetAP = SetP * SetR = (relevant documents retrieved)^2 / (documents retrieved * n)
        n relevant documents

    What AP is when the order is unknown and every relevant document found has the precision of the whole list.
    Little used since; SetF combines the same two numbers in a way that more people can read.

    >>> set_average_precision(example([1, 0, None, 2], n=3))
    array([0.33333333])
    """
    found = judged.relevant(rel).count
    most = np.maximum(judged.retrieved * judged.num_relevant(rel), 1)
    return np.asarray(found * found / most, dtype=np.float64)
