"""Pools hold what they say, against the textbook on small campaigns."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import pytest

import cranfield as cf
from cranfield.collect import pool, read_rankings
from cranfield.errors import UsageError
from tests.collect.drawn import Runs, campaign


def _ranked(runs: Runs) -> dict[str, dict[str, list[str]]]:
    """Rank by score, then by document id, both downwards."""
    return {
        name: {
            topic: [doc for doc, _ in sorted(docs.items(), key=lambda each: (each[1], each[0]), reverse=True)]
            for topic, docs in run.items()
        }
        for name, run in runs.items()
    }


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize("depth", [1, 3, 100])
def test_a_pool_of_a_depth_is_the_union_of_the_first_ranks(seed: int, depth: int) -> None:
    runs, _ = campaign(seed)
    union: dict[str, set[str]] = defaultdict(set)
    for run in _ranked(runs).values():
        for topic, ranking in run.items():
            union[topic] |= set(ranking[:depth])
    found = pool(read_rankings(runs, depth=depth)).to_dict()
    assert {topic: set(docs) for topic, docs in found.items() if docs} == union


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize(
    "strategy, weight",
    [("rbp", lambda rank: 0.3 * 0.7 ** (rank - 1)), ("rrf", lambda rank: 1 / (60 + rank))],
)
def test_weights_are_summed_over_the_runs(seed: int, strategy: Any, weight: Any) -> None:
    runs, _ = campaign(seed)
    summed: dict[tuple[str, str], float] = defaultdict(float)
    for run in _ranked(runs).values():
        for topic, ranking in run.items():
            for rank, doc in enumerate(ranking, 1):
                summed[topic, doc] += weight(rank)
    found = pool(read_rankings(runs), strategy, p=0.7).to_dict()
    assert {(topic, doc): value for topic, docs in found.items() for doc, value in docs.items()} == (
        pytest.approx(summed)
    )
    for docs in found.values():
        assert list(docs.values()) == sorted(docs.values(), reverse=True)
    small = pool(read_rankings(runs), strategy, p=0.7, size=2).to_dict()
    assert small == {topic: dict(list(docs.items())[:2]) for topic, docs in found.items()}


RUNS = {
    "good": {"q": ["a", "b", "c", "d", "e"]},
    "bad": {"q": ["v", "w", "x", "y", "z"]},
    "copy": {"q": ["a", "b", "x"]},
}


def test_move_to_front_stays_with_the_run_that_yields_relevant_documents() -> None:
    """a, b relevant: good goes on to c, which is not; then bad and copy, each with one failure after v and x."""
    judged = cf.read_qrels({"q": {"a": 1, "b": 2, "c": 0, "v": 0, "x": 0}})
    found = list(pool(read_rankings(RUNS), "mtf", judged=judged).to_dict()["q"])
    assert found[:5] == ["a", "b", "c", "v", "x"]
    # all have failed once: each in turn, and copy has nothing left
    assert found[5:] == ["d", "w", "e", "y", "z"]


def test_move_to_front_is_told_which_grades_are_relevant() -> None:
    judged = cf.read_qrels({"q": {"a": 1, "b": 2, "c": 0, "v": 2, "x": 0}})
    ranked = read_rankings(RUNS)
    strict = list(pool(ranked, "mtf", judged=judged, rel=2).to_dict()["q"])
    # a is not relevant enough: bad is next, stays until w, and copy goes on with b
    assert strict[:4] == ["a", "v", "w", "b"]
    assert list(pool(ranked, "mtf", judged=judged).to_dict()["q"])[:4] == ["a", "b", "c", "v"]


def test_without_judgements_move_to_front_takes_the_runs_in_turn() -> None:
    found = list(pool(read_rankings(RUNS), "mtf", size=6).to_dict()["q"])
    assert found == ["a", "v", "b", "c", "w", "x"]


def test_move_to_front_can_be_asked_again_with_more() -> None:
    """What was chosen first stays first when more is judged of it and the size grows."""
    runs, grades = campaign(3, documents=30)
    ranked, judged = read_rankings(runs), cf.read_qrels(grades)
    small, large = (pool(ranked, "mtf", size=size, judged=judged).to_dict() for size in (5, 12))
    assert {topic: list(docs)[:5] for topic, docs in large.items()} == {
        topic: list(docs) for topic, docs in small.items()
    }


def test_a_size_without_a_depth_takes_the_best_ranks_of_any_run_first() -> None:
    found = pool(read_rankings(RUNS), size=3).to_dict()["q"]
    assert list(found) == ["a", "v", "b"]  # a and b are in two runs
    assert list(found.values()) == [-1, -1, -2]


def test_a_list_for_assessors_tells_nothing_of_ranks() -> None:
    runs = read_rankings({"one": {topic: [f"d{n:03}" for n in range(100)] for topic in "pq"}})
    best_first = pool(runs)
    one, other = best_first.shuffled(1), best_first.shuffled(2)
    assert best_first.pairs() != one.pairs() != other.pairs()
    assert one.pairs() == best_first.shuffled(1).pairs()
    assert sorted(one.pairs()) == sorted(best_first.pairs())
    assert [topic for topic, _ in one.pairs()] == ["p"] * 100 + ["q"] * 100
    assert abs(np.corrcoef(np.arange(100), [int(doc[1:]) for _, doc in one.pairs()[:100]])[0, 1]) < 0.3
    assert best_first.shuffled(3).by_id().pairs() == tuple(sorted(best_first.pairs()))


def test_what_nobody_judged_has_no_grade() -> None:
    found = pool(read_rankings({"one": {"q": ["a", "b", "c"], "unjudged": ["a"]}}))
    grades = found.grades(cf.read_qrels({"q": {"a": 2, "b": -1, "x": 1}, "other": {"c": 1}}))
    by_pair = dict(zip(found.pairs(), grades.tolist(), strict=True))
    assert by_pair.pop(("q", "a")) == 2
    assert all(np.isnan(value) for value in by_pair.values())
    assert np.isnan(found.grades(cf.read_qrels({"elsewhere": {"a": 1}}))).all()


@pytest.mark.parametrize(
    "keywords, slug",
    [
        ({"strategy": "dept"}, "unknown-choice"),
        ({"size": 0}, "bad-pool"),
        ({"strategy": "rbp", "p": 1.0}, "measure-parameter"),
    ],
)
def test_what_makes_no_sense_is_refused(keywords: Any, slug: str) -> None:
    with pytest.raises(UsageError) as caught:
        pool(read_rankings(RUNS), **keywords)
    assert caught.value.slug == slug
