"""`cranfield eval --navigation`: users who walk on from what they find."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Command

QRELS = "q1 0 a 1\nq1 0 b 1\nq2 0 a 1\n"
RUN = "q1 Q0 c 1 3.0 x\nq1 Q0 d 2 2.0 x\nq1 Q0 a 3 1.0 x\nq2 Q0 d 1 2.0 x\nq2 Q0 z 2 1.0 x\n"
TABLE = "c a 0.4\nc b 0.4\nd a 0.6\nd b 0.4\n"


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("qrels.txt").write_text(QRELS)
    Path("some.run").write_text(RUN)
    Path("table.txt").write_text(TABLE)


def test_every_topic_has_its_number(cranfield: Command) -> None:
    done = cranfield(
        "eval",
        "qrels.txt",
        "some.run",
        "-m",
        "EPRUM",
        "--navigation",
        "table:table.txt",
        "--per-topic",
        "--format",
        "csv",
    )
    assert done.code == 0
    values = {line.split(",")[1]: float(line.split(",")[3]) for line in done.out.splitlines()[1:]}
    assert values["q1"] == pytest.approx(0.7772)
    assert values["q2"] == pytest.approx(0.6)


def test_the_table_and_the_recipe_say_which_model_it_was(cranfield: Command) -> None:
    arguments = ("eval", "qrels.txt", "some.run", "-m", "EPRUM", "--navigation", "table:table.txt")
    assert "users walk on from what they find: table:table.txt" in cranfield(*arguments).out
    told = json.loads(cranfield(*arguments, "--format", "json").out)
    assert "table:table.txt" in json.dumps(told["recipe"])


def test_nothing_is_said_of_judgements_that_no_item_needs(cranfield: Command) -> None:
    """`d` was never judged, and is a way in; that most of the list is unjudged is no complaint here."""
    done = cranfield("eval", "qrels.txt", "some.run", "-m", "EPRUM", "--navigation", "table:table.txt")
    assert done.err == ""


@pytest.mark.parametrize(
    "options, said",
    [
        (["--navigation", "tabel:table.txt"], "hint: did you mean `table`?"),
        (["--navigation", "table:no.txt"], "no.txt: there is no such file"),
        (
            ["--navigation", "table:table.txt", "--unjudged", "condense"],
            "cannot be combined with --unjudged condense",
        ),
        (
            ["--navigation", "table:table.txt", "--ties", "expected"],
            "cannot be combined with --ties expected",
        ),
        (["--navigation", "table:table.txt", "--bounds"], "--bounds and --navigation cannot be combined"),
    ],
)
def test_what_cannot_be_done_is_said(cranfield: Command, options: list[str], said: str) -> None:
    done = cranfield("eval", "qrels.txt", "some.run", "-m", "EPRUM", *options)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_a_model_that_no_measure_looks_at_is_told(cranfield: Command) -> None:
    done = cranfield("eval", "qrels.txt", "some.run", "-m", "AP", "--navigation", "table:table.txt")
    assert done.code == 0
    assert "warning[nobody-walks]: users walk on (table:table.txt)" in done.err


def test_a_probability_in_the_table_is_one(cranfield: Command) -> None:
    Path("table.txt").write_text("c a 0.4\nc b 1.4\n")
    done = cranfield("eval", "qrels.txt", "some.run", "-m", "EPRUM", "--navigation", "table:table.txt")
    assert done.err.startswith("error: table.txt:2: a probability is a number from 0 to 1, not `1.4`")


def test_a_model_of_ones_own_is_imported(cranfield: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    from cranfield.judge.navigation import spec

    monkeypatch.setattr(spec, "_MAKERS", dict(spec._MAKERS))
    Path("walks.py").write_text(
        "from cranfield.judge.navigation import named\n\n"
        "@named('everywhere')\n"
        "def everywhere(told):\n"
        "    share = told.number('share')\n"
        "    return lambda topic, items, ideals: [\n"
        "        (i, j, share) for i in range(len(items)) for j in range(len(ideals))\n"
        "    ]\n"
    )
    model = ["--import", "walks.py", "--navigation", "everywhere:share=0.25"]
    done = cranfield("eval", "qrels.txt", "some.run", "-m", "EPRUMRecall@1", *model, "--format", "csv")
    assert done.out.splitlines()[1] == "some,all,EPRUMRecall@1,0.25"


def test_evaluation_without_walking_does_not_import_what_only_walking_needs() -> None:
    code = (
        "import sys; from cranfield.cli import run; "
        "run(['eval', 'qrels.txt', 'some.run', '-m', 'EPRUM AP', '--format', 'csv']); "
        "print([name for name in ('scipy', 'cranfield.judge.navigation') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
