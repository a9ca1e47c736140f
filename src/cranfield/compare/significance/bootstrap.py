"""The paired bootstrap: topics drawn again and again from those there are. Three ways to read an interval and a p."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np

from cranfield.compare.significance.outcome import (
    Bools,
    Floats,
    Ints,
    Moments,
    Outcome,
    moments,
    standard_error,
)

Kind = Literal["studentised", "percentile", "bca"]
SAMPLES = 10_000
_DRAWN_AT_ONCE = 1 << 21
_CELLS = 1 << 21
_ROUNDING = 1e-12


def bootstrap_test(
    differences: Floats,
    kind: Kind = "studentised",
    *,
    confidence: float = 95.0,
    samples: int = SAMPLES,
    seed: int = 0,
) -> Outcome:
    """Test whether the mean difference of each row is zero.

    - `studentised`: |t| of the row against |t| of the samples about the row's own mean (Sakai's paired bootstrap test);
      the interval is mean -+ q * standard error with q from the same samples
    - `percentile`: the share of samples whose mean lies on the other side of zero, doubled
    - `bca`: the same after correcting for bias and for a spread that changes with the mean (Efron)

    p is (k + 1) / (samples + 1) at least. All three want 20 topics or more: of few there are only few samples.

    >>> found = bootstrap_test(np.array([[0.3, 0.1, 0.2, 0.4, 0.2, 0.1, 0.3, 0.2]]), "percentile")
    >>> found.lower.item() > 0, found.p.item() < 0.001
    (True, True)
    """
    p, lower, upper = (np.full(len(differences), np.nan) for _ in range(3))
    for places, rows in _alike(differences):
        for begin in range(0, len(places), max(1, _CELLS // samples)):
            part = slice(begin, begin + max(1, _CELLS // samples))
            p[places[part]], lower[places[part]], upper[places[part]] = _READ[kind](
                rows[part], samples, seed, confidence / 100
            )
    exact: Bools = np.zeros(len(p), dtype=np.bool_)
    return Outcome(p, lower, upper, exact, np.full(len(p), least_of_samples(kind, samples)))


def least_of_samples(kind: Kind, samples: int) -> float:
    """Return the smallest p: shares that are doubled have a least that is."""
    return min(1.0, (1 if kind == "studentised" else 2) / (samples + 1))


_Read = tuple[Floats, Floats, Floats]


def _alike(differences: Floats) -> Iterator[tuple[Ints, Floats]]:
    """Gather the rows that are defined for the same topics, which are those that are drawn from."""
    known = ~np.isnan(differences)
    masks, group = np.unique(known, axis=0, return_inverse=True)
    for number, mask in enumerate(masks):
        places = np.flatnonzero(group.ravel() == number)
        if mask.sum() > 1:
            yield places, differences[places][:, mask]


def _drawn(topics: int, samples: int, seed: int) -> Iterator[Floats]:
    """Yield how often each sample has each topic, as shares, in blocks of samples."""
    block = max(1, _DRAWN_AT_ONCE // topics)
    for number, begin in enumerate(range(0, samples, block)):
        size = min(block, samples - begin)
        chance = np.random.default_rng([seed, number])
        drawn = chance.integers(topics, size=(size, topics)) + topics * np.arange(size)[:, None]
        often = np.bincount(drawn.ravel(), minlength=size * topics).reshape(size, topics)
        yield often / topics


def _means(rows: Floats, samples: int, seed: int) -> Floats:
    return np.concatenate([share @ rows.T for share in _drawn(rows.shape[1], samples, seed)])


def _studentised(rows: Floats, samples: int, seed: int, confidence: float) -> _Read:
    of = moments(rows)
    error = standard_error(of)
    centred = rows - of.mean[:, None]
    distances = []
    for share in _drawn(rows.shape[1], samples, seed):
        mean = share @ centred.T
        variance = np.maximum(share @ (centred**2).T - mean**2, 0.0) / (rows.shape[1] - 1)
        with np.errstate(invalid="ignore", divide="ignore"):
            t = np.abs(mean) / np.sqrt(variance)  # infinite where a sample is one topic again and again
        distances.append(np.where(np.isnan(t), 0.0, t))
    t = np.concatenate(distances)
    with np.errstate(invalid="ignore", divide="ignore"):
        observed = np.abs(of.mean) / error
        half = np.quantile(t, confidence, axis=0, method="higher") * error
        p = (np.count_nonzero(t >= observed * (1 - _ROUNDING), axis=0) + 1) / (samples + 1)
    p = np.where(of.deviation == 0, np.where(of.mean == 0, 1.0, np.nan), p)
    return p, of.mean - half, of.mean + half


def _percentile(rows: Floats, samples: int, seed: int, confidence: float) -> _Read:
    means = _means(rows, samples, seed)
    lower, upper = np.quantile(means, [(1 - confidence) / 2, (1 + confidence) / 2], axis=0)
    least = np.minimum((means <= _ROUNDING).sum(axis=0), (means >= -_ROUNDING).sum(axis=0))
    return np.minimum(1.0, 2 * (least + 1) / (samples + 1)), lower, upper


def _bca(rows: Floats, samples: int, seed: int, confidence: float) -> _Read:
    """Move the percentiles, and for p find the level whose interval ends at zero.

    An end at level c of the normal distribution is the percentile Phi(z0 + (z0 + c) / (1 - a (z0 + c))); solved for the c
    whose percentile is the share of samples below zero, that is p.
    """
    from scipy.special import ndtr, ndtri

    of = moments(rows)
    means = _means(rows, samples, seed)
    bias = ndtri(_inside(_below(means, of.mean), samples))
    acceleration = np.nan_to_num(of.skewness) / (6 * np.sqrt(of.number))
    ends = []
    for level in ((1 - confidence) / 2, (1 + confidence) / 2):
        moved = bias + ndtri(level)
        place = ndtr(bias + moved / (1 - acceleration * moved))
        ends.append(np.array([np.quantile(column, at) for column, at in zip(means.T, place, strict=True)]))
    beyond = ndtri(_inside(_below(means, np.zeros(len(rows))), samples)) - bias
    with np.errstate(divide="ignore", invalid="ignore"):
        one_sided = ndtr(beyond / (1 + acceleration * beyond) - bias)
    p = 2 * np.clip(np.minimum(one_sided, 1 - one_sided), 1 / (samples + 1), 0.5)
    return np.where((of.deviation == 0) & (of.mean == 0), 1.0, p), ends[0], ends[1]


def _below(means: Floats, value: Floats) -> Floats:
    """Return the share of samples below a value; those at it count half."""
    near = _ROUNDING * np.maximum(1.0, np.abs(value))
    share: Floats = ((means < value - near).mean(axis=0) + (means <= value + near).mean(axis=0)) / 2
    return share


def _inside(share: Floats, samples: int) -> Floats:
    return np.clip(share, 1 / (samples + 1), samples / (samples + 1))


_READ = {"studentised": _studentised, "percentile": _percentile, "bca": _bca}

__all__ = ["SAMPLES", "Kind", "Moments", "bootstrap_test"]
