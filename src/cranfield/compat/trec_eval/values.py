"""One number a topic for each column, with trec_eval's ideas of what is not there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.definition import values_of
from cranfield.measure.families.gains.given import gained
from cranfield.model import Judged

if TYPE_CHECKING:
    from cranfield.compat.trec_eval.asked import Column
    from cranfield.compat.trec_eval.options import Options

Floats = NDArray[np.float64]

# What version 10 takes back for a topic without documents, by the name that is printed.
_TAKEN_BACK = ("num_ret", "utility", "rbp_resid")


def values(columns: list[Column], judged: Judged, answered: NDArray[np.bool_], options: Options) -> Floats:
    """Return columns x topics; where a measure is undefined, trec_eval says 0."""
    bound = [column.bound for column in columns if column.bound is not None]
    table = np.zeros((len(columns), judged.num_topics))
    table[[column.bound is not None for column in columns]] = values_of(bound, judged)
    table[np.isnan(table)] = 0
    for number, column in enumerate(columns):
        if column.entry.name == "rbp":
            table[number] = _rbp(judged, column)
        if column.entry.name == "Rndcg":  # the one measure of gains that looks at -l, and only here
            table[number, judged.num_relevant(max(options.level, 0)) == 0] = 0
        if column.name in _TAKEN_BACK or column.name.startswith("unj"):
            table[number, ~answered] = 0
    return table


def words(columns: list[Column], judged: Judged, answered: NDArray[np.bool_]) -> dict[str, list[str]]:
    """Return one word a topic for each column that is text about topics."""
    from cranfield.measure.relstring import relstring

    found: dict[str, list[str]] = {}
    for column in columns:
        if column.entry.name == "relstring":
            found[column.name] = relstring(judged, column.length)
            if column.name == "relstring":  # with a length of its own it keeps what stands for nothing
                empty = zip(found[column.name], answered.tolist(), strict=True)
                found[column.name] = [word if there else "" for word, there in empty]
    return found


def as_evaluated(judged: Judged, answered: NDArray[np.bool_], options: Options) -> Judged:
    """Version 10 with -c evaluates one document that nobody knows for each topic that has none; -J drops it again."""
    if not (options.tenth and options.complete) or options.judged_only:
        return judged
    return replace(judged, retrieved=np.where(answered, judged.retrieved, 1))


def _rbp(judged: Judged, column: Column) -> Floats:
    """Version 10's RBP: gains are grades, or those given; those of a topic with any above 1 are scaled to 0..1."""
    from cranfield.measure.register import find

    ideal = judged.ideal_hits
    best, worst = np.ones(judged.num_topics), np.zeros(judged.num_topics)
    possible = gained(ideal, column.gains)
    np.maximum.at(best, ideal.topic, possible)
    np.minimum.at(worst, ideal.topic, possible)
    topic = judged.hits.topic
    share = (gained(judged.hits, column.gains) - worst[topic]) / (best - worst)[topic]
    shares = replace(judged, grade=np.where(judged.grade < 0, -1.0, share), shared={})
    above_zero = float(np.nextafter(0.0, 1.0))
    return np.asarray(find("RBP").function(shares, p=column.persistence, rel=above_zero, top=1.0))


def without_hits(judged: Judged) -> Judged:
    """Return the same topics with nothing retrieved."""
    none, no_rank = np.empty(0), np.empty(0, dtype=np.int64)
    return replace(
        judged,
        starts=np.zeros_like(judged.starts),
        rank=no_rank,
        grade=none,
        score=none,
        row=no_rank,
        tie_first=no_rank,
        tie_last=no_rank,
        retrieved=np.zeros_like(judged.retrieved),
    )
