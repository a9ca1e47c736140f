"""What may be typed for runs, for topics, and for arguments at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.conftest import BM25, Command, Result

QUICKLY = ("-m", "AP", "--intervals", "none")


@pytest.fixture
def runs(folder: Path) -> Path:
    """A folder as people have them: two runs, and what lies beside runs."""
    runs = folder / "runs"
    (runs / "old").mkdir(parents=True)
    for name in ("b.run", "a.run.txt", ".DS_Store", "README.md", "qrels.2020.txt", "notes.txt~"):
        (runs / name).write_text(BM25)
    return runs


def names(result: Result) -> list[str]:
    """Return the first column of the table."""
    assert result.code == 0, result.err
    return [line.split()[0] for line in result.out.partition("\n\n")[0].splitlines()[1:]]


def test_a_folder_stands_for_its_runs_by_name(cranfield: Command, runs: Path) -> None:
    result = cranfield("eval", "qrels.txt", "runs", *QUICKLY)
    assert names(result) == ["a", "b"]
    assert result.err == (
        "warning[left-out]: runs: 5 of 7 names left out: .DS_Store (hidden), README.md (no run by its name), "
        "notes.txt~ (no run by its name), old (a folder), qrels.2020.txt (judgements by its name)\n"
    )


def test_the_judgements_in_the_folder_are_no_run(cranfield: Command, folder: Path) -> None:
    (folder / "qrels.txt").rename(folder / "truth")
    result = cranfield("eval", "./truth", ".", *QUICKLY)
    assert names(result) == ["bm25", "dense"]
    assert "truth (the judgements)" in result.err


def test_a_folder_without_runs_is_refused(cranfield: Command, runs: Path) -> None:
    (runs / "old" / ".hidden").touch()
    result = cranfield("eval", "qrels.txt", "runs/old")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(
        "error: runs/old: there is no run in this folder\n  left out: .hidden (hidden)\n"
    )


def test_a_pattern_in_quotes_stands_for_the_files_that_match(cranfield: Command, runs: Path) -> None:
    assert names(cranfield("eval", "qrels.txt", "runs/*.r?n", *QUICKLY)) == ["b"]
    assert names(cranfield("eval", "qrels.txt", "**/[ab].run*", *QUICKLY)) == ["a", "b"]


def test_what_a_pattern_matches_and_is_a_folder_is_left_out(cranfield: Command, runs: Path) -> None:
    result = cranfield("eval", "qrels.txt", "runs/[ob]*", *QUICKLY)
    assert names(result) == ["b"]
    assert result.err == "warning[left-out]: runs/[ob]*: folders left out: runs/old\n"


@pytest.mark.parametrize(
    "pattern,more", [("runs/*.rn", ""), ("runs/ol*", "  it matches runs/old, which is no file\n")]
)
def test_a_pattern_that_matches_no_file_is_refused(
    cranfield: Command, runs: Path, pattern: str, more: str
) -> None:
    result = cranfield("eval", "qrels.txt", pattern)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"error: {pattern}: no file matches this pattern\n{more}hint: ")


def test_a_file_that_looks_like_a_pattern_is_a_file(cranfield: Command, folder: Path) -> None:
    (folder / "bm25[1].run").write_text(BM25)
    (folder / "bm251.run").write_text("not a run")
    assert names(cranfield("eval", "qrels.txt", "bm25[1].run", *QUICKLY)) == ["bm25[1]"]


def test_a_file_that_is_named_twice_is_evaluated_once(cranfield: Command, runs: Path) -> None:
    result = cranfield(
        "eval", "qrels.txt", "runs/*.run", "bm25.run", "./runs/../runs/b.run", "./bm25.run", *QUICKLY
    )
    assert names(result) == ["b", "bm25"]
    assert result.err == (
        "warning[named-twice]: ./runs/../runs/b.run, ./bm25.run: named twice, evaluated once\n"
    )


def test_a_link_is_a_run_of_its_own(cranfield: Command, folder: Path) -> None:
    (folder / "best.run").symlink_to("bm25.run")
    assert cranfield("eval", "qrels.txt", "bm25.run", "best.run", *QUICKLY).err == ""


def test_runs_of_one_name_are_told_apart_and_it_is_said(cranfield: Command, folder: Path) -> None:
    for place in ("x", "y"):
        (folder / place).mkdir()
        (folder / place / "bm25.run").write_text(BM25)
    result = cranfield("eval", "qrels.txt", "x/bm25.run", "y/bm25.run", "dense.run", *QUICKLY)
    assert names(result) == ["x/bm25", "y/bm25", "dense"]
    told = "warning[same-name]: several runs have one name, so they are told apart\n"
    assert told + "  x/bm25.run: x/bm25\n  y/bm25.run: y/bm25\n" in result.err


def test_runs_can_be_named_by_their_tags(cranfield: Command, folder: Path) -> None:
    (folder / "first.txt").write_text("\n# a remark of six words, here\n" + BM25.replace(" bm25", " okapi"))
    (folder / "second.txt").write_text(BM25.replace(" bm25", " okapi"))
    (folder / "table.csv").write_text("topic,document,score\n1,d1,2\n")
    arguments = ("first.txt", "second.txt", "table.csv", "--names", "tag", "--comments", "#")
    result = cranfield("eval", "qrels.txt", *arguments, *QUICKLY)
    assert names(result) == ["first", "second", "table"]
    assert "  first.txt: first\n  second.txt: second\n" in result.err
    assert names(cranfield("eval", "qrels.txt", "second.txt", "--names", "tag", *QUICKLY)) == ["okapi"]


@pytest.mark.parametrize("option", ["--names=tag", "--names=file"])
def test_a_pipe_is_always_named_by_its_tag(shell: Command, folder: Path, option: str) -> None:
    (folder / "second.txt").write_text(BM25.replace(" bm25", " okapi"))
    result = shell(f"cat second.txt | cranfield eval qrels.txt - bm25.run -m AP {option}")
    assert names(result) == ["okapi", "bm25"]
    result = shell(f"cat second.txt | cranfield eval qrels.txt - second.txt -m AP {option}")
    assert names(result) == ["okapi", "second"]  # the file has another name, or is told apart by it


def test_the_tag_names_a_run_in_the_other_tables_too(shell: Command, folder: Path) -> None:
    (folder / "second.txt").write_text(BM25.replace(" bm25", " okapi"))
    result = shell("cat bm25.run | cranfield eval qrels.txt second.txt - -m AP --names tag --bounds")
    assert names(result) == ["okapi", "bm25"]


def test_names_that_are_not_text_are_escaped_for_a_reader_and_kept_as_data(
    cranfield: Command, folder: Path
) -> None:
    odd = os.fsdecode(b"\xff\x1b[1m|&.run")
    (folder / odd).write_text(BM25)
    assert names(cranfield("eval", "qrels.txt", odd, *QUICKLY)) == [r"\xff\x1b[1m|&"]
    cranfield("eval", "qrels.txt", odd, *QUICKLY, "-o", "scores.csv")
    assert b"\n\xff\x1b[1m|&,all,AP,0.66" in (folder / "scores.csv").read_bytes()


def test_arguments_come_from_a_file(cranfield: Command, folder: Path) -> None:
    (folder / "args").write_bytes(
        b"\xef\xbb\xbf# what we compare\r\n\r\nqrels.txt\r\n  bm25.run  \n-m AP P@1\n--intervals=none\n--depth 5\n"
    )
    typed = cranfield("eval", "qrels.txt", "bm25.run", "-m", "AP P@1", "--intervals", "none", "--depth", "5")
    assert typed.code == 0
    assert cranfield("eval", "@args") == typed
    assert cranfield("@args") == (2, "", "error: there is no command `qrels.txt`\n"
        "  one of: " + cranfield("evl").err.partition("one of: ")[2].partition("\n")[0] + "\n  named in args:3\n")  # fmt: skip


@pytest.mark.parametrize(
    "content,message",
    [
        (
            "qrels.txt\nbm52.run\n",
            "error: bm52.run: there is no such file\n  named in args:2\nhint: did you mean `bm25.run`?\n",
        ),
        (
            "qrels.txt\nbm25.run\n--tie rank\n",
            "error: there is no option `--tie`\n  named in args:3\nhint: did you mean `--ties` or `--topics`?\n",
        ),
        (
            "qrels.txt\nbm25.run\n\n--ties\ndocd\n",
            (
                "error: `--ties` has no value `docd`\n"
                "  one of: docid, docid-ascending, input, rank, expected, best, worst\n  named in args:4\n"
                "  named in args:5\nhint: did you mean `docid`?\n"
            ),
        ),
        (
            "qrels.txt\n@more\n",
            (
                "error: args:2: a file of arguments cannot name another one: @more\n"
                "hint: name both where you type; a file that is called so is ./@more\n"
            ),
        ),
        ("qrels.txt\0\n", "error: args:1: this is not a file of arguments, but binary\n"),
    ],
)
def test_a_fault_in_a_file_of_arguments_has_its_line(
    cranfield: Command, folder: Path, content: str, message: str
) -> None:
    (folder / "args").write_text(content)
    assert cranfield("eval", "@args") == (2, "", message)


def test_a_file_of_arguments_that_is_not_there_is_told(cranfield: Command, folder: Path) -> None:
    result = cranfield("eval", "@nope")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(
        "error: nope: there is no such file\n  @nope takes arguments from this file; "
    )


def test_a_run_whose_name_begins_so_can_be_named(cranfield: Command, folder: Path) -> None:
    (folder / "@bm25.run").write_text(BM25)
    assert names(cranfield("eval", "qrels.txt", "./@bm25.run", *QUICKLY)) == ["@bm25"]
    assert names(cranfield("eval", *QUICKLY, "--", "qrels.txt", "@bm25.run")) == ["@bm25"]


@pytest.mark.parametrize("typed", ["topics.txt", "./topics.txt", "2,1", " 2, 1 ,", "/dev/stdin"])
def test_topics_are_listed_in_a_file_or_between_commas(shell: Command, folder: Path, typed: str) -> None:
    (folder / "topics.txt").write_bytes(b"\xef\xbb\xbf2\r\n\r\n 1\n2\n")
    with (folder / "qrels.txt").open("a") as stream:
        stream.write("3 0 d1 1\n")
    result = shell(
        f"cranfield eval qrels.txt bm25.run -m RR --intervals none --topics '{typed}' < topics.txt"
    )
    assert result.out == (
        "run       RR\nbm25  0.7500\n\n2 topics; bm25 has documents for all of them\n"
        "policies other than the default: topics a list of 2\n"
    )
    assert result.err == ""


def test_one_topic_needs_no_comma(cranfield: Command, folder: Path) -> None:
    assert "\nbm25  0.5000\n" in cranfield("eval", "qrels.txt", "bm25.run", "--topics", "2", *QUICKLY).out


@pytest.mark.parametrize(
    "typed,message",
    [
        ("comon", "error: `--topics` has no value `comon`, and no file is called so\n"),
        ("9", "error: no judgements for 1 of 1 topic asked for: 9\n"),
        ("2,9,8", "error: no judgements for 2 of 3 topics asked for: 8, 9\n"),
        ("topics.txt", "error: topics.txt: there is no such file\n"),
        ("qrels.txt", "error: qrels.txt:1: a line of topics has one id, this one has 4 columns\n"),
        ("empty", "error: empty: there are no topics in it\n"),
        ("-", "error: `--topics` takes a file, not standard input, which is for a run or the judgements\n"),
        (",", "error: `--topics` names no topic\n"),
        ("", "error: `--topics` names no topic\n"),
    ],
)
def test_topics_that_mean_nothing_are_refused(
    cranfield: Command, folder: Path, typed: str, message: str
) -> None:
    (folder / "empty").write_text("\n")
    result = cranfield("eval", "qrels.txt", "bm25.run", "--topics", typed)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(message)
    assert "\nhint: " in result.err
