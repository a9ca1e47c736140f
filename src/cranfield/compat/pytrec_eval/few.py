"""A run with a few of many judged topics: what it costs to evaluate is to hang on the run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from cranfield.model.ids import Ids

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.model import Judged


def only(judged: Judged, topics: NDArray[np.int64]) -> Judged:
    """Return what is known of these topics (by their places, ascending), where no other topic has any hits."""
    per_topic = ("retrieved", "score_max", "score_min", "unjudged_score")
    hits = judged.starts[topics + 1] - judged.starts[topics]
    grades = judged.ideal_starts[topics + 1] - judged.ideal_starts[topics]
    ideal_starts = np.concatenate(([0], np.cumsum(grades)))
    rows = np.arange(ideal_starts[-1]) + np.repeat(judged.ideal_starts[topics] - ideal_starts[:-1], grades)
    return replace(
        judged,
        topics=Ids.of(judged.topics.raw(topic) for topic in topics.tolist()),
        starts=np.concatenate(([0], np.cumsum(hits))),
        ideal_starts=ideal_starts,
        ideal=judged.ideal[rows],
        shared={},
        **{name: getattr(judged, name)[topics] for name in per_topic},
    )
