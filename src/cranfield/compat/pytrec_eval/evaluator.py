"""Judgements and measures on one side, run after run on the other."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.compat.pytrec_eval.few import only
from cranfield.compat.pytrec_eval.measures import at_level, bound_by_key
from cranfield.compat.pytrec_eval.refusals import refuse
from cranfield.errors import CranfieldError, InputError, UsageError, warn
from cranfield.judge import Judgements
from cranfield.judge.topics import no_topic_in_common
from cranfield.measure.definition import values_of
from cranfield.model import Policies, Qrels
from cranfield.model.ids import Ids, to_bytes, to_text
from cranfield.model.scores import LEAST
from cranfield.read import read_qrels

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MANY = 1000  # topics that the run lacks: from here on, it is quicker to leave them out than to measure them


class RelevanceEvaluator:
    """Judgements and measures, with which any number of runs can be evaluated, from any thread.

    `query_relevance` is `{topic: {document: grade}}`. `measures` are trec_eval's names, such as `map`, `P_5`,
    `ndcg_cut.10,20` or `set_F.0.5`, and its nicknames, such as `official`. Documents with a grade of
    `relevance_level` or more are relevant; with `judged_docs_only_flag`, unjudged ones are left out of the rankings.
    """

    def __init__(
        self,
        query_relevance: Mapping[str, Mapping[str, float]],
        measures: Iterable[str],
        relevance_level: float = 1,
        judged_docs_only_flag: bool = False,  # noqa: FBT001, FBT002  (pytrec_eval takes it by its place, too)
    ) -> None:
        bound = bound_by_key(measures)
        self._keys = tuple(bound)
        self._rows = [row for row, each in enumerate(bound.values()) if each is not None]
        self._level = _checked(relevance_level)
        self._measures = [at_level(each, self._level) for each in bound.values() if each is not None]
        policies = Policies(
            precision="single", unjudged="condense" if judged_docs_only_flag else "nonrelevant"
        )
        self._judgements = Judgements(_qrels(query_relevance), policies)
        self._columns = {topic: column for column, topic in enumerate(self._judgements.qrels.topics)}

    def evaluate(self, scores: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
        """Return `{topic: {measure: value}}` for the judged topics of a run `{topic: {document: score}}`."""
        if not isinstance(scores, Mapping):
            refuse(_no_dict("scores", "{topic: {document: score}}", scores))
        if not scores:
            return {}
        columns = {topic: self._columns.get(_id(topic)) for topic in scores}
        judged = {topic: column for topic, column in columns.items() if column is not None}
        if not judged:
            self._tell_that_nothing_is_judged(scores)
            return {}
        values = self._values({topic: scores[topic] for topic in judged}, np.array(list(judged.values())))
        return {
            topic: dict(zip(self._keys, of_topic, strict=True))
            for topic, of_topic in zip(judged, values.T.tolist(), strict=True)
        }

    def _values(
        self, run: Mapping[str, Mapping[str, float]], columns: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """Return one row a key and one column a topic of the run; `columns` are their places in the judgements."""
        try:
            judged = self._judgements.judge(run).judged
            if judged.num_topics - len(columns) > _MANY:
                topics, columns = np.unique(columns, return_inverse=True)
                judged = only(judged, topics)
            found = values_of(self._measures, judged)[:, columns]
        except CranfieldError as error:
            refuse(error)
        found[np.isnan(found)] = 0.0  # what has no value counts as 0, as in trec_eval
        values = np.zeros((len(self._keys), len(columns)))
        for row, bound, of_topics in zip(self._rows, self._measures, found, strict=True):
            values[row] = _logarithms(of_topics) if bound.aggregate == "geometric" else of_topics
            if bound.measure.name == "RnDCG":  # of all measures of gains, only this one asks for the level
                values[row, judged.num_relevant(self._level)[columns] == 0] = 0.0
        return values

    def _tell_that_nothing_is_judged(self, scores: Mapping[str, Any]) -> None:
        if not self._columns:
            warn("no-topic-in-common", "there are no judgements, so there is nothing to evaluate")
            return
        found = [to_bytes(_id(topic)) for topic in scores]
        told = no_topic_in_common(self._judgements.qrels, "run", found)
        warn(told.slug, told.message, *(line.strip() for line in told.details), f"hint: {told.hint}")


def _qrels(given: Any) -> Qrels:
    if not isinstance(given, Mapping):
        refuse(_no_dict("query_relevance", "{topic: {document: grade}}", given))
    filled = {topic: grades for topic, grades in given.items() if not _is_empty(grades)}
    if not filled:
        return Qrels(Ids.of([]), np.zeros(1, dtype=np.int64), Ids.of([]), np.empty(0))
    try:
        return read_qrels(filled)
    except CranfieldError as error:
        refuse(error)


def _is_empty(grades: Any) -> bool:
    return hasattr(grades, "__len__") and not len(grades)


def _no_dict(what: str, wanted: str, given: object) -> InputError:
    return InputError(
        f"{what} must be a dict {wanted}, and is of type `{type(given).__qualname__}`",
        slug="wrong-shape",
        hint="cranfield.evaluate takes files, frames and more",
    )


def _checked(level: object) -> float:
    if isinstance(level, bool) or not isinstance(level, Real) or not math.isfinite(level):
        refuse(UsageError(f"relevance_level must be a number, not {level!r}", slug="measure-parameter"))
    return float(level)


def _id(topic: object) -> str:
    """Return a topic as the judgements have it: numbers are written out."""
    if isinstance(topic, str):
        return topic
    return to_text(topic) if isinstance(topic, bytes) else str(topic)


def _logarithms(values: NDArray[np.float64]) -> list[float]:
    """Return what trec_eval has of one topic where it averages geometrically (by libm, to the last bit)."""
    return [math.log(max(value, LEAST)) for value in values.tolist()]
