"""Writes scores as comma-separated or tab-separated text: one value a line, with all its digits."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any, TextIO

from cranfield.errors import UsageError
from cranfield.report.table import overall, topic_values_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cranfield.compare.intervals import Intervals
    from cranfield.model import Scores
    from cranfield.report.table import Table

ALL_TOPICS = "all"


def write_table_csv(table: Table, stream: TextIO, *, delimiter: str = ",") -> None:
    """Write any table as it is, with all digits of its numbers."""
    names = [cell for row in table.rows for cell in row if isinstance(cell, str)]
    writer = _writer(stream, delimiter, [*table.columns, *names])
    writer.writerow(table.columns)
    writer.writerows(table.rows)


def write_csv(
    scores: Scores,
    stream: TextIO,
    *,
    per_topic: bool = False,
    intervals: Intervals | None = None,
    delimiter: str = ",",
) -> None:
    """Write `run,topic,measure,value`; the topic `all` is the overall number, an empty value is undefined.

    Numbers are the shortest that read back as the same bits. With intervals there are two more columns, `lower` and
    `upper`, which only overall numbers have.
    """
    if per_topic and ALL_TOPICS in scores.topics:
        raise UsageError(
            f"a topic is called `{ALL_TOPICS}`, as in csv the overall numbers are",
            slug="topic-called-all",
            hint="--format json or jsonl keeps them apart; in Python, so does scores.per_topic()",
        )
    writer = _writer(stream, delimiter, [*scores.runs, *scores.measures, *scores.topics])
    writer.writerow(("run", "topic", "measure", "value", *(("lower", "upper") if intervals else ())))
    nothing = (None, None) if intervals else ()
    for place, run in enumerate(scores.runs):
        if per_topic:
            writer.writerows((*row, *nothing) for row in topic_values_of(scores, run))
        for column, measure in enumerate(scores.measures):
            ends = (intervals.at(place, column) or nothing) if intervals else ()
            writer.writerow((run, ALL_TOPICS, measure, overall(scores, run, measure), *ends))


def _writer(stream: TextIO, delimiter: str, names: Iterable[str]) -> Any:
    """Quote what would not come back as it was."""
    # before Python 3.13 a lone carriage return is not quoted, and readers take it for the end of a line
    careful = any("\r" in name for name in names)
    return csv.writer(
        stream,
        delimiter=delimiter,
        lineterminator="\n",
        quoting=csv.QUOTE_NONNUMERIC if careful else csv.QUOTE_MINIMAL,
    )
