"""How the values of a run spread over topics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cranfield.errors import InputError, count
from cranfield.report.plots.marks import across, chart, names_axis
from cranfield.report.plots.register import plot
from cranfield.report.plots.runs import by_topic, topics_counted
from cranfield.report.plots.style import Style, labels

if TYPE_CHECKING:
    from cranfield.model import Scores

_MOST_DOTS = 6000
_TALLEST = 900


class Box(NamedTuple):
    """One run: quartiles, mean, and the ends that are no further off than 1.5 times the box is long."""

    run: str
    mean: float
    low: float
    quarter: float
    median: float
    three_quarters: float
    high: float
    values: tuple[float, ...]


@dataclass(frozen=True)
class Boxes:
    """Runs, best mean first."""

    measure: str
    boxes: tuple[Box, ...]
    topics: int

    @property
    def title(self) -> str:
        """What is shown."""
        return f"{self.measure} of {count(len(self.boxes), 'run')} over {count(self.topics, 'topic')}"

    @property
    def subtitle(self) -> str:
        """What the signs are."""
        dots = "Dots: topics" if self._dotted else "Dots: topics beyond the whiskers"
        return f"{dots}; box: the middle half, with the median; diamond: mean"

    @property
    def _dotted(self) -> bool:
        return sum(len(box.values) for box in self.boxes) <= _MOST_DOTS


def _draw(data: Boxes, style: Style) -> Any:
    import altair as alt

    step = max(5.0, min(30.0, _TALLEST / len(data.boxes)))
    shown = labels([box.run for box in data.boxes])
    y = alt.Y("run:N", sort=shown, title=None, axis=names_axis(style, step))
    ends = [value for box in data.boxes for value in (min(box.values), max(box.values))]
    low, high = min(0.0, *ends), max(1.0, *ends) if max(ends) > 0.5 else max(ends) * 1.05
    x = alt.X("value:Q", title=data.measure, scale=across(low, high or 1.0), axis=alt.Axis(tickCount=6))
    rows = [
        {"run": name, **{key: getattr(box, key) for key in Box._fields[1:-1]}}
        for name, box in zip(shown, data.boxes, strict=True)
    ]
    base = chart(rows).encode(y=y)
    whisker = base.mark_rule(color=style.quiet).encode(x=alt.X("low:Q", title=data.measure), x2="high:Q")
    thick = max(2.0, step * 0.55)
    tips = [
        "run:N",
        *(alt.Tooltip(f"{name}:Q", format=".4f") for name in ("mean", "quarter", "median", "three_quarters")),
    ]
    body = base.mark_bar(size=thick, color=style.better, opacity=0.3).encode(
        x=alt.X("quarter:Q"), x2="three_quarters:Q", tooltip=tips
    )
    median = base.mark_tick(thickness=2, size=thick, color=style.better).encode(x=alt.X("median:Q"))
    mean = base.mark_point(shape="diamond", color=style.worse, size=min(40, 4 * step)).encode(
        x=alt.X("mean:Q")
    )
    dots = chart(_dots(data, shown)).mark_point(color=style.ink, opacity=0.35, size=min(12, 2 * step))
    jitter = alt.YOffset("jitter:Q", scale=alt.Scale(domain=[-1, 1]))
    points = dots.encode(x=x, y=y, yOffset=jitter, tooltip=["run:N", alt.Tooltip("value:Q", format=".4f")])
    return alt.layer(points, whisker, body, median, mean).properties(
        width=style.wide(), height=alt.Step(step)
    )


def _dots(data: Boxes, shown: list[str]) -> list[dict[str, Any]]:
    """Place the topics beside each other, in a pattern that repeats."""
    return [
        {"run": name, "value": value, "jitter": (nth * 0.618 % 1 - 0.5) * 1.3}
        for name, box in zip(shown, data.boxes, strict=True)
        for nth, value in enumerate(box.values)
        if data._dotted or not box.low <= value <= box.high  # noqa: SLF001  (its own module)
    ]


@plot(
    "topics",
    _draw,
    takes="scores",
    figure="The usual picture of a campaign: a box for each run",
    measures="AP",
)
def topics(scores: Scores, *, measure: str | None = None) -> Boxes:
    """Draw how the values of each run spread over topics: a box and a dot for each topic.

    By the first measure unless one is named; the run with the best mean first.
    """
    from cranfield.report.table import better

    place = 0 if measure is None else scores._measure(measure)  # noqa: SLF001  (knows aliases)
    chosen = by_topic(scores, scores.measures[place])
    boxes = []
    for run, values in zip(scores.runs, scores.values[:, place], strict=True):
        known = values[np.isfinite(values)]
        if len(known):
            boxes.append(_box(run, known))
    if not boxes:
        raise InputError(f"{chosen} is defined for no topic", slug="nothing-to-plot")
    boxes.sort(key=lambda box: box.mean, reverse=better(chosen) is not min)
    return Boxes(chosen, tuple(boxes), topics_counted(scores))


def _box(run: str, values: Any) -> Box:
    quarter, median, three_quarters = np.percentile(values, [25, 50, 75]).tolist()
    reach = 1.5 * (three_quarters - quarter)
    within = values[(values >= quarter - reach) & (values <= three_quarters + reach)]
    ends = float(within.min()), float(within.max())
    return Box(
        run, float(values.mean()), ends[0], quarter, median, three_quarters, ends[1], tuple(values.tolist())
    )
