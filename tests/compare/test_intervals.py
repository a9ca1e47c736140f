"""Intervals over topics, held against scipy and against the share of worlds in which they hold the truth."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from cranfield.compare.intervals import SAMPLES, intervals
from cranfield.compare.student import t_quantile, t_tail
from cranfield.errors import UsageError
from cranfield.model import Policies, Recipe, Scores, Source
from cranfield.model.scores import LEAST, Aggregate

NAN = float("nan")
FREEDOMS = [1, 2, 3, 4, 5, 7, 10, 20, 29, 49, 50, 99, 149, 199, 200, 201, 500, 999, 6979, 10**5, 10**6]
PROBABILITIES = [0.001, 0.025, 0.51, 0.6, 0.75, 0.9, 0.95, 0.975, 0.99, 0.995, 0.9995, 1 - 1e-6, 1 - 1e-10]


def scored(values: Any, aggregate: Aggregate = "mean") -> Scores:
    """Put one row a run, one measure, into scores."""
    rows = np.array(values, dtype=np.float64)
    return Scores(
        runs=tuple(f"run{number}" for number in range(len(rows))),
        measures=("own",),
        topics=tuple(str(number) for number in range(rows.shape[1])),
        values=rows[:, None, :],
        answered=np.ones(rows.shape, dtype=np.bool_),
        aggregates=(aggregate,),
        recipe=Recipe(("own",), Policies(), Source("qrels.txt"), (), core="python"),
    )


@pytest.mark.parametrize("freedom", FREEDOMS)
def test_the_quantile_is_that_of_scipy(freedom: int) -> None:
    student = pytest.importorskip("scipy.stats").t
    for probability in PROBABILITIES:
        expected = float(student.ppf(probability, freedom))
        assert t_quantile(probability, freedom) == pytest.approx(expected, rel=1e-10, abs=1e-12)
    for t in (0.01, 0.5, 1.0, 2.0, 10.0, 100.0):
        assert t_tail(t, freedom) == pytest.approx(float(student.sf(t, freedom)), rel=1e-9, abs=1e-300)


def test_the_quantile_is_that_of_the_formulas_there_are() -> None:
    for probability in (0.6, 0.9, 0.975, 0.9999):
        assert t_quantile(probability, 1) == pytest.approx(math.tan(math.pi * (probability - 0.5)), rel=1e-12)
        square = (2 * probability - 1) ** 2
        assert t_quantile(probability, 2) == pytest.approx(math.sqrt(2 * square / (1 - square)), rel=1e-11)
        assert t_quantile(1 - probability, 7) == pytest.approx(-t_quantile(probability, 7), rel=1e-12)


def test_an_interval_by_t_is_that_of_the_textbook() -> None:
    values = [0.1, 0.4, 0.35, 0.8]
    half = 3.182446305284263 * np.std(values, ddof=1) / 2  # the table's t for 3 degrees of freedom
    found = intervals(scored([values])).at(0, 0)
    assert found == pytest.approx((np.mean(values) - half, np.mean(values) + half), rel=1e-12)


def test_undefined_topics_do_not_count() -> None:
    assert intervals(scored([[0.1, NAN, 0.4, 0.35, NAN, 0.8]])).at(0, 0) == pytest.approx(
        intervals(scored([[0.1, 0.4, 0.35, 0.8]])).at(0, 0)
    )


@pytest.mark.parametrize("method", ["t", "bootstrap"])
@pytest.mark.parametrize(
    "values,aggregate",
    [([0.5], "mean"), ([0.5, NAN], "mean"), ([NAN, NAN], "mean"), ([3, 4], "sum"), ([1, math.inf], "mean")],
)
def test_where_nothing_is_known_of_the_spread_there_is_no_interval(
    method: Any, values: list[float], aggregate: Aggregate
) -> None:
    assert intervals(scored([values], aggregate), method).at(0, 0) is None


@pytest.mark.parametrize("method", ["t", "bootstrap"])
def test_a_geometric_mean_has_its_interval_on_the_scale_of_logarithms(method: Any) -> None:
    values = [0.0, 0.2, 0.5, 0.9]
    found = intervals(scored([values], "geometric"), method).at(0, 0)
    logarithms = intervals(scored([np.log(np.maximum(values, LEAST))]), method).at(0, 0)
    assert logarithms is not None
    assert found == pytest.approx(tuple(math.exp(end) for end in logarithms), rel=1e-12)


@pytest.mark.parametrize("method", ["t", "bootstrap"])
def test_values_that_are_all_alike_leave_no_doubt(method: Any) -> None:
    assert intervals(scored([[0.25] * 5]), method).at(0, 0) == pytest.approx((0.25, 0.25))


def test_the_bootstrap_of_two_topics_can_be_enumerated() -> None:
    # a quarter of the samples holds the first topic twice, a quarter the second
    found = intervals(scored([[0.0, 1.0]]), "bootstrap", confidence=95)
    assert found.at(0, 0) == (0.0, 1.0)
    assert intervals(scored([[0.0, 1.0]]), "bootstrap", confidence=45).at(0, 0) == (0.5, 0.5)


def test_the_bootstrap_comes_close_to_the_normal_distribution() -> None:
    values = np.random.default_rng(3).normal(0.5, 0.1, 400)
    found = intervals(scored([values]), "bootstrap").at(0, 0)
    half = 1.959963984540054 * values.std() / 20
    assert found == pytest.approx((values.mean() - half, values.mean() + half), abs=0.05 * half)


def test_the_seed_decides_the_bootstrap() -> None:
    values = [np.random.default_rng(1).random(40)]
    first, again, other = (intervals(scored(values), "bootstrap", seed=seed).at(0, 0) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert first == pytest.approx(other, abs=0.02)


def test_the_bootstrap_of_a_run_does_not_depend_on_its_neighbours() -> None:
    values = np.random.default_rng(1).random((3, 30))
    values[1, :5] = NAN
    together = intervals(scored(values), "bootstrap")
    for place in range(3):
        alone = intervals(scored(values[place : place + 1]), "bootstrap").at(0, 0)
        assert alone == pytest.approx(together.at(place, 0), rel=1e-12)


def test_many_topics_are_drawn_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    values = [np.random.default_rng(1).random(40)]
    whole = intervals(scored(values), "bootstrap").at(0, 0)
    monkeypatch.setattr("cranfield.compare.intervals._DRAWN_AT_ONCE", 40 * (SAMPLES // 3))
    assert intervals(scored(values), "bootstrap").at(0, 0) == pytest.approx(whole)


@pytest.mark.parametrize("method", ["t", "bootstrap"])
def test_nine_of_ten_intervals_at_90_hold_the_truth(method: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cranfield.compare.intervals.SAMPLES", 1000)
    worlds = np.random.default_rng(5).normal(0.4, 0.2, (1000, 50))
    found = intervals(scored(worlds), method, confidence=90)
    held = ((found.lower < 0.4) & (found.upper > 0.4)).mean()
    assert 0.86 < held < 0.93


@pytest.mark.parametrize(
    "confidence,hint", [(0.95, "for 95 % write 95"), (100, None), (0, None), (NAN, None)]
)
def test_a_confidence_is_a_percentage(confidence: float, hint: str | None) -> None:
    with pytest.raises(UsageError) as raised:
        intervals(scored([[1, 2]]), confidence=confidence)
    assert (raised.value.slug, raised.value.hint) == ("bad-confidence", hint)


def test_a_method_that_there_is_not_is_refused() -> None:
    with pytest.raises(UsageError, match="intervals has no value `z`"):
        intervals(scored([[1, 2]]), "z")  # type: ignore[arg-type]
