"""How PRES depends on recall and on ranks, and how it differs from the reciprocal rank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from cranfield.errors import UsageError
from cranfield.report.plots.marks import across, chart, end_labels
from cranfield.report.plots.register import plot
from cranfield.report.plots.style import Style


class Line(NamedTuple):
    """PRES for one number of documents found: straight, from the best mean rank to the worst."""

    found: int
    recall: float
    mean_ranks: tuple[float, float]
    values: tuple[float, float]


@dataclass(frozen=True)
class Family:
    """The lines for all numbers of documents found; and PRES and RR of one document, by its rank."""

    n: int
    k: int
    lines: tuple[Line, ...]
    known_item_k: int
    pres: tuple[float, ...]
    rr: tuple[float, ...]

    @property
    def title(self) -> str:
        """What is shown."""
        return "PRES falls with the mean rank of what is found; it never exceeds recall"

    @property
    def subtitle(self) -> str:
        """Of what."""
        return (
            f"Left: {self.n} relevant documents, k = {self.k}. Right: one relevant document, k = {self.known_item_k}, "
            "against the reciprocal rank"
        )


def _draw(data: Family, style: Style) -> Any:
    import altair as alt

    height = 220
    rows = [
        {"recall": f"{line.recall:.0%}", "at": at, "value": value}
        for line in data.lines
        for at, value in zip(line.mean_ranks, line.values, strict=True)
    ]
    x = alt.X(
        "at:Q",
        title="Mean rank of documents found",
        scale=across(0, data.k),
        axis=alt.Axis(grid=False, tickCount=5),
    )
    y = alt.Y(
        "value:Q", title="PRES (a line begins at its recall)", scale=across(0, 1), axis=alt.Axis(tickCount=5)
    )
    left = chart(rows).encode(x=x, y=y, detail="recall:N").mark_line(color=style.better)
    return alt.hconcat(
        left.properties(width=style.wide(0.55, less=70), height=height),
        _known_item(data, style, height),
        spacing=28,
    )


def _known_item(data: Family, style: Style, height: int) -> Any:
    import altair as alt

    both = (("PRES", data.pres, style.better), ("RR", data.rr, style.worse))
    rows = [
        {"measure": name, "rank": nth, "value": value, "colour": tone}
        for name, values, tone in both
        for nth, value in enumerate(values, start=1)
    ]
    last = len(data.pres)
    x = alt.X(
        "rank:Q",
        title="Rank of the document",
        scale=across(1, last),
        axis=alt.Axis(grid=False, tickCount=6, format="d"),
    )
    y = alt.Y("value:Q", title=None, scale=across(0, 1), axis=alt.Axis(tickCount=5))
    base = chart(rows).encode(x=x, y=y, color=alt.Color("colour:N", scale=None), detail="measure:N")
    ends = [(name, tone, values[-1]) for name, values, tone in both]
    points = base.mark_point(size=24).encode(
        tooltip=["measure:N", "rank:Q", alt.Tooltip("value:Q", format=".3f")]
    )
    return alt.layer(base.mark_line(), points, end_labels(ends, last, y, (0, 1), height)).properties(
        width=style.wide(0.45, less=70), height=height
    )


@plot(
    "pres_family",
    _draw,
    takes="facts",
    figure="Magdy & Jones 2010, figure 4: PRES for several recalls, and against the reciprocal rank",
)
def pres_family(*, n: int = 10, k: int = 100, known_item_k: int = 10) -> Family:
    """Draw PRES against the mean rank of what was found, a line for each recall; and beside RR for one document.

    With c documents found, PRES = R (1 - (mean rank - (c + 1) / 2) / k): from R, when they come first, down to c R / k.
    """
    if not 1 <= n <= 50 or k < n or known_item_k < 2:
        raise UsageError(
            f"n is 1 to 50, k is no less, and known_item_k 2 or more: {n}, {k}, {known_item_k}",
            slug="bad-plot",
        )
    lines = []
    for found in range(1, n + 1):
        best, worst = (found + 1) / 2, k - (found - 1) / 2
        values = tuple(found / n * (1 - (mean - (found + 1) / 2) / k) for mean in (best, worst))
        lines.append(Line(found, found / n, (best, worst), (values[0], values[1])))
    at = range(1, known_item_k + 2)
    return Family(
        n,
        k,
        tuple(lines),
        known_item_k,
        tuple(max(0.0, 1 - (rank - 1) / known_item_k) for rank in at),
        tuple(1 / rank if rank <= known_item_k else 0.0 for rank in at),
    )
