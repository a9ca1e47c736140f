"""On which topics is one run better than another, and by how much?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.errors import InputError, UsageError, count
from cranfield.report.plots.marks import across, chart
from cranfield.report.plots.register import plot
from cranfield.report.plots.runs import at_least, by_topic
from cranfield.report.plots.style import Style, label, labels

if TYPE_CHECKING:
    from cranfield.model import Scores

_ROOM = 7  # points a topic, for its name


@dataclass(frozen=True)
class Differences:
    """What the run has more than the baseline, by topic, greatest first."""

    measure: str
    run: str
    baseline: str
    topics: tuple[str, ...]
    differences: tuple[float, ...]
    better: int  # 1 where more of the measure is better, -1 where less is
    left_out: int = 0

    @property
    def mean(self) -> float:
        """The difference of the means."""
        return sum(self.differences) / len(self.differences)

    @property
    def counts(self) -> tuple[int, int, int]:
        """On how many topics the run is better, equal, worse."""
        ahead = [self.better * each for each in self.differences]
        wins, losses = sum(each > 0 for each in ahead), sum(each < 0 for each in ahead)
        return wins, len(ahead) - wins - losses, losses

    @property
    def title(self) -> str:
        """What is shown."""
        return f"{self.measure} of {label(self.run)} less that of {label(self.baseline)}, by topic"

    @property
    def subtitle(self) -> str:
        """What it sums up to."""
        wins, ties, losses = self.counts
        gone = f"; {count(self.left_out, 'topic')} left out, not defined for both" if self.left_out else ""
        return f"Better on {wins}, equal on {ties}, worse on {losses} topics; mean difference {self.mean:+.4f}{gone}"


def _draw(data: Differences, style: Style) -> Any:
    import altair as alt

    number = len(data.topics)
    shown = labels(data.topics, 18)
    rows = [
        {
            "place": nth,
            "topic": topic,
            "difference": value,
            "zero": 0.0,
            "colour": style.better if value * data.better > 0 else style.worse if value else style.muted,
        }
        for nth, (topic, value) in enumerate(zip(shown, data.differences, strict=True))
    ]
    x = _topics_axis(shown, style)
    y = alt.Y("difference:Q", title=f"Difference in {data.measure}", axis=alt.Axis(tickCount=6))
    width = max(1.0, min(16.0, 0.78 * style.width / number))
    base = chart(rows).encode(x=x, y=y, color=alt.Color("colour:N", scale=None))
    bars = base.mark_rule(strokeWidth=width).encode(
        y2="zero:Q", tooltip=["topic:N", alt.Tooltip("difference:Q", format="+.4f")]
    )
    dots = base.mark_point(size=10).transform_filter("datum.difference == 0")
    mean = chart([{"mean": data.mean, "told": "mean"}]).encode(y=alt.Y("mean:Q"))
    line = mean.mark_rule(color=style.ink, strokeDash=[4, 3])
    told = mean.mark_text(align="left", dx=5, x="width", color=style.ink).encode(text="told:N")
    return alt.layer(bars, dots, line, told).properties(width=style.wide(), height=230)


def _topics_axis(shown: list[str], style: Style) -> Any:
    import json

    import altair as alt

    number = len(shown)
    reach = across(-0.7, number - 0.3)
    if style.width / number < _ROOM:
        plain = alt.Axis(labels=False, ticks=False, grid=False, domain=False)
        told = f"{count(number, 'topic')}, greatest difference first"
        return alt.X("place:Q", title=told, axis=plain, scale=reach)
    names = alt.Axis(
        labelExpr=f"{json.dumps(shown)}[datum.value]",
        values=list(range(number)),
        labelAngle=-90,
        labelFontSize=9 if number > 30 else 10,
        labelLimit=90,
        grid=False,
        ticks=False,
        labelOverlap=False,
        domain=False,
    )
    return alt.X("place:Q", title=None, axis=names, scale=reach)


@plot(
    "differences",
    _draw,
    takes="scores",
    figure="Drawn in the proceedings of TREC: a run against the median, topic by topic",
    measures="AP",
)
def differences(
    scores: Scores, *, run: str | None = None, baseline: str | None = None, measure: str | None = None
) -> Differences:
    """Draw the difference of two runs on every topic, greatest first.

    Means hide that a better run may be worse on half of the topics. Unless they are named, the first run is the baseline,
    and the best of the others is held against it, by the first measure.
    """
    from cranfield.compare.allowed import direction

    at_least(scores.runs, 2, "differences")
    chosen = scores.measures[0 if measure is None else scores._measure(measure)]  # noqa: SLF001  (knows aliases)
    better = direction(by_topic(scores, chosen), unknown=1)
    against = scores.runs[0] if baseline is None else baseline
    others = [name for name in scores.runs if name != against]
    best = max(others, key=lambda name: np.nan_to_num(better * scores.mean(name, chosen), nan=-np.inf))
    run = best if run is None else run
    if run == against:
        raise UsageError(
            f"{label(run)} cannot be held against itself", slug="bad-plot", hint="name another baseline"
        )
    values = scores[run, chosen] - scores[against, chosen]
    known = np.flatnonzero(np.isfinite(values))
    if not len(known):
        raise InputError(f"{chosen} is on no topic defined for both runs", slug="nothing-to-plot")
    order = known[np.argsort(-values[known], kind="stable")]
    return Differences(
        chosen,
        run,
        against,
        tuple(scores.topics[place] for place in order.tolist()),
        tuple(values[order].tolist()),
        better,
        len(values) - len(known),
    )
