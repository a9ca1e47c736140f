"""Several runs in one table have the ranks that an evaluation gives them."""

from __future__ import annotations

import io

import numpy as np
import pytest

import cranfield as cf
from cranfield._core.contract import Core
from cranfield.collect import read_rankings
from cranfield.collect.rankings import Rankings
from cranfield.errors import CranfieldError
from cranfield.judge import Judgements
from tests.collect.drawn import campaign


def _as_dict(runs: Rankings) -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for run, topic, doc, rank in zip(runs.run, runs.topic, runs.doc, runs.rank, strict=True):
        ranking = found.setdefault((runs.names[run], runs.topics[int(topic)]), [])
        ranking.append(runs.docs[int(doc)])
        assert len(ranking) == rank
    return found


@pytest.mark.parametrize("seed", range(20))
def test_ranks_are_those_of_an_evaluation(seed: int, core: Core) -> None:
    runs, _ = campaign(seed)
    ranked = _as_dict(read_rankings(runs))
    for name, run in runs.items():
        everything = cf.read_qrels({topic: dict.fromkeys(docs, 1) for topic, docs in run.items()})
        hits = Judgements(everything, cf.Policies()).judge(run).judged.hits
        for topic, rank, row in zip(hits.topic, hits.rank, hits.row, strict=True):
            assert ranked[name, everything.topics[int(topic)]][rank - 1] == everything.docs[int(row)]


def test_of_equal_scores_the_greater_id_is_first() -> None:
    runs = read_rankings({"one": {"q": {"a": 1.0, "c": 1.0, "b": 1.0, "z": 0.5, "y": 2.0}}})
    assert _as_dict(runs) == {("one", "q"): ["y", "c", "b", "a", "z"]}


def test_a_depth_keeps_the_first_and_forgets_nothing_of_the_whole() -> None:
    given = {"one": {"q": {"a": 5.0, "b": 3.0, "c": 1.0}}, "two": {"q": ["b"], "p": ["x"]}}
    cut, whole = read_rankings(given, depth=1), read_rankings(given)
    assert _as_dict(cut) == {("one", "q"): ["a"], ("two", "q"): ["b"], ("two", "p"): ["x"]}
    assert _as_dict(whole.within(1)) == _as_dict(cut)
    assert cut.retrieved.tolist() == whole.retrieved.tolist() == [[0, 3], [1, 1]]
    assert (cut.highest[0, 1], cut.lowest[0, 1]) == (5, 1)
    assert np.isnan(cut.highest[0, 0])
    assert whole.within(None) is whole


def test_topics_and_documents_are_numbered_by_their_bytes() -> None:
    runs = read_rankings({"one": {"10": ["b", "a"], "9": ["é"]}})
    assert list(runs.topics) == ["10", "9"]
    assert list(runs.docs) == ["a", "b", "é"]


def test_files_streams_and_runs_are_read_alike(tmp_path: object) -> None:
    text = "q Q0 a 1 2.5 x\nq Q0 b 2 1.5 x\n"
    held = cf.read_run({"q": {"a": 2.5, "b": 1.5}})
    ranked = [_as_dict(read_rankings({"x": source})) for source in (held, io.BytesIO(text.encode()))]
    assert ranked[0] == ranked[1] == {("x", "q"): ["a", "b"]}


@pytest.mark.parametrize(
    "runs, keywords, slug",
    [
        ({}, {}, "no-run"),
        ({"one": {"q": ["a"]}}, {"depth": 0}, "bad-depth"),
        ({"one": "absent.run"}, {}, "no-such-file"),
        ({"one": io.BytesIO(b"q Q0 a 1 1 x\nq Q0 a 2 0 x\n")}, {}, "duplicate"),
    ],
)
def test_what_cannot_be_ranked_is_refused(
    runs: dict[str, object], keywords: dict[str, int], slug: str
) -> None:
    with pytest.raises(CranfieldError) as caught:
        read_rankings(runs, **keywords)  # type: ignore[arg-type]
    assert caught.value.slug == slug
