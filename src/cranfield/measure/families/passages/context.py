"""Documents one after the other, each judged by what is read of it: the tasks "in context" of INEX."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.families.gains.running import running
from cranfield.measure.families.limits import check_positive, check_range
from cranfield.measure.families.passages.by_hand import read_text  # noqa: F401  (for the worked examples)
from cranfield.measure.families.passages.told import passages_of, reading_of, share
from cranfield.measure.register import measure
from cranfield.model import Hits, Judged

Floats = NDArray[np.float64]
Score = Literal["text", "entry"]

_SOURCE = "Kamps, Pehcevski, Kazai, Lalmas & Robertson, INEX 2007 Evaluation Measures, LNCS 4862"
_MEANINGS = {
    "score": "what a document is worth: 'text' by the text that is read of it, 'entry' by where reading begins",
    "beta": "how much the recall of text weighs against its precision; 1 in INEX's paper of 2007, 0.25 in its program",
    "n": "characters from the best entry point at which nothing is left of the score 'entry'",
}


@measure(
    "gP",
    source=f"{_SOURCE} (gP[r])",
    relevance="graded",
    retrieval="ranking",
    traits={"bounded", "promotion"},
    needs={"passages"},
    parameters=_MEANINGS,
    elsewhere={"inex_eval": "gP[k]"},
    differs={
        "inex_eval": "divides by the number of documents where fewer than k are returned; ours by k, as P@k does"
    },
)
def generalised_precision(
    judged: Judged, *, k: int, score: Score = "text", beta: float = 0.25, n: int = 500
) -> Floats:
    """Generalised precision: what the first k documents are worth, each by what is read of it.

        gP@k = 1/k * sum over documents d among the first k of S(d);  S(d) = 0 where nothing of d is relevant
        text:   S(d) = (1 + beta^2) P R / (beta^2 P + R), P and R precision and recall of the text read of d
        entry:  S(d) = max(0, 1 - (distance from where reading begins to the best entry point) / n)

    For results that are grouped by document: a document stands where its first element does, and all of its elements
    count together, also those further down (INEX asked for them side by side). With `score='text'` this is relevant
    in context; with `score='entry'`, best in context, only the first element of a document counts, and only its
    start. The recall that goes with it is R@k of the documents, INEX's gR.

    Two of the four highlighted characters of a, one character beside them: P 2/3, R 1/2

    >>> generalised_precision(read_text({"a": "..####..", "b": "####"}, "a:1:3"), k=1, beta=1)
    array([0.57142857])
    """
    relevant, worth = _worth(judged, score, beta, n)
    within = relevant.rank <= k
    return np.bincount(relevant.topic[within], worth[within], judged.num_topics) / k


@measure(
    "AgP",
    source=f"{_SOURCE} (AgP, MAgP)",
    relevance="graded",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict"},
    aliases=["MAgP"],
    needs={"passages"},
    parameters=_MEANINGS,
    elsewhere={"inex_eval": "AgP, and MAgP for the mean"},
)
def average_generalised_precision(
    judged: Judged, *, score: Score = "text", beta: float = 0.25, n: int = 500
) -> Floats:
    """Average generalised precision: AP of documents that are worth what is read of them.

        AgP = 1/N * sum over relevant documents found of gP@r,  r the rank of the document
        N documents with relevant text, found or not;  gP@r = 1/r * sum of S(d) over the documents down to r

    The mean over topics is INEX's MAgP, which judged its tasks relevant in context (`score='text'`) and best in
    context (`score='entry'`). If every S(d) were 1 this would be AP. A relevant document of which the wrong part is read
    still is a rank at which gP counts. S(d) is explained at gP.

    Documents worth .8, nothing (and not relevant) and .5, of three relevant ones: (.8 + 1.3 / 3) / 3 = .411. Here a is
    worth 4/7 and b 1, with beta 1: (4/7 + (4/7 + 1) / 2) / 2

    >>> average_generalised_precision(read_text({"a": "..####..", "b": "####"}, "a:1:3 b"), beta=1)
    array([0.67857143])
    """
    relevant, worth = _worth(judged, score, beta, n)
    return relevant.per_topic(running(relevant, worth) / relevant.rank) / judged.num_relevant()


def _worth(judged: Judged, score: Score, beta: float, n: int) -> tuple[Hits, Floats]:
    """Return the relevant documents that are found, and what each is worth; the others are worth nothing."""
    check_range("beta", beta, 0)
    check_positive("n", n)
    relevant = judged.relevant()
    return relevant, _by_entry(judged, relevant, n) if score == "entry" else _by_text(judged, relevant, beta)


def _by_text(judged: Judged, relevant: Hits, beta: float) -> Floats:
    read, passages = reading_of(judged), passages_of(judged)
    known = read.row >= 0
    rows = len(passages.length)
    found = np.bincount(read.row[known], read.found[known], rows)[relevant.row]
    size = np.bincount(read.row[known], read.size[known], rows)[relevant.row]
    there = passages.relevant()[relevant.row]
    # (1 + beta^2) P R / (beta^2 P + R), multiplied by all that P and R are divided by
    return share((1 + beta**2) * found, beta**2 * there + size)


def _by_entry(judged: Judged, relevant: Hits, n: int) -> Floats:
    read, passages = reading_of(judged), passages_of(judged)
    first = np.full(len(passages.length), -1, dtype=np.int64)
    rows = read.row[::-1]
    first[rows[rows >= 0]] = read.start[::-1][rows >= 0]  # of several elements the first one is written last
    distance = np.abs(first[relevant.row] - passages.entry[relevant.row])
    worth: Floats = np.maximum(0.0, 1 - distance / n)
    return worth
