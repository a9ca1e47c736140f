"""What topics do to measures: reliability, stability, discriminative power."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from cranfield.compare.agree import (
    Panel,
    all_pairs,
    discriminative_power,
    of_scores,
    reliability,
    stability,
)
from cranfield.errors import UsageError

Floats = NDArray[np.float64]

# Synthetic data set 4 of Brennan, Generalizability Theory, 2001 (table 3.2), as ten persons by twelve items (page 182).
BRENNAN = np.array(
    [
        [5, 6, 5, 5, 5, 3, 4, 5, 6, 7, 3, 3],
        [9, 3, 7, 7, 7, 5, 5, 5, 7, 7, 5, 2],
        [3, 4, 3, 3, 5, 3, 3, 5, 6, 5, 1, 6],
        [7, 5, 5, 3, 3, 1, 4, 3, 5, 3, 3, 5],
        [9, 2, 9, 7, 7, 7, 3, 7, 2, 7, 5, 3],
        [3, 4, 3, 5, 3, 3, 6, 3, 4, 5, 1, 2],
        [7, 3, 7, 7, 7, 5, 5, 7, 5, 5, 5, 4],
        [5, 8, 5, 7, 7, 5, 5, 4, 3, 2, 1, 1],
        [9, 9, 8, 8, 6, 6, 6, 5, 5, 8, 1, 1],
        [4, 4, 4, 3, 3, 5, 6, 5, 5, 7, 1, 1],
    ],
    dtype=np.float64,
)


def made(*measures: Floats) -> Panel:
    values = np.array(measures)
    return Panel(
        names=tuple(f"M{place}" for place in range(len(values))),
        systems=tuple(f"s{place}" for place in range(values.shape[1])),
        topics=tuple(f"{place:03}" for place in range(values.shape[2])),
        values=values,
        signs=np.ones(len(values), dtype=np.int64),
        geometric=np.zeros(len(values), dtype=np.bool_),
    )


def test_reliability_is_that_of_brennans_table() -> None:
    found = of_scores(BRENNAN, confidence=80)
    assert found.components == pytest.approx((0.6258, 0.8840, 2.7872), abs=5e-5)
    assert found.rho2 == pytest.approx((0.729, 0.541, 0.876), abs=5e-4)
    assert found.phi == pytest.approx((0.672, 0.457, 0.845), abs=5e-4)


@pytest.mark.parametrize("seed", range(5))
def test_relative_reliability_is_cronbachs_alpha(seed: int) -> None:
    chance = np.random.default_rng(seed)
    values = chance.random((8, 1)) + chance.random((8, 15))
    of_items, of_sums = values.var(axis=0, ddof=1).sum(), values.sum(axis=1).var(ddof=1)
    alpha = 15 / 14 * (1 - of_items / of_sums)
    assert of_scores(values).rho2.value == pytest.approx(alpha)


def test_so_many_topics_reach_the_target_and_one_less_does_not() -> None:
    found = of_scores(BRENNAN, target=0.9)
    system, topic, rest = found.components
    for number, error, now in (
        (found.topics_for_rho2, rest, found.rho2),
        (found.topics_for_phi, topic + rest, found.phi),
    ):
        assert number is not None
        with_it, one_less, with_12 = (system / (system + error / n) for n in (number, number - 1, 12))
        assert with_it >= 0.9 > one_less
        assert now.value == pytest.approx(with_12)
    assert sum(found.shares) == pytest.approx(1)


def test_systems_that_do_not_differ_need_more_topics_than_there_are() -> None:
    values = np.array([[0.1, 0.5], [0.5, 0.1], [0.3, 0.3]])
    found = of_scores(values)
    assert (found.rho2.value, found.topics_for_rho2, found.topics_for_phi) == (0, None, None)
    alike = of_scores(np.full((3, 4), 0.5))
    assert math.isnan(alike.rho2.value)
    assert math.isnan(alike.rho2.lower)


def test_intervals_hold_what_they_promise() -> None:
    chance = np.random.default_rng(7)
    system, topic, rest, topics = 1.0, 0.7, 2.0, 10
    rho2, phi = system / (system + rest / topics), system / (system + (topic + rest) / topics)
    within = np.zeros(2)
    for _ in range(400):
        values = chance.normal(0, system**0.5, (12, 1)) + chance.normal(0, topic**0.5, (1, topics))
        found = of_scores(values + chance.normal(0, rest**0.5, (12, topics)), confidence=90)
        within += (found.rho2.lower <= rho2 <= found.rho2.upper, found.phi.lower <= phi <= found.phi.upper)
    assert (within / 400 > 0.86).all()
    assert within[0] / 400 < 0.94


def test_reliability_refuses_what_it_cannot_estimate() -> None:
    with pytest.raises(UsageError, match="two topics at least"):
        of_scores(np.array([[0.1], [0.2]]))
    with pytest.raises(UsageError, match="between 0 and 1: 95"):
        reliability(made(BRENNAN), target=95)


def ordered(noise: float, topics: int = 20, seed: int = 0) -> Floats:
    chance = np.random.default_rng(seed)
    return np.clip(np.linspace(0.2, 0.8, 6)[:, None] + chance.normal(0, noise, (6, topics)), 0, 1)


def test_topics_that_all_say_the_same_are_stable() -> None:
    for found in stability(made(ordered(0.0))):
        assert (found.tau, found.tau_lowest, found.tau_all, found.swap_rate) == pytest.approx((1, 1, 1, 0))
        assert (found.needed, found.sensitivity) == (0.0, 1.0)


def test_topics_that_say_nothing_swap_half_of_the_pairs() -> None:
    chance = np.random.default_rng(3)
    for found in stability(made(chance.random((20, 60)))):
        assert found.tau == pytest.approx(0, abs=0.15)
        assert found.swap_rate == pytest.approx(0.5, abs=0.08)


def test_more_topics_are_more_stable() -> None:
    found = stability(made(ordered(0.3, topics=60)))
    assert [each.size for each in found] == [6, 12, 18, 24, 30]
    assert [each.tau for each in found] == sorted(each.tau for each in found)
    rates = [each.swap_rate for each in found]
    assert rates == sorted(rates, reverse=True)


def test_swaps_and_tau_are_those_of_all_splits() -> None:
    values = np.random.default_rng(11).random((4, 5))
    (found,) = stability(made(values), [2], splits=4000)
    pairs = list(combinations(range(4), 2))
    swaps, taus = [], []
    for first in combinations(range(5), 2):
        for second in combinations(sorted(set(range(5)) - set(first)), 2):
            one, other = (values[:, list(chosen)].mean(axis=1) for chosen in (first, second))
            products = [np.sign(one[a] - one[b]) * np.sign(other[a] - other[b]) for a, b in pairs]
            swaps += [product < 0 for product in products]
            taus.append(sum(products) / len(pairs))
    assert found.swap_rate == pytest.approx(np.mean(swaps), abs=0.02)
    assert found.tau == pytest.approx(np.mean(taus), abs=0.04)
    assert sum(each.comparisons for each in found.bins) == 4000 * len(pairs)


def test_the_difference_needed_is_the_first_with_few_swaps() -> None:
    (found,) = stability(made(ordered(0.4, topics=30)), [5])
    assert found.needed is not None
    below = [each for each in found.bins if each.difference < found.needed]
    assert below
    assert all(each.rate > 0.05 for each in below)
    enough = sum(each.comparisons for each in found.bins) - sum(each.comparisons for each in below)
    assert found.sensitivity == pytest.approx(enough / sum(each.comparisons for each in found.bins))


def test_stability_hangs_on_the_seed_alone() -> None:
    seen = made(ordered(0.3), ordered(0.3))
    one, same = stability(seen, [7], seed=1)
    assert (one.tau, one.bins) == (same.tau, same.bins)  # all measures are split alike
    assert stability(seen, [7], seed=1)[0] == one
    assert stability(seen, [7], seed=2)[0] != one


def test_stability_refuses_what_cannot_be_split() -> None:
    with pytest.raises(UsageError, match="cannot be drawn from 3 topics"):
        stability(made(ordered(0.3, topics=3)))
    with pytest.raises(UsageError, match="two sets of 11 topics without a common one"):
        stability(made(ordered(0.3)), [11])
    with pytest.raises(UsageError, match="1 split or more: 0"):
        stability(made(ordered(0.3)), splits=0)
    with pytest.raises(UsageError, match="seed must be 0 or more: -1"):
        stability(made(ordered(0.3)), seed=-1)


def test_discriminative_power_counts_the_pairs_that_a_test_tells_apart() -> None:
    seen = made(ordered(0.3), ordered(0.1))
    by_test = {(each.name, each.test): each for each in discriminative_power(seen)}
    assert list(by_test) == [
        ("M0", "bootstrap"), ("M1", "bootstrap"), ("M0", "randomized-tukey"), ("M1", "randomized-tukey"),
    ]  # fmt: skip
    for (name, test), found in by_test.items():
        (tested,) = [each for each in all_pairs(seen, test) if each.name == name]
        assert found.curve.tolist() == sorted(tested.p.tolist(), reverse=True)
        assert found.share == (tested.p < 0.05).mean()
        apart = np.abs(tested.difference)
        assert found.needed is not None
        assert (tested.p[apart >= found.needed] < 0.05).all()
        nearer = apart[apart < found.needed]
        assert not len(nearer) or not (tested.p[apart >= nearer.max()] < 0.05).all()
    assert by_test["M1", "bootstrap"].share > by_test["M0", "bootstrap"].share


def test_nothing_is_needed_where_nothing_is_enough() -> None:
    values = np.tile([0.1, 0.2], 10) + np.zeros((3, 20))
    values[1] += np.tile([0.05, -0.05, 0.01, -0.02], 5)
    (found,) = discriminative_power(made(values), ["sign"])
    assert (found.significant, found.needed) == (0, None)


def test_all_pairs_together_are_harder_to_tell_apart_than_each_alone() -> None:
    seen = made(ordered(0.25))
    alone, together = (discriminative_power(seen, [test])[0] for test in ("t", "tukey"))
    assert together.share <= alone.share


def test_discriminative_power_is_of_the_pairs_that_were_tested() -> None:
    values = np.array([[0.5] * 6, [0.25] * 6, [0.3, 0.4, 0.2, 0.1, 0.5, 0.3]])  # the first two: always .25
    (found,) = discriminative_power(made(values), ["t"])
    p = sorted(all_pairs(made(values), "t")[0].p[1:].tolist(), reverse=True)
    assert (found.curve.tolist(), found.untested) == (p, 1)
    assert found.share == sum(each <= 0.05 for each in p) / 2
    (nothing,) = discriminative_power(made(values[:2]), ["t"])
    assert (nothing.untested, nothing.significant) == (1, 0)
    assert math.isnan(nothing.share)


def test_a_p_of_alpha_is_significant() -> None:
    values = np.array([[0.2] * 6, [0.1] * 6])
    counted = [discriminative_power(made(values), ["sign"], alpha=alpha)[0] for alpha in (2 / 2**6, 0.04)]
    assert [each.significant for each in counted] == [1, 1]


def test_discriminative_power_needs_a_test() -> None:
    with pytest.raises(UsageError, match="needs a test"):
        discriminative_power(made(ordered(0.1)), ["none"])
