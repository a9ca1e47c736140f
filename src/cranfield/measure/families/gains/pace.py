"""Gain, discounted by how far the ranking lags behind the ideal: G and binG."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.gains.discounts import log2
from cranfield.measure.families.gains.given import MEANING, best_first, gained
from cranfield.measure.families.gains.running import down_to, running
from cranfield.measure.register import expected, measure
from cranfield.measure.trec_eval import gains_behind
from cranfield.model import Hits, Judged

Floats = NDArray[np.float64]


@measure(
    "G",
    source="trec_eval, m_G.c",
    relevance="graded",
    retrieval="ranking",
    traits={"bounded", "ideal"},
    trec_eval=["G"],
    trec_eval_parameters=gains_behind(),
    parameters={"gains": MEANING},
    differs={"trec_eval": "prints 0 where nothing has a gain; ours is undefined there"},
)
def lagging_gain(judged: Judged, *, gains: str | None = None) -> Floats:
    """Gain of each document, discounted by what the ranking lacks to the ideal at its rank.

        G = sum over ranks i of gain(i) / log2(2 + ideal(i) - found(i))  /  sum of all gains

    found(i) is the gain of the first i documents, ideal(i) the most that i documents can have, and one more
    for each rank after the last document with a gain. Among documents that gain as much as possible even a
    low rank is not discounted: what nDCG blames on the rank, G blames on what stood above.

    An experiment of trec_eval's (its text forgets the "one more", and that rank i itself counts). A better
    document that moves up may lower it: grades 1, 3, 2 have less than 1, 2, 3. Use nDCG, unless you know why not.

    Grades 0, 2: ideal(2) = 2 + 1, found(2) = 2, and 2 / log2(2 + 1) of 2 were gained

    >>> lagging_gain(example([0, 2]))
    array([0.63092975])
    >>> lagging_gain(example([1, 2, 3])), lagging_gain(example([1, 3, 2]))
    (array([0.75]), array([0.73213154]))
    """
    hits, ideal, ideal_gain = judged.hits, *_ideal(judged, gains)
    gain = gained(hits, gains)
    after_the_end = np.maximum(hits.rank - ideal.count[hits.topic], 0)
    best = down_to(ideal, running(ideal, ideal_gain), hits.topic, hits.rank) + after_the_end
    lag = np.where(gain != 0, best - running(hits, gain), 0)
    return hits.per_topic(gain / _log2(2 + lag)) / ideal.per_topic(ideal_gain)


def _ideal(judged: Judged, gains: str | None) -> tuple[Hits, Floats]:
    def ideal() -> tuple[Hits, Floats]:
        best = best_first(judged, gains)
        best = best.where(gained(best, gains) > 0)
        return best, gained(best, gains)

    return judged.once((lagging_gain, gains), ideal)


def _log2(numbers: Floats) -> Floats:
    """Return libm's logarithms, from a table where the gains are whole."""
    whole = numbers.astype(np.int64)
    if (whole == numbers).all():
        return log2(whole)
    return np.array([math.log2(number) for number in numbers.tolist()])


@measure(
    "BinG",
    source="trec_eval, m_binG.c",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict", "ideal"},
    trec_eval=["binG"],
)
def binary_g(judged: Judged, *, rel: float = 1) -> Floats:
    """Relevant documents, each discounted by how many that are not relevant stand above it.

        BinG = (1/n) * sum over relevant documents found of 1 / log2(2 + above)
        n relevant documents

    G with gains of 0 and 1. Like AP it asks for all relevant documents and has no cut-off; but where AP goes
    by the share of the bad ones above, this goes by their number, and gently: a hundred of them above still
    leave a document .15. So it rewards recall, and hardly notices what happens deep in the list. Documents
    without a judgement count as not relevant. An experiment of trec_eval's, seldom reported.

    Relevant at ranks 1 and 4, of 2: (1 + 1 / log2(4)) / 2

    >>> binary_g(example([1, 0, 0, 1]))
    array([0.75])
    """
    found = judged.relevant(rel)
    return found.per_topic(1 / log2(2 + found.rank - found.nth)) / judged.num_relevant(rel)


@expected("BinG")
def expected_binary_g(judged: Judged, *, rel: float = 1) -> Floats:
    """Above a relevant document any number of those tied with it may stand, each as likely as the other."""
    found = judged.relevant(rel)
    first = np.ones(len(found.rank), dtype=np.bool_)  # the first relevant document of its tie
    first[1:] = (found.topic[1:] != found.topic[:-1]) | (found.tie_first[1:] != found.tie_first[:-1])
    number = np.cumsum(first) - 1
    relevant_above_tie = (found.nth[first] - 1)[number]
    relevant_in_tie = np.bincount(number)[number]
    least = found.tie_first - 1 - relevant_above_tie
    most = least + found.tie_last - found.tie_first + 1 - relevant_in_tie
    to = np.concatenate(([0.0], np.cumsum(1 / log2(2 + np.arange(most.max(initial=0) + 1)))))
    mean = (to[most + 1] - to[least]) / (most + 1 - least)
    return found.per_topic(mean) / judged.num_relevant(rel)
