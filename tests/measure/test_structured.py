"""Cumulated gain, effort-precision, average generalised precision and characters, at their edges."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.errors import UsageError
from cranfield.measure import example, find
from cranfield.measure.structured import agp, char_f, effort_precision, xcg

GAINS = st.lists(st.sampled_from([0, 0.25, 0.5, 1]), min_size=1, max_size=12)


@given(run=GAINS, more=GAINS)
def test_gain_and_effort_by_walking_down(run: list[float], more: list[float]) -> None:
    ideal = sorted([*run, *more], reverse=True)
    found = xcg(run, ideal)
    for rank in range(1, len(run) + 1):
        gained, best = sum(run[:rank]), sum(ideal[:rank])
        nxcg, gr = (gained / best, gained / sum(ideal)) if best else (math.nan, math.nan)
        assert found.nxcg[rank - 1] == pytest.approx(nxcg, nan_ok=True)
        assert found.gr[rank - 1] == pytest.approx(gr, nan_ok=True)


@given(run=GAINS, more=GAINS, gain=st.sampled_from([0.25, 0.5, 1.75, 3]))
def test_effort_is_ranks_walked(run: list[float], more: list[float], gain: float) -> None:
    ideal = sorted([*run, *more], reverse=True)
    walked, best = (
        next((rank for rank in range(1, len(each) + 1) if sum(each[:rank]) >= gain), None)
        for each in (run, ideal)
    )
    expected = math.nan if best is None else best / walked if walked else 0.0
    assert effort_precision(run, ideal, [gain])[0] == pytest.approx(expected, nan_ok=True)


def test_the_ideal_run_is_perfect_all_the_way() -> None:
    found = xcg([1, 1, 0.5, 0], [0.5, 1, 1])
    assert found.nxcg.tolist() == [1, 1, 1, 1]
    assert effort_precision([1, 1, 0.5], [1, 1, 0.5], [0.5, 1, 2, 2.5]).tolist() == [1, 1, 1, 1]


def test_without_a_run_or_an_ideal() -> None:
    assert xcg([], [1]).nxcg.tolist() == []
    assert np.isnan(xcg([0], []).gr).all()
    assert effort_precision([], [1], [1]).tolist() == [0]
    assert np.isnan(effort_precision([1], [1], [1.5])).all()


@given(relevant=st.lists(st.booleans(), max_size=12), missed=st.integers(0, 3))
def test_binary_scores_make_average_precision(relevant: list[bool], missed: int) -> None:
    n = sum(relevant) + missed
    hits = example([float(each) for each in relevant], missed=[1.0] * missed)
    assert agp(relevant, n) == pytest.approx(find("AP")().values(hits)[0], nan_ok=True)


def test_characters_at_the_edges() -> None:
    assert char_f(0, 10, 0) == (0, 0, 0)
    assert char_f(5, 10, 0) == (0, 0, 0)
    assert char_f(10, 10, 10) == (1, 1, 1)
    assert str(char_f(5, 0, 0)) == "CharacterF(precision=0.0, recall=nan, f=nan)"
    assert char_f(150, 100, 75, beta=0).f == 0.5  # precision alone
    with pytest.raises(UsageError, match="11 characters cannot be among"):
        char_f(10, 20, 11)
