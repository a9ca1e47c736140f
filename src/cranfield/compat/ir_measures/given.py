"""The judgements as they were given, read in as many ways as the measures ask for."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from cranfield.compat.ir_measures.base import Kind
from cranfield.compat.ir_measures.rows import KEPT, as_dicts, is_empty, is_rows
from cranfield.model import Qrels
from cranfield.read import read_qrels

_NAME = "qrels"


class GivenQrels:
    """Judgements by document, by aspect, or as a frame, whichever these measures look at."""

    def __init__(self, data: Any, kinds: Sequence[Kind], *, frame: bool) -> None:
        self._data = list(data) if is_rows(data) and not isinstance(data, Mapping) else data
        self._kinds = kinds
        self._framed = frame

    @cached_property
    def plain(self) -> Qrels:
        """One grade a document; of several lines the last counts."""
        return read_qrels(as_dicts(self._data, "relevance", _NAME), duplicates=KEPT)

    @cached_property
    def by_aspect(self) -> Qrels:
        """One grade for each document and aspect; without aspects all are of one."""
        return read_qrels(_with_aspects(self._data), aspects=True, duplicates=KEPT)

    @cached_property
    def frame(self) -> Any:
        """A pandas frame, for measures of somebody's own."""
        if not self._framed:
            return None
        from cranfield.compat.ir_measures.own import framed

        return framed(self._data, "relevance")

    @cached_property
    def table(self) -> Qrels | None:
        """What tells the topics; None where nothing was judged."""
        nothing = isinstance(self._data, Mapping) and not any(self._data.values())
        if not self._kinds or nothing or is_empty(self._data):
            return None
        return self.by_aspect if all(kind.by_aspect for kind in self._kinds) else self.plain

    @property
    def scale(self) -> tuple[float, float]:
        """The lowest and the highest grade of the collection, and 0."""
        grades = np.empty(0) if self.table is None else self.table.grades
        return float(np.min(grades, initial=0)), float(np.max(grades, initial=0))

    @cached_property
    def topics(self) -> tuple[str, ...]:
        """All topics; those without a single judgement, which only a dict can hold, at the end."""
        known = () if self.table is None else tuple(self.table.topics)
        empty = _empty(self._data) if isinstance(self._data, Mapping) else []
        if self.table is None and not empty and self.frame is not None:
            return tuple(dict.fromkeys(map(str, self.frame["query_id"])))
        return (*known, *empty)


def _empty(data: Mapping[Any, Any]) -> list[str]:
    return [str(topic) for topic, docs in data.items() if isinstance(docs, Mapping) and not docs]


def _with_aspects(data: Any) -> Any:
    """Give every document the aspect `0` where none is told."""
    if isinstance(data, list) and data and hasattr(data[0], "_fields"):
        return [(row.query_id, getattr(row, "iteration", "0"), row.doc_id, row.relevance) for row in data]
    if isinstance(data, str | os.PathLike) or hasattr(data, "read") or "iteration" in _columns(data):
        return data
    nested = data if isinstance(data, Mapping) else read_qrels(data, duplicates=KEPT).to_dict()
    return {topic: {"0": docs} for topic, docs in nested.items()}


def _columns(data: Any) -> list[str]:
    names = getattr(data, "column_names", getattr(data, "columns", None))
    return [] if names is None else list(names)
