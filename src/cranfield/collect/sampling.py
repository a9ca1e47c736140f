"""ADM of a whole collection from a sample of it: nobody judges a million documents."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cranfield.errors import UsageError


class Estimate(NamedTuple):
    """An estimate of ADM, and the variance it has over all samples that could have been drawn."""

    adm: float
    variance: float

    @property
    def standard_error(self) -> float:
        """How far off the estimate is, typically."""
        return math.sqrt(self.variance)


def stratified_adm(strata: Iterable[tuple[int, Sequence[float]]]) -> Estimate:
    """Estimate ADM from random samples of several strata, such as ranges of scores.

        ADM       1 - sum over strata h of  N_h/N * mean of the distances sampled
        variance  sum over strata h of  (N_h/N)^2 * (1 - n_h/N_h) * s_h^2 / n_h

    A stratum is its number of documents N_h, and the distances |SRE - URE| of the n_h of them that were drawn from
    it without replacement and judged; s_h^2 is their variance, divided by n_h - 1. A single stratum is a simple
    random sample. Draw more from where distances differ more: the few documents scored high, rather than the many
    scored 0. To judge the retrieved documents only is no sample of the collection, and estimates ADM over them.

    From one document of several, no variance can be told (NaN). A stratum judged as a whole adds none.

    >>> estimate = stratified_adm([(100, [0.1, 0.2, 0.3]), (900, [0, 0.1])])
    >>> print(f"{estimate.adm:.3f} +- {estimate.standard_error:.3f}")
    0.935 +- 0.045
    """
    sampled = [(size, list(distances)) for size, distances in strata]
    for size, distances in sampled:
        _refuse(size, distances)
    total = sum(size for size, _ in sampled)
    if not total:
        raise UsageError("there are no documents to estimate ADM from", slug="bad-estimates")
    kept = [(size, distances) for size, distances in sampled if size]
    distance = sum(size / total * math.fsum(distances) / len(distances) for size, distances in kept)
    variance = sum((size / total) ** 2 * _variance_of_mean(size, distances) for size, distances in kept)
    return Estimate(1 - distance, variance)


def _variance_of_mean(size: int, distances: Sequence[float]) -> float:
    number = len(distances)
    if number == size:
        return 0.0
    if number == 1:
        return math.nan
    mean = math.fsum(distances) / number
    spread = math.fsum((distance - mean) ** 2 for distance in distances) / (number - 1)
    return (1 - number / size) * spread / number


def _refuse(size: int, distances: Sequence[float]) -> None:
    if not min(size, 1) <= len(distances) <= size:
        raise UsageError(
            f"of {size} documents of a stratum, {len(distances)} cannot be the sample",
            slug="bad-estimates",
            hint="at least one document of each stratum is judged, and none twice",
        )
    for distance in distances:
        if not 0 <= distance <= 1:
            raise UsageError(f"a distance lies between 0 and 1, not at {distance:g}", slug="bad-estimates")
