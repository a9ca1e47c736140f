"""trec_eval 10's own golden numbers of `rbp` and `rbp_resid`, where its uninitialised memory does not matter."""

from __future__ import annotations

from pathlib import Path

import pytest

import cranfield as cf

COVERED = {"RBP", "RBPResidual"}


@pytest.fixture
def golden(shared: Path) -> Path:
    return shared / "data" / "trec_eval" / "10.0"


def printed(file: Path, name: str) -> dict[str, float]:
    lines = (line.split() for line in file.read_text(encoding="utf-8").splitlines())
    return {topic: float(value) for known, topic, value in lines if known == name}


def test_rbp_by_its_name_there_is_its_number(golden: Path) -> None:
    # Grades are 0 and 1, so that it has nothing to scale; and each topic has unjudged documents.
    scores = cf.evaluate(golden / "qrels.test", golden / "results.test", "rbp rbp_resid")
    for row, name in enumerate(("rbp", "rbp_resid")):
        expected = printed(golden / "out.test.aq", name)
        ours = dict(zip(scores.topics, scores.values[0, row].tolist(), strict=True))
        assert ours.keys() >= expected.keys() - {"all"}
        for topic, value in expected.items() - {("all", expected["all"])}:
            assert ours[topic] == pytest.approx(value, abs=0.5000001e-4), (name, topic)
        means = [ours[topic] for topic in expected if topic != "all"]
        assert sum(means) / len(means) == pytest.approx(expected["all"], abs=0.5000001e-4)
