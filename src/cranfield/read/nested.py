"""What hangs under topics: `{topic: {document: score}}`, `{topic: [document, ...]}`, from memory or from JSON.

A list of ids is a ranking, best first (for judgements: the relevant documents); a list of pairs carries scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from cranfield.errors import InputError
from cranfield.faults import Fault
from cranfield.read.cells import pack_ids, repeated
from cranfield.read.faults import Problems, shown
from cranfield.read.request import Request
from cranfield.read.rows import Rows

PAIR = 2


class Pairs(list[tuple[str, Any]]):
    """A JSON object as it was written: a name that stands twice is there twice."""


class _Documents(NamedTuple):
    """The documents of one topic."""

    ids: Sequence[Any]
    values: Sequence[Any]
    ranked: bool  # by their order, without scores


def nested_rows(topics: Iterable[tuple[Any, Any]], request: Request, name: str) -> Rows:
    """Turn (topic, documents) pairs into rows."""
    rows = Rows(request, name)
    names, counts = [], []
    ids: list[Any] = []
    values: list[Any] = []
    ranked = []
    for topic, inner in topics:
        documents = _documents(topic, inner, request, name)
        names.append(topic)
        counts.append(len(documents.ids))
        ids.extend(documents.ids)
        values.extend(documents.values)
        ranked.append(documents.ranked)
    problems = Problems()
    column = pack_ids(names, "topic", problems)
    for problem in problems.kept:
        rows.faults.add(Fault(problem.kind, 0, problem.culprit, 0, len(problem.culprit), role=problem.role))
    rows.faults.count = problems.count
    rows.faults.refuse()
    ranks = [-value for value in values] if request.kind == "run" and ranked and all(ranked) else None
    rows.add(repeated(column, counts), ids, values, ranks=ranks)
    return rows


def _documents(topic: Any, inner: Any, request: Request, name: str) -> _Documents:
    if isinstance(inner, Mapping):
        return _Documents(list(inner.keys()), list(inner.values()), ranked=False)
    if isinstance(inner, Pairs):
        return _Documents([doc for doc, _ in inner], [value for _, value in inner], ranked=False)
    if isinstance(inner, AbstractSet) and request.kind == "run":
        raise _refused(
            topic, name, "a set has no order", "give a list, best document first, or {document: score}"
        )
    if hasattr(inner, "tolist"):  # a numpy array or a column of a frame
        inner = inner.tolist()
    if isinstance(inner, str | bytes) or not isinstance(inner, Iterable):
        found = f"`{shown(inner).decode()}` is no collection of documents"
        raise _refused(topic, name, found, "give {document: score}, or a list of documents, best first")
    return _listed(list(inner), topic, request, name)


def _listed(items: list[Any], topic: Any, request: Request, name: str) -> _Documents:
    pairs = [isinstance(item, list | tuple) and not isinstance(item, Pairs) for item in items]
    if items and all(pairs):
        if any(len(item) != PAIR for item in items):
            raise _refused(
                topic, name, "not every item is a pair", f"give pairs: (document, {request.value})"
            )
        return _Documents([item[0] for item in items], [item[1] for item in items], ranked=False)
    if any(pairs) or any(isinstance(item, Mapping | Pairs) for item in items):
        hint = f"give {{document: {request.value}}}, a list of ids, or a list of pairs: (document, {request.value})"
        raise _refused(topic, name, "the list holds something other than documents", hint)
    if request.kind == "qrels":
        return _Documents(items, [1] * len(items), ranked=False)
    return _Documents(items, range(-1, -len(items) - 1, -1), ranked=True)


def _refused(topic: Any, name: str, what: str, hint: str) -> InputError:
    return InputError(f"{name}: topic `{shown(topic).decode()}`: {what}", slug="wrong-shape", hint=hint)
