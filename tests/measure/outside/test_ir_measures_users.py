"""RBP, INST, INSQ, BPM and the NERR family equal ir_measures', at a binary and at a graded reading."""

from __future__ import annotations

import logging

import pytest
from hypothesis import given, settings

from cranfield.measure import BoundMeasure, parse
from tests.measure.drawn import TOPICS, Drawn, judged

ir_measures = pytest.importorskip("ir_measures")

# Ours, and theirs.
SAME = {
    "RBP": "RBP(rel=1)",
    "RBP(p=0.5, rel=2)": "RBP(p=0.5,rel=2)",
    "INST": "INST(max_rel=1)",
    "INST(T=2, top=3)": "INST(T=2.0,max_rel=3)",
    "INSQ": "INSQ(max_rel=1)",
    "INSQ(T=3, top=2)": "INSQ(T=3.0,max_rel=2)",
    "BPM@5": "BPM(max_rel=1)@5",
    "BPM(T=2, top=2)@8": "BPM(T=2.0,max_rel=2)@8",
    "EU(model='SDCG', top=3)@10": "SDCG(max_rel=3)@10",
    "NERR8(top=3)@10": "NERR8(max_rel=3)@10",
    "NERR9(top=3)@10": "NERR9(max_rel=3)@10",
    "NERR10(top=3)": "NERR10(max_rel=3)",
    "NERR11(top=3)": "NERR11(max_rel=3)",
}
COVERED = {bound.measure.name for name in SAME for bound in parse(name)}


def has_documents(topic: Drawn) -> bool:
    """What they cannot do without, and something relevant even at rel=2."""
    return len(topic.ranking) > 0 and max(topic.judgements.values(), default=0) >= 2


def one(name: str) -> BoundMeasure:
    [bound] = parse(name)
    return bound


@settings(max_examples=40, deadline=None)
@given(topic=TOPICS.filter(has_documents))
def test_equals_ir_measures(topic: Drawn) -> None:
    logging.getLogger("ir_measures.cwl_eval").setLevel(logging.ERROR)  # it warns of each grade above max_rel
    run = {"q": {document: -float(rank) for rank, document in enumerate(topic.documents)}}
    for name, their_name in SAME.items():
        [theirs] = ir_measures.iter_calc(
            [ir_measures.parse_measure(their_name)], {"q": topic.judgements}, run
        )
        ours = one(name).values(judged(topic))[0]
        assert ours == pytest.approx(theirs.value, abs=1e-9), (name, their_name)
