"""Coefficients of agreement come out as published, and as their definitions say."""

from __future__ import annotations

import math
from itertools import combinations, permutations
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.collect import cohen, fleiss, grade_counts, krippendorff, overlap, reliability, same
from cranfield.errors import CranfieldError

NAN = float("nan")

# Fleiss 1971, table 1: 30 patients, each diagnosed by 6 psychiatrists as depressed, personality disordered,
# schizophrenic, neurotic, or other.
DIAGNOSES = """
00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031
00501 30012 51000 02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 10500 00006
"""

# Krippendorff, Computing Krippendorff's alpha-reliability, 2011, part C: 4 observers, 12 units.
OBSERVERS = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
    [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
]

GRADES = st.lists(st.tuples(*[st.sampled_from([0.0, 1.0, 2.0, NAN])] * 3), min_size=1, max_size=12)


def test_fleiss_finds_what_fleiss_published() -> None:
    counts = np.array([[int(digit) for digit in patient] for patient in DIAGNOSES.split()])
    assert counts.shape == (30, 5)
    assert (counts.sum(axis=1) == 6).all()
    shares = counts.sum(axis=0) / counts.sum()
    assert [f"{share:.3f}" for share in shares] == ["0.144", "0.144", "0.167", "0.306", "0.239"]
    assert f"{fleiss(counts):.3f}" == "0.430"


@pytest.mark.parametrize(
    "level, published",
    [("nominal", "0.743"), ("ordinal", "0.815"), ("interval", "0.849"), ("ratio", "0.797")],
)
def test_krippendorff_finds_what_krippendorff_published(level: Any, published: str) -> None:
    assert f"{krippendorff(OBSERVERS, level=level):.3f}" == published


def test_krippendorff_of_two_judges_as_published() -> None:
    """Parts A and B of the same paper: binary data, and nominal data."""
    binary = [[0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]]
    assert f"{krippendorff(binary, level='nominal'):.3f}" == "0.095"
    nominal = [[ord(letter) for letter in judge] for judge in ("aabbdcccedda", "babbbccceddd")]
    assert f"{krippendorff(nominal, level='nominal'):.3f}" == "0.692"


@pytest.mark.parametrize(
    "yes, first_alone, second_alone, no, kappa",
    [(20, 5, 10, 15, "0.4000"), (45, 15, 25, 15, "0.1304"), (25, 35, 5, 35, "0.2593")],
)
def test_cohen_of_two_by_two_tables(
    yes: int, first_alone: int, second_alone: int, no: int, kappa: str
) -> None:
    one = [1] * (yes + first_alone) + [0] * (second_alone + no)
    other = [1] * yes + [0] * first_alone + [1] * second_alone + [0] * no
    assert f"{cohen(one, other):.4f}" == kappa
    for weights in ("linear", "quadratic"):  # with two grades there is one kind of disagreement
        assert cohen(one, other, weights=weights) == pytest.approx(cohen(one, other))


def test_shrout_and_fleiss_as_published() -> None:
    """Table 4 of their paper of 1979."""
    judges = [[9, 6, 8, 7, 10, 6], [2, 1, 4, 1, 5, 2], [5, 3, 6, 2, 6, 4], [8, 2, 8, 6, 9, 7]]
    single = reliability(judges)
    assert [f"{value:.2f}" for value in single[:3]] == ["0.17", "0.29", "0.71"]
    assert [f"{value:.2f}" for value in single.of_mean()[:3]] == ["0.44", "0.62", "0.91"]
    assert single.of_mean(1) == single._replace(judges=1)


@given(GRADES)
def test_cohen_is_its_definition(rows: list[tuple[float, ...]]) -> None:
    one, other, _ = zip(*rows, strict=True)
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if not math.isnan(a + b)]
    for weights, cost in (
        ("none", lambda a, b: float(a != b)),
        ("linear", lambda a, b: abs(a - b)),
        ("quadratic", lambda a, b: (a - b) ** 2),
    ):
        found = cohen(one, other, weights=weights)  # type: ignore[arg-type]
        by_chance = fmean([cost(a, b) for a, _ in pairs for _, b in pairs]) if pairs else 0
        if by_chance == 0:
            assert math.isnan(found)
        else:
            assert found == pytest.approx(1 - fmean(cost(a, b) for a, b in pairs) / by_chance)


@given(GRADES)
def test_krippendorff_is_its_definition(rows: list[tuple[float, ...]]) -> None:
    units = [[value for value in row if not math.isnan(value)] for row in rows]
    units = [unit for unit in units if len(unit) > 1]
    values = [value for unit in units for value in unit]
    for level, cost in (
        ("nominal", lambda a, b: float(a != b)),
        ("interval", lambda a, b: (a - b) ** 2),
        ("ordinal", lambda a, b: _between(values, a, b) ** 2),
    ):
        found = krippendorff(np.array(rows).T, level=level)  # type: ignore[arg-type]
        within = sum(cost(a, b) / (len(unit) - 1) for unit in units for a, b in permutations(unit, 2))
        between = sum(cost(a, b) for a, b in permutations(values, 2)) / (len(values) - 1) if values else 0
        if between == 0:
            assert math.isnan(found)
        else:
            assert found == pytest.approx(1 - within / between)


def _between(values: list[float], one: float, other: float) -> float:
    least, most = min(one, other), max(one, other)
    return sum(least <= value <= most for value in values) - (values.count(one) + values.count(other)) / 2


@given(GRADES)
def test_fleiss_is_its_definition(rows: list[tuple[float, ...]]) -> None:
    complete = [row for row in rows if not math.isnan(sum(row))]
    counts = grade_counts(np.array(rows).T)
    assert counts.sum(axis=1).tolist() == [3] * len(complete)
    if not complete:
        return
    agreed = fmean(fmean(float(a == b) for a, b in combinations(row, 2)) for row in complete)
    everything = [value for row in complete for value in row]
    chance = sum((everything.count(value) / len(everything)) ** 2 for value in set(everything))
    found = fleiss(counts)
    assert math.isnan(found) if chance == 1 else found == pytest.approx((agreed - chance) / (1 - chance))


def test_overlap_and_share_look_at_what_all_judged() -> None:
    ann: list[float] = [1, 2, 0, 0, NAN, 1]
    bob: list[float] = [1, 0, 0, 1, 1, 2]
    assert overlap([ann, bob]) == 2 / 4
    assert overlap([ann, bob], rel=2) == 0
    assert same(ann, bob) == 2 / 5
    cat: list[float] = [1, 0, 0, 0, 0, 0]
    assert overlap([ann, bob, cat]) == 1 / 4
    assert math.isnan(overlap([[0, 0], [0, 0]]))
    assert math.isnan(same([NAN, 1], [1, NAN]))
    assert math.isnan(cohen([NAN], [1]))


def test_perfect_agreement_is_one_and_about_nothing_undefined() -> None:
    judges = [[0, 1, 2, 1], [0, 1, 2, 1]]
    assert cohen(*judges) == cohen(*judges, weights="quadratic") == krippendorff(judges) == 1
    assert fleiss(grade_counts(judges)) == 1
    assert reliability(judges)[:3] == (1, 1, 1)
    for value in (cohen([1, 1], [1, 1]), krippendorff([[1, 1], [1, 1]]), fleiss([[2], [2]])):
        assert math.isnan(value)


@pytest.mark.parametrize(
    "call, slug",
    [
        (lambda: krippendorff([[1, 0]]), "one-judge"),
        (lambda: overlap([[1, 0]]), "one-judge"),
        (lambda: same([1, 0], [1]), "wrong-shape"),
        (lambda: krippendorff([[1], [1]], level="metric"), "unknown-choice"),  # type: ignore[arg-type]
        (lambda: krippendorff([[-1, 1], [1, 1]], level="ratio"), "bad-estimates"),
        (lambda: cohen([1], [1], weights="cubic"), "unknown-choice"),  # type: ignore[arg-type]
        (lambda: fleiss([[2, 0], [1, 2]]), "wrong-shape"),
        (lambda: fleiss([[1, 0], [0, 1]]), "wrong-shape"),
        (lambda: reliability(np.array([[1, 2, NAN], [1, 2, 3]])), "wrong-shape"),
        (lambda: reliability([[1, 2]]), "wrong-shape"),
    ],
)
def test_what_cannot_be_compared_is_refused(call: Any, slug: str) -> None:
    with pytest.raises(CranfieldError) as caught:
        call()
    assert caught.value.slug == slug
