"""Runs that are worse by a known amount."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import cranfield as cf
from cranfield.cli.group import group
from cranfield.errors import InputError, UsageError
from cranfield.judge.navigation import LengthRatio, Tree, XmlTree, reached_from
from cranfield.measure.curves import curve_of
from cranfield.read.inex.spans import Span, XmlSpans
from cranfield.simulate import degrade

# A chain, and a family: a > b > c1, c2, c3.
TREE = Tree({"b": "a", "c1": "b", "c2": "b", "c3": "b"})
RUN = {f"q{topic}": [f"d{number}" for number in range(40)] for topic in range(30)}


def everything(rankings: dict[str, list[str]]) -> list[str]:
    return [doc for ranking in rankings.values() for doc in ranking]


def test_nothing_asked_nothing_changed() -> None:
    assert degrade(RUN) == RUN
    assert degrade({"q1": ["c1", "b"]}, tree=TREE, move=0) == {"q1": ["c1", "b"]}


def test_the_same_seed_makes_the_same_run_and_another_another() -> None:
    worse = degrade(RUN, swap=0.3, seed=1)
    assert worse == degrade(RUN, swap=0.3, seed=1)
    assert worse != degrade(RUN, swap=0.3, seed=2)


def test_a_topic_does_not_depend_on_the_others() -> None:
    alone = degrade({"q7": RUN["q7"]}, noise=1, swap=0.3, drop=0.2, seed=1)
    assert alone["q7"] == degrade(RUN, noise=1, swap=0.3, drop=0.2, seed=1)["q7"]


class TestMoving:
    def ends(self, start: str, move: float, **more: Any) -> dict[str, float]:
        """Where elements come to, as shares."""
        many = {f"q{number}": [start] for number in range(4000)}
        ends = everything(degrade(many, tree=TREE, move=move, **more))
        return {end: ends.count(end) / len(ends) for end in sorted(set(ends))}

    def test_up_or_down_with_equal_chance_and_on_with_the_same(self) -> None:
        """From the middle: half up, half down, each by one step with probability m and no further way."""
        assert self.ends("b", 0.6) == pytest.approx(
            {"a": 0.3, "b": 0.4, "c1": 0.1, "c2": 0.1, "c3": 0.1}, abs=0.03
        )

    def test_from_the_bottom_there_is_only_up(self) -> None:
        assert self.ends("c1", 0.5) == pytest.approx({"a": 0.125, "b": 0.125, "c1": 0.75}, abs=0.03)

    def test_who_never_moves_stays(self) -> None:
        assert self.ends("b", 0) == {"b": 1}

    def test_repeats_are_left_out_or_kept(self) -> None:
        kept = degrade({"q1": ["c1", "c2", "c3"] * 5}, tree=TREE, move=0.9, repeats="keep")["q1"]
        assert len(kept) == 15
        assert degrade({"q1": ["c1", "c2", "c3"] * 5}, tree=TREE, move=0.9)["q1"] == list(dict.fromkeys(kept))

    def test_an_element_that_is_in_no_tree(self) -> None:
        with pytest.raises(InputError, match="the tree has no element `z`"):
            degrade({"q1": ["z"]}, tree=TREE, move=0.1)
        assert degrade({"q1": ["z"]}, tree=TREE, move=0.9, missing="skip") == {"q1": ["z"]}

    def test_xml_is_a_tree(self, tmp_path: Path) -> None:
        (tmp_path / "7.xml").write_text("<a><b>one<c>two</c></b><b>three</b></a>")
        tree = XmlTree(XmlSpans(tmp_path))
        assert tree.children("7:/a[1]") == ["7:/a[1]/b[1]", "7:/a[1]/b[2]"]
        assert tree.parent("7:/a[1]/b[1]/c[1]") == "7:/a[1]/b[1]"
        assert tree.parent("7:/a[1]") is None
        assert ["7:/a[1]/b[2]" in tree, "7:/a[1]/x[1]" in tree, "8:/a[1]" in tree] == [True, False, False]
        moved = degrade({"q1": ["7:/a[1]/b[1]"]}, tree=tree, move=0.9, seed=3)["q1"]
        assert moved[0] in {"7:/a[1]", "7:/a[1]/b[1]", "7:/a[1]/b[1]/c[1]"}

    def test_eprum_falls_smoothly(self) -> None:
        spans = {"a": Span("d", 0, 90), "b": Span("d", 0, 90)}
        spans |= {f"c{number}": Span("d", 30 * number - 30, 30 * number) for number in (1, 2, 3)}
        ideals = {f"q{number}": dict.fromkeys(("c1", "c2", "c3"), 1.0) for number in range(400)}
        perfect = {topic: list(elements) for topic, elements in ideals.items()}
        model = LengthRatio(spans)
        means = []
        for move in np.arange(0, 1, 0.1):
            worse = degrade(perfect, tree=TREE, move=float(move), repeats="keep")
            means.append(curve_of(reached_from(model, ideals, worse), 100).mean.mean())
        assert means[0] == 1
        assert all(0 < before - after < 0.2 for before, after in itertools.pairwise(means))


class TestFlatRankings:
    def test_swapping_keeps_the_documents(self) -> None:
        worse = degrade(RUN, swap=0.5)
        assert worse != RUN
        assert {topic: sorted(docs) for topic, docs in worse.items()} == {
            t: sorted(d) for t, d in RUN.items()
        }

    def test_dropping_leaves_out_a_share(self) -> None:
        left = everything(degrade(RUN, drop=0.25))
        assert len(left) / 1200 == pytest.approx(0.75, abs=0.05)
        assert degrade(RUN, drop=1) == {topic: [] for topic in RUN}

    def test_noise_moves_near_neighbours_first(self) -> None:
        def displaced(noise: float) -> float:
            worse = degrade(RUN, noise=noise, seed=1)
            return float(
                np.mean(
                    [abs(docs.index(d) - at) for docs in worse.values() for at, d in enumerate(RUN["q0"])]
                )
            )

        assert 0 < displaced(0.1) < displaced(0.5) < displaced(5)

    def test_runs_are_read_as_everywhere(self) -> None:
        assert degrade({"q1": {"low": 1.0, "high": 2.0}}) == {"q1": ["high", "low"]}

    def test_average_precision_falls_with_the_amount(self) -> None:
        qrels = {
            topic: dict.fromkeys(docs[:10], 1) | dict.fromkeys(docs[10:], 0) for topic, docs in RUN.items()
        }
        runs = {str(swap): degrade(RUN, swap=swap) for swap in (0.0, 0.1, 0.3, 0.9)}
        scores = cf.evaluate(qrels, runs, "AP")
        means = [scores.mean(run, "AP") for run in runs]
        assert means == sorted(means, reverse=True)
        assert means[0] == 1


@pytest.mark.parametrize(
    "amounts, said",
    [
        ({"swap": 1.5}, "`swap` is a probability from 0 to 1"),
        ({"drop": -0.1}, "`drop` is a probability"),
        ({"noise": -1}, "`noise` is 0 or more"),
        ({"noise": float("nan")}, "`noise` is 0 or more"),
        ({"move": 0.5}, "elements move in a tree, and there is none"),
        ({"move": 1, "tree": TREE}, "always move on never stop"),
        ({"repeats": "twice"}, "`repeats` has no value `twice`"),
    ],
)
def test_amounts_that_mean_nothing(amounts: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        degrade(RUN, **amounts)


class TestTheCommand:
    @pytest.fixture(autouse=True)
    def files(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        Path("some.run").write_text("".join(f"q1 Q0 d{n} {n} {10 - n} x\n" for n in range(1, 9)))
        Path("elements.run").write_text("q1 Q0 b 1 2 x\nq1 Q0 c1 2 1 x\n")
        Path("parents.txt").write_text("a -\nb a\nc1 b\nc2 b\n")

    def test_a_run_comes_out_that_can_be_evaluated(self) -> None:
        done = CliRunner().invoke(
            group, ["degrade", "some.run", "--swap", "0.5", "--seed", "3", "-o", "worse.run"]
        )
        assert done.exit_code == 0, done.output
        lines = [line.split() for line in Path("worse.run").read_text().splitlines()]
        assert sorted(line[2] for line in lines) == [f"d{n}" for n in range(1, 9)]
        assert [line[3] for line in lines] == [str(rank) for rank in range(1, 9)]
        assert cf.read_run("worse.run").to_dict().keys() == {"q1"}

    def test_an_amount_of_nothing_is_where_a_series_begins(self) -> None:
        done = CliRunner().invoke(group, ["degrade", "some.run", "--swap", "0", "-o", "same.run"])
        assert done.exit_code == 0, done.output
        assert list(cf.read_run("same.run").to_dict()["q1"]) == list(cf.read_run("some.run").to_dict()["q1"])

    def test_elements_move_in_a_tree(self) -> None:
        done = CliRunner().invoke(
            group,
            ["degrade", "elements.run", "--move", "0.9", "--tree", "parents:parents.txt", "--seed", "1"],
        )
        assert done.exit_code == 0
        assert {line.split()[2] for line in done.stdout.splitlines()} <= {"a", "b", "c1", "c2"}

    def test_an_id_with_a_blank_has_no_place_in_the_format(self) -> None:
        Path("blank.csv").write_text("query_id,doc_id,score\nq1,a b,1\n")
        done = CliRunner().invoke(group, ["degrade", "blank.csv", "--swap", "0.5", "-o", "worse.run"])
        assert "`a b` has a blank in it" in str(done.exception)
        assert not Path("worse.run").exists()

    @pytest.mark.parametrize(
        "options, said",
        [
            ([], "nothing is to be made worse"),
            (["--move", "0.5"], "there is none"),
            (["--move", "0.5", "--tree", "parents"], "`--tree` has no value `parents`"),
            (["--move", "0.5", "--tree", "parents:parents.txt"], "the tree has no element `d1`"),
        ],
    )
    def test_it_says_what_is_lacking(self, options: list[str], said: str) -> None:
        done = CliRunner().invoke(group, ["degrade", "some.run", *options])
        assert said in str(done.exception)
