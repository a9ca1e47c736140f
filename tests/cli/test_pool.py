"""`cranfield pool`: a list for assessors, and who brought what, checked by hand on a campaign of two runs."""

from __future__ import annotations

import csv
import json
from inspect import cleandoc
from pathlib import Path

import pytest

from tests.cli.conftest import Command


def _listed(text: str) -> set[tuple[str, str]]:
    rows = list(csv.reader(text.splitlines()))
    assert rows[0] == ["topic", "document"]
    return {(topic, document) for topic, document in rows[1:]}


def test_a_list_for_assessors(cranfield: Command, folder: Path) -> None:
    result = cranfield("pool", "bm25.run", "dense.run", "--depth", "1")
    assert result.code == 0
    assert _listed(result.out) == {("1", "d1"), ("1", "d2"), ("2", "d5")}
    assert result.err == "the pool: 3 documents of 2 topics, 1.5 a topic\n"


def test_what_is_judged_is_left_out_and_counted(cranfield: Command, folder: Path) -> None:
    result = cranfield("pool", "bm25.run", "dense.run", "--depth", "3", "--judged", "qrels.txt")
    assert _listed(result.out) == {("1", "d9")}
    assert result.err == (
        "the pool: 6 documents of 2 topics, 3.0 a topic; 5 judged already, 3 of these relevant; 1 to judge\n"
    )


def test_a_relevant_grade_can_be_named(cranfield: Command, folder: Path) -> None:
    told = cranfield("pool", "bm25.run", "--depth", "3", "--judged", "qrels.txt", "--rel", "2").err
    assert "5 judged already, 1 of these relevant" in told


def test_the_order_tells_nothing_and_comes_back_with_the_seed(cranfield: Command, folder: Path) -> None:
    (folder / "long.run").write_text("".join(f"1 Q0 d{n:02} 1 {-n} x\n" for n in range(40)))
    shuffled = [cranfield("pool", "long.run", "--depth", "40", "--seed", seed).out for seed in "778"]
    by_id = cranfield("pool", "long.run", "--depth", "40", "--order", "id").out
    assert shuffled[0] == shuffled[1] != shuffled[2]
    assert by_id.splitlines()[1:] == [f"1,d{n:02}" for n in range(40)]
    assert sorted(shuffled[0].splitlines()) == sorted(shuffled[2].splitlines()) == sorted(by_id.splitlines())


def test_move_to_front_learns_from_what_is_relevant_enough(cranfield: Command, folder: Path) -> None:
    (folder / "one.run").write_text("1 Q0 a 1 3 x\n1 Q0 b 2 2 x\n")
    (folder / "two.run").write_text("1 Q0 c 1 3 x\n1 Q0 d 2 2 x\n")
    (folder / "judged.txt").write_text("1 0 a 1\n")
    asked = ("pool", "one.run", "two.run", "--strategy", "mtf", "--size", "2", "--judged", "judged.txt")
    assert _listed(cranfield(*asked).out) == {("1", "b")}
    assert _listed(cranfield(*asked, "--rel", "2").out) == {("1", "c")}


@pytest.mark.parametrize(
    "strategy, documents",
    [
        ("depth", {("1", "d2"), ("2", "d5")}),  # of two first ranks, the one that is in both runs
        ("rbp", {("1", "d2"), ("2", "d5")}),
        ("rrf", {("1", "d2"), ("2", "d5")}),
        ("mtf", {("1", "d1"), ("2", "d5")}),
    ],
)
def test_a_size_is_for_each_topic(
    cranfield: Command, folder: Path, strategy: str, documents: set[tuple[str, str]]
) -> None:
    result = cranfield("pool", "bm25.run", "dense.run", "--strategy", strategy, "--size", "1")
    assert _listed(result.out) == documents


def test_persistence_is_how_far_a_user_goes(cranfield: Command, folder: Path) -> None:
    """A user who hardly goes on sees first ranks: d1 has one, d3 two lower ones."""
    (folder / "third.run").write_text("1 Q0 x 1 3 t\n1 Q0 d3 2 2 t\n")
    runs = ("bm25.run", "dense.run", "third.run")
    hasty, patient = (
        cranfield("pool", *runs, "--strategy", "rbp", "--size", "3", "--persistence", p).out
        for p in ("0.1", "0.9")
    )
    assert ("1", "d1") in _listed(hasty)
    assert ("1", "d3") in _listed(patient)
    assert ("1", "d3") not in _listed(hasty)


def test_several_depths_are_compared(cranfield: Command, folder: Path) -> None:
    result = cranfield("pool", "bm25.run", "dense.run", "--depth", "3,1", "--judged", "qrels.txt")
    assert result.out == (
        cleandoc(
            """
            depth  documents  judged  relevant   share
            1              3       3         1  0.3333
            3              6       5         3  1.0000

            2 runs, 2 topics
            share: of the 3 documents known to be relevant
            """
        )
        + "\n"
    )
    assert cranfield("pool", "bm25.run", "--depth", "1,2", "--format", "csv").out == (
        "depth,documents,a topic\n1,2,1.0\n2,4,2.0\n"
    )


def test_contributions_say_who_brought_what(cranfield: Command, folder: Path) -> None:
    """By hand: without d1, which bm25 alone brought, it is judged by d3 of topic 1, at rank 3."""
    result = cranfield("pool", "bm25.run", "dense.run", "--depth", "3", "--contributions", "qrels.txt")
    assert result.out == (
        cleandoc(
            """
            run    documents  judged  relevant  alone  rel. alone      AP  without   change
            bm25           5       5         3      3           2  0.8333   0.3333  -0.5000
            dense          3       2         1      1           0  0.1250   0.1250   0.0000

            6 documents of 2 topics in the pool, 5 of them judged, 3 relevant (of 3 known)
            alone: what nobody else brought; without: judged as if that had not been judged
            change: -0.2500 on average, -0.5000 at most (bm25); tau between the two orders
              1.0000
            """
        )
        + "\n"
    )


def test_contributions_of_several_depths_measures_and_teams(cranfield: Command, folder: Path) -> None:
    (folder / "teams.csv").write_text("run,team\nbm25,one\ndense,one\nthird,two\n")
    (folder / "third.run").write_text("2 Q0 d4 1 3 t\n")
    runs = ("bm25.run", "dense.run", "third.run", "--contributions", "qrels.txt")
    by_depth = cranfield("pool", *runs, "--depth", "1,3", "-m", "RR", "--format", "json")
    told = json.loads(by_depth.out)
    assert [row["depth"] for row in told["rows"]] == [1, 3]
    assert [row["unique"] for row in told["rows"]] == [2, 1]
    assert any("change, worst: of RR" in note for note in told["notes"])
    in_teams = cranfield("pool", *runs, "--depth", "3", "--teams", "teams.csv", "--format", "csv")
    rows = list(csv.DictReader(in_teams.out.splitlines()))
    assert [(row["run"], row["team"], row["documents"], row["rel. alone"]) for row in rows] == [
        ("bm25", "one", "6", "2"), ("dense", "one", "6", "2"), ("third", "two", "1", "0"),
    ]  # fmt: skip


def test_standard_input_can_be_judged_and_pooled(process: Command, folder: Path) -> None:
    pooled = [
        "-m",
        "cranfield",
        "pool",
        "-",
        "--depth",
        "3",
        "--contributions",
        "qrels.txt",
        "--format",
        "csv",
    ]
    named = process(*["bm25.run" if each == "-" else each for each in pooled])
    piped = process(*pooled, input=(folder / "bm25.run").read_text())
    assert piped.code == named.code == 0
    assert piped.out == named.out.replace("bm25", "stdin")


def test_a_file_is_there_whole_or_not_at_all(cranfield: Command, folder: Path) -> None:
    assert cranfield("pool", "bm25.run", "--depth", "2", "-o", "pool.json").out == ""
    assert {"topic": "2", "document": "d4"} in json.loads((folder / "pool.json").read_text())["rows"]
    assert cranfield("pool", "bm25.run", "absent.run", "--depth", "2", "-o", "none.csv").code == 2
    assert not (folder / "none.csv").exists()
    assert cranfield("pool", "bm25.run", "--depth", "2", "-o", "bm25.run").code == 2


def test_a_default_that_means_nothing_here_is_let_pass(cranfield: Command, folder: Path) -> None:
    (folder / "cranfield.toml").write_text('measure = "RR"\ndepth = 1\n[pool]\npersistence = 0.5\n')
    result = cranfield("pool", "bm25.run")
    assert (result.code, _listed(result.out)) == (0, {("1", "d1"), ("2", "d5")})


@pytest.mark.parametrize(
    "arguments, words",
    [
        ([], "how deep, or how large, is the pool to be?"),
        (["--contributions", "qrels.txt"], "hint: --depth 10\n"),
        (["--depth", "0"], "a depth is a whole number from 1 upwards"),
        (["--depth", "ten"], "a depth is a whole number from 1 upwards"),
        (["--depth", "1,2", "--strategy", "rrf"], "only whole pools of a depth can be compared"),
        (["--depth", "1", "--contributions", "qrels.txt", "--size", "3"], "only whole pools"),
        (["--depth", "1", "--persistence", "0.5"], "--persistence means nothing without --strategy rbp"),
        (["--depth", "1", "-m", "AP"], "--measure means nothing without --contributions"),
        (["--depth", "1", "--teams", "x.csv"], "--teams means nothing without --contributions"),
        (["--size", "2", "--strategy", "dept"], "`--strategy` has no value `dept`"),
        (["--size", "2", "--strategy", "rbp", "--persistence", "1"], "between 0 and 1: not 1"),
        (["--depth", "1", "--contributions", "qrels.txt", "-m", "AP RR"], "one measure at a time: `AP RR`"),
        (["--depth", "1", "--contributions", "qrels.txt", "-m", "NumRet"], "is no mean over topics"),
        (
            ["--depth", "1", "--contributions", "qrels.txt", "--teams", "qrels.txt"],
            "no columns `run` and `team`",
        ),
        (["--depth", "1", "--judged", "bm25.run"], "bm25.run"),
        (["--depth", "1", "--rel", "2"], "--rel means nothing without judgements"),
        (["--depth", "1,2", "--order", "id"], "--order means nothing where pools are compared"),
        (["--depth", "1,2", "--seed", "3"], "--seed means nothing where pools are compared"),
        (["--depth", "1", "--order", "id", "--seed", "3"], "--seed means nothing with --order id"),
        (
            ["--depth", "1", "--contributions", "qrels.txt", "--judged", "qrels.txt"],
            "--judged means nothing beside --contributions",
        ),
        (["--depth", "1", "--format", "trec"], "`--format` has no value `trec`"),
    ],
)
def test_misuse_is_told(cranfield: Command, folder: Path, arguments: list[str], words: str) -> None:
    result = cranfield("pool", "bm25.run", *arguments)
    assert (result.code, result.out) == (2, "")
    assert words in result.err
