"""Samples are of the size that was asked for, by lot, and speak for the whole without bias."""

from __future__ import annotations

import math

import numpy as np
import pytest

import cranfield as cf
from cranfield.collect import (
    Stratum,
    by_rank,
    by_score,
    draw,
    estimated_relevant,
    parse_strata,
    read_rankings,
    with_rest,
)
from cranfield.errors import UsageError

RUNS = {
    "one": {"p": [f"d{n:02}" for n in range(40)], "q": [f"d{n:02}" for n in range(5)]},
    "two": {"p": [f"d{n:02}" for n in range(60, 20, -1)], "q": ["d50", "d04"]},
}


def test_a_document_belongs_to_the_stratum_of_its_best_rank() -> None:
    sample = by_rank(read_rankings(RUNS), parse_strata("2=all,4=1"))
    assert [(topic, stratum, doc) for topic, stratum, doc, _ in sample.rows() if topic == "q"] == [
        ("q", "2", "d00"), ("q", "2", "d01"), ("q", "4", "d02"), ("q", "4", "d03"), ("q", "2", "d04"), ("q", "2", "d50"),
    ]  # fmt: skip


def test_a_document_belongs_to_the_stratum_of_its_best_score() -> None:
    runs = read_rankings({"one": {"q": {"a": 0.9, "b": 0.5, "c": 0.1}}, "two": {"q": {"c": 0.6, "d": 0.0}}})
    sample = by_score(runs, parse_strata("0.6=all,0.5=all,0.01=all"))
    assert [(stratum, doc) for _, stratum, doc, _ in sample.rows()] == [
        ("0.6", "a"),
        ("0.5", "b"),
        ("0.6", "c"),
    ]
    scaled = by_score(
        read_rankings({"x": {"q": {"a": 30, "b": 20, "c": 10}}}), parse_strata("0.5=all,0=1"), "minmax"
    )
    assert [stratum for _, stratum, *_ in scaled.rows()] == ["0.5", "0.5", "0"]


def test_so_many_are_drawn() -> None:
    sample = draw(by_rank(read_rankings(RUNS), parse_strata("10=all,20=25%,all=3")), seed=1)
    for topic in range(2):
        for number, stratum in enumerate(sample.strata):
            member = (sample.topic == topic) & (sample.stratum == number)
            size = int(member.sum())
            wanted = {"10": size, "20": min(size, max(2, math.floor(size / 4 + 0.5))), "all": min(size, 3)}
            assert int((sample.drawn & member).sum()) == wanted[stratum.name]
            assert sample.weight[member].sum() == pytest.approx(size)


def test_halves_go_up_and_two_are_the_least() -> None:
    assert [Stratum(10, share=0.29).of(size) for size in (100, 50, 10, 3, 1, 0)] == [29, 15, 3, 2, 1, 0]
    assert Stratum(10, number=7).of(3) == 3


def test_the_lot_of_a_topic_hangs_on_its_own_documents_alone() -> None:
    strata = parse_strata("all=50%")
    drawn = {tuple(row) for row in _drawn(RUNS, strata, 1) if row[0] == "p"}
    alone = {tuple(row) for row in _drawn({name: {"p": run["p"]} for name, run in RUNS.items()}, strata, 1)}
    assert drawn == alone
    assert drawn != {tuple(row) for row in _drawn(RUNS, strata, 2) if row[0] == "p"}


def _drawn(
    runs: dict[str, dict[str, list[str]]], strata: tuple[Stratum, ...], seed: int
) -> list[tuple[str, str]]:
    sample = draw(by_rank(read_rankings(runs), strata), seed=seed)
    return [
        (topic, doc) for (topic, _, doc, _), taken in zip(sample.rows(), sample.drawn, strict=True) if taken
    ]


def test_the_rest_is_what_nobody_retrieved() -> None:
    sample = with_rest(
        by_rank(read_rankings({"one": {"p": ["a", "b"], "q": ["c"]}}), parse_strata("1=all,rest=50%")),
        ["z", b"c", "a"],
    )
    rows = {(topic, stratum, doc) for topic, stratum, doc, _ in draw(sample).rows()}
    assert rows == {
        ("p", "1", "a"), ("p", "rest", "b"), ("p", "rest", "c"), ("p", "rest", "z"),
        ("q", "1", "c"), ("q", "rest", "a"), ("q", "rest", "b"), ("q", "rest", "z"),
    }  # fmt: skip


def test_the_lines_of_a_sample_are_judgements_with_grades_of_what_was_drawn_alone() -> None:
    sample = draw(by_rank(read_rankings({"one": {"q": ["a", "b", "c", "d"]}}), parse_strata("all=2")), seed=3)
    grades = {doc: grade for _, _, doc, grade in sample.rows(cf.read_qrels({"q": dict.fromkeys("abcx", 1)}))}
    drawn = {doc for _, _, doc in [(0, 0, d) for d, taken in zip("abcd", sample.drawn, strict=True) if taken]}
    assert set(grades) == set("abcd")
    assert {doc for doc, grade in grades.items() if grade == 1} == drawn - {"d"}
    assert {grade for doc, grade in grades.items() if doc not in drawn} == {-1}


def test_the_number_of_relevant_documents_is_estimated_without_bias() -> None:
    """Over many lots the mean is the truth, within three standard errors."""
    runs = read_rankings(RUNS)
    chance = np.random.default_rng(5)
    everything = cf.read_qrels(
        {topic: {f"d{n:02}": int(chance.random() < 0.4) for n in range(61)} for topic in "pq"}
    )
    strata = parse_strata("5=all,20=30%,all=10%")
    truth = [
        sum(
            grade
            for t, *_, grade in draw(by_rank(runs, parse_strata("all=all"))).rows(everything)
            if t == topic
        )
        for topic in "pq"
    ]
    estimates = np.array(
        [
            estimated_relevant(
                cf.read_qrels(list(draw(by_rank(runs, strata), seed=seed).rows(everything)), aspects=True)
            )
            for seed in range(300)
        ]
    )
    error = estimates.std(axis=0) / math.sqrt(len(estimates))
    assert (np.abs(estimates.mean(axis=0) - truth) <= 3 * error + 1e-9).all()
    assert error[0] > 0


@pytest.mark.parametrize(
    "written", ["10", "10=", "=5", "10=0", "10=0%", "10=101%", "ten=5", "10=-3", "nan=5", "10=5%%", ""]
)
def test_a_stratum_has_a_border_and_a_number(written: str) -> None:
    with pytest.raises(UsageError, match="this is no stratum") as caught:
        parse_strata(written)
    assert caught.value.slug == "bad-strata"


@pytest.mark.parametrize("strata", ["100=all,10=1", "0=all", "10=all,10=1", "rest=5", "rest=5,10=all"])
def test_ranks_go_up_from_one_and_the_rest_comes_last(strata: str) -> None:
    with pytest.raises(UsageError) as caught:
        by_rank(read_rankings(RUNS), parse_strata(strata))
    assert caught.value.slug == "bad-strata"


def test_scores_go_down_and_need_a_normaliser() -> None:
    runs = read_rankings({"bm25": {"q": {"a": 12.5}}})
    with pytest.raises(UsageError, match="scores of the strata must go down"):
        by_score(runs, parse_strata("0=all,0.5=all"))
    with pytest.raises(
        UsageError, match="an SRE lies between 0 and 1: the scores of run `bm25` in topic `q`"
    ):
        by_score(runs, parse_strata("0=all"))
    with pytest.raises(UsageError, match="there is no stratum for the rest"):
        with_rest(by_rank(runs, parse_strata("10=all")), ["a"])
