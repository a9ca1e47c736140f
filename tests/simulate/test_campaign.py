"""A campaign whose truth is known, and which looks like a real one."""

from __future__ import annotations

from pathlib import Path
from statistics import mean

import pytest

from cranfield.errors import UsageError
from cranfield.simulate import Campaign, simulate


@pytest.fixture(scope="module")
def campaign() -> Campaign:
    return simulate(seed=7)


def test_the_seed_decides_everything(campaign: Campaign) -> None:
    assert simulate(seed=7) == campaign
    assert simulate(seed=8).runs != campaign.runs


def test_judgements_are_graded_and_incomplete(campaign: Campaign) -> None:
    grades = {grade for judged in campaign.qrels.values() for grade in judged.values()}
    assert grades == {0, 1, 2}
    for topic, judged in campaign.qrels.items():
        retrieved = {doc for run in campaign.runs.values() for doc in run[topic]}
        assert 30 <= len(judged) <= 4 * 30
        assert retrieved > set(judged)  # the pool is a part of what the systems found


def test_the_pool_holds_the_top_of_every_run(campaign: Campaign) -> None:
    for run in campaign.runs.values():
        for topic, scored in run.items():
            top = sorted(scored, key=scored.__getitem__, reverse=True)[:30]
            assert campaign.qrels[topic].keys() >= set(top)


def test_better_systems_find_more(campaign: Campaign) -> None:
    found = {
        system: mean(_precision(campaign, system, topic) for topic in campaign.qrels)
        for system in campaign.runs
    }
    assert tuple(sorted(found, key=found.__getitem__, reverse=True)) == campaign.order


def test_topics_differ(campaign: Campaign) -> None:
    values = [_precision(campaign, "oak", topic) for topic in campaign.qrels]
    assert max(values) - min(values) > 0.4


def _precision(campaign: Campaign, system: str, topic: str) -> float:
    top = list(campaign.runs[system][topic])[:10]
    return sum(campaign.qrels[topic].get(doc, 0) > 0 for doc in top) / 10


def test_a_run_can_lack_topics() -> None:
    campaign = simulate({"whole": 2.0, "crashed": 2.0}, topics=5, documents=200, missing={"crashed": 2})
    assert list(campaign.runs["crashed"]) == ["101", "102", "103"]
    assert len(campaign.runs["whole"]) == 5


def test_files_hold_what_the_dicts_hold(tmp_path: Path) -> None:
    campaign = simulate({"a": 1.0, "b": 2.0}, topics=2, documents=50, retrieved=5, pool_depth=3)
    qrels, runs = campaign.write(tmp_path / "new")
    assert [path.relative_to(tmp_path / "new").as_posix() for path in (qrels, *runs)] == [
        "qrels.txt",
        "runs/a.txt",
        "runs/b.txt",
    ]
    read: dict[str, dict[str, float]] = {}
    for line in runs[0].read_text().splitlines():
        topic, _, doc, _, score, tag = line.split()
        read.setdefault(topic, {})[doc] = float(score)
        assert tag == "a"
    assert read == campaign.runs["a"]
    judged = {tuple(line.split()) for line in qrels.read_text().splitlines()}
    assert judged == {(t, "0", doc, str(g)) for t, row in campaign.qrels.items() for doc, g in row.items()}


def test_a_campaign_of_nothing_is_refused() -> None:
    with pytest.raises(UsageError, match="topics must be 1 or more: 0"):
        simulate(topics=0)
    with pytest.raises(UsageError, match="at least one system"):
        simulate({})
