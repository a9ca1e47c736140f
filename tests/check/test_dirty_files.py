"""One dirty file for each fault, and each is named at its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from cranfield.check import check_files
from cranfield.check.kinds import KINDS
from tests.check.conftest import QRELS, Checked, text
from tests.check.dirty import JUDGEMENTS, RUNS, SECOND, SPECIAL, Dirty


def _name(dirty: Dirty) -> str:
    return dirty.kind


def test_nothing_is_found_in_a_sound_campaign(checked: Checked) -> None:
    assert not checked().findings


@pytest.mark.parametrize("dirty", [*RUNS, *SPECIAL], ids=_name)
def test_a_fault_of_a_run_is_named_at_its_line(dirty: Dirty, checked: Checked) -> None:
    found = checked(run=dirty.content).findings
    assert ("bm25.run", dirty.kind, dirty.line) in [(each.file, each.kind, each.line) for each in found]
    assert {each.kind for each in found} <= {dirty.kind, *dirty.also}
    assert all(each.text and each.hint for each in found)


@pytest.mark.parametrize("dirty", JUDGEMENTS, ids=_name)
def test_a_fault_of_judgements_is_named_at_its_line(dirty: Dirty, checked: Checked) -> None:
    found = [each for each in checked(qrels=dirty.content).findings if each.file == "qrels.txt"]
    assert (dirty.kind, dirty.line) in [(each.kind, each.line) for each in found]
    assert {each.kind for each in found} <= {dirty.kind, *dirty.also}


@pytest.mark.parametrize("dirty", SECOND, ids=_name)
def test_a_run_that_is_like_another_is_told(dirty: Dirty, folder: Path) -> None:
    (folder / "second.run").write_bytes(dirty.content)
    found = check_files("qrels.txt", ["bm25.run", "second.run"]).findings
    assert (dirty.kind, "second.run") in [(each.kind, each.file) for each in found]


def test_many_unjudged_documents_are_told_where_they_could_have_been_judged(checked: Checked) -> None:
    judged = [f"{topic} 0 x{place} 1" for topic in (301, 302, 303) for place in range(10)]
    found = checked(qrels=text([*QRELS[:1], *judged, *QRELS[4:5], *QRELS[8:9]])).findings
    assert "many-unjudged" in [each.kind for each in found]


def test_every_kind_of_finding_has_its_dirty_file() -> None:
    shown = {dirty.kind for dirty in (*RUNS, *SPECIAL, *SECOND, *JUDGEMENTS)}
    assert KINDS.keys() - shown == {"many-unjudged"}  # above
