"""Gain from rank to rank, and how much the rank takes off it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

from cranfield.errors import UsageError, count
from cranfield.measure import evaluate
from cranfield.report.plots.marks import across, chart, end_labels, rounded_up
from cranfield.report.plots.register import plot
from cranfield.report.plots.runs import at_most, depth_of, topics_counted
from cranfield.report.plots.style import MANY, Style, labels

_DEEPEST = 200


@dataclass(frozen=True)
class Gains:
    """Mean DCG and nDCG at each rank, a row a run, and the DCG of the ideal ranking."""

    runs: tuple[str, ...]
    dcg: tuple[tuple[float, ...], ...]
    ndcg: tuple[tuple[float, ...], ...]
    ideal: tuple[float, ...]
    topics: int

    @property
    def title(self) -> str:
        """What is shown."""
        return f"Discounted gain of {count(len(self.runs), 'run')} down to rank {len(self.ideal)}"

    @property
    def subtitle(self) -> str:
        """Over what."""
        return f"Means over {count(self.topics, 'topic')}; on the right, as a share of the ideal ranking's (nDCG)"


def _draw(data: Gains, style: Style) -> Any:
    import altair as alt

    wide = style.wide(0.5, less=60)
    shown = labels(data.runs, 14)
    tones = [style.colour(nth) for nth in range(len(shown))]
    ideal = [("ideal", style.quiet, data.ideal)]
    absolute = [*zip(shown, tones, data.dcg, strict=True), *ideal]
    relative = list(zip(shown, tones, data.ndcg, strict=True))
    top = rounded_up(max(data.ideal))
    left = _panel(absolute, "DCG", top, wide, style)
    right = _panel(relative, "nDCG", 1.0, wide, style)
    return alt.hconcat(left, right, spacing=30)


def _panel(
    lines: list[tuple[str, str, tuple[float, ...]]], y_title: str, top: float, wide: int, style: Style
) -> Any:
    import altair as alt

    height = 220
    rows = [
        {
            "rank": rank,
            "value": value,
            "line": name,
            "colour": tone,
            "dashed": name == "ideal" and tone == style.quiet,
        }
        for name, tone, values in lines
        for rank, value in enumerate(values, start=1)
    ]
    last = len(lines[0][2])
    x = alt.X(
        "rank:Q", title="Rank", scale=across(1, last), axis=alt.Axis(grid=False, tickCount=5, format="d")
    )
    y = alt.Y("value:Q", title=y_title, scale=across(0, top), axis=alt.Axis(tickCount=5))
    dash = alt.StrokeDash(
        "dashed:N", scale=alt.Scale(domain=[False, True], range=[[1, 0], [4, 3]]), legend=None
    )
    base = chart(rows).encode(
        x=x, y=y, color=alt.Color("colour:N", scale=None), detail="line:N", strokeDash=dash,
        tooltip=["line:N", "rank:Q", alt.Tooltip("value:Q", format=".4f")],
    )  # fmt: skip
    ends = [(name, tone, values[-1]) for name, tone, values in lines]
    return alt.layer(base.mark_line(), end_labels(ends, last, y, (0, top), height)).properties(
        width=wide, height=height
    )


@plot(
    "gains",
    _draw,
    takes="runs",
    figure="The lectures' slides, after Järvelin & Kekäläinen 2002: DCG and nDCG by rank, against the ideal",
)
def gains(qrels: Any, runs: Any, *, k: int = 50, **policies: Any) -> Gains:
    """Draw how gain adds up from rank to rank: DCG with the ideal ranking's, and nDCG."""
    if depth_of(k) < 2 or k > _DEEPEST:
        raise UsageError(f"gains are drawn down to rank 2 to {_DEEPEST}, not {k}", slug="bad-depth")
    names = [f"{measure}@{rank}" for measure in ("DCG", "nDCG", "IDCG") for rank in range(1, k + 1)]
    scores = evaluate(qrels, runs, " ".join(names), **policies)
    at_most(len(scores.runs), MANY, "runs", "gains")
    rows = [tuple(scores.mean(run, measure) for measure in scores.measures) for run in scores.runs]
    return Gains(
        scores.runs,
        tuple(row[:k] for row in rows),
        tuple(row[k : 2 * k] for row in rows),
        rows[0][2 * k :],
        topics_counted(scores),
    )


class Discount(NamedTuple):
    """What a document at each rank counts, by one measure."""

    label: str
    short: str
    weights: tuple[float, ...]


@dataclass(frozen=True)
class Discounts:
    """The discounts of several measures, from rank 1 downwards."""

    curves: tuple[Discount, ...]

    @property
    def title(self) -> str:
        """What is shown."""
        return "How much a document counts, by its rank"

    @property
    def subtitle(self) -> str:
        """Why they can be compared."""
        return "Relative to rank 1: the discount that a measure multiplies the gain of a document with"


def _draw_discounts(data: Discounts, style: Style) -> Any:
    import altair as alt

    height, last = 240, len(data.curves[0].weights)
    rows = [
        {"rank": rank, "value": weight, "what": curve.label, "colour": style.colour(nth)}
        for nth, curve in enumerate(data.curves)
        for rank, weight in enumerate(curve.weights, start=1)
    ]
    x = alt.X(
        "rank:Q", title="Rank", scale=across(1, last), axis=alt.Axis(grid=False, tickCount=6, format="d")
    )
    y = alt.Y("value:Q", title="Weight", scale=across(0, 1), axis=alt.Axis(tickCount=5))
    tips: list[Any] = ["what:N", "rank:Q", alt.Tooltip("value:Q", format=".4f")]
    base = chart(rows).encode(
        x=x, y=y, color=alt.Color("colour:N", scale=None), detail="what:N", tooltip=tips
    )
    ends = [(curve.short, style.colour(nth), curve.weights[-1]) for nth, curve in enumerate(data.curves)]
    return alt.layer(base.mark_line(), end_labels(ends, last, y, (0, 1), height)).properties(
        width=style.wide(), height=height
    )


@plot(
    "discounts",
    _draw_discounts,
    takes="facts",
    figure="The lectures' slides on gain and discount; the weights are those of the measures' definitions",
)
def discounts(*, k: int = 20, base: float = 2.0, p: float = 0.8) -> Discounts:
    """Draw how much a document counts by its rank: P, nDCG, DCG of 2000 with its base, RBP, RR."""
    if depth_of(k) < 2 or base <= 1 or not 0 < p < 1:
        raise UsageError(
            f"k is 2 or more, base above 1, p between 0 and 1: {k}, {base:g}, {p:g}", slug="bad-plot"
        )
    ranks = range(1, k + 1)

    def curve(label: str, short: str, weight: Any) -> Discount:
        return Discount(label, short, tuple(float(weight(rank)) for rank in ranks))

    return Discounts(
        (
            curve(f"P@{k}: every rank alike", f"P@{k}", lambda _: 1.0),
            curve("nDCG: 1 / log2(1 + rank)", "nDCG", lambda rank: 1 / math.log2(1 + rank)),
            curve(
                f"DCG of 2000: 1 / log{base:g}(rank), none before rank {base:g}",
                f"DCG 2000, b = {base:g}",
                lambda rank: 1 / max(1.0, math.log(rank, base)),
            ),
            curve(f"RBP: {p:g}^(rank - 1)", f"RBP, p = {p:g}", lambda rank: p ** (rank - 1)),
            curve("RR: 1 / rank", "RR", lambda rank: 1 / rank),
        )
    )
