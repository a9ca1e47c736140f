"""Coefficients between rankings of systems: against ircor's published numbers, scipy, and slow definitions."""

from __future__ import annotations

import math
from itertools import pairwise, permutations, product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from cranfield.compare import kendall, rbo
from cranfield.compare.agree import (
    COEFFICIENTS,
    Coefficient,
    Standings,
    correlations,
    overlap,
    pearson,
    spearman,
    tau_ap,
    tau_ap_a,
    weighted_tau,
)
from cranfield.errors import InputError, UsageError

# Urbano and Marrero's R package ircor: three pairs of columns as its tests have them, and the values that it gives for
# them: tau_AP,a; tau_AP,a with y rounded to one digit; tau_AP,b; tau_AP,b with both rounded.
PUBLISHED = [
    (
        [0.897, 0.372, 0.908, 0.898, 0.661, 0.062, 0.177, 0.384, 0.498, 0.992],
        [0.82, 0.406, 0.817, 0.953, 0.673, 0.073, 0.364, 0.547, 0.589, 0.988],
        (0.8519, 0.7454, 0.8333, 0.7321),
    ),
    (
        [0.266, 0.573, 0.202, 0.945, 0.629, 0.206, 0.687, 0.77, 0.718, 0.38],
        [0.263, 0.843, 0.728, 0.928, 0.08, 0.114, 0.467, 0.641, 0.973, 0.644],
        (0.2504, 0.2692, 0.2880, 0.2970),
    ),
    (
        [0.185, 0.573, 0.944, 0.129, 0.468, 0.553, 0.761, 0.405, 0.976, 0.445],
        [0.845, 0.272, 0.275, 0.924, 0.605, 0.334, 0.162, 0.872, 0.018, 0.25],
        (-0.6971, -0.5558, -0.6680, -0.7047),
    ),
]


@pytest.mark.parametrize("x, y, expected", PUBLISHED)
def test_ap_correlation_is_what_its_authors_software_gives(
    x: list[float], y: list[float], expected: tuple[float, ...]
) -> None:
    rounded_x, rounded_y = np.round(x, 1), np.round(y, 1)
    found = (tau_ap_a(x, y), tau_ap_a(x, rounded_y), tau_ap(x, y), tau_ap(rounded_x, rounded_y))
    assert found == pytest.approx(expected, abs=5e-5)


def test_the_example_of_its_authors() -> None:
    x = np.array([0.06, 0.2, 0.27, 0.37, 0.57, 0.63, 0.66, 0.9, 0.91, 0.94])
    y = np.array([0.37, 0.06, 0.2, 0.27, 0.57, 0.66, 0.63, 0.91, 0.9, 0.94])
    assert tau_ap_a(x, y) == pytest.approx(0.7491182, abs=1e-7)
    tied_x, tied_y = np.round(x * 5) / 5, np.round(y * 5) / 5
    assert tau_ap_a(x, tied_y) == pytest.approx(0.6074515, abs=1e-7)
    assert tau_ap(tied_x, tied_y) == pytest.approx(0.6269841, abs=1e-7)
    assert kendall(x, tied_y).tau_a == pytest.approx(0.7111111, abs=1e-7)
    assert kendall(tied_x, tied_y).tau_b == pytest.approx(0.75)


values = st.lists(st.integers(0, 4).map(float), min_size=2, max_size=5)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=5))
def test_one_sided_ap_correlation_is_the_mean_over_all_orders_of_ties(pairs: list[tuple[int, int]]) -> None:
    truth, estimate = ([float(pair[side]) for pair in pairs] for side in (0, 1))
    means = [without_ties(true, seen) for true, seen in product(all_orders(truth), all_orders(estimate))]
    assert tau_ap_a(truth, estimate) == pytest.approx(sum(means) / len(means))


def all_orders(column: list[float]) -> list[list[float]]:
    """Break ties in every possible way: distinct values that keep the order of different ones."""
    found = []
    for order in permutations(range(len(column))):
        if all(column[a] <= column[b] for a, b in pairwise(order)):
            distinct = [0.0] * len(column)
            for place, system in enumerate(order):
                distinct[system] = float(place)
            found.append(distinct)
    return found


def without_ties(truth: list[float], estimate: list[float]) -> float:
    """Yilmaz, Aslam and Robertson's definition, rank by rank."""
    ranked = sorted(range(len(truth)), key=lambda system: -estimate[system])
    shares = [
        sum(truth[above] > truth[ranked[place]] for above in ranked[:place]) / place
        for place in range(1, len(ranked))
    ]
    return 2 * sum(shares) / len(shares) - 1


@given(st.permutations(range(7)))
def test_without_ties_ap_correlation_is_the_mean_of_both_directions(order: list[int]) -> None:
    x, y = [float(place) for place in range(7)], [float(place) for place in order]
    assert tau_ap(x, y) == pytest.approx((without_ties(x, y) + without_ties(y, x)) / 2)
    assert tau_ap_a(x, y) == pytest.approx(without_ties(x, y))


pairs_of_columns = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=3, max_size=30)


@given(pairs_of_columns)
def test_the_rest_are_scipys(pairs: list[tuple[int, int]]) -> None:
    x, y = (np.array([pair[side] for pair in pairs], dtype=np.float64) for side in (0, 1))
    assume(np.ptp(x) and np.ptp(y))
    assert weighted_tau(x, y) == pytest.approx(stats.weightedtau(x, y).statistic, abs=1e-12)
    assert spearman(x, y) == pytest.approx(stats.spearmanr(x, y).statistic, abs=1e-12)
    assert pearson(x, y) == pytest.approx(stats.pearsonr(x, y).statistic, abs=1e-12)
    assert kendall(x, y).tau_b == pytest.approx(stats.kendalltau(x, y).statistic, abs=1e-12)


@given(st.permutations(range(8)), st.sampled_from([0.5, 0.9]))
def test_overlap_is_that_of_the_two_rankings(order: list[int], p: float) -> None:
    x = [float(-system) for system in range(8)]
    y = [float(-order.index(system)) for system in range(8)]
    assert overlap(x, y, p=p) == pytest.approx(rbo(list(range(8)), list(order), p=p).extrapolated)


@pytest.mark.parametrize("name", COEFFICIENTS)
@given(st.permutations(range(6)))
def test_the_same_order_is_1_and_values_do_not_matter(name: Coefficient, order: list[int]) -> None:
    x = [float(place) for place in order]
    assert COEFFICIENTS[name](x, x) == pytest.approx(1)
    if name != "pearson":
        assert COEFFICIENTS[name](x, [place**3 for place in x]) == pytest.approx(1)
    if name not in ("pearson", "rbo"):
        assert COEFFICIENTS[name](x, [-place for place in x]) == pytest.approx(-1)


@pytest.mark.parametrize("name", [name for name in COEFFICIENTS if name != "tau-ap-a"])
@given(pairs_of_columns)
def test_all_but_one_are_symmetric(name: Coefficient, pairs: list[tuple[int, int]]) -> None:
    x, y = ([float(pair[side]) for pair in pairs] for side in (0, 1))
    assert COEFFICIENTS[name](x, y) == pytest.approx(COEFFICIENTS[name](y, x), abs=1e-12, nan_ok=True)


WEIGHTED: list[Coefficient] = ["tau-ap", "tau-ap-a", "weighted", "rbo"]
EVEN: list[Coefficient] = ["kendall-a", "kendall-b", "spearman"]


def test_a_swap_at_the_top_counts_most_where_it_should() -> None:
    x = [5.0, 4.0, 3.0, 2.0, 1.0]
    top, bottom = [4.0, 5.0, 3.0, 2.0, 1.0], [5.0, 4.0, 3.0, 1.0, 2.0]
    for name in WEIGHTED:
        assert COEFFICIENTS[name](x, top) < COEFFICIENTS[name](x, bottom)
    for name in EVEN:
        assert COEFFICIENTS[name](x, top) == COEFFICIENTS[name](x, bottom)


def test_what_ties_everything_correlates_with_nothing() -> None:
    for coefficient in (tau_ap, weighted_tau, spearman, pearson):
        assert math.isnan(coefficient([1.0, 1.0, 1.0], [1.0, 2.0, 3.0]))
        assert math.isnan(coefficient([1.0, 2.0, 3.0], [1.0, 1.0, 1.0]))


def standings(**means: list[float]) -> Standings:
    systems = tuple("abcdefgh"[: len(next(iter(means.values())))])
    return Standings(
        tuple(means), systems, np.array(list(means.values())), np.ones(len(means), dtype=np.int64)
    )


def test_every_two_rankings_are_correlated_and_one_way_coefficients_each_way() -> None:
    three = standings(AP=[3.0, 2.0, 1.0], RR=[3.0, 1.0, 2.0], R=[1.0, 2.0, 3.0])
    found = correlations(three, ["kendall-b", "pearson"])
    assert [(pair.one, pair.other) for pair in found] == [("AP", "RR"), ("AP", "R"), ("RR", "R")]
    assert found[1].values == {"kendall-b": -1, "pearson": -1}
    assert len(correlations(three, ["tau-ap-a"])) == 6


def test_less_is_better_turns_a_ranking_round() -> None:
    both = Standings(("AP", "cost"), ("a", "b"), np.array([[0.5, 0.1], [2.0, 9.0]]), np.array([1, -1]))
    assert correlations(both)[0].values == {"kendall-b": 1}


def test_refuses_what_cannot_be_correlated() -> None:
    with pytest.raises(UsageError, match="one ranking only, by AP"):
        correlations(standings(AP=[1.0, 2.0]))
    with pytest.raises(InputError, match="RR is 1 for every system"):
        correlations(standings(AP=[1.0, 2.0], RR=[1.0, 1.0]))
    with pytest.raises(UsageError, match="no value `kendal`"):
        correlations(standings(AP=[1.0, 2.0], RR=[1.0, 3.0]), ["kendal"])  # type: ignore[list-item]
    with pytest.raises(UsageError, match="two systems at least"):
        standings(AP=[1.0])
    with pytest.raises(InputError, match="AP has no finite value for b"):
        standings(AP=[1.0, math.nan, 2.0])
