"""Users who run out of time: time-biased gain and the U-measure."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.limits import check_positive, check_range
from cranfield.measure.families.users.costs import costs_of, of_documents
from cranfield.measure.families.users.models import graded
from cranfield.measure.families.users.persistence import TOP
from cranfield.measure.register import measure
from cranfield.model import Hits, Judged

Floats = NDArray[np.float64]

# Smucker & Clarke's calibration: people who searched news for an hour.
LOOK = 4.4  # seconds for the summary of a document
OPEN, PER_WORD = 7.8, 0.018  # seconds for a document that is opened, and for each of its words
CLICK_RELEVANT, CLICK_OTHER = 0.64, 0.39  # how likely it is opened
SAVE = 0.77  # how likely a relevant document, once opened, is seen to be so


@measure(
    "TBG",
    source="Smucker & Clarke, SIGIR 2012",
    relevance="binary",
    retrieval="ranking",
    traits={"promotion", "strict"},
    parameters={
        "halflife": "after how many seconds half of the users have stopped",
        "words": "how long a document is that `lengths` does not have",
        "lengths": "a csv of `document,words`: how long documents judged for the topic are; others have `words`",
    },
    elsewhere={"cwl-eval": "TBGCWLMetric(halflife), which wants the seconds as costs and divides by ED"},
)
def time_biased_gain(
    judged: Judged,
    *,
    rel: float = 1,
    k: int | None = None,
    halflife: float = 224,
    words: float = 500,
    lengths: str | None = None,
) -> Floats:
    """How many relevant documents a user finds and recognises, when half of the users stop every 224 seconds.

        TBG = 0.4928 * sum over relevant documents of 2^(-t / halflife),  t the seconds to get there:
        t   = sum over the documents above of 4.4 + P(click) * (0.018 * words + 7.8)

    P(click) is 0.64 for relevant and 0.39 for other documents, and 0.4928 = 0.64 * 0.77 is how likely a relevant
    one is opened and saved: all calibrated on people searching news. A number of documents, thus, not a share:
    topics with many relevant ones weigh more. Long documents cost those below them. Give `lengths` for documents
    that are judged for the topic, and the mean length as `words`, which is used for all others: unjudged documents
    are not known by name, and you are warned if the file names some. The paper counts a duplicate as
    not relevant; grade them 0 for that.

    Found at once; and at rank 2, after a document that takes 4.4 + 0.39 * (0.018 * 500 + 7.8) seconds:

    >>> time_biased_gain(example([1])), time_biased_gain(example([0, 1]))
    (array([0.4928]), array([0.47637886]))
    """
    check_positive("halflife", halflife)
    check_range("words", words, 0)
    known = judged.hits.within(k)
    relevant = known.grade >= max(rel, 0)
    click = np.where(relevant, CLICK_RELEVANT, CLICK_OTHER)
    length = of_documents(judged, known, lengths, words)
    usual = LOOK + CLICK_OTHER * (PER_WORD * words + OPEN)
    more = LOOK + click * (PER_WORD * length + OPEN) - usual
    seconds = usual * (known.rank - 1) + _above(known, more)
    return known.per_topic(relevant * CLICK_RELEVANT * SAVE * np.exp2(-seconds / halflife))


@measure(
    "UMeasure",
    source="Sakai & Dou, SIGIR 2013",
    relevance="binary",
    retrieval="ranking",
    traits={"promotion", "strict"},
    parameters={
        "L": "after how many characters all users have stopped",
        "cost": "how many characters of a document are read",
        "costs": "a csv of `document,cost` or `rank,cost`; what is not in it, or not judged, costs `cost`",
        "top": TOP,
    },
    elsewhere={"cwl-eval": "UMeasureCWLMetric(L), which divides by ED"},
    differs={
        "cwl-eval": "takes a document to stand where it begins, and ours where it ends, because it gains nothing before it "
        "has been read; and its weights add up to 1"
    },
)
def u_measure(
    judged: Judged,
    *,
    rel: float = 1,
    k: int | None = None,
    L: float = 132000,
    cost: float = 200,
    costs: str | None = None,
    top: float | None = None,
) -> Floats:
    """Gain of the relevant documents, each worth the less the more text was read up to its end.

        U = sum over relevant documents of gain * max(0, 1 - position / L),  position the characters read so far

    All that a user reads is laid end to end: snippets, documents or parts of them, over queries and pages as
    well. What is read of a document is `cost`, 200 characters of a snippet, unless `costs` says what it is at single
    ranks or for single documents; unjudged documents are not known by name, and are read for `cost`. Gain is 1, or grade / top; the paper's 2^grade - 1 over 2^top can be had by grading so. The
    sum is not normalised, as in the paper, so topics with many relevant documents weigh more.

    Two snippets of 200 characters, of which the second is relevant, L = 1000: 1 - 400/1000

    >>> u_measure(example([0, 1]), L=1000)
    array([0.6])
    """
    check_positive("L", L)
    check_range("cost", cost, 0)
    known = judged.hits.within(k)
    spent = costs_of(judged, known, costs, cost, int(known.rank.max(initial=0)))
    position = np.cumsum(spent.by_rank)[known.rank - 1]
    if spent.of_hits is not None:
        position = position + _above(known, spent.of_hits) + spent.of_hits
    relevant = known.grade >= max(rel, 0)
    gain = relevant * (1.0 if top is None else graded(known.grade, top))
    return known.per_topic(gain * np.maximum(1 - position / L, 0))


def _above(hits: Hits, values: Floats) -> Floats:
    """Sum `values` over the hits of the same topic above each."""
    # A table, because a running sum over all topics would carry the rounding of one into the next.
    table = np.zeros((hits.num_topics, int(hits.count.max(initial=0))))
    table[hits.topic, hits.nth - 1] = values
    np.cumsum(table, axis=1, out=table)
    sums: Floats = table[hits.topic, hits.nth - 1] - values
    return sums
