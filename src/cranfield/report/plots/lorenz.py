"""Who gets how much of what there is to get: the Lorenz curve of retrievability."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from cranfield.compare.concentration import gini
from cranfield.errors import InputError, UsageError, count
from cranfield.report.plots.beads import read_runs
from cranfield.report.plots.marks import across, chart, end_labels
from cranfield.report.plots.register import plot
from cranfield.report.plots.runs import at_most, depth_of
from cranfield.report.plots.style import MANY, Style, labels

_POINTS = 200


class Share(NamedTuple):
    """One run: which share of all that was retrieved (y) fell to the least retrieved share of documents (x)."""

    run: str
    gini: float
    x: tuple[float, ...]
    y: tuple[float, ...]


@dataclass(frozen=True)
class Lorenz:
    """A curve a run, over the same documents."""

    shares: tuple[Share, ...]
    documents: int
    k: int
    known: bool  # the collection's size was told

    @property
    def title(self) -> str:
        """What is shown."""
        return f"How unevenly {count(len(self.shares), 'run')} retrieve documents"

    @property
    def subtitle(self) -> str:
        """Of what."""
        of = "of the collection" if self.known else "that any run retrieved"
        return f"Among the first {self.k} ranks; {self.documents:,} documents {of}. Gini: 0 on the diagonal, near 1 in the corner"


def _draw(data: Lorenz, style: Style) -> Any:
    import altair as alt

    side = min(style.width, 320)
    shown = labels([share.run for share in data.shares], 18)
    rows = [
        {"x": x, "y": y, "run": name, "colour": style.colour(nth)}
        for nth, (name, share) in enumerate(zip(shown, data.shares, strict=True))
        for x, y in zip(share.x, share.y, strict=True)
    ]
    look: dict[str, Any] = {"tickCount": 5, "format": "%", "grid": False}
    x = alt.X("x:Q", title="Documents, least retrieved first", scale=across(0, 1), axis=alt.Axis(**look))
    y = alt.Y("y:Q", title="Share of all places in rankings", scale=across(0, 1), axis=alt.Axis(**look))
    base = chart(rows).encode(
        x=x, y=y, color=alt.Color("colour:N", scale=None), detail="run:N", tooltip=["run:N", "x:Q", "y:Q"]
    )
    even = chart([{"x": 0, "y": 0}, {"x": 1, "y": 1}]).mark_line(
        color=style.muted, strokeDash=[4, 3], strokeWidth=1.2
    )
    middle = [float(np.interp(0.86, share.x, share.y)) for share in data.shares]
    ends = [
        (f"{name}: Gini {share.gini:.3f}", style.colour(nth), at)
        for nth, (name, share, at) in enumerate(zip(shown, data.shares, middle, strict=True))
    ]
    return alt.layer(
        even.encode(x=x, y=y), base.mark_line(), end_labels(ends, 1, y, (0, 1), side)
    ).properties(width=side, height=side)


@plot(
    "lorenz",
    _draw,
    takes="runs",
    figure="Azzopardi & Vinay 2008: how equal documents are before a system",
)
def lorenz(
    qrels: Any,  # noqa: ARG001  (all plots of runs take judgements first)
    runs: Any,
    *,
    k: int = 100,
    collection: int | None = None,
    format: str | None = None,
    comments: str | None = None,
    **policies: Any,
) -> Lorenz:
    """Draw how unevenly runs retrieve documents: the Lorenz curve and the Gini coefficient.

    It asks nothing of relevance. Documents that no run has are counted only if `collection` says how many documents there
    are; without it the coefficient is too small.
    """
    read = read_runs(runs, format, comments, policies).within(depth_of(k))
    at_most(len(read.names), MANY, "runs", "lorenz")
    number = len(read.docs) if collection is None else collection
    if not len(read.docs):
        raise InputError("no run has a document", slug="nothing-to-plot")
    if number < len(np.unique(read.doc)):
        raise UsageError(
            f"a collection of {number:,} has less documents than the runs retrieved: {len(np.unique(read.doc)):,}",
            slug="bad-plot",
        )
    shares = []
    for nth, name in enumerate(read.names):
        often = np.bincount(read.doc[read.run == nth], minlength=number).astype(np.float64)
        ascending = np.sort(often[:number])
        total = np.concatenate(([0.0], np.cumsum(ascending))) / max(ascending.sum(), 1.0)
        at = np.unique(np.linspace(0, number, min(_POINTS, number) + 1).astype(int))
        shares.append(Share(name, gini(ascending), tuple((at / number).tolist()), tuple(total[at].tolist())))
    return Lorenz(tuple(shares), number, k, collection is not None)
