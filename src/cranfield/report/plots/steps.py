"""Rnorm and PRES as areas: how late each relevant document came, between the best case and the worst."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cranfield.errors import UsageError
from cranfield.report.plots.marks import chart, scale
from cranfield.report.plots.register import plot
from cranfield.report.plots.runs import seen
from cranfield.report.plots.style import Style, label

_FAR = 12  # so many times further off than the last document found, and the axis becomes logarithmic


@dataclass(frozen=True)
class Steps:
    """The rank of each relevant document: in the best case, as it is, and in the worst.

    With `k` the value is PRES, whose worst case is right behind rank k; else it is Rnorm, whose worst case is the end
    of the collection. Documents that were not found are taken to be in the worst place.
    """

    n: int
    found: tuple[int, ...]  # ranks
    k: int | None
    collection: int | None
    of: str = ""

    @property
    def best(self) -> tuple[int, ...]:
        """Ranks if all relevant documents came first."""
        return tuple(range(1, self.n + 1))

    @property
    def worst(self) -> tuple[int, ...]:
        """Ranks if they came as late as the measure can imagine."""
        end = (self.collection or 0) - self.n if self.k is None else self.k
        return tuple(end + nth for nth in self.best)

    @property
    def actual(self) -> tuple[int, ...]:
        """Ranks as they are; what is missing in the worst place."""
        return (*self.found, *self.worst[len(self.found) :])

    @property
    def gained(self) -> int:
        """A2, the area between the actual steps and the worst ones."""
        return sum(self.worst) - sum(self.actual)

    @property
    def lost(self) -> int:
        """A1, the area between the best steps and the actual ones."""
        return sum(self.actual) - sum(self.best)

    @property
    def value(self) -> float:
        """Rnorm or PRES."""
        return self.gained / (self.gained + self.lost)

    @property
    def far(self) -> bool:
        """Whether the end of the collection is so far off that the axis has to be logarithmic."""
        return self.k is None and self.worst[-1] > _FAR * max(self.found, default=self.n)

    @property
    def measure(self) -> str:
        """What it is called."""
        return f"PRES@{self.k}" if self.k is not None else "Rnorm"

    @property
    def title(self) -> str:
        """What is shown."""
        return f"{self.measure} = {self.value:.4f}{f' of {self.of}' if self.of else ''}"

    @property
    def subtitle(self) -> str:
        """How the areas make the value."""
        found = f"{len(self.found)} of {self.n} relevant documents found"
        by_eye = ". On a logarithmic axis, areas mislead the eye" if self.far else ""
        areas = f"{self.gained:,} of {self.gained + self.lost:,}"
        return f"{found}; {self.measure} is the share of area A2 in A1 + A2: {areas}{by_eye}"


_A1, _A2, _UNREACHABLE = (
    "A1: lost, against the best case",
    "A2: gained, against the worst",
    "out of reach: n > k",
)


def _draw(data: Steps, style: Style) -> Any:
    import altair as alt

    far = data.far
    last = data.worst[-1] * (1.02 if not far else 1.3)
    kind: dict[str, Any] = {"type": "log"} if far else {}
    axis = alt.Scale(domain=[0.9 if far else 0, last], nice=False, **kind)
    x = alt.X(
        "low:Q",
        title=f"Rank{' (logarithmic)' if far else ''}",
        scale=axis,
        axis=alt.Axis(grid=False, tickCount=6),
    )
    y = alt.Y(
        "under:Q",
        title="Relevant documents found",
        scale=alt.Scale(domain=[0, data.n], nice=False),
        axis=alt.Axis(tickMinStep=1, format="d"),
    )
    kinds = [_A1, _A2, *([_UNREACHABLE] if data.k is not None and data.n > data.k else [])]
    tones = [style.worse, style.better, style.muted][: len(kinds)]
    colour = alt.Color(
        "area:N", title=None, scale=scale(kinds, tones), legend=alt.Legend(symbolType="square", columns=2)
    )
    areas = (
        chart(_areas(data))
        .mark_rect(opacity=0.34, stroke=None)
        .encode(x=x, x2="high:Q", y=y, y2="over:Q", color=colour)
    )
    lines = [
        ("best", data.best, style.quiet, [3, 3]),
        ("actual", data.actual, style.ink, [1, 0]),
        ("worst", data.worst, style.quiet, [3, 3]),
    ]
    drawn = [_line(name, ranks, tone, dash, axis, last) for name, ranks, tone, dash in lines]
    marks = [] if data.k is None else _mark_of_k(data.k, axis, style)
    return alt.layer(areas, *drawn, *marks).properties(width=style.wide(), height=220)


def _mark_of_k(k: int, axis: Any, style: Style) -> list[Any]:
    import altair as alt

    word = chart([{"at": k, "told": f"k = {k:,}"}]).encode(x=alt.X("at:Q", scale=axis))
    told = word.mark_text(align="right", dx=-4, baseline="bottom", y=-2, color=style.quiet)
    return [word.mark_rule(color=style.quiet), told.encode(text="told:N")]


def _areas(data: Steps) -> list[dict[str, Any]]:
    rows = []
    for nth, (first, at, end) in enumerate(zip(data.best, data.actual, data.worst, strict=True)):
        beyond = data.k is not None and nth >= data.k
        bands = [(_UNREACHABLE, first, end)] if beyond else [(_A1, first, at), (_A2, at, end)]
        rows += [
            {"area": area, "low": low, "high": high, "under": nth, "over": nth + 1}
            for area, low, high in bands
            if high > low
        ]
    return rows


def _line(name: str, ranks: Sequence[int], tone: str, dash: list[int], axis: Any, last: float) -> Any:
    import altair as alt

    rows: list[dict[str, float]] = [{"low": at, "under": nth, "order": nth} for nth, at in enumerate(ranks)]
    rows = [{"low": 1, "under": 0, "order": -1}, *({**row, "under": row["order"] + 1} for row in rows)]
    rows.append({"low": last, "under": len(ranks), "order": len(ranks) + 1})
    return (
        chart(rows)
        .mark_line(interpolate="step-after", color=tone, strokeDash=dash, strokeWidth=1.6, clip=True)
        .encode(
            x=alt.X("low:Q", scale=axis),
            y="under:Q",
            order="order:Q",
            tooltip=[alt.Tooltip("low:Q", title=name)],
        )
    )


@plot(
    "steps",
    _draw,
    takes="runs",
    figure="Magdy & Jones 2010, figures 1, 2, 3 and 9: Rnorm and PRES between best and worst case",
)
def steps(
    qrels: Any = None,
    runs: Any = None,
    *,
    topic: str | None = None,
    ranks: Sequence[int] = (),
    n: int | None = None,
    k: int | None = None,
    collection: int | None = None,
    rel: float = 1,
    **policies: Any,
) -> Steps:
    """Draw PRES (or Rnorm) of one ranking as the area between its steps and the worst ones.

    The ranking is that of a run for a topic, or `ranks` of the relevant documents found and `n`, how many there are. `k`
    is how far a user looks: 1000 unless said otherwise. With `collection`, its size, it is Rnorm instead.
    """
    if k is not None and collection is not None:
        raise UsageError(
            "k is for PRES, and collection for Rnorm", slug="options-clash", hint="name one of them"
        )
    k = 1000 if k is None and collection is None else k
    of = ""
    if qrels is not None:
        ranks, n, of = _of_run(qrels, runs, topic, rel, policies)
    if n is None:
        raise UsageError(
            "steps are those of a run, or of ranks and n", slug="bad-plot", hint="ranks=1,98,99,100 and n=4"
        )
    ranks = tuple(sorted(ranks))
    _check(ranks, n, k, collection)
    within = tuple(rank for rank in ranks if k is None or rank <= k)
    return Steps(n, within, k, collection, of)


def _of_run(
    qrels: Any, runs: Any, topic: str | None, rel: float, policies: dict[str, Any]
) -> tuple[tuple[int, ...], int, str]:
    found = seen(qrels, runs, **policies)
    if len(found.names) != 1:
        raise UsageError(f"steps shows one run, and there are {len(found.names)}", slug="which-run")
    place = found.topic(topic, "steps")
    judged = found.judged[0]
    hits = judged.relevant(rel)
    ranks = tuple(hits.rank[hits.topic == place].tolist())
    n = int(judged.num_relevant(rel)[place])
    return ranks, n, f"{label(found.names[0])}, topic {label(found.topics[place])}"


def _check(ranks: Sequence[int], n: int, k: int | None, collection: int | None) -> None:
    if n < 1:
        raise UsageError("no document is relevant, and so there are no steps", slug="bad-plot")
    if len(ranks) > n or len(set(ranks)) < len(ranks) or min(ranks, default=1) < 1:
        raise UsageError(
            f"{len(ranks)} ranks of {n} relevant documents: ranks differ, begin at 1, and are no more than n",
            slug="bad-plot",
        )
    if k is not None and k < 1:
        raise UsageError(f"k is 1 or more: {k}", slug="bad-depth")
    if collection is not None and collection <= max(n, *ranks, 1):
        raise UsageError(
            f"a collection of {collection:,} is too small for {n} relevant documents at these ranks",
            slug="bad-plot",
        )
