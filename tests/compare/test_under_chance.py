"""How the tests of significance behave under chance: nothing found where nothing is, more where more is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from cranfield.compare.significance import (
    bootstrap_test,
    randomization_test,
    randomized_tukey,
    sign_test,
    t_test,
    tukey,
    wilcoxon_test,
)
from cranfield.compare.significance.outcome import Outcome

Floats = NDArray[np.float64]

TESTS: dict[str, Callable[[Floats], Outcome]] = {
    "t": t_test,
    "wilcoxon": wilcoxon_test,
    "sign": sign_test,
    "randomization": lambda rows: randomization_test(rows, permutations=999),
    "bootstrap": lambda rows: bootstrap_test(rows, samples=999),
    "bootstrap-percentile": lambda rows: bootstrap_test(rows, "percentile", samples=999),
    "bootstrap-bca": lambda rows: bootstrap_test(rows, "bca", samples=999),
}


@pytest.mark.parametrize("name", TESTS)
def test_p_is_uniform_where_nothing_differs(name: str) -> None:
    rows = np.random.default_rng(13).normal(0, 1, (3000, 40))
    p = TESTS[name](rows).p
    # a coin thrown 40 times has only so many outcomes: p is uniform over those
    attained = np.append(2 * stats.binom.cdf(np.arange(20), 40, 0.5), 1.0)
    for level in (0.01, 0.05, 0.1, 0.3, 0.6):
        expected = float(attained[attained <= level].max()) if name == "sign" else level
        share, off = (p <= level).mean(), 4 * np.sqrt(level * (1 - level) / len(rows))
        # percentiles of a bootstrap are known to be a little too bold with 40 topics
        slack = 0.015 if name in ("bootstrap-percentile", "bootstrap-bca") else 0.0
        assert expected - off <= share <= expected + off + slack, (level, share)


@pytest.mark.parametrize("name", TESTS)
def test_a_larger_difference_is_found_more_often(name: str) -> None:
    noise = np.random.default_rng(14).normal(0, 1, (400, 40))
    found = [(TESTS[name](noise + shift).p <= 0.05).mean() for shift in (0.0, 0.2, 0.4, 0.6, 1.0)]
    assert found == sorted(found)
    assert found[0] < 0.12
    assert found[-1] > 0.95


@pytest.mark.parametrize("test", [tukey, randomized_tukey])
def test_tests_of_all_pairs_find_nothing_among_equals_in_19_of_20_campaigns(test: Any) -> None:
    chance = np.random.default_rng(15)
    pairs = np.stack(np.triu_indices(6, 1), axis=1)
    more = {} if test is tukey else {"permutations": 499}
    least = [
        test(chance.normal(0, 1, (6, 25)) + chance.normal(0, 2, 25), pairs, **more).p.min()
        for _ in range(400)
    ]
    share = (np.array(least) <= 0.05).mean()
    assert abs(share - 0.05) < 4 * np.sqrt(0.05 * 0.95 / 400)


@pytest.mark.parametrize("name", TESTS)
def test_swapping_the_systems_changes_nothing_but_the_sign(name: str) -> None:
    rows = np.random.default_rng(16).normal(0.2, 1, (30, 25))
    one, other = TESTS[name](rows), TESTS[name](-rows)
    np.testing.assert_allclose(one.p, other.p, atol=1e-12 if "percentile" not in name else 0.0)
    np.testing.assert_allclose(one.lower, -other.upper, atol=1e-9)
