"""What CLEF TAR printed of its BM25 baseline in 2017 (participant-results-abstract/BASELINE.BM25.results).

The run itself is not at hand, but two relevant documents leave no choice: topic CD010386 has 626 candidates, the
last relevant one at rank 79, and 23 is the only rank of the first that gives the printed average precision and area.
"""

from __future__ import annotations

import pytest

from cranfield.measure import example, parse

COVERED = {"LastRel", "RShare", "WSS"}

DOCUMENTS, RANKS = 626, (23, 79)
PRINTED = {
    "LastRel": 79,
    "WSS@1": 0.874,
    "WSS@0.95": 0.824,
    "RShare@0.1": 0.5,
    "RShare@0.2": 1.0,
    "RShare@1": 1.0,
    "R@626": 1.0,
    "AP": 0.034,
}
AREA = 0.921


def norm_area(ranks: tuple[int, ...]) -> float:
    """The area under recall by documents read, as a share of the best ranking's."""
    n = len(ranks)
    return sum(DOCUMENTS - rank + 0.5 for rank in ranks) / (n * DOCUMENTS - n**2 / 2)


def average_precision(ranks: tuple[int, ...]) -> float:
    return sum(nth / rank for nth, rank in enumerate(ranks, 1)) / len(ranks)


def test_the_ranks_are_those_that_the_printed_numbers_leave() -> None:
    fit = [
        first
        for first in range(1, 79)
        if round(norm_area((first, 79)), 3) == AREA and round(average_precision((first, 79)), 3) == 0.034
    ]
    assert fit == [RANKS[0]]


@pytest.mark.parametrize("name", PRINTED)
def test_equals_what_clef_printed(name: str) -> None:
    [bound] = parse(name)
    value = float(bound.values(example(ranks=RANKS, retrieved=DOCUMENTS))[0])
    assert round(value, 3) == PRINTED[name]
