"""Numbers against depth: measures at growing cut-offs, and how much of a ranking was judged."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cranfield.errors import UsageError, count
from cranfield.measure import evaluate
from cranfield.measure.names import parse
from cranfield.report.plots.marks import across, chart, end_labels, rounded_up
from cranfield.report.plots.register import plot
from cranfield.report.plots.runs import at_most, topics_counted
from cranfield.report.plots.style import MANY, Style, label, labels

CUTOFFS = (10, 20, 30, 40, 50, 60, 70, 80, 90, 100)
DEPTHS = (1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000)
_PANELS = 4
_MOST_PANELS = 12
_BY = ("run", "measure")
_NAME = re.compile(
    r"[^\s(]+(?:\([^)]*\))?[^\s(]*"
)  # of a measure, whose parameters may be set apart by blanks


@dataclass(frozen=True)
class Panel:
    """Lines with one caption."""

    caption: str
    lines: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]  # a row a line


@dataclass(frozen=True)
class Depths:
    """Values at the cut-offs `ks`, in one panel or several."""

    ks: tuple[int, ...]
    panels: tuple[Panel, ...]
    title: str
    subtitle: str
    y: str
    logarithmic: bool = False


def _draw(data: Depths, style: Style) -> Any:
    import altair as alt

    number = len(data.panels)
    columns = 3 if number in (3, *range(5, 10)) else min(number, 2)
    height = 200 if number == 1 else 150
    top = rounded_up(max(max(line) for panel in data.panels for line in panel.values))
    drawn = [_panel(data, panel, top, columns, height, style) for panel in data.panels]
    if number == 1:
        return drawn[0]
    return alt.concat(*drawn, columns=columns, spacing=22)


def _panel(data: Depths, panel: Panel, top: float, columns: int, height: int, style: Style) -> Any:
    import altair as alt

    shown = labels(panel.lines, 20 if columns < 3 else 12)
    order = sorted(range(len(shown)), key=lambda nth: panel.values[nth][-1])
    # of many, the best and the worst at the end
    front = [order[-1], order[0]] if len(shown) > MANY else list(range(len(shown)))
    tones = [style.colour(front.index(nth)) if nth in front else style.muted for nth in range(len(shown))]
    rows = [
        {"k": k, "line": shown[nth], "value": value, "colour": tones[nth], "front": nth in front}
        for nth, line in enumerate(panel.values)
        for k, value in zip(data.ks, line, strict=True)
    ]
    x, y = _axes(data, panel, top, columns)
    base = chart(rows).encode(x=x, y=y, color=alt.Color("colour:N", scale=None), detail="line:N")
    tips = ["line:N", "k:Q", alt.Tooltip("value:Q", format=".4f")]
    behind = base.transform_filter("!datum.front").mark_line(strokeWidth=0.8)
    lines = base.transform_filter("datum.front")
    points = lines.mark_point(size=18).encode(tooltip=tips)
    ends = [(shown[nth], tones[nth], panel.values[nth][-1]) for nth in front]
    told = end_labels(ends, max(data.ks), y, (0, top), height)
    layers = [behind, lines.mark_line(), points, told]
    wide = style.wide(1 / columns, less=70 * (columns - 1)) if columns > 1 else style.wide()
    made = alt.layer(*layers).properties(width=wide, height=height)
    if columns == 1:
        return made
    title = alt.TitleParams(text=label(panel.caption, 24), fontSize=12, anchor="start", frame="group")
    return made.properties(title=title)


def _axes(data: Depths, panel: Panel, top: float, columns: int) -> tuple[Any, Any]:
    import altair as alt

    kind: dict[str, Any] = {"type": "log"} if data.logarithmic else {}
    below = alt.Axis(grid=False, values=_ticks(data, columns), format="d")
    title = "Cut-off" if columns > 1 else "Cut-off (rank)"
    x = alt.X("k:Q", title=title, axis=below, scale=across(min(data.ks), max(data.ks), **kind))
    first = data.y if panel is data.panels[0] else None
    return x, alt.Y("value:Q", title=first, scale=across(0, top), axis=alt.Axis(tickCount=5))


def _ticks(data: Depths, columns: int) -> list[int]:
    if data.logarithmic:
        return [k for k in data.ks if str(k).rstrip("0") in ("1", "3")]
    ks = data.ks
    return list(ks) if columns == 1 and len(ks) <= 12 else [ks[0], ks[len(ks) // 2], ks[-1]]


@plot(
    "cutoffs",
    _draw,
    takes="runs",
    figure="Magdy & Jones 2010, figure 8: MAP, recall and PRES of three runs at 10, 20 to 100 documents",
)
def cutoffs(
    qrels: Any,
    runs: Any,
    *,
    measures: str = "AP R PRES",
    ks: Sequence[int] = CUTOFFS,
    by: str | None = None,
    **policies: Any,
) -> Depths:
    """Draw how measures grow with the number of documents that a user looks at.

    Each run has a panel with all measures; or (`by=measure`) each measure has one with all runs, as in the paper. Without
    `by` up to 4 runs have panels, and of more the measures.
    """
    if by not in (None, *_BY):
        raise UsageError.unknown_choice("`by`", str(by), _BY)
    plain = list(dict.fromkeys(name.partition("@")[0] for name in _NAME.findall(measures)))
    values, systems = _values(qrels, runs, plain, ks, policies)
    topics = count(values.topics, "topic")
    if by == "run" or (by is None and len(systems) <= _PANELS):
        at_most(len(systems), _MOST_PANELS, "runs", "cutoffs by run")
        panels = [
            Panel(system, tuple(plain), tuple(values.of[measure, nth] for measure in plain))
            for nth, system in enumerate(systems)
        ]
    else:
        several = range(len(systems))
        panels = [
            Panel(measure, systems, tuple(values.of[measure, nth] for nth in several)) for measure in plain
        ]
    title = f"{', '.join(plain)} of {count(len(systems), 'run')} at cut-offs from {min(ks)} to {max(ks)}"
    return Depths(tuple(ks), tuple(panels), title, f"Means over {topics}", "Mean over topics")


@plot(
    "judged",
    _draw,
    takes="runs",
    figure="Drawn in papers about reuse of test collections, such as Buckley et al. 2007",
)
def judged(qrels: Any, runs: Any, *, k: int = 1000, **policies: Any) -> Depths:
    """Draw what share of the first documents of a ranking anybody judged, by depth.

    Where a line falls, the numbers of measures that look deeper hang on documents of which nobody knows anything.
    """
    ks = [depth for depth in DEPTHS if depth <= k]
    values, systems = _values(qrels, runs, ["Judged"], ks, policies)
    lines = tuple(values.of["Judged", nth] for nth in range(len(systems)))
    return Depths(
        tuple(ks),
        (Panel("Judged", systems, lines),),
        f"Share of judged documents among the first k of {count(len(systems), 'run')}",
        f"Means over {count(values.topics, 'topic')}; ranks on a logarithmic axis",
        "Share that was judged",
        logarithmic=True,
    )


@dataclass(frozen=True)
class _Values:
    of: dict[tuple[str, int], tuple[float, ...]]  # by measure and number of the run
    topics: int


def _values(
    qrels: Any, runs: Any, measures: Sequence[str], ks: Sequence[int], policies: dict[str, Any]
) -> tuple[_Values, tuple[str, ...]]:
    if len(ks) < 2 or min(ks) < 1:
        raise UsageError(
            "a line takes two cut-offs at least, from 1 upwards", slug="bad-depth", hint="ks=10,20,50"
        )
    bound = {(measure, k): parse(f"{measure}@{k}")[0].name for measure in measures for k in ks}
    scores = evaluate(qrels, runs, " ".join(bound.values()), **policies)
    of = {
        (measure, nth): tuple(scores.mean(run, bound[measure, k]) for k in ks)
        for measure in measures
        for nth, run in enumerate(scores.runs)
    }
    return _Values(of, topics_counted(scores)), scores.runs
