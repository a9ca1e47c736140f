"""Weighted harmonic means of precision and recall, in the two notations of the weight."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cranfield.errors import UsageError

Floats = NDArray[np.float64]


def f_measure(precision: ArrayLike, recall: ArrayLike, beta: float = 1) -> Floats:
    """Return the weighted harmonic mean; recall is `beta` times as important as precision.

    >>> f_measure(0.94, 0.26)
    array(0.40733333)
    """
    if beta < 0:
        raise UsageError(f"`beta` is 0 or more, not `{beta}`", slug="measure-parameter")
    weight = float(beta) ** 2
    p, r = np.asarray(precision, np.float64), np.asarray(recall, np.float64)
    return _share((weight + 1) * p * r, r + weight * p)


def e_measure(precision: ArrayLike, recall: ArrayLike, alpha: float = 0.5) -> Floats:
    """Return van Rijsbergen's E, in which precision has the weight `alpha`.

    >>> e_measure(0.5, 0.8, alpha=alpha_of(beta=2)), f_measure(0.5, 0.8, beta=2)
    (array(0.28571429), array(0.71428571))
    """
    if not 0 <= alpha <= 1:
        raise UsageError(f"`alpha` is from 0 to 1, not `{alpha}`", slug="measure-parameter")
    p, r = np.asarray(precision, np.float64), np.asarray(recall, np.float64)
    return np.asarray(1 - _share(p * r, alpha * r + (1 - alpha) * p))


def alpha_of(beta: float) -> float:
    """Return the weight of precision that makes recall `beta` times as important.

    >>> alpha_of(1), alpha_of(2)
    (0.5, 0.2)
    """
    return 1 / (1 + beta**2)


def _share(part: Floats, whole: Floats) -> Floats:
    """Divide, and call nothing of nothing 0: without a relevant document found, both are 0."""
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
