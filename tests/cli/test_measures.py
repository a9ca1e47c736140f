"""The catalogue of measures."""

from __future__ import annotations

import pytest

from cranfield.measure.register import registered
from tests.cli.conftest import Command


def test_every_measure_is_listed_within_80_columns(cranfield: Command) -> None:
    listed = cranfield("measures").out
    starts = {line.split()[0].partition("@")[0] for line in listed.splitlines() if line.startswith("  ")}
    assert starts >= {measure.name for measure in registered()}
    assert max(map(len, listed.splitlines())) <= 80


@pytest.mark.parametrize("name", ["nDCG", "nDCG@10", "ndcg_cut_10", "ndcg", "nDCG(dcg='exp-log2')@5"])
def test_one_measure_is_explained_under_any_of_its_names(cranfield: Command, name: str) -> None:
    result = cranfield("measures", name)
    assert result == cranfield("measures", "nDCG")
    assert result.code == 0
    assert "dcg: " in result.out


def test_a_misspelt_measure_is_guessed(cranfield: Command) -> None:
    result = cranfield("measures", "nDGC")
    assert (result.code, result.out) == (2, "")
    assert "did you mean `ndcg`" in result.err.casefold()
