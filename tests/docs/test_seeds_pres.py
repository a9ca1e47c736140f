"""The page about the PRES paper says what the paper printed and what the library computes."""

from __future__ import annotations

import importlib.util
import json
from itertools import combinations
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAKE = ROOT / "docs" / "seeds" / "make_pres.py"
PAGE = MAKE.with_name("pres.md")


@pytest.fixture(scope="module")
def make() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_pres", MAKE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def on_the_page(make: ModuleType, name: str) -> str:
    found = make.block(name).search(PAGE.read_text(encoding="utf-8"))
    assert found is not None
    return str(found[2]).strip()


@pytest.mark.parametrize("name", ["tables 1 and 2", "table 3", "equation 4", "rnorm", "by lot"])
def test_the_page_is_what_the_library_computes(make: ModuleType, name: str) -> None:
    assert on_the_page(make, name) == make.blocks(None)[name]


def test_table_4_is_what_its_rows_say(make: ModuleType, shared: Path) -> None:
    table = shared / "spec" / "clef_ip_2009_table4.csv"
    assert on_the_page(make, "table 4") == make.blocks(table)["table 4"]


def test_writing_the_page_again_changes_nothing(
    make: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "pres.md"
    copy.write_text(PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(make, "PAGE", copy)
    assert make.main([]) == 0
    assert copy.read_text(encoding="utf-8") == PAGE.read_text(encoding="utf-8")


def test_a_page_without_the_block_is_refused(
    make: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "pres.md"
    copy.write_text("no tables here", encoding="utf-8")
    monkeypatch.setattr(make, "PAGE", copy)
    with pytest.raises(SystemExit, match=r"pres\.md has no block called `tables 1 and 2`"):
        make.main([])


def test_the_printed_numbers_are_those_of_the_paper(make: ModuleType, shared: Path) -> None:
    cases = json.loads((shared / "spec" / "seed_cases.json").read_text(encoding="utf-8"))["cases"]
    quoted = {
        (tuple(found), 4): dict(zip(("AP", "Recall", "F1", "F'1", "F'4", "PRES"), printed, strict=True))
        for _, found, printed in make.SYSTEMS
    } | {
        (tuple(found), n): dict(zip(("recall", "ap", "pres"), printed, strict=True))
        for found, n, printed in make.TOPICS
    }
    bundles = [case for case in cases if case["measure"] == "pres_bundle"]
    assert len(bundles) == len(quoted) == 13
    for case in bundles:
        row = quoted[tuple(case["inputs"]["ranks"]), case["params"]["n"]]
        assert {name: float(told.strip("~")) for name, told in row.items()} == case["published"]


def test_bold_is_what_does_not_round_to_the_printed_number(make: ModuleType) -> None:
    assert make.marked(0.505, "0.51", 4) == "0.505"
    assert make.marked(0.5049, "0.51", 4) == "**0.5049**"
    assert make.marked(0.0004, "~0", 4) == "0.0004"


def test_only_one_other_list_fits_the_numbers_of_system_2() -> None:
    def fits(ranks: tuple[int, ...]) -> bool:
        ap = sum(nth / rank for nth, rank in enumerate(ranks, 1)) / 4
        pres = sum(100 - (rank - nth) for nth, rank in enumerate(ranks, 1)) / 400
        return f"{ap:.4f}" == "0.0481" and f"{17 * ap / (16 * ap + 1):.3f}" == "0.462" and pres == 0.51

    assert list(filter(fits, combinations(range(44, 58), 4))) == [(50, 51, 52, 53)]


def test_the_printed_correlations_are_near_tau_a(make: ModuleType, shared: Path) -> None:
    rows = make.blocks(shared / "spec" / "clef_ip_2009_table4.csv")["table 4"].splitlines()[2:5]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    # tau_a as in the specification of the worked examples, counted there by another program
    assert [row[6] for row in cells] == ["0.5550", "0.8741", "0.6587"]
    assert all(abs(float(row[6]) - float(row[-1])) <= 0.0051 for row in cells)
