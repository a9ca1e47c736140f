"""Table 4 of the PRES paper: 48 runs, three measures, and what the paper makes of them.

These cases of `shared/spec/seed_cases.json` read the table beside it: table4_tau_map_recall, table4_tau_pres_recall,
table4_tau_pres_map, table4_pair_signs, table4_ranks, table4_checksum.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from cranfield.compare.agreement import agreement_by_mean
from cranfield.compare.correlation import kendall, ranks

TABLE_MEASURES = {"kendall_tau", "pairwise_agreement_by_mean", "competition_ranks", "column_sums_x1000"}
TAUS = ["table4_tau_map_recall", "table4_tau_pres_recall", "table4_tau_pres_map"]
OTHERS = ["table4_pair_signs", "table4_ranks", "table4_checksum"]
Table = dict[str, list[int]]


@pytest.fixture(scope="module")
def cases(shared: Path) -> dict[str, Any]:
    told = json.loads((shared / "spec" / "seed_cases.json").read_text(encoding="utf-8"))["cases"]
    return {case["name"]: case for case in told if case["measure"] in TABLE_MEASURES}


@pytest.fixture(scope="module")
def rows(shared: Path) -> list[dict[str, str]]:
    with (shared / "spec" / "clef_ip_2009_table4.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def table(rows: list[dict[str, str]]) -> Table:
    """As whole numbers: values printed with three digits."""
    return {name: [round(float(row[name]) * 1000) for row in rows] for name in ("map", "recall", "pres")}


def test_every_case_about_the_table_is_here(cases: dict[str, Any]) -> None:
    assert set(cases) == {*TAUS, *OTHERS}


@pytest.mark.parametrize("name", TAUS)
def test_kendalls_tau(cases: dict[str, Any], table: Table, name: str) -> None:
    case = cases[name]
    found = kendall(table[case["inputs"]["x"]], table[case["inputs"]["y"]])
    ours = {
        "C": found.concordant,
        "D": found.discordant,
        "TX": found.tied_x,
        "TY": found.tied_y,
        "TXY": found.tied_both,
        "tau_a": found.tau_a,
        "tau_b": found.tau_b,
        "gamma": found.gamma,
    }
    assert ours == pytest.approx(case["expected"], abs=case["tolerance"])
    assert abs(found.tau_a - case["published"]) <= 0.0051


def test_pairwise_agreement_by_mean(cases: dict[str, Any], table: Table) -> None:
    found = agreement_by_mean(table)
    assert cases["table4_pair_signs"]["expected"] == {
        "pairs": found.pairs,
        "all_agree": found.count(["map", "recall", "pres"]),
        "pres=recall!=map": found.count(["pres", "recall"], ["map"]),
        "pres=map!=recall": found.count(["pres", "map"], ["recall"]),
        "map=recall!=pres": found.count(["map", "recall"], ["pres"]),
        "all_differ": found.count(["map"], ["recall"], ["pres"]),
    }


def test_competition_ranks(cases: dict[str, Any], rows: list[dict[str, str]], table: Table) -> None:
    of_run = {
        name: dict(zip((row["run"] for row in rows), ranks(column), strict=True))
        for name, column in table.items()
    }
    for run, expected in cases["table4_ranks"]["expected"].items():
        assert {name: int(of_run[name][run]) for name in of_run} == expected


def test_column_sums(cases: dict[str, Any], table: Table) -> None:
    sums = {name: sum(column) for name, column in table.items()}
    assert {**sums, "rows": len(table["map"])} == cases["table4_checksum"]["expected"]
