"""Rows on their way from a format to the core, which groups them by topic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.errors import InputError, count
from cranfield.faults import Fault
from cranfield.model.ids import Ids
from cranfield.model.tables import Qrels, Run
from cranfield.read.cells import joined, pack_ids, pack_numbers, pack_ranks
from cranfield.read.faults import Faults, Problems, Unit, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield._core import contract
    from cranfield.model.recipe import Source
    from cranfield.read.request import Request

Places = Sequence[int]  # line or row of each, counted from 1; 0 where there is none to name
NOWHERE = range(0)


class Rows:
    """Columns as they grow, batch by batch, with the place of every row and all faults so far."""

    def __init__(self, request: Request, name: str, unit: Unit = "row") -> None:
        self.request = request
        self.name = name
        self.unit: Unit = unit
        self.faults = Faults(name, unit)
        self.run: str | None = None
        self._topics: list[Ids] = []
        self._docs: list[Ids] = []
        self._values: list[NDArray[np.float64]] = []
        self._ranks: list[NDArray[np.int64] | None] = []
        self._places: list[NDArray[np.int64]] = []
        self._bad: list[NDArray[np.int64]] = []
        self._length = 0
        self.dropped = 0  # documents that the policy `duplicates` left out before they became rows

    def add(
        self,
        topics: Any,
        docs: Any,
        values: Any,
        *,
        ranks: Any = None,
        places: Places = NOWHERE,
        bad: Sequence[int] = (),
    ) -> None:
        """Take a batch of cells as they come; `values` is None for a run that has ranks only.

        `bad` are the rows of the batch that have been found faulty, and told, already.
        """
        problems = Problems()
        self._topics.append(topics if isinstance(topics, Ids) else pack_ids(topics, "topic", problems))
        self._docs.append(pack_ids(docs, "document", problems))
        whole = None if ranks is None else pack_ranks(ranks, problems if values is None else None)
        if values is not None:
            self._values.append(pack_numbers(values, self.request.value, problems))
        else:
            self._values.append(
                -whole.astype(np.float64) if whole is not None else np.zeros(len(self._docs[-1]))
            )
        self._ranks.append(whole)
        at = np.asarray(places, dtype=np.int64)
        self._places.append(at if len(at) else np.zeros(len(self._docs[-1]), dtype=np.int64))
        self._note(problems, topics, docs)
        self._bad.append(np.array([*problems.rows, *bad], dtype=np.int64) + self._length)
        self._length += len(self._docs[-1])

    def grouped(self, name: str, source: Source | None = None) -> Qrels | Run:
        """Hand everything to the core, and word what it finds."""
        from cranfield._core import core

        topics, docs = joined(self._topics), joined(self._docs)
        values = np.concatenate(self._values) if self._values else np.empty(0)
        ranks = [rank for rank in self._ranks if rank is not None]
        order = np.concatenate(ranks) if ranks and len(ranks) == len(self._ranks) else None
        sound = None
        if self.faults.count:  # the core looks at the other rows, so that all faults are told at once
            sound = np.setdiff1d(np.arange(len(values)), np.concatenate([*self._bad, np.empty(0, np.int64)]))
            topics, docs, values, order = topics.take(sound), docs.take(sound), values[sound], None
        columns = core.group_rows(self.request.kind, topics, docs, values, order, self.request.duplicates)
        for fault in columns.faults:
            self.faults.add(self._placed(fault, sound))
        self.faults.count += columns.fault_count - len(columns.faults)
        self.faults.refuse()
        return finished(columns, self.request, name, source, self.dropped)

    def _note(self, problems: Problems, topics: Any, docs: Any) -> None:
        for row, kind, culprit, role in problems.kept:
            topic, doc = _cell(topics, row), _cell(docs, row)
            place = int(self._places[-1][row])
            self.faults.add(Fault(kind, place, culprit, 0, len(culprit), topic=topic, doc=doc, role=role))
        self.faults.count += problems.count - len(problems.kept)

    def _placed(self, fault: Fault, sound: NDArray[np.int64] | None) -> Fault:
        """Turn a row, counted by the core, into the line or row that a reader can find."""
        places = np.concatenate(self._places)
        places = places if sound is None else places[sound]
        before = int(places[fault.other - 1]) if fault.other else 0
        return fault._replace(line=int(places[fault.line - 1]), other=before)


def finished(
    columns: contract.Columns, request: Request, name: str, source: Source | None, dropped: int = 0
) -> Qrels | Run:
    """Make the model's table of what the core returns."""
    gone = columns.dropped + dropped
    keys = columns.topics, columns.starts, columns.docs
    if request.kind == "qrels":
        return Qrels(*keys, columns.values, name, source, gone)
    return Run(*keys, columns.values, columns.ranks, name, source, gone)


def told_of_duplicates(dropped: int, name: str) -> str:
    """Say how many documents the policy `duplicates` left out."""
    return f"{count(dropped, 'duplicate document')} left out of {name}"


def which_was_kept(policy: str) -> str:
    """Say which of two lines counts."""
    return f"the {policy} of each is kept (duplicates={policy})"


def nothing_in(name: str, kind: contract.Kind) -> InputError:
    """Say that an input holds no rows at all."""
    what = "judgements" if kind == "qrels" else "results"
    return InputError(
        f"{name}: there are no {what} in it", slug="empty", hint="did the program that wrote it finish?"
    )


def _cell(cells: Any, row: int) -> bytes:
    if isinstance(cells, Ids):
        return cells.raw(row)
    cell = cells[row]
    cell = cell.as_py() if hasattr(cell, "as_py") else cell
    if isinstance(cell, bytes):
        return cell
    return b"" if cell is None or cell == "" else shown(cell)
