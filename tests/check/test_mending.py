"""`--fix`: what was mended is found no more, and where it did not matter the numbers are the same to the bit."""

from __future__ import annotations

import io
import warnings
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cranfield as cf
from cranfield.check.finding import Report, Role
from cranfield.check.kinds import KINDS
from cranfield.check.mending import Keep, Mending, mend
from cranfield.check.opening import Settings, open_leniently
from tests.check.conftest import QRELS, RUN, text
from tests.check.dirty import JUDGEMENTS, RUNS, Dirty

MEASURES = "AP nDCG RR P@2 Bpref RBP NumRet"


def _mended(content: bytes, role: Role, duplicates: Keep = "first") -> Mending:
    opened = open_leniently(io.BytesIO(content), role, "given", Settings(), Report())
    return mend(opened, duplicates)


def _text(mending: Mending) -> bytes:
    assert mending.refused is None
    return b"".join(mending.blocks)


def _kinds(content: bytes, role: Role) -> set[str]:
    given = io.BytesIO(content)
    report = cf.check_files(given) if role == "qrels" else cf.check_files(None, [given])
    return {found.kind for found in report.findings}


def _numbers(qrels: bytes, run: bytes, **policies: Any) -> list[float]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", cf.CranfieldWarning)
        scores = cf.evaluate(io.BytesIO(qrels), io.BytesIO(run), MEASURES, **policies)
    return [value for measure in scores.measures for value in scores["run" if "run" in scores.runs else scores.runs[0], measure].tolist()]  # fmt: skip


CASES: list[tuple[Role, Dirty]] = [
    *(("run", dirty) for dirty in RUNS if KINDS[dirty.kind].mended),
    *(("qrels", dirty) for dirty in JUDGEMENTS if KINDS[dirty.kind].mended),
]


@pytest.mark.parametrize("role, dirty", CASES, ids=[f"{role}-{dirty.kind}" for role, dirty in CASES])
def test_what_was_mended_is_found_no_more(role: Role, dirty: Dirty) -> None:
    before = _kinds(dirty.content, role)
    mending = _mended(dirty.content, role)
    after = _kinds(_text(mending), role)
    assert dirty.kind in before
    assert mending.done
    assert not {kind for kind in after if KINDS[kind].mended}
    assert after <= before


@pytest.mark.parametrize("role, dirty", CASES, ids=[f"{role}-{dirty.kind}" for role, dirty in CASES])
@pytest.mark.parametrize("ties", ["docid", "input", "expected"])
def test_the_mended_file_has_the_same_numbers(role: Role, dirty: Dirty, ties: str) -> None:
    before = dirty.content
    if dirty.kind == "header-line":  # is no line that could be evaluated
        before = before.partition(b"\n")[2]
    mended = _text(_mended(dirty.content, role))
    policies = {"ties": ties, "duplicates": "first", "comments": "#"}
    if role == "run":
        assert _numbers(text(QRELS), before, **policies) == _numbers(text(QRELS), mended, ties=ties)
    else:
        assert _numbers(before, text(RUN), **policies) == _numbers(mended, text(RUN), ties=ties)


@pytest.mark.parametrize(
    "dirty",
    [each for each in RUNS if KINDS[each.kind].severity == "error" and each.line],
    ids=lambda each: each.kind,
)
def test_what_cannot_be_mended_stays_a_finding(dirty: Dirty) -> None:
    mending = _mended(dirty.content, "run")
    if not KINDS[dirty.kind].mended and dirty.kind in _kinds(dirty.content, "run"):
        assert mending.refused or dirty.kind in _kinds(_text(mending), "run")


def test_a_sound_file_is_copied_as_it_is() -> None:
    mending = _mended(text(RUN), "run")
    assert _text(mending) == text(RUN)
    assert not mending.done


def test_duplicates_are_not_decided_unasked() -> None:
    mending = _mended(text([*RUN, RUN[-1]]), "run", "error")
    assert mending.refused == "documents appear twice; --duplicates first (or last) says which line counts"


def test_the_first_or_the_last_of_two_lines_is_kept() -> None:
    qrels = text(["301 0 a 1", "301 0 b 0", "301 0 a 2"])
    assert _text(_mended(qrels, "qrels", "first")) == text(["301 0 a 1", "301 0 b 0"])
    assert _text(_mended(qrels, "qrels", "last")) == text(["301 0 b 0", "301 0 a 2"])


def test_ranks_are_numbered_by_score_and_ties_as_before() -> None:
    run = text(["1 Q0 a 4 1.5 x", "1 Q0 b 2 1.5 x", "1 Q0 c 7 9.5 x"])
    assert _text(_mended(run, "run")) == text(["1 Q0 c 1 9.5 x", "1 Q0 a 3 1.5 x", "1 Q0 b 2 1.5 x"])


def test_lines_that_cannot_be_used_are_kept_at_the_end() -> None:
    run = text(["1 Q0 a 2 1e x", "1 Q0 b 1 1.5 x", "2 Q0 a 1 2.5 x", "1 Q0 c 2 1.25 x"])
    assert _text(_mended(run, "run")) == text(
        ["1 Q0 b 1 1.5 x", "1 Q0 c 2 1.25 x", "2 Q0 a 1 2.5 x", "1 Q0 a 2 1e x"]
    )


def test_only_plain_text_is_mended() -> None:
    assert _mended(b'{"1": {"a": 2.5}}', "run").refused == "only plain text is, not json"


row = st.tuples(
    st.sampled_from("12"),
    st.sampled_from("abcdef"),
    st.integers(-2, 9),
    st.sampled_from([0.5, 1.5, 1.25, -3e-5, 7.0]),
)
ends = st.sampled_from(["\n", "\n", "\r\n", " \n", "\n\n"])


@given(
    rows=st.lists(row, min_size=1, max_size=25),
    ends=st.lists(ends, min_size=25, max_size=25),
    mark=st.sampled_from(["", "\ufeff"]),
    keep=st.sampled_from(["first", "last"]),
    ties=st.sampled_from(["docid", "docid-ascending", "input", "rank"]),
    unjudged=st.sampled_from(["nonrelevant", "condense", "relevant"]),
    depth=st.sampled_from([None, 3]),
)
def test_mending_changes_no_number(
    rows: list[tuple[str, str, int, float]],
    ends: list[str],
    mark: str,
    keep: Keep,
    ties: str,
    unjudged: str,
    depth: int | None,
) -> None:
    lines = [
        f"{topic} Q0 {doc} {rank} {score} x{end}"
        for (topic, doc, rank, score), end in zip(rows, ends, strict=False)
    ]
    run = (mark + "".join(lines)).encode()
    qrels = text(["1 0 a 1", "1 0 b 0", "1 0 c 2", "2 0 a 0", "2 0 d 1", "2 0 e -1"])
    mended = _text(_mended(run, "run", keep))
    policies: dict[str, Any] = {"unjudged": unjudged, "depth": depth}
    if ties == "rank" and len({(topic, rank) for topic, _, rank, _ in rows}) < len(rows):
        ties = "docid"  # repeated ranks were mended, and would be looked at
    assert _numbers(qrels, run, ties=ties, duplicates=keep, **policies) == _numbers(
        qrels, mended, ties=ties, **policies
    )
    if "reversed-scores" not in _kinds(run, "run") | _kinds(mended, "run"):  # those are left alone
        assert not {kind for kind in _kinds(mended, "run") if KINDS[kind].mended}
        assert _text(_mended(mended, "run")) == mended
