"""`cranfield sample`: the list, the judgements of the sample, and what they tell."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.cli.conftest import Command

RUN = "".join(f"{topic} Q0 d{n:02} {n} {1 - n / 50} one\n" for topic in "12" for n in range(50))
OTHER = "".join(f"{topic} Q0 d{49 - n:02} {n} {1 - n / 50} two\n" for topic in "12" for n in range(50))
STRATA = ("--strata", "5=all,20=20%,all=10%")


@pytest.fixture
def campaign(folder: Path) -> Path:
    """Add two runs of fifty documents, and judgements of them all: even ones are relevant."""
    (folder / "one.run").write_text(RUN)
    (folder / "two.run").write_text(OTHER)
    (folder / "all.txt").write_text(
        "".join(f"{topic} 0 d{n:02} {int(n % 2 == 0)}\n" for topic in "12" for n in range(50))
    )
    return folder


def test_what_was_drawn_is_listed(cranfield: Command, campaign: Path) -> None:
    result = cranfield("sample", "one.run", "two.run", *STRATA)
    rows = list(csv.reader(result.out.splitlines()))
    assert rows[0] == ["topic", "document"]
    assert len({tuple(row) for row in rows[1:]}) == len(rows) - 1 == 36
    assert result.err == (
        "drawn: 36 of 100 documents of 2 topics: 20 of 20 in `5`, 12 of 60 in `20`, 4 of 20 in `all`\n"
    )


def test_the_same_command_draws_the_same_sample(cranfield: Command, campaign: Path) -> None:
    one, again, other = (cranfield("sample", "one.run", *STRATA, "--seed", seed).out for seed in "112")
    assert one == again
    assert sorted(one.splitlines()) != sorted(other.splitlines())
    by_id = cranfield("sample", "one.run", *STRATA, "--seed", "1", "--order", "id").out.splitlines()
    assert sorted(one.splitlines()[1:]) == by_id[1:]


def test_from_the_list_to_the_estimate(cranfield: Command, campaign: Path) -> None:
    """What was drawn is judged, the same command makes the judgements of it, and those give the truth nearly."""
    asked = ("sample", "one.run", "two.run", "--strata", "5=all,all=60%")
    listed = cranfield(*asked).out.splitlines()[1:]
    judged = [f"{topic} 0 {doc} {int(int(doc[1:]) % 2 == 0)}\n" for topic, doc in csv.reader(listed)]
    (campaign / "judged.txt").write_text("".join(judged))
    framed = cranfield(*asked, "--judged", "judged.txt", "--frame", "-o", "sample.txt")
    assert framed.err.endswith("; 68 judged already, 0 to judge\n")
    lines = (campaign / "sample.txt").read_text().splitlines()
    assert len(lines) == 100
    assert sum(line.endswith(" -1") for line in lines) == 32
    assert {line.split()[1] for line in lines} == {"5", "all"}
    told = cranfield("sample", "one.run", "two.run", "--estimate", "sample.txt", "--scores", "as-is").out
    assert "68 of 100 documents of 2 topics judged" in told
    estimates = {
        line.split()[0]: [float(value) for value in line.split()[1:]] for line in told.splitlines()[1:3]
    }
    truth = cranfield("eval", "all.txt", "one.run", "two.run", "-m", "AP ADM", "--format", "csv").out
    for run, _, measure, value in csv.reader(truth.splitlines()[1:]):
        inferred, adm, error = estimates[run]
        if measure == "AP":
            assert float(value) == pytest.approx(inferred, abs=0.1)
        else:
            assert float(value) == pytest.approx(adm, abs=3 * error)
            assert 0 < error < 0.05


def test_a_uniform_sample_is_infap(cranfield: Command, campaign: Path) -> None:
    cranfield(
        "sample", "one.run", "--strata", "all=30%", "--judged", "all.txt", "--frame", "-o", "sample.txt"
    )
    told = cranfield("sample", "one.run", "--estimate", "sample.txt", "--format", "csv").out
    expected = cranfield("eval", "sample.txt", "one.run", "-m", "infAP", "--format", "csv").out
    assert float(told.splitlines()[1].split(",")[1]) == pytest.approx(
        float(expected.splitlines()[1].split(",")[3])
    )


def test_what_is_judged_is_left_out_of_the_list(cranfield: Command, campaign: Path) -> None:
    result = cranfield("sample", "one.run", *STRATA, "--judged", "all.txt")
    assert result.out == "topic,document\n"
    assert result.err.endswith("judged already, 0 to judge\n")


def test_strata_by_score_and_the_rest_of_a_collection(cranfield: Command, campaign: Path) -> None:
    (campaign / "ids.txt").write_text("".join(f"d{n:02}\n" for n in range(80)))
    result = cranfield(
        "sample", "one.run", "--by", "score", "--strata", "0.9=all,0=10%,rest=3", "--collection", "ids.txt"
    )
    assert result.err == (
        "drawn: 26 of 160 documents of 2 topics: 12 of 12 in `0.9`, 8 of 88 in `0`, 6 of 60 in `rest`\n"
    )


@pytest.mark.parametrize(
    "arguments, words",
    [
        ([], "which documents are to be judged"),
        (["--strata", "10=many"], "this is no stratum: `10=many`"),
        (["--strata", "10=all,5=all"], "the ranks of the strata must go up"),
        (["--strata", "10=all,rest=5"], "the stratum `rest` and the list of all documents belong together"),
        (["--strata", "10=all", "--collection", "qrels.txt"], "belong together"),
        (["--strata", "10=all,rest=5", "--collection", "absent.txt"], "absent.txt: there is no such file"),
        (
            ["--strata", "1=all", "--scores", "rank"],
            "--scores means nothing without --by score or --estimate",
        ),
        (["--strata", "1=all", "--top", "2"], "--top means nothing without --estimate"),
        (["--strata", "1=all", "--format", "trec"], "--format means nothing without --frame"),
        (["--strata", "1=all", "--estimate", "qrels.txt"], "--strata means nothing with --estimate"),
        (["--estimate", "qrels.txt", "--scores", "as-is", "--top", "2"], "an SRE lies between 0 and 1"),
        (
            ["--estimate", "qrels.txt", "--scores", "minmax"],
            "hint: say which grade means fully relevant: top=2",
        ),
        (["--strata", "0.5=all,0=1", "--by", "score"], "name a normaliser"),
    ],
)
def test_misuse_is_told(cranfield: Command, folder: Path, arguments: list[str], words: str) -> None:
    result = cranfield("sample", "bm25.run", *arguments)
    assert (result.code, result.out) == (2, "")
    assert words in result.err


def test_a_stratum_that_nobody_judged_is_refused(cranfield: Command, campaign: Path) -> None:
    cranfield("sample", "one.run", *STRATA, "--frame", "-o", "sample.txt")
    result = cranfield("sample", "one.run", "--estimate", "sample.txt")
    assert (result.code, result.out) == (2, "")
    assert "nobody judged any of the" in result.err
