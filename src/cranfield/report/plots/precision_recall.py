"""Precision and recall of one topic: the points that a ranking has, and the two curves drawn through them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from cranfield.report.plots.marks import across, chart
from cranfield.report.plots.register import plot
from cranfield.report.plots.runs import at_most, depth_of, seen
from cranfield.report.plots.style import Style, label, labels


class Ranking(NamedTuple):
    """One ranking: which ranks are relevant, of how many relevant documents, and how far it is looked at."""

    run: str
    relevant: tuple[int, ...]
    n: int
    depth: int

    @property
    def points(self) -> tuple[tuple[float, float], ...]:
        """Recall and precision at every rank."""
        found, points, wanted = 0, [], set(self.relevant)
        for rank in range(1, self.depth + 1):
            found += rank in wanted
            points.append((found / self.n, found / rank))
        return tuple(points)

    @property
    def at_recall(self) -> tuple[float, ...]:
        """The greatest precision at each recall: what AP is the mean of; 0 for what was not found."""
        found = [nth / rank for nth, rank in enumerate(self.relevant, start=1)]
        return (*found, *[0.0] * (self.n - len(found)))

    @property
    def interpolated(self) -> tuple[float, ...]:
        """The greatest precision at this recall or any greater one."""
        best, falling = 0.0, []
        for value in reversed(self.at_recall):
            best = max(best, value)
            falling.append(best)
        return tuple(reversed(falling))

    @property
    def ap(self) -> float:
        """Average precision: the area under the first curve."""
        return sum(self.at_recall) / self.n

    @property
    def area(self) -> float:
        """The area under the second."""
        return sum(self.interpolated) / self.n


@dataclass(frozen=True)
class PrecisionRecall:
    """Rankings of one topic."""

    topic: str
    rankings: tuple[Ranking, ...]

    @property
    def title(self) -> str:
        """What is shown."""
        return f"Precision against recall, topic {label(self.topic)}"

    @property
    def subtitle(self) -> str:
        """What the lines are."""
        only = self.rankings[0]
        areas = (
            ""
            if len(self.rankings) > 1
            else f"{label(only.run)}: AP {only.ap:.4f}, interpolated {only.area:.4f}. "
        )
        return (
            f"{areas}Points: every rank. Shaded steps: greatest precision at each recall, whose area is AP. "
            "Line: greatest precision from there on"
        )


def _draw(data: PrecisionRecall, style: Style) -> Any:
    import altair as alt

    shown = labels([each.run for each in data.rankings], 22)
    if len(shown) == 1:
        return _panel(data.rankings[0], shown[0], style, style.wide(), 260)
    side = style.wide(1 / 2, less=40)
    return alt.concat(
        *(_panel(each, name, style, side, 170) for each, name in zip(data.rankings, shown, strict=True)),
        columns=2,
        spacing=24,
    )


def _panel(ranking: Ranking, name: str, style: Style, width: int, height: int) -> Any:
    import altair as alt

    n = ranking.n
    x = alt.X("low:Q", title="Recall", scale=across(0, 1), axis=alt.Axis(tickCount=5, grid=False))
    y = alt.Y("value:Q", title="Precision", scale=across(0, 1), axis=alt.Axis(tickCount=5))
    blocks = [
        {"low": nth / n, "high": (nth + 1) / n, "value": value, "zero": 0}
        for nth, value in enumerate(ranking.at_recall)
    ]
    shaded = (
        chart(blocks).mark_rect(color=style.better, opacity=0.22).encode(x=x, x2="high:Q", y=y, y2="zero:Q")
    )
    steps = [
        (0.0, ranking.interpolated[0]),
        *((nth / n, value) for nth, value in enumerate(ranking.interpolated)),
    ]
    steps.append((1.0, ranking.interpolated[-1]))
    line = [{"low": at, "value": value, "order": nth} for nth, (at, value) in enumerate(steps)]
    stepped = chart(line).mark_line(color=style.worse, interpolate="step-after", strokeWidth=1.8)
    points = [
        {"low": recall, "value": precision, "rank": rank, "relevant": rank in ranking.relevant}
        for rank, (recall, precision) in enumerate(ranking.points, start=1)
    ]
    tone = alt.condition("datum.relevant", alt.value(style.better), alt.value(style.background))
    dots = (
        chart(points)
        .mark_point(size=30, stroke=style.better, strokeWidth=1.1)
        .encode(x=x, y=y, fill=tone, tooltip=["rank:Q", "low:Q", "value:Q"])
    )
    told = f"{name}: AP {ranking.ap:.4f}, interpolated {ranking.area:.4f}"
    caption = alt.TitleParams(text=told, fontSize=11, anchor="start", frame="group", offset=6)
    drawn = alt.layer(shaded, stepped.encode(x=x, y=y, order="order:Q"), dots)
    return drawn.properties(width=width, height=height, title=caption)


@plot(
    "precision_recall",
    _draw,
    takes="runs",
    figure="The lectures' slides: precision and recall of rankings A to D, and both ways to draw a curve",
)
def precision_recall(
    qrels: Any, runs: Any, *, topic: str | None = None, k: int = 1000, rel: float = 1, **policies: Any
) -> PrecisionRecall:
    """Draw precision against recall for one topic, with both curves that are drawn through the points.

    The steps under the points have AP as their area. The line is the interpolation by the greatest precision at this recall
    or a greater one, from which the 11-point curve is read. Points are shown for the first `k` ranks.
    """
    depth_of(k)
    found = seen(qrels, runs, **policies)
    at_most(len(found.names), 4, "runs", "precision_recall")
    place = found.topic(topic, "precision_recall")
    rankings = []
    for name, judged in zip(found.names, found.judged, strict=True):
        hits = judged.relevant(rel)
        ranks = hits.rank[(hits.topic == place) & (hits.rank <= k)]
        n = int(judged.num_relevant(rel)[place])
        if n == 0:
            from cranfield.errors import InputError

            raise InputError(
                f"topic {label(found.topics[place])} has no relevant documents, and so no recall",
                slug="nothing-to-plot",
            )
        rankings.append(Ranking(name, tuple(ranks.tolist()), n, min(k, int(judged.retrieved[place]))))
    return PrecisionRecall(found.topics[place], tuple(rankings))
