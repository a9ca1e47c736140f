"""Letters against what they are defined to say, for any pattern of differences and any number of systems."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from cranfield.compare.letters import letter, letters

Bools = NDArray[np.bool_]


def pattern(size: int, pairs: list[bool]) -> Bools:
    different = np.zeros((size, size), dtype=np.bool_)
    one, other = np.triu_indices(size, 1)
    different[one, other] = different[other, one] = pairs
    return different


PATTERNS = st.integers(1, 9).flatmap(
    lambda size: st.lists(
        st.booleans(), min_size=size * (size - 1) // 2, max_size=size * (size - 1) // 2
    ).map(lambda pairs: pattern(size, pairs))
)


def says_the_same(found: list[tuple[str, ...]], different: Bools) -> bool:
    return all(found) and all(
        bool(set(found[one]) & set(found[other])) != bool(different[one, other])
        for one, other in combinations(range(len(found)), 2)
    )


@given(different=PATTERNS, seed=st.integers(0, 1000))
@settings(max_examples=300)
def test_two_share_a_letter_if_and_only_if_they_do_not_differ(different: Bools, seed: int) -> None:
    order = np.random.default_rng(seed).permutation(len(different)).tolist()
    assert says_the_same(letters(different, order), different)


@given(PATTERNS)
@settings(max_examples=100)
def test_no_letter_could_be_left_out(different: Bools) -> None:
    found = letters(different, range(len(different)))
    for name in {each for names in found for each in names}:
        assert not says_the_same([tuple(set(names) - {name}) for names in found], different)


@pytest.mark.parametrize("size", [30, 143, 300])
def test_many_systems_whose_means_are_like_a_ladder(size: int) -> None:
    mean = np.sort(np.random.default_rng(size).random(size))[::-1]
    different = np.abs(mean[:, None] - mean) > 0.02
    found = letters(different, range(size))
    assert says_the_same(found, different)
    assert found[0][0] == "a"
    assert len({each for names in found for each in names}) <= size


def test_the_textbook_pattern_needs_the_textbook_letters() -> None:
    # Piepho (2004): five treatments; 1 differs from 4 and 5, 2 from 5
    different = np.zeros((5, 5), dtype=np.bool_)
    for one, other in ((0, 3), (0, 4), (1, 4)):
        different[one, other] = different[other, one] = True
    assert ["".join(each) for each in letters(different, range(5))] == ["a", "ab", "abc", "bc", "c"]


def test_the_best_has_the_first_letter_wherever_it_stands() -> None:
    different = np.array([[False, True], [True, False]])
    assert letters(different, [1, 0]) == [("b",), ("a",)]


def test_names_can_stand_side_by_side_beyond_52() -> None:
    names = [letter(number) for number in range(200)]
    assert len(set(names)) == 200
    assert names[51:54] == ["Z", "a2", "b2"]
