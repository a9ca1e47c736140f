"""Which ideal elements each rank of a list leads to, and how likely."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from cranfield.errors import InputError, UsageError
from cranfield.measure.families.structured.session import classical
from cranfield.report.plots.graph import Arrow, Node, drawn, places
from cranfield.report.plots.marks import chart
from cranfield.report.plots.register import plot
from cranfield.report.plots.runs import seen
from cranfield.report.plots.style import Style, label, labels

_MOST = 14
_LEAST_STEP = 44


@dataclass(frozen=True)
class Reach:
    """Ranks, ideals, and how likely one leads to the other: a row a rank, a column an ideal."""

    items: tuple[str, ...]
    ideals: tuple[str, ...]
    probability: tuple[tuple[float, ...], ...]
    of: str = ""
    left_out: int = 0

    @property
    def seen(self) -> tuple[float, ...]:
        """How likely each ideal has been seen at the end of the list: 1 less the chance to miss it every time."""
        missed = 1 - np.array(self.probability)
        return tuple((1 - missed.prod(axis=0)).tolist())

    @property
    def expected(self) -> float:
        """How many ideals are seen on average."""
        return sum(self.seen)

    @property
    def title(self) -> str:
        """What is shown."""
        return f"What users see from each rank{f' of {self.of}' if self.of else ''}"

    @property
    def subtitle(self) -> str:
        """What it sums up to."""
        gone = f"; {self.left_out:,} ranks and ideals further down left out" if self.left_out else ""
        return f"Left: the list. Right: ideal elements, with the share of users who see them; {self.expected:.4g} on average{gone}"


def _draw(data: Reach, style: Style) -> Any:
    import altair as alt

    rows = max(len(data.items), len(data.ideals))
    width, height = max(320, min(style.width, 380)), _LEAST_STEP * rows
    left, right = 110, width - 90
    items = [(left, _down(nth, len(data.items), height)) for nth in range(len(data.items))]
    ideals = [(right, _down(nth, len(data.ideals), height)) for nth in range(len(data.ideals))]
    arrows = [
        Arrow(
            items[one],
            ideals[other],
            f"{share:.3g}",
            0.8 + 3.2 * share,
            style.better,
            told_at=0.2 + 0.13 * (other % 3),
        )
        for one, row in enumerate(data.probability)
        for other, share in enumerate(row)
        if share > 0
    ]
    nodes = [Node(at, str(nth)) for nth, at in enumerate(items, start=1)]
    short = labels(data.ideals, 6)
    nodes += [
        Node(at, told, ideal=True, beside=f"seen by {share:.1%}")
        for at, told, share in zip(ideals, short, data.seen, strict=True)
    ]
    layers = drawn(nodes, arrows, style, width, height)
    names = [
        {"x": at[0], "y": at[1], "told": told} for at, told in zip(items, labels(data.items, 14), strict=True)
    ]
    x, y = places("x", "y", width, height)
    told = chart(names).mark_text(align="right", dx=-22, color=style.quiet).encode(x=x, y=y, text="told:N")
    return alt.layer(*layers, told).properties(width=width, height=height)


def _down(nth: int, number: int, height: float) -> float:
    return height * (1 - (nth + 0.5) / number)


@plot(
    "reach",
    _draw,
    takes="runs",
    figure="Piwowarski & Dupret 2006, figure 3: three ranks, and how likely they lead to the ideals a and b",
)
def reach(
    qrels: Any = None,
    runs: Any = None,
    *,
    topic: str | None = None,
    table: Mapping[str, Mapping[str, float]] | None = None,
    k: int = 10,
    rel: float = 1,
    **policies: Any,
) -> Reach:
    """Draw which ideal elements each rank leads to, and how likely: what a navigation model says of a list.

    Of a run, for one topic, with `navigation` as for EPRUM; the first `k` ranks. Or of a `table`, which has for each item of
    the list, in its order, the probabilities by ideal.
    """
    if table is not None:
        ideals = tuple(dict.fromkeys(name for row in table.values() for name in row))
        if not ideals or len(table) > _MOST or len(ideals) > _MOST:
            raise UsageError(f"reach takes 1 to {_MOST} items, and as many ideals", slug="bad-plot")
        rows = tuple(tuple(float(row.get(name, 0.0)) for name in ideals) for row in table.values())
        if any(not 0 <= share <= 1 for row in rows for share in row):
            raise UsageError("a probability is from 0 to 1", slug="bad-plot")
        return Reach(tuple(table), ideals, rows)
    if qrels is None:
        raise UsageError("reach takes judgements and a run, or a table", slug="no-run")
    return _of_run(seen(qrels, runs, **policies), topic, min(k, _MOST), rel)


def _of_run(found: Any, topic: str | None, k: int, rel: float) -> Reach:
    if len(found.names) != 1:
        raise UsageError(f"reach shows one run, and there are {len(found.names)}", slug="which-run")
    place = found.topic(topic, "reach")
    reached = classical(found.judged[0])
    rows = slice(int(reached.starts[place]), int(reached.starts[place + 1]))
    rank, ideal, probability = reached.rank[rows], reached.ideal[rows], reached.probability[rows]
    grade = reached.grade[reached.ideal_starts[place] : reached.ideal_starts[place + 1]]
    kept = (grade[ideal] >= max(rel, 0)) & (rank <= k)
    rank, ideal, probability = rank[kept], ideal[kept], probability[kept]
    shown = list(dict.fromkeys(ideal.tolist()))[:_MOST]
    if not shown:
        raise InputError(
            f"topic {label(found.topics[place])}: the first {k} ranks lead to no ideal element",
            slug="nothing-to-plot",
        )
    ranks = range(1, min(k, int(found.judged[0].retrieved[place])) + 1)
    table = np.zeros((len(ranks), len(shown)))
    for at, which, share in zip(rank.tolist(), ideal.tolist(), probability.tolist(), strict=True):
        if which in shown:
            table[at - 1, shown.index(which)] = share
    relevant = int((grade >= max(rel, 0)).sum())
    return Reach(
        tuple(f"rank {each}" for each in ranks),
        tuple(f"x{nth}" for nth in range(1, len(shown) + 1)),
        tuple(tuple(row) for row in table.tolist()),
        f"{label(found.names[0])}, topic {label(found.topics[place])}",
        max(0, int(found.judged[0].retrieved[place]) - len(ranks)) + relevant - len(shown),
    )
