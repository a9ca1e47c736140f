"""Wilcoxon's test against scipy and against every way to put signs."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from cranfield.compare.wilcoxon import Alternative, wilcoxon
from cranfield.errors import InputError, UsageError

ALTERNATIVES = st.sampled_from(["two-sided", "greater", "less"])
# Whole numbers: scipy has no tolerance, and finds ties among them exactly.
TIED = st.lists(st.integers(-6, 6), min_size=1, max_size=40)
DISTINCT = st.lists(st.integers(-1000, 1000).filter(bool), min_size=1, max_size=25, unique_by=abs)


def scipys(differences: list[int], method: str, **options: Any) -> float:
    test: Any = stats.wilcoxon
    return float(test(np.array(differences, dtype=float), method=method, **options).pvalue)


@given(differences=DISTINCT, alternative=ALTERNATIVES)
def test_the_exact_p_is_scipys(differences: list[int], alternative: Alternative) -> None:
    found = wilcoxon(differences, alternative=alternative)
    assert found.exact
    assert found.p == pytest.approx(scipys(differences, "exact", alternative=alternative), abs=1e-12)


@given(differences=DISTINCT.map(lambda values: values[:9]))
def test_the_exact_p_counts_every_way_to_put_signs(differences: list[int]) -> None:
    n = len(differences)
    found = wilcoxon(differences)
    sums = [sum(rank for rank, sign in enumerate(signs, 1) if sign) for signs in product([0, 1], repeat=n)]
    low = min(found.w_plus, found.w_minus)
    assert found.p == min(1, 2 * sum(each <= low for each in sums) / 2**n)


@given(
    differences=TIED.filter(any),
    alternative=ALTERNATIVES,
    continuity=st.booleans(),
    zeros=st.sampled_from(["drop", "pratt"]),
)
def test_the_normal_p_is_scipys(
    differences: list[int], alternative: Alternative, continuity: bool, zeros: Any
) -> None:
    found = wilcoxon(differences, alternative=alternative, continuity=continuity, zeros=zeros)
    if not found.exact:
        method = {"drop": "wilcox", "pratt": "pratt"}[zeros]
        theirs = scipys(
            differences, "asymptotic", alternative=alternative, correction=continuity, zero_method=method
        )
        assert found.p == pytest.approx(theirs, abs=1e-12)


def test_more_than_25_differences_take_the_normal_law() -> None:
    assert wilcoxon(range(1, 26)).exact
    assert not wilcoxon(range(1, 27)).exact


def test_differences_that_floats_tell_apart_are_tied() -> None:
    equal = [0.4 - 0.35, 0.25 - 0.2]
    assert equal[0] != equal[1]
    found = wilcoxon([equal[0], -equal[1], 0.5])
    assert (found.w_plus, found.w_minus, found.exact) == (4.5, 1.5, False)
    assert wilcoxon([0.1 + 0.2 - 0.3, 1.0]).n == 1


@pytest.mark.parametrize("zeros", ["drop", "pratt"])
def test_no_difference_is_indistinguishable(zeros: Any) -> None:
    for differences in ([], [0.0, 0.0]):
        found = wilcoxon(differences, zeros=zeros)
        assert (found.n, found.p, found.direction, found.rank_biserial) == (0, 1.0, 0, 0.0)


def test_the_direction_says_who_won() -> None:
    assert wilcoxon([1, 2, -3, 4]).direction == 1
    assert wilcoxon([-1, -2, 3, -4]).direction == -1
    assert wilcoxon([1, 2, -3, 4]).rank_biserial == 0.4


def test_refuses_what_it_cannot_do() -> None:
    with pytest.raises(InputError, match="hold NaN"):
        wilcoxon([0.1, float("nan")])
    with pytest.raises(UsageError, match="prat"):
        wilcoxon([0.1], zeros="prat")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="bigger"):
        wilcoxon([0.1], alternative="bigger")  # type: ignore[arg-type]
