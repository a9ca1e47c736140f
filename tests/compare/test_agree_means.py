"""Tables of means."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from cranfield.compare.agree import read_means
from cranfield.errors import InputError, UsageError


def write(folder: Path, text: str, name: str = "means.csv") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def test_a_column_for_runs_and_one_a_measure(tmp_path: Path) -> None:
    found = read_means(write(tmp_path, "run,AP,SearchLength,mine\nbm25,0.2,3,7\ndense,0.3,1,8\n"))
    assert (found.names, found.systems) == (("AP", "SearchLength", "mine"), ("bm25", "dense"))
    assert found.means.tolist() == [[0.2, 0.3], [3, 1], [7, 8]]
    assert found.oriented.tolist() == [[0.2, 0.3], [-3, -1], [7, 8]]
    assert found.assumed == ("mine",)


@pytest.mark.parametrize(
    "text",
    [
        "AP\tsystem\n0.2\tbm25\n0.3\tdense\n",
        "Run ID;AP\r\nbm25;0.2\r\ndense;0.3\r\n",
        '\ufeffrun,AP\n\nbm25,.2\n"dense",3e-1\n',
    ],
)
def test_separators_orders_and_headings_vary(tmp_path: Path, text: str) -> None:
    found = read_means(write(tmp_path, text))
    assert found.systems == ("bm25", "dense")
    assert found.means.tolist() == [[0.2, 0.3]]


def test_a_table_may_be_compressed_and_a_few_columns_chosen(tmp_path: Path) -> None:
    (tmp_path / "means.csv.gz").write_bytes(gzip.compress(b"run,AP,RR\na,1,2\nb,2,1\n"))
    found = read_means(str(tmp_path / "means.csv.gz"), ["RR"])
    assert (found.names, found.means.tolist()) == (("RR",), [[2, 1]])


def test_all_faults_are_told_with_their_lines(tmp_path: Path) -> None:
    path = write(tmp_path, "run,AP\na,1\nb,x\n\na,2\nc,nan\nd\ne,inf\n")
    with pytest.raises(InputError) as refused:
        read_means(path)
    lines = str(refused.value).splitlines()
    assert lines == [
        f"{path}:3: AP of `b` is not a number: `x`",
        f"{path}:5: `a` has a row already, line 2",
        f"{path}:6: AP of `c` is not a number: `nan`",
        f"{path}:7: the row has 1 field, and the header names 2",
        f"{path}:8: AP of `e` is not a number: `inf`",
    ]


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "neither saved scores nor a table of means"),
        ("q1 0 d1 1\nq1 0 d2 0\n", "neither saved scores nor a table of means"),
        ("run\na\n", "neither saved scores nor a table of means"),
        ("run,AP\na,1\n", "two systems at least"),
        ("run,AP,AP\na,1,2\nb,2,3\n", "two columns have one name"),
        ('run,AP\n"a,1\n', "cannot be split into fields"),
        ("run,NumRet\na,1\nb,2\n", "NumRet is a count"),
    ],
)
def test_what_is_no_such_table_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises((InputError, UsageError), match=message):
        read_means(write(tmp_path, text))


@pytest.mark.parametrize("column", ["recall", "official", "all", "satisfaction"])
def test_a_name_that_stands_for_no_one_measure_is_taken_to_be_better_when_greater(
    tmp_path: Path, column: str
) -> None:
    found = read_means(write(tmp_path, f"run,{column}\na,1\nb,2\n"))
    assert (found.signs.tolist(), found.assumed) == ([1], (column,))


def test_a_column_that_is_not_there_may_be_misspelt(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="did you mean `nDCG`"):
        read_means(write(tmp_path, "run,nDCG\na,1\nb,2\n"), ["nDGC"])
