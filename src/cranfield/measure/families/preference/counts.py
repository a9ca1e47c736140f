"""Numbers of preferences."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import diverse  # noqa: F401  (for the worked examples)
from cranfield.measure.families.preference.seen import by_topic
from cranfield.measure.register import expected, measure
from cranfield.model import Judged

Floats = NDArray[np.float64]


@measure(
    "NumPrefsPoss",
    source="trec_eval, m_prefs_num_prefs_poss.c",
    relevance="graded",
    retrieval="none",
    traits={"counts", "always-defined", "unjudged-blind"},
    trec_eval=["prefs_num_prefs_poss"],
    needs={"aspects"},
)
def num_prefs_poss(judged: Judged) -> Floats:
    """Preferences that the judges expressed or implied, all judgement groups together.

        NumPrefsPoss = sum over groups of pairs (a, b) of judged documents with a preferred to b

    Within a group (the second column of the judgements: a judge, an information need) each document is
    preferred to all that have a lower grade. A group of several parts (the third of five columns) only
    orders documents within a part, and what follows from that: a over b in one part and b over c in another
    make a over c. A group that contradicts itself is an error; groups may contradict each other. The same for
    every run. It grows with the square of the judged documents, so a few topics with long pools decide all
    sums.

    Three documents at three levels, and one more that was not retrieved:

    >>> num_prefs_poss(diverse([{"judge": 2}, {"judge": 0}, {"judge": 1}], missed=[{"judge": 1}]))
    array([5.])
    """
    return by_topic(judged, lambda groups: sum(group.possible("all") for group in groups))


@measure(
    "NumPrefsFul",
    source="trec_eval, m_prefs_num_prefs_ful.c",
    relevance="graded",
    retrieval="ranking",
    traits={"counts", "always-defined", "unjudged-blind"},
    trec_eval=["prefs_num_prefs_ful"],
    needs={"aspects"},
)
def num_prefs_ful(judged: Judged) -> Floats:
    """Preferences that the run fulfils: the better document stands first, or is the only one retrieved.

        NumPrefsFul = sum over groups of pairs (a, b) with a preferred to b, a retrieved, and b below it or not at all

    Where neither document was retrieved, nothing is fulfilled. Ties are broken by document id, ascending,
    whatever the policy: trec_eval does so in preferences and nowhere else. Only under `ties=expected` a tie
    counts half.

    Of the five preferences the better document comes first in two, and alone in one:

    >>> num_prefs_ful(diverse([{"judge": 2}, {"judge": 0}, {"judge": 1}], missed=[{"judge": 1}]))
    array([3.])
    """
    return by_topic(judged, lambda groups: sum(group.fulfilled("all") for group in groups))


@expected("NumPrefsFul")
def expected_num_prefs_ful(judged: Judged) -> Floats:
    """Count one half for each tie."""
    return by_topic(judged, lambda groups: sum(group.fulfilled("all") for group in groups), ties_open=True)


@measure(
    "NumPrefsFulRet",
    source="trec_eval, m_prefs_num_prefs_ful_ret.c",
    relevance="graded",
    retrieval="ranking",
    traits={"counts", "always-defined", "unjudged-blind"},
    trec_eval=["prefs_num_prefs_ful_ret"],
    needs={"aspects"},
)
def num_prefs_ful_ret(judged: Judged) -> Floats:
    """Preferences that the run fulfils between two documents that it retrieved.

        NumPrefsFulRet = sum over groups of pairs (a, b) with a preferred to b, both retrieved, a above b

    For collections that grow, where a document may be missing because it was not there yet. A run that
    retrieves less can fulfil less, so compare runs of the same depth. Ties are broken as in NumPrefsFul.

    >>> num_prefs_ful_ret(diverse([{"judge": 2}, {"judge": 0}, {"judge": 1}], missed=[{"judge": 1}]))
    array([2.])
    """
    return by_topic(judged, lambda groups: sum(group.fulfilled("retrieved") for group in groups))


@expected("NumPrefsFulRet")
def expected_num_prefs_ful_ret(judged: Judged) -> Floats:
    """Count one half for each tie."""
    return by_topic(
        judged, lambda groups: sum(group.fulfilled("retrieved") for group in groups), ties_open=True
    )
