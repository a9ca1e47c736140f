"""All pairs in one test: Tukey's honestly significant differences, by the F table's assumptions or by permutation."""

from __future__ import annotations

import numpy as np

from cranfield.compare.significance.anova import anova
from cranfield.compare.significance.outcome import Floats, Ints, Outcome
from cranfield.compare.significance.studentized_range import range_quantile, range_tail

PERMUTATIONS = 10_000
_CELLS = 1 << 18
_ROUNDING = 1e-12


def tukey(values: Floats, pairs: Ints, *, confidence: float = 95.0) -> Outcome:
    """Test all pairs of systems by Tukey's HSD, with topics as blocks.

        q = |mean difference| / sqrt(residual variance / topics)

    `values` has no gaps. p is corrected for all pairs already, and so are the intervals. It assumes that what is left of
    a value, once system and topic are known, varies alike for all systems.
    """
    found = anova(values)
    topics = values.shape[1]
    difference = _differences(values, pairs)
    error = np.sqrt(found.residual_variance / topics)
    none = np.zeros(len(pairs))
    if error == 0:
        p = np.where(difference == 0, 1.0, np.nan)
        return Outcome(p, difference, difference, none > 0, none)
    freedom = found.residual_freedom
    p = range_tail(np.abs(difference) / error, len(values), freedom)
    half = range_quantile(confidence / 100, len(values), freedom) * error
    return Outcome(p, difference - half, difference + half, none > 0, none)


def randomized_tukey(
    values: Floats,
    pairs: Ints,
    *,
    confidence: float = 95.0,
    permutations: int = PERMUTATIONS,
    seed: int = 0,
) -> Outcome:
    """Test all pairs at once: were all systems equally good, their values could be exchanged within every topic.

    p is the share of exchanges after which the best and the worst mean lie as far apart as the two of the pair (Carterette,
    TOIS 2012), (k + 1) / (permutations + 1). Corrected for all pairs already; with two systems it is the paired
    randomisation test. The interval is mean difference -+ the quantile of those ranges.
    """
    ranges = np.sort(_ranges(values, permutations, seed))
    difference = _differences(values, pairs)
    far = np.abs(difference) - _ROUNDING * np.abs(values).max(initial=0.0)
    p = (permutations - np.searchsorted(ranges, far) + 1) / (permutations + 1)
    half = np.quantile(ranges, confidence / 100, method="higher")
    least = np.full(len(pairs), 1 / (permutations + 1))
    return Outcome(p, difference - half, difference + half, least < 0, least)


def _differences(values: Floats, pairs: Ints) -> Floats:
    mean = values.mean(axis=1)
    difference: Floats = mean[pairs[:, 0]] - mean[pairs[:, 1]]
    return difference


def _ranges(values: Floats, permutations: int, seed: int) -> Floats:
    """Return the range of the means after each exchange; every block of them has a stream of its own."""
    values = values[np.lexsort(values.T)]  # in which order systems came is no part of the question
    systems, topics = values.shape
    block = max(1, min(permutations, _CELLS // systems))
    ranges = []
    for number, begin in enumerate(range(0, permutations, block)):
        chance = np.random.default_rng([seed, number])
        sums = np.zeros((min(block, permutations - begin), systems))
        for column in values.T:
            sums += column[np.argsort(chance.random(sums.shape, dtype=np.float32), axis=1)]
        ranges.append(np.ptp(sums, axis=1) / topics)
    return np.concatenate(ranges)
