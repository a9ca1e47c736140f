"""Are two systems as good as equal? No test of difference can say that they are."""

from __future__ import annotations

import numpy as np

from cranfield.compare.given import Floats
from cranfield.compare.significance.outcome import moments, standard_error
from cranfield.errors import UsageError


def tost(differences: Floats, margin: float) -> Floats:
    """Return for each row the p of equivalence: that the mean difference lies outside of -margin to margin.

    Two one-sided t-tests, of which the weaker counts (Schuirmann 1987). p below alpha: the mean differs by less than the
    margin. That is also where the interval of confidence 1 - 2 alpha lies within the margin. What margin does not matter
    to a user has to be known before; a difference that is not significant is no evidence of equivalence.

    >>> tost(np.array([[0.01, -0.02, 0.0, 0.02, -0.01, 0.01, 0.0, -0.01]]), 0.02).round(5).tolist()
    [0.00174]
    """
    from scipy.special import stdtr

    if not 0 < margin < float("inf"):
        raise UsageError(
            f"a margin of equivalence is a number above 0: {margin:g}", slug="bad-margin", hint="such as 0.01"
        )
    of = moments(differences)
    error = standard_error(of)
    room = margin - np.abs(of.mean)
    with np.errstate(invalid="ignore", divide="ignore"):
        t = np.where(error > 0, room / error, np.inf * np.sign(room))
    return np.where(of.number > 1, stdtr(np.maximum(of.number - 1, 1), -t), np.nan)
