"""The measures of ranks that ir_measures has give its number."""

from __future__ import annotations

import pytest
from hypothesis import given

from cranfield.measure import parse
from tests.measure.drawn import PATIENT, TOPICS, Drawn, judged
from tests.measure.outside.test_trec_eval import as_run, evaluable

ir_measures = pytest.importorskip("ir_measures")

# What is written here, and there.
PAIRS = {
    "Rprec": "Rprec",
    "Rprec(rel=2)": "Rprec(rel=2)",
    "infAP": "infAP",
    "infAP(rel=2)": "infAP(rel=2)",
    "IPrec(levels='trec9')@0.1": "IPrec@0.1",
    "IPrec(levels='trec9')@0.7": "IPrec@0.7",
    "AP@5": "AP@5",
    "RR@5": "RR@5",
}
ACCURACY = ("Accuracy", "Accuracy(rel=2)", "Accuracy@5")
COVERED = {bound.measure.name for bound in parse([*PAIRS, *ACCURACY])}


def something_relevant(topic: Drawn) -> bool:
    return any(grade >= 2 for grade in topic.judgements.values())


def both_kinds_on_top(topic: Drawn) -> bool:
    """Accuracy divides by zero there if all is relevant, and has no value if nothing is."""
    relevant = [grade is not None and grade >= 2 for grade in topic.ranking[:5]]
    return any(relevant) and any(grade is None or grade < 1 for grade in topic.ranking[:5])


def theirs(names: list[str], topic: Drawn) -> dict[str, float]:
    measures = {name: ir_measures.parse_measure(name) for name in names}
    metrics = ir_measures.iter_calc(measures.values(), {"q": topic.judgements}, {"q": as_run(topic)})
    values = {metric.measure: metric.value for metric in metrics}
    return {name: values[measure] for name, measure in measures.items()}


@PATIENT
@given(topic=TOPICS.filter(evaluable).filter(something_relevant))
def test_equals_ir_measures(topic: Drawn) -> None:
    expected = theirs(list(PAIRS.values()), topic)
    for bound, name in zip(parse(list(PAIRS)), PAIRS.values(), strict=True):
        assert bound.values(judged(topic))[0] == pytest.approx(expected[name], abs=1e-12), bound


@PATIENT
@given(topic=TOPICS.filter(both_kinds_on_top))
def test_accuracy_equals_ir_measures(topic: Drawn) -> None:
    expected = theirs(list(ACCURACY), topic)
    for bound in parse(list(ACCURACY)):
        assert bound.values(judged(topic))[0] == expected[bound.name], bound


def test_accuracy_where_ir_measures_has_none() -> None:
    nothing_found, nothing_else = Drawn((None, 0), (1,)), Drawn((1, 1))
    assert (
        list(
            ir_measures.iter_calc(
                [ir_measures.Accuracy], {"q": nothing_found.judgements}, {"q": as_run(nothing_found)}
            )
        )
        == []
    )
    with pytest.raises(ZeroDivisionError):
        theirs(["Accuracy"], nothing_else)
    [accuracy] = parse("Accuracy")
    assert accuracy.values(judged(nothing_found, nothing_else)).tolist() == [0, 1]
