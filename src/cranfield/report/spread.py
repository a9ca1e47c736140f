"""How an interval is written beside its number, and what is said of intervals below a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cranfield.errors import count

if TYPE_CHECKING:
    from cranfield.compare.intervals import Interval, Intervals
    from cranfield.model import Scores

PLUS_MINUS, TO = "±", "–"
_AS_SHOWN = 5e-5  # four decimals
_NAMED = 5


def spread(value: float, interval: Interval) -> str:
    """Write the half of an interval whose middle is the number, else its two ends.

    >>> from cranfield.compare.intervals import Interval
    >>> spread(0.5, Interval(0.4, 0.6)), spread(0.1, Interval(0.04, 0.23))
    ('±0.1000', '0.0400–0.2300')
    """
    below, above = value - interval.lower, interval.upper - value
    if abs(above - below) < _AS_SHOWN:
        return f"{PLUS_MINUS}{(above + below) / 2:.4f}"
    return f"{interval.lower:.4f}{TO}{interval.upper:.4f}"


def spread_notes(scores: Scores, intervals: Intervals, shown: Iterable[str]) -> list[str]:
    """Say what the intervals mean, and what has none because too few topics are defined."""
    from cranfield.compare.intervals import SAMPLES

    texts = list(shown)
    halves = any(text.startswith(PLUS_MINUS) for text in texts)
    ends = any(not text.startswith(PLUS_MINUS) for text in texts)
    how = (
        "Student's t"
        if intervals.method == "t"
        else f"bootstrap of {SAMPLES:,} samples of topics, seed {intervals.seed}"
    )
    signs = " or ".join([*([PLUS_MINUS] if halves else []), *([f"a{TO}b"] if ends else [])])
    said = [f"{signs}: {intervals.confidence:g} % interval over topics ({how})"] if texts else []
    return [*said, *_too_few(scores)]


def _too_few(scores: Scores) -> list[str]:
    known = (scores.values == scores.values).sum(axis=2).tolist()  # false for NaN
    bare = [
        f"{measure} of {run}"
        for run, numbers in zip(scores.runs, known, strict=True)
        for measure, number, aggregate in zip(scores.measures, numbers, scores.aggregates, strict=True)
        if number < 2 and aggregate != "sum"
    ]
    if not bare:
        return []
    if len(bare) == len(scores.runs) * sum(aggregate != "sum" for aggregate in scores.aggregates):
        return ["no intervals: they take at least 2 topics"]
    more = f" and {count(len(bare) - _NAMED, 'more number')}" if len(bare) > _NAMED else ""
    return [f"no interval where fewer than 2 topics count: {', '.join(bare[:_NAMED])}{more}"]
