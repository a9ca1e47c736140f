"""EPRUM for users who do walk: against every user there could be, against a simulation, against each other."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cranfield.errors import UsageError
from cranfield.measure import example, find
from cranfield.measure.curves import curve_of, effort_curve_of, eprum_curve, recall_levels
from cranfield.measure.families.structured.best_list import best_lengths, expected_lengths, greedy
from cranfield.measure.families.structured.by_hand import walked
from cranfield.measure.families.structured.poisson_binomial import (
    Stretches,
    at_least_by_the_normal_law,
    by_table,
    by_tree,
    distribution,
    table,
)
from cranfield.measure.families.structured.precision import expected_inverse, wanted
from cranfield.measure.families.structured.session import Session, sessions
from cranfield.model import Judged
from tests.measure.drawn import PATIENT
from tests.oracles.structured import expected_found, likely_counts
from tests.oracles.structured import expected_inverse as by_all_users

EPRUM, AT_RECALL, RECALL = map(find, ["EPRUM", "EPRUMIPrec", "EPRUMRecall"])

CHANCES = st.sampled_from([0.0, 0.0, 1.0, 0.5, 0.25, 0.9, 1e-9, 1 / 3])


def matrices(ranks: int, ideals: int) -> st.SearchStrategy[list[list[float]]]:
    """Small enough that every user can be looked at."""
    return st.integers(1, ideals).flatmap(
        lambda columns: st.lists(
            st.lists(CHANCES, min_size=columns, max_size=columns), min_size=1, max_size=ranks
        )
    )


def only_session(judged: Judged) -> Session:
    [[session]] = sessions(judged, rel=1, scale=0)
    return session


def drawn_session(random: np.random.Generator, ranks: int, ideals: int, ways: int) -> Session:
    """A long list: each ideal is reached from a few ranks, now and then for certain."""
    pairs = {(int(random.integers(ranks)) + 1, ideal) for ideal in range(ideals) for _ in range(ways)}
    rank, ideal = (np.array(column) for column in zip(*sorted(pairs), strict=True))
    chance = np.where(random.random(len(rank)) < 0.1, 1.0, random.random(len(rank)))
    return Session(1.0, ideals, rank, ideal, chance)


def places(stretches: Stretches) -> int:
    return int(stretches.last.max(initial=0))


@settings(PATIENT)
@given(reach=matrices(4, 3))
def test_equals_the_mean_over_every_user_there_could_be(reach: list[list[float]]) -> None:
    hits, ideals = walked(reach), len(reach[0])
    inverse = expected_inverse(only_session(hits))
    expected = [by_all_users(reach, r) for r in range(1, ideals + 1)]
    np.testing.assert_allclose(inverse, expected, atol=1e-12)
    [average] = EPRUM(ideal="count").values(hits)
    assert average == pytest.approx(sum(r * mean for r, mean in enumerate(expected, 1)) / ideals, abs=1e-12)
    for k in range(1, len(reach) + 1):
        found = expected_found(reach, k)
        assert (EPRUM(ideal="count") @ k).values(hits)[0] == pytest.approx(found / k, abs=1e-12)
        assert (RECALL @ k).values(hits)[0] == pytest.approx(found / ideals, abs=1e-12)


@settings(PATIENT)
@given(chances=st.lists(CHANCES, max_size=10))
def test_the_distribution_is_the_sum_over_all_subsets(chances: list[float]) -> None:
    np.testing.assert_allclose(distribution(np.array(chances)), likely_counts(chances), atol=1e-12)


@settings(PATIENT)
@given(seed=st.integers(0, 10**6), ranks=st.integers(1, 60), ideals=st.integers(1, 12))
def test_table_tree_and_subsets_agree(seed: int, ranks: int, ideals: int) -> None:
    random = np.random.default_rng(seed)
    stretches = drawn_session(random, ranks, ideals, ways=3).stretches()
    weights = random.random(places(stretches))
    by_rank = table(stretches, len(weights), ideals)
    alone = sum(w * np.array(likely_counts(row)) for w, row in zip(weights[:3], by_rank[:3], strict=False))
    first = np.where(np.arange(len(weights)) < 3, weights, 0.0)
    np.testing.assert_allclose(by_table(first, stretches, ideals), alone, atol=1e-12)
    np.testing.assert_allclose(
        by_tree(weights, stretches, ideals), by_table(weights, stretches, ideals), atol=1e-12
    )


@pytest.mark.parametrize("ideals", [65, 200])
def test_table_and_tree_agree_on_long_lists(ideals: int) -> None:
    """The factors pass through every probability: where dividing them out loses all digits, and here none."""
    stretches = drawn_session(np.random.default_rng(7), 1500, ideals, ways=4).stretches()
    weights = np.random.default_rng(8).random(places(stretches))
    one, other = (way(weights, stretches, ideals) for way in (by_table, by_tree))
    np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-13)
    assert one.sum() == pytest.approx(weights.sum(), rel=1e-12)


@pytest.mark.parametrize("seed", range(20))
def test_equals_a_simulation_of_many_users(seed: int) -> None:
    random = np.random.default_rng(seed)
    session = drawn_session(
        random, ranks=int(random.integers(3, 30)), ideals=int(random.integers(2, 9)), ways=4
    )
    ranks, users = int(session.rank.max()), 50_000
    first = np.full((users, session.ideals), ranks + 1)
    for rank, ideal, chance in zip(session.rank, session.ideal, session.probability, strict=True):
        gets_there = random.random(users) < chance
        first[gets_there, ideal] = np.minimum(first[gets_there, ideal], rank)
    consulted = np.sort(first, axis=1)
    inverse = np.where(consulted <= ranks, 1 / consulted, 0.0)
    off = np.abs(expected_inverse(session) - inverse.mean(axis=0))
    assert (off <= 5 * inverse.std(axis=0) / np.sqrt(users) + 1e-9).all()


def test_seeing_the_same_again_gains_nothing() -> None:
    once, twice = walked([[1, 0], [0, 1]]), walked([[1, 0], [1, 0], [0, 1]])
    assert EPRUM().values(once) == 1
    assert EPRUM().values(twice) == pytest.approx((1 + 2 / 3) / 2)


def test_an_ideal_that_nobody_reaches_counts_as_0() -> None:
    values = EPRUM().values(walked([[1, 0, 0]]))
    assert values == pytest.approx(1 / 3)
    assert EPRUM().values(walked([], [1, 1])) == 0


def test_levels_that_nothing_reaches_are_left_out_or_0() -> None:
    """Nothing is ideal to more than four fifths of the users, so that the best list has .8 under `zero`."""
    hits = walked([[1, 0], [0, 1]], [0.8, 0.4])
    assert EPRUM(rel=0.1, scale=1).values(hits) == pytest.approx(1)
    assert EPRUM(rel=0.1, scale=1, empty="zero").values(hits) == pytest.approx(0.8)


def test_a_scale_turns_grades_into_shares_of_users() -> None:
    """Grade 3 of 3 is ideal to all, grade 1 to a third: two thirds of the users want one document, the others two."""
    hits = walked([[0, 1], [1, 0]], [3, 1])
    assert EPRUM(scale=3).values(hits) == pytest.approx(2 / 3 * 1 / 2 + 1 / 3 * 1)
    assert EPRUM(rel=2).values(hits) == pytest.approx(1 / 2)


def test_precision_may_exceed_1_unless_it_is_clipped() -> None:
    """A parent of two ideals of half its length, and then these: 13/12, although no list is shorter on average."""
    hits = walked([[0.5, 0.5], [1, 0], [0, 1]])
    assert (AT_RECALL @ 1).values(hits) == pytest.approx(13 / 12)
    assert (AT_RECALL(clip="yes") @ 1).values(hits) == 1
    assert EPRUM(clip="yes").values(hits) == pytest.approx((0.875 + 1) / 2)


class TestTheBestList:
    POSSIBLE = ((0.9, 0.9), (1, 0), (0, 1))

    def lengths(self, rule: str, **more: object) -> list[float]:
        session = only_session(walked([[0, 0]], **{"possible": self.POSSIBLE, **more}))  # type: ignore[arg-type]
        lengths: list[float] = best_lengths(session, rule).round(9).tolist()  # type: ignore[arg-type]
        return lengths

    def test_one_item_may_lead_to_several_ideals(self) -> None:
        assert self.lengths("auto") == self.lengths("greedy") == [1, 1.29]

    def test_it_may_be_counted_all_the_same(self) -> None:
        assert self.lengths("count") == [1, 2]

    def test_its_lower_bound_is_all_that_one_item_could_lead_to(self) -> None:
        assert self.lengths("bound") == pytest.approx([1 / 1.8, 2 / 1.8])

    def test_items_that_lead_to_one_ideal_in_all_make_no_shorter_list(self) -> None:
        halves = ((0.5, 0.5), (1, 0), (0, 1))
        for rule in ("auto", "greedy", "bound"):
            assert self.lengths(rule, possible=halves) == [1, 2]

    def test_a_given_list_counts(self) -> None:
        best = ((0.9, 0.9), (1, 0), (0, 1))
        assert self.lengths("auto", best=best) == self.lengths("list", best=best) == [1.01, 1.29]

    def test_a_given_list_leads_to_everything(self) -> None:
        with pytest.raises(UsageError, match="leads all users to 1 of 2 ideals only"):
            self.lengths("list", best=((1, 0.5),))
        with pytest.raises(UsageError, match="knows no best list"):
            self.lengths("list")

    def test_without_walking_every_rule_has_one_ideal_a_rank(self) -> None:
        hits = example(ranks=[2, 3, 7], n=5)
        for rule in ("auto", "count", "greedy", "bound", "list"):
            assert EPRUM(ideal=rule).values(hits) == find("AP")().values(hits)

    @settings(PATIENT)
    @given(reach=matrices(4, 3))
    def test_no_list_of_these_items_is_shorter_than_the_bound(self, reach: list[list[float]]) -> None:
        ideals = len(reach[0])
        each_alone = [[float(row == column) for column in range(ideals)] for row in range(ideals)]
        session = only_session(walked([[0] * ideals], possible=[*reach, *each_alone]))
        greedily, bound = best_lengths(session, "greedy"), best_lengths(session, "bound")
        assert (bound <= greedily + 1e-12).all()
        assert (greedily <= best_lengths(session, "count") + 1e-12).all()
        assert session.possible is not None
        assert len(set(greedy(session.possible).rank.tolist())) <= len(reach) + ideals


def test_a_list_that_does_not_lead_to_all_is_endless() -> None:
    lengths = expected_lengths(only_session(walked([[1, 0.5], [0, 0.5]])))
    assert lengths[0] == 1
    assert np.isinf(lengths[1])


class TestTheNormalLaw:
    def test_it_is_near_where_much_is_uncertain(self) -> None:
        session = drawn_session(np.random.default_rng(3), 300, 120, ways=3)
        exact, near = expected_inverse(session), expected_inverse(session, "normal")
        assert 0 < np.abs(exact - near).max() < 2e-3

    def test_it_is_not_taken_where_little_is(self) -> None:
        session = drawn_session(np.random.default_rng(3), 30, 12, ways=3)
        np.testing.assert_array_equal(expected_inverse(session), expected_inverse(session, "normal"))

    def test_it_has_the_error_that_is_said_of_it(self) -> None:
        """Uniform probabilities, 100 of them."""
        chances = np.random.default_rng(1).random((50, 100))
        exact = [distribution(row)[::-1].cumsum()[-2::-1] for row in chances]
        assert np.abs(at_least_by_the_normal_law(chances) - exact).max() < 0.003


def test_recall_levels_ask_for_whole_ideals() -> None:
    assert [wanted(level, 3) for level in (0, 1 / 3, 0.34, 2 / 3, 1)] == [1, 1, 2, 2, 3]
    assert [wanted(percent / 100, 100) for percent in range(1, 101)] == list(range(1, 101))


@pytest.mark.parametrize("recall", [-0.1, 1.1])
def test_a_recall_is_a_share(recall: float) -> None:
    with pytest.raises(UsageError, match="the recall of EPRUMIPrec is from 0 to 1"):
        (AT_RECALL @ recall).values(walked([[1]]))


def test_a_scale_is_no_less_than_0() -> None:
    with pytest.raises(UsageError, match="`scale` is"):
        EPRUM(scale=-1).values(walked([[1]]))


class TestTheCurve:
    QRELS: ClassVar = {"q1": {"a": 1, "b": 1}, "q2": {"c": 1}, "q3": {"x": 0}}
    RUN: ClassVar = {"q1": ["a", "x", "y", "b"], "q2": ["x", "c"]}

    def test_it_has_a_row_a_topic_and_their_mean(self) -> None:
        curve = eprum_curve(self.QRELS, self.RUN, levels=[0.5, 1])
        assert curve.topics == ("q1", "q2", "q3")
        np.testing.assert_array_equal(curve.precision, [[1, 0.5], [0.5, 0.5], [np.nan, np.nan]])
        assert curve.mean.tolist() == [0.75, 0.5]
        assert curve.to_columns()["recall"] == [0.5, 1] * 3

    def test_its_grids_are_those_of_campaigns(self) -> None:
        assert recall_levels(11) == tuple(tenth / 10 for tenth in range(11))
        assert recall_levels(100)[0] == 0.01
        points = find("EPRUMPoints")
        hits = walked([[0.4, 0.4, 0], [0.6, 0.4, 0], [1, 0, 0.3]])
        for grid in ("11", "100"):
            of_grid = curve_of(hits, int(grid)).mean.mean()
            assert points(points=grid).values(hits)[0] == pytest.approx(of_grid, abs=1e-12)

    def test_a_curve_has_levels(self) -> None:
        for levels in (0, [], [0.5, 1.5]):
            with pytest.raises(UsageError, match="level"):
                recall_levels(levels)

    def test_gain_falls_short_where_users_do_not(self) -> None:
        """Half of the users see both ideals, and the mean user no more than one and a half."""
        hits = walked([[1, 0.5]])
        assert curve_of(hits, [0.5, 1]).mean.tolist() == [1, 1]
        assert effort_curve_of(hits, [0.5, 1]).mean.tolist() == [1, 0]
