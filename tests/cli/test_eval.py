"""`cranfield eval`, from files to tables."""

from __future__ import annotations

import csv
import io
import json
from inspect import cleandoc
from pathlib import Path
from typing import Any

import pytest

from cranfield import __version__
from cranfield import measure as measuring
from cranfield.cli.options import INPUT_FORMATS, POLICIES
from cranfield.errors import CranfieldWarning, warn
from cranfield.model.recipe import CHOICES
from cranfield.read.request import FORMATS
from tests.cli.conftest import Command


def test_a_table_of_two_runs(cranfield: Command, folder: Path) -> None:
    result = cranfield("eval", "qrels.txt", "bm25.run", "dense.run", "-m", "AP P@1", "-m", "RR NumRet")
    assert result.code == 0
    assert result.out == cleandoc(
        """
        run    topics              AP             P@1              RR  NumRet
        bm25      2/2  0.6667 ±2.1177  0.5000 ±6.3531  0.7500 ±3.1766       5
        dense     1/2  0.1250 ±1.5883  0.0000 ±0.0000  0.2500 ±3.1766       3

        2 judged topics; dense has no documents for 1 of them: 2 (they count as if
          nothing was found: 0 for most measures)
        ±: 95 % interval over topics (Student's t)
        """
    ) + "\n"  # fmt: skip


def test_topics_are_shown_when_asked(cranfield: Command, folder: Path) -> None:
    result = cranfield("eval", "qrels.txt", "bm25.run", "-m", "AP P@1", "--per-topic")
    assert result.out == cleandoc(
        """
        run   topic      AP     P@1
        bm25  1      0.8333  1.0000
        bm25  2      0.5000  0.0000

        run               AP             P@1
        bm25  0.6667 ±2.1177  0.5000 ±6.3531

        2 judged topics; bm25 has documents for all of them
        ±: 95 % interval over topics (Student's t)
        """
    ) + "\n"  # fmt: skip


def test_the_default_measures_fit_a_terminal(cranfield: Command, folder: Path) -> None:
    head, *_ = cranfield("eval", "qrels.txt", "bm25.run").out.splitlines()
    assert head.split() == ["run", "AP", "nDCG@10", "P@10", "R@1000", "RR", "Judged@10"]
    assert len(head) < 80


def test_csv_has_all_digits(cranfield: Command, folder: Path) -> None:
    result = cranfield("eval", "qrels.txt", "bm25.run", "-m", "AP", "--format", "csv", "--per-topic")
    rows = [(row["topic"], float(row["value"])) for row in csv.DictReader(io.StringIO(result.out))]
    assert rows == [("1", (1 + 2 / 3) / 2), ("2", 0.5), ("all", ((1 + 2 / 3) / 2 + 0.5) / 2)]


def test_json_carries_the_recipe(cranfield: Command, folder: Path) -> None:
    told = json.loads(cranfield("eval", "qrels.txt", "bm25.run", "--format", "json", "--ties", "input").out)
    assert told["recipe"]["policies"]["ties"] == "input"
    assert told["overall"]["bm25"]["RR"] == 0.75
    assert "per_topic" not in told


def test_policies_reach_the_numbers(cranfield: Command, folder: Path) -> None:
    told = cranfield("eval", "qrels.txt", "dense.run", "-m", "AP", "--topics", "common", "--depth", "1").out
    assert "dense     1/2  0.0000" in told
    assert "policies other than the default: topics common; depth 1" in told


def test_the_recipe_stands_under_the_table(cranfield: Command, folder: Path) -> None:
    told = cranfield("eval", "qrels.txt", "bm25.run", "--recipe").out
    assert "\nrecipe:\n  ties:docid|topics:judged|" in told
    assert told.endswith(f"|cranfield:{__version__}\n")


def test_the_recipe_does_not_spoil_the_csv(cranfield: Command, folder: Path) -> None:
    result = cranfield("eval", "qrels.txt", "bm25.run", "--recipe", "--format", "csv")
    assert "ties:docid" not in result.out
    assert result.err.startswith("ties:docid|")


@pytest.mark.parametrize(
    "ending,first", [("csv", "run,topic,measure,value"), ("json", "{"), ("txt", "run               AP")]
)
def test_a_file_is_written_in_the_format_of_its_ending(
    cranfield: Command, folder: Path, ending: str, first: str
) -> None:
    result = cranfield("eval", "qrels.txt", "bm25.run", "-m", "AP", "-o", f"scores.{ending}")
    assert result == (0, "", "")
    assert (folder / f"scores.{ending}").read_text().splitlines()[0] == first


def test_a_failure_leaves_the_old_file_alone(cranfield: Command, folder: Path) -> None:
    (folder / "scores.csv").write_text("old")
    (folder / "bad.run").write_text("1 Q0 d1 1 1e bad\n")
    result = cranfield("eval", "qrels.txt", "bad.run", "-o", "scores.csv")
    assert result.code == 2
    assert result.err.startswith("error: bad.run:1: ")
    assert (folder / "scores.csv").read_text() == "old"
    assert not list(folder.glob(".*"))


@pytest.mark.parametrize(
    "path,message",
    [
        ("no/such/scores.csv", "error: no/such/scores.csv: there is no folder `no/such`\n"),
        ("", "error: the name of the file to write is empty\nhint: -o scores.csv\n"),
        (".", "error: .: is a folder, not a file\nhint: name a file in it: -o scores.csv\n"),
        ("bm25.run", "error: bm25.run: is one of the inputs, which are never overwritten\n"),
    ],
)
def test_a_bad_output_fails_before_the_work(
    cranfield: Command, folder: Path, monkeypatch: pytest.MonkeyPatch, path: str, message: str
) -> None:
    monkeypatch.setattr(measuring, "evaluate", None)
    assert cranfield("eval", "qrels.txt", "bm25.run", "-o", path) == (2, "", message)


def test_into_a_device_one_just_writes(cranfield: Command, folder: Path) -> None:
    assert cranfield("eval", "qrels.txt", "bm25.run", "-o", "/dev/null") == (0, "", "")
    assert Path("/dev/null").is_char_device()


def test_a_new_file_has_ordinary_permissions(cranfield: Command, folder: Path) -> None:
    cranfield("eval", "qrels.txt", "bm25.run", "-o", "scores.csv")
    assert (folder / "scores.csv").stat().st_mode == (folder / "bm25.run").stat().st_mode


def test_identifiers_that_are_not_utf8_come_out_as_they_went_in(cranfield: Command, folder: Path) -> None:
    (folder / "qrels.txt").write_bytes(b"caf\xe9 0 d1 1\n")
    (folder / "latin.run").write_bytes(b"caf\xe9 Q0 d1 1 1.0 x\n")
    cranfield("eval", "qrels.txt", "latin.run", "-m", "RR", "--per-topic", "-o", "scores.csv")
    assert b"latin,caf\xe9,RR,1.0\n" in (folder / "scores.csv").read_bytes()
    assert "caf\\xe9" in cranfield("eval", "qrels.txt", "latin.run", "-m", "RR", "--per-topic").out


def test_standard_input_is_one_input(process: Command, folder: Path) -> None:
    arguments = ("-m", "cranfield.cli", "eval", "qrels.txt", "-", "-m", "RR")
    result = process(*arguments, input=(folder / "bm25.run").read_text())
    assert result.code == 0
    assert "0.7500" in result.out


def test_standard_input_is_not_two_inputs(cranfield: Command, folder: Path) -> None:
    result = cranfield("eval", "-", "-")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: standard input can be only one of the inputs\nhint: ")


def test_warnings_are_shown_once_on_standard_error(
    cranfield: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ordinary = measuring.evaluate

    def evaluate(*arguments: Any, **keywords: Any) -> Any:
        for _ in range(2):
            warn("suspicious", "all scores are equal", "bm25.run")
        return ordinary(*arguments, **keywords)

    monkeypatch.setattr(measuring, "evaluate", evaluate)
    result = cranfield("eval", "qrels.txt", "bm25.run")
    assert result.err == "warning[suspicious]: all scores are equal\n  bm25.run\n"
    assert "0.7500" in result.out
    with pytest.warns(CranfieldWarning):  # the next program in this process is not affected
        warn("suspicious", "again")


def test_help_offers_the_choices_there_are() -> None:
    assert {name: choices for name, (choices, _) in POLICIES.items()} == CHOICES
    assert INPUT_FORMATS == FORMATS


def test_the_examples_of_the_help_work(shell: Command, folder: Path, cranfield: Command) -> None:
    (folder / "runs").mkdir()
    for name in ("a.run", "b.run"):
        (folder / "runs" / name).write_bytes((folder / "bm25.run").read_bytes())
    (folder / "arguments.txt").write_text("qrels.txt\nbm25.run\n-m RR P@5\n")
    lines = cranfield("eval", "-h").out.partition("Examples:\n")[2].splitlines()
    examples = [line.strip() for line in lines if line.strip()]
    assert len(examples) >= 4
    for example in examples:
        assert example.startswith("cranfield eval ")
        result = shell(example)
        assert (result.code, "error" in result.err) == (0, False), example


@pytest.mark.parametrize(
    "source,told",
    [
        ("import sys\nsys.exit(3)\n", ["SystemExit: 3", "mine.py:2: sys.exit(3)", "__name__ =="]),
        ("\nx = (\n", ["SyntaxError", "mine.py:2"]),
        ("import json\njson.loads('{')\n", ["JSONDecodeError", "mine.py:2: json.loads('{')"]),
        ("import no_such_module\n", ["ModuleNotFoundError", "mine.py:1: import no_such_module"]),
        ("from cranfield.measure import parse\nparse('AQ')\n", ["no measure is called `AQ`", "mine.py:2: "]),
        ("\x80\0", ["mine.py"]),
        (None, ["FileNotFoundError"]),
    ],
)
def test_what_cannot_be_imported_is_said_with_its_place(
    cranfield: Command, folder: Path, source: str | None, told: list[str]
) -> None:
    if source is not None:
        (folder / "mine.py").write_text(source, encoding="latin-1")
    result = cranfield("eval", "qrels.txt", "bm25.run", "--import", "mine.py")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: ")
    for part in told:
        assert part in result.err


def test_help_says_of_unjudged_documents_what_the_policies_say(cranfield: Command) -> None:
    told = " ".join(cranfield("eval", "--help").out.split())
    assert "not relevant; dropped, and the others move up; or relevant, as good as the best judged" in told
    assert "bound" not in told.replace("--bounds", "")


def test_the_columns_of_a_table_have_the_names_that_were_typed(cranfield: Command, folder: Path) -> None:
    result = cranfield("eval", "qrels.txt", "bm25.run", "dense.run", "-m", "RR recip_rank map", "--per-topic")
    heads = [line.split() for line in result.out.splitlines() if line.startswith("run ")]
    assert heads == [["run", "topic", "RR", "map"], ["run", "topics", "RR", "map"]]
    official = cranfield("eval", "qrels.txt", "bm25.run", "-m", "official").out
    assert {"num_q", "map", "iprec_at_recall_0.10", "P_1000"} < set(official.split())
    data = cranfield("eval", "qrels.txt", "bm25.run", "-m", "map", "--format", "csv").out
    assert data.splitlines()[1].startswith("bm25,all,AP,")  # data keep one name for one measure


@pytest.mark.parametrize("group", ["all_trec", "all", "recall", "web", "set"])
def test_every_name_that_heads_a_column_is_known(cranfield: Command, folder: Path, group: str) -> None:
    from cranfield.measure.names import spellings
    from cranfield.report.known import known_measure

    assert cranfield("eval", "qrels.txt", "bm25.run", "-m", group).code == 0
    for name, bound in spellings(group).items():
        assert known_measure(name) == bound


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("shown_as", ["table", "csv", "json"])
def test_the_seed_of_a_bootstrap_stands_in_the_recipe(cranfield: Command, shown_as: str) -> None:
    asked = ("eval", "qrels.txt", "bm25.run", "--recipe", "--format", shown_as, "--seed", "3")
    drawn, computed = cranfield(*asked, "--intervals", "bootstrap"), cranfield(*asked, "--intervals", "t")
    seed = '"seed": 3' if shown_as == "json" else "seed:3"
    assert seed in drawn.out + drawn.err
    assert seed not in (computed.out + computed.err).replace('"intervals": {', "")
