"""ADM on judgements that are continuous: 18 systems of audio similarity, whose first five answers people rated."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest

import cranfield as cf
from cranfield.compare import kendall
from cranfield.model import Scores

BY_RANK = "ADM(scores='rank')"
RETRIEVED = "ADM(scores='rank', over='retrieved')"


@pytest.fixture(scope="module")
def scores(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Scores:
    """Evaluate all systems; their scores are 5 to 1, so only ranks can be made SREs of."""
    folder = tmp_path_factory.mktemp("mirex")
    with tarfile.open(shared / "data/mirex-audio-similarity.tar.xz") as archive:
        archive.extractall(folder, filter="data")
    folder = folder / "mirex-audio-similarity"
    runs = sorted((folder / "runs").iterdir())
    assert len(runs) == 18
    measures = [
        BY_RANK,
        RETRIEVED,
        "ADMrms(scores='rank')",
        "ADMpermuted(scores='rank')",
        "ADMrandom",
        "nDCG@5",
    ]
    return cf.evaluate(folder / "qrels.continuous", runs, measures)


def _tau(scores: Scores, one: str, other: str) -> float:
    means = ([scores.mean(run, measure) for run in scores.runs] for measure in (one, other))
    return kendall(*means).tau_b


def test_adm_orders_the_systems_nearly_as_ndcg_does(scores: Scores) -> None:
    assert _tau(scores, BY_RANK, "nDCG@5") == pytest.approx(145 / 153)
    assert _tau(scores, "ADMrms(scores='rank')", "nDCG@5") == pytest.approx(151 / 153)


def test_adm_over_what_was_retrieved_alone_is_another_question(scores: Scores) -> None:
    """A system is not asked about the good answers that it missed."""
    assert _tau(scores, RETRIEVED, "nDCG@5") == pytest.approx(67 / 153)
    assert max(scores.runs, key=lambda run: scores.mean(run, RETRIEVED)) == "1255ef"


def test_the_best_and_the_worst_system_are_known(scores: Scores) -> None:
    best_first = sorted(scores.runs, key=lambda run: scores.mean(run, BY_RANK), reverse=True)
    assert (best_first[0], best_first[-1]) == ("2d3c5b", "f640d6")
    assert round(scores.mean("2d3c5b", BY_RANK), 4) == 0.5828
    assert round(scores.mean("f640d6", BY_RANK), 4) == 0.5574
    assert round(scores.mean("2d3c5b", "nDCG@5"), 4) == 0.7073


def test_no_system_reaches_random_scores_because_five_answers_say_nothing_of_the_others(
    scores: Scores,
) -> None:
    """Scores of 0 for all that was not retrieved are worse than blind guesses; knowing the documents is worth .013."""
    for run in scores.runs:
        assert round(scores.mean(run, "ADMrandom"), 4) == 0.6627
        assert round(scores.mean(run, "ADMpermuted(scores='rank')"), 4) == 0.5698
        assert scores.mean(run, BY_RANK) < scores.mean(run, "ADMrandom")


def test_scores_of_one_to_five_are_refused_as_they_are() -> None:
    with pytest.raises(cf.UsageError, match="an SRE lies between 0 and 1"):
        cf.evaluate({"q": {"a": 0.5}}, {"q": {"a": 5.0}}, "ADM")
