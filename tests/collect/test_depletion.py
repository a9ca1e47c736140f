"""What fewer judgements do to a ranking of systems, and what a run owes to its own documents in the pool."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cranfield as cf
from cranfield.collect import contributions, judged_runs, left_out, read_rankings
from cranfield.collect.depletion import JudgedRuns, _sample
from cranfield.errors import UsageError

pytestmark = pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")

Campaign = tuple[dict[str, dict[str, int]], dict[str, dict[str, dict[str, float]]]]


def campaign(topics: int = 12, documents: int = 60, seed: int = 0) -> Campaign:
    """Simulate four runs of different quality; half of the documents are judged."""
    chance = np.random.default_rng(seed)
    names = [f"d{number:02}" for number in range(documents)]
    truth = {
        f"t{topic}": dict(zip(names, chance.integers(0, 3, documents).tolist(), strict=True))
        for topic in range(topics)
    }
    qrels = {topic: {doc: grades[doc] for doc in names[::2]} for topic, grades in truth.items()}
    runs = {
        f"run{noise}": {
            topic: {doc: grade + float(chance.normal(0, noise)) for doc, grade in grades.items()}
            for topic, grades in truth.items()
        }
        for noise in (1, 2, 4, 8)
    }
    return qrels, runs


def test_all_judgements_change_nothing() -> None:
    for found in JudgedRuns(*campaign(), "AP nDCG@10 Bpref").depletion([1.0]):
        assert (found.tau, found.tau_lowest, found.change, found.farthest) == (1, 1, 0, 0)
        assert found.judgements == 12 * 30


def test_what_is_left_is_evaluated_as_if_it_were_all_there_is() -> None:
    qrels, runs = campaign()
    names = "AP nDCG@10 Bpref PRES@20 RBP(p=0.8)"
    seen = JudgedRuns(qrels, runs, names)
    known = seen.evaluator.judgements.qrels
    keep = _sample(known, 0.3, 0)
    rows = iter(keep.tolist())
    left = {
        topic: {doc: grade for doc, grade in judged.items() if next(rows)}
        for topic, judged in known.to_dict().items()
    }
    scores = cf.evaluate(left, runs, names)
    expected = [[scores.mean(run, measure) for run in runs] for measure in scores.measures]
    assert seen._through(keep) == pytest.approx(np.array(expected))


def test_every_topic_keeps_its_share_of_relevant_and_other_documents() -> None:
    qrels = {"a": {f"{n}": int(n < 10) for n in range(40)}, "b": {"x": 1, "y": 0, "z": 0}}
    known = cf.read_qrels(qrels)
    for share, of_a, of_b in ((0.5, (5, 15), (1, 1)), (0.1, (1, 3), (1, 1)), (1.0, (10, 30), (1, 2))):
        keep = _sample(known, share, 3)
        relevant = known.grades > 0
        for topic, expected in ((slice(0, 40), of_a), (slice(40, 43), of_b)):
            assert ((keep & relevant)[topic].sum(), (keep & ~relevant)[topic].sum()) == expected
    smaller, larger = _sample(known, 0.3, 3), _sample(known, 0.6, 3)
    assert not (smaller & ~larger).any()


def test_a_sample_does_not_hang_on_the_order_of_the_judgements() -> None:
    qrels, runs = campaign()
    turned = {topic: dict(reversed(judged.items())) for topic, judged in reversed(qrels.items())}
    one, other = (JudgedRuns(each, runs, "AP").depletion([0.3]) for each in (qrels, turned))
    assert one == other
    assert JudgedRuns(qrels, runs, "AP", seed=5).depletion([0.3]) != one


def test_fewer_judgements_rank_less_alike() -> None:
    qrels, runs = campaign(topics=30)
    for noise in (1.2, 1.4, 1.6, 2.5, 3):
        runs[f"more{noise}"] = {
            topic: {doc: score + float(np.sin(1000 * score)) * noise for doc, score in ranked.items()}
            for topic, ranked in runs["run1"].items()
        }
    found = JudgedRuns(qrels, runs, "AP").depletion([0.9, 0.1], samples=10)
    assert found[0].tau > found[1].tau
    assert found[1].tau_lowest <= found[1].tau


QRELS = {"1": {"a": 1, "b": 1, "n": 0}, "2": {"c": 1, "m": 0}}
RUNS = {
    "all": {"1": ["a", "b", "n"], "2": ["c", "m"]},
    "same": {"1": ["b", "n"], "2": ["m", "c"]},
}


def test_leaving_a_run_out_takes_away_what_it_alone_has() -> None:
    (found,) = JudgedRuns(QRELS, RUNS, "AP").leave_out(3)
    assert found.systems == ("all", "same")
    assert (found.unique.tolist(), found.unique_relevant.tolist()) == ([1, 0], [1, 0])
    assert found.whole.tolist() == pytest.approx([1, 0.5])
    # without `a`, run `all` has the only relevant document of topic 1 second
    assert found.without.tolist() == pytest.approx([0.75, 0.5])
    assert (found.rank.tolist(), found.rank_without.tolist()) == ([1, 2], [1, 2])
    assert found.tau == 1


def test_a_run_can_fall_behind_others() -> None:
    runs = {**RUNS, "third": {"1": ["b", "x"], "2": ["c"]}}
    qrels: Any = {"1": {"a": 1, "b": 1, "x": 0, "n": 0}, "2": {"c": 1, "m": 0}}
    (found,) = JudgedRuns(qrels, runs, "P@1").leave_out(3)
    assert found.rank.tolist() == [1, 3, 1]
    assert found.rank_without.tolist() == [2, 3, 1]


def test_a_run_is_left_out_with_its_team() -> None:
    runs = {**RUNS, "copy": RUNS["all"]}
    alone = JudgedRuns(QRELS, runs, "AP").leave_out(3)[0]
    assert alone.without.tolist() == alone.whole.tolist()  # its copy brings the same documents
    (found,) = JudgedRuns(QRELS, runs, "AP").leave_out(3, {"all": "one", "copy": "one", "same": "two"})
    assert found.unique.tolist() == [1, 0, 1]
    assert found.without.tolist() == pytest.approx([0.75, 0.5, 0.75])


@pytest.mark.parametrize("policies", [{"topics": ("1",)}, {"no_relevant": "zero"}, {"topics": "common"}])
def test_policies_hold_for_the_judgements_that_are_left(policies: dict[str, Any]) -> None:
    qrels = {**QRELS, "3": {"x": 0}}
    seen = JudgedRuns(qrels, RUNS, "AP", **policies)
    means = seen._through(np.ones(len(seen.evaluator.judgements.qrels), dtype=np.bool_))
    scores = cf.evaluate(qrels, RUNS, "AP", **policies)
    assert means[0].tolist() == pytest.approx([scores.mean(run, "AP") for run in RUNS])


def test_less_is_better_is_known() -> None:
    (found,) = JudgedRuns(QRELS, RUNS, "SearchLength").leave_out(3)
    assert found.rank.tolist() == [1, 2]


@pytest.mark.parametrize("policies", [{"unjudged": "condense"}, {"unjudged": "relevant"}, {"ties": "best"}])
def test_refuses_policies_under_which_a_lost_judgement_moves_others(policies: dict[str, str]) -> None:
    with pytest.raises(UsageError, match="cannot be taken away under these policies"):
        JudgedRuns(QRELS, RUNS, "AP", **policies)


@pytest.mark.parametrize("policies", [{"ties": "input"}, {"precision": "single"}, {"no_relevant": "zero"}])
def test_refuses_policies_under_which_a_pool_cannot_be_built_again(policies: dict[str, str]) -> None:
    with pytest.raises(UsageError, match=f"cannot be left out under these policies: {next(iter(policies))}"):
        JudgedRuns(QRELS, RUNS, "AP", **policies).leave_out(3)


def test_the_pool_holds_the_topics_that_count_and_no_rank_beyond_the_cut() -> None:
    runs = {name: {**run, "9": [name]} for name, run in RUNS.items()}  # nobody judged topic 9
    (of_all,) = JudgedRuns(QRELS, runs, "AP").leave_out(3)
    assert of_all.unique.tolist() == [1, 0]
    (of_second,) = JudgedRuns(QRELS, runs, "AP", topics=("2",)).leave_out(3)
    assert of_second.unique.tolist() == [0, 0]
    (cut,) = JudgedRuns(QRELS, runs, "AP", depth=1).leave_out(3)
    assert (cut.unique.tolist(), cut.unique_relevant.tolist()) == ([2, 2], [2, 1])


def test_refuses_measures_of_passages_which_would_stay_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "qrels.inex").write_text("t Q0 a 3 10 4 4:3\nt Q0 b 6 10 0 0:4 8:2\n")
    runs = {"one": {"t": ["a", "b"]}, "two": {"t": ["b", "a"]}}
    for measure in ("AiP", "TextR", "TextP@1", "T2IP"):
        with pytest.raises(UsageError, match=f"where passages are looked at: {measure.partition('@')[0]}"):
            JudgedRuns(tmp_path / "qrels.inex", runs, f"AP {measure}")
    assert len(JudgedRuns(tmp_path / "qrels.inex", runs, "AP").depletion([0.5])) == 1
    qrels = cf.read_qrels(tmp_path / "qrels.inex")
    pooled = contributions(read_rankings(runs), qrels)
    with pytest.raises(UsageError, match="where passages are looked at: TextR"):
        left_out(judged_runs(qrels, runs), pooled, "TextR")


def test_refuses_users_that_walk_on_from_what_they_find() -> None:
    with pytest.raises(UsageError, match="where users walk on"):
        JudgedRuns(QRELS, RUNS, "AP", navigation="table:walks.csv")


def test_refuses_what_makes_no_sense() -> None:
    with pytest.raises(UsageError, match="two systems"):
        JudgedRuns(QRELS, {"all": RUNS["all"]}, "AP")
    with pytest.raises(UsageError, match=r"between 0 and 1: 1\.5"):
        JudgedRuns(QRELS, RUNS, "AP").depletion([1.5])
    with pytest.raises(UsageError, match="count, summed over topics"):
        JudgedRuns(QRELS, RUNS, "NumRel")
    with pytest.raises(UsageError, match="where aspects are looked at: alpha_nDCG@10"):
        JudgedRuns(QRELS, RUNS, "alpha_nDCG@10")
    with warnings.catch_warnings(), pytest.raises(UsageError, match="nowhere defined"):
        JudgedRuns({"1": {"zz": 1}}, RUNS, "AP").leave_out(1)
