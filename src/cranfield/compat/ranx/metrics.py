"""Metrics as ranx writes them, `ndcg@10` or `precision@5-l2`, and how cranfield's measures give their numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cranfield.errors import UsageError, did_you_mean
from cranfield.measure import find
from cranfield.model import Judged

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_WRITTEN = re.compile(r"(?P<name>[a-z1_-]+?)(?:(?P<mark>[@.])(?P<at>\d+))?(?:-l(?P<level>-?\d+))?", re.ASCII)


@dataclass(frozen=True)
class Metric:
    """What is asked for: a cut-off of None takes the whole list; `level` is the least grade that is relevant."""

    text: str
    name: str
    at: str | None = None
    level: int = 1

    @property
    def k(self) -> int | None:
        """The cut-off, where there is one."""
        return int(self.at or 0) or None

    def grades(self, grades: Floats) -> Floats:
        """Return the grades as this metric has them: bpref takes a negative one for a judgement, gains begin at the level."""
        if self.name == "bpref":
            return np.maximum(grades, 0)
        if self.name in _OF_GAINS and self.level > 1:
            return np.where(grades < self.level, np.minimum(grades, 0), grades)
        return grades

    def values(self, judged: Judged) -> Floats:
        """Return one number a topic; what is undefined is 0 in ranx."""
        return np.nan_to_num(_METRICS[self.name](judged, self))


class BadMetricError(UsageError, ValueError):
    """A metric that means nothing; also a `ValueError`, which ranx raises."""


def parsed(text: object) -> Metric:
    """Return the metric that is written so.

    >>> parsed("precision@5-l2")
    Metric(text='precision@5-l2', name='precision', at='5', level=2)
    """
    written = _WRITTEN.fullmatch(text) if isinstance(text, str) else None
    if written is None or written["name"] not in _METRICS:
        raise BadMetricError(
            f"there is no metric `{text}`",
            slug="unknown-measure",
            details=[f"  ranx has: {', '.join(_METRICS)}"],
            hint=did_you_mean(re.split(r"[@.]|-l", str(text))[0], _METRICS)
            or "they are written like ndcg@10 or precision@5-l2",
        )
    name, at = written["name"], written["at"]
    if name == "rbp" and at is None:
        raise BadMetricError("`rbp` lacks its persistence", slug="measure-parameter", hint="such as rbp.95")
    if name != "rbp" and written["mark"] == ".":
        raise BadMetricError(
            f"the cut-off of `{text}` stands behind a dot", slug="measure-cutoff", hint=f"such as {name}@{at}"
        )
    return Metric(str(text), name, at, int(written["level"] or 1))


def _by_rank(cut: str, whole: str, **whole_settings: float) -> Callable[[Judged, Metric], Floats]:
    """Compute one measure where there is a cut-off, and another for the whole list."""

    def values(judged: Judged, metric: Metric) -> Floats:
        if metric.k is None:
            return find(whole)(rel=metric.level, **whole_settings).values(judged)
        return find(cut)(rel=metric.level, k=metric.k).values(judged)

    return values


def _ranked(name: str) -> Callable[[Judged, Metric], Floats]:
    """Compute a measure that has a cut-off or none."""
    return lambda judged, metric: find(name)(rel=metric.level, k=metric.k).values(judged)


def _uncut(name: str) -> Callable[[Judged, Metric], Floats]:
    """Compute a measure that has no cut-off; ranx ignores one that is given."""
    return lambda judged, metric: find(name)(rel=metric.level).values(judged)


def _of_gain(name: str, dcg: str) -> Callable[[Judged, Metric], Floats]:
    return lambda judged, metric: find(name)(dcg=dcg, k=metric.k).values(judged)


def _hits(judged: Judged, metric: Metric) -> Floats:
    return judged.relevant(metric.level).within(metric.k).count.astype(np.float64)


def _rbp(judged: Judged, metric: Metric) -> Floats:
    """Gain by the grade itself, as ranx does, where RBP takes shares of the highest grade."""
    top = max(judged.qrels.highest_grade if judged.qrels else 0.0, 1.0)
    return find("RBP")(p=float(f"0.{metric.at}"), rel=metric.level, top=top).values(judged) * top


_EVERY_RANK = 2**31 - 1

_METRICS: Mapping[str, Callable[[Judged, Metric], Floats]] = {
    "hits": _hits,
    "hit_rate": _by_rank("Success", "Success", k=_EVERY_RANK),
    "precision": _by_rank("P", "SetP"),
    "recall": _by_rank("R", "SetR"),
    "f1": _by_rank("F", "SetF"),
    "r-precision": _uncut("Rprec"),
    "bpref": _uncut("Bpref"),
    "rbp": _rbp,
    "mrr": _ranked("RR"),
    "map": _ranked("AP"),
    "dcg": _of_gain("DCG", "log2"),
    "dcg_burges": _of_gain("DCG", "exp-log2"),
    "ndcg": _of_gain("nDCG", "log2"),
    "ndcg_burges": _of_gain("nDCG", "exp-log2"),
}
_OF_GAINS = ("dcg", "dcg_burges", "ndcg", "ndcg_burges")
