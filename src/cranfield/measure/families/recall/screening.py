"""Screening candidates, as for a systematic review: work saved, recall for a share of the work, the last one found."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import UsageError
from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.recall.known import documents
from cranfield.measure.families.recall.tied import tied
from cranfield.measure.register import expected, measure
from cranfield.model import Judged

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_CANDIDATES = {
    "candidates": "how many documents there are to screen; if not told, all that were judged or retrieved for the topic"
}
_TAR = "CLEF eHealth TAR, tar_eval.py; Kanoulas et al., CLEF 2017"
# What 0.95 * 20 is away from 19 in floating point.
_SLACK = 1e-9


@measure(
    "WSS",
    source="Cohen et al., Journal of the American Medical Informatics Association 13(2), 2006",
    relevance="binary",
    retrieval="ranking",
    traits={"promotion"},
    at="recall",
    parameters={"recall": "the share of the relevant documents at which the user stops", **_CANDIDATES},
    elsewhere={"tar_eval": "wss_95 (WSS@95 in papers) is WSS@0.95, wss_100 is WSS@1"},
    differs={
        "tar_eval": "rounds 0.95 n, so that 11 of 12 documents pass for 95 % of them (ours: the least number that is "
        "at least 95 %); and gives 0 to a run that never gets there, although one that gets there with its last "
        "document has -0.05. Ours is never better for having missed documents."
    },
)
def wss(judged: Judged, *, recall: float = 0.95, rel: float = 1, candidates: int | None = None) -> Floats:
    """Work saved over sampling: the share of documents not to be read, beyond what a random order would save.

        WSS@recall = (TN + FN) / N - (1 - recall) = (N - rank) / N - (1 - recall)

    `rank` is where the run reaches the recall: there the reviewer stops, and all below (true and false negatives)
    is saved. Whoever reads in random order saves 1 - recall, and has 0. For systematic reviews and e-discovery,
    where N is the candidates of the topic, not the collection: by default the documents that were judged or
    retrieved, as CLEF TAR judges every candidate. With candidates that nobody judged and the run did not return,
    say how many there are.

    A run that never reaches the recall leaves the reviewer with everything to read: rank = N, and the value is
    recall - 1, the lowest. It can be negative, and no ranking reaches 1. It is a single point of the curve, decided
    by one document, and a small n jumps: for n < 20, 95 % of the documents are all of them.

    CLEF TAR 2017, BM25 on topic CD010386, two relevant documents at ranks 23 and 79 of 626; printed .824:

    >>> wss(example(ranks=[23, 79], retrieved=626)), wss(example(ranks=[23, 79], retrieved=626), recall=1)
    (array([0.82380192]), array([0.87380192]))
    """
    found = judged.relevant(rel)
    return _wss(judged, found.rank, recall, rel, candidates)


@expected("WSS")
def expected_wss(
    judged: Judged, *, recall: float = 0.95, rel: float = 1, candidates: int | None = None
) -> Floats:
    """Put the document at which the recall is reached where it stands on average."""
    return _wss(judged, _expected_ranks(judged, rel), recall, rel, candidates)


def _wss(
    judged: Judged, ranks: NDArray[np.generic], recall: float, rel: float, candidates: int | None
) -> Floats:
    _check_share(recall, "WSS", "recall")
    size = documents(judged, candidates, "candidates")
    needed = np.ceil(recall * judged.num_relevant(rel) - _SLACK)
    return (size - _rank_of(judged, needed, ranks, rel, size)) / size - (1 - recall)


@measure(
    "LastRel",
    source=_TAR,
    relevance="binary",
    retrieval="ranking",
    traits={"promotion", "lower"},
    parameters=_CANDIDATES,
    elsewhere={"tar_eval": "last_rel"},
    differs={
        "tar_eval": "gives the rank of the last one found, even if others were not: a run that finds one document at "
        "rank 1 and misses all others has the best value there, and the worst here."
    },
)
def last_rel(judged: Judged, *, rel: float = 1, candidates: int | None = None) -> Floats:
    """Rank of the last relevant document: how far a user who needs all of them must read.

        LastRel = r_n,  N where a relevant document was not retrieved

    A number of documents, so topics with many candidates rule the mean; WSS@1 is (N - LastRel) / N. One document
    that the system cannot know decides it. `candidates` as for WSS: with all judged and retrieved documents
    counted, a run that misses something makes the reader read everything.

    >>> last_rel(example(ranks=[23, 79], retrieved=626)), last_rel(example(ranks=[23], n=2, retrieved=625))
    (array([79.]), array([626.]))
    """
    found = judged.relevant(rel)
    return _rank_of(
        judged, judged.num_relevant(rel), found.rank, rel, documents(judged, candidates, "candidates")
    )


@expected("LastRel")
def expected_last_rel(judged: Judged, *, rel: float = 1, candidates: int | None = None) -> Floats:
    """Put the last one where it stands on average."""
    size = documents(judged, candidates, "candidates")
    return _rank_of(judged, judged.num_relevant(rel), _expected_ranks(judged, rel), rel, size)


def _expected_ranks(judged: Judged, rel: float) -> Floats:
    """Return where the first, second, ... relevant document stands on average: they divide their tie evenly."""
    found = judged.relevant(rel)
    tie = tied(found)
    return tie.others_above + tie.above + (found.nth - tie.above) * ((tie.size + 1) / (tie.hits + 1))


def _rank_of(
    judged: Judged, nth: NDArray[np.generic], ranks: NDArray[np.generic], rel: float, size: Ints
) -> Floats:
    """Return each topic's rank of the nth relevant document, the last rank of all where it was not retrieved."""
    found = judged.relevant(rel)
    sought = found.nth == nth[found.topic]
    return np.minimum(found.where(sought).first(ranks[sought], default=np.inf), size)


@measure(
    "RShare",
    source=_TAR,
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "ideal"},
    at="share",
    parameters={"share": "the share of the candidates that the user reads, from the top", **_CANDIDATES},
    elsewhere={"tar_eval": "NCG@10 (2017), recall@10% (2018), for a share of 0.1"},
    differs={
        "tar_eval": "stops counting, for a run that ends before the share is read, at the last whole percent of the "
        "candidates that the run reaches, and overlooks what it found after that; the same for complete runs."
    },
)
def recall_at_share(judged: Judged, *, share: float, rel: float = 1, candidates: int | None = None) -> Floats:
    """Recall after reading a share of all candidates: R@k with k = share * N, rounded.

        RShare@0.1 = (relevant documents in the first 10 % of the candidates) / n

    What a tenth of the work brings, which compares topics with 60 candidates and with 60,000, where R@k does not.
    CLEF TAR printed it as NCG@10 first and as recall@10% later; NCG elsewhere (TREC Deep Learning) is the gain
    over the ideal gain at k documents, which is SlidingRatio@k. `candidates` as for WSS.

    CLEF TAR 2017, BM25 on topic CD010386 (ranks 23 and 79 of 626): half of the documents after 10 %, all after 20 %:

    >>> recall_at_share(example(ranks=[23, 79], retrieved=626), share=0.1)
    array([0.5])
    >>> recall_at_share(example(ranks=[23, 79], retrieved=626), share=0.2)
    array([1.])
    """
    found = judged.relevant(rel).within(_share_of(judged, share, candidates))
    return found.count / judged.num_relevant(rel)


@expected("RShare")
def expected_recall_at_share(
    judged: Judged, *, share: float, rel: float = 1, candidates: int | None = None
) -> Floats:
    """Count each relevant document by the share of its tie that is read."""
    found = judged.relevant(rel)
    read = _share_of(judged, share, candidates)[found.topic] - (found.tie_first - 1)
    size = found.tie_last - found.tie_first + 1
    return found.per_topic(np.clip(read, 0, size) / size) / judged.num_relevant(rel)


def _share_of(judged: Judged, share: float, candidates: int | None) -> Ints:
    _check_share(share, "RShare", "share")
    exact = share * documents(judged, candidates, "candidates")
    return np.rint(np.round(exact, 9)).astype(np.int64)  # a half that floating point bent is a half again


def _check_share(value: float, measure: str, parameter: str) -> None:
    if not 0 < value <= 1:
        raise UsageError(
            f"`{parameter}` of {measure} is a share above 0 and up to 1, not {value}",
            slug="measure-cutoff",
            hint=f"95 % is written {measure}@0.95",
        )
