"""Every measure equals its textbook definition on random topics, several at once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.measure import Measure
from tests.measure.drawn import PATIENT, TOPICS, Drawn, judged
from tests.measure.variants import BUILT_IN, variants
from tests.oracles import ORACLES


@pytest.mark.parametrize("measure", [each for each in BUILT_IN if each.name in ORACLES], ids=repr)
@PATIENT
@given(topics=st.lists(TOPICS, max_size=4))
def test_equals_the_textbook(measure: Measure, topics: list[Drawn]) -> None:
    oracle, hits = ORACLES[measure.name], judged(*topics)
    for bound in variants(measure):
        expected = [oracle(topic.documents, topic.judgements, **dict(bound.settings)) for topic in topics]
        np.testing.assert_allclose(bound.values(hits), expected, rtol=1e-12, atol=1e-12, err_msg=bound.name)


@pytest.mark.parametrize("measure", BUILT_IN, ids=repr)
@PATIENT
@given(topic=TOPICS)
def test_what_runs_share_about_the_judgements_changes_no_number(measure: Measure, topic: Drawn) -> None:
    one, other = judged(topic), judged(topic.ranked(reversed(topic.ranking)))
    shared = replace(other, shared=one.shared)
    for bound in variants(measure):
        bound.values(one)
        np.testing.assert_array_equal(bound.values(shared), bound.values(other))


@pytest.mark.parametrize("measure", BUILT_IN, ids=repr)
def test_no_topics_no_values(measure: Measure) -> None:
    for bound in variants(measure):
        values = bound.values(judged())
        assert values.shape == (0,)
        assert values.dtype == np.float64
