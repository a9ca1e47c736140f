"""The pages about the ADM paper and the two lectures say what these printed and what the library computes."""

from __future__ import annotations

import importlib
import json
import sys
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cranfield.measure import find
from cranfield.measure.families.distance.by_hand import square
from cranfield.model import Judged

SEEDS = Path(__file__).resolve().parents[2] / "docs" / "seeds"
PAGES = ["make_adm", "make_lectures"]
BLOCKS = {"make_adm": 7, "make_lectures": 11}


@pytest.fixture
def make(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script that makes a page, imported as Python would that runs it."""
    monkeypatch.syspath_prepend(str(SEEDS))
    for name in (*PAGES, "page"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return importlib.import_module(getattr(request, "param", "make_adm"))


def page() -> ModuleType:
    return importlib.import_module("page")


@pytest.mark.parametrize("make", PAGES, indirect=True)
def test_the_page_is_what_the_library_computes(make: ModuleType) -> None:
    blocks = make.blocks()
    assert len(blocks) == BLOCKS[make.__name__]
    for name, made in blocks.items():
        assert page().shown(make.PAGE, name, f"{make.__name__}.py") == made, name
    assert make.PAGE.read_text(encoding="utf-8").count("<!-- made by") == len(blocks)


@pytest.mark.parametrize("make", PAGES, indirect=True)
def test_writing_the_page_again_changes_nothing(make: ModuleType, tmp_path: Path) -> None:
    copy = tmp_path / make.PAGE.name
    copy.write_text(make.PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    page().write(copy, make.blocks(), f"{make.__name__}.py")
    assert copy.read_text(encoding="utf-8") == make.PAGE.read_text(encoding="utf-8")


def test_a_page_without_the_block_is_refused(make: ModuleType, tmp_path: Path) -> None:
    copy = tmp_path / "adm.md"
    copy.write_text("no tables here", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"adm\.md has no block called `table 1`"):
        page().write(copy, make.blocks(), "make_adm.py")


def test_bold_is_what_does_not_round_to_the_printed_number(make: ModuleType) -> None:
    assert page().marked(0.625, "0.63") == "0.625"
    assert page().marked(0.6249, "0.63") == "**0.6249**"
    assert page().plain(-1e-17) == "0"


def cases(shared: Path) -> dict[str, Any]:
    told = json.loads((shared / "spec" / "seed_cases.json").read_text(encoding="utf-8"))["cases"]
    return {case["name"]: case for case in told}


def test_the_printed_numbers_are_those_of_the_paper(make: ModuleType, shared: Path) -> None:
    quoted = {
        "table1": (make.URE, make.SYSTEMS),
        "table2a_natural": (make.URE_2A, make.systems_2a(0.01)),
        "table2a_exact": (make.URE_2A, make.systems_2a(0.011)),
        "table2b": (make.URE_2B, make.SYSTEMS_2B),
    }
    known = cases(shared)
    for where, (ure, systems) in quoted.items():
        for name, sre, printed in systems:
            case = known[f"adm_{where}_{name}"]
            assert case["published"] == dict(zip(("P", "R", "E", "ADM"), map(float, printed), strict=True))
            assert case["inputs"] == {"sre": pytest.approx(list(sre)), "ure": list(ure)}


@pytest.mark.parametrize("make", ["make_lectures"], indirect=True)
def test_the_printed_numbers_are_those_of_the_lectures(make: ModuleType, shared: Path) -> None:
    def numbers(row: str) -> list[float]:
        return [float(number) for number in row.split()]

    known = cases(shared)
    for name, (_, ranks, n) in make.RANKINGS.items():
        case = known[f"s4_ranking_{name}"]
        assert (case["inputs"]["ranks"], case["params"]["n"]) == (ranks, n)
        assert case["published"]["precision"] == numbers(make.PRINTED_PRECISION[name])
        assert case["published"]["recall"] == numbers(make.PRINTED_RECALL[name])
        assert case["published"]["ap"] == float(make.PRINTED_AP[name])
    assert known["s2_dcg"]["published"] == numbers(make.PRINTED_JARVELIN)
    assert known["s4_rr_row"]["published"] == numbers(make.PRINTED_RR)
    table = known["s4_dcg_published_bug"]["published"]
    for name, key in (("DCG", "dcg"), ("DCG*", "ideal"), ("NDCG", "ndcg")):
        assert table[key] == numbers(make.PRINTED_DCG[name])


@pytest.mark.parametrize("make", ["make_lectures"], indirect=True)
def test_the_lost_parentheses_explain_all_thirty_numbers(make: ModuleType) -> None:
    rows = make.dcg_table().splitlines()
    assert sum("**" in row for row in rows if "without the parentheses" in row) == 0
    assert sum(row.count("**") // 2 for row in rows if "recomputed" in row) == 27  # of 30; rank 1 is right


def of(name: str, hits: Judged) -> float:
    return float(find(name)().values(hits)[0])


def test_table_2b_has_no_other_points() -> None:
    """Both documents relevant and retrieved, ADM of .5: each is at (.5, 1) or (1, .5)."""
    steps = [number / 20 for number in range(10, 21)]
    for ure, other_ure, sre, other_sre in product(steps, repeat=4):
        if abs(sre - ure) + abs(other_sre - other_ure) > 1 - 1e-9:
            assert {ure, sre} == {other_ure, other_sre} == {0.5, 1.0}
    assert of("ADM", square(ure=[0.5, 1], sre=[1, 0.5])) == 0.5


@pytest.mark.parametrize("e", [0.001, 0.01, 0.011, 0.2])
def test_table_2a_loses_two_thirds_of_e(make: ModuleType, e: float) -> None:
    first, second, third = (of("ADM", square(ure=make.URE_2A, sre=sre)) for _, sre, _ in make.systems_2a(e))
    assert first == pytest.approx(second, abs=1e-12)
    assert first - third == pytest.approx(2 * e / 3, abs=1e-12)


def test_one_document_in_each_sector(make: ModuleType) -> None:
    ure = [0.1, 0.55, 0.8, 0.45, 0.95, 0.05, 0.2, 0.55, 0.9, 0.45]
    sre = [0.9, 0.95, 0.8, 0.55, 0.55, 0.45, 0.2, 0.45, 0.1, 0.05]
    assert [of(name, square(ure=ure, sre=sre)) for name in ("BandP", "BandR")] == [0.4, 0.4]
