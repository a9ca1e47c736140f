"""One user's session: the list, the elements that were walked to, and how many ideals have been seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cranfield.errors import UsageError
from cranfield.report.plots.graph import Arrow, Node, drawn, places, tree
from cranfield.report.plots.marks import chart
from cranfield.report.plots.register import plot
from cranfield.report.plots.style import Style, labels

_MOST = 30


@dataclass(frozen=True)
class Session:
    """A tree of elements (each with its parent), which of them are ideal, and what was visited from each rank."""

    parents: dict[str, str | None]
    ideals: tuple[str, ...]
    steps: tuple[tuple[str, ...], ...]

    @property
    def found(self) -> tuple[int, ...]:
        """F: how many ideals have been seen after each rank."""
        counts, known = [], set[str]()
        for visited in self.steps:
            known |= set(visited) & set(self.ideals)
            counts.append(len(known))
        return tuple(counts)

    @property
    def title(self) -> str:
        """What is shown."""
        return f"One session: {self.found[-1]} of {len(self.ideals)} ideal elements seen from {len(self.steps)} ranks"

    @property
    def subtitle(self) -> str:
        """What the signs are."""
        return "Shaded: ideal elements. Arrows: from a rank to its element, and on from there. F: ideals seen so far"


def _draw(data: Session, style: Style) -> Any:
    import altair as alt

    width, height = max(style.width, 400), max(240, 46 * len(data.steps))
    margin = 120
    at = {
        name: (x + margin, 24 + y * 0.999)
        for name, (x, y) in tree(data.parents, width - margin - 10, height - 48).items()
    }
    short = dict(zip(data.parents, labels(data.parents, 6), strict=True))
    starts = [
        (26.0, height - 30 - nth * (height - 60) / max(1, len(data.steps) - 1))
        for nth in range(len(data.steps))
    ]
    arrows = [
        Arrow(at[parent], at[name], width=1, colour=style.muted, head=False)
        for name, parent in data.parents.items()
        if parent is not None
    ]
    for place, visited in zip(starts, data.steps, strict=True):
        arrows.append(
            Arrow((place[0] + 48, place[1]), at[visited[0]], width=1.4, colour=style.better, dashed=True)
        )
        arrows += [
            Arrow(at[visited[0]], at[name], width=1.8, colour=style.worse, bend=6) for name in visited[1:]
        ]
    nodes = [Node(at[name], short[name], name in data.ideals) for name in data.parents]
    layers = drawn(nodes, arrows, style, width, height)
    rows = [
        {"x": x, "y": y, "told": f"{nth}. {short[visited[0]]}   F = {found}", "new": found > before}
        for nth, ((x, y), visited, found, before) in enumerate(
            zip(starts, data.steps, data.found, (0, *data.found), strict=False), start=1
        )
    ]
    x, y = places("x", "y", width, height)
    base = chart(rows).encode(x=x, y=y, text="told:N")
    told = [
        base.transform_filter("datum.new").mark_text(align="left", dx=-24, fontWeight="bold"),
        base.transform_filter("!datum.new").mark_text(align="left", dx=-24),
    ]
    return alt.layer(*layers, *told).properties(width=width, height=height)


@plot(
    "session",
    _draw,
    takes="facts",
    figure="Piwowarski & Dupret 2006, figure 1: a user consults five ranks, and walks on from three of them",
)
def session(
    *,
    parents: Sequence[str] | Mapping[str, str | None] = (),
    ideals: Sequence[str] = (),
    steps: Sequence[str | Sequence[str]] = (),
) -> Session:
    """Draw one user's session in a document: the list, the walk from each rank, and the ideals seen so far.

    `parents` is the tree, by the parent of each element (the root's is None) or written `a`, `a>b`. A step is what was
    visited from a rank, its own element first; or written `c+f`.
    """
    told = [step.split("+") if isinstance(step, str) else list(step) for step in steps]
    known = dict(parents) if isinstance(parents, Mapping) else _tree_of(parents)
    if not known or not told or not all(told) or len(known) > _MOST or len(told) > _MOST:
        raise UsageError(
            f"a session has 1 to {_MOST} ranks, and as many elements",
            slug="bad-plot",
            hint="parents=a,a>b,a>c ideals=b,c steps=a+b,c",
        )
    for name in [*ideals, *(each for step in told for each in step)]:
        if name not in known:
            raise UsageError.unknown_choice("the tree", name, known, noun="element")
    return Session(known, tuple(ideals), tuple(tuple(step) for step in told))


def _tree_of(written: Sequence[str]) -> dict[str, str | None]:
    """Read `a`, `a>b`, `a>c`: an element, or a parent and its child."""
    found: dict[str, str | None] = {}
    for each in written:
        parent, arrow, child = each.partition(">")
        found.setdefault(parent, None)
        if arrow:
            found[child] = parent
    return found
