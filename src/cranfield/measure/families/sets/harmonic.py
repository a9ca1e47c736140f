"""Weighted harmonic means of precision and recall, in the two notations of the weight."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cranfield.errors import UsageError
from cranfield.measure.families.limits import check_range

Floats = NDArray[np.float64]


def f_measure(
    precision: ArrayLike, recall: ArrayLike, beta: float | None = None, alpha: float | None = None
) -> Floats:
    """Return the weighted harmonic mean: recall is `beta` times as important, or precision has the weight `alpha`.

    >>> f_measure(0.94, 0.26), f_measure(0.94, 0.26, alpha=0.5)
    (array(0.40733333), array(0.40733333))
    """
    of_precision = weight_of_precision(beta, alpha)
    p, r = np.asarray(precision, np.float64), np.asarray(recall, np.float64)
    if alpha is not None:
        return _share(p * r, of_precision * r + (1 - of_precision) * p)
    weight = 1.0 if beta is None else float(beta) ** 2
    return _share((weight + 1) * p * r, r + weight * p)


def e_measure(
    precision: ArrayLike, recall: ArrayLike, alpha: float | None = None, beta: float | None = None
) -> Floats:
    """Return van Rijsbergen's E, with the weight in either notation.

    >>> e_measure(0.5, 0.8, alpha=0.2), e_measure(0.5, 0.8, beta=2), f_measure(0.5, 0.8, beta=2)
    (array(0.28571429), array(0.28571429), array(0.71428571))
    """
    of_precision = weight_of_precision(beta, alpha)
    p, r = np.asarray(precision, np.float64), np.asarray(recall, np.float64)
    return np.asarray(1 - _share(p * r, of_precision * r + (1 - of_precision) * p))


def weight_of_precision(beta: float | None, alpha: float | None) -> float:
    """Return the weight of precision, told in one of the two notations; 1/2 where neither is.

    >>> weight_of_precision(None, None), weight_of_precision(2, None), weight_of_precision(None, 0.2)
    (0.5, 0.2, 0.2)
    """
    if beta is not None and alpha is not None:
        raise UsageError(
            "`beta` and `alpha` are two notations of one weight",
            slug="measure-parameter",
            hint=f"give one of them: beta={beta} is alpha={alpha_of(beta):g}",
        )
    if alpha is not None:
        check_range("alpha", alpha, 0, 1)
        return alpha
    check_range("beta", 1 if beta is None else beta, 0)
    return 0.5 if beta is None else alpha_of(beta)


def alpha_of(beta: float) -> float:
    """Return the weight of precision that makes recall `beta` times as important.

    >>> alpha_of(1), alpha_of(2)
    (0.5, 0.2)
    """
    return 1 / (1 + float(beta) ** 2)


def _share(part: Floats, whole: Floats) -> Floats:
    """Divide, and call nothing of nothing 0: without a relevant document found, both are 0."""
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
