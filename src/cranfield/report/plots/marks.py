"""Parts that several plots are drawn of."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cranfield.report.plots.style import Style, spread_out

if TYPE_CHECKING:
    import altair as alt

Row = Mapping[str, Any]


def chart(rows: Iterable[Row]) -> alt.Chart:
    """Begin a chart of these rows; what is not a number becomes null."""
    import altair as alt

    values = [{key: _plain(cell) for key, cell in row.items()} for row in rows]
    return alt.Chart(alt.InlineData(values))


def _plain(cell: Any) -> Any:
    return None if isinstance(cell, float) and not math.isfinite(cell) else cell


def scale(domain: Sequence[str], colours: Sequence[str]) -> alt.Scale:
    """Give each name its colour."""
    import altair as alt

    return alt.Scale(domain=list(domain), range=list(colours))


def across(low: float, high: float, **more: Any) -> alt.Scale:
    """Let an axis go from here to there."""
    import altair as alt

    return alt.Scale(domain=[low, high], nice=False, zero=False, **more)


def end_labels(
    ends: Sequence[tuple[str, str, float]],
    at: float,
    y: alt.Y,
    span: tuple[float, float],
    height: int,
) -> Any:
    """Write the names of lines behind their ends: (name, colour, value) each; none over another."""
    import altair as alt

    gap = 13 * (span[1] - span[0]) / height
    places = spread_out([value for _, _, value in ends], gap, *span)
    rows = [
        {"at": at, "place": place, "name": name, "colour": colour}
        for (name, colour, _), place in zip(ends, places, strict=True)
    ]
    told = y.copy()
    told.shorthand = "place:Q"
    return (
        chart(rows)
        .mark_text(align="left", dx=7, fontSize=11, fontWeight="bold", clip=False)
        .encode(x=alt.X("at:Q"), y=told, text="name:N", color=alt.Color("colour:N", scale=None))
    )


def names_axis(style: Style, step: float, *, labels: bool = True, **more: Any) -> alt.Axis:
    """Return an axis of names, each of which has so many points."""
    import altair as alt

    return alt.Axis(
        labels=labels,
        ticks=False,
        domain=False,
        labelColor=style.ink,
        labelFontSize=max(4, min(11, int(step))),
        labelOverlap=False,
        **more,
    )


def rounded_up(value: float) -> float:
    """Return a number at which an axis may end.

    >>> rounded_up(0.43), rounded_up(0.95), rounded_up(7.2)
    (0.5, 1.0, 8.0)
    """
    if value <= 0 or not math.isfinite(value):
        return 1.0
    step: float = 10.0 ** math.floor(math.log10(value))
    step = step / 2 if value / step < 3 else step
    return round(math.ceil(round(value / step, 9)) * step, 12)
