"""What is odd about the scores and the order of a run."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.check.rows import Rows
from cranfield.check.telling import Teller, quoted, share, some
from cranfield.errors import count

_MANY_TIES = 0.5
_SOME_TIES = 0.1
_DEEP = 1000
_SHORT = 0.5
_SAMPLE = 200_000
_SELF_HITS = 0.3


def check_run(rows: Rows, tell: Teller, *, complete: bool) -> None:
    """Tell what is odd about the rows of a run; `complete` says whether the last line has its end."""
    tell.each(
        "infinite-score",
        rows,
        np.flatnonzero(np.isinf(rows.value)),
        lambda row: f"the score of {quoted(rows.doc(row))} is infinite",
    )
    _check_tags(rows, tell, complete=complete)
    _check_ties(rows, tell)
    _check_lengths(rows, tell)
    _check_self_hits(rows, tell)


def check_order(rows: Rows, tell: Teller, what: str) -> None:
    """Tell where documents or topics stand twice, or apart; for judgements and runs alike."""
    first = dict(rows.repeated())
    contradicting = [row for row in first if what == "grade" and rows.value[row] != rows.value[first[row]]]
    contradicted = set(contradicting)
    agreeing = [row for row in first if row not in contradicted]

    def worded(row: int) -> str:
        values = f"{what}s {rows.value[first[row]]:.10g} and {rows.value[row]:.10g}"
        return (
            f"document {quoted(rows.doc(row))} appears twice in topic {quoted(rows.topic_of(row))} ({values})"
        )

    for kind, found in (("duplicate", agreeing), ("contradicting-grades", contradicting)):
        tell.each(kind, rows, found, worded, others=[first[row] for row in found])
    _check_scattered(rows, tell)


def _check_scattered(rows: Rows, tell: Teller) -> None:
    """Tell of each topic that comes back, once."""
    if len(rows.blocks) == len(rows.topics):
        return
    topics = rows.topic[rows.blocks]
    order = np.argsort(topics, kind="stable")
    again = np.flatnonzero(topics[order[1:]] == topics[order[:-1]]) + 1
    _, first = np.unique(topics[order[again]], return_index=True)
    back = np.sort(order[again[first]])
    ends = np.append(rows.blocks[1:], len(rows)) - 1
    before = {int(order[place]): int(ends[order[place - 1]]) for place in again[first].tolist()}
    tell.each(
        "scattered-topic",
        rows,
        rows.blocks[back],
        lambda row: f"topic {quoted(rows.topic_of(row))} comes back after others",
        others=[before[int(block)] for block in back],
    )


def cut_within_tag(rows: Rows, *, complete: bool) -> bool:
    """Tell whether the tag of the last line, which is not complete, is the beginning of the tag before."""
    if complete or rows.tag is None or len(rows) < 2:
        return False
    before, last = rows.tags[rows.tag[-2]], rows.tags[rows.tag[-1]]
    return bool(before != last and before.startswith(last))


def _check_tags(rows: Rows, tell: Teller, *, complete: bool) -> None:
    if rows.tag is None or len(rows.tags) < 2:
        return
    tags, tag = rows.tags, rows.tag
    changes = np.flatnonzero(tag[1:] != tag[:-1]) + 1
    last = len(rows) - 1
    if cut_within_tag(rows, complete=complete):
        cut, whole = quoted(tags[tag[last]]), quoted(tags[tag[last - 1]])
        said = f"the file ends within a line: its tag is {cut}, and {whole} on the line before"
        tell.once("truncated-line", said, line=int(rows.line[last]))
        changes = changes[:-1]
    tell.each(
        "tag-changes",
        rows,
        changes,
        lambda row: f"the tag changes from {quoted(tags[tag[row - 1]])} to {quoted(tags[tag[row]])}",
    )


def _check_ties(rows: Rows, tell: Teller) -> None:
    order = rows.order
    topic, value = rows.topic[order], rows.value[order]
    level = (topic[1:] == topic[:-1]) & (value[1:] == value[:-1])
    with np.errstate(over="ignore"):
        single = value.astype(np.float32)
    nearly = int(((topic[1:] == topic[:-1]) & (single[1:] == single[:-1]) & ~level).sum())
    if nearly:
        said = f"{count(nearly, 'pair')} of neighbours whose scores differ, but not as 32-bit floats"
        tell.once("ties-in-32-bits", said)
    if not level.any() or _check_constant(rows, tell):
        return
    tied = np.append(level, False) | np.append(False, level)
    topics = len(np.unique(topic[tied]))
    said = (
        f"{share(int(tied.sum()), len(rows))} documents have the score of another of their topic, "
        f"in {topics:,} of {count(len(rows.topics), 'topic')}"
    )
    part = float(tied.mean())
    tell.once("many-ties" if part > _MANY_TIES else "ties", said)
    why = _coarse(value) if part > _SOME_TIES else None
    if why:
        tell.once("coarse-scores", why)


def _check_constant(rows: Rows, tell: Teller) -> bool:
    """Tell of topics in which every document has the same score; return whether all are so."""
    order, starts = rows.order, rows.starts
    value = rows.value[order]
    longer = np.diff(starts) > 1
    constant = longer & (value[starts[:-1]] == value[starts[1:] - 1])
    if constant.sum() == longer.sum():
        first = int(rows.line[order[starts[0]]])
        tell.once("constant-scores", "every document of a topic has the same score", line=first)
        return True
    grave = constant & (np.diff(starts) > 2)
    tell.each(
        "constant-scores",
        rows,
        order[starts[:-1][grave]],
        lambda row: f"every document of topic {quoted(rows.topic_of(row))} has the same score",
    )
    return False


def _coarse(values: NDArray[np.float64]) -> str | None:
    """Say why scores look as if digits had been lost, if they do; whole numbers and their like are counts."""
    sample = values[:_SAMPLE]
    sample = sample[np.isfinite(sample) & (sample * 8 != np.round(sample * 8))]
    if 2 * len(sample) < min(len(values), _SAMPLE):
        return None
    with np.errstate(all="ignore"):
        half = sample.astype(np.float16).astype(np.float64) == sample
        single = sample.astype(np.float32)
        brain = (single == sample) & ((single.view(np.uint32) & 0xFFFF) == 0)
    for exact, name in ((half, "float16"), (brain, "bfloat16")):
        if exact.mean() > 0.999:
            return f"all scores are numbers of 16 bits ({name}), which tie documents by accident"
    digits = 3
    short = sum(float(f"{value:.{digits}g}") == value for value in sample[:2000].tolist())
    if short > 0.99 * min(len(sample), 2000):
        return f"the scores have no more than {digits} digits, which tie documents by accident"
    return None


def _check_lengths(rows: Rows, tell: Teller) -> None:
    lengths = np.bincount(rows.topic, minlength=len(rows.topics))
    deep = np.flatnonzero(lengths > _DEEP)
    if len(deep):
        names = some((rows.topics[topic] for topic in deep), len(deep))
        said = f"{count(len(deep), 'topic')} with more than {_DEEP:,} documents, up to {lengths.max():,}: {names}"
        tell.once("deep-topic", said, line=int(rows.line[rows.first_rows[deep[0]]]))
    usual = float(np.median(lengths))
    short = np.flatnonzero(lengths < _SHORT * usual)
    if len(short):
        names = some((rows.topics[topic] for topic in short), len(short))
        said = (
            f"{count(len(short), 'topic')} with fewer than half of the usual {usual:,.0f} documents: {names}"
        )
        tell.once("short-topic", said, line=int(rows.line[rows.first_rows[short[0]]]))


def _check_self_hits(rows: Rows, tell: Teller) -> None:
    """Tell when topics find themselves first; ids of topics and documents may also be equal by chance."""
    best = rows.order[rows.starts[:-1]]
    alike = best[rows.doc_key[best] == rows.topic_keys[rows.topic[best]]]
    found = [row for row in alike.tolist() if rows.doc(row) == rows.topic_of(row)]
    if len(found) <= 1 or len(found) < _SELF_HITS * len(rows.topics):
        return
    said = f"{share(len(found), len(rows.topics))} topics find the document with their own id first"
    tell.once("self-hit", said, line=int(rows.line[min(found)]))
