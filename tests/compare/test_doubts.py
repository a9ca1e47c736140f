"""What a comparison cannot say, it says: broken assumptions, too few topics, nothing to compare."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from cranfield.compare.corrections import corrected
from cranfield.compare.named_tests import TESTS
from cranfield.errors import CranfieldWarning, InputError
from tests.compare.made import made, only, scores_of


def asked(test: str) -> dict[str, Any]:
    return {"test": test, **({"permutations": 500} if TESTS[test].draws else {})}


def test_identical_runs_are_refused_or_named() -> None:
    values = made(3, 20).values
    values[1] = values[0]
    with pytest.raises(InputError, match="r1 and r0 have the same value for every topic"):
        scores_of(values[:2]).compare("r0")
    found = scores_of(values).compare("r0", test="t")
    assert next(iter(found)).p == 1
    assert "AP: the same value for every topic, so nothing to test: r1 and r0" in found.remarks


def test_a_constant_difference_has_no_t_but_a_randomisation_test() -> None:
    values = np.stack([np.linspace(0, 0.5, 10), np.linspace(0, 0.5, 10) + 0.25])[:, None]
    found = scores_of(values).compare("r0", test="t")
    assert np.isnan(only(found).p)
    assert not only(found).significant
    assert "AP: the same difference for every topic, so no p by this test: r1 and r0" in found.remarks
    assert only(scores_of(values).compare("r0")).p == 2 / 2**10


@pytest.mark.parametrize("topics", [0, 1])
@pytest.mark.parametrize("test", ["t", "tukey"])
def test_fewer_than_two_topics_are_refused(topics: int, test: str) -> None:
    with pytest.raises(InputError, match="fewer than 2 topics"):
        scores_of(made(2, 5).values[:, :, :topics]).compare("r0", test=test)


def test_a_pair_with_fewer_than_two_topics_in_common_is_not_tested_and_named() -> None:
    values = made(3, 6).values
    values[1, 0, 1:] = np.nan
    found = scores_of(values).compare("r0", test="t", few_shared=True)
    one, other = found
    assert np.isnan(one.p)
    assert other.p == other.corrected  # what was not tested is no comparison
    assert "AP: fewer than 2 topics in common, so no test: r1 and r0" in found.remarks


def test_infinite_values_are_refused() -> None:
    values = made(2, 5).values
    values[1, 0, 3] = np.inf
    with pytest.raises(InputError, match="AP of r1 is infinite for topic 103"):
        scores_of(values).compare("r0")


def test_a_test_that_could_not_have_found_anything_warns() -> None:
    with pytest.warns(
        CranfieldWarning, match="no p is below 0.062, 0.19 after the correction for 3 comparisons"
    ):
        made(4, 5).compare("r0", test="wilcoxon")
    with pytest.warns(
        CranfieldWarning, match="draw more: 400 permutations; or fewer comparisons, with a baseline"
    ):
        made(5, 60).compare(permutations=100)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made(4, 5).compare("r0", test="t")
        made(4, 60).compare("r0")


@pytest.mark.parametrize(
    "test,told",
    [
        ("t", "means that are about normal"),
        ("bootstrap", "intervals that are too narrow"),
        ("tukey", "assumes that all vary alike"),
        ("wilcoxon", "more than half of the topics do not differ"),
    ],
)
def test_an_assumption_that_the_data_break_is_said(test: str, told: str) -> None:
    chance = np.random.default_rng(4)
    base = chance.normal(0.3, 0.1, 15)
    skewed = base + np.array([0.0] * 13 + [0.3, 0.8])
    values = np.stack([base, skewed, base + chance.normal(0, 0.01, 15)])[:, None]
    assert any(told in remark for remark in scores_of(values).compare(**asked(test)).remarks)
    fair = made(3, 40, better=0.1).compare(**asked(test))
    assert not any(told in remark for remark in fair.remarks)


def test_ranks_and_means_that_disagree_are_said() -> None:
    differences = np.concatenate([np.full(35, 0.02), np.full(5, -0.5)]) + np.linspace(0, 0.001, 40)
    values = np.stack([np.full(40, 0.6), 0.6 + differences])[:, None]
    found = scores_of(values).compare("r0", test="wilcoxon")
    assert any("not symmetric" in remark for remark in found.remarks)


def test_what_was_not_tested_is_no_comparison_and_the_caption_says_how_many() -> None:
    values = made(4, 6).values
    values[1, 0, 1:] = np.nan
    found = scores_of(values).compare("r0", test="t", few_shared=True)
    assert found.tested == 2
    assert [row.run for row in found if np.isnan(row.corrected)] == ["r1"]
    tested = [row for row in found if row.run != "r1"]
    assert [row.corrected for row in tested] == corrected([row.p for row in tested], "holm").tolist()
    assert "Holm correction for 2 comparisons (1 more could not be tested)" in found.table().notes[1]


def test_runs_that_share_few_topics_are_refused_unless_it_is_meant() -> None:
    values = made(2, 9).values
    values[0, 0, 6:] = values[1, 0, :4] = np.nan
    told = "AP: r1 has a value for 5 topics and r0 for 6, and they share only 2: less than half"
    with pytest.raises(InputError, match=told) as refused:
        scores_of(values).compare("r0", test="t")
    assert refused.value.slug == "few-shared-topics"
    assert only(scores_of(values).compare("r0", test="t", few_shared=True)).topics == 2


def test_half_of_the_topics_is_enough_and_said() -> None:
    values = made(2, 9).values
    values[0, 0, 6:] = values[1, 0, :3] = np.nan
    found = scores_of(values).compare("r0", test="t")
    assert only(found).topics == 3
    assert "AP: over the 3 of 9 topics for which both have a value: r1 and r0" in found.remarks


def test_a_test_of_all_pairs_counts_the_topics_that_all_runs_share() -> None:
    values = made(3, 9).values
    for run in range(3):
        values[run, 0, 3 * run : 3 * run + 2] = np.nan
    assert len(list(scores_of(values).compare(test="t"))) == 3
    with pytest.raises(InputError, match="all runs share only 3: less than half"):
        scores_of(values).compare(test="tukey")


def test_equal_sizes_have_an_approximate_p_whose_least_is_told() -> None:
    values = np.stack([np.linspace(0, 0.4, 5), np.linspace(0, 0.4, 5) + 0.25])[:, None]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = scores_of(values).compare("r0", test="wilcoxon")
    assert only(found).significant
    assert only(found).p == found.of("AP").attainable[0] == pytest.approx(0.0253, abs=1e-4)


def test_a_constant_difference_has_a_p_by_tukeys_test_unless_nothing_is_left_over() -> None:
    values = made(3, 20).values
    values[1] = values[0] + 0.25
    found = scores_of(values).compare(test="tukey")
    assert next(iter(found)).p < 0.05
    assert not any("the same difference for every topic" in remark for remark in found.remarks)
    values[2] = values[0] + 0.5
    nothing_left = scores_of(values).compare(test="tukey")
    assert any("the same difference for every topic" in remark for remark in nothing_left.remarks)


def test_max_t_draws_its_own_p_and_no_warning_multiplies_it() -> None:
    values = made(
        5, 8, better=0.3
    ).values  # 2/256 for each of ten pairs, and ten times that is more than alpha
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = scores_of(values).compare(correction="max-t")
    assert any(row.significant for row in found)


def test_max_t_warns_where_it_draws_too_little() -> None:
    with pytest.warns(CranfieldWarning, match="no p is below 0.1") as told:
        made(3, 30).compare(correction="max-t", permutations=9)
    assert "draw more" in str(told[0].message)


def test_a_correction_makes_no_p_smaller() -> None:
    for seed in range(20):
        for row in made(3, 7, seed=seed, better=0.2).compare(correction="max-t", permutations=400, seed=seed):
            assert row.corrected >= row.p


def test_a_pair_that_is_not_tested_does_not_drown_the_others_in_max_t() -> None:
    values = made(3, 8, better=0.0, seed=3).values
    alone = only(scores_of(values[:2]).compare("r0", correction="max-t"))
    values[2, 0, 1:] = np.nan
    one, _ = scores_of(values).compare("r0", correction="max-t", few_shared=True)
    assert one.corrected == pytest.approx(alone.corrected, abs=0.01)
    assert one.corrected < 1


def test_the_caption_of_max_t_names_what_it_drew() -> None:
    found = made(3, 8).compare(correction="max-t", permutations=500, seed=4)
    assert "exact; max-T correction for 3 comparisons, from 500 permutations, seed 4; alpha 0.05" in str(
        found
    )


@pytest.mark.parametrize("measure", ["recall", "official", "all", "mine"])
def test_a_measure_that_nobody_knows_is_said_to_be_taken_for_better(measure: str) -> None:
    found = scores_of(made(2, 12).values, measures=(measure,)).compare("r0")
    assert f"unknown here, so more of it is taken to be better: {measure}" in found.remarks
    assert only(found).verdict == ("better" if only(found).significant else "")
    assert "unknown" not in str(made(2, 12).compare("r0").remarks)


def test_a_difference_of_geometric_means_is_told_as_a_ratio() -> None:
    plain = made(2, 30, measures=("GMAP",), better=0.2)
    scores = replace(plain, aggregates=("geometric",))
    found = scores.compare("r0")
    (row,) = found
    ratio = scores.mean("r1", "GMAP") / scores.mean("r0", "GMAP")
    assert np.exp(row.difference) == pytest.approx(ratio)
    assert f"r1 is better: its mean is {ratio:.4f} times as large" in found.summary()
    assert any("GMAP: differences, intervals and margins are of logarithms" in line for line in found.remarks)
