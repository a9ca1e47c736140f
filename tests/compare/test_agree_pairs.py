"""All pairs of systems at once, and the agreement chart that is made of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cranfield as cf
from cranfield.compare import wilcoxon
from cranfield.compare.agree import (
    Panel,
    all_pairs,
    chart,
    chart_by_mean,
    chart_of_tests,
    pairs_of,
    panel,
    together,
    told,
    warn_if_blunt,
)
from cranfield.compare.named_tests import TESTS
from cranfield.errors import InputError, UsageError


def made(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Panel:
    """Make a panel of values by measure, system and topic."""
    measures, systems, topics = values.shape
    return Panel(
        names=tuple(f"M{place}" for place in range(measures)),
        systems=tuple(f"s{place}" for place in range(systems)),
        topics=tuple(f"{place:03}" for place in range(topics)),
        values=values,
        signs=np.ones(measures, dtype=np.int64),
        geometric=np.zeros(measures, dtype=np.bool_),
    )


def drawn(measures: int = 2, systems: int = 6, topics: int = 20, seed: int = 0) -> Panel:
    chance = np.random.default_rng(seed)
    quality = chance.random((1, systems, 1))
    return made(np.clip(quality + chance.normal(0, 0.3, (measures, systems, topics)), 0, 1))


def test_wilcoxon_of_all_pairs_is_wilcoxon_of_each() -> None:
    values = np.round(np.random.default_rng(1).random((2, 9, 30)), 1)  # with ties and zeros
    values[:, :, 24:] = np.where(np.arange(9)[:, None] < 4, np.nan, values[:, :, 24:])
    seen = made(values)
    one, other = pairs_of(9)
    for place, found in enumerate(all_pairs(seen, "wilcoxon")):
        for pair, (a, b) in enumerate(zip(one, other, strict=True)):
            difference = values[place, a] - values[place, b]
            alone = wilcoxon(difference[~np.isnan(difference)])
            assert found.p[pair] == pytest.approx(alone.p, abs=1e-12)
            assert found.sign[pair] == alone.direction
            assert found.topics[pair] == (~np.isnan(difference)).sum()
            assert found.difference[pair] == pytest.approx(np.nanmean(difference))


@pytest.mark.parametrize("test", [*TESTS, "none"])
def test_no_test_hangs_on_the_order_of_topics_in_a_file(test: str) -> None:
    topics = [f"{number}" for number in range(12)]
    chance = np.random.default_rng(3)
    grades = {topic: {"a": 1, "b": 1, "c": 1, "x": 0, "y": 0, "z": 0} for topic in topics}
    runs = {
        name: {topic: list(chance.permutation(["a", "b", "c", "x", "y", "z"])) for topic in topics}
        for name in ("one", "two", "three")
    }
    turned = {name: dict(reversed(run.items())) for name, run in runs.items()}
    scores = cf.evaluate(grades, runs, "AP RR")
    other = cf.evaluate({topic: grades[topic] for topic in reversed(topics)}, turned, "AP RR")
    for here, there in zip(
        all_pairs(panel(scores), test, seed=5), all_pairs(panel(other), test, seed=5), strict=True
    ):
        assert here.p.tolist() == pytest.approx(there.p.tolist(), nan_ok=True, abs=0)
        assert here.outcomes(0.5).tolist() == there.outcomes(0.5).tolist()


@pytest.mark.parametrize("test", [test for test in TESTS if TESTS[test].draws])
def test_a_seed_decides_what_is_drawn(test: str) -> None:
    seen = drawn(topics=40)
    one, again, other = (all_pairs(seen, test, seed=seed)[0].p for seed in (1, 1, 2))
    assert one.tolist() == again.tolist()
    assert one.tolist() != other.tolist()


def test_a_correction_is_for_all_pairs_of_a_measure() -> None:
    plain, corrected = (all_pairs(drawn(), "t", correction=name)[0] for name in ("none", "bonferroni"))
    assert corrected.p.tolist() == pytest.approx(np.minimum(1, 15 * plain.p).tolist())
    with pytest.raises(UsageError, match="corrects for all pairs by itself"):
        all_pairs(drawn(), "randomized-tukey", correction="holm")
    with pytest.raises(UsageError, match="there is no test"):
        all_pairs(drawn(), "none", correction="holm")


def test_an_outcome_is_a_direction_where_p_is_alpha_or_less() -> None:
    values = np.array([[[0.9] * 5 + [0.8] * 5, [0.1] * 10, [0.11] * 5 + [0.09] * 5]])
    (found,) = all_pairs(made(values), "wilcoxon")
    assert found.outcomes(0.05).tolist() == [1, 1, 0]
    (six,) = all_pairs(made(np.array([[[0.2] * 6, [0.1] * 6]])), "sign")
    assert six.p.tolist() == [2 / 2**6]
    assert [six.outcomes(alpha).tolist() for alpha in (1 / 2**6, 2 / 2**6)] == [[0], [1]]
    (untested,) = all_pairs(made(values), "none")
    assert untested.outcomes(0.05).tolist() == [1, 1, 0]  # the last two means are equal


CONSTANT = np.array([[[0.5] * 6, [0.25] * 6, [0.3, 0.4, 0.2, 0.1, 0.5, 0.3]]])  # the first two: always .25


def test_differences_that_do_not_vary_leave_some_tests_without_an_answer() -> None:
    seen = made(CONSTANT)
    (found,) = all_pairs(seen, "t")
    assert (found.tested, found.outcomes(0.05)[0]) == (2, 0)
    assert np.isnan(found.p).tolist() == [True, False, False]


def test_a_correction_counts_the_pairs_that_were_tested() -> None:
    plain, corrected = (all_pairs(made(CONSTANT), "t", correction=name)[0] for name in ("none", "bonferroni"))
    assert corrected.p[1:].tolist() == pytest.approx(np.minimum(1, 2 * plain.p[1:]).tolist())
    assert np.isnan(corrected.p[0])


def test_the_warning_of_blunt_tests_counts_the_pairs_that_were_tested() -> None:
    (found,) = all_pairs(made(CONSTANT), "t", correction="bonferroni")
    blunt = replace(found, attainable=0.02)
    warn_if_blunt([blunt], 0.04)  # two tested pairs: .04 can be reached, and is enough
    with pytest.warns(cf.CranfieldWarning, match=r"0\.04 after the correction for 2 pairs"):
        warn_if_blunt([blunt], 0.039)


def test_a_seed_is_a_whole_number_from_0_upwards() -> None:
    for test in ("bootstrap", "randomized-tukey"):
        with pytest.raises(UsageError, match="seed must be 0 or more: -1"):
            all_pairs(drawn(), test, seed=-1)


def test_warns_where_nothing_could_be_significant() -> None:
    tests = all_pairs(drawn(measures=1, topics=4), "sign")
    with pytest.warns(
        cf.CranfieldWarning, match="nothing can be significant at alpha 0.05: by M0, no p of the sign test"
    ):
        warn_if_blunt(tests, 0.05)
    warn_if_blunt(tests, 0.2)


def test_one_topic_cannot_be_tested() -> None:
    with pytest.raises(UsageError, match="one topic only"):
        all_pairs(drawn(topics=1), "t")
    assert len(all_pairs(drawn(topics=1), "none")) == 2
    with pytest.raises(UsageError, match="did you mean `wilcoxon`"):
        all_pairs(drawn(), "wilcoxn")


outcomes = st.lists(st.tuples(*[st.sampled_from([-1, 0, 1])] * 3), min_size=1, max_size=40)


@given(outcomes)
def test_the_chart_counts_who_says_the_same(rows: list[tuple[int, int, int]]) -> None:
    names = ("A", "B", "C")
    found = chart({name: np.array([row[place] for row in rows]) for place, name in enumerate(names)})
    expected = Counter(
        frozenset(frozenset(n for n, o in zip(names, row, strict=True) if o == said) for said in set(row))
        for row in rows
    )
    assert len(found.classes) == 5
    assert sum(number for _, number in found.classes) == found.pairs == len(rows)
    for groups, number in found.classes:
        assert expected[frozenset(map(frozenset, groups))] == number
    assert (told(found.classes[0][0]), told(found.classes[-1][0])) == ("A = B = C", "A != B != C")
    counts = [number for _, number in found.classes[1:-1]]
    assert counts == sorted(counts, reverse=True)
    for both in found.both:
        one, other = (names.index(name) for name in both[:2])
        assert both.same == sum(row[one] * row[other] == 1 for row in rows)
        assert both.opposite == sum(row[one] * row[other] == -1 for row in rows)
        assert sum(both[2:]) == len(rows)
        assert both.agreed == pytest.approx(sum(row[one] == row[other] for row in rows) / len(rows))


def test_any_number_of_measures_can_be_charted() -> None:
    two = chart({"A": np.array([1, 0]), "B": np.array([1, 1])})
    assert [(told(groups), number) for groups, number in two.classes] == [("A = B", 1), ("A != B", 1)]
    columns = {name: np.random.default_rng(place).integers(-1, 2, 500) for place, name in enumerate("ABCDE")}
    five = chart(columns)
    assert sum(number for _, number in five.classes) == 500
    assert all(number for _, number in five.classes)  # of many measures only the classes that occur
    assert len(five.both) == 10
    with pytest.raises(UsageError, match="two measures at least"):
        chart({"A": np.array([1])})


def test_the_chart_by_means_and_by_a_test_are_those_of_their_outcomes() -> None:
    seen = drawn(measures=3)
    tests = all_pairs(seen, "t")
    assert chart_of_tests(tests, 0.05).classes == chart({t.name: t.outcomes(0.05) for t in tests}).classes
    by_mean = chart_by_mean(seen.standings())
    means = seen.values.mean(axis=2)
    same = sum(len({np.sign(row[a] - row[b]) for row in means}) == 1 for a, b in combinations(range(6), 2))
    assert by_mean.classes[0][1] == same


QRELS = {"1": {"a": 2, "b": 0}, "2": {"a": 1, "c": 1, "x": 0}, "3": {"b": 1, "x": 0, "y": 0}}
RUNS = {
    "good": {"1": ["a", "b"], "2": ["a", "c"], "3": ["b"]},
    "bad": {"1": ["b", "a"], "2": ["x", "c", "a"], "3": ["x", "y", "b"]},
}


def test_a_panel_has_the_better_the_greater() -> None:
    scores = cf.evaluate(QRELS, RUNS, "RR SearchLength GMAP")
    seen = panel(scores)
    good, bad = seen.standings().oriented.T
    assert (good > bad).all()
    assert seen.standings().means[0].tolist() == [scores.mean("good", "RR"), scores.mean("bad", "RR")]
    length = seen.names.index(scores.measures[1])
    assert (seen.signs[length], seen.standings().means[length, 1]) == (
        -1,
        scores.mean("bad", scores.measures[1]),
    )
    geometric = list(seen.geometric).index(True)
    assert seen.standings().means[geometric, 1] == pytest.approx(scores.mean("bad", "GMAP"))


def test_a_panel_leaves_out_topics_that_only_some_systems_have() -> None:
    values = np.array([[[0.1, 0.2, np.nan, np.nan], [0.3, np.nan, 0.5, np.nan], [0.2, 0.2, 0.2, np.nan]]])
    seen = made(values)
    assert seen.complete(0).tolist() == [[0.1], [0.3], [0.2]]
    assert seen.left_out() == ("M0: 2 topics left out of means, where only some runs have a value: 001, 002",)
    with pytest.raises(InputError, match="no topic for which every run has a value"):
        made(np.array([[[0.1, np.nan], [np.nan, 0.2]]])).standings()


def test_means_that_differ_by_rounding_alone_are_equal() -> None:
    values = np.array([[[0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [0.3, 0.1, 0.2]]])
    assert len(set(made(values).standings().means[0].tolist())) == 1


def test_panels_of_other_choices_stand_side_by_side() -> None:
    whole, some = panel(cf.evaluate(QRELS, RUNS, "RR")), panel(cf.evaluate(QRELS, RUNS, "RR", topics=("1",)))
    both = together([("", whole), ("topics 1", some)])
    assert both.names == ("RR", "RR [topics 1]")
    assert both.standings().means[1].tolist() == [1, 0.5]
    assert both.standings().means[0].tolist() == whole.standings().means[0].tolist()
    assert whole.over(["1"]).standings().means.tolist() == some.standings().means.tolist()
    with pytest.raises(InputError, match="no scores for 1 topic asked for: 9"):
        whole.over(["1", "9"])


def test_a_measure_must_say_how_good_a_run_is() -> None:
    with pytest.raises(UsageError, match="NumRet is a count, summed over topics"):
        panel(cf.evaluate(QRELS, RUNS, "NumRet AP"))
    with pytest.raises(UsageError, match="neither more nor less of it is better"):
        panel(cf.evaluate(QRELS, RUNS, "Judged@10"))
    assert panel(cf.evaluate(QRELS, RUNS, "Judged@10 AP"), ["AP"]).names == ("AP",)
    with pytest.raises(UsageError, match="two systems at least"):
        panel(cf.evaluate(QRELS, RUNS["good"], "AP"))
