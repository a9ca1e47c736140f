"""Writes scores as one JSON document that says how its numbers were made."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, TextIO

from cranfield.report.notes import notes
from cranfield.report.table import Cell, overall, topic_values_of

if TYPE_CHECKING:
    from cranfield.model import Scores
    from cranfield.report.table import Table

FORMAT = "cranfield-report 1"


def write_json(scores: Scores, stream: TextIO, *, per_topic: bool = False) -> None:
    """Write the document; the input files are read once more, for their hashes in the recipe."""
    json.dump(document(scores, per_topic=per_topic), stream, indent=2, allow_nan=False)
    stream.write("\n")


def write_table_json(table: Table, stream: TextIO) -> None:
    """Write any table: a list of rows, each a dict, and its notes."""
    rows = [dict(zip(table.columns, map(_in_json, row), strict=True)) for row in table.rows]
    json.dump(
        {"format": "cranfield-table 1", "rows": rows, "notes": list(table.notes)},
        stream,
        indent=2,
        allow_nan=False,
    )
    stream.write("\n")


def document(scores: Scores, *, per_topic: bool = False) -> dict[str, Any]:
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
        "notes": list(notes(scores)),
    }
    if per_topic:
        told["per_topic"] = {run: _by_topic(scores, run) for run in scores.runs}
    return told


def _by_topic(scores: Scores, run: str) -> dict[str, dict[str, Cell]]:
    by_topic: dict[str, dict[str, Cell]] = {topic: {} for topic in scores.topics}
    for _, topic, measure, value in topic_values_of(scores, run):
        by_topic[topic][measure] = _in_json(value)
    return by_topic


def _in_json(value: Cell) -> Cell:
    return str(value) if isinstance(value, float) and math.isinf(value) else value
