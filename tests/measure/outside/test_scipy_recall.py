"""Rnorm is the Mann-Whitney statistic: the share of pairs in the right order, tied ones for half."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import mannwhitneyu

from cranfield.measure import example, find
from cranfield.measure.expectation import expected_values
from tests.measure.drawn import PATIENT

COVERED = {"Rnorm"}

GRADES = st.lists(st.sampled_from([0.0, 1.0]), min_size=2, max_size=30)


def share_of_pairs(grades: list[float], scores: list[float]) -> float:
    scored = list(zip(grades, scores, strict=True))
    good, bad = ([score for grade, score in scored if grade == wanted] for wanted in (1, 0))
    statistic = mannwhitneyu(good, bad, alternative="greater", method="asymptotic").statistic
    return float(statistic) / (len(good) * len(bad))


@PATIENT
@given(grades=GRADES)
def test_a_complete_ranking(grades: list[float]) -> None:
    assume(0 < sum(grades) < len(grades))
    scores = [float(-rank) for rank in range(len(grades))]
    value = find("Rnorm")(collection=len(grades)).values(example(grades))[0]
    assert value == pytest.approx(share_of_pairs(grades, scores), abs=1e-12)


@PATIENT
@given(grades=GRADES, data=st.data())
def test_a_complete_ranking_with_ties(grades: list[float], data: st.DataObject) -> None:
    assume(0 < sum(grades) < len(grades))
    levels = st.lists(st.sampled_from([3.0, 2.0, 1.0]), min_size=len(grades), max_size=len(grades))
    scores = sorted(data.draw(levels), reverse=True)
    values, errors = expected_values([find("Rnorm")(collection=len(grades))], example(grades, scores=scores))
    assert not errors
    assert values[0, 0] == pytest.approx(share_of_pairs(grades, scores), abs=1e-12)
