"""A stratified sample estimates ADM without bias, and its variance, too: over all samples there are."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations, product
from statistics import fmean

import pytest

from cranfield.collect import Estimate, stratified_adm
from cranfield.errors import UsageError

STRATA = [[0.0, 0.1, 0.5, 0.7], [0.2, 0.3, 0.9], [0.4, 1.0]]
DRAWN = [2, 2, 2]


def every_sample() -> Iterator[Estimate]:
    samples = [list(combinations(stratum, n)) for stratum, n in zip(STRATA, DRAWN, strict=True)]
    for chosen in product(*samples):
        yield stratified_adm(zip(map(len, STRATA), chosen, strict=True))


def test_the_estimate_and_its_variance_have_no_bias() -> None:
    truth = 1 - fmean(distance for stratum in STRATA for distance in stratum)
    estimates = list(every_sample())
    assert fmean(estimate.adm for estimate in estimates) == pytest.approx(truth)
    variance = fmean((estimate.adm - truth) ** 2 for estimate in estimates)
    assert variance > 0.001
    assert fmean(estimate.variance for estimate in estimates) == pytest.approx(variance)


def test_a_sample_of_everything_is_certain() -> None:
    found = stratified_adm((len(stratum), stratum) for stratum in STRATA)
    assert found.adm == pytest.approx(1 - 4.1 / 9)
    assert found.standard_error == 0
    assert stratified_adm([(1, [0.25]), (1, [0.75])]) == Estimate(0.5, 0.0)


def test_one_stratum_is_a_simple_random_sample() -> None:
    found = stratified_adm([(10, [0.0, 0.5])])
    assert found.adm == 0.75
    assert found.variance == pytest.approx((1 - 2 / 10) * 0.125 / 2)
    assert found.standard_error == pytest.approx(math.sqrt(0.05))


def test_one_document_of_several_has_no_variance_to_tell() -> None:
    found = stratified_adm([(5, [0.5]), (5, [0.1, 0.3])])
    assert found.adm == pytest.approx(0.65)
    assert math.isnan(found.variance)


def test_an_empty_stratum_weighs_nothing() -> None:
    assert stratified_adm([(0, []), (2, [0.5, 0.5])]).adm == 0.5


@pytest.mark.parametrize(
    "strata, words",
    [
        ([(3, [])], "of 3 documents of a stratum, 0 cannot be the sample"),
        ([(1, [0.1, 0.2])], "of 1 documents of a stratum, 2 cannot be the sample"),
        ([(5, [0.1, 1.5])], "not at 1.5"),
        ([(5, [0.1, float("nan")])], "not at nan"),
        ([], "no documents"),
    ],
)
def test_what_cannot_be_a_sample_is_refused(strata: list[tuple[int, list[float]]], words: str) -> None:
    with pytest.raises(UsageError, match=words) as caught:
        stratified_adm(strata)
    assert caught.value.slug == "bad-estimates"
