"""`cranfield power`: what topics resolve, and how many a difference takes."""

from __future__ import annotations

import csv
import io
import json
from inspect import cleandoc
from pathlib import Path

import pytest

from cranfield.compare.planning import Demands, resolution, variations
from cranfield.compare.power import topics_for_t
from tests.cli.conftest import Command
from tests.compare.made import made


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    made(4, 40, measures=("AP", "RR")).save("scores.zip")
    return tmp_path


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_a_plan_needs_no_scores(cranfield: Command) -> None:
    result = cranfield("power", "--deviation", "0.2", "--difference", "0.1")
    assert result.code == 0
    assert result.out.startswith(
        cleandoc(
            """
            Topics that a difference takes

            difference  one  anova  interval
            0.1          34     33        18
            """
        )
    )


def test_scores_say_what_their_topics_resolve(cranfield: Command, saved: Path) -> None:
    result = cranfield("power", "scores.zip", "-m", "RR", "--show", "resolution", "--format", "csv")
    (row,) = rows(result.out)
    (of,) = (each for each in variations(made(4, 40, measures=("AP", "RR"))) if each.measure == "RR")
    expected = resolution(of, Demands(comparisons=6))
    assert float(row["finds"]) == expected.finds
    assert float(row["corrected"]) == expected.finds_in_all
    assert row["topics"] == "40"


def test_both_tables_are_shown_to_readers_and_the_topics_to_programs(cranfield: Command, saved: Path) -> None:
    text = cranfield("power", "scores.zip").out
    assert "What these topics resolve" in text
    assert "Topics that a difference takes" in text
    told = json.loads(cranfield("power", "scores.zip", "--format", "json").out)["rows"]
    assert [row["difference"] for row in told[:4]] == ["0.01", "0.02", "0.05", "0.1"]


def test_more_power_and_more_comparisons_take_more_topics(cranfield: Command) -> None:
    def needed(*arguments: str) -> int:
        text = cranfield(
            "power", "--deviation", "0.2", "--difference", "0.05", "--format", "csv", *arguments
        ).out
        (row,) = rows(text)
        return int(row.get("corrected", row["one"]))

    assert needed() == topics_for_t(0.05, 0.2)
    assert needed() < needed("--power", "0.9") < needed("--power", "0.9", "--comparisons", "10")
    assert needed("--systems", "5") == topics_for_t(0.05, 0.2, 0.05 / 10)


def test_a_set_of_topics_that_can_show_nothing_is_told_so(cranfield: Command, saved: Path) -> None:
    made(4, 6).save("few.zip")
    text = " ".join(cranfield("power", "few.zip", "--test", "wilcoxon").out.split())
    assert "nothing can be significant by AP: the smallest p is above alpha" in text


@pytest.mark.parametrize("shown_as", ["markdown", "latex", "html", "tsv", "jsonl"])
def test_every_format_has_the_numbers(cranfield: Command, shown_as: str) -> None:
    result = cranfield("power", "--deviation", "0.2", "--difference", "0.1", "--format", shown_as)
    assert "34" in result.out


@pytest.mark.parametrize(
    "arguments,message",
    [
        ((), "nothing says how much differences vary"),
        (("scores.zip", "--deviation", "0.2"), "only one of both"),
        (("--deviation", "-1"), "a standard deviation is a number above 0"),
        (("--deviation", "0"), "a standard deviation is a number above 0"),
        (("--deviation", "0.2", "--difference", "0"), "a difference is a number above 0"),
        (("--deviation", "0.2", "--power", "1"), "between 0 and 1"),
        (("--deviation", "0.2", "--test", "tea"), "`test` has no value `tea`"),
        (("scores.zip", "--show", "both", "--format", "csv"), "holds one table"),
        (("one.zip",), "2 runs and 2 topics at least; there are 1 and 40"),
    ],
)
def test_what_means_nothing_is_refused(
    cranfield: Command, saved: Path, arguments: tuple[str, ...], message: str
) -> None:
    made(1, 40).save("one.zip")
    result = cranfield("power", *arguments)
    assert result.code == 2
    assert message in result.err
    assert result.out == ""


@pytest.mark.parametrize("option", ["--ties best", "-m AP", "--depth 5", "--seed 3", "--names tag"])
def test_without_scores_nothing_is_judged(cranfield: Command, option: str) -> None:
    result = cranfield("power", "--deviation", "0.2", *option.split())
    assert result.code == 2
    assert "means nothing with --deviation" in result.err


def test_a_geometric_mean_is_planned_by_its_logarithms(cranfield: Command, saved: Path) -> None:
    lines = ["run,topic,measure,value"]
    scores = made(4, 40)
    for run in scores.runs:
        for topic, value in zip(scores.topics, scores[run, "AP"], strict=True):
            lines += [f"{run},{topic},AP,{value}", f"{run},{topic},GMAP,{value}"]
    Path("both.csv").write_text("\n".join(lines) + "\n")
    result = cranfield("power", "both.csv")
    assert "GMAP: sd and differences are of logarithms" in " ".join(result.out.split())
    data = rows(cranfield("power", "both.csv", "--show", "resolution", "--format", "csv").out)
    assert data[0]["sd"] != data[1]["sd"]
