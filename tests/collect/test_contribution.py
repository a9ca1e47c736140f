"""Who brought what, and what leaving it out does: against judging anew with fewer judgements."""

from __future__ import annotations

import warnings
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import cranfield as cf
from cranfield.collect import contributions, judged_runs, left_out, only, read_rankings, read_teams
from cranfield.errors import CranfieldError
from cranfield.judge import Judgements
from cranfield.measure.definition import values_of
from cranfield.measure.names import parse
from tests.collect.drawn import campaign

MEASURES = (
    "AP nDCG@5 Bpref infAP RR P@3 R@5 ERR@5 RBP PRES Judged@5 Rprec ADM(top=2) NumRet ndpm Compat(p=0.8)"
)
TEAMS = {"r0": "red", "r1": "blue", "r2": "red", "r3": "green"}


@pytest.mark.parametrize("seed", range(10))
def test_a_run_seen_through_fewer_judgements_is_as_if_the_others_had_never_been_made(seed: int) -> None:
    runs, grades = campaign(seed)
    qrels = cf.read_qrels(grades)
    keep = np.random.default_rng(seed).random(len(qrels)) < 0.6
    pairs = [(topic, doc) for topic in qrels.topics for doc in grades[topic]]
    fewer = {
        topic: {
            doc: grades[topic][doc]
            for (other, doc), kept in zip(pairs, keep, strict=True)
            if kept and other == topic
        }
        for topic in qrels.topics
    }
    fewer = {topic: docs for topic, docs in fewer.items() if docs}
    measures = parse(MEASURES)
    for run, whole in zip(runs.values(), judged_runs(qrels, runs).values(), strict=True):
        seen = values_of(measures, only(whole, keep))
        same_scale = replace(cf.read_qrels(fewer), highest_read=qrels.highest_grade)
        anew = Judgements(same_scale, cf.Policies()).judge(run).judged
        expected = values_of(measures, anew)
        for topic, column in zip(anew.topics, expected.T, strict=True):
            np.testing.assert_array_equal(seen[:, list(qrels.topics).index(topic)], column)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("teams", [None, TEAMS])
def test_contributions_are_counted(seed: int, teams: dict[str, str] | None) -> None:
    runs, grades = campaign(seed)
    ranked = read_rankings(runs, depth=3)
    found = contributions(ranked, cf.read_qrels(grades), teams=teams)
    of = teams or {name: name for name in runs}
    brought: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for run, topic, doc in zip(ranked.run, ranked.topic, ranked.doc, strict=True):
        brought[of[ranked.names[run]]].add((ranked.topics[int(topic)], ranked.docs[int(doc)]))
    grade = {(topic, doc): value for topic, docs in grades.items() for doc, value in docs.items()}
    for place, team in enumerate(found.teams):
        others = set().union(*(brought[other] for other in found.teams if other != team))
        alone = brought[team] - others
        assert found.documents[place] == len(brought[team])
        assert found.judged[place] == sum(grade.get(each, -1) >= 0 for each in brought[team])
        assert found.relevant[place] == sum(grade.get(each, -1) >= 1 for each in brought[team])
        assert found.unique[place] == len(alone)
        assert found.unique_relevant[place] == sum(grade.get(each, -1) >= 1 for each in alone)
    assert found.size == len(set().union(*brought.values()))


@pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("teams", [None, TEAMS])
def test_leaving_out_is_evaluating_with_what_the_others_brought(
    seed: int, teams: dict[str, str] | None
) -> None:
    runs, grades = campaign(seed, documents=20)
    ranked, qrels = read_rankings(runs, depth=4), cf.read_qrels(grades)
    found = contributions(ranked, qrels, teams=teams)
    (ap,) = parse("AP")
    lost = left_out(judged_runs(qrels, runs), found, ap)
    of = teams or {name: name for name in runs}
    for place, name in enumerate(runs):
        values = []
        for left in ((), tuple(run for run in runs if of[run] == of[name])):
            kept = {
                (ranked.topics[int(topic)], ranked.docs[int(doc)])
                for run, topic, doc in zip(ranked.run, ranked.topic, ranked.doc, strict=True)
                if ranked.names[run] not in left
            }
            judged = {
                topic: {doc: g for doc, g in docs.items() if (topic, doc) in kept}
                for topic, docs in grades.items()
            }
            judged = {topic: docs for topic, docs in judged.items() if docs}
            scores = cf.evaluate(judged, runs[name], "AP") if set(judged) & set(runs[name]) else None
            values.append(
                {} if scores is None else dict(zip(scores.topics, scores["AP"].tolist(), strict=True))
            )
        both = [
            topic
            for topic in values[0]
            if not np.isnan(values[0][topic]) and not np.isnan(values[1].get(topic, np.nan))
        ]
        if values[0] and values[1]:
            assert lost.whole[place] == pytest.approx(_mean([values[0][t] for t in both]), nan_ok=True)
            assert lost.without[place] == pytest.approx(_mean([values[1][t] for t in both]), nan_ok=True)
    assert np.nanmax(lost.change, initial=0) <= 1


def _mean(values: list[float]) -> float:
    return float(np.mean(values)) if values else float("nan")


def test_a_run_that_brought_nothing_alone_loses_nothing() -> None:
    runs = {"one": {"q": ["a", "b"]}, "copy": {"q": ["a", "b"]}, "other": {"q": ["c"]}}
    qrels = cf.read_qrels({"q": {"a": 1, "b": 1, "c": 1}})
    (ap,) = parse("AP")
    lost = left_out(judged_runs(qrels, runs), contributions(read_rankings(runs), qrels), ap)
    assert lost.change.tolist() == [0, 0, pytest.approx(-1 / 3)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        twins = {"one": "team", "copy": "team", "other": "other"}
        found = contributions(read_rankings(runs), qrels, teams=twins)
        assert left_out(judged_runs(qrels, runs), found, ap).without[0] == 0


def test_teams_come_from_a_table(tmp_path: Path) -> None:
    path = tmp_path / "teams.csv"
    path.write_text("team,run\nred,one\n,two\n")
    assert read_teams(str(path)) == {"one": "red", "two": "two"}


def test_what_makes_no_sense_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "teams.csv"
    path.write_text("run;team\none;red\n")
    runs, qrels = read_rankings({"one": {"q": ["a"]}}), cf.read_qrels({"q": {"a": 1}})
    (counted,) = parse("NumRet")
    for call, slug in (
        (lambda: read_teams(str(path)), "bad-teams"),
        (lambda: read_teams(str(tmp_path / "none.csv")), "no-such-file"),
        (lambda: contributions(runs, qrels, teams={"on": "red"}), "bad-teams"),
        (lambda: left_out({}, contributions(runs, qrels), counted), "bad-pool"),
        (lambda: left_out({}, contributions(runs, qrels), "AP"), "bad-pool"),
    ):
        with pytest.raises(CranfieldError) as caught:
            call()
        assert caught.value.slug == slug
