"""The tests of significance against scipy, published examples, every way to put signs, and chance itself."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from cranfield.compare.randomisation import randomisation
from cranfield.compare.significance import (
    anova,
    bootstrap_test,
    max_t,
    max_t_of_pairs,
    randomization_of_pairs,
    randomization_test,
    randomized_tukey,
    sign_test,
    t_test,
    tukey,
    wilcoxon_test,
)
from cranfield.compare.significance.studentized_range import range_quantile, range_tail
from cranfield.compare.wilcoxon import wilcoxon

Floats = NDArray[np.float64]

# Student's sleep data (R's data set `sleep`): hours gained by ten patients under two drugs.
SLEEP_1 = np.array([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0])
SLEEP_2 = np.array([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4])

# Table 5.1 of Sakai's textbook on the evaluation of information access: three systems, 20 topics.
SAKAI = np.array(
    [
        [.7, .3, .2, .6, .4, .4, .0, .7, .1, .3, .5, .4, .0, .6, .5, .3, .1, .5, .2, .1],
        [.5, .1, .0, .2, .4, .3, .0, .5, .3, .3, .4, .4, .1, .4, .2, .1, .1, .6, .3, .2],
        [.0, .0, .2, .1, .3, .3, .1, .2, .4, .4, .4, .3, .3, .2, .2, .2, .1, .5, .4, .3],
    ]
)  # fmt: skip
SAKAI_PAIRS = np.array([[0, 1], [0, 2], [1, 2]])

# Depression scores of nine patients at two visits (R's help page of wilcox.test: V = 40, one-sided p = 0.01953).
VISIT_1 = np.array([1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30])
VISIT_2 = np.array([0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29])


def gaps(rows: Floats) -> Floats:
    """Take away a tenth of the values, differently in each row."""
    rows = rows.copy()
    rows[np.random.default_rng(5).random(rows.shape) < 0.1] = np.nan
    return rows


@pytest.fixture
def smooth() -> Floats:
    return gaps(np.random.default_rng(1).normal(0.05, 0.2, (60, 24)))


@pytest.fixture
def coarse() -> Floats:
    """Differences as those of P@10: many ties, many zeros, and a whole row of them."""
    rows = gaps(np.random.default_rng(2).normal(0.05, 0.2, (60, 40)).round(1))
    rows[7] = 0.0
    return rows


def known(row: Floats) -> Floats:
    there: Floats = row[~np.isnan(row)]
    return there


def test_the_t_test_is_that_of_r_on_the_sleep_data() -> None:
    found = t_test(np.array([SLEEP_1 - SLEEP_2]))
    assert found.p[0] == pytest.approx(0.002833, abs=5e-7)
    assert (found.lower[0], found.upper[0]) == pytest.approx((-2.4598858, -0.7001142), abs=5e-8)


def test_the_t_test_is_that_of_the_textbook() -> None:
    found = t_test(np.array([SAKAI[0] - SAKAI[1]]))
    assert found.p[0] == pytest.approx(0.048, abs=5e-4)
    assert (found.upper[0] - found.lower[0]) / 2 == pytest.approx(0.0742, abs=5e-5)


def test_the_t_test_is_scipys(smooth: Floats, coarse: Floats) -> None:
    for rows in (smooth, np.delete(coarse, 7, axis=0)):
        expected = [stats.ttest_1samp(known(row), 0.0) for row in rows]
        found = t_test(rows, confidence=90)
        np.testing.assert_allclose(found.p, [float(each.pvalue) for each in expected], rtol=1e-10)
        ends = [each.confidence_interval(0.9) for each in expected]
        np.testing.assert_allclose(found.lower, [float(end.low) for end in ends], atol=1e-12)
        np.testing.assert_allclose(found.upper, [float(end.high) for end in ends], atol=1e-12)


def test_without_variation_there_is_no_t() -> None:
    found = t_test(np.array([[0.0, 0.0, 0.0], [0.1, 0.1, 0.1], [0.1, np.nan, np.nan]]))
    assert found.p[0] == 1
    assert np.isnan(found.p[1:]).all()


def test_wilcoxons_test_is_that_of_r_on_the_depression_scores() -> None:
    found = wilcoxon_test(np.array([VISIT_1 - VISIT_2]))
    assert found.p[0] == 2 * 10 / 512  # the help page's one-sided p is 0.01953
    assert found.exact[0]


def test_wilcoxons_test_is_the_one_for_a_single_pair(smooth: Floats, coarse: Floats) -> None:
    for rows in (smooth, coarse):
        singly = [wilcoxon(known(row)) for row in rows]
        found = wilcoxon_test(rows)
        np.testing.assert_allclose(found.p, [each.p for each in singly], rtol=1e-13)
        assert found.exact.tolist() == [each.exact for each in singly]


def test_the_sign_test_is_scipys(smooth: Floats, coarse: Floats) -> None:
    for rows in (smooth, np.delete(coarse, 7, axis=0)):
        expected = [
            stats.binomtest(int((known(row) > 0).sum()), int((known(row) != 0).sum())).pvalue for row in rows
        ]
        np.testing.assert_allclose(sign_test(rows).p, expected, rtol=1e-9)


def test_the_sign_test_leaves_out_what_lies_within_the_margin() -> None:
    rows = np.array([[0.01, 0.01, 0.02, 0.3, 0.2, -0.01, 0.4]])
    assert sign_test(rows, margin=0.01).p[0] == 2 / 16


def test_randomisation_is_the_one_for_a_single_pair(smooth: Floats, coarse: Floats) -> None:
    for rows in (smooth, coarse):
        found = randomization_test(rows)
        np.testing.assert_allclose(found.p, [randomisation(known(row)).p for row in rows], rtol=1e-12)
        assert found.exact.all()


def test_drawn_randomisation_is_near_the_counted() -> None:
    rows = np.random.default_rng(3).normal(0.05, 0.2, (20, 34))
    exact = np.array([randomisation(row).p for row in rows])
    many = np.concatenate([rows, np.random.default_rng(4).normal(0.05, 0.2, (400, 34))])
    found = randomization_test(many, permutations=20_000)
    assert not found.exact.any()  # 2^17 sums for each of 420 rows would take too long
    assert np.abs(found.p[:20] - exact).max() < 5 * np.sqrt(0.25 / 20_000)


def test_p_of_drawn_permutations_is_never_zero_and_counts_the_order_seen() -> None:
    rows = np.full((1, 60), 0.1) + np.linspace(0, 0.01, 60)
    found = randomization_test(rows, permutations=999)
    assert found.p[0] == found.attainable[0] == 1 / 1000


def test_pairs_of_systems_and_their_differences_are_the_same_question() -> None:
    values = np.random.default_rng(6).random((6, 50)).round(1)
    pairs = np.array([[1, 0], [2, 0], [5, 3], [4, 2]])
    differences = values[pairs[:, 0]] - values[pairs[:, 1]]
    one = randomization_of_pairs(values, pairs, permutations=2000, seed=3)
    other = randomization_test(differences, permutations=2000, seed=3)
    assert one.p.tolist() == other.p.tolist()
    assert (
        max_t_of_pairs(values, pairs, permutations=2000).tolist()
        == max_t(differences, permutations=2000).tolist()
    )
    values[2, 7] = np.nan
    with_gap = randomization_of_pairs(values, pairs, permutations=2000, seed=3)
    assert with_gap.p[[0, 2]].tolist() == one.p[[0, 2]].tolist()


def test_max_t_is_what_its_definition_says() -> None:
    rows = np.random.default_rng(7).normal(0.1, 0.3, (4, 8))
    size = np.sqrt((rows**2).sum(axis=1))
    ways = np.array(list(product([-1, 1], repeat=8)))
    statistic = np.abs(ways @ rows.T) / size
    observed = np.abs(rows.sum(axis=1)) / size
    order = np.argsort(-observed)
    expected = np.empty(4)
    last = 0.0
    for place, row in enumerate(order):
        rest = order[place:]
        last = max(last, (statistic[:, rest].max(axis=1) >= observed[row] - 1e-12).mean())
        expected[row] = last
    found = max_t(rows, permutations=40_000)
    assert np.abs(found - expected).max() < 5 * np.sqrt(0.25 / 40_000)


def test_max_t_lies_between_no_correction_and_bonferronis() -> None:
    rows = np.random.default_rng(8).normal(0.08, 0.2, (10, 40))
    alone = randomization_test(rows, permutations=20_000).p
    found = max_t(rows, permutations=20_000)
    assert (found >= alone - 0.02).all()
    assert (found <= 10 * alone + 0.02).all()
    assert (np.diff(found[np.argsort(alone)]) >= -0.02).all()


@pytest.mark.parametrize("kind", ["percentile", "bca"])
def test_bootstrap_intervals_are_scipys(kind: Any) -> None:
    row = np.random.default_rng(9).gamma(1, 0.1, 40) - 0.06
    expected = stats.bootstrap(
        (row,), np.mean, method=kind, n_resamples=20_000, random_state=1
    ).confidence_interval
    found = bootstrap_test(row[None], kind, samples=20_000)
    assert (found.lower[0], found.upper[0]) == pytest.approx((expected.low, expected.high), abs=0.002)


@pytest.mark.parametrize("kind", ["studentised", "percentile", "bca"])
def test_a_bootstrap_interval_excludes_zero_just_where_p_is_small(kind: Any) -> None:
    rows = np.random.default_rng(10).normal(0.06, 0.2, (200, 30))
    found = bootstrap_test(rows, kind, samples=2_000)
    excluded = (found.lower > 0) | (found.upper < 0)
    clear = np.abs(found.p - 0.05) > 0.01
    assert clear.sum() > 100
    assert ((found.p < 0.05) == excluded)[clear].all()


def test_the_bootstrap_draws_only_topics_that_are_defined() -> None:
    row = np.random.default_rng(11).normal(0.1, 0.2, 30)
    both = np.stack([np.concatenate([row, np.full(10, np.nan)]), np.concatenate([row, row[:10]])])
    found = bootstrap_test(both, samples=500)
    assert found.p[0] == bootstrap_test(row[None], samples=500).p[0]
    assert found.p[0] != found.p[1]


def test_analysis_of_variance_is_that_of_the_textbook() -> None:
    found = anova(SAKAI)
    assert found.residual_squares == pytest.approx(0.8317, abs=5e-5)
    assert found.residual_variance == pytest.approx(0.0219, abs=5e-5)
    assert (found.system_f, found.topic_f) == pytest.approx((2.475, 2.475), abs=5e-4)
    assert (found.system_p, found.topic_p) == pytest.approx((0.098, 0.009), abs=5e-4)


def test_two_systems_under_analysis_of_variance_are_a_t_test() -> None:
    found = anova(SAKAI[:2])
    expected = stats.ttest_rel(SAKAI[0], SAKAI[1])
    assert found.system_f == pytest.approx(expected.statistic**2)
    assert found.system_p == pytest.approx(expected.pvalue)


def test_tukeys_test_for_two_systems_is_a_t_test() -> None:
    found = tukey(SAKAI[:2], np.array([[0, 1]]))
    alone = t_test(np.array([SAKAI[0] - SAKAI[1]]))
    assert found.p[0] == pytest.approx(alone.p[0], rel=1e-9)
    assert (found.lower[0], found.upper[0]) == pytest.approx((alone.lower[0], alone.upper[0]), abs=1e-9)


def test_tukeys_p_is_scipys_studentized_range_over_the_residual_of_blocks() -> None:
    found = tukey(SAKAI, SAKAI_PAIRS)
    mean = SAKAI.mean(axis=1)
    q = np.abs(mean[SAKAI_PAIRS[:, 0]] - mean[SAKAI_PAIRS[:, 1]]) / np.sqrt(0.8316666666666667 / 38 / 20)
    np.testing.assert_allclose(found.p, stats.studentized_range.sf(q, 3, 38), atol=1e-9)


def test_tukeys_test_without_blocks_in_the_data_is_near_scipys() -> None:
    values = np.random.default_rng(12).normal(0, 1, (4, 400))
    values[1] += 0.15
    pairs = np.array([[1, 0], [2, 0], [3, 1]])
    expected = stats.tukey_hsd(*values).pvalue
    np.testing.assert_allclose(
        tukey(values, pairs).p, [expected[one, other] for one, other in pairs], atol=0.03
    )


@pytest.mark.parametrize("systems,freedom", [(2, 1), (2, 5), (3, 20), (10, 18), (50, 200)])
def test_the_studentized_range_is_scipys(systems: int, freedom: int) -> None:
    q = np.array([0.5, 2.0, 3.0, 4.0, 6.0, 9.0])
    np.testing.assert_allclose(
        range_tail(q, systems, freedom), stats.studentized_range.sf(q, systems, freedom), atol=1e-9
    )
    assert range_tail(np.array([range_quantile(0.95, systems, freedom)]), systems, freedom)[
        0
    ] == pytest.approx(0.05)


def test_many_values_of_the_studentized_range_are_those_of_few() -> None:
    q = np.linspace(0.0, 25.0, 1000)
    few = np.concatenate([range_tail(part, 60, 2900) for part in np.array_split(q, 4)])
    np.testing.assert_allclose(range_tail(q, 60, 2900), few, rtol=1e-6)


def test_randomised_tukey_is_what_its_definition_says() -> None:
    values = np.array([[0.1, 0.5, 0.3, 0.4], [0.2, 0.4, 0.6, 0.5], [0.4, 0.9, 0.5, 0.9]])
    columns = [list(permutations(values[:, topic])) for topic in range(4)]
    ranges = np.array([np.ptp(np.mean(chosen, axis=0)) for chosen in product(*columns)])
    pairs = np.array([[0, 1], [0, 2], [1, 2]])
    mean = values.mean(axis=1)
    expected = [(ranges >= abs(mean[one] - mean[other]) - 1e-12).mean() for one, other in pairs]
    found = randomized_tukey(values, pairs, permutations=40_000)
    assert np.abs(found.p - expected).max() < 5 * np.sqrt(0.25 / 40_000)


def test_randomised_tukey_of_two_systems_is_the_randomisation_test() -> None:
    found = randomized_tukey(SAKAI[:2], np.array([[0, 1]]), permutations=40_000)
    exact = randomisation(SAKAI[0] - SAKAI[1]).p
    assert abs(found.p[0] - exact) < 5 * np.sqrt(0.25 / 40_000)


def test_three_differences_have_the_p_that_can_be_worked_out_by_hand() -> None:
    # 1, 2, 6: mean 3, variance 7, so t^2 = 27/7; with 2 degrees of freedom p = 1 - t / sqrt(t^2 + 2)
    assert t_test(np.array([[1.0, 2.0, 6.0]])).p[0] == pytest.approx(1 - (27 / 41) ** 0.5, abs=1e-15)


def test_an_approximate_p_of_ranks_has_the_least_of_its_own_law() -> None:
    for topics in (26, 40):
        outcome = wilcoxon_test(np.arange(1.0, topics + 1)[None])
        assert not outcome.exact[0]
        assert outcome.p[0] == outcome.attainable[0] > 2 * 0.5**topics
    same = wilcoxon_test(np.full((1, 5), 0.25))
    assert same.p[0] == same.attainable[0] < 2 * 0.5**5
