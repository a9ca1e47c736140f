"""How far a number could have been another one, had the topics been others: intervals over topics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

import numpy as np

from cranfield.compare.student import t_quantile
from cranfield.errors import UsageError
from cranfield.model.scores import LEAST

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from cranfield.model import Scores

Method = Literal["t", "bootstrap"]

SAMPLES = 10_000
"""So many times the bootstrap draws topics."""
_DRAWN_AT_ONCE = 1 << 22


class Interval(NamedTuple):
    """The two ends."""

    lower: float
    upper: float


@dataclass(frozen=True, eq=False)
class Intervals:
    """An interval for each run and measure of some scores, and how they were found; NaN where there is none."""

    method: Method
    confidence: float
    seed: int
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]

    def at(self, run: int, measure: int) -> Interval | None:
        """Return the interval of the run and measure at these places."""
        ends = Interval(float(self.lower[run, measure]), float(self.upper[run, measure]))
        return None if np.isnan(ends).any() else ends


def intervals(scores: Scores, method: Method = "t", *, confidence: float = 95.0, seed: int = 0) -> Intervals:
    """Find the intervals over topics: by Student's t, or from the percentiles of a seeded bootstrap.

    A count has none: it is no mean over topics. A geometric mean has its interval on the scale of logarithms.
    Less than two topics tell nothing of how topics differ.

    >>> from cranfield import evaluate
    >>> qrels = {topic: {"a": 1, "b": 0} for topic in ("1", "2", "3")}
    >>> scores = evaluate(qrels, {"1": ["a", "b"], "2": ["b", "a"], "3": ["b", "a"]}, "RR")
    >>> [round(end, 4) for end in intervals(scores).at(0, 0)]
    [-0.0504, 1.3838]
    """
    if method not in get_args(Method):
        raise UsageError.unknown_choice("intervals", str(method), get_args(Method))
    require_percentage(confidence)
    geometric = np.array([aggregate == "geometric" for aggregate in scores.aggregates], dtype=np.bool_)
    summed = np.array([aggregate == "sum" for aggregate in scores.aggregates], dtype=np.bool_)
    values = scores.values.copy()
    values[:, geometric] = np.log(np.maximum(values[:, geometric], LEAST))
    values[:, summed] = np.nan
    values[np.isinf(values).any(axis=2)] = np.nan  # no mean, no spread
    ends = _by_t(values, confidence) if method == "t" else _by_bootstrap(values, confidence, seed)
    for end in ends:
        end[:, geometric] = np.exp(end[:, geometric])
    return Intervals(method, confidence, seed, *ends)


def require_percentage(confidence: float) -> float:
    """Return the confidence; refuse what is none."""
    if not 1 <= confidence < 100:
        raise UsageError(
            f"the confidence is a percentage, from 1 to below 100: {confidence:g}",
            slug="bad-confidence",
            hint=f"for {confidence * 100:g} % write {confidence * 100:g}" if 0 < confidence < 1 else None,
        )
    return confidence


_Ends = tuple["NDArray[np.float64]", "NDArray[np.float64]"]


def _by_t(values: NDArray[np.float64], confidence: float) -> _Ends:
    known = ~np.isnan(values)
    number = known.sum(axis=2)
    enough = number > 1
    divisor = np.maximum(number, 1)
    mean = np.where(known, values, 0.0).sum(axis=2) / divisor
    apart = np.where(known, values - mean[:, :, None], 0.0)
    error = np.sqrt((apart**2).sum(axis=2) / np.maximum(number - 1, 1) / divisor)
    # a set, because np.unique imports numpy.ma, which takes longer than all the rest
    quantiles = {each: t_quantile(0.5 + confidence / 200, each - 1) for each in set(number[enough].tolist())}
    half = np.full(number.shape, np.nan)
    half[enough] = [quantiles[each] for each in number[enough].tolist()] * error[enough]
    return mean - half, mean + half


def _by_bootstrap(values: NDArray[np.float64], confidence: float, seed: int) -> _Ends:
    lower, upper = np.full(values.shape[:2], np.nan), np.full(values.shape[:2], np.nan)
    outside = (100 - confidence) / 2
    for known, places in _by_topics(values):
        if known.sum() > 1:
            means = _resampled(values[places][:, known], seed)
            lower[places], upper[places] = np.percentile(means, [outside, 100 - outside], axis=0)
    return lower, upper


def _by_topics(
    values: NDArray[np.float64],
) -> Iterator[tuple[NDArray[np.bool_], tuple[NDArray[np.int64], ...]]]:
    """Gather the cells that are defined for the same topics: they share their samples of topics."""
    known = ~np.isnan(values)
    masks, group = np.unique(known.reshape(-1, known.shape[2]), axis=0, return_inverse=True)
    group = group.reshape(known.shape[:2])
    for number, mask in enumerate(masks):
        yield mask, np.nonzero(group == number)


def _resampled(columns: NDArray[np.float64], seed: int) -> NDArray[np.float64]:
    """Return the means of all columns (one in each row) in every sample of topics."""
    chance = np.random.default_rng(seed)
    topics = columns.shape[1]
    at_once = max(1, _DRAWN_AT_ONCE // topics)
    means = []
    for begin in range(0, SAMPLES, at_once):
        samples = min(at_once, SAMPLES - begin)
        drawn = chance.integers(topics, size=(samples, topics)) + topics * np.arange(samples)[:, None]
        often = np.bincount(drawn.ravel(), minlength=samples * topics).reshape(samples, topics)
        means.append(often.astype(np.float64) @ columns.T / topics)
    return np.concatenate(means)
