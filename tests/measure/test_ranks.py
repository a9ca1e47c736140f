"""What only the measures of ranks have: levels of tied documents, the unretrieved rest, recall levels in floats."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield import evaluate
from cranfield.errors import CranfieldWarning, UsageError
from cranfield.judge import ties
from cranfield.measure import BoundMeasure, example, find, parse
from cranfield.measure.by_hand import Topic, judge_by_hand
from cranfield.measure.expectation import expected_values
from cranfield.model import Judged
from tests.measure.drawn import PATIENT, TOPICS, Drawn, judged
from tests.oracles.ranks import asked, eleven_point_precision, expected_search_length

Groups = list[list[int]]

GROUPS = st.lists(st.lists(st.sampled_from([0, 1]), min_size=1, max_size=4), min_size=1, max_size=3)


def value(bound: BoundMeasure, hits: Judged) -> float:
    return float(bound.values(hits)[0])


def in_groups(groups: Groups, missed: int = 0) -> Judged:
    scores = [len(groups) - level for level, group in enumerate(groups) for _ in group]
    return example([grade for group in groups for grade in group], missed=[1] * missed, scores=scores)


def orders(groups: Groups) -> Iterator[list[int]]:
    for order in product(*(permutations(group) for group in groups)):
        yield [grade for group in order for grade in group]


@PATIENT
@given(groups=GROUPS, want=st.integers(1, 4))
def test_expected_search_length_is_the_mean_over_all_orders(groups: Groups, want: int) -> None:
    lengths = [
        expected_search_length(
            [f"d{i}" for i in range(len(order))], {f"d{i}": g for i, g in enumerate(order)}, want=want
        )
        for order in orders(groups)
    ]
    ours = value(find("ESL")(want=want), in_groups(groups))
    assert ours == pytest.approx(float(np.mean(lengths)), abs=1e-12, nan_ok=True)


@PATIENT
@given(groups=GROUPS, want=st.integers(1, 4), missed=st.integers(0, 3), others=st.integers(0, 3))
def test_what_was_not_retrieved_is_the_last_level(
    groups: Groups, want: int, missed: int, others: int
) -> None:
    """As if the run went on with the rest of the collection under one score."""
    rest = [1] * missed + [0] * others
    collection = sum(map(len, groups)) + len(rest)
    whole = in_groups([*groups, rest] if rest else groups)
    for name in ("ESL", "ESLReduction"):
        bound = find(name)(want=want, collection=collection)
        assert value(bound, in_groups(groups, missed)) == pytest.approx(value(bound, whole), nan_ok=True)


def test_the_order_of_tied_documents_is_no_matter_for_expected_search_length() -> None:
    hits = in_groups([[0, 1, 0], [0, 0, 1, 1]])
    bound = find("ESL")(want=2)
    for chosen in (hits, ties.best(hits), ties.worst(hits), ties.shuffled(hits, np.random.default_rng(1))):
        assert value(bound, chosen) == 2 + 2 / 3
    values, errors = expected_values([bound, find("SearchLength")()], hits)
    assert values.tolist() == [[2 + 2 / 3], [1]]
    assert errors == {}


def test_a_level_ends_where_the_depth_cuts_it() -> None:
    run = {"q": {"d5": 3.0, "d4": 1.0, "d3": 1.0, "d2": 1.0, "d1": 1.0}}
    qrels = {"q": {"d1": 0, "d2": 1, "d3": 1, "d4": 0, "d5": 0}}
    # Three documents are left of the level: d4, d3 and d2 as they are sorted, two of them relevant.
    scores = evaluate(qrels, run, "ESL", depth=4)
    assert scores["ESL"].tolist() == [1 + 1 / 3]


def test_search_lengths_without_the_collection_are_undefined_where_the_run_fails() -> None:
    topics = judged(Drawn((0, 0), (1,)), Drawn((0, 1)), Drawn((), (1,)))
    for name in ("SearchLength", "ESL"):
        values = find(name)().values(topics)
        np.testing.assert_array_equal(values, [math.nan, 1, math.nan])
        # One relevant among the 8 and the 10 that were not retrieved: half of the others come before it.
        np.testing.assert_array_equal(find(name)(collection=10).values(topics), [2 + 7 / 2, 1, 9 / 2])


def test_more_wanted_than_there_are_is_undefined_for_every_run() -> None:
    topics = judged(Drawn((1, 1, 0)), Drawn((0,), (1,)))
    assert np.isnan(find("ESL")(want=3).values(topics)).all()
    assert np.isnan(find("ESLReduction")(want=3, collection=10).values(topics)).all()
    assert np.isnan(find("ESLRandom")(want=3, collection=10).values(topics)).all()


def test_van_rijsbergens_reduction_is_a_ratio_of_means() -> None:
    runs = {"bm25": {"1": ["x", "y", "a"], "2": ["x", "y", "a"]}}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CranfieldWarning)
        scores = evaluate(
            {"1": {"a": 1}, "2": {"a": 1, "b": 1, "c": 1}}, runs,
            "ESL(collection=12) ESLRandom(collection=12) ESLReduction(collection=12)",
        )  # fmt: skip
    esl, chance, reduction = (scores.mean("bm25", name) for name in scores.measures)
    assert (round(reduction, 4), round(1 - esl / chance, 4)) == (0.3737, 0.4839)


def test_a_ranking_in_random_order_saves_nothing() -> None:
    """The mean over all places of the relevant documents."""
    bounds = [find("ESLReduction")(want=want, collection=6) for want in (1, 2)]
    rankings = [[int(i in places) for i in range(6)] for places in combinations(range(6), 2)]
    for bound in bounds:
        mean = np.mean(bound.values(judge_by_hand(Topic(ranking) for ranking in rankings)))
        assert mean == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    "wrong",
    [
        "ESL(want=0)",
        "ESL(want=10000000000000)",
        "ESL(want=2, collection=10000000000000)",
        "ESLRandom(want=0, collection=9)",
        "ESLRandom(collection=2)",
        "RprecMult@1e300",
        "ESL(collection=2)",
        "SearchLength(collection=2)",
        "ESLReduction(collection=2)",
        "IPrec@1.5",
        "IPrec@-0.1",
        "IPrec11(recalls='0.5,1.5')",
        "IPrec11(recalls='0.5,nan')",
        "IPrec11(recalls='half')",
        "IPrec11(recalls='')",
        "RprecMult@0",
    ],
)
def test_values_that_mean_nothing_are_refused(wrong: str) -> None:
    [bound] = parse(wrong)
    with pytest.raises(UsageError) as refused:
        bound.values(example([1, 0, 0], n=2))
    assert refused.value.slug in {"measure-parameter", "measure-cutoff"}


@PATIENT
@given(
    topic=TOPICS,
    recalls=st.lists(st.integers(0, 100).map(lambda share: str(share / 100)), min_size=1, max_size=4),
    levels=st.sampled_from(["ceil", "trec9", "trec10"]),
)
def test_the_mean_at_recall_levels_of_ones_own(topic: Drawn, recalls: list[str], levels: str) -> None:
    told = ",".join(recalls)
    expected = eleven_point_precision(topic.documents, topic.judgements, levels=levels, recalls=told)
    ours = value(find("IPrec11")(levels=levels, recalls=told), judged(topic))
    assert ours == pytest.approx(expected, abs=1e-12, nan_ok=True)


@given(n=st.integers(1, 2000), hundredth=st.integers(0, 100))
def test_a_recall_level_is_rounded_up_without_a_slip_of_the_floats(n: int, hundredth: int) -> None:
    recall = hundredth / 100
    needed = max(asked(recall, n, "ceil"), 1)
    # Relevant documents, then one more document before the one that the recall asks for.
    gap = example([*[1] * (needed - 1), 0, 1], n=n)
    assert value(find("IPrec") @ recall, gap) == needed / (needed + 1)
    assert value(find("IPrec") @ recall, example([1] * (needed - 1) or [0], n=n)) == 0


def test_the_three_readings_of_a_recall_level() -> None:
    """0.7 of 3 is 2.1, 0.1 of 14 is 1.4; the second relevant document comes late, and the third later."""
    of_three, of_fourteen = example(ranks=[1, 4, 30], n=3), example(ranks=[1, 4], n=14)
    readings = ("ceil", "trec9", "trec10")
    iprec = find("IPrec")
    assert [value(iprec(levels=each) @ 0.7, of_three) for each in readings] == [0.1, 0.5, 0.5]
    assert [value(iprec(levels=each) @ 0.1, of_fourteen) for each in readings] == [0.5, 0.5, 1]


@PATIENT
@given(topic=TOPICS)
def test_the_interpolated_area_is_never_below_average_precision(topic: Drawn) -> None:
    hits = judged(topic)
    area, ap = (find(name)().values(hits)[0] for name in ("IPrecArea", "AP"))
    assert np.isnan(ap) or area >= ap - 1e-12


@PATIENT
@given(topic=TOPICS)
def test_inferred_is_average_precision_where_all_of_the_pool_was_judged(topic: Drawn) -> None:
    """The rest is what is smoothed: nothing relevant above is taken for a little."""
    everything = topic.ranked(grade if grade is not None and grade >= 0 else 0 for grade in topic.ranking)
    hits = judged(everything)
    inferred, ap = (find(name)().values(hits)[0] for name in ("infAP", "AP"))
    assert inferred == pytest.approx(ap, abs=1e-4, nan_ok=True)


def test_a_topic_with_nothing_found_does_not_make_a_geometric_mean_zero() -> None:
    qrels = {"a": {"x": 1}, "b": {"x": 1, "y": 0}}
    scores = evaluate(qrels, {"a": {"x": 1.0}, "b": {"y": 1.0}}, "GMAP GMBpref AP")
    assert [scores.mean("run", name) for name in ("GMAP", "GMBpref")] == pytest.approx([1e-5**0.5] * 2)
    assert scores["GMAP"].tolist() == [1, 1e-5]


def test_the_first_of_a_long_tie() -> None:
    """A constant score: m documents, r relevant. The mean of 1/rank from the chances, as whole numbers."""
    m, r, k = 1500, 7, 100
    hits = example([1] * r + [None] * (m - r), scores=[1] * m)
    chances = [math.comb(m - rank, r - 1) / math.comb(m, r) for rank in range(1, m - r + 2)]
    rr = sum(chance / rank for rank, chance in enumerate(chances, 1))
    within_k = sum(chance / rank for rank, chance in enumerate(chances[:k], 1))
    values = expected_values(parse(f"RR RR@{k}"), hits).values[:, 0]
    np.testing.assert_allclose(values, [rr, within_k], rtol=1e-10)
