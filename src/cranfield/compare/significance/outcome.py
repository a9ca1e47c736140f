"""What every test gives back, and the moments that several of them need."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

_ROUNDING = 1e-12


class Outcome(NamedTuple):
    """One entry a pair. NaN: the test has nothing to say there."""

    p: Floats
    lower: Floats  # interval of the mean difference
    upper: Floats
    exact: Bools  # counted over all ways, not approximated or drawn
    attainable: Floats  # the smallest p that this test can give with so many topics


class Moments(NamedTuple):
    """Of each row, NaN left out."""

    number: Ints
    mean: Floats
    deviation: Floats  # with n - 1; NaN below two values
    skewness: Floats  # NaN where nothing varies


def moments(differences: Floats) -> Moments:
    """Return how many, their mean, standard deviation and skewness, row by row.

    >>> found = moments(np.array([[1.0, 2.0, 3.0, np.nan]]))
    >>> found.number.item(), found.mean.item(), found.deviation.item(), found.skewness.item()
    (3, 2.0, 1.0, 0.0)
    """
    known = ~np.isnan(differences)
    number = known.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(known, differences, 0.0).sum(axis=1) / number
        constant = _constant(differences)
        mean[constant & (np.abs(mean) <= _ROUNDING)] = 0.0
        apart = np.where(known & ~constant[:, None], differences - mean[:, None], 0.0)
        squared = apart * apart  # a power of 3 would take numpy as long as all the rest
        squares = squared.sum(axis=1)
        deviation = np.where(number > 1, np.sqrt(squares / (number - 1)), np.nan)
        skewness = np.sqrt(number) * (squared * apart).sum(axis=1) / squares**1.5
    return Moments(number, mean, deviation, skewness)


def _constant(differences: Floats) -> Bools:
    """Tell rows whose values are the same but for rounding: 0.35 - 0.1 and 0.5 - 0.25 are two floats."""
    lowest = np.fmin.reduce(differences, axis=1, initial=np.inf)
    highest = np.fmax.reduce(differences, axis=1, initial=-np.inf)
    size = np.maximum(1.0, np.maximum(np.abs(lowest), np.abs(highest)))
    same: Bools = highest - lowest <= _ROUNDING * size
    return same


def standard_error(of: Moments) -> Floats:
    """Return how far the mean strays from sample to sample."""
    with np.errstate(invalid="ignore", divide="ignore"):
        error: Floats = of.deviation / np.sqrt(of.number)
    return error


def t_interval(of: Moments, confidence: float) -> tuple[Floats, Floats]:
    """Return the ends of the t interval of each mean, `confidence` in percent."""
    from scipy.special import stdtrit

    with np.errstate(invalid="ignore"):
        half = stdtrit(np.maximum(of.number - 1, 1), 0.5 + confidence / 200) * standard_error(of)
    return of.mean - half, of.mean + half
