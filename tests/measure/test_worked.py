"""Every page says which imports its examples need, and with these alone they run."""

from __future__ import annotations

from doctest import NORMALIZE_WHITESPACE, DocTestParser, DocTestRunner
from pathlib import Path
from typing import Any

import pytest

from cranfield.measure import Measure, find
from cranfield.measure.worked import imports_of
from tests.measure.variants import BUILT_IN

PAGES = Path(__file__).resolve().parents[2] / "docs" / "measures"


@pytest.mark.parametrize("measure", BUILT_IN, ids=repr)
def test_examples_run_after_the_imports_they_name(measure: Measure) -> None:
    names: dict[str, Any] = {}
    for line in imports_of(measure):
        exec(line, names)  # noqa: S102  (lines of our own)
    worked = DocTestParser().get_doctest(measure.help, names, measure.name, None, 0)
    said: list[str] = []
    DocTestRunner(optionflags=NORMALIZE_WHITESPACE, verbose=False).run(worked, out=said.append)
    assert worked.examples
    assert said == []


def test_names_that_an_example_defines_itself_are_not_imported() -> None:
    assert imports_of(find("DCG")) == [
        "from cranfield.measure.by_hand import example",
        "from cranfield.measure.families.gains.dcg import discounted_cumulated_gain",
    ]


def test_a_measure_without_examples_needs_none() -> None:
    def mine(judged: Any) -> Any:
        """Nothing to show."""
        return judged

    assert imports_of(Measure("Mine", mine, (), "", "none", "none")) == []
