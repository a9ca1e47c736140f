"""In which direction a measure is better: one answer for every comparison."""

from __future__ import annotations

import pytest

from cranfield.compare.allowed import direction
from cranfield.errors import UsageError


@pytest.mark.parametrize("measure,better", [("AP", 1), ("nDCG@10", 1), ("ESL", -1)])
def test_more_or_less_is_better(measure: str, better: int) -> None:
    assert direction(measure) == better


@pytest.mark.parametrize("measure", ["NumRet", "Judged@10"])
@pytest.mark.parametrize("unknown", [None, 0, 1])
def test_what_says_nothing_of_merit_is_refused(measure: str, unknown: int | None) -> None:
    with pytest.raises(UsageError, match="runs cannot be ranked by it") as refused:
        direction(measure, unknown=unknown)
    assert refused.value.slug == "no-direction"


@pytest.mark.parametrize("name", ["recall", "official", "all", "mine"])
def test_what_is_no_single_measure_counts_as_the_caller_says(name: str) -> None:
    assert direction(name, unknown=1) == 1
    assert direction(name, unknown=0) == 0
    with pytest.raises(UsageError) as refused:
        direction(name)
    assert refused.value.slug == "unknown-measure"
