"""Relevance strips: what stands at each rank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from cranfield.errors import count
from cranfield.report.plots.marks import chart, names_axis, scale
from cranfield.report.plots.register import plot
from cranfield.report.plots.runs import depth_of, seen
from cranfield.report.plots.style import Style, label, labels

UNJUDGED = None
_TALLEST = 900
_DEEPEST = 200
_MOST_ROWS = 200


@dataclass(frozen=True)
class Strips:
    """A row a run (or a topic): the grade at each rank, None where nobody judged; shorter rows are shorter rankings."""

    rows: tuple[str, ...]
    grades: tuple[tuple[float | None, ...], ...]
    depth: int
    title: str
    subtitle: str


def _draw(data: Strips, style: Style) -> Any:
    import altair as alt

    shown = labels(data.rows)
    down = max(5.0, min(22.0, _TALLEST / len(shown)))
    along = max(2.0, style.width / data.depth)
    levels = sorted({grade for row in data.grades for grade in row if grade is not None and grade > 0})
    kinds = [
        *([f"grade {level:g}" for level in reversed(levels)] if levels != [1.0] else ["relevant"]),
        "not relevant",
        "not judged",
    ]
    tones = [*_shades(len(levels), style), style.muted, style.background]
    rows = [
        {"row": name, "rank": rank, "from": rank - 0.5, "to": rank + 0.5, "kind": _kind(grade, levels)}
        for name, grades in zip(shown, data.grades, strict=True)
        for rank, grade in enumerate(grades, start=1)
    ]
    x = alt.X(
        "from:Q",
        title="Rank",
        scale=alt.Scale(domain=[0.5, data.depth + 0.5], nice=False),
        axis=alt.Axis(grid=False, format="d", values=_ticks(data.depth), domain=False),
    )
    y = alt.Y(
        "row:N",
        sort=shown,
        title=None,
        axis=names_axis(style, down),
        scale=alt.Scale(paddingInner=0.22 if down > 8 else 0.1),
    )
    colour = alt.Color(
        "kind:N",
        title=None,
        scale=scale(kinds, tones),
        legend=alt.Legend(symbolType="square", symbolStrokeColor=style.muted, symbolStrokeWidth=1),
    )
    marks = chart(rows).mark_rect(stroke=style.muted, strokeWidth=0.6 if along > 4 else 0.2)
    return marks.encode(x=x, x2="to:Q", y=y, color=colour, tooltip=["row:N", "rank:Q", "kind:N"]).properties(
        width=style.wide(), height=alt.Step(down)
    )


def _kind(grade: float | None, levels: list[float]) -> str:
    if grade is None:
        return "not judged"
    if grade <= 0:
        return "not relevant"
    return "relevant" if levels == [1.0] else f"grade {grade:g}"


def _shades(number: int, style: Style) -> list[str]:
    """Return colours for the grades, the best one's the strongest."""
    ramp = style.ramp[2:]
    places = np.linspace(len(ramp) - 1, 0, max(number, 1)) if number > 1 else [len(ramp) - 2]
    return [ramp[round(float(place))] for place in places]


def _ticks(depth: int) -> list[int]:
    step = next(each for each in (1, 2, 5, 10, 20, 50) if depth / each <= 12 or each == 50)
    return [1, *(rank for rank in range(step, depth + 1, step) if rank > 1)]


@plot(
    "strips",
    _draw,
    takes="runs",
    figure="The lectures' slides: rankings A to D, and P@k of relevant and other documents in a row",
)
def strips(
    qrels: Any, runs: Any, *, topic: str | None = None, k: int = 50, rows: int = _MOST_ROWS, **policies: Any
) -> Strips:
    """Draw what stands at each rank: relevant, not relevant, or not judged.

    Of several runs it shows one topic, a row a run; of one run all topics, unless one is named. `k` is how many ranks are
    shown, at most 200; `rows` how many rows.
    """
    depth = min(depth_of(k), _DEEPEST)
    found = seen(qrels, runs, **policies)
    by_topic = len(found.names) == 1 and topic is None
    if by_topic:
        names, of = found.topics, f"{label(found.names[0])} on {count(len(found.topics), 'topic')}"
        cells = [(0, place) for place in range(len(names))]
    else:
        place = found.topic(topic, "strips of several runs")
        names, of = found.names, f"topic {label(found.topics[place])}, {count(len(found.names), 'run')}"
        cells = [(nth, place) for nth in range(len(names))]
    kept = cells[: max(1, min(rows, _MOST_ROWS))]
    gone = f"; {len(cells) - len(kept):,} rows further down left out" if len(kept) < len(cells) else ""
    grades = tuple(_grades(found.judged[run], where, depth) for run, where in kept)
    relevant = sum(grade is not None and grade > 0 for row in grades for grade in row)
    unjudged = sum(grade is None for row in grades for grade in row)
    depth = max(map(len, grades), default=0) or 1
    return Strips(
        tuple(names[: len(kept)]),
        grades,
        depth,
        f"The first {depth} ranks: {of}",
        f"{relevant:,} relevant documents, {unjudged:,} that nobody judged{gone}",
    )


def _grades(judged: Any, topic: int, depth: int) -> tuple[float | None, ...]:
    row: list[float | None] = [UNJUDGED] * min(depth, int(judged.retrieved[topic]))
    at = slice(int(judged.starts[topic]), int(judged.starts[topic + 1]))
    for rank, grade in zip(judged.rank[at].tolist(), judged.grade[at].tolist(), strict=True):
        if rank <= len(row) and grade >= 0:
            row[rank - 1] = grade
    return tuple(row)
