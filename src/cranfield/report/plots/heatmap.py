"""All values at once: runs by topics, those that are alike beside each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.errors import InputError, UsageError, count
from cranfield.report.plots.marks import chart, names_axis
from cranfield.report.plots.register import plot
from cranfield.report.plots.style import Style, labels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.model import Scores

_MOST_CELLS = 24_000
_SMOOTHED = 150  # rows whose order may take a moment
_ORDERS = ("cluster", "mean", "input")


@dataclass(frozen=True)
class Heatmap:
    """A row a run, a column a topic (or several topics, averaged); NaN where not defined."""

    measure: str
    runs: tuple[str, ...]
    columns: tuple[tuple[str, ...], ...]
    values: tuple[tuple[float, ...], ...]
    order: str

    @property
    def title(self) -> str:
        """What is shown."""
        topics = sum(map(len, self.columns))
        return f"{self.measure} of {count(len(self.runs), 'run')} on {count(topics, 'topic')}"

    @property
    def subtitle(self) -> str:
        """How it is ordered."""
        by = {
            "cluster": "Runs and topics that are alike stand together",
            "mean": "Best run and easiest topic first",
            "input": "In the order of the input",
        }[self.order]
        most = max(map(len, self.columns))
        return f"{by}; a column is the mean of up to {most} topics" if most > 1 else by


def _draw(data: Heatmap, style: Style) -> Any:
    import altair as alt

    shown = labels(data.runs)
    across_step = min(16.0, style.width / len(data.columns))
    down = max(4.0, min(20.0, 1000 / len(shown)))
    names = [topics[0] if len(topics) == 1 else f"{topics[0]} + {len(topics) - 1}" for topics in data.columns]
    columns = labels(names, 14)
    rows = [
        {"run": run, "topic": topic, "value": value}
        for run, values in zip(shown, data.values, strict=True)
        for topic, value in zip(columns, values, strict=True)
    ]
    room = across_step >= 9
    below = alt.Axis(
        labels=room, ticks=False, domain=False, labelAngle=-90, labelFontSize=9, labelOverlap=False
    )
    finite = [value for row in data.values for value in row if np.isfinite(value)]
    top = max(finite)
    fixed = [0, 1] if min(finite) >= 0 and 0.5 < top <= 1 else [min(0.0, *finite), top]
    colour = alt.Color(
        "value:Q",
        title=data.measure,
        scale=alt.Scale(domain=fixed, range=list(style.ramp)),
        legend=alt.Legend(orient="right", gradientLength=120),
    )
    return (
        chart(rows)
        .mark_rect(stroke=None)
        .encode(
            x=alt.X("topic:N", sort=columns, title="Topics", axis=below),
            y=alt.Y("run:N", sort=shown, title=None, axis=names_axis(style, down)),
            color=colour,
            tooltip=["run:N", "topic:N", alt.Tooltip("value:Q", format=".4f")],
        )
        .properties(width=alt.Step(across_step), height=alt.Step(down))
    )


@plot(
    "heatmap",
    _draw,
    takes="scores",
    figure="A clustered heat map of the matrix of runs and topics, as Mizzaro & Robertson 2007 look at it",
    measures="AP",
)
def heatmap(scores: Scores, *, measure: str | None = None, order: str = "cluster") -> Heatmap:
    """Draw the values of all runs on all topics as colours, what is alike side by side.

    `order` is `cluster` (average linkage, Euclidean), `mean` (best run and easiest topic first), or `input`. Where there are
    more than 24,000 cells, neighbouring topics are averaged.
    """
    if order not in _ORDERS:
        raise UsageError.unknown_choice("`order`", order, _ORDERS)
    place = 0 if measure is None else scores._measure(measure)  # noqa: SLF001  (knows aliases)
    chosen, values = scores.measures[place], scores.values[:, place]
    kept = np.flatnonzero(np.isfinite(values).any(axis=0))
    if not len(kept):
        raise InputError(f"{chosen} is defined for no topic", slug="nothing-to-plot")
    values = np.where(np.isfinite(values), values, np.nan)[:, kept]
    down, along = _ordered(values, order), _ordered(values.T, order)
    values, topics = values[down][:, along], [scores.topics[kept[each]] for each in along.tolist()]
    size = -(-values.size // _MOST_CELLS)
    starts = list(range(0, len(topics), size))
    return Heatmap(
        chosen,
        tuple(scores.runs[each] for each in down.tolist()),
        tuple(tuple(topics[start : start + size]) for start in starts),
        tuple(tuple(_mean(row[start : start + size]) for start in starts) for row in values),
        order,
    )


def _mean(values: NDArray[np.float64]) -> float:
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else float("nan")


def _ordered(rows: NDArray[np.float64], order: str) -> NDArray[np.int64]:
    """Return the places of the rows in their new order."""
    if order == "input" or len(rows) < 2:
        return np.arange(len(rows))
    filled = np.nan_to_num(rows)
    if order == "mean" or len(rows) < 3:
        return np.argsort(-filled.mean(axis=1), kind="stable")
    from scipy.cluster.hierarchy import leaves_list, linkage

    return leaves_list(linkage(filled, "average", optimal_ordering=len(rows) <= _SMOOTHED)).astype(np.int64)
