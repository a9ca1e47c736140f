"""A graph of pages or elements, and how likely a user walks from one to the next."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cranfield.errors import InputError, UsageError, cannot_read
from cranfield.judge.navigation import Links
from cranfield.judge.navigation.model import steps_of
from cranfield.report.plots.graph import Arrow, Node, circle, drawn
from cranfield.report.plots.register import plot
from cranfield.report.plots.style import Style, labels

_MOST = 16

Edge = tuple[str, str, float]


@dataclass(frozen=True)
class Walks:
    """Edges with the probability that they are followed; and how likely the start leads to each node, by any way."""

    nodes: tuple[str, ...]
    edges: tuple[Edge, ...]
    start: str
    reached: tuple[float, ...]  # of each node, from the start

    @property
    def title(self) -> str:
        """What is shown."""
        return f"Where users get to from {labels([self.start])[0]}"

    @property
    def subtitle(self) -> str:
        """What the numbers are."""
        return "At arrows: the share of users who follow them. Under nodes: the share who ever come there, by any way"


def _draw(data: Walks, style: Style) -> Any:
    import altair as alt

    width, height = min(style.width, 420), 230
    pad = 24
    inner = circle(data.nodes, width - 2 * pad - 60, height - 2 * pad)
    at = {name: (x + pad + 30, y + pad) for name, (x, y) in inner.items()}
    both = {(one, other) for one, other, _ in data.edges}
    arrows = [
        Arrow(at[one], at[other], f"{share:.4g}", 1 + 3 * share, bend=7 if (other, one) in both else 0)
        for one, other, share in data.edges
        if one != other
    ]
    short = labels(data.nodes, 7)
    nodes = [
        Node(at[name], told, ideal=name == data.start, under="" if name == data.start else f"{reached:.4g}")
        for name, told, reached in zip(data.nodes, short, data.reached, strict=True)
    ]
    return alt.layer(*drawn(nodes, arrows, style, width, height)).properties(width=width, height=height)


@plot(
    "navigation",
    _draw,
    takes="facts",
    figure="Piwowarski & Dupret 2006, figure 2: a user who may go from x to y and z, and from one to the other",
)
def navigation(
    *, edges: Sequence[str] | Sequence[Edge] = (), file: str | None = None, start: str | None = None
) -> Walks:
    """Draw a graph of links, and how likely a user who starts at one node ever comes to the others.

    Edges are (from, to, probability), or written `x>y:0.5`, or stand in a `file` of three columns. The first node named is
    the start unless another one is.
    """
    told = [_edge(each) for each in edges] or _in_file(file)
    names = list(dict.fromkeys(name for one, other, _ in told for name in (one, other)))
    if not names:
        raise UsageError("a graph has edges", slug="bad-plot", hint="edges=x>y:0.5,x>z:0.3,y>z:0.8,z>y:0.12")
    if len(names) > _MOST:
        raise UsageError(
            f"navigation has room for {_MOST} nodes, and there are {len(names):,}",
            slug="too-many",
            hint="leave out those that matter less",
        )
    first = names[0] if start is None else start
    if first not in names:
        raise UsageError.unknown_choice("`start`", first, names, noun="node")
    steps = steps_of(Links(told), "", [first], names)
    likely = {
        names[ideal]: share
        for ideal, share in zip(steps.ideal.tolist(), steps.probability.tolist(), strict=True)
    }
    return Walks(tuple(names), tuple(told), first, tuple(likely.get(name, 0.0) for name in names))


def _edge(written: str | Edge) -> Edge:
    if not isinstance(written, str):
        return written
    ends, _, share = written.rpartition(":")
    one, arrow, other = ends.partition(">")
    try:
        likely = float(share)
    except ValueError:
        likely = -1.0
    if not (one and arrow and other) or likely < 0:
        raise UsageError(f"`{written}` is no edge", slug="bad-plot", hint="write it as x>y:0.5")
    return one, other, likely


def _in_file(path: str | None) -> list[Edge]:
    if path is None:
        return []
    try:
        lines = Path(path).read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except (OSError, ValueError) as failure:
        raise cannot_read(os.fspath(path), failure) from None
    found = []
    for number, line in enumerate(lines, start=1):
        fields = line.split()
        if not fields:
            continue
        try:
            one, other, share = fields
            found.append((one, other, float(share)))
        except ValueError:
            raise InputError(
                f"{path}:{number}: an edge has 3 columns: from, to, probability", slug="navigation-data"
            ) from None
    return found
