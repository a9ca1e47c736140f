"""The Rust core and its twin agree to the last bit: values, faults, and the words of the errors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cranfield._core.contract import Columns, Core, JudgedHits, Layout, Policy, Text
from cranfield.faults import input_error
from cranfield.model import Qrels, Run
from tests.both_cores import CORES
from tests.core.campaigns import NOISE, Campaign, campaigns

pytestmark = pytest.mark.skipif(len(CORES) < 2, reason="the Rust core is not built here")

POLICIES = st.builds(
    Policy,
    ties=st.sampled_from(["docid", "docid-ascending", "input", "rank"]),
    duplicates=st.sampled_from(["error", "first", "last"]),
    depth=st.sampled_from([None, None, 1, 3]),
    condense=st.booleans(),
    unjudged_grade=st.sampled_from([None, None, 2.0]),
    single=st.booleans(),
    whole_ties=st.booleans(),
)
COMMENTS = st.sampled_from([None, None, "#", "d"])
LAYOUTS: st.SearchStrategy[Layout] = st.sampled_from(["run", "qrels", "ranking3", "ranking2"])


def _plain(value: Any) -> Any:
    """Return values that compare equal only when every bit is the same."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.tobytes()
    return value.raws() if hasattr(value, "raws") else value


def _same(first: Columns | JudgedHits | None, second: Columns | JudgedHits | None) -> None:
    assert first is not None
    assert second is not None
    for name in first._fields:
        assert _plain(getattr(first, name)) == _plain(getattr(second, name)), name


def _cut(text: bytes, size: int) -> Iterator[bytes]:
    return (text[start : start + size] for start in range(0, len(text), size))


def _qrels(core: Core, text: bytes) -> Qrels:
    found = core.read_columns("qrels", _cut(text, 1 << 20), "first", None, None)
    return Qrels(found.topics, found.starts, found.docs, found.values)


def _judge_text(
    core: Core, campaign: Campaign, text: Text, policy: Policy, comment: str | None
) -> JudgedHits | None:
    return core.judge_text(core.index(_qrels(core, campaign.qrels)), "run", text, policy, comment, 2, None)


@given(campaigns(), POLICIES, COMMENTS, st.integers(1, 40))
@settings(max_examples=300, deadline=None)
def test_judging_a_stream(campaign: Campaign, policy: Policy, comment: str | None, size: int) -> None:
    native, twin = (
        _judge_text(core, campaign, _cut(campaign.run, size), policy, comment) for core in CORES.values()
    )
    if native is not None:  # else a topic came back, and the run is read whole instead
        _same(native, twin)


@given(campaigns(faulty=True), POLICIES, COMMENTS)
@settings(max_examples=300, deadline=None)
def test_judging_a_file_that_has_faults(
    tmp_path_factory: pytest.TempPathFactory, campaign: Campaign, policy: Policy, comment: str | None
) -> None:
    file = tmp_path_factory.getbasetemp() / "faulty.run"
    file.write_bytes(campaign.run)
    native, twin = (_judge_text(core, campaign, str(file), policy, comment) for core in CORES.values())
    _same(native, twin)
    if native and twin and native.faults:
        words = [str(input_error("x.run", found.faults, found.fault_count)) for found in (native, twin)]
        assert words[0] == words[1]


@given(NOISE, LAYOUTS, st.sampled_from(["error", "first", "last"]), COMMENTS, st.integers(1, 50))
@settings(max_examples=500, deadline=None)
def test_reading_any_bytes_whole(
    text: bytes, layout: Layout, duplicates: str, comment: str | None, size: int
) -> None:
    native, twin = (
        core.read_columns(layout, _cut(text, size), duplicates, comment, None) for core in CORES.values()
    )
    _same(native, twin)


@given(st.binary(max_size=300), LAYOUTS)
@settings(max_examples=200, deadline=None)
def test_reading_arbitrary_bytes(text: bytes, layout: Layout) -> None:
    native, twin = (core.read_columns(layout, iter([text]), "error", None, None) for core in CORES.values())
    _same(native, twin)


@given(campaigns(), POLICIES)
@settings(max_examples=200, deadline=None)
def test_judging_rows_in_memory(campaign: Campaign, policy: Policy) -> None:
    results = []
    for core in CORES.values():
        found = core.read_columns("run", iter([campaign.run]), "first", None, None)
        run = Run(found.topics, found.starts, found.docs, found.values, found.ranks)
        results.append(core.judge_rows(core.index(_qrels(core, campaign.qrels)), run, policy))
    _same(*results)


@given(campaigns(), POLICIES)
@settings(max_examples=200, deadline=None)
def test_a_dict_gives_what_its_rows_give(campaign: Campaign, policy: Policy) -> None:
    core = CORES["native"]
    found = core.read_columns("run", iter([campaign.run]), "first", None, None)
    run = Run(found.topics, found.starts, found.docs, found.values, None)
    index = core.index(_qrels(core, campaign.qrels))
    direct = core.judge_dict(index, run.to_dict(), policy)
    if direct is not None:
        _same(direct, core.judge_rows(index, run, policy))


@given(
    st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("xyz"), st.floats()), max_size=12),
    st.sampled_from(["run", "qrels"]),
)
@settings(max_examples=200, deadline=None)
def test_grouping_rows(rows: list[tuple[str, str, float]], kind: Any) -> None:
    from cranfield.model import Ids

    columns = (
        Ids.of(row[0] for row in rows),
        Ids.of(row[1] for row in rows),
        np.array([row[2] for row in rows], dtype=np.float64),
    )
    native, twin = (core.group_rows(kind, *columns, None, "error") for core in CORES.values())
    _same(native, twin)


def test_a_file_of_many_parts_is_one_file(tmp_path: Path) -> None:
    """Topics cut by the borders between threads are put together again; line numbers go on counting."""
    lines = [
        b"%d Q0 doc%d %d %r tag\n" % (topic, doc, doc, float(-doc % 97))
        for topic in range(300)
        for doc in range(2000)
    ]
    lines[450_000] = b"225 Q0 doc 1 oops tag\n"
    run = tmp_path / "large.run"
    run.write_bytes(b"".join(lines))
    qrels = b"".join(
        b"%d 0 doc%d %d\n" % (topic, doc, doc % 3) for topic in range(300) for doc in range(0, 2000, 50)
    )
    results = [_judge_text(core, Campaign(qrels, b""), str(run), Policy(), None) for core in CORES.values()]
    _same(results[0], results[1])
    assert results[0] is not None
    assert [fault.line for fault in results[0].faults] == [450_001]


def test_topics_that_come_back_across_parts(tmp_path: Path) -> None:
    lines = [
        b"%d Q0 doc%d %d %r tag\n" % (topic, doc, doc, float(doc % 89))
        for doc in range(4000)
        for topic in range(60)
    ]
    run = tmp_path / "interleaved.run"
    run.write_bytes(b"".join(lines))
    qrels = b"".join(b"%d 0 doc%d 1\n" % (topic, doc) for topic in range(60) for doc in range(0, 4000, 100))
    native, twin = (
        _judge_text(core, Campaign(qrels, b""), str(run), Policy(), None) for core in CORES.values()
    )
    _same(native, twin)
