"""Systems judged by each other: against the definition, document by document."""

from __future__ import annotations

from statistics import fmean
from typing import Any

import numpy as np
import pytest

import cranfield as cf
from cranfield.collect import (
    automatic_adm,
    automatic_relevance,
    average_scores,
    pseudo_judgements,
    read_rankings,
    unit,
)
from cranfield.errors import UsageError
from tests.collect.drawn import Runs, campaign

TEAMS = {"r0": "red", "r1": "blue", "r2": "red", "r3": "green"}


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("leave_out", [None, "r1"])
def test_average_scores_are_automatic_relevance(seed: int, leave_out: str | None) -> None:
    runs, _ = campaign(seed)
    found = average_scores(read_rankings(runs), leave_out=leave_out).to_dict()
    for topic, expected in automatic_relevance(runs, leave_out=leave_out).items():
        assert {doc: value for doc, value in found[topic].items() if doc in expected} == pytest.approx(
            expected
        )
        assert all(value == 0 for doc, value in found[topic].items() if doc not in expected)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("teams", [None, TEAMS])
def test_automatic_adm_is_its_definition(seed: int, teams: dict[str, str] | None) -> None:
    runs, _ = campaign(seed)
    found = automatic_adm(read_rankings(runs), teams=teams)
    of = teams or {name: name for name in runs}
    topics = sorted({topic for run in runs.values() for topic in run})
    for row, name in enumerate(runs):
        others = [other for other in runs if of[other] != of[name]]
        for column, topic in enumerate(topics):
            for voices, values in ((list(runs), found.together), (others, found.without)):
                assert values[row, column] == pytest.approx(_adm(runs, name, voices, topic))


def _adm(runs: Runs, name: str, voices: list[str], topic: str) -> float:
    documents = sorted({doc for run in runs.values() for doc in run.get(topic, {})})
    return 1 - fmean(
        abs(
            runs[name].get(topic, {}).get(doc, 0.0)
            - fmean(runs[voice].get(topic, {}).get(doc, 0.0) for voice in voices)
        )
        for doc in documents
    )


@pytest.mark.parametrize("seed", range(10))
def test_to_leave_each_run_out_alone_moves_all_by_one_factor(seed: int) -> None:
    runs, _ = campaign(seed, runs=5)
    found = automatic_adm(read_rankings(runs))
    np.testing.assert_allclose(1 - found.without, (1 - found.together) * 5 / 4)


def test_a_topic_that_a_run_lacks_counts_with_it() -> None:
    """Nothing retrieved is an SRE of 0 for every document."""
    found = automatic_adm(read_rankings({"one": {"q": {"a": 1.0}}, "two": {"p": {"b": 0.5}}}))
    assert found.together.tolist() == [[0.75, 0.5], [0.75, 0.5]]
    assert found.without.tolist() == [[0.5, 0.0], [0.5, 0.0]]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("scores", ["as-is", "minmax", "max", "rank", "sigmoid"])
def test_scores_are_normalised_as_adm_does(seed: int, scores: Any) -> None:
    """ADM of one document with URE 1 is its SRE, over the documents judged."""
    runs, _ = campaign(seed)
    ranked = read_rankings(runs)
    values = unit(ranked, scores)
    for row in range(0, len(ranked), 5):
        topic, doc = ranked.topics[int(ranked.topic[row])], ranked.docs[int(ranked.doc[row])]
        run = runs[ranked.names[ranked.run[row]]]
        ((adm,),) = cf.Evaluator({topic: {doc: 1}}, f"ADM(scores='{scores}')")({topic: run[topic]}).values[0]
        assert values[row] == pytest.approx(adm)


def test_pseudo_judgements_are_what_enough_runs_retrieved() -> None:
    runs = read_rankings(
        {"one": {"q": ["a", "b"]}, "two": {"q": ["b", "c"]}, "three": {"q": ["b", "a", "d"]}}
    )
    assert pseudo_judgements(runs.within(2), 2) == {"q": {"b": 1, "a": 1, "c": 0}}
    assert pseudo_judgements(runs, 3) == {"q": {"b": 1, "a": 0, "c": 0, "d": 0}}


@pytest.mark.parametrize(
    "call, slug, words",
    [
        (lambda: automatic_adm(read_rankings({"one": {"q": ["a"]}}), "rank"), "no-run", "one system alone"),
        (
            lambda: automatic_adm(read_rankings(campaign(1)[0]), teams=dict.fromkeys(TEAMS, "red")),
            "no-run",
            "one team",
        ),
        (lambda: unit(read_rankings({"x": {"q": {"a": 2.0}}})), "measure-parameter", "run `x` in topic `q`"),
        (
            lambda: unit(read_rankings({"x": {"q": {"a": -2.0}}}), "max"),
            "measure-parameter",
            "from 0 upwards",
        ),
        (
            lambda: unit(read_rankings({"x": {"q": {"a": float("inf")}}}), "minmax"),
            "measure-parameter",
            "finite",
        ),
        (lambda: unit(read_rankings({"x": {"q": {"a": 1.0}}}), "ranks"), "unknown-choice", "minmax"),  # type: ignore[arg-type]
        (
            lambda: average_scores(read_rankings({"x": {"q": ["a"]}}), "rank", leave_out="x"),
            "no-run",
            "no system",
        ),
        (lambda: average_scores(read_rankings({"x": {"q": ["a"]}}), leave_out="y"), "unknown-run", "`y`"),
        (lambda: pseudo_judgements(read_rankings({"x": {"q": ["a"]}}), 2), "bad-pool", "1 run"),
    ],
)
def test_what_makes_no_sense_is_refused(call: Any, slug: str, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        call()
    assert caught.value.slug == slug
    assert words in str(caught.value)
