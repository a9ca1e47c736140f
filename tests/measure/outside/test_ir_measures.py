"""Judged@k, which trec_eval lacks, equals ir_measures'."""

from __future__ import annotations

import pytest
from hypothesis import given

from cranfield.measure import find
from tests.measure.drawn import PATIENT, TOPICS, Drawn, judged

ir_measures = pytest.importorskip("ir_measures")

COVERED = {"Judged"}


def without_negative_grades(topic: Drawn) -> bool:
    """It takes a negative grade for a judgement, unlike trec_eval and us, and divides by zero if all is empty."""
    return len(topic.ranking) > 0 and -1 not in topic.judgements.values() and len(topic.judgements) > 0


@PATIENT
@given(topic=TOPICS.filter(without_negative_grades))
def test_judged_equals_ir_measures(topic: Drawn) -> None:
    run = {"q": {document: -float(rank) for rank, document in enumerate(topic.documents)}}
    [theirs] = ir_measures.iter_calc([ir_measures.Judged @ 5], {"q": topic.judgements}, run)
    assert find("Judged")(k=5).values(judged(topic))[0] == theirs.value
