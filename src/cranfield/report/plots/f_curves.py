"""Lines of equal F in the plane of precision and recall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from cranfield.errors import UsageError, count
from cranfield.report.plots.marks import across, chart
from cranfield.report.plots.register import plot
from cranfield.report.plots.style import MANY, Style, labels

if TYPE_CHECKING:
    from cranfield.model import Scores

LEVELS = tuple(tenth / 10 for tenth in range(1, 10))
_STEPS = 60


class Level(NamedTuple):
    """One line: the precision that each recall needs for this F."""

    f: float
    points: tuple[tuple[float, float], ...]  # recall, precision


class Spot(NamedTuple):
    """A system in the plane."""

    run: str
    recall: float
    precision: float


@dataclass(frozen=True)
class FCurves:
    """Lines of equal F, and where systems are among them."""

    beta: float
    levels: tuple[Level, ...]
    spots: tuple[Spot, ...]
    measures: tuple[str, ...]

    @property
    def title(self) -> str:
        """What is shown."""
        several = f"{count(len(self.spots), 'run')} between lines" if self.spots else "Lines"
        return f"{several} of equal F{self.beta:g}"

    @property
    def subtitle(self) -> str:
        """What they are of."""
        both = f"{self.measures[0]} and {self.measures[1]}, means over topics. " if self.measures else ""
        weight = "as much as" if self.beta == 1 else f"{self.beta:g} times as much as"
        return f"{both}Recall counts {weight} precision"


def _draw(data: FCurves, style: Style) -> Any:
    import altair as alt

    side = min(style.width, 340)
    precision, recall = data.measures or ("Precision", "Recall")
    x = alt.X("recall:Q", title=recall, scale=across(0, 1), axis=alt.Axis(tickCount=5, grid=False))
    y = alt.Y("precision:Q", title=precision, scale=across(0, 1), axis=alt.Axis(tickCount=5, grid=False))
    rows = [{"recall": r, "precision": p, "f": level.f} for level in data.levels for r, p in level.points]
    lines = (
        chart(rows).mark_line(color=style.muted, strokeWidth=1.2, clip=True).encode(x=x, y=y, detail="f:N")
    )
    at = [
        {"recall": r, "precision": p, "told": f"{level.f:.1f}"}
        for level in data.levels
        for r, p in [min(level.points, key=lambda point: abs(point[0] - point[1]))]
    ]
    told = chart(at).mark_text(color=style.quiet, fontSize=10, dx=7, dy=-6).encode(x=x, y=y, text="told:N")
    layers = [lines, told]
    if data.spots:
        layers += _spots(data, style, x, y)
    return alt.layer(*layers).properties(width=side, height=side)


def _spots(data: FCurves, style: Style, x: Any, y: Any) -> list[Any]:
    import altair as alt

    few = len(data.spots) <= MANY
    shown = labels([spot.run for spot in data.spots], 20)
    rows = [
        {"run": name, "recall": spot.recall, "precision": spot.precision,
         "colour": style.colour(nth) if few else style.better}
        for nth, (name, spot) in enumerate(zip(shown, data.spots, strict=True))
    ]  # fmt: skip
    base = chart(rows).encode(x=x, y=y, color=alt.Color("colour:N", scale=None))
    points = base.mark_point(size=70, opacity=0.85).encode(tooltip=["run:N", "recall:Q", "precision:Q"])
    return (
        [points, base.mark_text(align="left", dx=8, fontWeight="bold").encode(text="run:N")]
        if few
        else [points]
    )


@plot(
    "f_curves",
    _draw,
    takes="scores",
    figure="The lectures' slides: systems in the plane of precision and recall, and what F makes of them",
    measures="P@100 R@100",
)
def f_curves(scores: Scores | None = None, *, beta: float = 1.0) -> FCurves:
    """Draw lines of equal F in the plane of precision and recall, and systems among them.

    The first measure of the scores is taken for precision, the second for recall. F of means is not the mean of F.
    """
    if not 0 < beta < 100:
        raise UsageError(f"beta is above 0, and below 100: {beta:g}", slug="bad-plot")
    spots: list[Spot] = []
    measures: tuple[str, ...] = ()
    if scores is not None:
        if len(scores.measures) != 2:
            raise UsageError(
                f"f_curves takes a precision and a recall, and there are {count(len(scores.measures), 'measure')}",
                slug="bad-plot",
                hint="-m 'P@100 R@100'",
            )
        measures = scores.measures
        spots = [
            Spot(run, scores.mean(run, measures[1]), scores.mean(run, measures[0])) for run in scores.runs
        ]
    return FCurves(beta, tuple(_level(f, beta) for f in LEVELS), tuple(spots), measures)


def _level(f: float, beta: float) -> Level:
    """Solve F = (1 + b2) P R / (b2 P + R) for P, from the least recall that can have this F to 1."""
    square = beta**2
    least = f * square / (1 + square - f)
    recalls = [least + (1 - least) * step / _STEPS for step in range(_STEPS + 1)]
    return Level(f, tuple((r, min(1.0, f * r / ((1 + square) * r - square * f))) for r in recalls))
