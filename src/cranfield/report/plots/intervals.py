"""How sure each mean is: a point and its interval, best first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cranfield.compare import intervals as finding
from cranfield.errors import UsageError, count
from cranfield.report.plots.marks import chart, names_axis
from cranfield.report.plots.register import plot
from cranfield.report.plots.runs import by_topic, topics_counted
from cranfield.report.plots.style import Style, label, labels

if TYPE_CHECKING:
    from cranfield.model import Scores

_TALLEST = 900
_MOST_PANELS = 4


class Sure(NamedTuple):
    """The mean of a run, and between which ends it lies."""

    run: str
    mean: float
    lower: float
    upper: float


@dataclass(frozen=True)
class Forest:
    """One panel a measure; runs in the same order in all, the best by the first measure on top."""

    measures: tuple[str, ...]
    panels: tuple[tuple[Sure, ...], ...]
    against: str | None
    confidence: float
    topics: int
    signs: tuple[int, ...]  # of each measure: 1 where more is better, -1 where less is

    @property
    def title(self) -> str:
        """What is shown."""
        runs = count(len(self.panels[0]), "run")
        what = ", ".join(self.measures)
        return f"{what}: {runs} against {label(self.against)}" if self.against else f"{what} of {runs}"

    @property
    def subtitle(self) -> str:
        """What the lines are."""
        of = "Differences of means" if self.against else "Means"
        more = "; those in colour leave out 0" if self.against else ""
        return f"{of} with {self.confidence:g} % intervals over {count(self.topics, 'topic')} (Student's t){more}"


def _draw(data: Forest, style: Style) -> Any:
    import altair as alt

    number = len(data.measures)
    shown = labels([sure.run for sure in data.panels[0]])
    step = max(6.0, min(24.0, _TALLEST / len(shown)))
    wide = style.wide(1 / number, less=20 * (number - 1))
    drawn = [_panel(data, nth, shown, step, wide, style) for nth in range(number)]
    return drawn[0] if number == 1 else alt.hconcat(*drawn, spacing=18)


def _panel(data: Forest, nth: int, shown: list[str], step: float, wide: int, style: Style) -> Any:
    import altair as alt

    panel, measure = data.panels[nth], data.measures[nth]
    rows = [
        {**sure._asdict(), "run": name, "colour": _tone(sure, style, data.signs[nth] if data.against else 0)}
        for name, sure in zip(shown, panel, strict=True)
    ]
    axis = names_axis(style, step, labels=nth == 0, grid=len(shown) <= 40)
    title = f"Difference in {measure}" if data.against else measure
    y = alt.Y("run:N", sort=shown, title=None, axis=axis)
    x = alt.X("mean:Q", title=title, scale=alt.Scale(zero=False), axis=alt.Axis(tickCount=4))
    base = chart(rows).encode(y=y, color=alt.Color("colour:N", scale=None))
    ends = [alt.Tooltip(f"{name}:Q", format=".4f") for name in ("mean", "lower", "upper")]
    lines = base.mark_rule(strokeWidth=min(2.0, step / 5)).encode(
        x=alt.X("lower:Q", title=title), x2="upper:Q"
    )
    points = base.mark_point(size=min(55, 5 * step)).encode(x=x, tooltip=["run:N", *ends])
    zero = [chart([{"zero": 0}]).mark_rule(color=style.quiet).encode(x="zero:Q")] if data.against else []
    return alt.layer(*zero, lines, points).properties(width=wide, height=alt.Step(step))


def _tone(sure: Sure, style: Style, sign: int) -> str:
    """Colour what leaves out 0, by whether it is better; without a baseline (0) all alike."""
    if not sign:
        return style.better
    low, high = sorted((sign * sure.lower, sign * sure.upper))
    return style.better if low > 0 else style.worse if high < 0 else style.muted


@plot(
    "intervals",
    _draw,
    takes="scores",
    figure="A forest plot: what a table of means should be, see Sakai 2014",
    measures="AP nDCG@10",
)
def intervals(scores: Scores, *, baseline: str | None = None, confidence: float = 95.0) -> Forest:
    """Draw the mean of each run with its interval over topics, best first by the first measure.

    With a `baseline` the differences from it are shown instead, whose intervals are narrower: topics differ more than runs
    do. Intervals are of one run (or pair) each, and not corrected for their number.
    """
    if len(scores.measures) > _MOST_PANELS:
        raise UsageError(
            f"intervals has room for {_MOST_PANELS} measures, and there are {len(scores.measures)}",
            slug="too-many",
            hint="choose: -m 'AP nDCG@10'",
        )
    from cranfield.report.table import better

    if baseline is not None:
        scores = _against(scores, baseline)
    runs = scores.runs
    known = finding.intervals(scores, "t", confidence=confidence)
    means = np.array([[scores.mean(run, measure) for run in runs] for measure in scores.measures])
    signs = tuple(-1 if better(measure) is min else 1 for measure in scores.measures)
    order = np.argsort(-np.nan_to_num(signs[0] * means[0], nan=-np.inf), kind="stable").tolist()
    panels = tuple(
        tuple(
            Sure(runs[run], *map(float, (means[nth, run], known.lower[run, nth], known.upper[run, nth])))
            for run in order
        )
        for nth in range(len(scores.measures))
    )
    return Forest(scores.measures, panels, baseline, confidence, topics_counted(scores), signs)


def _against(scores: Scores, baseline: str) -> Scores:
    """Take the baseline's values off those of the other runs, topic by topic."""
    of = scores._run(baseline)  # noqa: SLF001  (says which there are)
    others = [place for place in range(len(scores.runs)) if place != of]
    if not others:
        raise UsageError("there is only the baseline", slug="no-run", hint="name another run")
    for measure in scores.measures:
        by_topic(scores, measure)
    return replace(
        scores,
        runs=tuple(scores.runs[place] for place in others),
        values=scores.values[others] - scores.values[[of]],
        answered=scores.answered[others],
    )
