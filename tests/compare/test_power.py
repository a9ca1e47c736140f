"""Power and topics needed, against published tables, R's examples and simulation."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from cranfield.compare.planning import Demands, needed, resolution, variations
from cranfield.compare.power import (
    detectable_difference,
    power_of_anova,
    power_of_t,
    smallest_p,
    topics_for_anova,
    topics_for_interval,
    topics_for_t,
    variation,
)
from cranfield.errors import InputError, UsageError
from tests.compare.made import made


@pytest.mark.parametrize("effect,topics", [(0.2, 199), (0.5, 34), (0.8, 15)])
def test_a_small_a_medium_and_a_large_effect_take_what_the_tables_say(effect: float, topics: int) -> None:
    assert topics_for_t(effect, 1.0) == topics


def test_analysis_of_variance_has_the_power_of_the_examples_in_r() -> None:
    # power.anova.test(groups = 4, n = 5, between.var = 1, within.var = 3), and with power = .80: n = 11.92613
    assert power_of_anova(5, 4, np.sqrt(2)) == pytest.approx(0.3535594, abs=5e-8)
    assert topics_for_anova(np.sqrt(6), 3.0, 4) == 12


def test_the_power_is_the_share_of_simulated_tests_that_find_it() -> None:
    rows = np.random.default_rng(1).normal(0.35, 1, (20_000, 40))
    found = np.mean(np.asarray(stats.ttest_1samp(rows, 0, axis=1).pvalue) <= 0.05)
    assert power_of_t(40, 0.35) == pytest.approx(found, abs=4 * np.sqrt(0.25 / 20_000))


def test_the_power_without_a_difference_is_alpha_and_grows_to_certainty() -> None:
    assert power_of_t(30, 0.0, 0.05) == pytest.approx(0.05)
    assert power_of_t(50, 20.0) == 1
    powers = [power_of_t(topics, 0.3) for topics in range(2, 400, 7)]
    assert powers == sorted(powers)
    assert power_of_t(1, 0.5) == 0


def test_what_can_be_detected_takes_as_many_topics_as_there_are() -> None:
    for topics, alpha in ((10, 0.05), (50, 0.05), (250, 0.001)):
        difference = detectable_difference(topics, 0.2, alpha, 0.9)
        assert power_of_t(topics, difference / 0.2, alpha) == pytest.approx(0.9, abs=1e-9)
        assert topics_for_t(difference * 1.0001, 0.2, alpha, 0.9) == topics


def test_a_t_interval_of_so_many_topics_is_as_narrow_as_asked() -> None:
    topics = topics_for_interval(0.1, 0.2)
    rows = np.random.default_rng(2).normal(0, 0.2, (20_000, topics))
    widths = 2 * stats.t.ppf(0.975, topics - 1) * rows.std(axis=1, ddof=1) / np.sqrt(topics)
    assert widths.mean() == pytest.approx(0.1, abs=0.001)
    assert widths.mean() <= 0.1 + 0.0005


def test_the_smallest_p_is_reached_when_all_topics_agree() -> None:
    from cranfield.compare.significance import randomization_test, sign_test, wilcoxon_test

    rows = np.random.default_rng(3).random((1, 9)) + 1
    assert smallest_p("wilcoxon", 9, 0) == wilcoxon_test(rows).p[0]
    assert smallest_p("sign", 9, 0) == sign_test(rows).p[0]
    assert smallest_p("randomization", 9, 999) == randomization_test(rows).p[0]
    assert (
        smallest_p("randomization", 50, 999)
        == randomization_test(np.repeat(rows, 6, axis=1), permutations=999).p[0]
    )


def test_variation_is_the_median_over_pairs_and_the_residual_of_blocks() -> None:
    values = np.random.default_rng(4).random((5, 30))
    found = variation("AP", values)
    of_pairs = [np.std(values[one] - values[other], ddof=1) for one in range(5) for other in range(one)]
    assert found.deviation == pytest.approx(np.median(of_pairs))
    assert found.largest_deviation == pytest.approx(max(of_pairs))
    assert found.residual_variance == pytest.approx(np.mean(np.square(of_pairs)) / 2)


def test_variation_looks_at_topics_that_all_runs_have() -> None:
    values = np.random.default_rng(5).random((3, 10))
    values[1, 4] = np.nan
    assert variation("AP", values).topics == 9
    values[1, :9] = np.nan
    with pytest.raises(InputError, match="2 topics at least; there are 3 and 1"):
        variation("AP", values)


def test_more_comparisons_resolve_less() -> None:
    (of,) = variations(made(4, 40))
    found = [resolution(of, Demands(comparisons=number)) for number in (1, 6, 100)]
    assert [each.finds for each in found] == [found[0].finds] * 3
    assert found[0].finds_in_all < found[1].finds_in_all < found[2].finds_in_all
    assert found[0].smallest_p < found[1].smallest_p


def test_few_topics_may_resolve_nothing_at_all() -> None:
    (of,) = variations(made(4, 6))
    assert not resolution(of, Demands(comparisons=6, test="wilcoxon")).resolves(Demands(comparisons=6))
    assert resolution(of, Demands(comparisons=6, test="t")).resolves(Demands(comparisons=6))


def test_measures_that_say_nothing_of_merit_are_not_planned_for() -> None:
    scores = made(3, 20, measures=("AP", "Judged@10"))
    assert [each.measure for each in variations(scores)] == ["AP"]
    with pytest.raises(UsageError, match="neither more nor less"):
        variations(made(3, 20, measures=("Judged@10",)))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Demands(alpha=0.0),
        lambda: Demands(power=1.0),
        lambda: Demands(comparisons=0),
        lambda: Demands(test="tea"),
        lambda: needed([-0.1], 0.2, 0.02, 3, Demands()),
        lambda: needed([0.1], 0.0, 0.02, 3, Demands()),
        lambda: topics_for_anova(0.1, 0.02, 1),
    ],
)
def test_what_means_nothing_is_refused(wrong: object) -> None:
    with pytest.raises(UsageError):
        wrong()  # type: ignore[operator]


def test_a_difference_that_nobody_would_notice_is_not_planned_for() -> None:
    with pytest.raises(InputError, match="more than 10,000,000 topics"):
        topics_for_t(1e-6, 0.3)


def test_what_a_test_says_it_can_give_is_what_power_says_of_it() -> None:
    from cranfield.compare.named_tests import TESTS, Choices

    pairs = np.array([[1, 0], [2, 0], [2, 1]])
    for topics in (6, 24, 30, 40):
        values = np.cumsum(np.random.default_rng(topics).random((3, topics)) + 1, axis=0)
        for name, test in TESTS.items():
            outcome = test.run(values, pairs, Choices(95.0, 200, 0, 0.0))
            assert outcome.attainable.tolist() == [smallest_p(name, topics, 200, len(pairs))] * 3, (
                name,
                topics,
            )
            assert np.nanmin(outcome.p) >= outcome.attainable[0] - 1e-15


def test_many_pairs_are_drawn_and_their_smallest_p_is_that_of_a_draw() -> None:
    assert smallest_p("randomization", 30, 99_999) == 2 * 0.5**30
    assert smallest_p("randomization", 30, 99_999, 143 * 142 // 2) == 1e-5
    assert smallest_p("randomization", 20, 99_999, 143 * 142 // 2) == 2 * 0.5**20


@pytest.mark.parametrize("test,least", [("", 1), ("-percentile", 2), ("-bca", 2)])
def test_a_doubled_share_has_a_doubled_least(test: str, least: int) -> None:
    assert smallest_p(f"bootstrap{test}", 50, 999) == least / 1000


def test_a_geometric_mean_varies_as_its_logarithms_do() -> None:
    scores = made(4, 40, measures=("AP", "GMAP"))
    alike = replace(
        scores, values=np.repeat(scores.values[:, :1], 2, axis=1), aggregates=("mean", "geometric")
    )
    plain, geometric = variations(alike)
    logarithms = variation("AP", np.log(np.maximum(alike.values[:, 0], 1e-5)))
    assert geometric.deviation == logarithms.deviation != plain.deviation
    assert geometric.logarithms
    assert not plain.logarithms
