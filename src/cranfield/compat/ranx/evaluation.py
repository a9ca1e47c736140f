"""`evaluate` of ranx: judgements, a run and metrics in; numbers of the shape that the arguments ask for out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.compat.ranx.metrics import Metric, parsed
from cranfield.compat.ranx.topics import Qrels, Run
from cranfield.errors import InputError, warn
from cranfield.judge import Judgements
from cranfield.judge.topics import difference, listed
from cranfield.model import Judged, Policies
from cranfield.model.ids import to_bytes
from cranfield.read import read_qrels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

# ranx sorts by score alone; of the two orders that are no accident, that of the input is the one it has for short lists.
_POLICIES = Policies(ties="input")


def evaluate(
    qrels: Qrels | Mapping[str, Mapping[str, float]],
    run: Run | Mapping[str, Mapping[str, float]],
    metrics: str | Sequence[str],
    return_mean: bool = True,  # noqa: FBT001, FBT002  (theirs)
    return_std: bool = False,  # noqa: FBT001, FBT002
    threads: int = 0,  # noqa: ARG001  (nothing here takes long enough)
    save_results_in_run: bool = True,  # noqa: FBT001, FBT002
    make_comparable: bool = False,  # noqa: FBT001, FBT002
) -> Any:
    """Return one number a metric, or with `return_mean=False` one a topic, in the order of their ids.

    One metric gives a number (or an array) alone, several a dict. With `return_std`, it is the mean with the
    standard deviation over the topics.

    >>> evaluate({"q1": {"d1": 1}}, {"q1": {"d2": 2.5, "d1": 1.5}}, "mrr")
    0.5
    """
    asked = [parsed(metric) for metric in ([metrics] if isinstance(metrics, str) else metrics)]
    judgements = qrels if isinstance(qrels, Qrels) else Qrels(_dict(qrels, "qrels"))
    ranked = run if isinstance(run, Run) else Run(_dict(run, "run"))
    if not make_comparable:
        _refuse_other_topics(judgements, ranked)
    topics = judgements.get_query_ids()
    values = _values(judgements, ranked, asked, topics)
    if isinstance(run, Run) and save_results_in_run:
        _save(run, values, topics, with_std=return_std)
    if return_mean:
        shown: dict[str, Any] = {
            text: {"mean": float(np.mean(row)), "std": float(np.std(row))}
            if return_std
            else float(np.mean(row))
            for text, row in values.items()
        }
    else:
        shown = dict(values)
    return shown[asked[0].text] if len(asked) == 1 else shown


def _dict(data: Any, name: str) -> Mapping[str, Mapping[str, float]]:
    if isinstance(data, Mapping):
        return data
    raise InputError(
        f"{name}: `{type(data).__qualname__}` holds no ids of documents",
        slug="wrong-shape",
        hint="give Qrels and Run, or dicts: {query: {document: number}}",
    )


def _refuse_other_topics(qrels: Qrels, run: Run) -> None:
    judged, found = ({to_bytes(str(topic)) for topic in side.keys()} for side in (qrels, run))  # noqa: SIM118
    if judged == found:
        return
    without, unknown = sorted(judged - found), sorted(found - judged)
    why = difference(without, unknown)
    raise InputError(
        "the queries of judgements and run are not the same",
        slug="topics-differ",
        details=[
            *([f"  judged, but not in the run: {listed(without)}"] if without else []),
            *([f"  in the run, but not judged: {listed(unknown)}"] if unknown else []),
        ],
        hint=f"the ids differ by {why}; write them alike on both sides"
        if why
        else "make_comparable=True counts missing queries as 0, and leaves out those without judgements",
    )


def _values(qrels: Qrels, run: Run, metrics: Sequence[Metric], topics: Sequence[str]) -> dict[str, Floats]:
    """Judge the run once; and once more for each other way in which a metric looks at grades."""
    values = {metric.text: np.zeros(len(topics)) for metric in metrics}
    if qrels.is_empty or run.is_empty:
        return values
    table = read_qrels(qrels.source)
    place = {topic: number for number, topic in enumerate(topics)}
    places = [place[topic] for topic in table.topics]
    seen: dict[bytes, Judged] = {}
    for metric in metrics:
        grades = metric.grades(table.grades)
        key = grades.tobytes()
        if key not in seen:
            judged = _judged(Judgements(replace(table, grades=grades), _POLICIES), run)
            if judged is None:
                break
            seen[key] = judged
        values[metric.text][places] = metric.values(seen[key])
    return values


def _judged(judgements: Judgements, run: Run) -> Judged | None:
    """Judge the run; None where it has not a single judged query, which ranx takes for finding nothing."""
    try:
        return judgements.judge(run.source).judged
    except InputError as error:
        if error.slug != "no-topic-in-common":
            raise
        warn("no-topic-in-common", error.message, *map(str.strip, error.details), f"hint: {error.hint}")
        return None


def _save(run: Run, values: Mapping[str, Floats], topics: Sequence[str], *, with_std: bool) -> None:
    for text, row in values.items():
        run.mean_scores[text] = float(np.mean(row))
        if with_std:
            run.std_scores[text] = float(np.std(row))
        run.scores[text] = dict(zip(topics, row.tolist(), strict=True))
