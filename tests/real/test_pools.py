"""Pools, votes and automatic relevance on TREC-COVID's first round: 143 runs, 30 topics, one command each."""

from __future__ import annotations

import csv
import time
from pathlib import Path

import numpy as np
import pytest

import cranfield as cf
from cranfield.collect import (
    automatic_adm,
    by_rank,
    draw,
    judged_runs,
    parse_strata,
    pool,
    pseudo_judgements,
    read_rankings,
    read_teams,
    stratified_ap,
)
from cranfield.collect.rankings import Rankings
from cranfield.compare import kendall
from tests.cli.conftest import Command
from tests.cli.conftest import cranfield as cranfield  # noqa: PLC0414  (a fixture)

DEPTHS = {  # documents, judged, relevant, of these brought by one run alone, mean change of AP, worst, tau
    10: (16_720, 7_452, 2_115, 436, -0.0015, -0.0299, 0.9846),
    20: (30_524, 7_877, 2_212, 277, -0.0007, -0.0145, 0.9915),
    50: (66_181, 8_310, 2_305, 138, -0.0003, -0.0073, 0.9959),
    100: (113_678, 8_519, 2_337, 69, -0.0001, -0.0045, 0.9978),
}


@pytest.fixture(scope="module")
def folder(real_data: Path) -> Path:
    """Return where the collection is."""
    return real_data / "trec-covid-round1"


@pytest.fixture(scope="module")
def runs(folder: Path) -> dict[str, str]:
    """Return all runs by name."""
    return {path.name: str(path) for path in sorted((folder / "runs").iterdir())}


@pytest.fixture(scope="module")
def ranked(runs: dict[str, str]) -> Rankings:
    """Return the first hundred documents of all runs."""
    return read_rankings(runs, depth=100)


@pytest.fixture(scope="module")
def real(folder: Path, runs: dict[str, str]) -> dict[str, list[float]]:
    """Return what the judges say of the runs."""
    evaluator = cf.Evaluator(folder / "qrels.txt", "AP nDCG@10")
    found: dict[str, list[float]] = {"AP": [], "nDCG@10": []}
    for path in runs.values():
        scores = evaluator(path)
        for measure, values in found.items():
            values.append(scores.mean(scores.runs[0], measure))
    return found


def test_pools_of_several_depths_from_one_command_in_seconds(cranfield: Command, folder: Path) -> None:
    begin = time.perf_counter()
    arguments = ["--depth", ",".join(map(str, DEPTHS)), "--contributions", str(folder / "qrels.txt")]
    result = cranfield("pool", str(folder / "runs"), *arguments, "--format", "csv")
    assert time.perf_counter() - begin < 60  # a busy machine; alone it takes about 3 s
    assert result.code == 0
    for row in csv.DictReader(result.out.splitlines()):
        told = [row[name] for name in ("documents", "judged", "relevant", "unique", "change", "worst", "tau")]
        expected = DEPTHS[int(row["depth"])]
        assert [int(each) for each in told[:4]] == list(expected[:4])
        assert [round(float(each), 4) for each in told[4:]] == list(expected[4:])


def test_the_run_that_needs_its_own_contribution_most_is_manual(cranfield: Command, folder: Path) -> None:
    arguments = ["--depth", "10", "--contributions", str(folder / "qrels.txt"), "--format", "csv"]
    rows = list(csv.DictReader(cranfield("pool", str(folder / "runs"), *arguments).out.splitlines()))
    assert min(rows, key=lambda row: float(row["change"]))["run"] == "xj4wang_run1"
    assert sum(int(row["rel. alone"]) for row in rows) == 436


def test_strategies_find_more_relevant_documents_than_depth_alone(folder: Path, ranked: Rankings) -> None:
    """A hundred documents a topic: fusion finds a third more than the best ranks of any run."""
    qrels = cf.read_qrels(folder / "qrels.txt")
    found = {
        strategy: int((pool(ranked, strategy, size=100, judged=qrels).grades(qrels) >= 1).sum())
        for strategy in ("depth", "rbp", "rrf", "mtf")
    }
    assert found == {"depth": 973, "rbp": 1255, "rrf": 1228, "mtf": 1066}


def test_automatic_relevance_knows_half_of_the_order(
    folder: Path, ranked: Rankings, real: dict[str, list[float]]
) -> None:
    """Over the first ten documents; and to leave out each run alone changes no order, to leave out its team does."""
    first = ranked.within(10)
    alone = automatic_adm(first, "rank")
    in_teams = automatic_adm(first, "rank", teams=read_teams(str(folder / "leaderboard.csv")))
    taus = {
        (which, measure): round(kendall(values.mean(axis=1), column).tau_b, 4)
        for which, values in (("all", alone.together), ("run", alone.without), ("team", in_teams.without))
        for measure, column in real.items()
    }
    assert taus == {
        ("all", "AP"): 0.6574, ("all", "nDCG@10"): 0.6176,
        ("run", "AP"): 0.6574, ("run", "nDCG@10"): 0.6176,
        ("team", "AP"): 0.6462, ("team", "nDCG@10"): 0.6048,
    }  # fmt: skip
    np.testing.assert_allclose(1 - alone.without, (1 - alone.together) * 143 / 142)


def test_deeper_rankings_tell_less(ranked: Rankings, real: dict[str, list[float]]) -> None:
    hundred = automatic_adm(ranked, "rank").together.mean(axis=1)
    assert round(kendall(hundred, real["AP"]).tau_b, 4) == 0.4186


def test_votes_order_the_runs_much_as_judges_do(
    runs: dict[str, str], ranked: Rankings, real: dict[str, list[float]]
) -> None:
    """Forty runs of 143 with a document among their first hundred make it relevant."""
    evaluator = cf.Evaluator(pseudo_judgements(ranked, 40), "AP R@100")
    seen = [evaluator(path).values[0].mean(axis=1) for path in runs.values()]
    assert round(kendall([ap for ap, _ in seen], real["AP"]).tau_b, 4) == 0.8061


def test_a_sample_infers_ap(folder: Path, runs: dict[str, str], ranked: Rankings) -> None:
    """Of the pool of depth 20, all first fives and a fifth of the rest: taken for complete, what is judged of it."""
    qrels = cf.read_qrels(folder / "qrels.txt")
    sample = draw(by_rank(ranked, parse_strata("5=all,20=20%")), seed=1)
    everything = draw(by_rank(ranked, parse_strata("20=all")))
    complete = [(t, s, d, max(grade, 0.0)) for t, s, d, grade in everything.rows(qrels)]
    assumed = cf.read_qrels([(t, d, grade) for t, _, d, grade in complete])
    framed = cf.read_qrels(list(sample.rows(assumed)), aspects=True)
    truth = cf.Evaluator(assumed, "AP")
    inferred = [stratified_ap(judged).mean() for judged in judged_runs(framed, runs).values()]
    real = [truth(path).values[0, 0].mean() for path in runs.values()]
    assert kendall(inferred, real).tau_b > 0.9
    assert np.abs(np.array(inferred) - real).mean() < 0.02
