"""With one aspect and grades of 0 and 1, ndeval's nERR-IA is nERR."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.measure import find
from tests.measure.drawn import PATIENT, Drawn, judged

pyndeval = pytest.importorskip("pyndeval")

COVERED = {"nERR"}

RANKINGS = st.lists(st.sampled_from([None, 0, 1]), min_size=1, max_size=30).map(tuple)
MISSED = st.lists(st.just(1), min_size=1, max_size=8).map(tuple)


@PATIENT
@given(topic=st.builds(Drawn, RANKINGS, MISSED), k=st.sampled_from([5, 10, 20]))
def test_nerr_equals_ndeval(topic: Drawn, k: int) -> None:
    qrels = [("1", "1", document, grade) for document, grade in topic.judgements.items()]
    run = [("1", document, -float(rank)) for rank, document in enumerate(topic.documents)]
    expected = pyndeval.ndeval(qrels, run, measures=[f"nERR-IA@{k}"])["1"][f"nERR-IA@{k}"]
    assert (find("nERR")(top=1) @ k).values(judged(topic))[0] == pytest.approx(expected, abs=1e-12)
