"""Comparisons of runs: aligned by topic, corrected, and honest about what they cannot say."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy import stats

import cranfield as cf
from cranfield.compare.corrections import corrected
from cranfield.compare.named_tests import TESTS
from cranfield.errors import UsageError
from cranfield.model import Scores
from tests.compare.made import made, only, scores_of

DRAWN = {"permutations": 500}


def settings_for(test: str) -> dict[str, Any]:
    return {"test": test, **(DRAWN if TESTS[test].draws else {})}


def test_a_run_is_compared_with_its_baseline_topic_by_topic() -> None:
    scores = made(2, 30)
    row = only(scores.compare("r0", test="t", correction="none"))
    expected = stats.ttest_rel(scores["r1", "AP"], scores["r0", "AP"])
    assert (row.run, row.against, row.topics) == ("r1", "r0", 30)
    assert row.p == row.corrected == pytest.approx(expected.pvalue)
    assert row.difference == pytest.approx(scores.mean("r1", "AP") - scores.mean("r0", "AP"))
    low, high = expected.confidence_interval()
    assert (row.lower, row.upper) == pytest.approx((low, high))
    assert row.wins == (scores["r1", "AP"] > scores["r0", "AP"]).sum()
    assert row.wins + row.ties + row.losses == 30


def test_without_a_baseline_all_pairs_are_compared_once() -> None:
    found = made(5, 20).compare(test="t")
    assert {frozenset((row.run, row.against)) for row in found} == {
        frozenset(pair) for pair in combinations(("r0", "r1", "r2", "r3", "r4"), 2)
    }
    assert len(found) == 10


def test_several_baselines_meet_once() -> None:
    found = made(4, 20).compare(["r0", "r3"], test="t")
    pairs = [(row.run, row.against) for row in found]
    assert pairs == [("r1", "r0"), ("r2", "r0"), ("r3", "r0"), ("r1", "r3"), ("r2", "r3")]


@pytest.mark.parametrize("correction", ["holm", "bonferroni", "bh", "by"])
def test_all_comparisons_of_a_measure_are_corrected_together(correction: str) -> None:
    scores = made(5, 30, measures=("AP", "RR"))
    for compared in scores.compare(test="t", correction=correction).measures:
        assert compared.corrected.tolist() == corrected(compared.p, correction).tolist()
    together = scores.compare(test="t", correction=correction, family="all")
    everything = np.concatenate([compared.p for compared in together.measures])
    found = np.concatenate([compared.corrected for compared in together.measures])
    assert found.tolist() == corrected(everything, correction).tolist()


def test_max_t_over_all_measures_is_stricter_than_over_one() -> None:
    scores = made(4, 30, measures=("AP", "RR"), better=0.02)
    one = scores.compare(correction="max-t", permutations=4000)
    both = scores.compare(correction="max-t", permutations=4000, family="all")
    for alone, together in zip(one.measures, both.measures, strict=True):
        assert (together.corrected >= alone.corrected - 0.02).all()
    assert any((b.corrected > a.corrected).any() for a, b in zip(one.measures, both.measures, strict=True))


@pytest.mark.parametrize("test", TESTS)
def test_every_test_finds_a_large_difference_and_not_a_small_one(test: str) -> None:
    values = made(3, 40, better=0.0).values
    values[2] += 0.2
    found = {(row.run, row.against): row for row in scores_of(values).compare(**settings_for(test))}
    assert found["r2", "r0"].verdict == found["r2", "r1"].verdict == "better"
    assert found["r1", "r0"].verdict == ""
    assert found["r2", "r0"].lower > 0
    assert found["r1", "r0"].lower < 0 < found["r1", "r0"].upper


@pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")
@pytest.mark.parametrize("test", TESTS)
def test_the_order_of_topics_is_no_part_of_the_question(test: str) -> None:
    scores = made(4, 45, measures=("AP", "RR"))
    order = np.random.default_rng(1).permutation(45)
    shuffled = replace(
        scores, topics=tuple(scores.topics[place] for place in order), values=scores.values[:, :, order]
    )
    one, other = (each.compare(**settings_for(test)) for each in (scores, shuffled))
    assert list(map(repr, one)) == list(map(repr, other))  # NaN is not equal to itself


@pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")
@pytest.mark.parametrize("test", [name for name in TESTS if TESTS[name].draws])
def test_the_same_seed_gives_the_same_p_and_another_seed_another(test: str) -> None:
    scores = made(3, 45, better=0.01)
    first, again, other = (
        [row.p for row in scores.compare(**settings_for(test), seed=seed)] for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other
    assert np.allclose(first, other, atol=0.3)


def test_the_order_of_runs_is_no_part_of_randomised_tukey() -> None:
    scores = made(4, 30, better=0.02)
    turned = replace(scores, runs=scores.runs[::-1], values=scores.values[::-1])
    one = {
        frozenset((row.run, row.against)): row.p for row in scores.compare(**settings_for("randomized-tukey"))
    }
    other = {
        frozenset((row.run, row.against)): row.p for row in turned.compare(**settings_for("randomized-tukey"))
    }
    assert one == other


def test_topics_that_only_one_of_two_runs_has_are_left_out_and_that_is_said() -> None:
    values = made(3, 20).values
    values[1, 0, :4] = np.nan
    scores = scores_of(values)
    found = {row.run: row for row in scores.compare("r0", test="t")}
    assert (found["r1"].topics, found["r2"].topics) == (16, 20)
    assert found["r1"].mean_against == pytest.approx(scores["r0", "AP"][4:].mean())
    assert found["r1"].p == pytest.approx(stats.ttest_rel(values[1, 0, 4:], values[0, 0, 4:]).pvalue)
    assert (
        "AP: over the 16 of 20 topics for which both have a value: r1 and r0" in scores.compare("r0").remarks
    )


def test_tests_of_all_pairs_use_the_topics_that_every_run_has() -> None:
    values = made(3, 20).values
    values[1, 0, :4] = np.nan
    found = scores_of(values).compare(test="tukey")
    assert {row.topics for row in found} == {16}
    assert "AP: over the 16 of 20 topics for which every run has a value" in found.remarks


def test_less_can_be_better() -> None:
    found = only(made(2, 30, measures=("SearchLength",), better=-0.1).compare("r0", test="t"))
    assert found.difference < 0
    assert found.verdict == "better"
    assert found.superiority > 0.5
    assert found.wins > found.losses


def test_a_measure_that_nobody_knows_is_taken_for_one_of_which_more_is_better() -> None:
    assert only(made(2, 30, measures=("happiness",), better=0.1).compare("r0", test="t")).verdict == "better"


def test_measures_that_say_nothing_of_merit_are_left_out_and_that_is_said() -> None:
    found = made(2, 20, measures=("AP", "Judged@10")).compare("r0", test="t")
    assert [compared.measure for compared in found.measures] == ["AP"]
    assert found.remarks[0] == "not compared, because more of it is neither better nor worse: Judged@10"
    with pytest.raises(UsageError, match="neither more nor less"):
        made(2, 20, measures=("Judged@10",)).compare("r0")


def test_a_geometric_mean_is_compared_by_logarithms() -> None:
    qrels = {str(topic): {"a": 1, "b": 0, "c": 1} for topic in range(12)}
    good = {topic: ["a", "c", "b"] for topic in qrels}
    mixed = {topic: ["a", "c", "b"] if int(topic) % 2 else ["b", "a", "c"] for topic in qrels}
    scores = cf.evaluate(qrels, {"mixed": mixed, "good": good}, "GMAP")
    row = only(scores.compare("mixed", test="t"))
    assert row.difference == pytest.approx(np.log(scores.mean("good", "GMAP") / scores.mean("mixed", "GMAP")))
    assert row.mean == pytest.approx(scores.mean("good", "GMAP"))


def test_ties_within_the_margin_are_ties() -> None:
    values = np.array([[[0.1, 0.2, 0.3, 0.4]], [[0.105, 0.19, 0.5, 0.4]]])
    row = only(scores_of(values).compare("r0", test="t", tie_margin=0.01))
    assert (row.wins, row.ties, row.losses) == (1, 3, 0)
    assert row.superiority == 2.5 / 4


def test_equivalence_is_another_answer_than_no_difference() -> None:
    chance = np.random.default_rng(3)
    base = chance.normal(0.4, 0.1, 60)
    close, noisy = base + chance.normal(0, 0.005, 60), base + chance.normal(0, 0.1, 60)
    scores = scores_of(np.stack([base, close, noisy])[:, None])
    found = {row.run: row.verdict for row in scores.compare("r0", test="t", equivalence=0.01)}
    assert found == {"r1": "equivalent", "r2": ""}


def test_letters_say_what_the_tests_say() -> None:
    found = made(8, 30).compare(test="t")
    letters = found.letters("AP")
    assert next(iter(letters)) == "r7"
    for row in found:
        assert bool(set(letters[row.run]) & set(letters[row.against])) != row.significant
    with pytest.raises(UsageError, match="letters take all pairs"):
        made(3, 20).compare("r0").letters("AP")


@pytest.mark.parametrize(
    "wrong,message",
    [
        ({"baseline": "r9"}, "no run `r9`"),
        ({"test": "chi"}, "has no value `chi`"),
        ({"correction": "holmes"}, "did you mean `holm`"),
        ({"test": "tukey", "correction": "holm"}, "corrected for all pairs"),
        ({"test": "tukey", "family": "all"}, "corrected for all pairs"),
        ({"test": "t", "correction": "max-t"}, "correction by permutation"),
        ({"family": "some"}, "one of: measure, all"),
        ({"alpha": 1.0}, "between 0 and 1"),
        ({"permutations": 0}, "1 or more"),
        ({"equivalence": -1.0}, "above 0"),
        ({"confidence": 0.95}, "percentage"),
    ],
)
def test_what_means_nothing_is_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        made(3, 10).compare(**wrong)


def test_one_run_has_nothing_to_be_compared_with() -> None:
    with pytest.raises(UsageError, match="takes 2 runs, and there is only r0"):
        made(1, 10).compare()


def test_a_comparison_prints_and_displays() -> None:
    found = made(3, 20).compare("r0", test="t")
    assert "r0 (baseline)" in str(found)
    assert "Significance was tested by the paired t-test, two-sided, over 20 topics" in found.summary()
    assert "<table" in found._repr_html_()
    assert "3 runs, with r0, paired t-test" in repr(found)
    assert len(found.pair_table("AP")) == 2
    with pytest.raises(UsageError, match="nothing was compared by `RR`"):
        found.pair_table("RR")


def test_what_such_a_comparison_detects_is_found_in_four_of_five_campaigns() -> None:
    chance = np.random.default_rng(6)
    least = made(2, 40, better=0.0).compare("r0", test="t", correction="none")
    difference = least.detectable(least.measures[0])
    deviation = float(least.measures[0].deviation[0])
    found = [
        only(
            scores_of(np.stack([np.zeros(40), chance.normal(difference, deviation, 40)])[:, None]).compare(
                "r0", test="t"
            )
        ).significant
        for _ in range(400)
    ]
    assert np.mean(found) == pytest.approx(0.8, abs=0.08)


def test_a_large_campaign_is_compared_completely() -> None:
    scores: Scores = made(60, 30, measures=("AP", "RR"), better=0.005)
    found = scores.compare(test="t")
    assert len(found) == 2 * 1770
    assert found.pair_table().columns[0] == "measure"


@pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")
def test_too_many_comparisons_for_permutations_are_tested_by_t_and_it_is_said() -> None:
    many = made(60, 30)  # 1,770 pairs
    found = many.compare()
    assert found.plan.test == "t"
    assert any("100,000 permutations cannot tell 1,770 comparisons apart" in each for each in found.remarks)
    assert any(each.verdict == "better" for each in found)
    assert many.compare("r0").plan.test == "randomization"
    assert many.compare(test="randomization", permutations=99).plan.test == "randomization"
    assert many.compare(correction="max-t", permutations=99).plan.test == "randomization"
    assert many.compare(correction="none", permutations=99).plan.test == "randomization"
