"""Rank-biased overlap: 5,000 pairs of rankings computed by the authors of the tie rules, and what must be so."""

from __future__ import annotations

import csv
import lzma
import math
import re
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cranfield.compare.rbo import Ties, rbo, tied
from cranfield.errors import InputError, UsageError

RULES: list[Ties] = ["w", "a", "b"]
Groups = list[list[str]]


def read(written: str) -> list[Any]:
    """Read `i2 (i5 i9) i1`."""
    return [
        part[1:-1].split() if part.startswith("(") else part for part in re.findall(r"\([^)]*\)|\S+", written)
    ]


def test_equals_the_authors_numbers(shared: Path) -> None:
    with lzma.open(shared / "data" / "rbo-ties.csv.xz", "rt", encoding="utf-8") as table:
        rows = list(csv.DictReader(table))
    assert len(rows) == 5000
    for row in rows:
        one, other = read(row["x"]), read(row["y"])
        for rule in RULES:
            found = rbo(one, other, p=float(row["p"]), ties=rule)
            ours = [found.extrapolated, found.minimum, found.maximum, found.residual]
            theirs = [float(row[f"{rule}.{score}"]) for score in ("ext", "min", "max", "res")]
            assert ours == pytest.approx(theirs, abs=1e-9), (row["x"], row["y"], rule)


@st.composite
def rankings(draw: st.DrawFn, most: int = 6) -> Groups:
    documents: list[str] = draw(st.lists(st.sampled_from("abcdefgh"), unique=True, min_size=1, max_size=most))
    groups: Groups = []
    for document in documents:
        with_the_one_above = draw(st.booleans())
        if groups and with_the_one_above:
            groups[-1].append(document)
        else:
            groups.append([document])
    return groups


P = st.sampled_from([0.3, 0.8, 0.95])


@settings(deadline=None)
@given(one=rankings(), other=rankings(), p=P, rule=st.sampled_from(RULES))
def test_lies_between_its_bounds_and_is_symmetric(one: Groups, other: Groups, p: float, rule: Ties) -> None:
    found = rbo(one, other, p=p, ties=rule)
    assert -1e-12 <= found.minimum <= found.extrapolated + 1e-12
    assert found.minimum <= found.maximum + 1e-12
    if sum(map(len, one)) != sum(map(len, other)):
        assert rbo(other, one, p=p, ties=rule) == found
    else:
        assert rbo(other, one, p=p, ties=rule) == pytest.approx(found)


@settings(deadline=None)
@given(one=rankings(4), other=rankings(4), p=P)
def test_rule_a_is_the_mean_over_all_orders_of_the_ties(one: Groups, other: Groups, p: float) -> None:
    """Of the seen part, that is; what may be below the ends depends on the order in other ways."""
    means = [
        rbo(flat_one, flat_other, p=p).minimum for flat_one, flat_other in product(orders(one), orders(other))
    ]
    assert rbo(one, other, p=p, ties="a").minimum == pytest.approx(sum(means) / len(means))


def orders(groups: Groups) -> list[list[str]]:
    return [
        [document for group in order for document in group]
        for order in product(*(permutations(group) for group in groups))
    ]


@settings(deadline=None)
@given(one=rankings(), p=P, rule=st.sampled_from(["w", "b"]))
def test_a_ranking_agrees_with_itself(one: Groups, p: float, rule: Ties) -> None:
    assert rbo(one, one, p=p, ties=rule).extrapolated == pytest.approx(1)


@settings(deadline=None)
@given(one=rankings(), other=rankings(), p=P)
def test_without_ties_the_rules_are_one_and_the_sum_is_webbers(one: Groups, other: Groups, p: float) -> None:
    flat = [[document for group in groups for document in group] for groups in (one, other)]
    found = [rbo(*flat, p=p, ties=rule) for rule in RULES]
    assert found[1] == pytest.approx(found[0])
    assert found[2] == pytest.approx(found[0])
    depths = range(1, 2000)
    overlap = [len(set(flat[0][:depth]) & set(flat[1][:depth])) for depth in depths]
    seen = (1 - p) * sum(p ** (d - 1) * common / d for d, common in zip(depths, overlap, strict=True))
    assert found[0].minimum == pytest.approx(seen)


def test_the_bounds_close_as_the_lists_grow() -> None:
    residuals = [rbo(range(n), range(1, n), p=0.9).residual for n in (5, 20, 80)]
    assert residuals == sorted(residuals, reverse=True)
    assert residuals[-1] < 1e-3


@pytest.mark.parametrize("tie", [list, tuple, set, frozenset])
def test_a_tie_may_be_any_collection(tie: Any) -> None:
    assert rbo(["a", "b"], [tie("ab")], p=0.5) == rbo(["a", "b"], [["a", "b"]], p=0.5)
    assert rbo(["x", tie("ab")], ["x", ["b", "a"]], p=0.5, ties="w").extrapolated == pytest.approx(1)


def test_scores_make_ties() -> None:
    assert tied({}) == []
    assert tied({"a": 1.0, "b": 2.0, "c": 1.0, "d": 2.0}) == [["b", "d"], ["a", "c"]]


def test_refuses_what_it_cannot_do() -> None:
    assert all(math.isnan(value) for value in rbo([], ["a"]))
    with pytest.raises(UsageError, match="between 0 and 1"):
        rbo(["a"], ["a"], p=1.0)
    with pytest.raises(UsageError, match="no value `c`"):
        rbo(["a"], ["a"], ties="c")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="`a` twice"):
        rbo(["a", {"a", "b"}], ["a"])
    with pytest.raises(InputError, match="can be no document"):
        rbo([{"a": 1.0}], ["a"])
    for unordered in ({"a": 1.0}, {"a", "b"}, "ab", None):
        with pytest.raises(InputError, match="best document first"):
            rbo(unordered, ["a"])  # type: ignore[arg-type]
