"""The page about the EPRUM paper quotes it rightly."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

pytestmark = pytest.mark.parametrize("make", ["make_eprum"], indirect=True)


def test_the_printed_scenarios_are_those_of_the_paper(make: ModuleType, cases: dict[str, Any]) -> None:
    case = cases["eprum_sec4_scenarios"]
    quoted = [float(printed) for printed in make.PRINTED_SCENARIOS.values()]
    assert quoted == case["published"]["PS_percent"]
    seen = [(each["rank_a"], each["rank_b"]) for each in case["expected"]]
    assert seen == [(str(a), str(b) if b else None) for a, b in make.PRINTED_SCENARIOS]
    assert case["inputs"]["P"] == make.SECTION_4


def test_the_printed_numbers_of_section_4_are_those_of_the_paper(
    make: ModuleType, cases: dict[str, Any]
) -> None:
    published = cases["eprum_sec4"]["published"]
    quoted = {name: [float(each) for each in told] for name, told in make.PRINTED_SECTION_4.items()}
    assert quoted == {"E[A/ML]": published["EA"], "precision": published["precision"]}


def test_the_graph_and_the_best_list_are_those_of_the_paper(make: ModuleType, cases: dict[str, Any]) -> None:
    assert [list(edge) for edge in make.FIGURE_2] == cases["eprum_fig2_paths"]["inputs"]["edges"]
    assert cases["eprum_ideal_list"]["inputs"]["P"] == make.SECTION_5
    assert cases["eprum_parent_first_over_one"]["inputs"]["P"] == make.PARENT_FIRST


def test_only_the_digits_that_were_rounded_twice_differ(make: ModuleType) -> None:
    """Bold is what does not round to the printed number: twice a rounded .37, and nothing else."""
    bold = [line for made in make.blocks().values() for line in made.splitlines() if "**" in line]
    assert bold == ["|  | recomputed | 0.8056 | **0.7488** |"]
