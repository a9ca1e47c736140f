"""Kendall's tau by counting every pair, and as scipy has it."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from cranfield.compare.correlation import Kendall, kendall, ranks
from cranfield.errors import InputError

VALUES = st.sampled_from([0, 1, 2, 3, 0.5, -1])
COLUMNS = st.lists(st.tuples(VALUES, VALUES), max_size=25).map(
    lambda rows: ([x for x, _ in rows], [y for _, y in rows])
)


def counted(x: list[float], y: list[float]) -> Kendall:
    found = [0] * 5
    for one, other in combinations(range(len(x)), 2):
        in_x, in_y = x[one] - x[other], y[one] - y[other]
        if in_x and in_y:
            found[0 if in_x * in_y > 0 else 1] += 1
        else:
            found[4 if in_x == in_y else 2 if not in_x else 3] += 1
    return Kendall(*found)


@given(columns=COLUMNS)
def test_counts_every_pair(columns: tuple[list[float], list[float]]) -> None:
    assert kendall(*columns) == counted(*columns)


@given(columns=COLUMNS.filter(lambda columns: all(len(set(column)) > 1 for column in columns)))
def test_tau_b_is_scipys(columns: tuple[list[float], list[float]]) -> None:
    assert kendall(*columns).tau_b == pytest.approx(stats.kendalltau(*columns).statistic, abs=1e-12)


@given(columns=st.permutations(range(12)))
def test_without_ties_the_three_are_one(columns: list[int]) -> None:
    found = kendall(range(12), columns)
    assert [found.tau_b, found.gamma] == pytest.approx([found.tau_a] * 2)


def test_where_nothing_differs_it_is_undefined() -> None:
    assert all(math.isnan(value) for value in (kendall([1], [2]).tau_a, kendall([1, 1], [2, 3]).tau_b))
    assert math.isnan(kendall([1, 1], [2, 3]).gamma)


def test_a_hundred_thousand_values_are_no_matter() -> None:
    found = kendall(range(100_000), range(100_000, 0, -1))
    assert (found.concordant, found.discordant) == (0, 4_999_950_000)


@given(values=st.lists(VALUES, max_size=20))
def test_a_rank_counts_who_is_better(values: list[float]) -> None:
    assert ranks(values).tolist() == [1 + sum(other > value for other in values) for value in values]


def test_columns_have_to_match_and_to_be_numbers() -> None:
    with pytest.raises(InputError, match="3 values cannot be paired with 2"):
        kendall([1, 2, 3], [1, 2])
    with pytest.raises(InputError, match="hold NaN"):
        kendall([1, 2], [1, math.nan])
    with pytest.raises(InputError, match="not one column"):
        ranks([[1, 2], [3, 4]])  # type: ignore[list-item]
