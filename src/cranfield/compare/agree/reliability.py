"""Reliability by generalisability theory: would other topics rank, and score, the systems alike?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.compare.agree.panel import Panel
from cranfield.errors import UsageError

Floats = NDArray[np.float64]
TARGET = 0.95
CONFIDENCE = 95.0


class Components(NamedTuple):
    """How the variance of a score divides; an estimate below zero counts as zero."""

    system: float
    topic: float
    rest: float  # system by topic, and whatever else


class Between(NamedTuple):
    """An estimate and its confidence interval."""

    value: float
    lower: float
    upper: float


@dataclass(frozen=True)
class Reliability:
    """What topics do to one measure, and how much of it they leave to the systems.

    Of `rho2`, relative differences, and `phi`, absolute values, 1 is perfect.
    """

    name: str
    systems: int
    topics: int
    components: Components
    rho2: Between
    phi: Between
    target: float
    topics_for_rho2: int | None  # so many topics for the target; None: no number is enough
    topics_for_phi: int | None

    @property
    def shares(self) -> Components:
        """The components as shares of their sum."""
        whole = sum(self.components)
        return Components(*(part / whole if whole else math.nan for part in self.components))


def reliability(panel: Panel, *, target: float = TARGET, confidence: float = CONFIDENCE) -> list[Reliability]:
    """Estimate the reliability of each measure with these systems and topics.

        E rho^2 = s / (s + e / n)          do other n topics put the systems in the same order, as far apart?
        Phi     = s / (s + (t + e) / n)    do they give the same scores?

    s, t and e are the components of variance of systems, topics, and the rest (system by topic), from a two-way analysis
    of variance without replication. Intervals are Feldt's for E rho^2, and Arteaga, Jeyaratnam & Franklin's for Phi;
    both take values as normal, which scores are not quite. Sources: Brennan, Generalizability Theory, 2001; Bodoff &
    Li, SIGIR 2007; Urbano, Marrero & Martin, SIGIR 2013.
    """
    if not 0 < target < 1:
        raise UsageError(f"a target of reliability lies between 0 and 1: {target:g}", slug="bad-target")
    return [
        of_scores(panel.complete(place), name, target=target, confidence=confidence)
        for place, name in enumerate(panel.names)
    ]


def of_scores(
    values: Floats, name: str = "scores", *, target: float = TARGET, confidence: float = CONFIDENCE
) -> Reliability:
    """Estimate the reliability of scores, one row a system, one column a topic.

    >>> found = of_scores(np.array([[0.2, 0.4, 0.5], [0.3, 0.6, 0.6], [0.1, 0.2, 0.4]]))
    >>> round(found.rho2.value, 4), round(found.phi.value, 4), found.topics_for_rho2
    (0.9375, 0.6618, 4)
    """
    systems, topics = values.shape
    if topics < 2:
        raise UsageError(
            f"{name}: reliability needs two topics at least, and there is {topics}", slug="too-few-topics"
        )
    of_system, of_topic, of_rest = squares = _mean_squares(values)
    components = Components(
        max(0.0, (of_system - of_rest) / topics), max(0.0, (of_topic - of_rest) / systems), of_rest
    )
    system, topic, rest = components
    return Reliability(
        name=name,
        systems=systems,
        topics=topics,
        components=components,
        rho2=Between(_share(system, rest / topics), *_rho2_ends(squares, systems, topics, confidence)),
        phi=Between(
            _share(system, (topic + rest) / topics), *_phi_ends(squares, systems, topics, confidence)
        ),
        target=target,
        topics_for_rho2=_needed(target, system, rest),
        topics_for_phi=_needed(target, system, topic + rest),
    )


_Squares = tuple[float, float, float]


def _mean_squares(values: Floats) -> _Squares:
    systems, topics = values.shape
    of_system = values.mean(axis=1, keepdims=True)
    of_topic = values.mean(axis=0, keepdims=True)
    middle = values.mean()
    rest = ((values - of_system - of_topic + middle) ** 2).sum()
    return (
        float(topics * ((of_system - middle) ** 2).sum() / (systems - 1)),
        float(systems * ((of_topic - middle) ** 2).sum() / (topics - 1)),
        float(rest / ((systems - 1) * (topics - 1))),
    )


def _rho2_ends(squares: _Squares, systems: int, topics: int, confidence: float) -> tuple[float, float]:
    """Return Feldt's interval: the ratio of two mean squares over that of their expectations is F-distributed."""
    of_system, _, rest = squares
    free = systems - 1, (systems - 1) * (topics - 1)
    if rest <= 0 or of_system <= 0:
        return math.nan, math.nan
    lower, upper = (1 - rest * quantile / of_system for quantile in _quantiles(confidence, *free))
    return max(0.0, lower), max(0.0, upper)


def _phi_ends(squares: _Squares, systems: int, topics: int, confidence: float) -> tuple[float, float]:
    of_system, of_topic, rest = squares
    if rest <= 0 or of_system <= 0:
        return math.nan, math.nan
    against_rest = _quantiles(confidence, systems - 1, (systems - 1) * (topics - 1))
    against_topics = _quantiles(confidence, systems - 1, topics - 1)
    alone = _quantiles(confidence, systems - 1, math.inf)
    ends = []
    for rest_f, topic_f, f in zip(against_rest, against_topics, alone, strict=True):
        above = of_system**2 - f * of_system * rest + (f - rest_f) * rest_f * rest**2
        below = (systems - 1) * f * of_system * rest + topic_f * of_system * of_topic
        share = systems * above / below / topics  # s / (t + e)
        ends.append(max(0.0, topics * share / (1 + topics * share)))
    return ends[0], ends[1]


def _quantiles(confidence: float, one: float, other: float) -> tuple[float, float]:
    """Return the F that give the lower and the upper end."""
    from scipy.special import chdtri, fdtri

    tail = (100 - confidence) / 200
    if math.isinf(other):  # a chi-square over its degrees of freedom
        return float(chdtri(one, tail) / one), float(chdtri(one, 1 - tail) / one)
    return float(fdtri(one, other, 1 - tail)), float(fdtri(one, other, tail))


def _share(of: float, error: float) -> float:
    return of / (of + error) if of + error else math.nan


def _needed(target: float, system: float, error: float) -> int | None:
    """Count the topics until the share of the systems reaches the target."""
    if not system:
        return None
    return max(1, math.ceil(target * error / (system * (1 - target)) - 1e-9))
