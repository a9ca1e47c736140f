"""Student's paired t-test."""

from __future__ import annotations

import numpy as np

from cranfield.compare.significance.outcome import Floats, Outcome, moments, standard_error, t_interval


def t_test(differences: Floats, *, confidence: float = 95.0) -> Outcome:
    """Test whether the mean difference of each row is zero.

        t = mean / (sd / sqrt(n)), with n - 1 degrees of freedom

    It assumes that means of so many differences are normal, which few topics and skewed differences break. A row that
    does not vary has no t: where all its differences are 0, p is 1; where they have another value, NaN.

    The first ten differences of R's data set `sleep`, as its help page tests them (t = 4.0621, p = 0.002833):

    >>> sleep = np.array([[1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]])
    >>> found = t_test(sleep)
    >>> round(found.p.item(), 6), round(found.lower.item(), 4), round(found.upper.item(), 4)
    (0.002833, 0.7001, 2.4599)
    """
    from scipy.special import stdtr

    of = moments(differences)
    with np.errstate(invalid="ignore", divide="ignore"):
        t = np.abs(of.mean) / standard_error(of)
    p = 2 * stdtr(np.maximum(of.number - 1, 1), -t)
    nothing_varies = of.deviation == 0
    p = np.where(nothing_varies, np.where(of.mean == 0, 1.0, np.nan), p)
    lower, upper = t_interval(of, confidence)
    none = np.zeros(len(p))
    return Outcome(p, lower, upper, np.zeros(len(p), dtype=np.bool_), none)
