"""Tables of what numbers owe to a choice: the order of tied documents, and what unjudged documents are taken for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.measure.sensitivity import under_judgements, under_orders
from cranfield.report.notes import notes
from cranfield.report.table import Cell, Table, overall

if TYPE_CHECKING:
    from cranfield.measure.names import Spec
    from cranfield.model import Scores

_EQUAL = 1e-12


def ties_report(qrels: Any, runs: Any, measures: Spec, **settings: Any) -> Table:
    """Show how far each number hangs on the order of tied documents; takes what `evaluate` takes, but `ties`.

    >>> print(ties_report({"q": {"a": 1, "b": 0, "c": 0}}, {"q": {"a": 2, "b": 2, "c": 1}}, "RR"))
    run  measure   worst   docid  expected    best  topics moved  farthest
    run  RR       0.5000  0.5000    0.7500  1.0000             1    0.5000
    ...
    """
    return ties_table(under_orders(qrels, runs, measures, **settings))


def bounds(qrels: Any, runs: Any, measures: Spec, **settings: Any) -> Table:
    """Show how far each number hangs on documents that nobody judged; takes what `evaluate` takes, but `unjudged`."""
    return bounds_table(under_judgements(qrels, runs, measures, **settings))


def ties_table(by_order: Mapping[str, Scores]) -> Table:
    """Return for each run and measure its value in every order, and how many topics the order moves, and how far."""
    ranked = by_order["docid"]
    return Table(
        columns=("run", "measure", *by_order, "topics moved", "farthest"),
        rows=tuple(_row(by_order, run, measure, by_order["worst"], by_order["best"]) for run, measure in _cells(ranked)),
        notes=(
            *notes(ranked),
            "worst and best: tied documents by grade; docid: as ranked by default; expected: mean over all orders",
            *by_order["expected"].remarks,
        ),
        labels=2,
    )  # fmt: skip


def bounds_table(by_judgement: Mapping[str, Scores]) -> Table:
    """Return for each run and measure its value with unjudged documents not relevant, and with all of them relevant."""
    by_judgement = _over_the_same_topics(by_judgement)
    low, high = by_judgement["nonrelevant"], by_judgement["relevant"]
    return Table(
        columns=("run", "measure", *by_judgement, "topics moved", "farthest"),
        rows=tuple(_row(by_judgement, run, measure, low, high) for run, measure in _cells(low)),
        notes=(
            *notes(low),
            "each mean is over the topics where the measure is defined in both readings",
            "relevant: unjudged documents as good as the best judged, and in the ideal ranking, so values may fall",
        ),
        labels=2,
    )


def _over_the_same_topics(of: Mapping[str, Scores]) -> dict[str, Scores]:
    """Leave out what is undefined in any; a topic without relevant documents has some when unjudged ones count."""
    undefined = np.any([np.isnan(scores.values) for scores in of.values()], axis=0)
    return {
        value: replace(scores, values=np.where(undefined, np.nan, scores.values))
        for value, scores in of.items()
    }


def _cells(scores: Scores) -> Iterator[tuple[str, str]]:
    return ((run, measure) for run in scores.runs for measure in scores.measures)


def _row(of: Mapping[str, Scores], run: str, measure: str, one: Scores, other: Scores) -> tuple[Cell, ...]:
    means = [overall(scores, run, measure) for scores in of.values()]
    apart = np.abs(other[run, measure] - one[run, measure])
    apart = apart[~np.isnan(apart)]
    return run, measure, *means, int((apart > _EQUAL).sum()), float(apart.max(initial=0.0))
