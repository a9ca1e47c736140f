"""The page about the two lectures quotes them rightly."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

pytestmark = pytest.mark.parametrize("make", ["make_lectures"], indirect=True)


def test_the_printed_numbers_are_those_of_the_lectures(make: ModuleType, cases: dict[str, Any]) -> None:
    def numbers(row: str) -> list[float]:
        return [float(number) for number in row.split()]

    for name, (_, ranks, n) in make.RANKINGS.items():
        case = cases[f"s4_ranking_{name}"]
        assert (case["inputs"]["ranks"], case["params"]["n"]) == (ranks, n)
        assert case["published"]["precision"] == numbers(make.PRINTED_PRECISION[name])
        assert case["published"]["recall"] == numbers(make.PRINTED_RECALL[name])
        assert case["published"]["ap"] == float(make.PRINTED_AP[name])
    assert cases["s2_dcg"]["published"] == numbers(make.PRINTED_JARVELIN)
    assert cases["s4_rr_row"]["published"] == numbers(make.PRINTED_RR)
    table = cases["s4_dcg_published_bug"]["published"]
    for name, key in (("DCG", "dcg"), ("DCG*", "ideal"), ("NDCG", "ndcg")):
        assert table[key] == numbers(make.PRINTED_DCG[name])


def test_the_lost_parentheses_explain_all_thirty_numbers(make: ModuleType) -> None:
    rows = make.dcg_table().splitlines()
    assert sum("**" in row for row in rows if "without the parentheses" in row) == 0
    assert sum(row.count("**") // 2 for row in rows if "recomputed" in row) == 27  # of 30; rank 1 is right
