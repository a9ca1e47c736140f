"""Every pair of systems: which one is better, as far as a test can tell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.compare.comparing import compare_runs
from cranfield.compare.plan import Plan
from cranfield.errors import UsageError, count
from cranfield.report.plots.marks import chart, names_axis, scale
from cranfield.report.plots.register import plot
from cranfield.report.plots.style import Style, labels

if TYPE_CHECKING:
    from cranfield.model import Scores

_LEGIBLE = 6  # points a cell, for names beside it
_WRITTEN = 9  # systems whose p have room in their cells


@dataclass(frozen=True)
class Matrix:
    """Systems, best first: the corrected p of every pair, and whether the row's mean is the better one."""

    measure: str
    systems: tuple[str, ...]
    p: tuple[tuple[float, ...], ...]
    ahead: tuple[tuple[bool, ...], ...]
    test: str
    correction: str
    alpha: float

    @property
    def significant(self) -> int:
        """How many pairs the test tells apart."""
        p = np.array(self.p)
        return int((p[np.triu_indices(len(p), 1)] <= self.alpha).sum())

    @property
    def title(self) -> str:
        """What is shown."""
        return f"Pairs of {count(len(self.systems), 'system')} that {self.measure} tells apart"

    @property
    def subtitle(self) -> str:
        """By which test, and how many."""
        pairs = len(self.systems) * (len(self.systems) - 1) // 2
        corrected = "" if self.correction == "none" else f", p corrected ({self.correction})"
        return f"{self.significant:,} of {count(pairs, 'pair')} at {self.alpha:g}: {self.test}{corrected}; best system first"


def _draw(data: Matrix, style: Style) -> Any:
    import altair as alt

    shown, kinds = labels(data.systems), _kinds(data.alpha)
    number = len(shown)
    step = max(3.5, min(36.0, style.width / number))
    named = step >= _LEGIBLE
    titled = None if named else "Systems, best first"
    above = names_axis(style, step, labels=named, orient="top", labelAngle=-60, labelLimit=120)
    x = alt.X("column:N", sort=shown, title=titled, axis=above)
    y = alt.Y("row:N", sort=shown, title=titled, axis=names_axis(style, step, labels=named))
    base = chart(_cells(data, shown, kinds)).encode(x=x, y=y)
    tones = [style.better, _pale(style.better, style), style.faint, _pale(style.worse, style), style.worse]
    legend = alt.Legend(columns=2, symbolType="square", symbolOpacity=1, title=None)
    gap = 1.5 if step > 12 else 0.5 if step > 7 else 0
    cells = base.mark_rect(stroke=style.background, strokeWidth=gap).encode(
        color=alt.Color("kind:N", scale=scale(kinds, tones), legend=legend),
        tooltip=["row:N", "column:N", alt.Tooltip("p:Q", format=".4g"), "kind:N"],
    )
    size = {"width": alt.Step(step), "height": alt.Step(step)}
    if number > _WRITTEN:
        return cells.properties(**size)
    firm = f"indexof({[kinds[0], kinds[4]]!r}, datum.kind) >= 0"
    ink = alt.condition(firm, alt.value("#14181d" if style.dark else "#ffffff"), alt.value(style.ink))
    return (cells + base.mark_text(fontSize=10).encode(text="told:N", color=ink)).properties(**size)


def _kinds(alpha: float) -> list[str]:
    strong = alpha / 5
    return [
        f"row is better, p ≤ {strong:g}",
        f"row is better, p ≤ {alpha:g}",
        "cannot tell",
        f"row is worse, p ≤ {alpha:g}",
        f"row is worse, p ≤ {strong:g}",
    ]


def _cells(data: Matrix, shown: list[str], kinds: list[str]) -> list[dict[str, Any]]:
    strong, several = data.alpha / 5, range(len(shown))
    return [
        {
            "row": shown[one],
            "column": shown[other],
            "p": data.p[one][other],
            "told": _written(data.p[one][other]),
            "kind": kinds[_kind(data.p[one][other], data.ahead[one][other], data.alpha, strong)],
        }
        for one in several
        for other in several
        if one != other
    ]


def _kind(p: float, ahead: bool, alpha: float, strong: float) -> int:  # noqa: FBT001  (one cell)
    if not p <= alpha:
        return 2
    return (0 if p <= strong else 1) if ahead else (4 if p <= strong else 3)


def _pale(colour: str, style: Style) -> str:
    pairs = [(int(colour[at : at + 2], 16), int(style.background[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * 0.55):02x}" for a, b in pairs)


def _written(p: float) -> str:
    return "" if np.isnan(p) else "<.001" if p < 0.001 else f"{p:.3f}".lstrip("0") if p < 1 else "1"


@plot(
    "p_matrix",
    _draw,
    takes="scores",
    figure="Drawn where all pairs of systems of a campaign are tested, as in Carterette 2012",
    measures="AP",
)
def p_matrix(
    scores: Scores,
    *,
    measure: str | None = None,
    test: str = "t",
    correction: str | None = None,
    alpha: float = 0.05,
) -> Matrix:
    """Draw which pairs of systems a significance test tells apart, and which of the two is better.

    Tests and corrections are those of `cranfield compare`; the t-test is quick also for all pairs of a large campaign.
    """
    from dataclasses import replace

    if len(scores.runs) < 2:
        raise UsageError(
            f"pairs take two systems at least: there is {len(scores.runs)}", slug="too-few-systems"
        )
    place = 0 if measure is None else scores._measure(measure)  # noqa: SLF001  (knows aliases)
    only = replace(
        scores,
        measures=(scores.measures[place],),
        values=scores.values[:, [place]],
        aggregates=(scores.aggregates[place],),
    )
    found = compare_runs(only, None, Plan(test=test, correction=correction, alpha=alpha))
    (compared,) = found.measures
    number = len(scores.runs)
    p, ahead = np.full((number, number), np.nan), np.zeros((number, number), dtype=np.bool_)
    one, other = found.pairs.T
    p[one, other] = p[other, one] = compared.corrected
    ahead[one, other], ahead[other, one] = (
        compared.direction * sign * compared.difference > 0 for sign in (1, -1)
    )
    means = [compared.direction * scores.mean(run, scores.measures[place]) for run in scores.runs]
    order = np.argsort(-np.array(means), kind="stable")
    return Matrix(
        compared.measure,
        tuple(scores.runs[each] for each in order.tolist()),
        tuple(tuple(row) for row in p[np.ix_(order, order)].tolist()),
        tuple(tuple(row) for row in ahead[np.ix_(order, order)].tolist()),
        found.plan.kind.words,
        found.plan.corrected_by,
        alpha,
    )
