"""The randomisation test against every way to put signs, against scipy, and against chance itself."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from cranfield.compare import randomisation as module
from cranfield.compare.randomisation import Alternative, randomisation, smallest_p
from cranfield.errors import InputError, UsageError

SIDES: list[Alternative] = ["two-sided", "greater", "less"]
ALTERNATIVES = st.sampled_from(SIDES)
FEW = st.lists(st.integers(-6, 6), max_size=9)
MANY = st.lists(st.floats(0.01, 1) | st.floats(-1, -0.01), min_size=30, max_size=60)  # counted, or drawn


def by_hand(differences: list[int], alternative: Alternative) -> float:
    """The share of all ways to put signs, by the definition; whole numbers add exactly."""
    observed = sum(differences)
    sums = [
        sum(sign * each for sign, each in zip(signs, differences, strict=True))
        for signs in product([-1, 1], repeat=len(differences))
    ]
    reached = {
        "two-sided": [abs(each) >= abs(observed) for each in sums],
        "greater": [each >= observed for each in sums],
        "less": [each <= observed for each in sums],
    }
    return sum(reached[alternative]) / len(sums)


@given(differences=FEW, alternative=ALTERNATIVES)
def test_few_differences_are_counted_exactly(differences: list[int], alternative: Alternative) -> None:
    found = randomisation(differences, alternative=alternative)
    assert found.exact
    assert found.n == sum(map(bool, differences))
    assert found.permutations == 2**found.n
    assert found.p == by_hand(differences, alternative)


@pytest.mark.parametrize(
    "differences,alternative,p",
    [
        ([0.1, 0.1, 0.1, 0.1], "greater", 1 / 16),
        ([0.1, 0.1, 0.1, 0.1], "two-sided", 2 / 16),
        ([0.1, 0.1, 0.1, -0.1], "greater", 5 / 16),  # one minus at most, wherever it stands
        ([0.1, 0.2, -0.3], "greater", 5 / 8),  # 0 is reached by +++, ++-, +-+, -++ and --+ turned round
        ([-0.2, -0.1], "less", 1 / 4),
        ([], "two-sided", 1.0),
        ([0.0, 0.0], "greater", 1.0),
    ],
)
def test_small_cases_by_hand(differences: list[float], alternative: Alternative, p: float) -> None:
    assert randomisation(differences, alternative=alternative).p == p


def test_sums_that_differ_by_rounding_alone_are_equal() -> None:
    assert sum([0.1, 0.2, -0.3]) != 0
    assert randomisation([0.1, 0.2, -0.3], alternative="two-sided").p == 1


def scipys(differences: np.ndarray[Any, Any], alternative: Alternative, draws: float) -> float:
    test: Any = stats.permutation_test
    found = test(
        (differences, np.zeros_like(differences)),
        lambda one, other, axis: np.mean(one - other, axis=axis),
        permutation_type="samples",
        vectorized=True,
        alternative=alternative,
        n_resamples=draws,
        rng=np.random.default_rng(3),
    )
    return float(found.pvalue)


@pytest.mark.parametrize("alternative", SIDES)
@pytest.mark.parametrize("seed", range(4))
def test_the_exact_p_is_scipys(alternative: Alternative, seed: int) -> None:
    differences = np.random.default_rng(seed).normal(0.2, 1, 12)
    ours = randomisation(differences, alternative=alternative)
    assert ours.p == pytest.approx(scipys(differences, alternative, np.inf), abs=1e-12)


@pytest.mark.parametrize("alternative", SIDES)
def test_a_p_that_was_drawn_is_near_scipys(alternative: Alternative) -> None:
    differences = np.random.default_rng(5).normal(0.15, 1, 60)
    ours = randomisation(differences, alternative=alternative)
    assert (ours.exact, ours.permutations) == (False, module.PERMUTATIONS)
    spread = np.sqrt(ours.p * (1 - ours.p) / 20_000)
    assert ours.p == pytest.approx(scipys(differences, alternative, 20_000), abs=5 * spread)


def test_a_p_that_was_drawn_is_near_the_exact_one(monkeypatch: pytest.MonkeyPatch) -> None:
    differences = np.random.default_rng(6).normal(0.3, 1, 30)
    for alternative in SIDES:
        exact = randomisation(differences, alternative=alternative)
        with monkeypatch.context() as patch:
            patch.setattr(module, "_LARGEST_EXACT", 0)
            drawn = randomisation(differences, alternative=alternative, permutations=200_000)
        assert not drawn.exact
        assert drawn.p == pytest.approx(exact.p, abs=5 * np.sqrt(exact.p * (1 - exact.p) / 200_000))


def test_a_p_that_was_drawn_is_k_plus_1_of_b_plus_1() -> None:
    found = randomisation([1.0] * 100, alternative="greater", permutations=999)
    assert found.p == 1 / 1000  # not one of so few ways puts a hundred pluses
    assert smallest_p(100, 999) == found.p


@pytest.mark.parametrize("topics", [3, 10, 60])
def test_p_is_uniform_where_nothing_differs(topics: int) -> None:
    chance = np.random.default_rng(topics)
    trials = 600
    ps = np.array(
        [
            randomisation(chance.laplace(size=topics), alternative="greater", permutations=999).p
            for _ in range(trials)
        ]
    )
    for level in (0.05, 0.125, 0.25, 0.5, 0.75):
        attainable = np.floor(level * 2**topics) / 2**topics if topics < 5 else level
        spread = np.sqrt(max(level * (1 - level), 1e-9) / trials)
        assert (ps <= level).mean() == pytest.approx(attainable, abs=4 * spread)


def test_a_larger_effect_has_a_smaller_p() -> None:
    differences = np.random.default_rng(8).normal(0, 1, 50)
    ps = [randomisation(differences + shift, alternative="greater").p for shift in (0, 0.2, 0.4, 0.8)]
    assert ps == sorted(ps, reverse=True)
    assert ps[-1] < 0.01 < ps[0]


@given(differences=MANY, alternative=ALTERNATIVES)
@settings(max_examples=40)
def test_the_order_of_topics_changes_nothing(differences: list[float], alternative: Alternative) -> None:
    one = randomisation(differences, alternative=alternative, permutations=500)
    assert randomisation(differences[::-1], alternative=alternative, permutations=500) == one


@given(differences=MANY)
@settings(max_examples=40)
def test_greater_of_one_is_less_of_the_other(differences: list[float]) -> None:
    turned = [-each for each in differences]
    greater = randomisation(differences, alternative="greater", permutations=500)
    assert randomisation(turned, alternative="less", permutations=500).p == greater.p
    both = randomisation(differences, permutations=500)
    assert randomisation(turned, permutations=500).p == both.p


def test_the_seed_is_the_only_chance_in_it() -> None:
    differences = np.random.default_rng(9).normal(0.1, 1, 80)
    assert randomisation(differences, seed=1) == randomisation(differences, seed=1)
    assert randomisation(differences, seed=1) != randomisation(differences, seed=2)


@pytest.mark.parametrize("n", [0, 1, 5, 36, 37])
def test_no_p_is_smaller_than_the_smallest(n: int) -> None:
    assert randomisation([1.0] * n, alternative="greater").p == smallest_p(n)


def test_misuse_is_refused() -> None:
    with pytest.raises(InputError, match="NaN"):
        randomisation([0.1, float("nan")])
    with pytest.raises(InputError, match="infinity"):
        randomisation([0.1, float("inf")])
    with pytest.raises(UsageError, match="no value `up`"):
        randomisation([0.1], alternative="up")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="permutations must be 1 or more: 0"):
        randomisation([0.1], permutations=0)
