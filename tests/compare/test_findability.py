"""Findability by its definition; the Lorenz curve and Gini's coefficient as one picture."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.compare import findability, gini, lorenz
from cranfield.errors import InputError, UsageError

QUERIES = st.lists(
    st.tuples(st.lists(st.sampled_from("abcdef"), unique=True), st.lists(st.sampled_from("abcdef"))),
    max_size=6,
)


@given(queries=QUERIES, k=st.integers(1, 7), gravity=st.sampled_from([None, 0.5, 1]))
def test_findability_is_its_mean(
    queries: list[tuple[list[str], list[str]]], k: int, gravity: float | None
) -> None:
    found = findability([each[0] for each in queries], [each[1] for each in queries], k=k, gravity=gravity)
    assert set(found) == {document for _, targets in queries for document in targets}
    for document, value in found.items():
        asked = [ranking for ranking, targets in queries if document in targets]
        ranks = [ranking.index(document) + 1 for ranking in asked if document in ranking[:k]]
        assert value == pytest.approx(sum(1 / rank ** (gravity or 0) for rank in ranks) / len(asked))


def test_findability_refuses_what_it_cannot_count() -> None:
    with pytest.raises(InputError, match="2 rankings, and targets for 1"):
        findability([["a"], ["b"]], [["a"]])
    with pytest.raises(UsageError, match="from 1 upwards"):
        findability([["a"]], [["a"]], k=0)
    with pytest.raises(UsageError, match="from 0 upwards"):
        findability([["a"]], [["a"]], gravity=-1)
    with pytest.raises(InputError, match="a ranking is a list of documents"):
        findability(["ab"], [["a"]])


@given(values=st.lists(st.floats(0, 100), min_size=1, max_size=20))
def test_gini_is_twice_the_area_above_the_curve(values: list[float]) -> None:
    share, had = lorenz(values)
    if sum(values):
        assert 1 - 2 * float(np.trapezoid(had, share)) == pytest.approx(gini(values), abs=1e-9)
        assert (np.diff(had) >= 0).all()
        assert (had <= share + 1e-9).all()
    else:
        assert np.isnan(had).all()


def test_nothing_is_shared_among_nobody() -> None:
    share, had = lorenz([])
    assert share.tolist() == [0]
    assert np.isnan(had).all()
    with pytest.raises(InputError, match="cannot be negative"):
        lorenz([1, -1])
