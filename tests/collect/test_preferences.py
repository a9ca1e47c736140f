"""Preferences become an order that keeps every one of them, or are refused."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.collect import Preference, continuous, levels_of, preferences_in, read_preferences
from cranfield.errors import InputError, UsageError

LEVELS = st.lists(st.integers(1, 3), min_size=1, max_size=5)


def _of(sizes: list[int]) -> list[list[str]]:
    return [[f"{level}{chr(97 + place)}" for place in range(size)] for level, size in enumerate(sizes)]


def _pairs(levels: list[list[str]]) -> list[Preference]:
    level_of = {doc: level for level, docs in enumerate(levels) for doc in docs}
    return [
        Preference(one, other, (level_of[one] < level_of[other]) - (level_of[one] > level_of[other]))
        for one, other in combinations(level_of, 2)
    ]


@given(LEVELS, st.randoms(use_true_random=False))
def test_all_pairs_of_an_order_give_it_back(sizes: list[int], chance: object) -> None:
    levels = _of(sizes)
    pairs = _pairs(levels)
    chance.shuffle(pairs)  # type: ignore[attr-defined]
    if pairs:
        assert levels_of(pairs) == levels
        assert levels_of(pairs, intransitive="copeland") == levels


@given(LEVELS, st.data())
def test_some_pairs_of_an_order_are_kept(sizes: list[int], data: st.DataObject) -> None:
    pairs = _pairs(_of(sizes))
    said = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    place = {doc: level for level, docs in enumerate(levels_of(said)) for doc in docs}
    for first, second, outcome in said:
        assert (place[first] < place[second]) - (place[first] > place[second]) == outcome


def test_judges_are_outvoted() -> None:
    ann, bob, cat = ({"a": 2, "b": 1}, {"a": 1, "b": 0}, {"a": 0, "b": 1})
    said = [each for judge in (ann, bob, cat) for each in preferences_in(judge)]
    assert levels_of(said) == [["a"], ["b"]]
    assert levels_of([*preferences_in(ann), *preferences_in(cat)]) == [["a", "b"]]


def test_a_negative_grade_is_no_preference() -> None:
    assert preferences_in({"a": 1, "b": -1, "c": 0}) == [Preference("a", "c")]


@pytest.mark.parametrize(
    "pairs, told",
    [
        ([("a", "b"), ("b", "c"), ("c", "a")], {"a > b", "b > c", "c > a"}),
        ([("a", "b"), ("b", "c", 0), ("c", "a")], {"a > b", "b = c", "c > a"}),
        ([("a", "b"), ("b", "c", 0), ("c", "a", 0)], {"a > b", "b = ... = a"}),
    ],
)
def test_a_contradiction_is_told_in_full(pairs: list[tuple[str, str]], told: set[str]) -> None:
    with pytest.raises(InputError, match="the preferences contradict each other") as caught:
        levels_of(pairs)
    assert caught.value.slug == "intransitive"
    assert set(caught.value.message.partition(": ")[2].split(", ")) == told
    assert "--intransitive copeland" in str(caught.value)


def test_contradictions_are_resolved_on_request() -> None:
    circle = [("a", "b"), ("b", "c"), ("c", "a"), ("a", "d"), ("b", "d"), ("d", "e")]
    # a and b win twice and lose once, c is even, d loses once more than it wins, e loses
    assert levels_of(circle, intransitive="copeland") == [["a", "b"], ["c"], ["d", "e"]]


def test_the_topic_of_a_contradiction_is_named() -> None:
    with pytest.raises(InputError, match="topic `q2`: the preferences contradict"):
        continuous({"q1": [Preference("a", "b")], "q2": [Preference("a", "b"), Preference("b", "a", 0), Preference("b", "c", 0), Preference("c", "a")]})  # fmt: skip


def test_what_follows_counts_as_said() -> None:
    assert levels_of([("a", "b"), ("c", "d"), ("b", "c")]) == [["a"], ["b"], ["c"], ["d"]]
    assert levels_of([("a", "b"), ("c", "d")]) == [["a", "c"], ["b", "d"]]
    assert levels_of([]) == []


def test_a_long_chain_is_no_trouble() -> None:
    chain = [(f"{n:04}", f"{n + 1:04}") for n in range(600)]
    assert levels_of(reversed(chain)) == [[f"{n:04}"] for n in range(601)]


def test_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "pairs.txt"
    path.write_text("# by Ann\nq a b\nq b c =\n\nq d a >\np x y -1\n")
    assert continuous(read_preferences(str(path), comments="#")) == {
        "q": {"d": 1.0, "a": 0.5, "b": 0.0, "c": 0.0},
        "p": {"y": 1.0, "x": 0.0},
    }


@pytest.mark.parametrize(
    "text, slug, words",
    [
        ("q a\n", "bad-preferences", "pairs.txt:1"),
        ("q a b\nq a b 2\n", "bad-preferences", "pairs.txt:2"),
        ("q a a\n", "bad-preferences", "pairs.txt:1"),
        ("q a b\nq \x1b[31m b c d\n", "bad-preferences", r"\x1b[31m"),
        ("", "empty", "no preferences"),
    ],
)
def test_lines_that_are_no_preferences_are_named(tmp_path: Path, text: str, slug: str, words: str) -> None:
    path = tmp_path / "pairs.txt"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_preferences(str(path))
    assert caught.value.slug == slug
    assert words in str(caught.value)


def test_what_is_no_preference_is_refused() -> None:
    for said in ([("a", "a")], [("a", "b", 3)]):
        with pytest.raises(UsageError) as caught:
            levels_of(said)
        assert caught.value.slug == "bad-preferences"
    with pytest.raises(UsageError, match="error, copeland"):
        levels_of([("a", "b")], intransitive="schulze")  # type: ignore[arg-type]
