"""What a set of topics can resolve: how small a difference it finds, and how many topics a difference takes."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from cranfield.compare.given import Floats
from cranfield.compare.named_tests import known_test
from cranfield.compare.significance.anova import anova
from cranfield.errors import InputError, UsageError

ALPHA, POWER = 0.05, 0.8
_MOST_TOPICS = 10_000_000
_STEPS = 200


def power_of_t(topics: float, effect: float, alpha: float = ALPHA) -> float:
    """Return the chance that a paired two-sided t-test finds a true difference of `effect` standard deviations.

    Cohen's example of a medium effect, as every table of power has it:

    >>> round(power_of_t(34, 0.5), 4)
    0.8078
    """
    from scipy.special import nctdtr, stdtrit

    _require(alpha, "alpha")
    if topics < 2:
        return 0.0
    freedom, centre = topics - 1, abs(effect) * math.sqrt(topics)
    critical = float(stdtrit(freedom, 1 - alpha / 2))
    above, below = 1 - nctdtr(freedom, centre, critical), nctdtr(freedom, centre, -critical)
    return min(1.0, float(np.nan_to_num(above, nan=1.0)) + float(np.nan_to_num(below)))


def detectable_difference(topics: int, deviation: float, alpha: float = ALPHA, power: float = POWER) -> float:
    """Return the smallest true difference that the paired t-test finds with this power.

    `deviation` is that of the differences of two systems over topics. NaN below two topics.

    >>> round(detectable_difference(50, 0.2), 4)
    0.0808
    """
    _require(power, "the power")
    if topics < 2:
        return math.nan
    low, high = 0.0, 1.0
    while power_of_t(topics, high, alpha) < power and high < 1e6:
        low, high = high, 2 * high
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if power_of_t(topics, middle, alpha) < power else (low, middle)
    return high * deviation


def topics_for_t(difference: float, deviation: float, alpha: float = ALPHA, power: float = POWER) -> int:
    """Return how many topics a paired t-test takes to find a difference with this power (Sakai's t-based design).

    >>> topics_for_t(0.05, 0.1), topics_for_t(0.1, 0.1)
    (34, 10)
    """
    _require(power, "the power")
    effect = _positive(difference, "a difference") / _positive(deviation, "a standard deviation")
    return _fewest(lambda topics: power_of_t(topics, effect, alpha), power)


def power_of_anova(topics: float, systems: int, effect: float, alpha: float = ALPHA) -> float:
    """Return the chance that one-way analysis of variance finds that systems differ.

    `effect` is the difference of the best and the worst of them, in standard deviations of a value, all others lying in
    the middle: the hardest case with that difference (Sakai 2016).
    """
    from scipy.special import fdtri, ncfdtr

    _require(alpha, "alpha")
    between, within = systems - 1, systems * (topics - 1)
    if within < 1:
        return 0.0
    critical = float(fdtri(between, within, 1 - alpha))
    return 1 - float(ncfdtr(between, within, topics * effect**2 / 2, critical))


def topics_for_anova(
    difference: float, variance: float, systems: int, alpha: float = ALPHA, power: float = POWER
) -> int:
    """Return how many topics it takes to find that the best and the worst of some systems differ (Sakai's ANOVA design).

    `variance` is that of a value once its system (and topic) are known: half that of a difference.

    R's `power.anova.test(groups = 4, between.var = 1, within.var = 3, power = .80)` gives 11.93:

    >>> topics_for_anova(6**0.5, 3, 4)
    12
    """
    _require(power, "the power")
    if systems < 2:
        raise UsageError(f"it takes 2 systems or more to differ: {systems}", slug="bad-power")
    effect = _positive(difference, "a difference") / math.sqrt(_positive(variance, "a variance"))
    return _fewest(lambda topics: power_of_anova(topics, systems, effect, alpha), power)


def topics_for_interval(width: float, deviation: float, alpha: float = ALPHA) -> int:
    """Return how many topics make the expected t interval of a difference no wider than this.

    >>> topics_for_interval(0.1, 0.2)
    64
    """
    from scipy.special import stdtrit

    wanted = _positive(width, "a width") / (2 * _positive(deviation, "a standard deviation"))

    def narrow(topics: float) -> float:
        # a standard deviation is on average a little less than the true one
        shrunk = math.sqrt(2 / (topics - 1)) * math.exp(
            math.lgamma(topics / 2) - math.lgamma((topics - 1) / 2)
        )
        return wanted - float(stdtrit(topics - 1, 1 - alpha / 2)) * shrunk / math.sqrt(topics)

    return _fewest(narrow, 0.0)


def smallest_p(test: str, topics: int, permutations: int, comparisons: int = 1) -> float:
    """Return the smallest p that a test gives where so many pairs are tested at once; 0 where there is no limit.

    >>> smallest_p("wilcoxon", 5, 0), smallest_p("randomization", 50, 9_999), smallest_p("t", 5, 0)
    (0.0625, 0.0001, 0.0)
    """
    return float(known_test(test).least(np.full(comparisons, topics), permutations)[0])


@dataclass(frozen=True)
class Variation:
    """How the values of one measure vary, over the topics for which all systems have a value."""

    measure: str
    systems: int
    topics: int
    residual_variance: float  # of a value, once system and topic are known: Sakai's estimate for planning
    deviation: float  # of the differences of two systems: the median over all pairs
    largest_deviation: float
    logarithms: bool = False  # the values are those of a geometric mean


def variation(measure: str, values: Floats, *, logarithms: bool = False) -> Variation:
    """Estimate how much values vary, from a matrix of systems by topics.

    >>> found = variation("AP", np.array([[0.3, 0.5, 0.4], [0.1, 0.3, 0.3]]))
    >>> found.topics, round(found.residual_variance, 6), round(found.deviation, 6)
    (3, 0.001667, 0.057735)
    """
    values = values[:, ~np.isnan(values).any(axis=0)]
    systems, topics = values.shape
    if systems < 2 or topics < 2:
        raise InputError(
            f"{measure}: how much differences vary takes 2 runs and 2 topics at least; there are {systems} and {topics}",
            slug="too-few-topics",
        )
    first, second = np.triu_indices(systems, 1)
    covariance = np.cov(values)
    of_pairs = np.sqrt(
        np.maximum(covariance[first, first] + covariance[second, second] - 2 * covariance[first, second], 0)
    )
    return Variation(
        measure,
        systems,
        topics,
        anova(values).residual_variance,
        float(np.median(of_pairs)),
        float(of_pairs.max()),
        logarithms,
    )


def _fewest(reached: Callable[[float], float], enough: float) -> int:
    """Return the smallest number of topics from 2 upwards for which a growing function is large enough."""
    low, high = 1, 2
    while reached(high) < enough:
        low, high = high, 2 * high
        if high > _MOST_TOPICS:
            raise InputError(
                f"it would take more than {_MOST_TOPICS:,} topics",
                slug="too-small-to-find",
                hint="ask for a larger difference, or for less power",
            )
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if reached(middle) < enough else (low, middle)
    return high


def _require(share: float, what: str) -> None:
    if not 0 < share < 1:
        raise UsageError(
            f"{what} must lie between 0 and 1: {share:g}", slug="bad-power", hint="such as 0.05, or 0.8"
        )


def _positive(value: float, what: str) -> float:
    if not 0 < value < math.inf:
        raise UsageError(f"{what} is a number above 0: {value:g}", slug="bad-power")
    return value
