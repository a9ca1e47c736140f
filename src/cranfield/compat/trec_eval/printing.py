"""Lines as trec_eval prints them: every topic's, then those of all topics."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.compat.trec_eval.zscores import Norms
from cranfield.model.scores import LEAST

if TYPE_CHECKING:
    from cranfield.compat.trec_eval.asked import Column
    from cranfield.compat.trec_eval.options import Options

ALL = "all"


class Evaluated(NamedTuple):
    """What is printed. `shown` are the topics, as numbers of rows of the judgements, in order."""

    columns: list[Column]
    table: NDArray[np.float64]  # columns x topics of the judgements
    topics: list[str]
    shown: list[int]
    words: dict[str, list[str]]  # of the columns that are text: relstring
    tag: str
    num_topics: int  # what sums are divided by
    above_zero: int  # judgements of all topics with a grade above 0


def topic_lines(told: Evaluated, norms: Norms | None) -> Iterator[str]:
    """Yield the lines of each topic, as one piece of text."""
    columns = [
        (number, column) for number, column in enumerate(told.columns) if not column.entry.summary_only
    ]
    form = "".join(_form(column, norms) for _, column in columns)
    rows = told.table[[number for number, _ in columns]].T[told.shown].tolist()
    for number, row in zip(told.shown, rows, strict=True):
        topic = told.topics[number]
        cells: list[str | float] = []
        for (_, column), value in zip(columns, row, strict=True):
            cells += [
                topic,
                _cell(told, column, number, norms.score(topic, column.name, value) if norms else value),
            ]
        yield form % tuple(cells)


def _form(column: Column, norms: Norms | None) -> str:
    name = f"{column.name:<22}".replace("%", "%%")
    if column.entry.name in ("runid", "relstring"):
        return f"{name}\t%s\t%s\n"
    if norms:
        return f"Z{name}\t%s\t%6.4f\n"
    return f"{name}\t%s\t{'%d' if column.entry.counts else '%6.4f'}\n"


def _cell(told: Evaluated, column: Column, topic: int, value: float) -> str | float:
    return f"'{told.words[column.name][topic]}'" if column.name in told.words else value


def summary_lines(told: Evaluated, norms: Norms | None, options: Options) -> Iterator[str]:
    """Yield the lines of all topics together."""
    shown = np.array(told.shown, dtype=np.intp)
    for number, column in enumerate(told.columns):
        entry = column.entry
        if entry.name == "relstring":
            continue
        if entry.name == "runid":
            yield _form(column, norms) % (ALL, told.tag)
            continue
        by_topic = told.table[number, shown]
        if norms:
            value = _of_scores(column, by_topic, told, norms)
        elif entry.name == "num_q":
            value = told.num_topics
        elif entry.name == "num_rel" and options.complete:
            value = told.above_zero
        else:
            value = _average(column, by_topic, told)
        yield _form(column, norms) % (ALL, value)


def _average(column: Column, by_topic: NDArray[np.float64], told: Evaluated) -> float:
    if column.entry.geometric:
        absent = told.num_topics - len(by_topic)
        logarithms = np.array([math.log(max(value, LEAST)) for value in by_topic.tolist()])
        return math.exp((_sum(logarithms) + absent * math.log(LEAST)) / told.num_topics)
    total = _sum(by_topic)
    return total if column.entry.counts else total / told.num_topics


def _of_scores(column: Column, by_topic: NDArray[np.float64], told: Evaluated, norms: Norms) -> float:
    if column.entry.name == "num_q":
        return told.num_topics
    if column.entry.summary_only:
        return 0.0
    topics = [told.topics[number] for number in told.shown]
    scored = zip(topics, by_topic.tolist(), strict=True)
    total = _sum(np.array([norms.score(topic, column.name, value) for topic, value in scored]))
    return total if column.entry.counts else total / told.num_topics


def _sum(values: NDArray[np.float64]) -> float:
    """Add from the first to the last, as C does."""
    return float(np.cumsum(values)[-1]) if len(values) else 0.0
