"""`cranfield.toml`: defaults for options."""

from __future__ import annotations

from pathlib import Path

import pytest

from cranfield.cli.eval import command
from tests.cli.conftest import Command

RUN = ("eval", "qrels.txt", "bm25.run")


@pytest.fixture
def config(folder: Path) -> Path:
    """Return the place of the file, in the folder where one works."""
    return folder / "cranfield.toml"


def test_a_file_where_one_works_gives_defaults(cranfield: Command, config: Path) -> None:
    config.write_text('confidence = 90\ndepth = 100\n[eval]\nmeasure = ["AP P@1", "RR"]\nintervals = "t"\n')
    found = cranfield(*RUN)
    typed = cranfield(*RUN, "-m", "AP P@1 RR", "--confidence", "90", "--depth", "100", "--no-config")
    assert found.err == typed.err == ""
    assert found.out == typed.out + "defaults from cranfield.toml: measure, intervals, confidence, depth\n"


def test_what_is_typed_wins_and_one_command_wins_over_all(cranfield: Command, config: Path) -> None:
    config.write_text('measure = "P@1"\ndepth = 1\n[eval]\ndepth = 2\nformat = "csv"\n')
    told = cranfield(*RUN, "-m", "NumRet", "--format", "tsv", "--recipe")
    assert told.out.splitlines()[1] == "bm25\tall\tNumRet\t4"
    assert told.err.splitlines()[1] == "defaults from cranfield.toml: depth"


@pytest.mark.parametrize("shown_as", ["table", "markdown", "latex", "html", "json"])
def test_every_format_with_notes_says_that_there_were_defaults(
    cranfield: Command, config: Path, shown_as: str
) -> None:
    config.write_text('measure = "AP"\n')
    assert "defaults from cranfield.toml: measure" in cranfield(*RUN, "--format", shown_as).out
    assert "defaults from" not in cranfield(*RUN, "--format", shown_as, "-m", "AP").out
    assert "defaults from" not in cranfield(*RUN, "--format", shown_as, "--no-config").out


def test_another_file_can_be_named(cranfield: Command, config: Path, folder: Path) -> None:
    config.write_text("this is never read\n")
    (folder / "other.toml").write_text('[eval]\nmeasure = "P@1"\nper-topic = true\njudged = 5\n')
    head = cranfield(*RUN, "--config", "other.toml").out.splitlines()[0]
    assert head.split() == ["run", "topic", "P@1", "Judged@5"]


def test_a_file_above_is_not_looked_for(
    cranfield: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "cranfield.toml").write_text("this is never read\n")
    (folder / "below").mkdir()
    monkeypatch.chdir(folder / "below")
    assert cranfield("eval", "../qrels.txt", "../bm25.run").code == 0


def test_a_question_leaves_defaults_of_the_usual_table_alone(cranfield: Command, config: Path) -> None:
    config.write_text('[eval]\nties = "input"\nsort = "AP"\nper-topic = true\nmeasure = "AP"\n')
    result = cranfield(*RUN, "-m", "RR", "--ties-report")
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines()[0].split()[:3] == ["run", "measure", "worst"]


@pytest.mark.parametrize(
    "content,message",
    [
        ('mesure = "AP"\n', ":1: there is no option `--mesure`\nhint: did you mean `measure`?\n"),
        (
            "\n[eval]\n\nper_topic = true\n",
            ":4: there is no option `--per_topic`\nhint: did you mean `per-topic`",
        ),
        ("[evl]\nx = 1\n", ":1: there is no command `evl`\nhint: did you mean `eval`?\n"),
        (
            "eval = 3\n",
            ":1: `eval` is a command, not a setting\nhint: its settings stand below a line [eval]\n",
        ),
        ("[[eval]]\na = 1\n", ":1: `eval` is a command, not a setting\n"),
        (
            "[eval]\ndepth = 1\nmeasure = 3\n",
            ":3: `measure` must be text in quotes, or a list of such\nhint: such as: ",
        ),
        ('[eval]\nmeasure = ["AP", 3]\n', ":2: `measure` must be text in quotes, or a list of such\n"),
        ('[eval]\ndepth = "10"\n', ":2: `depth` must be a whole number\nhint: such as: depth = 10\n"),
        ("eval.depth = true\n", ":1: `depth` must be a whole number\n"),
        ("[eval]\nrecipe = 1\n", ":2: `recipe` must be true or false\nhint: such as: recipe = true\n"),
        ("confidence = [95]\n", ":1: `confidence` must be a number\n"),
        ("[eval]\nsort = 1\n", ':2: `sort` must be text in quotes\nhint: such as: sort = "1"\n'),
        ("judged = 0\n", ":1: `judged`: 0 is not in the range x>=1\n"),
        (
            '[eval]\n# ties = "x"\nties = "docd"\n',
            (
                ":3: `--ties` has no value `docd`\n"
                "  one of: docid, docid-ascending, input, rank, expected, best, worst\nhint: did you mean `docid`?\n"
            ),
        ),
        ('import = "mine.py"\n', ":1: `import` cannot have a default here\nhint: type it; "),
        ('[eval]\noutput = "x"\n', ":2: `output` cannot have a default here\nhint: "),
        ("depth = 3\ndepth = \n", ":2: this is not TOML: invalid value\nhint: "),
        ("depth = 3\n[eval\n", ":2: this is not TOML: "),
        ('a = "', ":1: this is not TOML: "),
    ],
)
def test_a_fault_has_its_line_and_a_hint(
    cranfield: Command, config: Path, content: str, message: str
) -> None:
    config.write_text(content)
    result = cranfield(*RUN)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"error: cranfield.toml{message}")
    assert "bug" not in result.err


def test_text_that_is_not_utf8_has_its_line(cranfield: Command, config: Path) -> None:
    config.write_bytes(b"depth = 3\nsort = '\xe9'\n")
    assert cranfield(*RUN).err.startswith("error: cranfield.toml:2: this is not text in UTF-8\n")


def test_settings_of_other_commands_are_left_to_them(cranfield: Command, config: Path) -> None:
    config.write_text("keep = 3\n[demo]\nseed = 3\n")  # `keep` is an option of demo's
    assert cranfield(*RUN).code == 0


def test_a_file_that_is_not_there_is_told(cranfield: Command, folder: Path) -> None:
    result = cranfield(*RUN, "--config", "no.toml")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: no.toml: there is no such file\n")


@pytest.mark.parametrize("order", [1, -1])
def test_one_cannot_both_name_and_refuse_a_file(cranfield: Command, config: Path, order: int) -> None:
    config.write_text("")
    typed = [("--config", "cranfield.toml"), ("--no-config",)][::order]
    result = cranfield(*RUN, *typed[0], *typed[1])
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: --config and --no-config cannot be combined\n")


def test_without_a_file_nothing_is_imported_for_it(process: Command, folder: Path) -> None:
    program = (
        f"import sys; from cranfield.cli import run; run({list(RUN)!r}); sys.exit('tomllib' in sys.modules)"
    )
    assert process("-c", program).code == 0


def test_every_option_can_have_a_default_or_is_refused_one(cranfield: Command, config: Path) -> None:
    """A setting is its option's long name, whatever the options of tomorrow."""
    refused = []
    for option in command.params:
        for name in option.opts:
            if name.startswith("--"):
                config.write_text(
                    f"[eval]\n{name.removeprefix('--')} = 1979-05-27\n"
                )  # a date, which fits nowhere
                told = cranfield(*RUN).err
                assert " must be " in told or "cannot have a default" in told, told
                refused += [name] if "cannot have" in told else []
    assert refused == ["--import", "--ties-report", "--bounds", "--output", "--no-config", "--config"]


def test_an_order_that_does_not_fit_is_traced_to_the_file(cranfield: Command, config: Path) -> None:
    config.write_text('sort = "AP"\n')
    told = cranfield(*RUN, "-m", "P@10").err
    assert "the runs cannot be sorted by `AP`" in told
    assert "  defaults from cranfield.toml: sort" in told
