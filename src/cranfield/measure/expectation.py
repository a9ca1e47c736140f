"""The mean of a measure over all orders of tied documents: by a formula where there is one, else by sampling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cranfield.judge import ties
from cranfield.measure.definition import BoundMeasure, values_of
from cranfield.measure.register import closed_form

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.model import Judged

    Floats = NDArray[np.float64]

SAMPLES = 200


class Expected(NamedTuple):
    """One row a measure, one column a topic; `errors` has the standard errors of those that were sampled."""

    values: Floats
    errors: dict[str, Floats]


def expected_values(
    measures: Sequence[BoundMeasure], judged: Judged, *, seed: int = 0, depth: int | None = None
) -> Expected:
    """Average each measure over all orders of tied documents, every order as likely as any other."""
    if not ties.are_there(judged):
        return Expected(values_of(measures, judged), {})
    random_cut = ties.cut_through(judged, depth)
    sampled = [bound for bound in measures if random_cut or not _exact(bound)]
    direct = ties.best(judged, depth) if random_cut else judged
    values = values_of(measures, direct, expected=not random_cut)
    means, errors = _sampled(sampled, judged, seed, depth)
    for bound, mean in zip(sampled, means, strict=True):
        values[measures.index(bound)] = mean
    return Expected(values, dict(zip((bound.name for bound in sampled), errors, strict=True)))


def _exact(bound: BoundMeasure) -> bool:
    return closed_form(bound.measure) is not None or blind_to_order(bound)


def blind_to_order(bound: BoundMeasure) -> bool:
    """Tell whether no order of tied documents could change its value."""
    looks_at = bound.measure.retrieval
    if looks_at == "scores" and "unit-scores" in bound.measure.needs:  # tied documents have the same
        return dict(bound.settings).get("scores", "rank") != "rank"
    return looks_at == "none" or (looks_at == "set" and bound.cutoff is None)


def _sampled(
    measures: Sequence[BoundMeasure], judged: Judged, seed: int, depth: int | None
) -> tuple[Floats, Floats]:
    """Return the means over random orders, and their standard errors."""
    random = np.random.default_rng(seed)
    total = np.zeros((len(measures), judged.num_topics))
    squares = np.zeros_like(total)
    if not measures:
        return total, total
    first = values_of(measures, ties.shuffled(judged, random, depth))
    for _ in range(SAMPLES - 1):
        away = values_of(measures, ties.shuffled(judged, random, depth)) - first
        total += away
        squares += away**2
    variance = np.maximum(squares - total**2 / SAMPLES, 0) / (SAMPLES - 1)
    return first + total / SAMPLES, np.sqrt(variance / SAMPLES)


def remark(errors: dict[str, float], measures: Sequence[BoundMeasure], seed: int) -> str:
    """Say how the expectations were come by: `errors` are those of the means over topics."""
    exact = [bound.name for bound in measures if bound.name not in errors]
    told = [f"exact for {', '.join(exact)}"] if exact else []
    if errors:
        sampled = ", ".join(f"{name} (+-{error:.1g})" for name, error in errors.items())
        told.append(f"the mean of {SAMPLES} random orders (seed {seed}) for {sampled}")
    return f"expected over the orders of tied documents: {'; '.join(told)}"
