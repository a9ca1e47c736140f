"""Compat equals ir_measures', on ranked lists without ties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.measure import find
from tests.measure.drawn import PATIENT, TOPICS, Drawn, judged

ir_measures = pytest.importorskip("ir_measures")

COVERED = {"Compat"}
COMPAT = find("Compat")
PERSISTENCE = st.sampled_from([0.5, 0.8, 0.95, 0.99])


def evaluable(topic: Drawn) -> bool:
    return len(topic.ranking) > 0 and any(grade > 0 for grade in topic.judgements.values())


def theirs(topic: Drawn, scores: dict[str, float], p: float, *, normalize: bool) -> float:
    bound = ir_measures.Compat(p=p, normalize=normalize)
    [found] = ir_measures.iter_calc([bound], {"q": topic.judgements}, {"q": scores})
    return float(found.value)


@PATIENT
@given(topic=TOPICS.filter(evaluable), p=PERSISTENCE, normalize=st.booleans())
def test_compat_equals_ir_measures(topic: Drawn, p: float, normalize: bool) -> None:
    scores = {document: 1000.0 - rank for rank, document in enumerate(topic.documents)}
    value = float(COMPAT(p=p, normalize=str(normalize)).values(judged(topic))[0])
    assert value == pytest.approx(theirs(topic, scores, p, normalize=normalize), abs=1e-12)


def test_with_negative_scores_ir_measures_puts_missed_documents_before_found_ones() -> None:
    topic = Drawn((1, 0), missed=(1,))
    assert COMPAT(p=0.5).values(judged(topic))[0] == pytest.approx(5 / 6)
    assert theirs(topic, {"d1": 2.0, "d2": 1.0}, 0.5, normalize=True) == pytest.approx(5 / 6)
    assert theirs(topic, {"d1": -1.0, "d2": -2.0}, 0.5, normalize=True) == pytest.approx(1 / 6)
