"""The Rust core behind the contract: arrays to buffers, buffers to arrays, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cranfield import _native
from cranfield._core.contract import Columns, JudgedHits, Kind, Layout, Policy, Progress, Text
from cranfield.faults import Fault
from cranfield.model.ids import Ids
from cranfield.model.tables import Qrels, Run


class Native:
    """See `contract.Core`."""

    name = "native"

    def group_rows(
        self,
        kind: Kind,
        topics: Ids,
        docs: Ids,
        values: NDArray[np.float64],
        ranks: NDArray[np.int64] | None,
        duplicates: str,
    ) -> Columns:
        """Group rows in memory by topic."""
        return _columns(
            _native.group_rows(kind, _ids(topics), _ids(docs), _floats(values), _optional(ranks), duplicates)
        )

    def read_columns(
        self, layout: Layout, text: Text, duplicates: str, comment: str | None, progress: Progress | None
    ) -> Columns:
        """Read plain text whole."""
        threads = os.cpu_count() or 1
        return _columns(_native.read_columns(layout, text, duplicates, _bytes(comment), threads, progress))

    def index(self, qrels: Qrels) -> Any:
        """Prepare judgements for being looked up."""
        return _native.Index(_ids(qrels.topics), _ints(qrels.starts), _ids(qrels.docs), _floats(qrels.grades))

    def judge_rows(self, index: Any, run: Run, policy: Policy) -> JudgedHits:
        """Rank and join a run in memory."""
        keys = _ids(run.topics), _ints(run.starts), _ids(run.docs)
        return _judged(
            _native.judge_rows(index, *keys, _floats(run.scores), _optional(run.ranks), tuple(policy))
        )

    def judge_dict(self, index: Any, run: Mapping[Any, Any], policy: Policy) -> JudgedHits | None:
        """Do the same straight from a dict; None when it holds anything out of the ordinary."""
        if type(run) is not dict or policy.ties == "rank":
            return None
        found = _native.judge_dict(index, run, tuple(policy))
        return None if found is None else _judged(found)

    def judge_text(
        self,
        index: Any,
        layout: Layout,
        text: Text,
        policy: Policy,
        comment: str | None,
        threads: int,
        progress: Progress | None,
    ) -> JudgedHits | None:
        """Rank and join a run in one pass."""
        found = _native.judge_text(index, layout, text, tuple(policy), _bytes(comment), threads, progress)
        return None if found is None else _judged(found)


def _bytes(comment: str | None) -> bytes | None:
    return comment.encode("utf-8", "surrogateescape") if comment else None


def _ids(ids: Ids) -> tuple[bytes, NDArray[np.int64]]:
    return ids.data, np.ascontiguousarray(ids.offsets, dtype=np.int64)


def _floats(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.ascontiguousarray(values, dtype=np.float64)


def _ints(values: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.ascontiguousarray(values, dtype=np.int64)


def _optional(values: NDArray[np.int64] | None) -> NDArray[np.int64] | None:
    return None if values is None else _ints(values)


def _faults(found: dict[str, Any]) -> list[Fault]:
    return [Fault(*fields) for fields in found["faults"]]


def _columns(found: dict[str, Any]) -> Columns:
    def ids(name: str) -> Ids:
        data, offsets = found[name]
        return Ids(data, np.frombuffer(offsets, dtype=np.int64))

    ranks = found["ranks"]
    return Columns(
        topics=ids("topics"),
        starts=np.frombuffer(found["starts"], dtype=np.int64),
        docs=ids("docs"),
        values=np.frombuffer(found["values"], dtype=np.float64),
        ranks=None if ranks is None else np.frombuffer(ranks, dtype=np.int64),
        tag=found["tag"],
        dropped=found["dropped"],
        faults=_faults(found),
        fault_count=found["fault_count"],
    )


_INTS = ("starts", "rank", "row", "tie_first", "tie_last", "retrieved", "promoted")
_FLOATS = ("grade", "score", "score_max", "score_min", "unjudged_score")


def _judged(found: dict[str, Any]) -> JudgedHits:
    columns: dict[str, Any] = {name: np.frombuffer(found[name], dtype=np.int64) for name in _INTS}
    columns |= {name: np.frombuffer(found[name], dtype=np.float64) for name in _FLOATS}
    return JudgedHits(
        **columns,
        answered=np.frombuffer(found["answered"], dtype=np.bool_),
        other_topics=found["other_topics"],
        records=found["records"],
        dropped=found["dropped"],
        faults=_faults(found),
        fault_count=found["fault_count"],
    )
