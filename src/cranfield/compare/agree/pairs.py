"""Every pair of systems under one test, all pairs at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cranfield.compare.agree.panel import Panel
from cranfield.compare.corrections import ANY_FALSE, NONE, corrected
from cranfield.compare.named_tests import Choices, known_test
from cranfield.errors import UsageError, warn
from cranfield.measure.arguments import whole

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

UNTESTED = "none"
DRAWS = 10_000
BOOTSTRAP_SAMPLES = 1000
"""As Sakai has it: a p of .05 is then known to .007."""
_SAME = 1e-12


@dataclass(frozen=True, eq=False)
class Pairwise:
    """What a test says of all pairs of systems under one measure, pairs in the order of `pairs_of`."""

    name: str  # of the measure
    test: str
    difference: Floats  # of the means, over the topics where both systems have a value
    sign: Ints  # 1 where the first of the two is better, -1 where the second is, 0 where they are alike
    p: Floats  # NaN where the test has nothing to say
    topics: Ints  # how many the pair has
    correction: str = NONE
    attainable: float = 0.0  # the smallest p, uncorrected, that any pair that differs could have had
    drawn: str = ""  # how often, and from which seed, where chance has a part

    @property
    def words(self) -> str:
        """The test as one says it."""
        return known_test(self.test).words + (f" ({self.drawn})" if self.drawn else "")

    def outcomes(self, alpha: float) -> Ints:
        """Return the sign where p is alpha or less, and 0 where the test cannot tell; without a test all signs."""
        return self.sign if self.test == UNTESTED else np.where(self.p <= alpha, self.sign, 0)

    @property
    def tested(self) -> int:
        """How many pairs have a p: what a correction counts."""
        return int((~np.isnan(self.p)).sum())


def pairs_of(systems: int) -> tuple[Ints, Ints]:
    """Return the two systems of each pair."""
    return np.triu_indices(systems, 1)


def all_pairs(
    panel: Panel,
    test: str = "wilcoxon",
    *,
    correction: str = NONE,
    draws: int | None = None,
    seed: int = 0,
) -> list[Pairwise]:
    """Test every pair of systems under every measure, two-sided; a correction is for all pairs of one measure.

    The tests are those of `cranfield compare`. A pair is tested over the topics where both systems have a value; tests that
    look at all systems together, over those where all have one. With `none` there is no test: any difference counts.
    Where the differences of a pair do not vary, most tests have nothing to say: p is NaN, and no correction counts it.
    The direction is the test's own: of Wilcoxon's the greater sum of ranks, of the sign test the more frequent sign.
    """
    name = test if test == UNTESTED else known_test(test).name
    whole("seed", seed, slug="bad-seed", least=0, most=None)
    if correction != NONE and corrects_itself(name):
        why = "there is no test" if name == UNTESTED else f"{name} corrects for all pairs by itself"
        raise UsageError(
            f"a correction cannot be applied: {why}",
            slug="options-clash",
            hint=f"leave out --correction {correction}",
        )
    found = [_tested(panel, place, name, draws, seed) for place in range(len(panel.names))]
    if name == UNTESTED:
        return found
    return [replace(each, p=corrected(each.p, correction), correction=correction) for each in found]


def corrects_itself(test: str) -> bool:
    """Tell whether a correction has no place behind this test."""
    return test == UNTESTED or known_test(test).together


def warn_if_blunt(tests: Sequence[Pairwise], alpha: float) -> None:
    """Warn where no outcome could have been significant: too few topics, or draws, for so many pairs."""
    for each in tests:
        times = each.tested if each.correction in ANY_FALSE else 1
        least = min(1.0, each.attainable * times)
        if each.test != UNTESTED and least > alpha:
            told = f", {least:.2g} after the correction for {times:,} pairs" if times > 1 else ""
            warn(
                "cannot-resolve",
                f"nothing can be significant at alpha {alpha:g}: by {each.name}, no p of the {each.words} is "
                f"below {each.attainable:.2g}{told}",
                "it takes another test, more topics, or fewer runs",
            )


def _tested(panel: Panel, place: int, test: str, draws: int | None, seed: int) -> Pairwise:
    name, values = panel.names[place], panel.values[place]
    whole = panel.complete(place)  # refuses a measure that is nowhere defined
    one, other = pairs_of(len(values))
    if test == UNTESTED:
        difference = whole.mean(axis=1)[one] - whole.mean(axis=1)[other]
        nothing = np.full(len(one), np.nan)
        return Pairwise(
            name, test, difference, _signs(difference), nothing, np.full(len(one), whole.shape[1])
        )
    if whole.shape[1] < 2:
        raise UsageError(
            f"{name}: there is one topic only, and a test compares differences over topics",
            slug="too-few-topics",
            hint="--test none counts every difference of means",
        )
    known = known_test(test)
    if known.together:
        values = whole
    usual = BOOTSTRAP_SAMPLES if known.drawn == "samples" else DRAWS
    chosen = Choices(confidence=95.0, draws=draws or usual, seed=seed, tie_margin=0.0)
    outcome = known.run(values, np.column_stack((one, other)), chosen)
    differences = values[one] - values[other]
    topics = (~np.isnan(differences)).sum(axis=1)
    difference = np.nansum(differences, axis=1) / np.maximum(topics, 1)
    directions = {"wilcoxon": _signed_rank_directions, "sign": _more_frequent}
    sign = directions[test](differences) if test in directions else _signs(difference)
    return Pairwise(
        name,
        test,
        difference,
        sign,
        outcome.p,
        topics,
        attainable=float(outcome.attainable[sign != 0].min(initial=1.0)) if sign.any() else 0.0,
        drawn=f"{chosen.draws:,} {known.drawn}, seed {seed}" if known.draws else "",
    )


def _more_frequent(block: Floats) -> Ints:
    ahead: Ints = np.sign((block > _SAME).sum(axis=1) - (block < -_SAME).sum(axis=1))
    return ahead


def _signed_rank_directions(block: Floats) -> Ints:
    """Return which sum of ranks is greater; zeros have none, and equal sizes share theirs."""
    given = np.nan_to_num(block)
    size = np.where(np.abs(given) <= _SAME, np.inf, np.abs(given))  # what has no rank comes last
    order = np.argsort(size, axis=1, kind="stable")
    size, given = np.take_along_axis(size, order, 1), np.take_along_axis(given, order, 1)
    ranked = np.isfinite(size)
    new = np.diff(np.where(ranked, size, 0.0), axis=1, prepend=-np.inf) > _SAME
    first = np.maximum.accumulate(np.where(new, np.arange(size.shape[1]), 0), axis=1)
    tie = first + np.arange(len(size))[:, None] * size.shape[1]
    rank = first + (np.bincount(tie[ranked], minlength=size.size)[tie] + 1) / 2
    directions: Ints = np.sign(np.where(ranked, np.sign(given) * rank, 0.0).sum(axis=1)).astype(np.int64)
    return directions


def _signs(difference: Floats) -> Ints:
    return np.where(np.abs(difference) <= _SAME, 0, np.sign(difference)).astype(np.int64)
