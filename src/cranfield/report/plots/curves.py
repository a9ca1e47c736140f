"""Precision over recall, averaged over topics: interpolated as the lectures have it, and EPRUM's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from cranfield.compare.intervals import intervals
from cranfield.errors import UsageError, count
from cranfield.measure import evaluate
from cranfield.measure.curves import Curve, curve_of, effort_curve_of
from cranfield.measure.families.structured.precision import Choices
from cranfield.report.plots.marks import across, chart, end_labels, rounded_up
from cranfield.report.plots.register import plot
from cranfield.report.plots.runs import at_most, seen, topics_counted
from cranfield.report.plots.style import MANY, Style, labels

LEVELS = tuple(tenth / 10 for tenth in range(11))
_MOST = 40


class Line(NamedTuple):
    """Means at recall levels, and where the interval over topics is known its ends."""

    run: str
    values: tuple[float, ...]
    lower: tuple[float, ...] = ()
    upper: tuple[float, ...] = ()


@dataclass(frozen=True)
class Curves:
    """One line a run, in one panel or several."""

    levels: tuple[float, ...]
    panels: tuple[tuple[str, tuple[Line, ...]], ...]
    title: str
    subtitle: str


def _draw(data: Curves, style: Style) -> Any:
    import altair as alt

    number = len(data.panels)
    every = [value for _, lines in data.panels for line in lines for value in line.values]
    top = max(1.0, rounded_up(max(every))) if max(every) > 1 else 1.0
    wide = style.wide() if number == 1 else style.wide(1 / number, less=50)
    drawn = [_panel(data, caption, lines, top, wide, style) for caption, lines in data.panels]
    return drawn[0] if number == 1 else alt.hconcat(*drawn, spacing=26)


def _panel(data: Curves, caption: str, lines: tuple[Line, ...], top: float, wide: int, style: Style) -> Any:
    import altair as alt

    height = 230
    shown, tones = labels([line.run for line in lines], 18), _tones(len(lines), style)
    rows = [
        {"level": level, "value": line.values[nth], "run": name, "colour": tone, **_ends(line, nth)}
        for line, name, tone in zip(lines, shown, tones, strict=True)
        for nth, level in enumerate(data.levels)
    ]
    x = alt.X("level:Q", title="Recall", scale=across(0, 1), axis=alt.Axis(grid=False, tickCount=5))
    first = caption == data.panels[0][0]
    y = alt.Y(
        "value:Q", title="Precision" if first else None, scale=across(0, top), axis=alt.Axis(tickCount=5)
    )
    base = chart(rows).encode(x=x, color=alt.Color("colour:N", scale=None), detail="run:N")
    tips = ["run:N", "level:Q", alt.Tooltip("value:Q", format=".4f")]
    layers = [base.encode(y=y).mark_line(), base.encode(y=y).mark_point(size=16).encode(tooltip=tips)]
    if lines[0].lower and len(lines) <= MANY:
        band = alt.Y("lower:Q", title="Precision", scale=across(0, top))
        fill = alt.Fill("colour:N", scale=None)
        area = chart(rows).mark_area(opacity=0.13, clip=True, stroke=None)
        layers.insert(0, area.encode(x=x, y=band, y2="upper:Q", fill=fill, detail="run:N"))
    ends = [(name, tone, line.values[-1]) for name, tone, line in zip(shown, tones, lines, strict=True)]
    if len(lines) <= 16:
        layers.append(end_labels(ends, 1, y, (0, top), height))
    made = alt.layer(*layers).properties(width=wide, height=height)
    if len(data.panels) == 1:
        return made
    return made.properties(title=alt.TitleParams(text=caption, fontSize=12, anchor="start", frame="group"))


def _ends(line: Line, nth: int) -> dict[str, float]:
    return {"lower": line.lower[nth], "upper": line.upper[nth]} if line.lower else {}


def _tones(number: int, style: Style) -> list[str]:
    """Colour few lines apart; let many go from one colour to another, in their order."""
    if number <= MANY:
        return [style.colour(nth) for nth in range(number)]
    return [_between(style.better, style.worse, nth / (number - 1)) for nth in range(number)]


def _between(one: str, other: str, share: float) -> str:
    pairs = [(int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


@plot(
    "recall_curves",
    _draw,
    takes="runs",
    figure="The lectures' slides: the typical 11-point curve, and those of two systems averaged over topics",
)
def recall_curves(qrels: Any, runs: Any, *, confidence: float = 95.0, **policies: Any) -> Curves:
    """Draw interpolated precision at 11 recall levels, averaged over topics, with intervals.

    Of one topic the curve is a staircase; means over topics fall smoothly. Bands are Student's t over topics, and left
    out with more than 7 runs.
    """
    names = [f"IPrec@{level:.1f}" for level in LEVELS]
    scores = evaluate(qrels, runs, " ".join(names), **policies)
    at_most(len(scores.runs), _MOST, "runs", "recall_curves")
    known = intervals(scores, "t", confidence=confidence)
    lines = []
    for nth, run in enumerate(scores.runs):
        values = tuple(scores.mean(run, measure) for measure in scores.measures)
        ends = [known.at(nth, place) for place in range(len(scores.measures))]
        whole = all(end is not None for end in ends)
        lower = tuple(end.lower for end in ends if end) if whole else ()
        upper = tuple(end.upper for end in ends if end) if whole else ()
        lines.append(Line(run, values, lower, upper))
    bands = f"; bands: {confidence:g} % intervals" if lines[0].lower and len(lines) <= MANY else ""
    return Curves(
        LEVELS,
        (("", tuple(lines)),),
        f"Interpolated precision at 11 recall levels, {count(len(lines), 'run')}",
        f"Means over {count(topics_counted(scores), 'topic')}{bands}",
    )


@plot(
    "eprum",
    _draw,
    takes="runs",
    figure="Piwowarski & Dupret 2006, figure 4: runs that were made worse step by step, under EPRUM and EP/GR",
)
def eprum(
    qrels: Any, runs: Any, *, rel: float = 1, scale: float = 0, levels: int = 11, **policies: Any
) -> Curves:
    """Draw EPRUM's precision over recall, and beside it effort-precision over gain-recall for the same users.

    `navigation` says how users walk on from what they find. `rel` and `scale` are those of the measure EPRUM.
    """
    if levels < 2:
        raise UsageError(f"a curve takes two levels at least, not {levels}", slug="bad-plot")
    found = seen(qrels, runs, **policies)
    at_most(len(found.names), _MOST, "runs", "eprum")
    choices = Choices(rel=rel, scale=scale)
    panels, topics = [], 0
    for caption, of in (("EPRUM", curve_of), ("EP/GR", effort_curve_of)):
        curves: list[Curve] = [of(judged, levels, choices) for judged in found.judged]
        topics = int((~np.isnan(curves[0].precision[:, 0])).sum())
        lines = [
            Line(name, tuple(curve.mean.tolist())) for name, curve in zip(found.names, curves, strict=True)
        ]
        panels.append((caption, tuple(lines)))
    if not topics:
        from cranfield.errors import InputError

        raise InputError("no topic has an ideal element, and so no recall", slug="nothing-to-plot")
    return Curves(
        curves[0].levels,
        tuple(panels),
        f"Precision against recall of {count(len(found.names), 'run')}: EPRUM and EP/GR",
        f"Means over {count(topics, 'topic')} with ideal elements",
    )
