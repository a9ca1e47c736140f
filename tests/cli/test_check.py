"""`cranfield check`, from dirty files to findings and mended copies."""

from __future__ import annotations

import csv
import io
import json
from inspect import cleandoc
from pathlib import Path

import pytest

from tests.cli.conftest import BM25, QRELS, Command

DIRTY = """\
1 Q0 d1 1 3.0 bm25
1 Q0 d2 2 2.0 bm25
1 Q0 d3 4 1.0 bm25
2 Q0 d5 1 2e bm25
2 Q0 d4 2 1.0 bm25
"""


@pytest.fixture
def dirty(folder: Path) -> Path:
    (folder / "dirty.run").write_text(DIRTY)
    return folder


def test_findings_are_told_with_file_and_line(cranfield: Command, dirty: Path) -> None:
    result = cranfield("check", "qrels.txt", "dirty.run")
    assert result.code == 1
    assert result.out == cleandoc(
        """
        dirty.run: 5 lines, 4 documents, 2 topics
          error[score]
            dirty.run:4: the score `2e` is not a number
              4 | 2 Q0 d5 1 2e bm25
                |           ^^
            hint: a score is a decimal number, such as 12.75 or -3e-2

        nothing found in qrels.txt

        1 error, 0 warnings, 0 notes in 2 files
        """
    ) + "\n"  # fmt: skip


def test_a_clean_campaign_is_said_to_be_clean(cranfield: Command, folder: Path) -> None:
    result = cranfield("check", "qrels.txt", "bm25.run")
    assert result == (
        0,
        "nothing found in qrels.txt, bm25.run\n\n0 errors, 0 warnings, 0 notes in 2 files\n",
        "",
    )


def test_quiet_only_counts(cranfield: Command, dirty: Path) -> None:
    result = cranfield("check", "-q", "qrels.txt", "dirty.run")
    assert "  error[score], once\n" in result.out
    assert "dirty.run:4" not in result.out


def test_strict_minds_notes_too(cranfield: Command, folder: Path) -> None:
    (folder / "gap.run").write_text(BM25.replace("d3 3", "d3 4"))
    assert cranfield("check", "qrels.txt", "gap.run").code == 0
    assert cranfield("check", "qrels.txt", "gap.run", "--strict").code == 1


def test_all_findings_are_told_on_request(cranfield: Command, folder: Path) -> None:
    (folder / "bad.run").write_text("1 Q0 d1 1 x bm25\n" * 9)
    assert "... and 4 more; --all shows them" in cranfield("check", "qrels.txt", "bad.run").out
    assert "bad.run:9: " in cranfield("check", "qrels.txt", "bad.run", "--all").out


def test_json_and_csv_are_for_programs(cranfield: Command, dirty: Path) -> None:
    told = json.loads(cranfield("check", "qrels.txt", "dirty.run", "--format", "json").out)
    assert (told["format"], told["errors"], told["findings"][0]["line"]) == ("cranfield-check 1", 1, 4)
    assert cranfield("check", "qrels.txt", "dirty.run", "-o", "found.csv").code == 1
    (row,) = csv.DictReader(io.StringIO((dirty / "found.csv").read_text()))
    assert (row["file"], row["line"], row["severity"], row["kind"]) == ("dirty.run", "4", "error", "score")


def test_a_run_is_checked_by_itself(cranfield: Command, dirty: Path) -> None:
    result = cranfield("check", "dirty.run")
    assert result.code == 1
    assert result.err == "no judgements were named: runs are checked by themselves\n"
    assert cranfield("check", "qrels.txt").code == 0


def test_standard_input_is_checked(cranfield: Command, dirty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(DIRTY.encode())))
    assert "standard input:4: the score `2e` is not a number" in cranfield("check", "qrels.txt", "-").out


def test_a_folder_of_runs_is_checked(cranfield: Command, dirty: Path) -> None:
    (dirty / "runs").mkdir()
    (dirty / "dirty.run").rename(dirty / "runs" / "dirty.run")
    (dirty / "runs" / "bm25.run").write_text(BM25.replace("bm25", "okapi").replace("3.0", "3.5"))
    told = cranfield("check", "qrels.txt", "runs")
    assert "runs/dirty.run:4: " in told.out
    assert "nothing found in qrels.txt, runs/bm25.run" in told.out


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["qrels.txt", "nowhere.run"], "nowhere.run: there is no such file"),
        (["qrels.txt", "qrels.txt"], "qrels.txt: is named as judgements and as a run"),
        (["qrels.txt", "bm25.run", "--fix", "."], ".: holds an input, qrels.txt, and inputs are never changed"),
        (["qrels.txt", "--fix", "qrels.txt"], "qrels.txt: is one of the inputs, which are never changed"),
        (["qrels.txt", "-", "--fix", "out"], "--fix needs files: standard input can be read only once"),
        (["qrels.txt", "bm25.run", "a/bm25.run", "--fix", "out"], "two mended files would be called out/bm25.run"),
        (["qrels.txt", "bm25.run", "--format", "xml"], "`--format` has no value `xml`"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_refused(
    cranfield: Command, folder: Path, arguments: list[str], said: str
) -> None:
    (folder / "a").mkdir()
    (folder / "a" / "bm25.run").write_text(BM25)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    result = cranfield("check", *arguments)
    assert result.code == 2
    assert result.err.startswith(f"error: {said}")
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_fix_writes_mended_copies_and_checks_them(cranfield: Command, folder: Path) -> None:
    dirty = "\ufeff" + "".join(reversed(BM25.replace("d3 3", "d3 7").splitlines(keepends=True)))
    (folder / "bad.run").write_bytes(dirty.replace("\n", "\r\n").encode())
    result = cranfield("check", "qrels.txt", "bad.run", "--fix", "mended")
    assert result.code == 0
    assert result.out == cleandoc(
        """
        qrels.txt -> mended/qrels.txt: nothing to mend
        bad.run -> mended/bad.run: byte-order-mark (1), windows-line-ends (5), unsorted
          (4), ranks (5)

        nothing found in mended/qrels.txt, mended/bad.run

        0 errors, 0 warnings, 0 notes in 2 files
        """
    ) + "\n"  # fmt: skip
    assert (folder / "bad.run").read_bytes() == dirty.replace("\n", "\r\n").encode()
    assert (folder / "mended" / "qrels.txt").read_text() == QRELS
    lines = (folder / "mended" / "bad.run").read_text().splitlines()
    assert sorted(lines) == sorted(BM25.splitlines())
    assert (
        cranfield("eval", "mended/qrels.txt", "mended/bad.run", "-m", "AP", "--format", "csv").out
        == cranfield("eval", "qrels.txt", "bad.run", "-m", "AP", "--format", "csv").out
    )


def test_what_is_not_mended_is_said(cranfield: Command, folder: Path) -> None:
    (folder / "twice.run").write_text(BM25 + "2 Q0 d4 3 0.5 bm25\n")
    result = cranfield("check", "qrels.txt", "twice.run", "--fix", "mended")
    assert result.code == 1
    assert " ".join(result.out.split()).startswith(
        "qrels.txt -> mended/qrels.txt: nothing to mend "
        "not mended: twice.run: documents appear twice; --duplicates first (or last) says which line counts"
    )
    assert not (folder / "mended" / "twice.run").exists()
    assert cranfield("check", "qrels.txt", "twice.run", "--fix", "mended", "--duplicates", "first").code == 0
    assert (folder / "mended" / "twice.run").read_text() == BM25


def test_a_single_file_is_mended_into_a_file(cranfield: Command, folder: Path) -> None:
    (folder / "crlf.run").write_bytes(BM25.replace("\n", "\r\n").encode())
    assert cranfield("check", "crlf.run", "--fix", "lf.run").code == 0
    assert (folder / "lf.run").read_text() == BM25


def test_the_json_says_what_was_mended(cranfield: Command, folder: Path) -> None:
    (folder / "crlf.run").write_bytes(BM25.replace("\n", "\r\n").encode())
    told = json.loads(cranfield("check", "crlf.run", "--fix", "lf.run", "--format", "json").out)
    assert told["mended"] == [
        {"file": "crlf.run", "written": "lf.run", "done": {"windows-line-ends": 5}, "refused": None}
    ]


@pytest.mark.parametrize("named", [["bm25.run", "dense.run"], ["runs"], ["runs/"]])
def test_runs_are_checked_without_judgements(cranfield: Command, folder: Path, named: list[str]) -> None:
    (folder / "runs").mkdir()
    for run in ("bm25.run", "dense.run"):
        (folder / "runs" / run).write_text((folder / run).read_text())
    result = cranfield("check", *named, "--format", "json")
    assert [(file["file"].rpartition("/")[2], file["role"]) for file in json.loads(result.out)["files"]] == [
        ("bm25.run", "run"),
        ("dense.run", "run"),
    ]
    assert result.err == "no judgements were named: runs are checked by themselves\n"


def test_judgements_after_a_run_are_still_swapped(cranfield: Command, folder: Path) -> None:
    assert "the judgements come first" in cranfield("check", "bm25.run", "qrels.txt").out
