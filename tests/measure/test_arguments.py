"""What `evaluate` is told beside the data, of whatever type: used, or refused in words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cranfield as cf
from cranfield.measure.names import DEFAULT_MEASURES, parse

QRELS = {"q": {"a": 1, "b": 0}}
RUN = {"q": {"a": 1.0, "b": 2.0}}


@pytest.mark.parametrize(
    "told, slug, said",
    [
        ({"depth": 1.5}, "bad-depth", "depth must be a whole number, not 1.5"),
        ({"depth": "5"}, "bad-depth", "depth must be a whole number, not '5'"),
        ({"depth": True}, "bad-depth", "depth must be a whole number, not True"),
        ({"depth": 0}, "bad-depth", "depth must be 1 or more: 0"),
        ({"depth": 10**20}, "bad-depth", "depth must be 2,147,483,647 or less: 1"),
        ({"seed": -1}, "bad-seed", "seed must be 0 or more: -1"),
        ({"seed": "x"}, "bad-seed", "seed must be a whole number, not 'x'"),
        ({"seed": None}, "bad-seed", "seed must be a whole number, not None"),
        ({"threads": 0}, "bad-threads", "threads must be 1 or more: 0"),
        ({"threads": "x"}, "bad-threads", "threads must be a whole number, not 'x'"),
        ({"topics": 5}, "unknown-choice", "topics are `judged`, `common` or a list, not `5`"),
    ],
)
def test_a_value_that_means_nothing_is_refused(told: dict[str, Any], slug: str, said: str) -> None:
    with pytest.raises(cf.UsageError) as refused:
        cf.evaluate(QRELS, RUN, "AP", **told)
    assert refused.value.slug == slug
    assert said in refused.value.message
    if "threads" not in told:
        with pytest.raises(cf.UsageError):
            cf.Evaluator(QRELS, "AP", **told)


@pytest.mark.parametrize("measures", [None, 5, [5], []])
def test_measures_that_are_none_are_refused(measures: Any) -> None:
    with pytest.raises(cf.UsageError):
        cf.evaluate(QRELS, RUN, measures)


def test_whole_numbers_of_numpy_are_numbers() -> None:
    scores = cf.evaluate(QRELS, RUN, "AP", depth=np.int64(1), seed=np.int32(2), ties="expected")  # type: ignore[arg-type]
    assert scores.mean("run", "AP") == 0
    assert type(scores.recipe.policies.depth) is int
    assert type(scores.recipe.seed) is int


def test_the_usual_measures_are_computed_where_none_is_named() -> None:
    usual = [str(bound) for bound in parse(DEFAULT_MEASURES)]
    assert list(cf.evaluate(QRELS, {"q": ["a", "b"]}).measures) == usual
    assert list(cf.Evaluator(QRELS)({"q": ["a", "b"]}).measures) == usual
