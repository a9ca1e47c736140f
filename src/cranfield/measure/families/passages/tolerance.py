"""Entry points for readers who read on, and give up after so much text that is not relevant."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.families.limits import check_range
from cranfield.measure.families.passages.by_hand import read_text  # noqa: F401  (for the worked examples)
from cranfield.measure.families.passages.told import passages_of, reading_of, share
from cranfield.measure.register import measure
from cranfield.model import Judged

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_SOURCE = "de Vries, Kazai & Lalmas, Tolerance to Irrelevance, RIAO 2004; as in Piwowarski & Dupret, SIGIR 2006, sec. 6"
_MEANINGS = {
    "tolerance": "how many characters that are not relevant a reader puts up with before the first relevant one"
}


@measure(
    "T2IP",
    source=_SOURCE,
    relevance="graded",
    retrieval="set",
    traits={"bounded"},
    needs={"passages"},
    parameters=_MEANINGS,
)
def tolerant_precision(judged: Judged, *, tolerance: int = 500, k: int | None = None) -> Floats:
    """Precision under tolerance to irrelevance: entry points from which a reader comes upon something new.

        T2IP@k = (entry points among the first k that lead to a passage no other above them leads to) / k

    An element is only where reading begins. The reader goes on through the text, whatever the element's end, and leaves
    the document after `tolerance` characters in a row that are not relevant. The first highlighted passage
    that is met ends the search: it is found, and further entry points that lead to it are worth nothing. Without k,
    all elements of the run are counted. The authors thought of reading time; characters are what judgements have.

    Both entry points meet the passage of a, the second one for nothing; c was not judged: 1/3

    >>> tolerant_precision(read_text({"a": "..####..", "b": "..#"}, "a:0:2 a:3:2 c:0:9"))
    array([0.33333333])
    """
    read, found = reading_of(judged), _found(judged, tolerance, k)
    entries = (
        np.bincount(read.topic, minlength=judged.num_topics) if k is None else np.full(judged.num_topics, k)
    )
    return share(found, entries)


@measure(
    "T2IR",
    source=_SOURCE,
    relevance="graded",
    retrieval="set",
    traits={"bounded", "promotion", "ideal"},
    needs={"passages"},
    parameters=_MEANINGS,
)
def tolerant_recall(judged: Judged, *, tolerance: int = 500, k: int | None = None) -> Floats:
    """Recall under tolerance to irrelevance: passages that a reader comes upon from some entry point.

        T2IR@k = (highlighted passages that the first k entry points lead to) / (highlighted passages in all)

    Each entry point leads to one passage at most, the first that is met before the reader's tolerance is used up
    (see T2IP). Passages count alike, long or short; TextR counts characters. With a tolerance of 0 only entry points
    within a passage, or at its start, lead anywhere.

    One of the two passages; with no tolerance at all, the second entry point still is within it:

    >>> run = read_text({"a": "..####..", "b": "..#"}, "a:0:2 a:3:2")
    >>> tolerant_recall(run), tolerant_recall(run, tolerance=0, k=1)
    (array([0.5]), array([0.]))
    """
    starts = judged.qrels.starts if judged.qrels is not None else np.zeros(1, dtype=np.int64)
    there = np.diff(np.searchsorted(passages_of(judged).row, starts))
    return share(_found(judged, tolerance, k), there)


def _found(judged: Judged, tolerance: int, k: int | None) -> Ints:
    """Count the passages that the first k elements of each topic lead to."""
    read, first = reading_of(judged), _reached(judged, tolerance)
    within = first if k is None else first[read.rank[first] <= k]
    return np.bincount(read.topic[within], minlength=judged.num_topics).astype(np.int64)


def _reached(judged: Judged, tolerance: int) -> Ints:
    """Return the elements that are the first to lead to some passage."""
    check_range("tolerance", tolerance, 0)
    read, passages = reading_of(judged), passages_of(judged)
    if not len(passages.row):
        return np.empty(0, dtype=np.int64)
    span = max(int(passages.end.max()), int(read.start.max(initial=0))) + 1
    # the first passage of the document that ends behind the entry point
    met = np.searchsorted(passages.row * span + passages.end, read.row * span + read.start, side="right")
    inside = np.minimum(met, len(passages.row) - 1)
    leads = (read.row >= 0) & (met < len(passages.row)) & (passages.row[inside] == read.row)
    leads &= passages.start[inside] - read.start <= tolerance
    elements = np.flatnonzero(leads)
    _, first = np.unique(inside[elements], return_index=True)
    return np.sort(elements[first])
