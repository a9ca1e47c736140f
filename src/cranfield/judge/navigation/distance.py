"""The further away, the fewer users get there; and how patient they are, from what they did."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import numpy as np

from cranfield.errors import InputError, UsageError
from cranfield.judge.navigation.model import Step
from cranfield.judge.navigation.spans import Disjoint, Missing, Nested, Places, Spans, not_nested

AtZero = Literal["one", "literal", "scaled"]
_ROUNDS = 100
_SETTLED = 1e-12
_LEAST = 1e-9  # who is as far away as that gets nowhere: exp(-20)


class Distance:
    """1 / (1 + e^(theta d)), d the way from the entry point to the nearest end of the element, in units of the spans.

    At d = 0 the formula of the paper is 1/2, as if half of the users did not see what they were led to. `at_zero`
    says what becomes of that: `one` (they all see it), `literal`, or `scaled` (2 / (1 + e^(theta d)) everywhere).

    >>> from cranfield.read.inex.spans import Span
    >>> spans = {"p1": Span("d", 0, 20), "p2": Span("d", 30, 60)}
    >>> list(Distance(0.1, spans)("q1", ["p1"], ["p1", "p2"]))
    [(0, 0, 1.0), (0, 1, 0.04742587317756678)]
    """

    def __init__(
        self,
        theta: float,
        spans: Spans,
        *,
        at_zero: AtZero = "one",
        farthest: float = math.inf,
        nested: Nested = "error",
        missing: Missing = "error",
    ) -> None:
        if not 0 < theta < math.inf:
            raise UsageError(
                f"`theta` is more than 0, not {theta}",
                slug="navigation-model",
                hint="0.01 means that at 100 characters a quarter of the users goes on; fit_theta finds it in a log",
            )
        if at_zero not in ("one", "literal", "scaled"):
            raise UsageError.unknown_choice("`at_zero`", at_zero, ("one", "literal", "scaled"))
        self.theta, self.at_zero, self.nested = theta, at_zero, nested
        self.farthest = min(farthest, -math.log(_LEAST) / theta)
        self.places = Places(spans, missing)

    def probability(self, distance: float) -> float:
        """Return the share of users who go so far."""
        if distance == 0 and self.at_zero == "one":
            return 1.0
        going = 1 / (1 + math.exp(self.theta * distance))
        return 2 * going if self.at_zero == "scaled" else going

    def choose(self, topic: str, elements: Sequence[str]) -> list[int]:
        """Return the elements that may be ideal side by side."""
        return not_nested(topic, elements, self.places, self.nested)

    def __call__(self, topic: str, items: Sequence[str], ideals: Sequence[str]) -> Iterator[Step]:  # noqa: ARG002
        """Return the ideals of the same document that are not too far from where each item begins."""
        known = Disjoint(ideals, self.places)
        numbers = {ideal: number for number, ideal in enumerate(ideals)}
        for number, item, span in self.places.in_the_documents_of(items, ideals):
            if item in numbers:
                yield number, numbers[item], self.probability(0)
            if span is None:
                continue
            for distance, ideal in self._near(known, span.document, span.start):
                if ideal != numbers.get(item):
                    yield number, ideal, self.probability(distance)

    def _near(self, known: Disjoint, document: str, entry: int) -> Iterator[tuple[int, int]]:
        for start, _, ideal in known.from_here(document, entry):
            if start - entry > self.farthest:
                break
            yield max(start - entry, 0), ideal
        for _, end, ideal in known.before(document, entry):
            if entry - end > self.farthest:
                break
            yield entry - end, ideal

    def give_notice(self) -> None:
        """Warn of elements that were skipped."""
        self.places.give_notice()


class Theta(NamedTuple):
    """How fast users give up, and how sure that is."""

    theta: float
    standard_error: float


def fit_theta(distances: Sequence[float], seen: Sequence[bool]) -> Theta:
    """Find the theta under which what users did is most likely: how far an element was, and whether they went there.

    The logarithm of the likelihood has one top, which Newton's steps climb.

    >>> fit_theta([10, 10, 10, 10, 30, 30, 30, 30], [True, False, False, False, False, False, False, True]).theta
    0.0454...
    """
    d, y = np.asarray(distances, dtype=np.float64), np.asarray(seen, dtype=np.float64)
    if (
        len(d) != len(y)
        or not len(d)
        or not (np.isfinite(d) & (d >= 0)).all()
        or not np.isin(y, (0, 1)).all()
    ):
        raise InputError(
            "theta is found from distances of 0 and more, each with whether the element was seen",
            slug="navigation-data",
        )
    if not (d[y == 1] > 0).any() or not (d[y == 0] > 0).any():
        raise InputError(
            "theta cannot be found: at a distance, either all users saw the element or nobody did",
            slug="navigation-data",
            hint="log some sessions that went on, and some that did not",
        )
    scale = d.max()  # theta * d is then of the order of 1
    theta, d = 0.0, d / scale
    for _ in range(_ROUNDS):
        p = _going(theta * d)
        step = float((d * (p - y)).sum() / (d**2 * p * (1 - p)).sum())
        while _likelihood(theta + step, d, y) < _likelihood(theta, d, y) - _SETTLED:
            step /= 2
        theta += step
        if abs(step) < _SETTLED * max(1.0, abs(theta)):
            break
    p = _going(theta * d)
    information = float((d**2 * p * (1 - p)).sum())
    return Theta(theta / float(scale), 1 / math.sqrt(information) / float(scale))


def _going(way: np.ndarray) -> np.ndarray:
    going: np.ndarray = np.exp(-np.logaddexp(0, way))
    return going


def _likelihood(theta: float, d: np.ndarray, y: np.ndarray) -> float:
    return float(-(y * np.logaddexp(0, theta * d) + (1 - y) * np.logaddexp(0, -theta * d)).sum())
