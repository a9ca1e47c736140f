"""Preferences with as many non-relevant documents as relevant ones."""

from __future__ import annotations

from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import diverse  # noqa: F401  (for the worked examples)
from cranfield.measure.families.preference.seen import Seen, by_topic, count
from cranfield.measure.families.preference.shares import NEGATIVE
from cranfield.measure.register import measure
from cranfield.model import Judged

Floats = NDArray[np.float64]
Documents = Literal["all", "retrieved"]


@measure(
    "PrefsAvgJGRnonrel",
    source="trec_eval, m_prefs_avgjg_Rnonrel.c, m_prefs_avgjg_Rnonrel_ret.c",
    relevance="graded",
    retrieval="ranking",
    traits={"bounded", "unjudged-blind"},
    aliases={"PrefsAvgJGRnonrelRet": {"pairs": "retrieved"}},
    trec_eval={"prefs_avgjg_Rnonrel": {}, "prefs_avgjg_Rnonrel_ret": {"pairs": "retrieved"}},
    needs={"aspects"},
    parameters={"pairs": "which preferences count: all, or those of which both documents were retrieved"},
    differs={"trec_eval": NEGATIVE},
)
def prefs_avgjg_rnonrel(judged: Judged, *, pairs: Documents = "all") -> Floats:
    """PrefsAvgJG with as many non-relevant documents (level 0) as relevant ones in each group.

        PrefsAvgJGRnonrel = (1/groups) * sum over groups of  fulfilled / possible

    A few hundred more non-relevant judgements would else decide the weight of a topic. With R relevant and N
    non-relevant documents in a group, R - N more are taken to stand behind all that was retrieved if N < R;
    if N > R, only the first R non-relevant ones count, in the order of the run. `pairs="retrieved"` counts R
    and N among retrieved documents.

    This is trec_eval's number, oddities included, and they make it a poor choice. If N > R and the group has
    no parts, every non-relevant document counts as preferred to each of the first R non-relevant ones, too: with
    R = 10 and N = 902, that is 9,020 of 9,120 preferences, and no run fulfils more than 45 of them. With
    `pairs="retrieved"` and N < R, each relevant document of the group adds R - N possible preferences, and only
    the retrieved ones fulfil theirs. A group without any preference makes the whole topic 0. Take PrefsAvgJG, or
    Bpref, which caps as well.

    Two relevant documents, the second behind a non-relevant one, so that 3 of 4 pairs are fulfilled; and the
    same with two non-relevant documents more:

    >>> prefs_avgjg_rnonrel(diverse([{"judge": 1}, {"judge": 0}, {"judge": 1}, {"judge": 0}]))
    array([0.75])
    >>> prefs_avgjg_rnonrel(diverse([{"judge": grade} for grade in (1, 0, 1, 0, 0, 0)]))
    array([0.33333333])
    """
    return by_topic(judged, partial(_average, pairs))


def _average(pairs: Documents, groups: list[Seen]) -> float:
    counted = [_counted(pairs, group) for group in groups]
    if not counted or not all(possible for _, possible in counted):
        return 0.0
    return sum(fulfilled / possible for fulfilled, possible in counted) / len(counted)


def _counted(pairs: Documents, group: Seen) -> tuple[float, int]:
    r = group.retrieved
    relevant_found = count(group.relevant[:r])
    relevant = relevant_found if pairs == "retrieved" else count(group.relevant)
    nonrelevant = (r if pairs == "retrieved" else len(group.relevant)) - relevant
    if nonrelevant > relevant:
        return _recounted(pairs, group, count(group.relevant) if group.divided else relevant)
    added = relevant - nonrelevant
    fulfilled = group.fulfilled(pairs) + relevant_found * added
    return fulfilled, group.possible(pairs) + count(group.relevant) * added


def _recounted(pairs: Documents, group: Seen, cap: int) -> tuple[int, int]:
    """Count again, of the non-relevant documents only the first `cap`."""
    dropped = ~group.relevant & (np.cumsum(~group.relevant) > cap)
    above = group.above & ~dropped[None, :]
    if group.divided:
        above &= ~dropped[:, None]
    else:
        above |= ~group.relevant[:, None] & ~(group.relevant | dropped)[None, :]
    r = group.retrieved
    if pairs == "retrieved":
        above = above[:r, :r]
    return count(np.triu(above, 1)[:r]), count(above)
