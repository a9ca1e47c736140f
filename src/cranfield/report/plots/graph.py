"""Nodes and arrows: where they stand, and how they are drawn."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from cranfield.report.plots.marks import across, chart
from cranfield.report.plots.style import Style

if TYPE_CHECKING:
    import altair as alt

Place = tuple[float, float]


class Arrow(NamedTuple):
    """From one place to another, in points; `bend` moves it to its left, so that two that go to and fro part."""

    start: Place
    end: Place
    told: str = ""
    width: float = 1.6
    colour: str = ""
    dashed: bool = False
    bend: float = 0.0
    head: bool = True
    told_at: float = 0.5


class Node(NamedTuple):
    """A disc with its name."""

    at: Place
    told: str
    ideal: bool = False
    beside: str = ""  # written to its right
    under: str = ""


RADIUS = 15


def circle(names: Sequence[str], width: float, height: float) -> dict[str, Place]:
    """Place nodes on an ellipse, the first one on top.

    >>> {name: (round(x), round(y)) for name, (x, y) in circle("xyz", 200, 100).items()}
    {'x': (100, 100), 'y': (187, 25), 'z': (13, 25)}
    """
    turn = 2 * math.pi / max(1, len(names))
    return {
        name: (width / 2 * (1 + math.sin(turn * nth)), height / 2 * (1 + math.cos(turn * nth)))
        for nth, name in enumerate(names)
    }


def tree(parents: Mapping[str, str | None], width: float, height: float) -> dict[str, Place]:
    """Place a tree: leaves side by side, parents above the middle of their children.

    >>> tree({"a": None, "b": "a", "c": "a"}, 100, 50)
    {'b': (25.0, 0.0), 'c': (75.0, 0.0), 'a': (50.0, 50.0)}
    """
    children: dict[str | None, list[str]] = {}
    for name, parent in parents.items():
        children.setdefault(parent, []).append(name)
    depth = {name: _depth(name, parents) for name in parents}
    deepest = max(depth.values()) or 1
    leaves = [name for name in _walk(children, None) if name not in children]
    across_at = {name: width * (nth + 0.5) / len(leaves) for nth, name in enumerate(leaves)}
    inner = [name for name in children if name is not None]
    for name in sorted(inner, key=lambda each: -depth[each]):
        under = [across_at[child] for child in children[name]]
        across_at[name] = sum(under) / len(under)
    return {name: (x, height * (1 - depth[name] / deepest)) for name, x in across_at.items()}


def _depth(name: str, parents: Mapping[str, str | None]) -> int:
    deep, above = 0, parents[name]
    while above is not None:
        if deep > len(parents) or above not in parents:
            from cranfield.errors import UsageError

            raise UsageError(f"this is no tree: `{name}` hangs on nothing", slug="bad-plot")
        deep, above = deep + 1, parents[above]
    return deep


def _walk(children: Mapping[str | None, Sequence[str]], name: str | None) -> Iterable[str]:
    for child in children.get(name, ()):
        yield child
        yield from _walk(children, child)


def places(x: str, y: str, width: float, height: float) -> tuple[alt.X, alt.Y]:
    """Return the encodings of two fields as places in the drawing, without axes."""
    import altair as alt

    return (
        alt.X(f"{x}:Q", axis=None, scale=across(0, width)),
        alt.Y(f"{y}:Q", axis=None, scale=across(0, height)),
    )


def drawn(
    nodes: Sequence[Node], arrows: Sequence[Arrow], style: Style, width: float, height: float
) -> list[alt.Chart]:
    """Draw arrows, then nodes over them; places are points from the lower left."""
    import altair as alt

    x, y = places("x", "y", width, height)
    lines = [_line(arrow, style) for arrow in arrows]
    colour = alt.Color("colour:N", scale=None)
    layers = []
    for dashed in (False, True):
        chosen = [line for line in lines if line["dashed"] is dashed]
        look: dict[str, Any] = {"strokeDash": [3, 3]} if dashed else {}
        if chosen:
            size = alt.StrokeWidth("width:Q", scale=None)
            rules = chart(chosen).mark_rule(**look)
            layers.append(rules.encode(x=x, y=y, x2="x2:Q", y2="y2:Q", color=colour, strokeWidth=size))
    hx, hy = places("hx", "hy", width, height)
    if heads := [line for line in lines if line["head"]]:
        point = chart(heads).mark_point(shape="triangle-up", size=62, filled=True, strokeWidth=0)
        layers.append(point.encode(x=hx, y=hy, color=colour, angle=alt.Angle("angle:Q", scale=None)))
    if words := [line for line in lines if line["told"]]:
        tx, ty = places("tx", "ty", width, height)
        halo = chart(words).encode(x=tx, y=ty, text="told:N")
        layers.append(halo.mark_text(stroke=style.background, strokeWidth=4, fontSize=11))
        layers.append(halo.mark_text(fontSize=11))
    return [*layers, *_nodes(nodes, style, x, y)]


def _nodes(nodes: Sequence[Node], style: Style, x: Any, y: Any) -> list[Any]:
    rows = [
        {
            "x": node.at[0],
            "y": node.at[1],
            "told": node.told,
            "ideal": node.ideal,
            "beside": node.beside,
            "under": node.under,
        }
        for node in nodes
    ]
    base = chart(rows).encode(x=x, y=y)
    look: dict[str, Any] = {"size": 4 * RADIUS**2, "stroke": style.quiet, "strokeWidth": 1.3, "opacity": 1}
    plain = base.transform_filter("!datum.ideal").mark_point(fill=style.background, **look)
    ideal = base.transform_filter("datum.ideal").mark_point(
        fill=style.ramp[2 if not style.dark else 3], **look
    )
    inside = base.mark_text(fontSize=11, fontWeight="bold").encode(text="told:N")
    beside = base.transform_filter("datum.beside != ''").mark_text(align="left", dx=RADIUS + 6)
    under = base.transform_filter("datum.under != ''").mark_text(dy=RADIUS + 9)
    return [plain, ideal, inside, beside.encode(text="beside:N"), under.encode(text="under:N")]


def _line(arrow: Arrow, style: Style) -> dict[str, Any]:
    (x, y), (x2, y2) = arrow.start, arrow.end
    far = math.hypot(x2 - x, y2 - y) or 1.0
    along, up = (x2 - x) / far, (y2 - y) / far
    shift = (-up * arrow.bend, along * arrow.bend)
    gap = RADIUS + 3
    start = (x + along * gap + shift[0], y + up * gap + shift[1])
    end = (x2 - along * gap + shift[0], y2 - up * gap + shift[1])
    middle = tuple(one + (other - one) * arrow.told_at for one, other in zip(start, end, strict=True))
    beside = 11 if arrow.bend else 0
    return {
        "x": start[0], "y": start[1], "x2": end[0], "y2": end[1],
        "hx": end[0] - along * 3, "hy": end[1] - up * 3,
        "angle": math.degrees(math.atan2(along, up)),
        "tx": middle[0] - up * beside, "ty": middle[1] + along * beside,
        "told": arrow.told, "width": arrow.width, "colour": arrow.colour or style.quiet,
        "dashed": arrow.dashed, "head": arrow.head,
    }  # fmt: skip
