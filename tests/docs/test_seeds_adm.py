"""The page about the ADM paper quotes it rightly."""

from __future__ import annotations

from itertools import product
from types import ModuleType
from typing import Any

import pytest

from cranfield.measure import find
from cranfield.measure.families.distance.by_hand import square
from cranfield.model import Judged

OF_THE_PAGE = pytest.mark.parametrize("make", ["make_adm"], indirect=True)


@OF_THE_PAGE
def test_the_printed_numbers_are_those_of_the_paper(make: ModuleType, cases: dict[str, Any]) -> None:
    quoted = {
        "table1": (make.URE, make.SYSTEMS),
        "table2a_natural": (make.URE_2A, make.systems_2a(0.01)),
        "table2a_exact": (make.URE_2A, make.systems_2a(0.011)),
        "table2b": (make.URE_2B, make.SYSTEMS_2B),
    }
    for where, (ure, systems) in quoted.items():
        for name, sre, printed in systems:
            case = cases[f"adm_{where}_{name}"]
            assert case["published"] == dict(zip(("P", "R", "E", "ADM"), map(float, printed), strict=True))
            assert case["inputs"] == {"sre": pytest.approx(list(sre)), "ure": list(ure)}


def of(name: str, hits: Judged) -> float:
    return float(find(name)().values(hits)[0])


def test_table_2b_has_no_other_points() -> None:
    """Both documents relevant and retrieved, ADM of .5: each is at (.5, 1) or (1, .5)."""
    steps = [number / 20 for number in range(10, 21)]
    for ure, other_ure, sre, other_sre in product(steps, repeat=4):
        if abs(sre - ure) + abs(other_sre - other_ure) > 1 - 1e-9:
            assert {ure, sre} == {other_ure, other_sre} == {0.5, 1.0}
    assert of("ADM", square(ure=[0.5, 1], sre=[1, 0.5])) == 0.5


@OF_THE_PAGE
@pytest.mark.parametrize("e", [0.001, 0.01, 0.011, 0.2])
def test_table_2a_loses_two_thirds_of_e(make: ModuleType, e: float) -> None:
    first, second, third = (of("ADM", square(ure=make.URE_2A, sre=sre)) for _, sre, _ in make.systems_2a(e))
    assert first == pytest.approx(second, abs=1e-12)
    assert first - third == pytest.approx(2 * e / 3, abs=1e-12)


def test_one_document_in_each_sector() -> None:
    ure = [0.1, 0.55, 0.8, 0.45, 0.95, 0.05, 0.2, 0.55, 0.9, 0.45]
    sre = [0.9, 0.95, 0.8, 0.55, 0.55, 0.45, 0.2, 0.45, 0.1, 0.05]
    assert [of(name, square(ure=ure, sre=sre)) for name in ("BandP", "BandR")] == [0.4, 0.4]
