"""Over all orders of tied documents: formulas equal enumeration, sampling comes near, best and worst bound them all."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations, product
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.errors import UsageError
from cranfield.judge import ties
from cranfield.measure import BoundMeasure, parse
from cranfield.measure.by_hand import Topic, judge_by_hand
from cranfield.measure.definition import values_of
from cranfield.measure.expectation import SAMPLES, expected_values
from cranfield.measure.register import closed_form
from cranfield.model import Judged
from tests.measure.drawn import PATIENT, RANKED, Grade, covered
from tests.measure.variants import BUILT_IN, variants

WITH_FORMULA = [each for each in BUILT_IN if closed_form(each)]


class Tied(NamedTuple):
    """Groups of documents with equal scores, by their grades, and what was missed."""

    groups: tuple[tuple[Grade, ...], ...]
    missed: tuple[float, ...] = ()

    def judged(self) -> Judged:
        scores = [1 - 0.1 * number for number, group in enumerate(self.groups) for _ in group]
        return judge_by_hand([self._topic([grade for group in self.groups for grade in group], scores)])

    def orders(self) -> Judged:
        """Every order that the tied documents could have, each as a topic of its own."""
        orders = product(*(permutations(group) for group in self.groups))
        rankings = [[grade for group in order for grade in group] for order in orders]
        untied = [1 - 0.05 * above for above in range(len(rankings[0]))]
        return judge_by_hand(self._topic(ranking, untied) for ranking in rankings)

    def _topic(self, ranking: list[Grade], scores: list[float]) -> Topic:
        aspects = [covered(grade, grade) for grade in [*ranking, *self.missed] if grade is not None]
        return Topic(ranking, self.missed, scores, aspects)


@lru_cache(maxsize=64)  # one example is measured by many variants
def orders_of(topic: Tied) -> Judged:
    return topic.orders()


GROUPS = st.lists(st.lists(RANKED, min_size=1, max_size=4).map(tuple), max_size=3).map(tuple)
TIED = st.builds(Tied, GROUPS, st.lists(st.sampled_from([0, 1, 2]), max_size=3).map(tuple))


def with_equal_scores(topic: Tied) -> Judged:
    """Every order again, the tied documents with the scores that they have."""
    scores = [1 - 0.1 * number for number, group in enumerate(topic.groups) for _ in group]
    orders = product(*(permutations(group) for group in topic.groups))
    return judge_by_hand(
        topic._topic([grade for group in order for grade in group], scores) for order in orders
    )


def mean_over_orders(bound: BoundMeasure, topic: Tied) -> float:
    return float(bound.values(orders_of(topic)).mean())


@pytest.mark.parametrize("measure", WITH_FORMULA, ids=repr)
@PATIENT
@given(topic=TIED)
def test_a_formula_is_the_mean_over_all_orders(measure: object, topic: Tied) -> None:
    bounds = [bound for each in WITH_FORMULA if each is measure for bound in variants(each)]
    values, errors = expected_values(bounds, topic.judged())
    assert not errors
    for bound, value in zip(bounds, values[:, 0].tolist(), strict=True):
        assert value == pytest.approx(mean_over_orders(bound, topic), abs=1e-12, nan_ok=True), bound


SAMPLED = parse("infAP ERR")


@PATIENT
@given(topic=TIED)
def test_sampling_comes_as_near_as_it_says(topic: Tied) -> None:
    values, errors = expected_values(SAMPLED, topic.judged(), seed=3)
    for bound, value in zip(SAMPLED, values[:, 0].tolist(), strict=True):
        error = float(errors.get(bound.name, np.zeros(1))[0])
        # six standard errors; and a rare order may never have been drawn
        assert value == pytest.approx(
            mean_over_orders(bound, topic), abs=6 * error + 10 / SAMPLES, nan_ok=True
        )


def test_one_seed_one_number() -> None:
    topic = Tied(((1, 0, None, 2, 0), (1, None)), (1,)).judged()
    first, again, other = (expected_values(parse("ERR"), topic, seed=seed) for seed in (1, 1, 2))
    assert first.values.tolist() == again.values.tolist()
    assert first.values.tolist() != other.values.tolist()


@PATIENT
@given(topic=TIED)
def test_best_and_worst_bound_every_order(topic: Tied) -> None:
    measures = parse("AP nDCG nDCG@2 P@2 RR PRES@3 Bpref R@2")
    every = values_of(measures, orders_of(topic))
    judged = topic.judged()
    best, worst = values_of(measures, ties.best(judged))[:, 0], values_of(measures, ties.worst(judged))[:, 0]
    np.testing.assert_allclose(best, every.max(axis=1), atol=1e-12)
    np.testing.assert_allclose(worst, every.min(axis=1), atol=1e-12)


@PATIENT
@given(topic=TIED, seed=st.integers(0, 99))
def test_a_shuffle_is_one_of_the_orders(topic: Tied, seed: int) -> None:
    judged = topic.judged()
    drawn = ties.shuffled(judged, np.random.default_rng(seed))
    orders = orders_of(topic)
    bounds = zip(orders.starts[:-1].tolist(), orders.starts[1:].tolist(), strict=True)
    assert placed(drawn, slice(None)) in {placed(orders, slice(*each)) for each in bounds}


def placed(judged: Judged, hits: slice) -> tuple[tuple[float, ...], ...]:
    return tuple(judged.rank[hits].tolist()), tuple(judged.grade[hits].tolist())


def test_without_ties_nothing_is_sampled() -> None:
    topic = Tied(((1,), (0,), (2,))).judged()
    values, errors = expected_values(parse("AP Bpref"), topic)
    assert errors == {}
    assert values.tolist() == values_of(parse("AP Bpref"), topic).tolist()


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_a_cut_through_a_tie_is_part_of_the_chance(depth: int) -> None:
    topic = Tied(((1, 0, None, None),))
    measures = parse("R@10 NumRet")
    values, errors = expected_values(measures, topic.judged(), depth=depth)
    assert values[0, 0] == pytest.approx(depth / 4, abs=6 * float(errors.get("R@10", np.zeros(1))[0]) + 1e-12)
    best, worst = ties.best(topic.judged(), depth), ties.worst(topic.judged(), depth)
    assert (values_of(measures, best)[0, 0], values_of(measures, worst)[0, 0]) == (1, depth == 4)


@pytest.mark.parametrize("name", ["IDCG@2", "IDCG", "NumRel", "PRESRmax@2", "Generality(collection=9)"])
def test_what_looks_at_no_run_is_not_sampled(name: str) -> None:
    topic = Tied(((1, 0, None), (2, 0))).judged()
    values, errors = expected_values(parse(name), topic)
    assert errors == {}
    assert values.tolist() == values_of(parse(name), topic).tolist()


OF_SCORES = [
    bound
    for each in BUILT_IN
    if each.retrieval == "scores"
    for bound in variants(each)
    if dict(bound.settings)["scores"] != "rank"
]


@PATIENT
@given(topic=TIED, data=st.data())
def test_what_looks_at_scores_alone_is_exact_in_any_order(topic: Tied, data: st.DataObject) -> None:
    bound = data.draw(st.sampled_from(OF_SCORES))
    try:
        every = bound.values(with_equal_scores(topic))
    except UsageError:  # such as a collection as a whole under scores='sigmoid'
        return
    values, errors = expected_values([bound], topic.judged())
    assert errors == {}
    np.testing.assert_allclose(every, np.full_like(every, values[0, 0]), atol=1e-12)


def test_ranks_taken_for_scores_are_sampled() -> None:
    topic = Tied(((1, 0, None), (2, 0))).judged()
    assert set(expected_values(parse("ADM(top=2) ADM(top=2, scores='rank')"), topic).errors) == {
        "ADM(top=2, scores='rank')"
    }
