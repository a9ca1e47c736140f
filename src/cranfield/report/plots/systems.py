"""Systems by several measures: their values in the order of one, and their ranks under each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.compare.agree.panel import Standings
from cranfield.compare.correlation import ranks
from cranfield.errors import UsageError, count
from cranfield.report.plots.marks import across, chart, end_labels, rounded_up, scale
from cranfield.report.plots.register import plot
from cranfield.report.plots.runs import standings_of
from cranfield.report.plots.style import Style, labels, outstanding, spread_out

if TYPE_CHECKING:
    from cranfield.model import Scores

_NAMED = 30  # systems whose names have room under an axis
_STANDING_OUT = 3


@dataclass(frozen=True)
class Sorted:
    """Systems, best first by the measure `by`; `values` has a row a measure."""

    by: str
    systems: tuple[str, ...]
    measures: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]
    topics: int | None
    remark: str = ""

    @property
    def title(self) -> str:
        """What is shown."""
        return f"{_listed(self.measures)} of {count(len(self.systems), 'system')}, best {self.by} first"

    @property
    def subtitle(self) -> str:
        """Over what."""
        return f"Means over {count(self.topics, 'topic') if self.topics else 'topics'}{self.remark}"


def _draw_sorted(data: Sorted, style: Style) -> Any:
    import altair as alt

    shown = labels(data.systems)
    number = len(shown)
    rows = [
        {"place": place + 1, "system": shown[place], "measure": measure, "value": row[place]}
        for measure, row in zip(data.measures, data.values, strict=True)
        for place in range(number)
    ]
    low = min(0.0, *(min(row) for row in data.values))
    span = (low, rounded_up(max(max(row) for row in data.values)))
    names = alt.Axis(
        labelAngle=-40,
        labelExpr=f"{_quoted(shown)}[datum.value - 1]",
        values=list(range(1, number + 1)),
        grid=False,
        labelLimit=110,
        labelOverlap=False,
    )
    by_number = alt.Axis(grid=False, tickMinStep=1, format="d")
    few = number <= _NAMED
    x = alt.X(
        "place:Q",
        title=None if few else f"Place by {data.by}",
        axis=names if few else by_number,
        scale=across(1, max(number, 2)),
    )
    y = alt.Y("value:Q", title="Mean over topics", scale=across(*span), axis=alt.Axis(tickCount=6))
    colours = [style.colour(place) for place in range(len(data.measures))]
    colour = alt.Color("measure:N", scale=scale(data.measures, colours), legend=None)
    base = chart(rows).encode(x=x, y=y, color=colour)
    tips = ["system:N", "measure:N", alt.Tooltip("value:Q", format=".4f"), "place:Q"]
    points = base.mark_point(size=34 if few else 14).encode(tooltip=tips)
    ends = [
        (name, tone, row[-1]) for name, tone, row in zip(data.measures, colours, data.values, strict=True)
    ]
    told = end_labels(ends, number, y, span, 230)
    return (base.mark_line() + points + told).properties(width=style.wide(), height=230)


def _quoted(names: Sequence[str]) -> str:
    """Write names as an expression of Vega has them."""
    import json

    return json.dumps(list(names))


@plot(
    "sorted",
    _draw_sorted,
    takes="scores",
    figure="Magdy & Jones 2010, figure 5: MAP, recall and PRES of 48 runs, sorted by PRES",
    measures="AP R@1000 PRES@1000",
)
def sorted_systems(scores: Scores | Standings, *, by: str | None = None) -> Sorted:
    """Draw measures of systems that are sorted by one of them.

    Where the lines of others go up and down, they would have ranked the systems otherwise. `by` is the last measure
    unless another one is named.
    """
    found, topics, remark = standings_of(scores)
    chosen = found.names[-1] if by is None else _known(by, scores, found)
    order = np.argsort(-found.oriented[found.names.index(chosen)], kind="stable").tolist()
    return Sorted(
        chosen,
        tuple(found.systems[place] for place in order),
        found.names,
        tuple(tuple(row[order].tolist()) for row in found.means),
        topics,
        remark,
    )


@dataclass(frozen=True)
class Bump:
    """The rank of each system (a row each) under each measure; equals share a rank."""

    measures: tuple[str, ...]
    systems: tuple[str, ...]
    ranks: tuple[tuple[int, ...], ...]
    places: tuple[tuple[int, ...], ...]  # ranks again, with equals one below the other
    highlighted: tuple[str, ...]
    remark: str = ""

    @property
    def title(self) -> str:
        """What is shown."""
        return f"Ranks of {count(len(self.systems), 'system')} by {_listed(self.measures)}"

    @property
    def subtitle(self) -> str:
        """What stands out, and why."""
        if len(self.highlighted) == len(self.systems):
            return f"Every crossing is a pair of systems about which two measures disagree{self.remark}"
        return f"In colour: {count(len(self.highlighted), 'system')} of {len(self.systems)}; the others in grey{self.remark}"


def _draw_bump(data: Bump, style: Style) -> Any:
    import altair as alt

    number, height = len(data.systems), min(max(200, 15 * len(data.systems)), 640)
    last = len(data.measures) - 1
    rows = _bump_rows(data, style)
    names = alt.Axis(
        orient="top",
        grid=False,
        domain=False,
        ticks=False,
        values=list(range(last + 1)),
        labelExpr=f"{_quoted(data.measures)}[datum.value]",
        labelFontWeight="bold",
        labelFlush=False,
        labelLimit=120,
    )
    x = alt.X("column:Q", title=None, scale=across(0, last), axis=names)
    y = alt.Y("place:Q", title=None, scale=across(number + 0.5, 0.5), axis=None)
    base = chart(rows).encode(x=x, y=y, color=alt.Color("colour:N", scale=None))
    back = base.mark_line(strokeWidth=1).encode(detail="system:N").transform_filter("!datum.front")
    front = base.mark_line(strokeWidth=2.4).encode(detail="system:N").transform_filter("datum.front")
    points = base.mark_point(size=26 if number > 40 else 44).encode(
        tooltip=["system:N", "measure:N", "rank:Q"]
    )
    told = [row for row in rows if row["front"] or number * 13 <= height]
    ends = [_bump_names(told, column, number, height, style).encode(x=x, y=y) for column in (0, last)]
    return alt.layer(back, front, points, *ends).properties(
        width=max(style.wide(less=170), 80 * last), height=height
    )


def _bump_rows(data: Bump, style: Style) -> list[dict[str, Any]]:
    shown = labels(data.systems, 22)
    coloured = [data.systems.index(name) for name in data.highlighted]
    tone = {place: style.colour(nth) for nth, place in enumerate(coloured)}
    return [
        {
            "system": shown[system],
            "measure": measure,
            "column": column,
            "rank": data.ranks[system][column],
            "place": data.places[system][column],
            "colour": tone.get(system, style.muted),
            "front": system in coloured,
        }
        for system in range(len(shown))
        for column, measure in enumerate(data.measures)
    ]


def _bump_names(rows: list[dict[str, Any]], column: int, number: int, height: int, style: Style) -> Any:
    """Write names beside the first or the last column, one never over another."""
    import altair as alt

    here = [row for row in rows if row["column"] == column]
    places = spread_out([row["place"] for row in here], 13 * number / height, 1, number)
    told = [
        {
            **row,
            "place": place,
            "told": f"{row['system']}  {row['rank']}" if column == 0 else f"{row['rank']}  {row['system']}",
        }
        for row, place in zip(here, places, strict=True)
    ]
    look: dict[str, Any] = {"align": "right", "dx": -9} if column == 0 else {"align": "left", "dx": 9}
    for row in told:
        row["colour"] = row["colour"] if row["front"] else style.quiet
    names = chart(told).mark_text(clip=False, **look)
    return names.encode(text="told:N", color=alt.Color("colour:N", scale=None))


@plot(
    "bump",
    _draw_bump,
    takes="scores",
    figure="Magdy & Jones 2010, figure 6: how the ranks of 48 runs change from MAP to PRES to recall",
    measures="AP PRES@1000 R@1000",
)
def bump(scores: Scores | Standings, *, highlight: Sequence[str] = ()) -> Bump:
    """Draw how the ranks of systems change from one measure to the next.

    With more than 7 systems those stand out whose rank changes most; `highlight` names others.
    """
    found, _, remark = standings_of(scores)
    if len(found.names) < 2:
        raise UsageError(
            "ranks change from one measure to another, and there is one only",
            slug="one-ranking",
            hint="name several: -m 'AP nDCG@10 R@1000'",
        )
    columns = np.array([ranks(row) for row in found.oriented])
    order = np.argsort(columns[0], kind="stable")
    places = np.array([np.argsort(np.lexsort((columns[0], column)), kind="stable") + 1 for column in columns])
    change = np.ptp(columns, axis=0)
    movers = np.argsort(-change, kind="stable")[:_STANDING_OUT]
    names = tuple(found.systems[place] for place in order)
    chosen = outstanding(found.systems, highlight, (found.systems[place] for place in movers))
    return Bump(
        found.names,
        names,
        tuple(tuple(columns[:, place].tolist()) for place in order),
        tuple(tuple(places[:, place].tolist()) for place in order),
        tuple(sorted(chosen, key=names.index)),
        remark,
    )


def _known(name: str, scores: Scores | Standings, found: Standings) -> str:
    """Return the ranking of this name; scores know other names of a measure."""
    if isinstance(scores, Standings):
        if name not in found.names:
            raise UsageError.unknown_choice("`by`", name, found.names)
        return name
    return scores.measures[scores._measure(name)]  # noqa: SLF001


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
