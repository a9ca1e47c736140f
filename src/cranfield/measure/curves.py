"""EPRUM's precision over recall: a curve for each topic, and their mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.errors import UsageError
from cranfield.measure.families.structured.effort import effort_precision
from cranfield.measure.families.structured.precision import (
    Choices,
    Satisfied,
    clipped,
    over_topics,
    precisions,
)
from cranfield.measure.families.structured.session import Session, classical, sessions_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.judge.navigation import NavigationModel
    from cranfield.model import Judged
    from cranfield.model.reached import Reached

    Floats = NDArray[np.float64]

Levels = int | Sequence[float]


@dataclass(frozen=True, eq=False)
class Curve:
    """Precision at recall levels: a row a topic, a column a level; NaN where nothing is ideal."""

    topics: tuple[str, ...]
    levels: tuple[float, ...]
    precision: Floats

    @property
    def mean(self) -> Floats:
        """The mean over the topics that have ideals."""
        defined = self.precision[~np.isnan(self.precision[:, 0])]
        mean: Floats = (
            defined.cumsum(axis=0)[-1] / len(defined) if len(defined) else np.full(len(self.levels), np.nan)
        )
        return mean

    def to_columns(self) -> dict[str, list[Any]]:
        """Return one plain column a field, ready for any data frame: topic, recall, precision."""
        return {
            "topic": [topic for topic in self.topics for _ in self.levels],
            "recall": [level for _ in self.topics for level in self.levels],
            "precision": self.precision.ravel().tolist(),
        }


def eprum_curve(
    qrels: Any,
    run: Any,
    *,
    navigation: str | NavigationModel | None = None,
    levels: Levels = 11,
    rel: float = 1,
    scale: float = 0,
    clip: bool = False,
    **settings: Any,
) -> Curve:
    """Return the curve of a run: EPRUMIPrec at 11 levels (0, 0.1, ..., 1), at 100 (0.01, ..., 1), or at those given.

    `settings` are those of `evaluate`.

    >>> curve = eprum_curve({"q1": {"a": 1, "b": 1}}, {"q1": ["a", "x", "x2", "b"]}, levels=[0.5, 1])
    >>> curve.mean
    array([1. , 0.5])
    """
    from cranfield.measure.evaluation import Evaluator

    evaluator = Evaluator(qrels, "EPRUM", navigation=navigation, **settings)
    judged = evaluator.judgements.judge(run).judged
    return curve_of(judged, levels, Choices(rel=rel, scale=scale, clip="yes" if clip else "no"))


def curve_of(judged: Judged | Reached, levels: Levels = 11, choices: Choices = Choices()) -> Curve:  # noqa: B008
    """Return the curve of what was judged, or of what users reach."""
    return _curve(judged, levels, choices, lambda session: precisions(session, choices))


def effort_curve_of(judged: Judged | Reached, levels: Levels = 11, choices: Choices = Choices()) -> Curve:  # noqa: B008
    """Return effort-precision over gain-recall (EP/GR) for the same users."""
    return _curve(judged, levels, choices, effort_precision)


def _curve(
    judged: Judged | Reached, levels: Levels, choices: Choices, values: Callable[[Session], Floats]
) -> Curve:
    chosen = recall_levels(levels)
    reached = classical(judged)
    topics = [
        [Satisfied(session.share, clipped(values(session), choices)) for session in topic]
        for topic in sessions_of(reached, choices.rel, choices.scale)
    ]
    columns = [
        over_topics((((each.share, each.at(level)) for each in topic) for topic in topics), choices.empty)
        for level in chosen
    ]
    table = np.stack(columns, axis=1) if columns else np.zeros((len(topics), 0))
    return Curve(tuple(reached.topics), chosen, table)


def recall_levels(levels: Levels) -> tuple[float, ...]:
    """Return the levels of a grid: 11 has 0, and every other number of levels begins above it.

    >>> recall_levels(4), recall_levels(11)[:3]
    ((0.25, 0.5, 0.75, 1.0), (0.0, 0.1, 0.2))
    """
    if isinstance(levels, int):
        if levels < 1:
            raise UsageError(f"a curve has at least one level, not {levels}", slug="measure-parameter")
        return (
            tuple(tenth / 10 for tenth in range(11))
            if levels == 11
            else tuple(nth / levels for nth in range(1, levels + 1))
        )
    wrong = [level for level in levels if not 0 <= level <= 1]
    if wrong or not len(levels):
        raise UsageError(
            f"a recall level is from 0 to 1, not {wrong[0] if wrong else 'none'}", slug="measure-parameter"
        )
    return tuple(map(float, levels))
