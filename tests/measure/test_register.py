"""Measures of one's own, and what the register refuses."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pytest
from numpy.typing import NDArray

import cranfield.measure
from cranfield.errors import UsageError
from cranfield.measure import example, find, measure, parse, register, registered
from cranfield.measure.parameters import Parameter
from cranfield.model import Judged


@pytest.fixture(autouse=True)
def _forget_what_is_registered_here(monkeypatch: pytest.MonkeyPatch) -> None:
    registered()
    for table in ("_measures", "_spoken", "_cut"):
        monkeypatch.setattr(register, table, dict(getattr(register, table)))


def first_hits(
    judged: Judged, *, p: float = 0.5, mode: Literal["a", "b"] = "a", rel: float = 1, k: int
) -> NDArray[Any]:
    """Count early hits.

    Not much of a measure.
    """
    return judged.relevant(rel).within(k).count * p


def test_one_decorated_function_is_all_it_takes() -> None:
    measure("FirstHits", source="here", traits={"counts"}, aliases=["first"], trec_eval=["hits_*"])(
        first_hits
    )
    [bound] = parse("firsthits(mode=b, p=0.25)@3")
    assert str(bound) == "FirstHits(p=0.25, mode='b')@3"
    assert bound.values(example(ranks=[1, 2, 9])).tolist() == [0.5]
    assert parse("hits_3 first@3") == (find("FirstHits") @ 3,)
    assert cranfield.measure.FirstHits is find("FirstHits")
    mine = find("FirstHits")
    assert mine in registered()
    assert mine.aggregate == "sum"
    assert mine.summary == "Count early hits."
    assert mine.family == "test_register"
    assert mine.parameters == (
        Parameter("p", float, default=0.5),
        Parameter("mode", str, choices=("a", "b"), default="a"),
        Parameter("rel", float, default=1),
        Parameter("k", int, at=True),
    )


def test_the_cutoff_may_have_another_name_and_type() -> None:
    @measure("AtRecall", at="recall")
    def at_recall(judged: Judged, *, recall: float) -> NDArray[np.float64]:
        """Whatever."""
        return np.full(judged.num_topics, recall)

    assert str(parse("AtRecall@0.25")[0]) == "AtRecall@0.25"


@pytest.mark.parametrize("name", ["AP", "ap", "map", "Recall", "recall"])
def test_a_name_belongs_to_one_measure(name: str) -> None:
    with pytest.raises(UsageError, match="there is already a measure"):
        measure(name)(first_hits)
    with pytest.raises(UsageError, match="there is already a measure"):
        measure("Mine", aliases=[name])(first_hits)


def test_a_notebook_cell_may_run_twice() -> None:
    measure("FirstHits")(first_hits)
    measure("FirstHits", source="better now")(first_hits)
    assert find("FirstHits").source == "better now"


def test_a_trait_that_nobody_knows_is_refused() -> None:
    with pytest.raises(UsageError, match="a trait has no value `bouned`"):
        measure("Mine", traits=["bouned"])(first_hits)  # type: ignore[list-item]


def test_parameters_are_keywords_of_a_known_type() -> None:
    def positional(judged: Judged, k: int) -> NDArray[Any]:
        return judged.retrieved

    def listed(judged: Judged, *, k: list[int]) -> NDArray[Any]:
        return judged.retrieved

    with pytest.raises(TypeError, match="keyword-only"):
        measure("Mine")(positional)
    with pytest.raises(TypeError, match="may be int, float, str, a Literal"):
        measure("Mine")(listed)


def test_the_package_has_its_measures_as_attributes() -> None:
    assert {"AP", "nDCG", "PRES", "parse"} <= set(dir(cranfield.measure))
    with pytest.raises(AttributeError, match="no attribute 'nope'"):
        _ = cranfield.measure.nope


def test_undefined_is_one_rule_for_all() -> None:
    nothing_relevant = example([0, None, -1], missed=[0])
    for bound in parse("AP nDCG P@5 R@5 RR Bpref PRES"):
        assert np.isnan(bound.values(nothing_relevant)).all(), bound
    assert [bound.values(nothing_relevant)[0] for bound in parse("NumRet NumRel NumRelRet Judged@2")] == [
        3,
        0,
        0,
        0.5,
    ]


def test_ranks_beyond_the_table_of_logarithms() -> None:
    deep = example(ranks=[200_000])
    assert find("nDCG")().values(deep)[0] == pytest.approx(1 / np.log2(200_001), rel=1e-15)
