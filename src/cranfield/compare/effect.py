"""How large a difference is, which no p says."""

from __future__ import annotations

import numpy as np

from cranfield.compare.given import Floats
from cranfield.compare.significance.outcome import Ints, moments
from cranfield.compare.significance.ranked import wins

_WIDEST = 1e6


def standardised(differences: Floats) -> Floats:
    """Return the mean difference of each row in units of its standard deviation over topics (Cohen's d of pairs).

    NaN where the differences do not vary: then no unit is there.

    >>> standardised(np.array([[1.0, 2.0, 3.0]])).tolist()
    [2.0]
    """
    of = moments(differences)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(of.deviation > 0, of.mean / of.deviation, np.nan)


def standardised_interval(effect: Floats, number: Ints, confidence: float = 95.0) -> tuple[Floats, Floats]:
    """Return the ends of the interval of each standardised difference, from the noncentral t distribution.

    d * sqrt(n) is t with d's true value times sqrt(n) for its centre; the ends are the centres under which the t that was
    seen would be as far out as the confidence leaves room for.

    >>> low, high = standardised_interval(np.array([0.5]), np.array([30]))
    >>> round(low.item(), 4), round(high.item(), 4)
    (0.1161, 0.8763)
    """
    from scipy.special import nctdtrinc

    root, freedom = np.sqrt(number), np.maximum(number - 1, 1).astype(np.float64)
    outside = (1 - confidence / 100) / 2
    ends = []
    for share in (1 - outside, outside):
        end = np.full(len(effect), np.nan)
        there = np.isfinite(effect) & (np.abs(effect) < _WIDEST) & (number > 1)
        # the distribution is turned round where the effect is negative: its left tail is the less exact one
        side = np.where(effect < 0, -1.0, 1.0)[there]
        tail = np.where(side > 0, share, 1 - share)
        end[there] = side * nctdtrinc(freedom[there], tail, np.abs(effect[there]) * root[there]) / root[there]
        ends.append(end)
    return ends[0], ends[1]


def superiority(differences: Floats, margin: float = 0.0) -> Floats:
    """Return the share of topics on which each row is above zero; ties, `margin` included, count half.

    >>> superiority(np.array([[0.1, 0.2, 0.0, -0.1]])).tolist()
    [0.625]
    """
    above, below = wins(differences, margin), wins(-differences, margin)
    number = (~np.isnan(differences)).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        share: Floats = (above + (number - above - below) / 2) / number
    return share
