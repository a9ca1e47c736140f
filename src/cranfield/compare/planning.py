"""How many topics does it take? From scores that there are, or from a variance that somebody knows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from cranfield.compare.allowed import direction
from cranfield.compare.named_tests import known_test
from cranfield.compare.power import (
    ALPHA,
    POWER,
    Variation,
    detectable_difference,
    smallest_p,
    topics_for_anova,
    topics_for_interval,
    topics_for_t,
    variation,
)
from cranfield.errors import UsageError
from cranfield.model.scores import LEAST, Scores

DIFFERENCES = (0.01, 0.02, 0.05, 0.1)


@dataclass(frozen=True)
class Demands:
    """What is to be found: at which level, how surely, in how many comparisons at once, by which test."""

    alpha: float = ALPHA
    power: float = POWER
    comparisons: int = 1
    test: str = "randomization"
    permutations: int | None = None

    def __post_init__(self) -> None:
        """Refuse what means nothing."""
        known_test(self.test)
        for share, what in ((self.alpha, "alpha"), (self.power, "the power")):
            if not 0 < share < 1:
                raise UsageError(
                    f"{what} lies between 0 and 1: {share:g}", slug="bad-power", hint="such as 0.05, or 0.8"
                )
        if self.comparisons < 1:
            raise UsageError(f"comparisons are 1 or more: {self.comparisons}", slug="bad-power")

    @property
    def each(self) -> float:
        """The level of each comparison, so that all together have alpha (Bonferroni)."""
        return self.alpha / self.comparisons


@dataclass(frozen=True)
class Resolution:
    """What one measure's topics can tell apart."""

    of: Variation
    finds: float  # the difference that one comparison finds
    finds_in_all: float  # and each of all comparisons, after Bonferroni's correction
    smallest_p: float  # that the test can give with so many topics, the correction included

    def resolves(self, demands: Demands) -> bool:
        """Whether any outcome could be significant."""
        return self.smallest_p <= demands.alpha


@dataclass(frozen=True)
class Needed:
    """How many topics one difference takes."""

    difference: float
    one: int
    in_all: int
    anova: int
    interval: int  # for an interval that reaches just as far on either side


def variations(scores: Scores) -> list[Variation]:
    """Return how much the values of each measure vary, measures that say nothing of merit left out."""
    found = []
    refused: UsageError | None = None
    for place, measure in enumerate(scores.measures):
        try:
            direction(measure, unknown=1)
        except UsageError as failure:
            refused = failure
            continue
        geometric = scores.aggregates[place] == "geometric"
        values = scores.values[:, place]
        values = np.log(np.maximum(values, LEAST)) if geometric else values
        found.append(variation(measure, values, logarithms=geometric))
    if not found and refused is not None:
        raise refused
    return found


def resolution(of: Variation, demands: Demands) -> Resolution:
    """Return what so many topics tell apart, whose differences vary as those of most pairs do.

    >>> found = resolution(Variation("AP", 5, 50, 0.02, 0.2, 0.3), Demands(comparisons=10))
    >>> round(found.finds, 4), round(found.finds_in_all, 4), round(found.smallest_p, 6)
    (0.0808, 0.1075, 0.0001)
    """
    test = known_test(demands.test)
    least = smallest_p(test.name, of.topics, demands.permutations or test.draws, demands.comparisons)
    return Resolution(
        of,
        detectable_difference(of.topics, of.deviation, demands.alpha, demands.power),
        detectable_difference(of.topics, of.deviation, demands.each, demands.power),
        min(1.0, least * (1 if test.together else demands.comparisons)),
    )


def needed(
    differences: Iterable[float], deviation: float, variance: float, systems: int, demands: Demands
) -> Sequence[Needed]:
    """Return how many topics each difference takes.

    >>> (found,) = needed([0.05], 0.2, 0.02, 5, Demands(comparisons=10))
    >>> found.one, found.in_all, found.anova, found.interval
    (128, 217, 192, 64)
    """
    return [
        Needed(
            difference,
            topics_for_t(difference, deviation, demands.alpha, demands.power),
            topics_for_t(difference, deviation, demands.each, demands.power),
            topics_for_anova(difference, variance, systems, demands.alpha, demands.power),
            topics_for_interval(2 * difference, deviation, demands.alpha),
        )
        for difference in differences
    ]
