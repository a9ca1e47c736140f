"""nDCG with gains, and SDCG, are ir_measures'."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.measure import find
from tests.measure.drawn import PATIENT, TOPICS, Drawn, judged

ir_measures = pytest.importorskip("ir_measures")
pytest.importorskip("cwl")

COVERED = {"SDCG", "nDCG"}

WITH_A_GAIN = TOPICS.filter(lambda topic: topic.ranking and any(g > 0 for g in topic.judgements.values()))


def theirs(measure: object, topic: Drawn) -> float:
    run = {"q": {document: -float(rank) for rank, document in enumerate(topic.documents)}}
    [metric] = ir_measures.iter_calc([measure], {"q": topic.judgements}, run)
    return float(metric.value)


@PATIENT
@given(topic=WITH_A_GAIN, k=st.sampled_from([1, 3, 10, 1000]), max_rel=st.sampled_from([1, 2, 3, 5]))
def test_sdcg(topic: Drawn, k: int, max_rel: int) -> None:
    for min_rel in range(min(max_rel, 2)):
        value = (find("SDCG")(min_rel=min_rel, max_rel=max_rel) @ k).values(judged(topic))[0]
        expected = theirs(ir_measures.SDCG(min_rel=min_rel, max_rel=max_rel) @ k, topic)
        assert value == pytest.approx(expected, abs=1e-12)


def test_sdcg_of_theirs_stops_at_rank_1000() -> None:
    topic = Drawn((1,))
    measured = [float((find("SDCG")(max_rel=1) @ k).values(judged(topic))[0]) for k in (1000, 2000)]
    assert theirs(ir_measures.SDCG(max_rel=1) @ 2000, topic) == pytest.approx(measured[0])
    assert measured[1] < measured[0]


@PATIENT
@given(
    topic=WITH_A_GAIN,
    k=st.sampled_from([None, 1, 4]),
    gains=st.dictionaries(st.sampled_from([0, 1, 2, 3]), st.integers(0, 9), min_size=1),
)
def test_ndcg_with_gains(topic: Drawn, k: int | None, gains: dict[int, int]) -> None:
    written = ",".join(f"{grade}={gain}" for grade, gain in gains.items())
    value = find("nDCG")(gains=written, k=k).values(judged(topic))[0]
    measure = ir_measures.nDCG(gains=gains)
    expected = theirs(measure if k is None else measure @ k, topic)
    # Where nothing gains, it is undefined here, and 0 there.
    assert (0 if math.isnan(value) else value) == expected
