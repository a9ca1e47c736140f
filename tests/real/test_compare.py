"""All pairs of 143 real runs: what is found, and what several tests say of the same pairs."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import cranfield as cf
from cranfield.compare.comparison import Comparison
from cranfield.compare.corrections import corrected
from cranfield.model import Scores

pytestmark = pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")
PAIRS = 143 * 142 // 2


@pytest.fixture(scope="module")
def scores(real_data: Path) -> Scores:
    folder = real_data / "trec-covid-round1"
    runs = {path.name: path for path in sorted((folder / "runs").iterdir())}
    return cf.evaluate(folder / "qrels.txt", runs, "AP nDCG@10 P@5 Bpref RBP(p=0.5)")


@pytest.fixture(scope="module")
def by_t(scores: Scores) -> Comparison:
    return scores.compare(test="t")


def test_every_pair_by_every_measure_has_scipys_p(scores: Scores, by_t: Comparison) -> None:
    assert len(by_t) == 5 * PAIRS
    some = np.random.default_rng(1).choice(PAIRS, 200, replace=False)
    for place, compared in enumerate(by_t.measures):
        runs, against = by_t.pairs[some].T
        expected = stats.ttest_rel(scores.values[runs, place], scores.values[against, place], axis=1)
        differ = compared.deviation[some] > 0
        np.testing.assert_allclose(compared.p[some][differ], np.asarray(expected.pvalue)[differ], rtol=1e-9)
        np.testing.assert_array_equal(compared.corrected, corrected(compared.p, "holm"))


def test_letters_of_143_runs_say_what_the_tests_say(by_t: Comparison) -> None:
    significant = {
        frozenset((row.run, row.against)): row.significant for row in by_t.rows(by_t.of("nDCG@10"))
    }
    letters = by_t.letters("nDCG@10")
    assert len({each for names in letters.values() for each in names}) > 26
    for one, other in combinations(letters, 2):
        assert bool(set(letters[one]) & set(letters[other])) != significant[frozenset((one, other))]


def test_runs_that_are_copies_of_each_other_are_found(by_t: Comparison) -> None:
    # one group submitted one ranking under several names
    alike = {frozenset((row.run, row.against)) for row in by_t.rows(by_t.of("AP")) if row.ties == row.topics}
    assert frozenset(("wistud_bing", "wistud_indri")) in alike
    assert any("the same value for every topic" in remark for remark in by_t.remarks)


def test_the_tests_mostly_agree_about_real_runs(scores: Scores, by_t: Comparison) -> None:
    found = by_t.measures[0].p <= 0.05
    for test, least in (("randomization", 0.97), ("wilcoxon", 0.93), ("bootstrap", 0.94)):
        found_by = scores.compare(test=test, correction="none", permutations=2000)
        other = found_by.measures[0].p <= 0.05
        assert (found == other).mean() > least, test


def test_what_half_of_the_topics_show_the_other_half_does_not_turn_round(scores: Scores) -> None:
    halves = [
        replace(scores, topics=scores.topics[part], values=scores.values[:, :, part]).compare(test="t")
        for part in (slice(0, None, 2), slice(1, None, 2))
    ]
    one, other = (half.of("nDCG@10") for half in halves)
    found = halves[0].significant(one)
    assert found.sum() > 200
    assert (np.sign(one.difference[found]) == np.sign(other.difference[found])).mean() > 0.99
