"""Shares of the preferences that a run fulfils."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import diverse  # noqa: F401  (for the worked examples)
from cranfield.measure.families.preference.seen import PAIRS, Pairs, Seen, by_topic, count, share
from cranfield.measure.register import expected, measure
from cranfield.model import Judged

Floats = NDArray[np.float64]

NEGATIVE = (
    "makes a grade below 0 one more level, which everything else is preferred to; here it means that nobody judged "
    "the document, as everywhere"
)


@measure(
    "PrefsSimp",
    source="trec_eval, m_prefs_simp.c, m_prefs_simp_imp.c, m_prefs_simp_ret.c",
    relevance="graded",
    retrieval="ranking",
    traits={"bounded", "promotion", "unjudged-blind"},
    aliases={"PrefsSimpImp": {"pairs": "implied"}, "PrefsSimpRet": {"pairs": "retrieved"}},
    trec_eval={
        "prefs_simp": {},
        "prefs_simp_imp": {"pairs": "implied"},
        "prefs_simp_ret": {"pairs": "retrieved"},
    },
    needs={"aspects"},
    parameters={"pairs": PAIRS},
    differs={"trec_eval": NEGATIVE},
)
def prefs_simp(judged: Judged, *, pairs: Pairs = "all") -> Floats:
    """Share of all preferences that the run fulfils, every preference as good as any other.

        PrefsSimp = fulfilled preferences / possible preferences

    For judges who say which of two documents is better, which they do faster and agree on more often than
    on grades. See NumPrefsPoss for what a preference is, and NumPrefsFul for when it is fulfilled. A judge
    with twice the documents has four times the say: PrefsAvgJG gives all the same. Where judges contradict
    each other no run reaches 1.

    `pairs` leaves out preferences between documents that were not retrieved: `implied` those of which neither
    was, `retrieved` those of which one was not. The latter forgives a run everything that it did not retrieve,
    so keep it for collections that grow. Without any preference it is 0, as in trec_eval.

    Three judges and four documents of trec_eval's test, topic 24.EC.mg:

    >>> mg = diverse(
    ...     [{"0": 0, "1": 4, "2": 9}, {"0": 1, "1": 6, "2": 8}, {"0": 0, "1": 6, "2": 7}],
    ...     missed=[{"0": 5, "1": 5, "2": 5}],
    ... )
    >>> prefs_simp(mg), prefs_simp(mg, pairs="retrieved")
    (array([0.5625]), array([0.57142857]))
    """
    return by_topic(judged, partial(_simple, pairs))


@expected("PrefsSimp")
def expected_prefs_simp(judged: Judged, *, pairs: Pairs = "all") -> Floats:
    """Count one half for each tie."""
    return by_topic(judged, partial(_simple, pairs), ties_open=True)


def _simple(pairs: Pairs, groups: list[Seen]) -> float:
    return share(
        sum(group.fulfilled(pairs) for group in groups), sum(group.possible(pairs) for group in groups)
    )


@measure(
    "PrefsAvgJG",
    source="trec_eval, m_prefs_avgjg.c, m_prefs_avgjg_imp.c, m_prefs_avgjg_ret.c",
    relevance="graded",
    retrieval="ranking",
    traits={"bounded", "promotion", "unjudged-blind"},
    aliases={"PrefsAvgJGImp": {"pairs": "implied"}, "PrefsAvgJGRet": {"pairs": "retrieved"}},
    trec_eval={
        "prefs_avgjg": {},
        "prefs_avgjg_imp": {"pairs": "implied"},
        "prefs_avgjg_ret": {"pairs": "retrieved"},
    },
    needs={"aspects"},
    parameters={"pairs": PAIRS},
    differs={"trec_eval": NEGATIVE},
)
def prefs_avgjg(judged: Judged, *, pairs: Pairs = "all") -> Floats:
    """Share of preferences that the run fulfils, averaged over judgement groups.

        PrefsAvgJG = (1/groups) * sum over groups of  fulfilled / possible

    Every judge has the same say, however many documents they looked at: for users whose satisfaction counts
    alike. A group without preferences (all its documents on one level) adds 0 and still divides, as in
    trec_eval, so leave such groups out of the judgements. `pairs` as in PrefsSimp.

    >>> mg = diverse(
    ...     [{"0": 0, "1": 4, "2": 9}, {"0": 1, "1": 6, "2": 8}, {"0": 0, "1": 6, "2": 7}],
    ...     missed=[{"0": 5, "1": 5, "2": 5}],
    ... )
    >>> prefs_avgjg(mg), prefs_avgjg(mg, pairs="retrieved")
    (array([0.53333333]), array([0.5]))
    """
    return by_topic(judged, partial(_averaged, pairs))


@expected("PrefsAvgJG")
def expected_prefs_avgjg(judged: Judged, *, pairs: Pairs = "all") -> Floats:
    """Count one half for each tie."""
    return by_topic(judged, partial(_averaged, pairs), ties_open=True)


def _averaged(pairs: Pairs, groups: list[Seen]) -> float:
    return share(sum(share(group.fulfilled(pairs), group.possible(pairs)) for group in groups), len(groups))


@measure(
    "PrefsPair",
    source="trec_eval, m_prefs_pair.c, m_prefs_pair_imp.c, m_prefs_pair_ret.c",
    relevance="graded",
    retrieval="ranking",
    traits={"bounded", "promotion", "unjudged-blind"},
    aliases={"PrefsPairImp": {"pairs": "implied"}, "PrefsPairRet": {"pairs": "retrieved"}},
    trec_eval={
        "prefs_pair": {},
        "prefs_pair_imp": {"pairs": "implied"},
        "prefs_pair_ret": {"pairs": "retrieved"},
    },
    needs={"aspects"},
    parameters={"pairs": PAIRS},
    differs={"trec_eval": NEGATIVE},
)
def prefs_pair(judged: Judged, *, pairs: Pairs = "all") -> Floats:
    """Share of the judges that agree with the run about a pair of documents, averaged over pairs.

        PrefsPair = (1/pairs) * sum over pairs of  judges who agree / judges who prefer either

    Pairs are those about which some judge has a preference. A pair that five judges looked at counts as much
    as one that a single judge did; without overlap between judges it equals PrefsSimp. `pairs` as there.

    >>> mg = diverse(
    ...     [{"0": 0, "1": 4, "2": 9}, {"0": 1, "1": 6, "2": 8}, {"0": 0, "1": 6, "2": 7}],
    ...     missed=[{"0": 5, "1": 5, "2": 5}],
    ... )
    >>> prefs_pair(mg), prefs_pair(mg, pairs="retrieved")
    (array([0.58333333]), array([0.61111111]))
    """
    return by_topic(judged, partial(_pairwise, pairs))


@expected("PrefsPair")
def expected_prefs_pair(judged: Judged, *, pairs: Pairs = "all") -> Floats:
    """Let one half of those who have a preference agree about each tie."""
    return by_topic(judged, partial(_pairwise, pairs), ties_open=True)


def _pairwise(pairs: Pairs, groups: list[Seen]) -> float:
    if not groups:
        return 0.0
    places, first = np.unique(np.concatenate([group.place for group in groups]), return_index=True)
    stand = np.concatenate([group.stand for group in groups])[first]
    judges = np.zeros((len(places), len(places)), dtype=np.int64)
    for group in groups:
        documents = np.searchsorted(places, group.place)
        judges[np.ix_(documents, documents)] += group.above
    r = len(np.unique(np.concatenate([group.place[: group.retrieved] for group in groups])))
    told = np.triu(judges + judges.T, 1)
    agree = np.where(stand[:, None] < stand[None, :], judges, told / 2)
    # From the top downwards, first the pairs of which both were retrieved, as trec_eval adds them.
    areas = [(slice(r), slice(r))] + [(slice(r), slice(r, None))] * (pairs != "retrieved")
    shares = np.concatenate([agree[area][told[area] > 0] / told[area][told[area] > 0] for area in areas])
    neither = count(told[r:, r:]) if pairs == "all" else 0
    return share(float(np.cumsum(shares)[-1]) if len(shares) else 0.0, len(shares) + neither)
