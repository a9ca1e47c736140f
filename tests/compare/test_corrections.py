"""Corrections, effect sizes and equivalence against definitions, published examples and scipy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from cranfield.compare.corrections import CORRECTIONS, corrected
from cranfield.compare.effect import standardised, standardised_interval, superiority
from cranfield.compare.equivalence import tost
from cranfield.errors import InputError, UsageError

PS = st.lists(st.floats(0, 1), min_size=1, max_size=12)

# The 15 p of Benjamini & Hochberg (1995), section 3.2: thrombolysis after a heart attack.
HOSPITAL = [.0001, .0004, .0019, .0095, .0201, .0278, .0298, .0344, .0459, .3240, .4262, .5719, .6528, .7590, 1.]  # fmt: skip


def test_the_example_of_benjamini_and_hochberg_has_four_findings_and_bonferroni_three() -> None:
    assert (corrected(HOSPITAL, "bh") <= 0.05).sum() == 4
    assert (corrected(HOSPITAL, "bonferroni") <= 0.05).sum() == 3
    assert (corrected(HOSPITAL, "holm") <= 0.05).sum() == 3


@given(PS)
def test_holm_is_its_definition(p: list[float]) -> None:
    found = corrected(p, "holm")
    ascending = sorted(p)
    for each, adjusted in zip(p, found, strict=True):
        steps = [(len(p) - place) * other for place, other in enumerate(ascending) if other <= each]
        assert adjusted == pytest.approx(min(1.0, max(steps)), abs=1e-12)


@given(PS)
def test_false_discovery_rates_are_scipys(p: list[float]) -> None:
    for name in ("bh", "by"):
        expected = stats.false_discovery_control(p, method=name)
        np.testing.assert_allclose(corrected(p, name), expected, atol=1e-12)


@given(PS)
@settings(max_examples=50)
def test_stricter_promises_never_find_more(p: list[float]) -> None:
    alone, bh, holm, bonferroni = (corrected(p, name) for name in ("none", "bh", "holm", "bonferroni"))
    assert (alone <= bh + 1e-12).all()
    assert (bh <= holm + 1e-12).all()
    assert (holm <= bonferroni + 1e-12).all()


@pytest.mark.parametrize("name", CORRECTIONS)
def test_what_was_not_tested_is_not_counted(name: str) -> None:
    found = corrected([0.01, np.nan, 0.04], name)
    assert np.isnan(found[1])
    assert found[[0, 2]].tolist() == corrected([0.01, 0.04], name).tolist()


def test_what_is_no_p_and_no_correction_is_refused() -> None:
    with pytest.raises(InputError, match="between 0 and 1"):
        corrected([0.5, 1.2])
    with pytest.raises(UsageError, match="did you mean `holm`"):
        corrected([0.5], "hollm")


@pytest.mark.parametrize("effect,number", [(0.5, 30), (-0.5, 30), (0.0, 10), (1.87, 48), (-3.0, 12)])
def test_the_interval_of_an_effect_leaves_half_the_rest_on_either_side(effect: float, number: int) -> None:
    (low,), (high,) = standardised_interval(np.array([effect]), np.array([number]))
    t = effect * np.sqrt(number)
    assert low < effect < high
    assert stats.nct.sf(t, number - 1, low * np.sqrt(number)) == pytest.approx(0.025, abs=1e-6)
    assert stats.nct.cdf(t, number - 1, high * np.sqrt(number)) == pytest.approx(0.025, abs=1e-6)


def test_the_interval_of_an_effect_covers_the_true_one_in_19_of_20_samples() -> None:
    rows = np.random.default_rng(1).normal(0.4, 1, (2000, 20))
    low, high = standardised_interval(standardised(rows), np.full(2000, 20))
    assert ((low <= 0.4) & (high >= 0.4)).mean() == pytest.approx(0.95, abs=4 * np.sqrt(0.05 * 0.95 / 2000))


def test_an_effect_without_variation_has_no_unit() -> None:
    rows = np.array([[0.1, 0.1, 0.1], [0.0, 0.0, 0.0]])
    assert np.isnan(standardised(rows)).all()
    assert np.isnan(standardised_interval(standardised(rows), np.array([3, 3]))).all()


def test_superiority_counts_ties_half_and_leaves_out_what_is_not_defined() -> None:
    rows = np.array([[0.1, 0.02, -0.01, -0.3, np.nan]])
    assert superiority(rows).tolist() == [0.5]
    assert superiority(rows, margin=0.01).tolist() == [2.5 / 4]


def test_equivalence_is_the_weaker_of_two_one_sided_t_tests() -> None:
    rows = np.random.default_rng(2).normal(0.01, 0.05, (40, 25))
    expected = [
        max(
            stats.ttest_1samp(row, -0.02, alternative="greater").pvalue,
            stats.ttest_1samp(row, 0.02, alternative="less").pvalue,
        )
        for row in rows
    ]
    np.testing.assert_allclose(tost(rows, 0.02), np.array(expected), rtol=1e-9)


def test_runs_at_the_edge_of_the_margin_are_called_equivalent_in_one_of_20_cases_at_most() -> None:
    rows = np.random.default_rng(3).normal(0.1, 0.2, (4000, 30))
    share = (tost(rows, 0.1) <= 0.05).mean()
    assert share == pytest.approx(0.05, abs=4 * np.sqrt(0.05 * 0.95 / 4000))


def test_a_margin_is_above_zero() -> None:
    with pytest.raises(UsageError, match="above 0"):
        tost(np.zeros((1, 3)), 0.0)
