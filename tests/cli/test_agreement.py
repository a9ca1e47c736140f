"""`cranfield agreement`: a table of judges, checked by hand, and their orders of the systems."""

from __future__ import annotations

import csv
from inspect import cleandoc
from pathlib import Path

import pytest

from tests.cli.conftest import Command

ANN = "1 0 d1 1\n1 0 d2 0\n1 0 d3 1\n1 0 d9 0\n2 0 d4 1\n2 0 d5 0\n"
BOB = "1 0 d1 1\n1 0 d2 1\n1 0 d3 1\n1 0 d9 0\n2 0 d4 0\n2 0 d5 1\n"
CAT = "1 0 d1 0\n1 0 d2 1\n1 0 d3 0\n1 0 d9 0\n2 0 d4 1\n"


@pytest.fixture
def judges(folder: Path) -> Path:
    """Add three judges of the campaign."""
    for name, text in (("ann.txt", ANN), ("bob.txt", BOB), ("cat.txt", CAT)):
        (folder / name).write_text(text)
    return folder


def test_two_judges_side_by_side(cranfield: Command, judges: Path) -> None:
    """3 of 6 documents alike; 2 of 5 relevant ones; 12 and 18 of 36 pairs agree by chance."""
    result = cranfield("agreement", "ann.txt", "bob.txt")
    assert result == (
        0,
        cleandoc(
            """
            judge    other    both    same  overlap   kappa  weighted   alpha
            ann.txt  bob.txt     6  0.5000   0.4000  0.0000    0.0000  0.0571

            2 judges, 6 documents
            both: judged by both; same: of these, the share with the same grade; overlap: of
              what either calls relevant (grade 1 and more), what both do
            kappa: Cohen's; weighted: the same, linear; alpha: Krippendorff's, interval
            """
        )
        + "\n",
        "",
    )


def test_three_judges_have_a_line_for_all(cranfield: Command, judges: Path) -> None:
    rows = list(
        csv.DictReader(
            cranfield("agreement", "ann.txt", "bob.txt", "cat.txt", "--format", "csv").out.splitlines()
        )
    )
    assert [(row["judge"], row["other"], row["both"]) for row in rows] == [
        ("ann.txt", "bob.txt", "6"), ("ann.txt", "cat.txt", "5"), ("bob.txt", "cat.txt", "5"), ("all", "", "5"),
    ]  # fmt: skip
    assert rows[-1]["overlap"] == "0.0"  # nothing is relevant for all three
    # agreement of pairs: 1/3 for d1, d2, d3, d4 and 1 for d9; 8 of 15 judgements are 1
    by_chance = (8 / 15) ** 2 + (7 / 15) ** 2
    assert float(rows[-1]["kappa"]) == pytest.approx(((4 / 3 + 1) / 5 - by_chance) / (1 - by_chance))
    assert rows[-1]["weighted"] == ""


def test_with_runs_the_orders_of_the_systems_are_compared(cranfield: Command, judges: Path) -> None:
    (judges / "runs").mkdir()
    for name in ("bm25.run", "dense.run"):
        (judges / name).rename(judges / "runs" / name)
    (judges / "runs" / "rev.run").write_text("1 Q0 d9 1 3 r\n1 Q0 d1 2 2 r\n2 Q0 d4 1 2 r\n2 Q0 d5 2 1 r\n")
    result = cranfield("agreement", "ann.txt", "bob.txt", "runs", "-m", "AP RR", "--format", "csv")
    (row,) = csv.DictReader(result.out.splitlines())
    means = {}
    for judge in ("ann.txt", "bob.txt"):
        scores = cranfield("eval", judge, "runs", "-m", "RR", "--format", "csv").out
        means[judge] = [float(line.split(",")[3]) for line in scores.splitlines()[1:]]
    assert means == {"ann.txt": [0.75, 0.25, 0.75], "bob.txt": [1.0, 0.5, 0.5]}
    assert float(row["tau RR"]) == pytest.approx(0.5)  # one pair alike, each ties another one
    assert "tau AP" in row


def test_a_run_is_known_by_its_columns_and_a_pattern_is_one_of_runs(cranfield: Command, judges: Path) -> None:
    named = cranfield("agreement", "bm25.run", "ann.txt", "dense.run", "bob.txt")
    pattern = cranfield("agreement", "ann.txt", "bob.txt", "*.run")
    assert named.out == pattern.out
    assert "tau AP" in named.out


def test_one_file_may_hold_several_judges(cranfield: Command, judges: Path) -> None:
    (judges / "all.txt").write_text(ANN.replace(" 0 d", " ann d") + BOB.replace(" 0 d", " bob d"))
    together = cranfield("agreement", "all.txt", "--assessors", "--format", "csv").out
    apart = cranfield("agreement", "ann.txt", "bob.txt", "--format", "csv").out
    assert together == apart.replace("ann.txt", "ann").replace("bob.txt", "bob")


def test_continuous_grades_have_no_kappa(cranfield: Command, judges: Path) -> None:
    (judges / "fine.txt").write_text("".join(f"1 0 x{n} {n / 30}\n" for n in range(30)))
    (judges / "finer.txt").write_text("".join(f"1 0 x{n} {n / 31}\n" for n in range(30)))
    result = cranfield("agreement", "fine.txt", "finer.txt", "--rel", "0.5")
    assert result.out.splitlines()[1].split()[5:7] == ["-", "-"]
    assert "more than 20 different grades are no categories" in " ".join(result.out.split())


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["ann.txt"], "one judge alone agrees with everybody"),
        (["ann.txt", "bm25.run"], "one judge alone agrees with everybody"),
        (["bm25.run", "dense.run"], "one judge alone agrees with everybody"),
        (["ann.txt", "apart.txt"], "ann.txt and apart.txt judged no document in common"),
        (["ann.txt", "absent.txt"], "absent.txt: there is no such file"),
        (["ann.txt", "bob.txt", "-m", "AP"], "--measure means nothing without runs"),
        (["ann.txt", "bob.txt", "apart.txt", "bm25.run"], "no topic was judged by all of the judges"),
        (["ann.txt", "bob.txt", "bm25.run", "-m", "APP"], "APP"),
    ],
)
def test_misuse_is_told(cranfield: Command, judges: Path, arguments: list[str], words: str) -> None:
    (judges / "apart.txt").write_text("3 0 d1 1\n")
    result = cranfield("agreement", *arguments)
    assert (result.code, result.out) == (2, "")
    assert words in result.err
