"""A table that knows nothing of where it will be shown, and the three tables that `Scores` become."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from cranfield.errors import MissingPackageError
from cranfield.report.known import known_measure
from cranfield.report.notes import notes
from cranfield.report.spread import spread, spread_notes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from cranfield.compare.intervals import Intervals
    from cranfield.model import Scores

Cell = str | int | float | None

# `print(scores.per_topic())` of a large campaign must not fill the screen; reports and exports show all rows.
PRINTED_ROWS = 200
_SHOWN_AT_EACH_END = 20


@dataclass(frozen=True)
class Table:
    """Column heads, rows of plain values, and notes that a reader of the numbers needs.

    The first `labels` columns say what a row is about. `best` marks cells, by row and column; `spreads` says beside
    a cell how sure its number is. None stands for a value that is not defined.

    >>> print(Table(("run", "AP"), (("bm25", 0.25), ("random", None)), notes=("50 judged topics",)))
    run         AP
    bm25    0.2500
    random       -
    <BLANKLINE>
    50 judged topics
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    title: str = ""
    notes: tuple[str, ...] = ()
    labels: int = 1
    best: frozenset[tuple[int, int]] = frozenset()
    spreads: Mapping[tuple[int, int], str] = field(default_factory=dict, hash=False)

    def to_dict(self) -> dict[str, list[Cell]]:
        """Return one list a column, ready for any data frame."""
        return {name: _alike([row[place] for row in self.rows]) for place, name in enumerate(self.columns)}

    def to_pandas(self) -> pd.DataFrame:
        """Return the rows as a pandas frame."""
        return _frame(self, "pandas")

    def to_polars(self) -> pl.DataFrame:
        """Return the rows as a Polars frame."""
        frame: pl.DataFrame = _frame(self, "polars")
        return frame

    def to_arrow(self) -> pa.Table:
        """Return the rows as an Arrow table."""
        return _frame(self, "pyarrow")

    def __len__(self) -> int:
        return len(self.rows)

    def __str__(self) -> str:
        from cranfield.report.plain import plain_text

        return plain_text(self._abridged())

    def _repr_html_(self) -> str:
        from cranfield.report.notebook import html_table

        return html_table(self._abridged())

    def _abridged(self) -> Table:
        if len(self.rows) <= PRINTED_ROWS:
            return self
        hidden = len(self.rows) - 2 * _SHOWN_AT_EACH_END
        gap: tuple[Cell, ...] = ("...",) * len(self.columns)
        return Table(
            columns=self.columns,
            rows=(*self.rows[:_SHOWN_AT_EACH_END], gap, *self.rows[-_SHOWN_AT_EACH_END:]),
            title=self.title,
            notes=(f"{hidden:,} of {len(self.rows):,} rows are not shown", *self.notes),
            labels=self.labels,
        )


def leaderboard(scores: Scores, intervals: Intervals | None = None) -> Table:
    """Return runs by measures: one number each, in the order of the runs, and its interval where there are any.

    Where a run has no documents for some topics, a column `topics` says for how many it has.
    """
    total, answered = len(scores.topics), scores.answered.sum(axis=1).tolist()
    extra = () if min(answered) == total else ("topics",)
    rows = []
    for run, found in zip(scores.runs, answered, strict=True):
        coverage = (f"{found}/{total}",) if extra else ()
        rows.append((run, *coverage, *(overall(scores, run, measure) for measure in scores.measures)))
    first = 1 + len(extra)
    spreads = {} if intervals is None else dict(_spreads(scores, intervals, rows, first))
    told = () if intervals is None else spread_notes(scores, intervals, spreads.values())
    return Table(
        columns=("run", *extra, *scores.measures),
        rows=tuple(rows),
        notes=(*notes(scores), *told),
        best=frozenset(_best(scores, rows, first)),
        spreads=spreads,
    )


def topic_table(scores: Scores) -> Table:
    """Return one row for each run and topic, measures in columns."""
    counts = _counts(scores)
    rows = tuple(
        (run, topic, *(cell(value, counts=count) for value, count in zip(column, counts, strict=True)))
        for run, by_topic in zip(scores.runs, scores.values.transpose(0, 2, 1).tolist(), strict=True)
        for topic, column in zip(scores.topics, by_topic, strict=True)
    )
    return Table(columns=("run", "topic", *scores.measures), rows=rows, labels=2)


def long_table(scores: Scores) -> Table:
    """Return one row for each run, topic and measure."""
    return Table(columns=("run", "topic", "measure", "value"), rows=tuple(topic_values(scores)), labels=3)


def topic_values(scores: Scores) -> Iterator[tuple[str, str, str, Cell]]:
    """Walk through all values: run, topic, measure, value."""
    for run in scores.runs:
        yield from topic_values_of(scores, run)


def topic_values_of(scores: Scores, run: str) -> Iterator[tuple[str, str, str, Cell]]:
    """Walk through the values of one run."""
    counts = _counts(scores)
    by_topic = scores.values[scores.runs.index(run)].T.tolist()
    for topic, column in zip(scores.topics, by_topic, strict=True):
        for measure, value, count in zip(scores.measures, column, counts, strict=True):
            yield run, topic, measure, cell(value, counts=count)


def overall(scores: Scores, run: str, measure: str) -> Cell:
    """Return the number that stands for all topics, as a table holds it."""
    counts = scores.aggregates[scores.measures.index(measure)] == "sum"
    return cell(scores.mean(run, measure), counts=counts)


def cell(value: float, *, counts: bool) -> Cell:
    """Return a whole number for a count, and None for what is not defined."""
    if math.isnan(value):
        return None
    return int(value) if counts and value.is_integer() else value


def _spreads(
    scores: Scores, intervals: Intervals, rows: list[tuple[Any, ...]], first: int
) -> Iterator[tuple[tuple[int, int], str]]:
    # How many documents were judged is a fact of these topics, and asks for no guess about others.
    asking = [place for place, name in enumerate(scores.measures) if not _describes_judging(name)]
    for run, row in enumerate(rows):
        for measure in asking:
            if (interval := intervals.at(run, measure)) is not None:
                yield (run, first + measure), spread(row[first + measure], interval)


def _describes_judging(name: str) -> bool:
    bound = known_measure(name)
    return bound is not None and bound.measure.relevance == "none"


def _counts(scores: Scores) -> list[bool]:
    return [aggregate == "sum" for aggregate in scores.aggregates]


def _best(scores: Scores, rows: list[tuple[Any, ...]], first: int) -> Iterator[tuple[int, int]]:
    """Find the best average of each measure; equal to the four decimals shown is equally good."""
    if len(rows) == 1:  # one run is not the best of anything
        return
    for place, measure in enumerate(scores.measures, start=first):
        values = [row[place] for row in rows]
        defined = [round(value, 4) for value in values if value is not None]
        chosen = better(measure)
        if not defined or chosen is None:
            continue
        top = chosen(defined)
        yield from (
            (number, place)
            for number, value in enumerate(values)
            if value is not None and round(value, 4) == top
        )


def _alike(column: list[Cell]) -> list[Cell]:
    """Make whole numbers fractions where the column has any of these: frames have one type a column."""
    if any(isinstance(value, float) for value in column):
        return [float(value) if isinstance(value, int) else value for value in column]
    return column


def better(name: str) -> Callable[[list[float]], float] | None:
    """Tell whether more or less of it means a better system; None for counts, and for what asks nothing of relevance."""
    bound = known_measure(name)
    if bound is None or bound.aggregate == "sum" or bound.measure.relevance == "none":
        return None
    traits = bound.measure.traits
    return None if "descriptive" in traits else min if "lower" in traits else max


def _frame(table: Table, library: Literal["pandas", "polars", "pyarrow"]) -> Any:
    from importlib import import_module

    import narwhals as nw

    try:
        import_module(library)
    except ImportError as absent:
        raise MissingPackageError("this frame", library) from absent
    return nw.from_dict(table.to_dict(), backend=library).to_native()
