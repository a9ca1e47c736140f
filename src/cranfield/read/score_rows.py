"""Scores as rows of `run,topic,measure,value`: a table, or one json object a line."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from cranfield.errors import InputError, UsageError, count, printable
from cranfield.faults import SHOWN_FAULTS
from cranfield.model.recipe import Policies, Recipe, Source
from cranfield.model.scores import Aggregate, Scores
from cranfield.read.columns import NAMES, folded
from cranfield.read.source import TextSource

COLUMNS = ("run", "topic", "measure", "value")
ALL_TOPICS = "all"
"""What exports of cranfield, and trec_eval, call the topic of an overall number."""
ELSEWHERE = "elsewhere"
"""The core, in the recipe of scores whose making is not known."""
_UNDEFINED = ("", "na", "nan", "null", "none", "-")
_NAMES = {
    "run": NAMES["run"],
    "topic": NAMES["topic"],
    "measure": ("measure", "metric"),
    "value": ("value", "score"),
}


class _Row(NamedTuple):
    line: int
    run: str
    topic: str
    measure: str
    value: str


def begins_like_rows(head: bytes) -> bool:
    """Tell by the first line."""
    first = _text(head).lstrip().partition("\n")[0]
    if not first.startswith("{"):
        return _places(_header(first)[1]) is not None
    try:
        told = json.loads(first)
    except ValueError:
        return False
    return isinstance(told, dict) and set(COLUMNS) <= set(told)


def scores_of_rows(source: TextSource) -> Scores:
    """Put the rows into their places; what has no row is not defined."""
    rows = [row for row in _rows(_text(source.read()).lstrip(), source.name) if row.topic != ALL_TOPICS]
    if not rows:
        raise means_only(source.name)
    runs, measures, topics = (
        _numbered(names) for names in zip(*((r.run, r.measure, r.topic) for r in rows), strict=True)
    )
    values = np.full((len(runs), len(measures), len(topics)), np.nan)
    written: dict[tuple[int, int, int], int] = {}
    faults = []
    for row in rows:
        place = runs[row.run], measures[row.measure], topics[row.topic]
        first = written.setdefault(place, row.line)
        number = _number(row.value)
        if first != row.line:
            faults.append(f"{source.name}:{row.line}: {_told(row)} has a value already, on line {first}")
        elif number is None:
            faults.append(
                f"{source.name}:{row.line}: the value of {_told(row)} is not a number: {_safe(row.value)}"
            )
        else:
            values[place] = number
    _refuse(faults)
    return Scores(
        runs=tuple(runs),
        measures=tuple(measures),
        topics=tuple(topics),
        values=values,
        answered=~np.isnan(values).all(axis=1),
        aggregates=tuple(map(_aggregate, measures)),
        recipe=Recipe(tuple(measures), Policies(), Source("unknown"), (source.source(),), ELSEWHERE),
        remarks=(f"the scores were read from {source.name}; how they were made is not known",),
    )


def means_only(name: str) -> InputError:
    """Say that there is nothing by topic."""
    return InputError(
        f"{name}: these scores are means only, and runs are compared topic by topic",
        slug="not-scores",
        hint="make them with: cranfield eval --per-topic",
    )


def _aggregate(measure: str) -> Aggregate:
    """Return how the values of a measure become one, which a table does not say; the mean for somebody's own measure.

    >>> _aggregate("GMAP"), _aggregate("readers-delight")
    ('geometric', 'mean')
    """
    from cranfield.measure.names import parse

    try:
        bound, *more = parse(measure)
    except UsageError:
        return "mean"
    return "mean" if more else bound.aggregate


def _text(raw: bytes) -> str:
    return raw.decode("utf-8-sig", "surrogateescape")


def _header(first: str) -> tuple[str, list[str]]:
    """Return the separator of a table, and the names of its columns."""
    separator = max("\t,;", key=first.count)
    try:
        return separator, next(csv.reader([first.rstrip("\r")], delimiter=separator, strict=True), [])
    except csv.Error:
        return separator, []


def _places(names: list[str]) -> tuple[int, ...] | None:
    """Find the four columns; None where one is lacking."""
    plain = [folded(name) for name in names]
    found = [next((plain.index(name) for name in _NAMES[role] if name in plain), -1) for role in COLUMNS]
    return None if -1 in found else tuple(found)


def _rows(text: str, name: str) -> Iterator[_Row]:
    if text.startswith("{"):
        return _json_rows(text, name)
    separator, names = _header(text.partition("\n")[0])
    places = _places(names)
    if places is None:
        raise InputError(
            f"{name}: not a table of scores: its first line must name the columns {', '.join(COLUMNS)}",
            slug="not-scores",
            hint="such a file is made by: cranfield eval --per-topic --format csv",
        )
    return _csv_rows(text, separator, places, name)


def _json_rows(text: str, name: str) -> Iterator[_Row]:
    for line, written in enumerate(text.split("\n"), start=1):
        if not written.strip():
            continue
        try:
            cells: list[Any] = [json.loads(written)[column] for column in COLUMNS]
        except (KeyError, TypeError, ValueError):
            raise InputError(
                f"{name}:{line}: not a json object with {', '.join(COLUMNS)}", slug="not-scores"
            ) from None
        run, topic, measure, value = cells
        topic = ALL_TOPICS if topic is None else str(topic)
        yield _Row(line, str(run), topic, str(measure), "" if value is None else str(value))


def _csv_rows(text: str, separator: str, places: tuple[int, ...], name: str) -> Iterator[_Row]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    run, topic, measure, value = places
    try:
        width = len(next(reader))
        for cells in reader:
            if not any(cells):
                continue
            if len(cells) != width:
                raise InputError(
                    f"{name}:{reader.line_num}: the row has {count(len(cells), 'field')}, and the header names {width}",
                    slug="table-columns",
                    hint="is a separator missing, or a quote, or is there one too many?",
                )
            yield _Row(reader.line_num, cells[run], cells[topic], cells[measure], cells[value])
    except csv.Error as error:
        raise InputError(
            f"{name}:{reader.line_num}: the line cannot be split into fields: {error}", slug="bad-quotes"
        ) from None


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: place for place, name in enumerate(dict.fromkeys(names))}


def _number(text: str) -> float | None:
    if text.strip().casefold() in _UNDEFINED:
        return math.nan
    try:
        return float(text)
    except ValueError:
        return None


def _refuse(faults: list[str]) -> None:
    if not faults:
        return
    further = len(faults) - SHOWN_FAULTS
    more = [f"... and {count(further, 'more fault')}"] if further > 0 else []
    raise InputError(faults[0], slug="bad-value", details=[*faults[1:SHOWN_FAULTS], *more])


def _told(row: _Row) -> str:
    return f"{_safe(row.measure)} of {_safe(row.run)} for topic {_safe(row.topic)}"


def _safe(text: str) -> str:
    return printable(text.encode("utf-8", "surrogateescape"))
