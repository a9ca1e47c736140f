"""How likely a difference is found, by how many topics there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cranfield.compare.planning import DIFFERENCES, variations
from cranfield.compare.power import power_of_t
from cranfield.errors import UsageError
from cranfield.report.plots.marks import across, chart, end_labels
from cranfield.report.plots.register import plot
from cranfield.report.plots.style import Style

if TYPE_CHECKING:
    from cranfield.model import Scores

TOPICS = (5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 90, 110, 130, 150, 175, 200, 250, 300, 400, 500)


@dataclass(frozen=True)
class Power:
    """The power of a t-test for some true differences; a row a difference."""

    measure: str
    differences: tuple[float, ...]
    topics: tuple[int, ...]
    power: tuple[tuple[float, ...], ...]
    deviation: float
    there: int
    alpha: float

    @property
    def title(self) -> str:
        """What is shown."""
        return f"Chance to find a true difference in {self.measure}, by number of topics"

    @property
    def subtitle(self) -> str:
        """By which test, for which pair."""
        return (
            f"Paired t-test at {self.alpha:g}; differences vary by {self.deviation:.3f} over topics, "
            f"as those of the median pair of runs; there are {self.there} topics"
        )


def _draw(data: Power, style: Style) -> Any:
    import altair as alt

    height, last = 230, data.topics[-1]
    rows = [
        {"topics": number, "power": value, "difference": f"{difference:g}", "colour": style.colour(nth)}
        for nth, (difference, row) in enumerate(zip(data.differences, data.power, strict=True))
        for number, value in zip(data.topics, row, strict=True)
    ]
    x = alt.X(
        "topics:Q", title="Topics", scale=across(data.topics[0], last), axis=alt.Axis(grid=False, tickCount=7)
    )
    y = alt.Y("power:Q", title="Power", scale=across(0, 1), axis=alt.Axis(tickCount=5, format="%"))
    tips: list[Any] = ["difference:N", "topics:Q", alt.Tooltip("power:Q", format=".3f")]
    base = chart(rows).encode(
        x=x, y=y, color=alt.Color("colour:N", scale=None), detail="difference:N", tooltip=tips
    )
    ends = [
        (f"{difference:g}", style.colour(nth), row[-1])
        for nth, (difference, row) in enumerate(zip(data.differences, data.power, strict=True))
    ]
    usual = chart([{"power": 0.8}]).mark_rule(color=style.muted, strokeDash=[4, 3]).encode(y=y)
    layers = [usual, base.mark_line(), end_labels(ends, last, y, (0, 1), height)]
    if data.topics[0] <= data.there <= last:
        here = chart([{"topics": data.there, "told": "now"}]).encode(x=x)
        layers.append(here.mark_rule(color=style.quiet))
        layers.append(here.mark_text(align="left", dx=4, y=-6, color=style.quiet).encode(text="told:N"))
    return alt.layer(*layers).properties(width=style.wide(), height=height)


@plot(
    "power",
    _draw,
    takes="scores",
    figure="Power curves as in Sakai 2016, from the variance of one's own runs",
    measures="AP",
)
def power(
    scores: Scores,
    *,
    measure: str | None = None,
    differences: Sequence[float] = DIFFERENCES,
    alpha: float = 0.05,
) -> Power:
    """Draw how likely a t-test finds true differences, by the number of topics.

    How much differences vary is estimated from the runs: the median over all pairs. One comparison is meant; for several,
    let `alpha` be smaller. The dashed line is the usual demand of 80 %.
    """
    if not differences or min(differences) <= 0:
        raise UsageError("differences are above 0", slug="bad-power", hint="such as 0.01, 0.05")
    chosen = scores.measures[0 if measure is None else scores._measure(measure)]  # noqa: SLF001  (knows aliases)
    (varied,) = (each for each in variations(scores) if each.measure == chosen)
    if varied.deviation == 0:
        raise UsageError(f"{chosen} does not differ between these runs", slug="no-variance")
    rows = tuple(
        tuple(power_of_t(number, difference / varied.deviation, alpha) for number in TOPICS)
        for difference in differences
    )
    return Power(chosen, tuple(differences), TOPICS, rows, varied.deviation, varied.topics, alpha)
