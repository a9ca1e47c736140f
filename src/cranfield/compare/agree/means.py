"""A table of means: a column `run`, and one column a measure."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from itertools import islice

import numpy as np

from cranfield.compare.agree.panel import Standings
from cranfield.compare.allowed import direction
from cranfield.errors import InputError, UsageError, count, did_you_mean, printable
from cranfield.faults import SHOWN_FAULTS
from cranfield.read.columns import NAMES, folded
from cranfield.read.source import open_source

_RUN = NAMES["run"]


def read_means(path: str, measures: Sequence[str] | None = None) -> Standings:
    """Read means that were computed elsewhere, separated by commas, semicolons or tabs; all measures, or some.

    run,map,recall
    bm25,0.21,0.64
    dense,0.25,0.61
    """
    source = open_source(path)
    text = source.read().decode("utf-8-sig", "surrogateescape")
    first = text.partition("\n")[0]
    separator = max(",\t;", key=first.count)
    try:
        lines = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))
    except csv.Error as failure:
        raise InputError(
            f"{source.name}: cannot be split into fields: {failure}", slug="bad-quotes"
        ) from None
    header = [name.strip() for name in lines[0]] if lines else []
    run = _run_column(header, source.name)
    columns = _measure_columns(header, run, measures, source.name)
    systems, values = _rows(lines, header, run, list(columns.values()), source.name)
    directions = [direction(name, unknown=0) for name in columns]
    return Standings(
        names=tuple(columns),
        systems=systems,
        means=values.T.copy(),
        signs=np.array([sign or 1 for sign in directions], dtype=np.int64),
        assumed=tuple(name for name, sign in zip(columns, directions, strict=True) if not sign),
    )


def _run_column(header: Sequence[str], name: str) -> int:
    for place, column in enumerate(header):
        if folded(column) in _RUN and len(header) > 1:
            return place
    raise InputError(
        f"{name}: is neither saved scores nor a table of means",
        slug="not-scores",
        details=["  a table of means has a first line such as: run,AP,nDCG@10"],
        hint="to compare measures on runs, name judgements and runs: cranfield agree QRELS RUN...",
    )


def _measure_columns(
    header: Sequence[str], run: int, measures: Sequence[str] | None, name: str
) -> dict[str, int]:
    there = {column: place for place, column in enumerate(header) if place != run}
    if len(there) < len(header) - 1:
        raise InputError(f"{name}: two columns have one name", slug="repeated-column")
    for measure in measures or ():
        if measure not in there:
            raise UsageError(
                f"{name}: has no column `{measure}`",
                slug="unknown-measure",
                details=[f"  there are: {', '.join(map(_safe, there))}"],
                hint=did_you_mean(measure, there),
            )
    return there if measures is None else {measure: there[measure] for measure in measures}


def _rows(
    lines: list[list[str]], header: Sequence[str], run: int, columns: list[int], name: str
) -> tuple[tuple[str, ...], np.ndarray[tuple[int, int], np.dtype[np.float64]]]:
    seen: dict[str, int] = {}
    faults: list[str] = []
    values = []
    for number, cells in enumerate(islice(lines, 1, None), start=2):
        if not any(cells):
            continue
        if len(cells) != len(header):
            fields = count(len(cells), "field")
            faults.append(f"{name}:{number}: the row has {fields}, and the header names {len(header)}")
            continue
        system = cells[run].strip()
        if first := seen.get(system):
            faults.append(f"{name}:{number}: `{_safe(system)}` has a row already, line {first}")
        seen[system] = number
        row = [_number(cells[place]) for place in columns]
        faults.extend(
            f"{name}:{number}: {_safe(header[place])} of `{_safe(system)}` is not a number: `{_safe(cells[place])}`"
            for place, value in zip(columns, row, strict=True)
            if not math.isfinite(value)
        )
        values.append(row)
    if faults:
        more = [f"... and {count(len(faults) - SHOWN_FAULTS, 'more fault')}"] if faults[SHOWN_FAULTS:] else []
        raise InputError(faults[0], slug="bad-means", details=[*faults[1:SHOWN_FAULTS], *more])
    return tuple(seen), np.array(values, dtype=np.float64).reshape(len(values), len(columns))


def _number(cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        return math.nan


def _safe(text: str) -> str:
    return printable(text.encode("utf-8", "surrogateescape"))
