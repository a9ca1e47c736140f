"""What systems say of documents against what users say: the square of ADM."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from cranfield.errors import UsageError, count
from cranfield.measure.families.distance.documents import documents, ure
from cranfield.report.plots.marks import across, chart, scale
from cranfield.report.plots.register import plot
from cranfield.report.plots.runs import at_most, seen
from cranfield.report.plots.style import Style, labels

DELTA = 1 - math.sqrt(2) / 2
"""Half of the unit square lies nearer to the ideal line than this."""
_SECTORS = ("none", "quarters", "band")
_SHAPES = ("circle", "cross", "square", "triangle-up", "diamond")
_DISTANCES = 40  # documents at most whose distances are drawn
_MOST_POINTS = 5000


class Document(NamedTuple):
    """Some documents that have both estimates in common."""

    ure: float
    sre: float
    number: int


@dataclass(frozen=True)
class Square:
    """Documents of each run by the users' estimate (URE) and the system's (SRE)."""

    runs: tuple[str, ...]
    documents: tuple[tuple[Document, ...], ...]
    adm: tuple[float, ...]
    sectors: str
    delta: float
    of: str

    @property
    def title(self) -> str:
        """What is shown."""
        return f"What {'a system says' if len(self.runs) == 1 else 'systems say'} of documents, against what users say"

    @property
    def subtitle(self) -> str:
        """What to see in it."""
        values = ", ".join(
            f"{name} {value:.4f}" for name, value in zip(labels(self.runs, 18), self.adm, strict=True)
        )
        return f"{self.of}. ADM is 1 less the mean vertical distance from the ideal line: {values}"


def _draw(data: Square, style: Style) -> Any:
    import altair as alt

    shown, side = labels(data.runs, 22), min(style.width, 340)
    x = alt.X(
        "ure:Q", title="URE: relevance to users", scale=across(0, 1), axis=alt.Axis(tickCount=5, grid=False)
    )
    y = alt.Y(
        "sre:Q",
        title="SRE: relevance to the system",
        scale=across(0, 1),
        axis=alt.Axis(tickCount=5, grid=False),
    )
    rows = [
        {"run": name, "ure": each.ure, "sre": each.sre, "documents": each.number}
        for name, several in zip(shown, data.documents, strict=True)
        for each in several
    ]
    colours = [style.colour(nth) for nth in range(len(shown))]
    legend = None if len(shown) == 1 else alt.Legend(title=None, symbolSize=70)
    colour = alt.Color("run:N", scale=scale(shown, colours), legend=legend)
    shape = alt.Shape("run:N", scale=scale(shown, _SHAPES[: len(shown)]), legend=legend)
    base = chart(rows).encode(x=x, y=y, color=colour)
    weights = alt.Size("documents:Q", scale=alt.Scale(range=[30, 420]), legend=None)
    many = len(rows) > 150
    points = base.mark_point(opacity=0.35 if many else 0.85, size=30 if many else 70).encode(
        shape=shape, tooltip=["run:N", "ure:Q", "sre:Q", "documents:Q"]
    )
    points = points.encode(size=weights) if len({row["documents"] for row in rows}) > 1 else points
    layers = [*_sectors(data, style, x, y), _line(x, y, style.quiet, 0.0)]
    if len(rows) <= _DISTANCES:
        layers.append(base.mark_rule(strokeWidth=1.2, opacity=0.55).encode(y2="ure:Q"))
    word = chart([{"ure": 0.91, "sre": 0.91, "told": "ideal line"}])
    told = word.mark_text(angle=315, dy=9, color=style.quiet)
    return alt.layer(*layers, points, told.encode(x=x, y=y, text="told:N")).properties(
        width=side, height=side
    )


def _line(x: Any, y: Any, tone: str, offset: float, **look: Any) -> Any:
    ends = [(max(0.0, -offset), max(0.0, offset)), (min(1.0, 1 - offset), min(1.0, 1 + offset))]
    rows = [{"ure": ure_at, "sre": sre_at} for ure_at, sre_at in ends]
    return chart(rows).mark_line(color=tone, strokeWidth=1.2, **look).encode(x=x, y=y)


def _sectors(data: Square, style: Style, x: Any, y: Any) -> list[Any]:
    if data.sectors == "none":
        return []
    layers = []
    if data.sectors == "band":
        steps = sorted({*np.linspace(0, 1, 41).tolist(), data.delta, 1 - data.delta})
        band = [{"ure": u, "sre": max(0.0, u - data.delta), "top": min(1.0, u + data.delta)} for u in steps]
        layers.append(chart(band).mark_area(color=style.better, opacity=0.13).encode(x=x, y=y, y2="top:Q"))
        layers += [_line(x, y, style.muted, offset) for offset in (data.delta, -data.delta)]
    middle = [{"ure": 0.5, "sre": 0, "ure2": 0.5, "sre2": 1}, {"ure": 0, "sre": 0.5, "ure2": 1, "sre2": 0.5}]
    lines = chart(middle).mark_rule(color=style.muted, strokeDash=[4, 3])
    layers.append(lines.encode(x=x, y=y, x2="ure2:Q", y2="sre2:Q"))
    words = [{"ure": u, "sre": s, "told": name} for name, u, s in names_of_sectors(data.sectors, data.delta)]
    told = chart(words).mark_text(fontSize=13, fontWeight="bold", color=style.quiet, opacity=0.75)
    return [*layers, told.encode(x=x, y=y, text="told:N")]


def names_of_sectors(sectors: str, delta: float) -> list[tuple[str, float, float]]:
    """Return the name of each sector and where it stands, as (name, URE, SRE).

    A: retrieved, not relevant; B: both; C: neither; D: relevant, not retrieved. The band cuts these into ten.
    """
    if sectors == "quarters":
        return [("A", 0.04, 0.96), ("B", 0.96, 0.78), ("C", 0.04, 0.12), ("D", 0.96, 0.04)]
    near, corner = delta / 4, (0.5 - delta) / 3
    return [
        ("1", 0.12, 0.88),
        ("2", 0.5 + corner, 1 - corner),
        ("3", 0.8, 0.7),
        ("4", 0.5 - near, 0.5 + near),
        ("5", 1 - corner, 0.5 + corner),
        ("6", corner, 0.5 - corner),
        ("7", 0.22, 0.16),
        ("8", 0.5 + near, 0.5 - near),
        ("9", 0.88, 0.12),
        ("10", 0.5 - corner, corner),
    ]


@plot(
    "square",
    _draw,
    takes="runs",
    figure="Mizzaro 2001, figures 2 to 6: documents between system and user, and the sectors of the square",
)
def square(
    qrels: Any,
    runs: Any,
    *,
    topic: str | None = None,
    sectors: str = "band",
    delta: float = DELTA,
    scores: str = "as-is",
    top: float = 1.0,
    **policies: Any,
) -> Square:
    """Draw documents by what the users say of them (URE) and what the system says (SRE), around the ideal line.

    `sectors` draws the band within `delta` of the line, or the quarters of retrieved and relevant, or none. Grades and
    scores are from 0 to 1: `top` is the grade that means fully relevant, and `scores` how scores are brought there, as
    for ADM. All topics are shown unless one is named.
    """
    if sectors not in _SECTORS:
        raise UsageError.unknown_choice("`sectors`", sectors, _SECTORS)
    if not 0 < delta < 0.5:
        raise UsageError(f"delta lies between 0 and 0.5: {delta:g}", slug="bad-plot")
    found = seen(qrels, runs, **policies)
    at_most(len(found.names), len(_SHAPES), "runs", "square")
    place = None if topic is None else found.topic(topic, "square")
    several, values, known = [], [], 0
    for judged in found.judged:
        rows = documents(judged, scores)
        users = ure(judged, rows, top)
        kept = np.ones(len(users), dtype=np.bool_) if place is None else rows.topic == place
        distance = 1 - rows.mean(np.abs(rows.sre - users))
        values.append(float(np.nanmean(distance) if place is None else distance[place]))
        known = int(rows.weight[kept].sum())
        several.append(_alike(users[kept], rows.sre[kept], rows.weight[kept]))
    at_most(sum(map(len, several)), _MOST_POINTS, "documents", "square")
    over = count(len(found.topics), "topic") if place is None else f"topic {labels([found.topics[place]])[0]}"
    of = f"{count(known, 'judged document')} of {over}"
    return Square(found.names, tuple(several), tuple(values), sectors, delta, of)


def _alike(users: Any, systems: Any, weight: Any) -> tuple[Document, ...]:
    pairs, which = np.unique(np.stack([users, systems], axis=1), axis=0, return_inverse=True)
    numbers = np.bincount(which.ravel(), weights=weight, minlength=len(pairs)).astype(int).tolist()
    return tuple(
        Document(pair[0], pair[1], number) for pair, number in zip(pairs.tolist(), numbers, strict=True)
    )
