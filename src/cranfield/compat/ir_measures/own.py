"""Measures of somebody's own: a function of two pandas frames, the judgements and the results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from cranfield.compat.ir_measures.base import Kind, Measure, ParamInfo
from cranfield.compat.ir_measures.rows import Qrel, ScoredDoc, Value, is_rows
from cranfield.errors import MissingPackageError
from cranfield.read import read_qrels, read_run

_RUN, _QRELS = ("query_id", "doc_id", "score"), ("query_id", "doc_id", "relevance")


def define(
    impl: Callable[[Any, Any], Iterable[tuple[str, float]]],
    name: str | None = None,
    support_cutoff: bool = True,  # noqa: FBT001, FBT002  (theirs)
    *,
    run_inputs: Sequence[str] = _RUN,
    qrel_inputs: Sequence[str] = _QRELS,
    pretty_name: str | None = None,
    short_desc: str | None = None,
) -> Measure:
    """Make a measure of a function that takes the frames of all topics and yields (topic, value)."""

    def values(measure: Measure, qrels: Any, run: Any) -> Iterable[tuple[str, float]]:
        cutoff = measure.params.get("cutoff")
        return impl(qrels, run if cutoff is None else _top(run, cutoff))

    cut = (
        {"cutoff": ParamInfo(int, desc="how many documents of each topic to look at")}
        if support_cutoff
        else {}
    )
    described = short_desc or pretty_name or ""
    kind = Kind(
        name,
        cut,
        described=described,
        run_inputs=tuple(run_inputs),
        qrel_inputs=tuple(qrel_inputs),
        values=values,
    )
    return Measure(kind, {})


def define_byquery(
    impl: Callable[[Any, Any], float],
    name: str | None = None,
    support_cutoff: bool = True,  # noqa: FBT001, FBT002  (theirs)
    **about: Any,
) -> Measure:
    """Make a measure of a function that takes the frames of one topic and returns its value."""

    def values(qrels: Any, run: Any) -> Iterator[tuple[str, float]]:
        for topic, results in run.groupby("query_id"):
            yield topic, impl(qrels[qrels["query_id"] == topic], results)

    return define(values, name or getattr(impl, "__name__", repr(impl)), support_cutoff, **about)


def framed(data: Any, value: Value) -> Any:
    """Return judgements or results as a pandas frame, sorted as `define` promises."""
    frame = data.copy(deep=False) if hasattr(data, "itertuples") else _frame(data, value)
    if value == "score":
        by = [column for column in ("query_id", "score") if column in frame.columns]
        return frame.sort_values(by=by, ascending=[column != "score" for column in by], kind="stable")
    return frame.sort_values(by=[column for column in ("query_id", "doc_id") if column in frame.columns])


def _frame(data: Any, value: Value) -> Any:
    try:
        import pandas as pd
    except ImportError:
        raise MissingPackageError("a measure made by `define`", "pandas") from None
    columns = Qrel._fields if value == "relevance" else ScoredDoc._fields
    return pd.DataFrame(list(_rows(data, value)), columns=list(columns))


def _rows(data: Any, value: Value) -> Iterator[tuple[Any, ...]]:
    if is_rows(data) and not isinstance(data, Mapping):
        kind = Qrel if value == "relevance" else ScoredDoc
        for row in data:
            yield tuple(getattr(row, name, "0") for name in kind._fields)
        return
    if not isinstance(data, Mapping):
        data = (read_qrels if value == "relevance" else read_run)(data).to_dict()
    rest = ("0",) if value == "relevance" else ()
    for topic, documents in data.items():
        for document, number in documents.items():
            yield (topic, document, number, *rest)


def _top(run: Any, cutoff: int) -> Any:
    """Return the first documents of each topic; the frame is sorted."""
    return run.groupby("query_id").head(cutoff).reset_index(drop=True)
