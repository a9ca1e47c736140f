"""EPRUM on real runs: where nobody walks it is what everybody knows, and on real documents users do walk."""

from __future__ import annotations

import sys
import tarfile
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import cranfield as cf
from cranfield.measure.evaluation import Evaluator
from cranfield.measure.families.structured.precision import Choices, satisfied

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture(scope="module")
def inex(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("inex")
    with tarfile.open(shared / "data" / "inex2009-elements.tar.xz") as opened:
        opened.extractall(folder, filter="data")
    return folder / "inex2009-elements"


@pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")
def test_without_walking_it_is_average_precision(real_data: Path) -> None:
    folder = real_data / "trec-covid-round1"
    runs = sorted((folder / "runs").iterdir())[:20]
    pairs = {"EPRUM": "AP", "EPRUM@10": "P@10", "EPRUM(rel=2)@5": "P(rel=2)@5", "EPRUMRecall@100": "R@100"}
    scores = cf.evaluate(folder / "qrels.txt", runs, [*pairs, *pairs.values()], navigation="classical")
    for ours, theirs in pairs.items():
        columns = [scores.measures.index(name) for name in (ours, theirs)]
        one, other = (scores.values[:, column] for column in columns)
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-12)


@pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")
def test_at_natural_recall_points_it_is_the_precision_there(real_data: Path) -> None:
    folder = real_data / "trec-covid-round1"
    evaluator = Evaluator(folder / "qrels.txt", "EPRUM", navigation="classical")
    for path in sorted((folder / "runs").iterdir())[:20]:
        judged = evaluator.judgements.judge(path).judged
        found = judged.relevant()
        for topic, [users] in enumerate(satisfied(judged, Choices())):
            rank = found.rank[found.topic == topic]
            natural = np.zeros(judged.num_relevant()[topic])
            natural[: len(rank)] = np.arange(1, len(rank) + 1) / rank
            np.testing.assert_allclose(users.precision, natural, rtol=0, atol=1e-12)


@pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")
def test_real_element_runs_on_real_documents(inex: Path) -> None:
    runs = sorted((inex / "runs").iterdir())
    measures = "EPRUM EPRUM@10 EPRUMRecall@10 EPRUMRecall"
    scores = cf.evaluate(inex / "qrels.inex", runs, measures, navigation=f"xml:{inex / 'xml'}")
    assert scores.values.shape == (41, 4, 7)
    assert np.isfinite(scores.values).all()
    assert (scores.values >= 0).all()
    assert (scores.values[:, 2:] <= 1).all()
    means = scores.values.mean(axis=(0, 2))
    assert 0.02 < means[0] < 0.2
    assert means[2] < means[3]


def test_figure_4_falls_smoothly_on_real_trees(inex: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.delitem(sys.modules, "figure4", raising=False)
    figure4 = import_module("figure4")
    monkeypatch.setattr(figure4, "DRAWS", 4)
    points = list(figure4.curves(figure4.of_inex(inex), seed=1))
    areas = {
        measure: [
            np.mean([p for m, move, _, p in points if (m, move) == (measure, each)]) for each in figure4.MOVES
        ]
        for measure in ("EPRUM", "EP/GR")
    }
    eprum, effort = np.array(areas["EPRUM"]), np.array(areas["EP/GR"])
    assert eprum[0] == effort[0] == pytest.approx(1)
    assert (np.diff(eprum) < 0.02).all()
    assert np.abs(np.diff(eprum)).max() < 0.2
    assert (effort[1:] < eprum[1:]).all()
