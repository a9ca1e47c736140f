"""Discriminative power: how many pairs of systems a measure can tell apart, and from what difference on."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cranfield.compare.agree.pairs import UNTESTED, Pairwise, all_pairs, corrects_itself, warn_if_blunt
from cranfield.compare.agree.panel import Panel
from cranfield.compare.corrections import NONE
from cranfield.errors import UsageError

Floats = NDArray[np.float64]
TESTS = ("bootstrap", "randomized-tukey")
"""Sakai's: each pair by itself, and all pairs together."""


@dataclass(frozen=True, eq=False)
class DiscriminativePower:
    """One measure under one test."""

    name: str
    test: str
    words: str
    alpha: float
    curve: Floats  # Sakai's curve: the achieved significance level (p) of every pair that was tested, greatest first
    significant: int
    untested: int  # pairs of which the test has nothing to say
    correction: str
    needed: float | None  # all pairs at least this far apart are significant; None: not even the farthest

    @property
    def share(self) -> float:
        """Discriminative power: the share of the tested pairs that are significant; NaN if there is none."""
        return self.significant / len(self.curve) if len(self.curve) else math.nan


def discriminative_power(
    panel: Panel,
    tests: Iterable[str] | None = None,
    *,
    alpha: float = 0.05,
    correction: str = NONE,
    draws: int | None = None,
    seed: int = 0,
) -> list[DiscriminativePower]:
    """Test all pairs of systems under each measure, and count the p up to alpha; without `tests`, by Sakai's two.

    Nobody knows which systems differ, so it is no measure of being right: it says how stable a measure is over topics.
    Sources: Sakai, SIGIR 2006 and EVIA 2012.
    """
    chosen = TESTS if tests is None else tuple(tests)
    if UNTESTED in chosen:
        raise UsageError("discriminative power needs a test: `none` is none", slug="options-clash")
    found = []
    for test in chosen:
        for_all = NONE if tests is None and corrects_itself(test) else correction
        tested = all_pairs(panel, test, correction=for_all, draws=draws, seed=seed)
        warn_if_blunt(tested, alpha)
        found += [_power(each, alpha) for each in tested]
    return found


def _power(found: Pairwise, alpha: float) -> DiscriminativePower:
    significant = found.p <= alpha
    return DiscriminativePower(
        name=found.name,
        test=found.test,
        words=found.words,
        alpha=alpha,
        curve=np.sort(found.p[~np.isnan(found.p)])[::-1],
        significant=int(significant.sum()),
        untested=len(found.p) - found.tested,
        correction=found.correction,
        needed=_needed(np.abs(found.difference), significant),
    )


def _needed(apart: Floats, significant: NDArray[np.bool_]) -> float | None:
    """Find the smallest observed difference above all that are not significant."""
    widest_unproven = float(apart[~significant].max(initial=-1.0))
    enough = apart[apart > widest_unproven]
    return float(enough.min()) if len(enough) else None
