"""`cranfield plot`: from files to a figure."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from cranfield.cli.plot import FORMATS
from cranfield.report.plots import plot as plots
from cranfield.report.plots.register import NAMES, find
from tests.cli.conftest import Command

pytest.importorskip("vl_convert")


def test_a_plot_of_scores_is_written(cranfield: Command, folder: Path) -> None:
    result = cranfield("plot", "topics", "qrels.txt", "bm25.run", "dense.run", "-m", "AP", "-o", "topics.svg")
    assert result.code == 0, result.err
    assert result.out == ""
    svg = (folder / "topics.svg").read_text()
    assert svg.startswith("<svg")
    assert "bm25" in svg


def test_a_plot_of_runs_takes_settings_and_policies(cranfield: Command, folder: Path) -> None:
    result = cranfield("plot", "strips", "qrels.txt", "bm25.run", "dense.run", "--set", "topic=1", "--set", "k=2",
                       "--topics", "1", "--format", "json")  # fmt: skip
    assert result.code == 0, result.err
    assert "The first 2 ranks: topic 1, 2 runs" in result.out


def test_saved_scores_are_enough(cranfield: Command, folder: Path) -> None:
    cranfield("eval", "qrels.txt", "bm25.run", "dense.run", "-m", "AP RR", "--per-topic", "-o", "scores.csv")
    result = cranfield("plot", "bump", "scores.csv", "-o", "bump.png", "--dark", "--scale", "1")
    assert result.code == 0, result.err
    assert (folder / "bump.png").read_bytes().startswith(b"\x89PNG")


def test_some_plots_take_no_files(cranfield: Command, folder: Path) -> None:
    assert cranfield("plot", "steps", "--set", "ranks=1,98,99,100", "--set", "n=4", "--set", "k=100",
                     "-o", "steps.html").code == 0  # fmt: skip
    assert "PRES@100 = 0.2800" in (folder / "steps.html").read_text()
    assert cranfield("plot", "f_curves", "--set", "beta=2", "-o", "f.pdf").code == 0
    assert (folder / "f.pdf").read_bytes().startswith(b"%PDF")


def test_runs_may_be_called_by_their_tags(cranfield: Command, folder: Path) -> None:
    (folder / "a.run").write_text((folder / "bm25.run").read_text().replace("bm25", "my-tag"))
    for name, more in (("judged", ()), ("topics", ("-m", "AP")), ("beads", ("--set", "topic=1"))):
        result = cranfield("plot", name, "qrels.txt", "a.run", "--names", "tag", "--format", "json", *more)
        assert result.code == 0, result.err
        assert "my-tag" in result.out, name


def test_all_plots_are_listed_in_80_columns(cranfield: Command) -> None:
    listed = cranfield("plot", "--list").out
    for name in NAMES:
        assert f"\n{name} " in f"\n{listed}"
    assert max(map(len, listed.splitlines())) <= 80
    assert "--set topic ranks n k collection rel" in listed


@pytest.mark.parametrize(
    "arguments, told",
    [
        (("bmup", "qrels.txt", "bm25.run", "-o", "x.svg"), "did you mean `bump`?"),
        ((), "no plot is named"),
        (("bump", "qrels.txt", "bm25.run"), "-o bump.svg"),
        (("bump", "qrels.txt", "bm25.run", "-o", "x.gif"), "x.gif: there is no format for this ending"),
        (("bump", "qrels.txt", "bm25.run", "-o", "x.svg"), "two systems at least"),
        (("differences", "qrels.txt", "bm25.run", "-o", "x.svg"), "differences takes 2 runs or more"),
        (("bump", "-o", "x.svg"), "bump needs judgements and runs, or scores"),
        (("cutoffs", "-o", "x.svg"), "cutoffs needs judgements and runs"),
        (("cutoffs", "qrels.txt", "-o", "x.svg"), "no run is named beside it"),
        (("steps", "--set", "rank=1", "-o", "x.svg"), "did you mean `ranks`?"),
        (("steps", "--set", "ranks", "-o", "x.svg"), "`ranks` sets nothing"),
        (("steps", "--set", "n=four", "-o", "x.svg"), "n is a whole number, not `four`"),
        (("f_curves", "--set", "beta=nan", "-o", "x.svg"), "beta is a number, not `nan`"),
        (
            ("discounts", "qrels.txt", "bm25.run", "-o", "x.svg"),
            "discounts is drawn without judgements and runs",
        ),
        (("strips", "qrels.txt", "bm25.run", "-m", "AP", "-o", "x.svg"), "strips shows no measures"),
        (("strips", "qrels.txt", "bm25.run", "dense.run", "-o", "x.svg"), "shows one topic, and there are 2"),
        (("session", "-o", "x.svg"), "a session has 1 to 30 ranks"),
        (("discounts", "--width", "3", "-o", "x.svg"), "150 to 4000 points wide"),
        (("discounts", "--format", "gif"), "has no value `gif`"),
    ],
)
def test_what_makes_no_sense_is_refused(
    arguments: tuple[str, ...], told: str, cranfield: Command, folder: Path
) -> None:
    result = cranfield("plot", *arguments)
    assert result.code == 2
    assert told in " ".join(result.err.split())
    assert not list(folder.glob("x.*"))
    assert not list(folder.glob(".x*"))


def test_without_altair_it_says_what_to_install(
    cranfield: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cranfield.cli.plot.find_spec", lambda name: None)
    result = cranfield("plot", "topics", "qrels.txt", "bm25.run", "-o", "x.svg")
    assert result.code == 2
    assert "drawing a plot needs the package `altair`, which is not installed" in result.err
    assert "hint: pip install 'cranfield[report]'" in result.err


def test_help_knows_the_formats_and_waits_for_nothing(process: Command) -> None:
    assert FORMATS == plots.FORMATS
    assert importlib.util.find_spec("altair") is not None
    told = process("-c", "import sys; from cranfield.cli import run; run(['plot', '--help']); "
                   "print('altair' in sys.modules, 'numpy' in sys.modules)")  # fmt: skip
    assert told.out.splitlines()[-1] == "False False"


def test_the_data_of_a_plot_are_made_without_altair(process: Command) -> None:
    told = process(
        "-c", "import sys, cranfield as cf; print(cf.plot.discounts().data.title, 'altair' in sys.modules)"
    )
    assert told.out == "How much a document counts, by its rank False\n"


@pytest.mark.parametrize("name", NAMES)
def test_settings_are_typed_so_that_they_can_be_typed(name: str) -> None:
    for setting in find(name).typed.values():
        assert str(setting.annotation).startswith(("int", "float", "bool", "str", "Sequence[")), setting
