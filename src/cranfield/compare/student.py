"""Student's t, without scipy, whose import takes several times as long as a small evaluation."""

from __future__ import annotations

import math

_ENOUGH = 1e-16
_STEPS = 200
_TERMS = 100_000
_MANY = 100  # from here on the series for a ratio of gamma functions is exact to the last digit


def t_quantile(probability: float, freedom: float) -> float:
    """Return the value that a t-distributed number exceeds with the probability that is left.

    >>> round(t_quantile(0.975, 49), 6), t_quantile(0.5, 3)
    (2.009575, 0.0)
    """
    if probability < 0.5:
        return -t_quantile(1 - probability, freedom)
    tail = 1 - probability
    if tail >= 0.5:
        return 0.0
    # Against log t the log of the tail is concave and falls, so Newton's steps end on one side and come closer.
    place, target = math.log(2.0), math.log(tail)
    for _ in range(_STEPS):
        t = math.exp(place)
        there = t_tail(t, freedom)
        step = (math.log(there) - target) * there / (t * _density(t, freedom))
        place += max(-1.0, min(1.0, step))  # where the curve is flat a step may lead far off
        if abs(step) < 4 * _ENOUGH:
            break
    return math.exp(place)


def t_tail(t: float, freedom: float) -> float:
    """Return the probability of exceeding t, for t of 0 or more.

    >>> t_tail(0.0, 5), round(t_tail(1.0, 1), 6)
    (0.5, 0.25)
    """
    whole = freedom + t * t
    return 0.5 * _incomplete_beta(freedom / whole, t * t / whole, freedom / 2, 0.5)


def _density(t: float, freedom: float) -> float:
    logarithm = -(freedom + 1) / 2 * math.log1p(t * t / freedom)
    return math.exp(logarithm + _log_gamma_ratio(freedom / 2) - 0.5 * math.log(freedom * math.pi))


def _log_gamma_ratio(a: float) -> float:
    """Return log(gamma(a + 1/2) / gamma(a)); the difference of two large logarithms would lose digits."""
    if a < _MANY:
        return math.lgamma(a + 0.5) - math.lgamma(a)
    inverse = 1 / a
    return 0.5 * math.log(a) - inverse / 8 + inverse**3 / 192 - inverse**5 / 640 + 17 * inverse**7 / 14336


def _incomplete_beta(x: float, rest: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function at x = 1 - rest, where a or b is 1/2."""
    if rest == 0:
        return 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(rest, x, b, a)
    log_beta = 0.5 * math.log(math.pi) - _log_gamma_ratio(max(a, b))
    front = math.exp(a * _log_of(x, rest) + b * _log_of(rest, x) - log_beta) / a
    return front * _continued_fraction(x, a, b)


def _log_of(part: float, rest: float) -> float:
    return math.log1p(-rest) if part > 0.5 else math.log(part)


def _continued_fraction(x: float, a: float, b: float) -> float:
    """Return the fraction of the incomplete beta function, by the method of Lentz."""
    tiny = 1e-300
    c, d = 1.0, 1 / _apart_from_0(1 - (a + b) * x / (a + 1), tiny)
    product = d
    for m in range(1, _TERMS):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _apart_from_0(1 + term * d, tiny)
            c = _apart_from_0(1 + term / c, tiny)
            product *= c * d
        if abs(c * d - 1) < _ENOUGH:
            break
    return product


def _apart_from_0(value: float, tiny: float) -> float:
    return value if abs(value) > tiny else tiny
