"""Precision and recall of text: of the characters that are read, and at levels of recall."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.families.limits import check_range
from cranfield.measure.families.passages.by_hand import read_text  # noqa: F401  (for the worked examples)
from cranfield.measure.families.passages.told import reading_of, relevant_text, share
from cranfield.measure.register import measure
from cranfield.model import Judged

Floats = NDArray[np.float64]

_INEX_2007 = "Kamps, Pehcevski, Kazai, Lalmas & Robertson, INEX 2007 Evaluation Measures, LNCS 4862"
_FINEST = 10_001
_SURE = 1e-9  # a level that is reached but for the rounding of level * total


@measure(
    "TextP",
    source=f"{_INEX_2007} (P[r])",
    relevance="graded",
    retrieval="set",
    traits={"bounded", "promotion"},
    needs={"passages"},
)
def text_precision(judged: Judged, *, k: int | None = None) -> Floats:
    """Share of the text read that is relevant: the precision of characters.

        TextP@k = highlighted characters in the first k elements / characters in the first k elements

    What a reader of focused results wastes is text, not documents, so each element counts by its length: a whole
    article with one good sentence is nearly all waste. Text that an element shows again counts as read, and not as
    found (unless overlapping elements are left out: docs/inex.md). 0 where nothing is read. Elements of any
    length can be compared, but short ones are favoured: look at TextR, too.

    Three of the first four characters, then four of four: 3/4, and 7/8

    >>> run = read_text({"a": "..####..", "b": "####"}, "a:1:4 b")
    >>> text_precision(run, k=1), text_precision(run)
    (array([0.75]), array([0.875]))
    """
    read = reading_of(judged)
    within = _within(judged, k)
    return share(
        np.bincount(read.topic[within], read.found[within], judged.num_topics),
        np.bincount(read.topic[within], read.size[within], judged.num_topics),
    )


@measure(
    "TextR",
    source=f"{_INEX_2007} (R[r])",
    relevance="graded",
    retrieval="set",
    traits={"bounded", "promotion", "ideal"},
    needs={"passages"},
)
def text_recall(judged: Judged, *, k: int | None = None) -> Floats:
    """Share of the relevant text that is read: the recall of characters.

        TextR@k = highlighted characters in the first k elements / highlighted characters of all documents

    The highlighted text of all judged documents counts, so one long relevant article can be most of a topic. A
    character is found once, however many elements show it. The whole of every document would have 1: it says
    nothing without TextP.

    Three of the eight highlighted characters, then all but one:

    >>> run = read_text({"a": "..####..", "b": "####"}, "a:1:4 b")
    >>> text_recall(run, k=1), text_recall(run)
    (array([0.375]), array([0.875]))
    """
    read = reading_of(judged)
    within = _within(judged, k)
    found = np.bincount(read.topic[within], read.found[within], judged.num_topics)
    return share(found, relevant_text(judged))


def _within(judged: Judged, k: int | None) -> NDArray[np.bool_]:
    read = reading_of(judged)
    return np.ones(len(read.rank), dtype=np.bool_) if k is None else read.rank <= k


@measure(
    "iP",
    source=f"{_INEX_2007} (iP[x])",
    relevance="graded",
    retrieval="ranking",
    traits={"bounded", "promotion"},
    at="x",
    needs={"passages"},
    parameters={"x": "how much of the relevant text has been read: a recall from 0 to 1"},
    elsewhere={"inex_eval": "iP[x]"},
)
def interpolated_text_precision(judged: Judged, *, x: float) -> Floats:
    """The best precision of text that is reached with a recall of x or more.

        iP@x = max over ranks r with TextR@r >= x of TextP@r;  0 where x is not reached

    INEX judged its focused task by iP@0.01 from 2007 on: what the first element or two give somebody who reads
    little. At 0 it is the best precision at any rank. A fixed rank could not say this, because one element
    may be a title and another a book. It is a maximum over what comes after, so it forgives a bad start, and early
    levels depend on very few elements: few topics tell runs apart badly by it. AiP has all levels.

    The best from a fifth of the text on is 7/8, with both; more than 7/8 of the text is never read:

    >>> run = read_text({"a": "..####..", "b": "####"}, "a:1:4 b")
    >>> interpolated_text_precision(run, x=0.2), interpolated_text_precision(run, x=0.9)
    (array([0.875]), array([0.]))
    """
    check_range("x", x, 0, 1, slug="measure-cutoff")
    return _interpolated(judged, np.array([x]))[:, 0]


@measure(
    "AiP",
    source=f"{_INEX_2007} (AiP, MAiP)",
    relevance="graded",
    retrieval="ranking",
    traits={"bounded", "promotion"},
    aliases=["MAiP"],
    needs={"passages"},
    parameters={"points": "how many levels of recall, from 0 to 1"},
    elsewhere={"inex_eval": "AiP, and MAiP for the mean"},
)
def average_interpolated_text_precision(judged: Judged, *, points: int = 101) -> Floats:
    """Average of the interpolated precision of text over 101 levels of recall.

        AiP = 1/101 * sum over x = 0, .01, .02, ..., 1 of iP@x

    The mean over topics is INEX's MAiP, which has less to do with chance than iP@0.01 and asks for all relevant
    text. As with IPrec11 of documents a level that is not reached counts 0. Where a topic has little relevant text,
    several levels are the same character. The run's own order matters, and its cut: INEX's runs had 1,500 elements.

    Levels up to 7/8 of the text (0, .01, ..., .87) have 7/8, the others 0: 88/101 * 7/8

    >>> average_interpolated_text_precision(read_text({"a": "..####..", "b": "####"}, "a:1:4 b"))
    array([0.76237624])
    """
    check_range("points", points, 2, _FINEST)
    values: Floats = _interpolated(judged, np.arange(points) / (points - 1)).mean(axis=1)
    return values


def _interpolated(judged: Judged, levels: Floats) -> Floats:
    """Return the interpolated precision: a row a topic, a column a level."""
    read, total = reading_of(judged), relevant_text(judged)
    ends = np.searchsorted(read.topic, np.arange(judged.num_topics + 1)).tolist()
    values = np.zeros((judged.num_topics, len(levels)))
    for topic in range(judged.num_topics):
        place = slice(ends[topic], ends[topic + 1])
        found = np.cumsum(read.found[place])
        precision = share(found, np.cumsum(read.size[place]))
        best_from_here = np.maximum.accumulate(precision[::-1])[::-1]
        first = np.searchsorted(found, levels * total[topic] * (1 - _SURE), side="left")
        reached = first < len(found)
        values[topic, reached] = best_from_here[first[reached]]
    return values
