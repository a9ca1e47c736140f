"""What a comparison cannot say, it says: broken assumptions, too few topics, nothing to compare."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

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
    found = scores_of(values).compare("r0", test="t")
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
