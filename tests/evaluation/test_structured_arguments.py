"""What the measures of elements and passages refuse."""

from __future__ import annotations

import math

import pytest

from cranfield.errors import UsageError
from cranfield.measure.structured import agp, char_f


def test_no_more_articles_are_found_than_there_are() -> None:
    assert agp([1, 0, 1], 2) == pytest.approx((1 + 2 / 3) / 2)
    with pytest.raises(UsageError, match="2 articles have a score, and only 1 are relevant"):
        agp([1, 0, 1], 1)


@pytest.mark.parametrize("beta", [-1, math.nan, math.inf])
def test_a_beta_is_a_weight(beta: float) -> None:
    with pytest.raises(UsageError, match="from 0 upwards"):
        char_f(150, 100, 75, beta=beta)
