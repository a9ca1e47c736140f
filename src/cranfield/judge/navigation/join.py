"""Asks a navigation model about a run, and puts its answers beside the judged hits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cranfield import _core
from cranfield._core.contract import Policy
from cranfield.errors import UsageError
from cranfield.judge.navigation.items import chosen
from cranfield.judge.navigation.model import (
    NOWHERE,
    NavigationModel,
    Steps,
    WithBest,
    WithNotices,
    WithPossible,
    shown,
    steps_of,
)
from cranfield.model import Ids, Qrels
from cranfield.model.ids import to_text
from cranfield.model.reached import Reached

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.model import Run

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

_ONE = 1 + 1e-12


class _Topic(NamedTuple):
    """The ideals of a topic, and what best lists could be made of (None where ideals one by one are best)."""

    ideals: list[str]
    grades: Floats
    possible: Steps | None
    listed: bool = False


class Navigator:
    """A navigation model, prepared for the judgements; asked about one run after the other, from any thread."""

    def __init__(self, model: NavigationModel, qrels: Qrels, policy: Policy) -> None:
        if not callable(model):
            raise UsageError(
                f"a navigation model can be called, and {type(model).__name__} cannot",
                slug="navigation-model",
            )
        self.model = model
        self._policy = policy
        self._qrels = qrels
        names = list(qrels.topics)
        self._topics = [
            self._prepared(name, *ideals) for name, ideals in zip(names, ideals_of(qrels), strict=True)
        ]
        self._names = names

    def _prepared(self, topic: str, elements: list[str], grades: list[float]) -> _Topic:
        if not elements:
            return _Topic([], np.zeros(0), None)
        kept = list(chosen(self.model, topic, elements))
        ideals = [elements[number] for number in kept]
        of_kept = np.array([grades[number] for number in kept], dtype=np.float64)
        if isinstance(self.model, WithBest):
            best = steps_of(self.model, topic, self.model.best(topic, ideals), ideals)
            return _Topic(ideals, of_kept, best, listed=True)
        items = self.model.possible(topic, ideals) if isinstance(self.model, WithPossible) else ideals
        possible = steps_of(self.model, topic, items, ideals)
        masses = np.bincount(possible.item, weights=possible.probability, minlength=1)
        return _Topic(ideals, of_kept, None if masses.max() <= _ONE else possible)

    def reached(self, run: Run, ranks: Ints | None = None) -> Reached:
        """Return what the users of a run reach; `ranks` of its rows where they are known, 0 for those left out."""
        rows = {raw: slice(*run.starts[t : t + 2].tolist()) for t, raw in enumerate(run.topics.raws())}
        docs, steps, leading = run.docs.raws(), [], []
        for raw, name, known in zip(self._qrels.topics.raws(), self._names, self._topics, strict=True):
            place = rows.get(raw, slice(0, 0))
            asked = np.arange(place.start, place.stop if known.ideals else place.start)
            if ranks is not None:
                asked = asked[ranks[asked] > 0]
            items = [to_text(docs[row]) for row in asked.tolist()]
            told = steps_of(self.model, name, items, known.ideals) if items else NOWHERE
            steps.append(told._replace(item=asked[told.item]))
            leading.append(np.unique(steps[-1].item))
        if ranks is None:
            ranks = _ranks(run, self._qrels.topics, leading, self._policy)
        return self._joined([told._replace(item=ranks[told.item]) for told in steps])

    def reached_in_lists(self, rankings: Mapping[str, Sequence[str]]) -> Reached:
        """Return the same for bare lists of items, best first."""
        steps = []
        for name, known in zip(self._names, self._topics, strict=True):
            items = rankings.get(name, ())
            told = steps_of(self.model, name, items, known.ideals) if known.ideals else NOWHERE
            steps.append(told._replace(item=told.item + 1))
        return self._joined(steps)

    def _joined(self, steps: Sequence[Steps]) -> Reached:
        """Put the topics together; the items have become ranks, 0 for those below the cut."""
        topics = self._qrels.topics
        ideal_starts = _starts(len(known.ideals) for known in self._topics)
        grade = np.concatenate([known.grades for known in self._topics] or [np.zeros(0)])
        listed = any(known.listed for known in self._topics)
        possible = None
        if any(known.possible is not None for known in self._topics):
            others = [_or_one_by_one(known) for known in self._topics]
            possible = _columns(topics, ideal_starts, grade, others)
        return replace(_columns(topics, ideal_starts, grade, steps), possible=possible, listed=listed)

    def give_notice(self) -> None:
        """Let the model warn of what it met."""
        if isinstance(self.model, WithNotices):
            self.model.give_notice()


def ideals_of(qrels: Qrels) -> list[tuple[list[str], list[float]]]:
    """Return the relevant elements of each topic with their grades: passages, where passages were judged."""
    docs, told = list(qrels.docs), qrels.passages
    if told is None:
        rows = np.flatnonzero(qrels.grades > 0)
        names = [docs[row] for row in rows.tolist()]
    else:
        rows = told.row
        spans = zip(rows.tolist(), told.start.tolist(), (told.end - told.start).tolist(), strict=True)
        names = [f"{docs[row]}:{start}:{length}" for row, start, length in spans]
    ends = np.searchsorted(rows, qrels.starts).tolist()
    grades = qrels.grades[rows].tolist()
    return [(names[a:b], grades[a:b]) for a, b in pairwise(ends)]


def _ranks(run: Run, topics: Ids, leading: list[Ints], policy: Policy) -> Ints:
    """Return the rank of each named row of the run, 0 where it is below the cut: as the core ranks everything else."""
    asked = [rows for rows in leading if len(rows)]
    rows = np.concatenate(asked) if asked else np.zeros(0, dtype=np.int64)
    kept = np.array([number for number, each in enumerate(leading) if len(each)], dtype=np.int64)
    wanted = Qrels(
        topics=topics.take(kept),
        starts=_starts(map(len, asked)),
        docs=run.docs.take(rows),
        grades=np.zeros(len(rows)),
    )
    hits = _core.core.judge_rows(_core.core.index(wanted), run, policy)
    ranks = np.zeros(len(run), dtype=np.int64)
    ranks[rows[hits.row]] = hits.rank
    return ranks


def _or_one_by_one(known: _Topic) -> Steps:
    """Return what best lists are made of; in a topic that needs none, the ideals themselves."""
    if known.possible is not None:
        return known.possible._replace(item=known.possible.item + 1)
    each = np.arange(len(known.ideals))
    return Steps(each + 1, each, np.ones(len(each)))


def _columns(topics: Ids, ideal_starts: Ints, grade: Floats, steps: Sequence[Steps]) -> Reached:
    """Sort each topic by rank and ideal, and leave out what has no rank."""
    in_order = [NOWHERE]
    for told in steps:
        order = np.lexsort((told.ideal, told.item))
        in_order.append(told.at(order[told.item[order] > 0]))
    return Reached(
        topics,
        ideal_starts,
        grade,
        starts=_starts(len(told.item) for told in in_order[1:]),
        rank=np.concatenate([told.item for told in in_order]),
        ideal=np.concatenate([told.ideal for told in in_order]),
        probability=np.concatenate([told.probability for told in in_order]),
    )


def _starts(counts: Iterable[int]) -> Ints:
    return np.cumsum([0, *counts], dtype=np.int64)


def reached_from(
    model: NavigationModel,
    ideals: Mapping[str, Mapping[str, float]],
    rankings: Mapping[str, Sequence[str]],
) -> Reached:
    """Return what the users of rankings reach, which may list an element several times, as degraded ones do.

    >>> from cranfield.judge.navigation.classical import classical
    >>> reached_from(classical, {"q1": {"a": 1, "b": 1}}, {"q1": ["b", "b", "a"]}).rank
    array([1, 2, 3])
    """
    unknown = rankings.keys() - ideals.keys()
    if unknown:
        raise UsageError(
            f"there are no ideals for topic `{shown(min(unknown))}`",
            slug="unknown-topics",
            hint="ideals are {topic: {element: grade}}",
        )
    from cranfield.read import read_qrels

    qrels = read_qrels(ideals)
    return Navigator(model, qrels, Policy()).reached_in_lists(rankings)
