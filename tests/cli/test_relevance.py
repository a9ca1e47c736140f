"""`cranfield relevance`: judgements out of judges, orders, preferences, scores and votes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command

ANN = "1 0 a 2\n1 0 b 1\n1 0 c 0\n2 0 a 0\n"
BOB = "1 0 a 80\n1 0 b 20\n1 0 c 0\n1 0 d -1\n2 0 a 40\n"


@pytest.fixture
def judges(folder: Path) -> Path:
    """Add two judges: categories, and magnitudes."""
    (folder / "ann.txt").write_text(ANN)
    (folder / "bob.txt").write_text(BOB)
    return folder


def test_a_mixed_panel_is_averaged(cranfield: Command, judges: Path) -> None:
    result = cranfield("relevance", "ann.txt", "bob.txt", "--scale", "3", "--scale", "bob.txt=magnitudes")
    assert result.code == 0
    assert result.out == "1 0 a 1\n1 0 b 0.375\n1 0 c 0\n2 0 a 0.25\n"
    assert result.err.startswith("2 judges, 9 judgements; Krippendorff's alpha (interval) ")
    assert "reliability of the mean (ICC)" in result.err


def test_what_comes_out_feeds_adm(cranfield: Command, judges: Path) -> None:
    cranfield("relevance", "ann.txt", "bob.txt", "--scale", "magnitudes", "-o", "ure.txt")
    (judges / "x.run").write_text("1 Q0 a 1 1 x\n1 Q0 b 2 0.375 x\n2 Q0 a 1 0.25 x\n")
    assert cranfield("eval", "ure.txt", "x.run", "-m", "ADM", "--format", "csv").out.endswith("ADM,1.0\n")


def test_one_file_may_hold_several_judges(cranfield: Command, judges: Path) -> None:
    (judges / "all.txt").write_text("1 ann a 1\n1 bob a 0\n1 bob b 1\n")
    result = cranfield("relevance", "all.txt", "--assessors")
    assert (result.out, result.err[:21]) == ("1 0 a 0.5\n1 0 b 1\n", "2 judges, 3 judgement")
    alone = cranfield("relevance", "all.txt", "--assessors", "--scale", "bob=2", "--scale", "ann=magnitudes")
    assert alone.out == result.out


def test_judges_of_different_documents_are_averaged_and_it_is_said(cranfield: Command, judges: Path) -> None:
    (judges / "cat.txt").write_text("3 0 z 1\n")
    result = cranfield("relevance", "ann.txt", "cat.txt", "--scale", "3", "--scale", "cat.txt=2")
    assert "3 0 z 1\n" in result.out
    assert "no two judged the same document" in result.err
    assert cranfield("relevance", "cat.txt").err == "1 judge, 1 judgement\n"


def test_orders_count_and_grades_do_not(cranfield: Command, judges: Path) -> None:
    result = cranfield("relevance", "ann.txt", "bob.txt", "--from", "orders", "--format", "csv")
    assert result.out == "topic,iteration,document,grade\n1,0,a,1.0\n1,0,b,0.5\n1,0,c,0.0\n"
    (judges / "cat.txt").write_text("1 0 a 0\n1 0 b 3\n1 0 c 3\n")
    wide = cranfield("relevance", "cat.txt", "--from", "orders", "--spacing", "rank")
    assert wide.out == "1 0 b 1\n1 0 c 1\n1 0 a 0\n"


def test_preferences_become_levels(cranfield: Command, folder: Path) -> None:
    (folder / "pairs.txt").write_text("q a b\nq b c =\n")
    (folder / "more.txt").write_text("q d a >\np x y -1\n")
    result = cranfield("relevance", "pairs.txt", "more.txt", "--from", "preferences")
    assert result == (
        0,
        "p 0 y 1\np 0 x 0\nq 0 d 1\nq 0 a 0.5\nq 0 b 0\nq 0 c 0\n",
        "4 preferences in 2 topics\n",
    )


def test_contradictions_are_refused_or_resolved(cranfield: Command, folder: Path) -> None:
    (folder / "pairs.txt").write_text("q a b\nq b c\nq c a\nq d a\n")
    refused = cranfield("relevance", "pairs.txt", "--from", "preferences", "-o", "ure.txt")
    assert refused.code == 2
    assert refused.err.startswith("error: topic `q`: the preferences contradict each other: ")
    assert "--intransitive copeland" in refused.err
    assert not (folder / "ure.txt").exists()
    resolved = cranfield("relevance", "pairs.txt", "--from", "preferences", "--intransitive", "copeland")
    assert resolved.out == "q 0 d 1\nq 0 b 0.5\nq 0 c 0.5\nq 0 a 0\n"


def test_the_systems_say_what_is_relevant(cranfield: Command, folder: Path) -> None:
    result = cranfield("relevance", "bm25.run", "dense.run", "--from", "scores", "--scores", "rank")
    # dense has nothing for topic 2, which is 0 for each of its documents
    assert result.out == ("1 0 d2 0.75\n1 0 d1 0.5\n1 0 d3 0.25\n1 0 d9 0\n2 0 d5 0.5\n2 0 d4 0\n")
    assert result.err == "2 runs, 2 topics, 6 documents with the average of their scores\n"
    without = cranfield(
        "relevance", "bm25.run", "dense.run", "--from", "scores", "--scores", "rank", "--leave-out", "bm25"
    )
    assert "1 0 d2 1\n1 0 d3 0.5\n" in without.out


def test_votes_make_pseudo_judgements(cranfield: Command, folder: Path) -> None:
    result = cranfield("relevance", "bm25.run", "dense.run", "--from", "votes", "--votes", "2")
    assert result.out == "1 0 d2 1\n1 0 d3 1\n1 0 d1 0\n1 0 d9 0\n2 0 d4 0\n2 0 d5 0\n"
    assert result.err == "2 runs, 2 topics; 2 of 6 documents have 2 votes or more\n"
    shallow = cranfield("relevance", "bm25.run", "dense.run", "--from", "votes", "--depth", "1")
    assert shallow.out == "1 0 d1 1\n1 0 d2 1\n2 0 d5 1\n"


def test_automatic_relevance_is_held_against_judges(cranfield: Command, folder: Path) -> None:
    (folder / "third.run").write_text("1 Q0 d1 1 5 t\n1 Q0 d3 2 4 t\n2 Q0 d4 1 3 t\n2 Q0 d5 2 2 t\n")
    (folder / "teams.csv").write_text("run,team\nbm25,one\ndense,one\nthird,two\n")
    arguments = ("relevance", "bm25.run", "dense.run", "third.run", "--from", "scores", "--scores", "rank")
    told = cranfield(*arguments, "--against", "qrels.txt", "-m", "AP", "-m", "RR")
    assert told.out.splitlines()[0].split() == ["run", "ADM", "without", "AP", "RR"]
    assert "tau with AP: " in told.out
    assert "changes no order" in " ".join(told.out.split())
    alone = json.loads(cranfield(*arguments, "--against", "qrels.txt", "--format", "json").out)
    for row in alone["rows"]:  # with three systems each distance is 3/2 of what it is with its own voice
        assert 1 - row["without"] == pytest.approx((1 - row["ADM"]) * 3 / 2)
    in_teams = json.loads(
        cranfield(*arguments, "--against", "qrels.txt", "--teams", "teams.csv", "--format", "json").out
    )
    assert [row["ADM"] for row in in_teams["rows"]] == [row["ADM"] for row in alone["rows"]]
    assert [row["without"] for row in in_teams["rows"]] != [row["without"] for row in alone["rows"]]
    assert in_teams["notes"][1].startswith("tau with AP: ")


def test_ids_that_a_line_cannot_hold_are_refused(cranfield: Command, folder: Path) -> None:
    (folder / "x.csv").write_text("query_id,doc_id,score\nq,my doc,1.0\n")
    refused = cranfield("relevance", "x.csv", "--from", "scores")
    assert (refused.code, refused.out) == (2, "")
    assert "an id with blanks cannot stand in lines of judgements: `my doc`" in refused.err
    assert cranfield("relevance", "x.csv", "--from", "scores", "--format", "csv").out.endswith(
        "q,0,my doc,1.0\n"
    )


def test_ids_leave_as_the_bytes_they_came_in_as(cranfield: Command, folder: Path) -> None:
    (folder / "x.run").write_bytes(b"q Q0 caf\xe9 1 1.0 x\n")
    assert cranfield("relevance", "x.run", "--from", "scores", "-o", "out.txt").code == 0
    assert (folder / "out.txt").read_bytes() == b"q 0 caf\xe9 1\n"


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["ann.txt"], "judges are averaged on the scale from 0 to 1, and document `a` of topic `1` has 2"),
        (["ann.txt", "--scale", "2"], "the 2 categories are 0 to 1"),
        (["ann.txt", "--scale", "metres"], "this is no scale: `metres`"),
        (["ann.txt", "--scale", "1"], "there are at least 2 categories"),
        (["ann.txt", "--scale", "an.txt=3"], "hint: did you mean `ann.txt`?"),
        (["ann.txt", "--votes", "2"], "--votes means nothing with --from judges"),
        (["ann.txt", "--from", "orders", "--scale", "3"], "--scale means nothing with --from orders"),
        (["ann.txt", "--from", "preferences"], "ann.txt:1: this is no preference"),
        (["bm25.run", "--from", "scores"], "the scores of run `bm25` in topic `1` go from 1 to 3"),
        (["bm25.run", "--from", "scores", "--leave-out", "bm25", "--scores", "max"], "no system is left"),
        (["bm25.run", "--from", "scores", "--scores", "max", "--against", "qrels.txt"], "one system alone"),
        (["bm25.run", "--from", "scores", "-m", "AP"], "--measure means nothing without --against"),
        (["bm25.run", "--from", "scores", "--against", "qrels.txt", "--format", "trec"], "no judgements"),
        (["bm25.run", "--from", "votes", "--votes", "2"], "of 1 run, 2 cannot vote"),
        (["-", "-"], "standard input can be only one"),
    ],
)
def test_misuse_is_told(cranfield: Command, judges: Path, arguments: list[str], words: str) -> None:
    result = cranfield("relevance", *arguments)
    assert (result.code, result.out) == (2, "")
    assert words in result.err
