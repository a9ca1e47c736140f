"""Agreement chart: about how many pairs of systems do measures say the same?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cranfield.compare.agree import Standings, all_pairs, chart_by_mean, chart_of_tests, panel, told
from cranfield.errors import UsageError
from cranfield.report.plots.marks import across, chart
from cranfield.report.plots.register import plot
from cranfield.report.plots.runs import directed, standings_of
from cranfield.report.plots.style import Style

if TYPE_CHECKING:
    from cranfield.model import Scores

_BY = ("wilcoxon", "mean")


@dataclass(frozen=True)
class Agreement:
    """Classes of pairs, all agree first and all differ last, with how many pairs each has."""

    classes: tuple[str, ...]
    pairs: tuple[int, ...]
    measures: tuple[str, ...]
    by: str
    remark: str = ""

    @property
    def shares(self) -> tuple[float, ...]:
        """The same as shares of all pairs."""
        return tuple(number / sum(self.pairs) for number in self.pairs)

    @property
    def title(self) -> str:
        """What is shown."""
        return f"What {', '.join(self.measures[:-1])} and {self.measures[-1]} say of {sum(self.pairs):,} pairs of systems"

    @property
    def subtitle(self) -> str:
        """How it was found out."""
        how = (
            "the mean is greater"
            if self.by == "mean"
            else f"a {self.by.capitalize()} test over topics, at .05, finds one better, or neither"
        )
        return f"Measures joined by = say the same of a pair: {how}{self.remark}"


def _draw(data: Agreement, style: Style) -> Any:
    import altair as alt

    last = len(data.classes) - 1
    rows = [
        {
            "class": name,
            "pairs": number,
            "share": share,
            "told": f"{share:.1%}  ({number:,})",
            "colour": style.better if place == 0 else style.worse if place == last else style.ramp[2],
        }
        for place, (name, number, share) in enumerate(zip(data.classes, data.pairs, data.shares, strict=True))
    ]
    y = alt.Y(
        "class:N",
        sort=list(data.classes),
        title=None,
        axis=alt.Axis(labelLimit=330, ticks=False, domain=False, labelColor=style.ink),
    )
    x = alt.X(
        "share:Q", title="Share of all pairs", scale=across(0, 1), axis=alt.Axis(format="%", tickCount=5)
    )
    base = chart(rows).encode(x=x, y=y)
    bars = base.mark_bar(height={"band": 0.72}).encode(
        color=alt.Color("colour:N", scale=None),
        tooltip=["class:N", "pairs:Q", alt.Tooltip("share:Q", format=".2%")],
    )
    words = base.mark_text(align="left", dx=6, clip=False).encode(text="told:N")
    return (bars + words).properties(width=style.wide(less=130), height=alt.Step(28))


@plot(
    "agreement",
    _draw,
    takes="scores",
    figure="Magdy & Jones 2010, figure 7: how often MAP, recall and PRES agree about two runs",
    measures="AP R@1000 PRES@1000",
)
def agreement(scores: Scores | Standings, *, by: str = "wilcoxon") -> Agreement:
    """Draw about how many pairs of systems several measures say the same.

    `by` is `wilcoxon`, as the paper has it: a measure prefers a system if the test over topics says so, and may say that
    it cannot tell. With `mean` the greater mean is enough.
    """
    if by not in _BY:
        raise UsageError.unknown_choice("`by`", by, _BY)
    if by == "mean":
        standings, _, remark = standings_of(scores)
        found, names = chart_by_mean(standings), standings.names
    elif isinstance(scores, Standings):
        raise UsageError("means cannot be tested: a test takes topics", slug="means-only", hint="by=mean")
    else:
        measures, remark = directed(scores)
        seen = panel(scores, measures)
        found, names = chart_of_tests(all_pairs(seen)), seen.names
    return Agreement(
        tuple(told(group).replace("!=", "≠") for group, _ in found.classes),
        tuple(number for _, number in found.classes),
        names,
        by,
        remark,
    )
