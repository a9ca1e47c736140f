"""Agreement, usefulness, reproduction, concentration: small functions against their definitions."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from cranfield.compare.agreement import agreement, agreement_by_mean
from cranfield.compare.concentration import gini, retrievability
from cranfield.compare.reproduction import delta_ri, effect_ratio, ktu, rmse
from cranfield.compare.usefulness import usefulness
from cranfield.compare.wilcoxon import wilcoxon
from cranfield.errors import InputError, UsageError

SCORES = st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.75]), min_size=4, max_size=4)


@given(means=st.tuples(SCORES, SCORES, SCORES))
def test_the_five_classes_are_all_pairs(means: tuple[list[float], ...]) -> None:
    named = dict(zip("abc", means, strict=True))
    found = agreement_by_mean(named)
    five = [["abc"], ["ab", "c"], ["ac", "b"], ["bc", "a"], ["a", "b", "c"]]
    assert found.pairs == 6
    assert sum(found.count(*classes) for classes in five) == 6
    signs = [[np.sign(column[i] - column[j]) for i, j in combinations(range(4), 2)] for column in means]
    assert found.count("abc") == sum(len(set(told)) == 1 for told in zip(*signs, strict=True))
    assert found.count("a", "b", "c") == sum(len(set(told)) == 3 for told in zip(*signs, strict=True))


def test_means_within_the_tolerance_are_equal() -> None:
    close = {"a": [0.30, 0.31], "b": [0.5, 0.5]}
    assert agreement_by_mean(close).count(["a"], ["b"]) == 1
    assert agreement_by_mean(close, tolerance=0.02).count(["a", "b"]) == 1


def test_outcomes_are_of_the_same_pairs() -> None:
    assert math.isnan(agreement({}).share(["a"]))
    with pytest.raises(InputError, match="different numbers of pairs"):
        agreement({"a": [1], "b": [1, 0]})


@given(pairs=st.lists(st.tuples(st.integers(-8, 8), st.integers(-8, 8)), min_size=1, max_size=30))
def test_usefulness_is_the_rank_biserial_correlation(pairs: list[tuple[int, int]]) -> None:
    found = usefulness([a for a, _ in pairs], [b for _, b in pairs])
    differences = [b - a for a, b in pairs if a != b]
    rank = stats.rankdata(np.abs(differences))
    plus = sum(each for each, difference in zip(rank, differences, strict=True) if difference > 0)
    assert found.n == len(differences)
    assert found.value == pytest.approx(2 * plus / sum(rank) - 1 if differences else 0)


def test_the_error_probability_is_one_sided() -> None:
    better, worse = usefulness([0.1] * 5, [0.2, 0.3, 0.4, 0.5, 0.6]), usefulness([0.9] * 3, [0.5, 0.6, 0.7])
    assert (better.value, better.error_probability) == (1.0, 1 / 32)
    assert (worse.value, worse.error_probability) == (-1.0, 1.0)


@given(one=st.permutations("abcdef"), other=st.permutations("abcdef"))
def test_with_the_same_documents_ktu_is_kendalls_tau(one: list[str], other: list[str]) -> None:
    tau = stats.kendalltau([one.index(each) for each in "abcdef"], [other.index(each) for each in "abcdef"])
    assert ktu(one, other) == pytest.approx(tau.statistic)


@given(one=st.permutations("abcdefgh"), other=st.permutations("abcdefgh"))
def test_repro_evals_ktu_numbers_by_id(one: list[str], other: list[str]) -> None:
    union = sorted({*one[:5], *other[:5]})
    numbers = [[union.index(document) for document in ranking[:5]] for ranking in (one, other)]
    assert ktu(one, other, depth=5, numbering="id") == pytest.approx(stats.kendalltau(*numbers).statistic)


def test_renaming_documents_changes_repro_evals_ktu_alone() -> None:
    renamed = dict(zip("abc", "bac", strict=True))
    one, other = ["a", "b", "c"], ["a", "c", "b"]
    new = [[renamed[document] for document in ranking] for ranking in (one, other)]
    assert ktu(*new) == ktu(one, other) == pytest.approx(1 / 3)
    assert ktu(one, other, numbering="id") == pytest.approx(1 / 3)
    assert ktu(*new, numbering="id") == -1


def test_ktu_compares_as_far_as_both_lists_go() -> None:
    assert ktu(["a", "b", "c", "d"], ["a", "b"]) == 1
    assert math.isnan(ktu(["a"], ["a"]))
    with pytest.raises(InputError, match="twice"):
        ktu(["a", "a"], ["a", "b"])
    with pytest.raises(InputError, match="best document first"):
        ktu({"a", "b"}, ["a", "b"])  # type: ignore[arg-type]
    for depth in (-1, 0, 1.5):
        with pytest.raises(UsageError, match="from 1 upwards"):
            ktu(["a"], ["b"], depth=depth)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="numbering"):
        ktu(["a"], ["b"], numbering="name")  # type: ignore[arg-type]


def test_effects_that_were_not_there_have_no_ratio() -> None:
    assert math.isnan(effect_ratio([0.2], [0.2], [0.1], [0.3]))
    assert math.isnan(delta_ri([0.0], [0.2], [0.1], [0.3]))
    assert math.isnan(effect_ratio([], [], [0.1], [0.3]))
    assert math.isnan(rmse([], []))


def test_other_topics_are_another_collection() -> None:
    assert effect_ratio([0.25, 0.5], [0.5, 0.75], [0.25], [0.75]) == 2
    assert delta_ri([0.25, 0.5], [0.5, 0.75], [0.25], [0.75]) == pytest.approx(2 / 3 - 2)


@given(values=st.lists(st.integers(0, 9), min_size=1, max_size=15).filter(any))
def test_gini_is_the_mean_difference(values: list[int]) -> None:
    """Half the relative mean absolute difference: its other definition."""
    differences = sum(abs(one - other) for one in values for other in values)
    assert gini(values) == pytest.approx(differences / (2 * len(values) * sum(values)), abs=1e-12)


def test_gini_of_nothing_is_undefined() -> None:
    assert math.isnan(gini([]))
    assert math.isnan(gini([0, 0]))
    with pytest.raises(InputError, match="negative"):
        gini([1, -1])


@pytest.mark.parametrize("values", [["a"], [None, [1]], 5, None])
def test_what_is_no_column_of_numbers_is_refused(values: Any) -> None:
    with pytest.raises(InputError, match=r"not a column of numbers|NaN"):
        gini(values)


@pytest.mark.parametrize("tolerance", [-1, math.nan, math.inf])
def test_a_tolerance_is_a_distance(tolerance: float) -> None:
    with pytest.raises(UsageError, match="from 0 upwards"):
        wilcoxon([0.1, 0.2], tolerance=tolerance)
    with pytest.raises(UsageError, match="from 0 upwards"):
        agreement_by_mean({"a": [0.1, 0.2]}, tolerance=tolerance)


RANKINGS = st.lists(st.lists(st.sampled_from("abcdef"), unique=True), max_size=5)


@given(rankings=RANKINGS, k=st.integers(1, 7), gravity=st.sampled_from([None, 0.0, 0.5, 2.0]))
def test_retrievability_is_its_sum(rankings: list[list[str]], k: int, gravity: float | None) -> None:
    found = retrievability(rankings, "abcdef", k=k, gravity=gravity)
    for document in "abcdef":
        ranks = [ranking.index(document) + 1 for ranking in rankings if document in ranking]
        terms = [1 / rank**gravity if gravity else 1 for rank in ranks if rank <= k]
        assert found[document] == pytest.approx(sum(terms))


def test_retrievability_refuses_what_it_cannot_count() -> None:
    with pytest.raises(UsageError, match="`x` was retrieved"):
        retrievability([["a", "x"]], "abc")
    with pytest.raises(UsageError, match="from 1 upwards"):
        retrievability([["a"]], "abc", k=0)
    with pytest.raises(UsageError, match="from 0 upwards"):
        retrievability([["a"]], "abc", gravity=-1)
    with pytest.raises(InputError, match="paired"):
        retrievability([["a"]], "abc", weights=[1, 2])
