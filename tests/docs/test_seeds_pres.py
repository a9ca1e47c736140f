"""The page about the PRES paper quotes it rightly."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

OF_THE_PAGE = pytest.mark.parametrize("make", ["make_pres"], indirect=True)


@OF_THE_PAGE
def test_table_4_is_what_its_rows_say(make: ModuleType, page: ModuleType, shared: Path) -> None:
    table = shared / "spec" / "clef_ip_2009_table4.csv"
    assert page.shown(make.PAGE, "table 4", "make_pres.py") == make.blocks(table)["table 4"]


@OF_THE_PAGE
def test_the_printed_numbers_are_those_of_the_paper(make: ModuleType, cases: dict[str, Any]) -> None:
    quoted = {
        (tuple(found), 4): dict(zip(("AP", "Recall", "F1", "F'1", "F'4", "PRES"), printed, strict=True))
        for _, found, printed in make.SYSTEMS
    } | {
        (tuple(found), n): dict(zip(("recall", "ap", "pres"), printed, strict=True))
        for found, n, printed in make.TOPICS
    }
    bundles = [case for case in cases.values() if case["measure"] == "pres_bundle"]
    assert len(bundles) == len(quoted) == 13
    for case in bundles:
        row = quoted[tuple(case["inputs"]["ranks"]), case["params"]["n"]]
        assert {name: float(told.strip("~")) for name, told in row.items()} == case["published"]


def test_only_one_other_list_fits_the_numbers_of_system_2() -> None:
    def fits(ranks: tuple[int, ...]) -> bool:
        ap = sum(nth / rank for nth, rank in enumerate(ranks, 1)) / 4
        pres = sum(100 - (rank - nth) for nth, rank in enumerate(ranks, 1)) / 400
        return f"{ap:.4f}" == "0.0481" and f"{17 * ap / (16 * ap + 1):.3f}" == "0.462" and pres == 0.51

    assert list(filter(fits, combinations(range(44, 58), 4))) == [(50, 51, 52, 53)]


@OF_THE_PAGE
def test_the_printed_correlations_are_near_tau_a(make: ModuleType, shared: Path) -> None:
    rows = make.blocks(shared / "spec" / "clef_ip_2009_table4.csv")["table 4"].splitlines()[2:5]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    # tau_a as in the specification of the worked examples, counted there by another program
    assert [row[6] for row in cells] == ["0.5550", "0.8741", "0.6587"]
    assert all(abs(float(row[6]) - float(row[-1])) <= 0.0051 for row in cells)
