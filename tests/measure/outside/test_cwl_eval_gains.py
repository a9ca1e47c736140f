"""CG and ERR, put together from what cwl-eval says of two of its users."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.measure import find
from tests.measure.drawn import PATIENT, TOPICS, Drawn, judged

cwl_ruler = pytest.importorskip("cwl.ruler.cwl_ruler")
from cwl.ruler.ranking import Ranking  # noqa: E402  (only where it is installed)

COVERED = {"CG", "ERR"}

WITH_A_GAIN = TOPICS.filter(lambda topic: topic.ranking and any(g > 0 for g in topic.judgements.values()))


def ranked(gains: list[float]) -> Ranking:
    return Ranking("1", np.array(gains), np.ones(len(gains)), max_n=1000)


def grades(topic: Drawn) -> list[float]:
    return [max(grade or 0, 0) for grade in topic.ranking]


@PATIENT
@given(topic=WITH_A_GAIN, k=st.sampled_from([1, 3, 10, 40]))
def test_cg_is_the_total_gain_of_a_user_who_reads_k(topic: Drawn, k: int) -> None:
    user = cwl_ruler.PrecisionCWLMetric(k)
    user.measure(ranked(grades(topic)))
    value = (find("CG") @ k).values(judged(topic))[0]
    assert value == pytest.approx(user.expected_total_utility, abs=1e-9)


@PATIENT
@given(topic=WITH_A_GAIN, top=st.sampled_from([3, 4]))
def test_err_is_the_mean_reciprocal_rank_at_which_a_user_stops(topic: Drawn, top: int) -> None:
    """Azzopardi et al., ICTIR 2021: ERR takes 1 / i where C/W/L would take what was gained by rank i."""
    satisfied = [(2**grade - 1) / 2**top for grade in grades(topic)]
    stops = cwl_ruler.NERReq8CWLMetric(1000).l_vector(ranked(satisfied))[: len(satisfied)]
    expected = float(np.sum(stops / np.arange(1, len(satisfied) + 1)))
    assert find("ERR")(top=top).values(judged(topic))[0] == pytest.approx(expected, abs=1e-12)
