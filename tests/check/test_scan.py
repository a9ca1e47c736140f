"""Many lines at once are read as one by one: whatever the bytes, `check` and `eval` agree on every line."""

from __future__ import annotations

import io
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cranfield as cf
from cranfield._core.contract import Layout
from cranfield._core.lines import LineReader, Record, numbered_lines
from cranfield.check import check_files
from cranfield.check import scan as scanning
from cranfield.check.rows import NO_RANK
from cranfield.check.scan import Sheet, scan
from cranfield.faults import Fault

FIELDS = [b"301", b"0301", b"Q0", b"0", b"d1", b"d2", "d\u200b3".encode(), b"d\xff", b"1", b"2", b"1.5", b"-2e-3", b"1e", b"inf",
          b"nan", b"1_0", b".", b"12345678901234567890123", b"0.1000000000000000055511151231257827021181583404541015625",
          b"bm25", b"#", b"\0", b"\xef\xbb\xbf", b"+3", b"-1", b"1e999"]  # fmt: skip
BLANKS = [b" ", b"\t", b"  ", b"\r", b"\v", b""]

line = st.lists(st.tuples(st.sampled_from(FIELDS), st.sampled_from(BLANKS)), max_size=8).map(
    lambda pairs: b"".join(field + (blank or b" ") for field, blank in pairs)
)
good = st.tuples(
    st.sampled_from([b"301", b"302"]), st.sampled_from([b"d1", b"d2", b"d3"]), st.integers(0, 4)
).map(lambda row: b"%s Q0 %s %d %d bm25" % (row[0], row[1], row[2], row[2]))
judged = st.tuples(
    st.sampled_from([b"301", b"302"]), st.sampled_from([b"d1", b"d2"]), st.integers(-1, 2)
).map(lambda row: b"%s 0 %s %d" % row)
texts = st.tuples(
    st.sampled_from([b"", b"\xef\xbb\xbf"]),
    st.lists(
        st.tuples(st.one_of(line, good, judged), st.sampled_from([b"\n", b"\n", b"\r\n", b"\r"])), max_size=30
    ).map(lambda pairs: b"".join(text + end for text, end in pairs)),
    st.sampled_from([b"", b"301 Q0 d9 1 1.5 bm", b"301"]),
).map(b"".join)


@pytest.mark.parametrize("layout", ["run", "qrels", "ranking3", "ranking2"])
@given(text=texts, comment=st.sampled_from([None, "#"]))
def test_lines_are_read_as_the_core_reads_them(layout: Layout, text: bytes, comment: str | None) -> None:
    faults: list[Fault] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scanning, "_AT_ONCE", 40)  # so that a text is several pieces
        sheet = scan(text, layout, comment, faults.append)
    reader = LineReader(layout, comment, strict_rank=False)
    expected = [
        found for number, line in numbered_lines(iter([text])) if (found := reader.read(number, line))
    ]
    assert faults == [found for found in expected if isinstance(found, Fault)]
    records = [found for found in expected if isinstance(found, Record)]
    assert _rows(sheet, layout) == [
        (each.line, each.topic, each.doc, None if layout == "ranking2" else each.value, each.tag)
        for each in records
    ]
    if layout == "run":
        assert sheet.rows.rank is not None
        ranks = [None if rank == NO_RANK else rank for rank in sheet.rows.rank.tolist()]
        assert ranks == [each.rank for each in records]


def _rows(sheet: Sheet, layout: Layout) -> list[tuple[object, ...]]:
    rows = sheet.rows
    return [
        (
            int(rows.line[row]),
            rows.topic_of(row),
            rows.doc(row),
            None if layout == "ranking2" else float(rows.value[row]),
            b"" if rows.tag is None else rows.tags[rows.tag[row]],
        )
        for row in range(len(rows))
    ]


@given(qrels=st.one_of(texts, st.binary(max_size=200)), run=st.one_of(texts, st.binary(max_size=200)))
def test_whatever_the_bytes_every_line_that_is_named_is_there(qrels: bytes, run: bytes) -> None:
    report = check_files(io.BytesIO(qrels), [io.BytesIO(run)], shown=None)
    lines = {"qrels": qrels.count(b"\n") + 1, "run 1": run.count(b"\n") + 1}
    for found in report.findings:
        for number in (found.line, found.other_line):
            assert number is None or 1 <= number <= lines[found.file]
    assert sum(report.counts.values()) == len(report.findings)
    assert str(report)


# `eval` takes these; its numbers would be wrong.
WRONG_NUMBERS = {
    "nothing-relevant",
    "no-document-in-common",
    "document-ids-differ",
    "topic-ids-differ",
    "carriage-returns",
    "reversed-scores",
}


def _mostly(usual: st.SearchStrategy[bytes]) -> st.SearchStrategy[bytes]:
    lines = st.lists(usual, min_size=1, max_size=4, unique_by=lambda row: tuple(row.split()[:3]))
    return st.tuples(lines, st.one_of(st.just(b""), st.just(b""), line)).map(
        lambda text: b"\n".join([*text[0], text[1]])
    )


@given(qrels=_mostly(judged), run=_mostly(good))
def test_what_has_no_error_can_be_evaluated_and_what_has_one_cannot(qrels: bytes, run: bytes) -> None:
    report = check_files(io.BytesIO(qrels), [io.BytesIO(run)])
    refused = {found.kind for found in report.findings if found.severity == "error"} - WRONG_NUMBERS
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", cf.CranfieldWarning)
            cf.evaluate(io.BytesIO(qrels), io.BytesIO(run), "AP")
        assert not refused
    except cf.InputError:
        assert report.total("error")
