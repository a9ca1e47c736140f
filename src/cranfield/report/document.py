"""Writes scores as one JSON document that says how its numbers were made, or as one small object a line."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, TextIO

from cranfield.report.notes import notes
from cranfield.report.table import Cell, overall, topic_values_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cranfield.compare.intervals import Intervals
    from cranfield.model import Scores
    from cranfield.report.table import Table

FORMAT = "cranfield-report 1"


def write_json(
    scores: Scores,
    stream: TextIO,
    *,
    per_topic: bool = False,
    intervals: Intervals | None = None,
    also: Sequence[str] = (),
) -> None:
    """Write the document; the input files are read once more, for their hashes in the recipe."""
    told = document(scores, per_topic=per_topic, intervals=intervals, also=also)
    json.dump(told, stream, indent=2, allow_nan=False)
    stream.write("\n")


def write_jsonl(
    scores: Scores, stream: TextIO, *, per_topic: bool = False, intervals: Intervals | None = None
) -> None:
    """Write one object a line: run, topic, measure, value; the overall numbers have null for a topic."""
    for place, run in enumerate(scores.runs):
        if per_topic:
            for _, topic, measure, value in topic_values_of(scores, run):
                _line(stream, {"run": run, "topic": topic, "measure": measure, "value": _in_json(value)})
        for column, measure in enumerate(scores.measures):
            value = _in_json(overall(scores, run, measure))
            ends = intervals.at(place, column) if intervals else None
            lower, upper = ends or (None, None)
            told = {"run": run, "topic": None, "measure": measure, "value": value}
            _line(stream, {**told, "lower": lower, "upper": upper})


def write_table_json(table: Table, stream: TextIO) -> None:
    """Write any table: a list of rows, each a dict, and its notes."""
    json.dump(
        {"format": "cranfield-table 1", "rows": list(_rows(table)), "notes": list(table.notes)},
        stream,
        indent=2,
        allow_nan=False,
    )
    stream.write("\n")


def write_table_jsonl(table: Table, stream: TextIO) -> None:
    """Write any table: one object a row."""
    for row in _rows(table):
        _line(stream, row)


def document(
    scores: Scores,
    *,
    per_topic: bool = False,
    intervals: Intervals | None = None,
    also: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the document as plain values; None is undefined. JSON has no infinity, so that is a word."""
    told: dict[str, Any] = {
        "format": FORMAT,
        "recipe": scores.recipe.to_dict(),
        "runs": list(scores.runs),
        "measures": list(scores.measures),
        "topics": list(scores.topics),
        "aggregates": dict(zip(scores.measures, scores.aggregates, strict=True)),
        "missing": {run: list(scores.missing(run)) for run in scores.runs},
        "skipped": {measure: list(scores.skipped(measure)) for measure in scores.measures},
        "overall": {
            run: {m: _in_json(overall(scores, run, m)) for m in scores.measures} for run in scores.runs
        },
        "notes": [*notes(scores), *also],
    }
    if intervals:
        told["intervals"] = _ends(scores, intervals)
    if per_topic:
        told["per_topic"] = {run: _by_topic(scores, run) for run in scores.runs}
    return told


def _ends(scores: Scores, intervals: Intervals) -> dict[str, Any]:
    return {
        "method": intervals.method,
        "confidence": intervals.confidence,
        "seed": intervals.seed if intervals.method == "bootstrap" else None,
        "overall": {
            run: {measure: intervals.at(place, column) for column, measure in enumerate(scores.measures)}
            for place, run in enumerate(scores.runs)
        },
    }


def _rows(table: Table) -> Iterator[dict[str, Cell]]:
    return (dict(zip(table.columns, map(_in_json, row), strict=True)) for row in table.rows)


def _line(stream: TextIO, values: dict[str, Cell]) -> None:
    stream.write(json.dumps(values, allow_nan=False) + "\n")


def _by_topic(scores: Scores, run: str) -> dict[str, dict[str, Cell]]:
    by_topic: dict[str, dict[str, Cell]] = {topic: {} for topic in scores.topics}
    for _, topic, measure, value in topic_values_of(scores, run):
        by_topic[topic][measure] = _in_json(value)
    return by_topic


def _in_json(value: Cell) -> Cell:
    return str(value) if isinstance(value, float) and math.isinf(value) else value
