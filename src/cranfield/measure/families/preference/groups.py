"""Judgement groups: what one judge, or one information need, prefers to what."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import InputError
from cranfield.model import Aspects, Judged, Qrels
from cranfield.model.tables import place

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]


class Group(NamedTuple):
    """The documents that one group judges, and which of them it prefers to which."""

    rows: Ints  # which judgements of the qrels
    relevant: Mask  # a level above 0
    above: (
        Mask | Floats
    )  # [i, j]: i is preferred to j; or, where it is not divided, the level of each document

    @property
    def divided(self) -> bool:
        """Whether its preferences come from several parts, and are perhaps not complete."""
        return self.above.ndim > 1

    def preferred(self, order: Ints) -> Mask:
        """Return whether document i is preferred to j, the documents taken in this order."""
        if self.divided:
            told: Mask = self.above[np.ix_(order, order)].astype(np.bool_, copy=False)
            return told
        level = self.above[order]
        return level[:, None] > level[None, :]


def groups_of(judged: Judged) -> list[list[Group]]:
    """Return the groups of each topic, in the order of their names' bytes."""
    qrels = judged.qrels
    if qrels is None or qrels.aspects is None:
        return [[] for _ in range(judged.num_topics)]
    told = qrels.aspects
    return judged.once((groups_of, qrels), lambda: _groups(qrels, told))


def _groups(qrels: Qrels, told: Aspects) -> list[list[Group]]:
    # A negative grade means pooled, but never judged: nothing is preferred to it.
    kept = np.flatnonzero(told.grade >= 0)
    topic = np.searchsorted(qrels.starts, told.row, side="right") - 1
    names = told.name.raws()
    entries: dict[tuple[int, bytes], list[int]] = defaultdict(list)
    for entry, number in zip(kept.tolist(), topic[kept].tolist(), strict=True):
        entries[number, names[entry]].append(entry)
    groups: list[list[Group]] = [[] for _ in range(len(qrels.topics))]
    for (number, _), of_group in sorted(entries.items()):
        groups[number].append(_group(qrels, told, np.array(of_group, dtype=np.int64)))
    return groups


def _group(qrels: Qrels, told: Aspects, entries: Ints) -> Group:
    rows, document = np.unique(told.row[entries], return_inverse=True)
    level = told.grade[entries]
    parts = [told.part.raw(entry) for entry in entries.tolist()] if told.part else []
    if len(set(parts)) < 2:
        in_order = np.empty(len(rows))
        in_order[document] = level
        return Group(rows, in_order > 0, in_order)
    above = np.zeros((len(rows), len(rows)), dtype=np.bool_)
    for part in set(parts):
        mine = np.array([each == part for each in parts])
        above[np.ix_(document[mine], document[mine])] |= level[mine, None] > level[None, mine]
    above = _with_implied(above)
    np.fill_diagonal(above, val=False)
    relevant, nonrelevant = (
        np.isin(np.arange(len(rows)), document[kind]) for kind in (level > 0, level == 0)
    )
    _refuse_contradictions(qrels, told.name[int(entries[0])], rows, above & above.T)
    _refuse_contradictions(qrels, told.name[int(entries[0])], rows, np.diag(relevant & nonrelevant))
    return Group(rows, relevant, above)


def _with_implied(above: Mask) -> Mask:
    """Add what follows: who prefers a to b and b to c prefers a to c."""
    while True:
        steps = above.astype(np.float32)
        longer: Mask = above | (steps @ steps > 0)
        if np.array_equal(longer, above):
            return above
        above = longer


def _refuse_contradictions(qrels: Qrels, group: str, rows: Ints, wrong: Mask) -> None:
    if not wrong.any():
        return
    one, other = (qrels.docs[int(rows[number])] for number in np.argwhere(wrong)[0])
    topic = qrels.topics[int(np.searchsorted(qrels.starts, rows[0], side="right")) - 1]
    what = (
        f"`{one}` is relevant in one part and not relevant in another"
        if one == other
        else f"`{one}` is preferred to `{other}`, and `{other}` to `{one}`"
    )
    raise InputError(
        f"{place(qrels)}: topic `{topic}`, group `{group}`: {what}",
        slug="contradiction",
        hint="judges who disagree are groups of their own: give them different names in the second column",
    )
