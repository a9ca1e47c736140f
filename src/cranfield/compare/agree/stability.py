"""Stability over topics: rank the systems by two halves that share no topic, and see what changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.compare.agree.panel import Panel
from cranfield.errors import UsageError, count
from cranfield.measure.arguments import whole

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SPLITS = 200
SWAPS_ALLOWED = 0.05
_SIZES = 5
_BINS = 100
_SAME = 1e-12
_AT_ONCE = 1 << 21


class Bin(NamedTuple):
    """The comparisons whose difference, by the first set of topics, is from `difference` up to the next bin's."""

    difference: float
    comparisons: int
    swaps: int  # the second set prefers the other system

    @property
    def rate(self) -> float:
        """Share of swaps."""
        return self.swaps / self.comparisons


@dataclass(frozen=True)
class Stability:
    """One measure, ranked by two sets of so many topics that have none in common, over many splits."""

    name: str
    size: int  # topics in each set
    splits: int
    tau: float  # Kendall's tau_b of the two rankings, its mean over splits
    tau_lowest: float  # and what 2.5 % of the splits are below
    tau_all: float  # of the first set and all topics
    bins: tuple[Bin, ...]

    @property
    def swap_rate(self) -> float:
        """Share of all comparisons of two systems that the second set turns round."""
        return sum(each.swaps for each in self.bins) / max(1, sum(each.comparisons for each in self.bins))

    @property
    def needed(self) -> float | None:
        """The smallest difference with which at most 5 % of the comparisons are turned round; None: there is none."""
        few = [each.rate <= SWAPS_ALLOWED for each in self.bins]
        if True not in few:
            return None
        return self.bins[few.index(True)].difference if few.index(True) else 0.0

    @property
    def sensitivity(self) -> float:
        """Share of all comparisons with at least this difference."""
        total = sum(each.comparisons for each in self.bins)
        enough = self.needed
        if enough is None or not total:
            return 0.0
        return sum(each.comparisons for each in self.bins if each.difference >= enough) / total


def stability(
    panel: Panel, sizes: Sequence[int] | None = None, *, splits: int = SPLITS, seed: int = 0
) -> list[Stability]:
    """Draw two disjoint sets of topics, many times, and compare what they say of all pairs of systems.

    Swaps are counted by the difference that the first set shows, in bins of .01 (of a measure that is not between 0 and 1, a
    hundredth of the widest difference). Two means that are equal are no comparison. Sets can hold half of the topics at
    most, so the stability of all topics is better than any line says. Sources: Voorhees & Buckley, SIGIR 2002; Sakai,
    SIGIR 2006 and 2007.
    """
    if splits < 1:
        raise UsageError(f"there must be 1 split or more: {splits}", slug="bad-splits")
    whole("seed", seed, slug="bad-seed", least=0, most=None)
    found: list[Stability] = []
    for place, name in enumerate(panel.names):
        values = panel.complete(place)
        wanted = _checked(sizes, values.shape[1], name)
        found += [_stability(name, values, size, splits, seed) for size in wanted]
    return found


def _checked(sizes: Sequence[int] | None, topics: int, name: str) -> Sequence[int]:
    if topics < 4:
        raise UsageError(
            f"{name}: two sets of topics cannot be drawn from {count(topics, 'topic')}", slug="too-few-topics"
        )
    half = topics // 2
    if sizes is None:
        return sorted({max(2, round(half * part / _SIZES)) for part in range(1, _SIZES + 1)})
    for size in sizes:
        if not 1 <= size <= half:
            raise UsageError(
                f"two sets of {count(size, 'topic')} without a common one cannot be drawn from {topics}",
                slug="bad-splits",
                hint=f"from 1 to {half}",
            )
    return sizes


def _stability(name: str, values: Floats, size: int, splits: int, seed: int) -> Stability:
    one, other = np.triu_indices(len(values), 1)
    whole = values.mean(axis=1)
    of_all = _signs(whole[one] - whole[other])
    width = _width(values, whole)
    taus, with_all = [], []
    comparisons, swaps = np.zeros(_BINS + 1, dtype=np.int64), np.zeros(_BINS + 1, dtype=np.int64)
    for first, second in _means_of_splits(values, size, splits, seed, max(1, _AT_ONCE // len(one))):
        apart, again = first[:, one] - first[:, other], second[:, one] - second[:, other]
        sign, sign_again = _signs(apart), _signs(again)
        taus.append(_tau_b(sign, sign_again))
        with_all.append(_tau_b(sign, of_all[None, :]))
        product = sign * sign_again
        place = np.minimum((np.abs(apart) + _SAME) / width, _BINS).astype(np.int64)
        comparisons += np.bincount(place[product != 0], minlength=_BINS + 1)
        swaps += np.bincount(place[product < 0], minlength=_BINS + 1)
    tau = np.concatenate(taus)
    return Stability(
        name=name,
        size=size,
        splits=splits,
        tau=float(np.nanmean(tau)) if not np.isnan(tau).all() else float("nan"),
        tau_lowest=float(np.nanpercentile(tau, 2.5)) if not np.isnan(tau).all() else float("nan"),
        tau_all=float(np.nanmean(np.concatenate(with_all))),
        bins=tuple(
            Bin(float(place * width), int(number), int(turned))
            for place, (number, turned) in enumerate(zip(comparisons, swaps, strict=True))
            if number
        ),
    )


def _means_of_splits(
    values: Floats, size: int, splits: int, seed: int, at_once: int
) -> Iterator[tuple[Floats, Floats]]:
    """Yield the means of all systems (a row a split) by the first and by the second set of topics."""
    topics = values.shape[1]
    chance = np.random.default_rng([seed, size])
    for begin in range(0, splits, at_once):
        number = min(at_once, splits - begin)
        order = chance.permuted(np.broadcast_to(np.arange(topics), (number, topics)), axis=1)
        sets = []
        for chosen in (order[:, :size], order[:, size : 2 * size]):
            there = np.zeros((number, topics))
            np.put_along_axis(there, chosen, 1.0, axis=1)
            sets.append(there @ values.T / size)
        yield sets[0], sets[1]


def _signs(apart: Floats) -> NDArray[np.int8]:
    return np.where(np.abs(apart) <= _SAME, 0, np.sign(apart)).astype(np.int8)


def _tau_b(one: NDArray[np.int8], other: NDArray[np.int8]) -> Floats:
    """Return Kendall's tau_b of two rankings, a row each, from the signs of all pairs."""
    untied = (one != 0).sum(axis=1) * (other != 0).sum(axis=1)
    agreed = (one * other).sum(axis=1, dtype=np.int64)
    with np.errstate(invalid="ignore", divide="ignore"):
        tau: Floats = np.where(untied > 0, agreed / np.sqrt(untied), np.nan)
    return tau


def _width(values: Floats, means: Floats) -> float:
    between_0_and_1 = values.min() >= 0 and values.max() <= 1
    widest = float(means.max() - means.min())
    return 1 / _BINS if between_0_and_1 or not widest else widest / _BINS
