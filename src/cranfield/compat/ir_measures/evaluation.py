"""What ir_measures is called for: measures, judgements and a run in; one number a topic, or one for all, out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cranfield.compat.ir_measures.base import CalcResults, Measure, Metric
from cranfield.compat.ir_measures.given import GivenQrels
from cranfield.compat.ir_measures.names import parse_measure
from cranfield.compat.ir_measures.rows import KEPT, as_dicts, is_empty, tell_of_dropped
from cranfield.compat.ir_measures.rules import View, planned
from cranfield.errors import InputError, warn
from cranfield.judge import Judgements
from cranfield.measure.aspects import notice_of_single_aspects
from cranfield.measure.definition import BoundMeasure, values_of
from cranfield.model import Policies, Qrels
from cranfield.read import read_run

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


class Evaluator:
    """Measures and judgements, prepared once for any number of runs.

    >>> from cranfield.compat.ir_measures import AP, RR
    >>> Evaluator([AP, RR], {"q1": {"d1": 1}}).calc_aggregate({"q1": {"d1": 0.4, "d2": 0.9}})
    {AP: 0.5, RR: 0.5}
    """

    def __init__(self, measures: Iterable[Measure | str], qrels: Any) -> None:
        self.measures = tuple(dict.fromkeys(parse_measure(each) for each in measures))
        by_row = dict(enumerate(self.measures))
        known = {row: measure for row, measure in by_row.items() if measure.kind.values is None}
        self._own = {row: values for row, measure in by_row.items() if (values := measure.kind.values)}
        given = GivenQrels(qrels, [measure.kind for measure in known.values()], frame=bool(self._own))
        self._frame = given.frame
        self._parts = [] if given.table is None else _parts(known, given)
        self.qrel_qids = given.topics
        self._place = {topic: number for number, topic in enumerate(self.qrel_qids)}

    def iter_calc(self, run: Any) -> Iterator[Metric]:
        """Yield the value of each topic, the measures in the order in which they were asked for."""
        return self._metrics(self._table(run))

    def calc_aggregate(self, run: Any) -> dict[Measure, float]:
        """Return one value a measure: the mean over all judged topics, for measures that count the sum."""
        return self._aggregated(self._table(run))

    def calc(self, run: Any) -> CalcResults:
        """Return both."""
        table = self._table(run)
        return CalcResults(self._aggregated(table), list(self._metrics(table)))

    def _metrics(self, table: Floats) -> Iterator[Metric]:
        for topic, values in zip(self.qrel_qids, table.T.tolist(), strict=True):
            for measure, value in zip(self.measures, values, strict=True):
                if value == value:  # noqa: PLR0124  (not NaN, which means left out)
                    yield Metric(topic, measure, value)

    def _aggregated(self, table: Floats) -> dict[Measure, float]:
        return {measure: _aggregate(measure, row) for measure, row in zip(self.measures, table, strict=True)}

    def _table(self, run: Any) -> Floats:
        """Return one row a measure, one column a topic; NaN where a topic is left out."""
        table = np.zeros((len(self.measures), len(self.qrel_qids)))
        if self._own:
            from cranfield.compat.ir_measures.own import framed

            frame = framed(run, "score")
            run = frame if self._parts else {}
            for row, values in self._own.items():
                self._fill(table[row], values(self.measures[row], self._frame, frame))
        found = as_dicts(run, "score", "run")
        if is_empty(found):
            for part in self._parts:
                part.leave_out(table)
        else:
            self._judge(found, table)
        return table

    def _judge(self, run: Any, table: Floats) -> None:
        if len(self._parts) > 1 and not isinstance(run, Mapping):
            run = read_run(run, duplicates=KEPT)
        nothing = [topic for topic, docs in run.items() if not docs] if isinstance(run, Mapping) else []
        asked = [self._place[str(topic)] for topic in nothing if str(topic) in self._place]
        try:
            for part in self._parts:
                part.fill(table, run, asked)
        except InputError as error:
            if error.slug != "no-topic-in-common":
                raise
            warn("no-topic-in-common", error.message, *map(str.strip, error.details), f"hint: {error.hint}")

    def _fill(self, row: Floats, values: Iterable[tuple[Any, float]]) -> None:
        for topic, value in values:
            if str(topic) in self._place:
                row[self._place[str(topic)]] = value


class _Part(NamedTuple):
    """The measures that see the judgements in one way: rows of the table, and what they are computed by."""

    judgements: Judgements
    rows: Sequence[int]
    bounds: Sequence[BoundMeasure]
    only_where_found: Mapping[int, BoundMeasure]

    def fill(self, table: Floats, run: Any, asked: list[int]) -> None:
        """Judge a run and write the values of its topics; `asked` are topics for which nothing was found."""
        self.leave_out(table)
        done = self.judgements.judge(run)
        tell_of_dropped(done.dropped, done.source.name)
        topics = len(done.answered)  # those without a single judgement come behind
        answered = done.answered.copy()
        answered[[place for place in asked if place < topics]] = True
        values = values_of(self.bounds, done.judged)
        values[np.isnan(values) | ~answered] = 0.0
        table[self.rows, :topics] = values
        for row, bound in self.only_where_found.items():
            told: dict[str, Any] = dict(bound.settings)
            nothing = done.judged.relevant(told["rel"]).within(told["k"]).count == 0
            table[row, :topics][nothing] = np.nan

    def leave_out(self, table: Floats) -> None:
        """Write what a topic without any document has."""
        for row in self.only_where_found:
            table[row] = np.nan


def _parts(measures: Mapping[int, Measure], given: GivenQrels) -> list[_Part]:
    plans = {row: planned(measure, *given.scale) for row, measure in measures.items()}
    if by_aspect := [bound for view, bound in plans.values() if view.by_aspect]:
        notice_of_single_aspects(given.by_aspect, by_aspect)
    parts = []
    for view in dict.fromkeys(view for view, _ in plans.values()):
        bounds = {row: bound for row, (seen, bound) in plans.items() if seen == view}
        left_out = {row: bound for row, bound in bounds.items() if measures[row].kind.only_where_found}
        parts.append(_Part(_judgements(view, given), list(bounds), list(bounds.values()), left_out))
    return parts


def _judgements(view: View, given: GivenQrels) -> Judgements:
    qrels: Qrels = given.by_aspect if view.by_aspect else given.plain
    if view.gains or view.floor is not None:
        qrels = replace(qrels, grades=view.grades(qrels.grades))
    # As trec_eval 9 ranks: scores are compared as 32-bit numbers, ties are broken by document id.
    policies = Policies(duplicates=KEPT, precision="single")
    if view.judged_only:
        policies = replace(policies, unjudged="condense")
    return Judgements(qrels, policies)


def _aggregate(measure: Measure, values: Floats) -> float:
    there = values[~np.isnan(values)] if measure.kind.only_where_found else values
    if not len(there):
        return measure.aggregator().result()
    total = float(np.cumsum(there)[-1])  # left to right, as a loop would add
    return total if measure.kind.counts else total / len(there)


def evaluator(measures: Iterable[Measure | str], qrels: Any) -> Evaluator:
    """Prepare measures and judgements for several runs."""
    return Evaluator(measures, qrels)


def iter_calc(measures: Iterable[Measure | str], qrels: Any, run: Any) -> Iterator[Metric]:
    """Yield the value of each topic and measure.

    >>> list(iter_calc(["RR"], {"q1": {"d1": 1}}, {"q1": {"d1": 0.4, "d2": 0.9}}))
    [Metric(query_id='q1', measure=RR, value=0.5)]
    """
    return Evaluator(measures, qrels).iter_calc(run)


def calc_aggregate(measures: Iterable[Measure | str], qrels: Any, run: Any) -> dict[Measure, float]:
    """Return one value a measure, for all topics.

    >>> calc_aggregate(["RR", "P@5"], {"q1": {"d1": 1}}, {"q1": {"d1": 0.4, "d2": 0.9}})
    {RR: 0.5, P@5: 0.2}
    """
    return Evaluator(measures, qrels).calc_aggregate(run)


def calc(measures: Iterable[Measure | str], qrels: Any, run: Any) -> CalcResults:
    """Return both: `.aggregated` and `.per_query`."""
    return Evaluator(measures, qrels).calc(run)
