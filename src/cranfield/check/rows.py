"""The rows of a file, as far as they can be used: columns, with the line that each came from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cranfield.check.fields import Keys, mixed
from cranfield.model.ids import Ids
from cranfield.model.tables import Qrels, Run

NO_RANK = np.iinfo(np.int64).min
_AT_ONCE = 1 << 22


@dataclass(frozen=True, eq=False)
class Rows:
    """Topic, document, score or grade, rank and tag of each row, in the order of the file.

    Documents stand in `text`, from `doc_start` for `doc_length` bytes. `line` is 0 where there is none to name.
    """

    text: bytes
    line: NDArray[np.int64]
    topic: NDArray[np.int32]  # a number into `topics`
    topics: list[bytes]
    topic_keys: NDArray[np.uint64]
    doc_start: NDArray[np.int64]
    doc_length: NDArray[np.int64]
    doc_key: NDArray[np.uint64]
    value: NDArray[np.float64]
    rank: NDArray[np.int64] | None
    tag: NDArray[np.int32] | None = None
    tags: tuple[bytes, ...] = ()

    def __len__(self) -> int:
        return len(self.value)

    def doc(self, row: int) -> bytes:
        """Return the id of a document."""
        start = int(self.doc_start[row])
        return self.text[start : start + int(self.doc_length[row])]

    def topic_of(self, row: int) -> bytes:
        """Return the id of the topic of a row."""
        return self.topics[int(self.topic[row])]

    @cached_property
    def blocks(self) -> NDArray[np.int64]:
        """The rows at which another topic begins than that of the row before."""
        changes = np.flatnonzero(self.topic[1:] != self.topic[:-1]) + 1
        return np.concatenate(([0], changes)).astype(np.int64) if len(self) else changes

    @cached_property
    def first_rows(self) -> NDArray[np.int64]:
        """The first row of each topic."""
        first = np.zeros(len(self.topics), dtype=np.int64)
        first[self.topic[self.blocks][::-1]] = self.blocks[::-1]
        return first

    @cached_property
    def order(self) -> NDArray[np.int64]:
        """Rows by topic, best score first; what ties stands by rank, then as in the file."""
        columns: list[NDArray[Any]] = [-self.value, self.topic]
        if self.rank is not None:
            columns.insert(0, self.rank)
        if self._in_order():
            return np.arange(len(self))
        order: NDArray[np.int64] = np.lexsort(columns)
        return order

    def _in_order(self) -> bool:
        if len(self.blocks) != len(self.topics):
            return False
        same = self.topic[1:] == self.topic[:-1]
        falls = self.value[1:] < self.value[:-1]
        level = self.value[1:] == self.value[:-1]
        ranked = np.ones(1, dtype=np.bool_) if self.rank is None else self.rank[1:] >= self.rank[:-1]
        # topics need not come sorted: they are only to stay together
        return bool((~same | falls | (level & ranked)).all())

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """Where each topic begins in `order`, and the end."""
        topic = self.topic[self.order]
        changes = np.flatnonzero(topic[1:] != topic[:-1]) + 1
        return np.concatenate(([0], changes, [len(self)])).astype(np.int64)

    def repeated(self) -> list[tuple[int, int]]:
        """Return each row whose document stood in its topic before, with the row where it stood first."""
        key = mixed(self.doc_key ^ self.topic_keys[self.topic])
        order = np.argsort(key, kind="stable")
        alike = np.flatnonzero(key[order[1:]] == key[order[:-1]])
        first: dict[tuple[int, bytes], int] = {}
        found = []
        for row in np.union1d(order[alike], order[alike + 1]).tolist():
            before = first.setdefault((int(self.topic[row]), self.doc(row)), row)
            if before != row:
                found.append((row, before))
        return found


def of_table(table: Qrels | Run) -> Rows:
    """Make rows of a table that was read strictly; where its rows stood is not known any more."""
    lengths = np.diff(table.docs.offsets)
    ranks = table.ranks if isinstance(table, Run) else None
    return Rows(
        text=table.docs.data,
        line=np.zeros(len(table), dtype=np.int64),
        topic=np.repeat(np.arange(len(table.topics), dtype=np.int32), np.diff(table.starts)),
        topics=table.topics.raws(),
        topic_keys=keys_of(table.topics),
        doc_start=table.docs.offsets[:-1],
        doc_length=lengths,
        doc_key=keys_of(table.docs),
        value=table.scores if isinstance(table, Run) else table.grades,
        rank=ranks,
    )


def keys_of(ids: Ids) -> NDArray[np.uint64]:
    """Return the key of each id."""
    data = np.frombuffer(ids.data, dtype=np.uint8)
    keys = [np.empty(0, dtype=np.uint64)]
    first = 0
    while first < len(ids):
        begin = int(ids.offsets[first])
        last = max(first + 1, int(np.searchsorted(ids.offsets, begin + _AT_ONCE)) - 1)
        places = ids.offsets[first : last + 1] - begin
        keys.append(Keys(data[begin : begin + int(places[-1])]).of(places[:-1], places[1:]))
        first = last
    return np.concatenate(keys)
