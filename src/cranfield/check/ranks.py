"""Whether the rank column of a run agrees with its scores, and counts as it should."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.check.rows import NO_RANK, Rows
from cranfield.check.telling import Teller, quoted
from cranfield.errors import count

_REVERSED = 0.9
_FEW_STEPS = 3


def check_ranks(rows: Rows, tell: Teller, *, whole: bool) -> None:
    """Tell what is odd about ranks and the order of lines.

    Where lines could not be used, the file is not `whole`, and gaps are no news.
    """
    ranks = rows.rank
    if ranks is not None:
        lost = np.flatnonzero(ranks == NO_RANK)
        tell.each(
            "unusable-rank", rows, lost, lambda row: f"the rank of {quoted(rows.doc(row))} is no whole number"
        )
        if len(rows) > len(rows.topics) and (ranks == ranks[0]).all() and not len(lost):
            tell.once("constant-ranks", f"every rank is {ranks[0]}", line=int(rows.line[0]))
        else:
            _check_against_scores(rows, ranks, tell)
            if not len(lost):
                _check_counting(rows, ranks, tell, whole=whole)
    if not scores_upside_down(rows):
        _check_sorted(rows, tell)


def scores_upside_down(rows: Rows) -> bool:
    """Tell whether the worst rank has the best score in nearly every topic, as where scores are distances."""
    steps, against = _steps(rows)
    topic = rows.topic[rows.order][1:]
    of_topic = np.bincount(topic[steps], minlength=len(rows.topics))
    turned = (of_topic > 0) & (of_topic == np.bincount(topic[against], minlength=len(rows.topics)))
    return bool(steps.sum() >= _FEW_STEPS and turned.sum() >= _REVERSED * (of_topic > 0).sum())


def _steps(rows: Rows) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Mark, from one row in the order of scores to the next, where the score falls, and where the rank falls with it."""
    order = rows.order
    topic, value = rows.topic[order], rows.value[order]
    steps = (topic[1:] == topic[:-1]) & (value[1:] < value[:-1])
    if rows.rank is None:
        return steps, np.zeros_like(steps)
    rank = rows.rank[order]
    steps &= (rank[1:] != NO_RANK) & (rank[:-1] != NO_RANK)
    return steps, steps & (rank[1:] < rank[:-1])


def _check_against_scores(rows: Rows, ranks: NDArray[np.int64], tell: Teller) -> None:
    """Look for documents above others by score and below them by rank."""
    order, against = rows.order, np.flatnonzero(_steps(rows)[1])
    topics, first = np.unique(rows.topic[order[against]], return_index=True)
    if not len(topics):
        return
    if scores_upside_down(rows):
        said = f"the scores rise from rank to rank in {len(topics):,} of {count(len(rows.topics), 'topic')}"
        tell.once("reversed-scores", said, line=int(rows.line[rows.first_rows[topics[0]]]))
        return
    above, below = order[against[first]], order[against[first] + 1]
    below_of = dict(zip(above.tolist(), below.tolist(), strict=True))
    tell.each(
        "ranks-contradict-scores",
        rows,
        above,
        lambda row: (
            f"topic {quoted(rows.topic_of(row))}: rank {ranks[row]} has the score {rows.value[row]:.10g}, "
            f"the better rank {ranks[below_of[row]]} only {rows.value[below_of[row]]:.10g}"
        ),
        others=below,
    )


def _check_counting(rows: Rows, ranks: NDArray[np.int64], tell: Teller, *, whole: bool) -> None:
    """Look for ranks that are left out, given twice, or do not begin at 1 (or 0); once for each topic."""
    order = np.lexsort((ranks, rows.topic))
    topic, rank = rows.topic[order], ranks[order]
    same = topic[1:] == topic[:-1]

    def first_of_topics(places: NDArray[np.int64]) -> NDArray[np.int64]:
        found: NDArray[np.int64] = order[places[np.unique(topic[places], return_index=True)[1]]]
        return found

    repeated = np.flatnonzero(same & (rank[1:] == rank[:-1])) + 1
    gaps = np.flatnonzero(same & (rank[1:] > rank[:-1]) & (rank[1:] - 1 != rank[:-1])) + 1
    starts = np.flatnonzero(np.append(True, ~same))
    starts = starts[~np.isin(rank[starts], (0, 1))]
    before = dict(zip(order[gaps].tolist(), order[gaps - 1].tolist(), strict=True))
    tell.each(
        "rank-repeated",
        rows,
        first_of_topics(repeated),
        lambda row: f"topic {quoted(rows.topic_of(row))}: rank {ranks[row]} is given twice",
    )
    if not whole:
        return
    tell.each(
        "rank-gap",
        rows,
        first_of_topics(gaps),
        lambda row: (
            f"topic {quoted(rows.topic_of(row))}: rank {ranks[row]} follows on rank {ranks[before[row]]}"
        ),
    )
    tell.each(
        "rank-start",
        rows,
        order[starts],
        lambda row: f"topic {quoted(rows.topic_of(row))}: the first rank is {ranks[row]}",
    )


def _check_sorted(rows: Rows, tell: Teller) -> None:
    rises = (rows.topic[1:] == rows.topic[:-1]) & (rows.value[1:] > rows.value[:-1])
    if rises.any():
        row = int(rises.argmax()) + 1
        topics = len(np.unique(rows.topic[1:][rises]))
        said = f"the lines are not sorted by score in {topics:,} of {count(len(rows.topics), 'topic')}"
        tell.once("unsorted", said, line=int(rows.line[row]))
