"""The order of the runs in a report."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cranfield.errors import UsageError, did_you_mean
from cranfield.report.known import known_measure
from cranfield.report.table import better

if TYPE_CHECKING:
    from cranfield.model import Scores

NO_MEASURE = ("name", "input")


def in_order(scores: Scores, by: str) -> Scores:
    """Return the same with its runs sorted: best first by a measure, or by `name`, or as they came by `input`.

    What is equal keeps its order. A run for which the measure is not defined comes last.
    """
    measure = column_of(by, scores.measures)
    if by == "input":
        return scores
    if measure is None:
        places = sorted(range(len(scores.runs)), key=lambda place: scores.runs[place])
    else:
        sign = 1 if better(measure) is min else -1
        means = [sign * scores.mean(run, measure) for run in scores.runs]
        places = sorted(range(len(means)), key=lambda place: (math.isnan(means[place]), means[place]))
    return replace(
        scores,
        runs=tuple(scores.runs[place] for place in places),
        values=scores.values[places],
        answered=scores.answered[places],
        recipe=replace(scores.recipe, runs=tuple(scores.recipe.runs[place] for place in places)),
    )


def column_of(by: str, measures: Sequence[str]) -> str | None:
    """Return the measure to sort by, under the name that it has here; None for an order without one."""
    if by in NO_MEASURE:
        return None
    bound = known_measure(by)
    name = by if bound is None else bound.name
    if name in measures:
        return name
    raise UsageError(
        f"the runs cannot be sorted by `{by}`, which is no column of this table",
        slug="unknown-order",
        details=[f"  one of: {', '.join([*measures, *NO_MEASURE])}"],
        hint=did_you_mean(by, [*measures, *NO_MEASURE]) if bound is None else f"ask for it, too: -m {by}",
    )
