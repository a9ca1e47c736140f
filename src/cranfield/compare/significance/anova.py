"""Two-way analysis of variance without replication: systems and topics, one value for each of both."""

from __future__ import annotations

from typing import NamedTuple

from cranfield.compare.significance.outcome import Floats


class Anova(NamedTuple):
    """Where the values vary: between systems, between topics, and what is left."""

    systems: int
    topics: int
    system_squares: float
    topic_squares: float
    residual_squares: float

    @property
    def residual_freedom(self) -> int:
        """Degrees of freedom of what is left."""
        return (self.systems - 1) * (self.topics - 1)

    @property
    def residual_variance(self) -> float:
        """Variance of a value when system and topic are known; twice it is the variance of a paired difference."""
        return self.residual_squares / self.residual_freedom

    @property
    def system_f(self) -> float:
        """How many times more systems vary than the residual explains."""
        return self._f(self.system_squares, self.systems - 1)

    @property
    def topic_f(self) -> float:
        """How many times more topics vary than the residual explains."""
        return self._f(self.topic_squares, self.topics - 1)

    @property
    def system_p(self) -> float:
        """Chance of such an F, were all systems equally good."""
        return self._p(self.system_f, self.systems - 1)

    @property
    def topic_p(self) -> float:
        """Chance of such an F, were all topics equally hard."""
        return self._p(self.topic_f, self.topics - 1)

    def _f(self, squares: float, freedom: int) -> float:
        if not self.residual_squares:
            return float("inf") if squares else float("nan")
        return squares / freedom / self.residual_variance

    def _p(self, f: float, freedom: int) -> float:
        from scipy.special import fdtrc

        return float(fdtrc(freedom, self.residual_freedom, f))


def anova(values: Floats) -> Anova:
    """Take apart a matrix of systems by topics without gaps.

    >>> import numpy as np
    >>> found = anova(np.array([[0.3, 0.5, 0.4], [0.1, 0.3, 0.3]]))
    >>> round(found.system_f, 6), round(found.system_p, 6)
    (25.0, 0.03775)
    """
    whole = values.mean()
    of_system, of_topic = values.mean(axis=1), values.mean(axis=0)
    residual = values - of_system[:, None] - of_topic + whole
    squares = float((residual**2).sum())
    if squares <= 1e-28 * max(1.0, float((values**2).sum())):  # what rounding leaves of nothing
        squares = 0.0
    systems, topics = values.shape
    return Anova(
        systems,
        topics,
        topics * float(((of_system - whole) ** 2).sum()),
        systems * float(((of_topic - whole) ** 2).sum()),
        squares,
    )
