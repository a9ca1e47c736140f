"""Writes scores as comma-separated text: one value a line, with all its digits."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, TextIO

from cranfield.errors import UsageError
from cranfield.report.table import overall, topic_values_of

if TYPE_CHECKING:
    from cranfield.model import Scores
    from cranfield.report.table import Table

ALL_TOPICS = "all"


def write_table_csv(table: Table, stream: TextIO) -> None:
    """Write any table as it is, with all digits of its numbers."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(table.rows)


def write_csv(scores: Scores, stream: TextIO, *, per_topic: bool = False) -> None:
    """Write `run,topic,measure,value`; the topic `all` is the overall number, an empty value is undefined.

    Numbers are the shortest that read back as the same bits.
    """
    if per_topic and ALL_TOPICS in scores.topics:
        raise UsageError(
            f"a topic is called `{ALL_TOPICS}`, as in csv the overall numbers are",
            slug="topic-called-all",
            hint="--format json keeps them apart; in Python, so does scores.per_topic()",
        )
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(("run", "topic", "measure", "value"))
    for run in scores.runs:
        if per_topic:
            writer.writerows(topic_values_of(scores, run))
        writer.writerows(
            (run, ALL_TOPICS, measure, overall(scores, run, measure)) for measure in scores.measures
        )
