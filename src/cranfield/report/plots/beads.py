"""Bead plot: every document a bead, in the colour of its place in one ranking, where other rankings have it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from cranfield.collect.rankings import Rankings, read_rankings
from cranfield.errors import UsageError, count
from cranfield.measure.naming import runs_of
from cranfield.model.ids import to_bytes
from cranfield.read import read_qrels
from cranfield.report.plots.marks import chart
from cranfield.report.plots.register import plot
from cranfield.report.plots.runs import depth_of
from cranfield.report.plots.style import Style, label, labels

_MOST = 60
_DEEPEST = 100
_USUAL = {
    "topics": "judged", "no_relevant": "skip", "ties": "docid", "unjudged": "nonrelevant", "precision": "double",
    "depth": None, "xml": None, "overlap": "count", "navigation": None,
}  # fmt: skip


@dataclass(frozen=True)
class Beads:
    """A row a run: for each rank the place of its document in the reference run (None: not in its first k)."""

    runs: tuple[str, ...]
    reference: str
    places: tuple[tuple[int | None, ...], ...]
    relevant: tuple[tuple[bool, ...], ...]
    documents: tuple[tuple[str, ...], ...]
    k: int
    topic: str

    @property
    def title(self) -> str:
        """What is shown."""
        return f"Where {count(len(self.runs), 'run')} have the documents of {label(self.reference)}, topic {label(self.topic)}"

    @property
    def subtitle(self) -> str:
        """What the signs are."""
        return f"Colour: rank in {label(self.reference)}; grey: not among its first {self.k}. With a dot: relevant"


def _draw(data: Beads, style: Style) -> Any:
    import altair as alt

    shown, step = labels(data.runs), max(9.0, min(24.0, 600 / len(data.runs)))
    rows = [
        {"run": name, "rank": rank, "place": place, "relevant": relevant, "document": document}
        for name, places, marks, documents in zip(
            shown, data.places, data.relevant, map(_labelled, data.documents), strict=True
        )
        for rank, (place, relevant, document) in enumerate(
            zip(places, marks, documents, strict=True), start=1
        )
    ]
    x = alt.X(
        "rank:Q",
        title="Rank",
        scale=alt.Scale(domain=[0.4, data.k + 0.6], nice=False),
        axis=alt.Axis(grid=False, domain=False, format="d", tickCount=8),
    )
    y = alt.Y(
        "run:N",
        sort=shown,
        title=None,
        axis=alt.Axis(ticks=False, domain=False, labelColor=style.ink, labelOverlap=False),
    )
    size = min((step * 0.8) ** 2, (style.width / data.k * 0.95) ** 2)
    colour = alt.Color(
        "place:Q",
        title=f"Rank in {label(data.reference, 18)}",
        scale=alt.Scale(scheme="viridis", domain=[1, data.k], reverse=style.dark),
        legend=alt.Legend(orient="bottom", gradientLength=140, format="d"),
    )
    base = chart(rows).encode(x=x, y=y, tooltip=["run:N", "rank:Q", "document:N", "place:Q", "relevant:N"])
    known = base.transform_filter("datum.place != null").mark_point(size=size).encode(color=colour)
    other = base.transform_filter("datum.place == null").mark_point(
        size=size, color=style.muted, opacity=0.55
    )
    dots = base.transform_filter("datum.relevant")
    ring = dots.mark_point(size=size * 0.16, color="#ffffff", stroke="#14181d", strokeWidth=0.6)
    return alt.layer(other, known, ring).properties(width=style.wide(), height=alt.Step(step))


def _labelled(names: tuple[str, ...]) -> list[str]:
    return [label(name, 40) for name in names]


@plot(
    "beads",
    _draw,
    takes="runs",
    figure="Banks, Over & Zhang 1999: blind men and elephants, six approaches to TREC data",
)
def beads(
    qrels: Any,
    runs: Any,
    *,
    topic: str | None = None,
    reference: str | None = None,
    k: int = 30,
    rel: float = 1,
    format: str | None = None,
    comments: str | None = None,
    **policies: Any,
) -> Beads:
    """Draw which documents rankings of one topic share, and how far they moved.

    A bead is a document, in the colour of its rank in the `reference` run, which is the first one unless another is named.
    """
    k = min(depth_of(k), _DEEPEST)
    read = read_runs(runs, format, comments, policies)
    if len(read.names) > _MOST:
        raise UsageError(f"beads has room for {_MOST} runs, and there are {len(read.names)}", slug="too-many")
    first = read.names[0] if reference is None else reference
    if first not in read.names:
        raise UsageError.unknown_choice("`reference`", first, read.names, noun="run")
    of = _topic(read, topic)
    chosen = read.within(k).where(read.within(k).topic == of)
    order = [read.names.index(first), *(nth for nth, name in enumerate(read.names) if name != first)]
    docs = {nth: chosen.doc[chosen.run == nth].tolist() for nth in order}
    place = {doc: rank for rank, doc in enumerate(docs[order[0]], start=1)}
    grades = _grades(read_qrels(qrels, comments=comments), read.topics[of])
    names = {doc: read.docs[doc] for several in docs.values() for doc in several}
    return Beads(
        tuple(read.names[nth] for nth in order),
        first,
        tuple(tuple(place.get(doc) for doc in docs[nth]) for nth in order),
        tuple(tuple(grades.get(names[doc], 0) >= rel for doc in docs[nth]) for nth in order),
        tuple(tuple(names[doc] for doc in docs[nth]) for nth in order),
        k,
        read.topics[of],
    )


def read_runs(runs: Any, format: str | None, comments: str | None, policies: Mapping[str, Any]) -> Rankings:
    """Read rankings; refuse policies that have no place where rankings are shown as they are."""
    from cranfield.read.source import bare_name

    named = {
        name or (bare_name(str(run)) if isinstance(run, str) else f"run {nth}"): run
        for nth, (name, run) in enumerate(runs_of(runs), start=1)
    }
    duplicates = str(policies.get("duplicates", "error"))
    odd = [name for name, value in policies.items() if name in _USUAL and value != _USUAL[name]]
    if odd:
        raise UsageError(
            f"{', '.join(odd)}: rankings are shown as they are, so this has no place here",
            slug="options-clash",
        )
    return read_rankings(named, format=format, comments=comments, duplicates=duplicates)


def _topic(read: Rankings, asked: str | None) -> int:
    raws = read.topics.raws()
    if asked is not None and to_bytes(asked) in raws:
        return raws.index(to_bytes(asked))
    if asked is None and len(raws) == 1:
        return 0
    raise UsageError(
        f"beads shows one topic, and there are {len(raws):,}"
        if asked is None
        else f"no run has topic `{label(asked)}`",
        slug="which-topic" if asked is None else "unknown-topics",
        details=[f"  such as: {', '.join(labels(read.topics[:5]))}"],
        hint="name it: topic=...",
    )


def _grades(qrels: Any, topic: str) -> dict[str, float]:
    raws = qrels.topics.raws()
    if to_bytes(topic) not in raws:
        return {}
    at = raws.index(to_bytes(topic))
    rows = np.arange(int(qrels.starts[at]), int(qrels.starts[at + 1]))
    return dict(zip(qrels.docs.take(rows), qrels.grades[rows].tolist(), strict=True))
