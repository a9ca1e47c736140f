"""Grades and scores brought to the scale from 0 to 1, on which alone they can be compared."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import UsageError
from cranfield.model import Hits, Judged

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Scores = Literal["as-is", "minmax", "max", "rank", "sigmoid"]

_NORMALISERS = "name a normaliser: scores='minmax', 'max', 'rank' or 'sigmoid'"


def unit_grades(judged: Judged, grades: Floats, top: float) -> Floats:
    """Return the grades as shares of `top`, after a look at all judgements for a grade above it."""
    judged.once((unit_grades, top), lambda: _refuse_higher_grades(judged, top))
    return grades / top


def _refuse_higher_grades(judged: Judged, top: float) -> None:
    if top <= 0:
        raise UsageError(f"`top` is a grade above 0, not `{top}`", slug="measure-parameter")
    highest = float(judged.ideal.max(initial=0))
    if highest > top:
        topic = judged.topics[int(judged.ideal_hits.topic[int(np.argmax(judged.ideal))])]
        raise UsageError(
            f"topic `{topic}` has a grade of {highest:g}, which is more than fully relevant (top={top:g})",
            slug="measure-parameter",
            hint=f"say which grade means fully relevant: top={highest:g}",
        )


def unit_scores(judged: Judged, hits: Hits, scores: str) -> Floats:
    """Return what the system says of each hit, as a number from 0 to 1.

    minmax   (score - least) / (greatest - least), over the documents retrieved; 1 where all scores are equal
    max      score / greatest; 0 where all scores are 0
    rank     1 - (rank - 1) / (N - 1), N documents retrieved; 1 where N = 1
    sigmoid  1 / (1 + e^-score)
    """
    if scores == "rank":
        return 1 - (hits.rank - 1) / np.maximum(judged.retrieved - 1, 1)[hits.topic]
    if scores == "sigmoid":
        return (1 + np.tanh(hits.score / 2)) / 2  # the same, and never an overflow
    scale = _scale(judged, scores)
    return scale.of(hits.score, np.ones(len(hits.score)), hits.topic)


def unit_scores_of_unjudged(judged: Judged, scores: str) -> Floats:
    """Sum over each topic what the system says of documents that it retrieved and nobody judged."""
    unseen = judged.hits.where(judged.grade < 0)  # pooled, but never looked at
    number = judged.retrieved - judged.judged.count
    if scores == "rank":
        ranks = judged.retrieved * (judged.retrieved + 1) // 2 - judged.judged.per_topic(judged.judged.rank)
        return number - (ranks - number) / np.maximum(judged.retrieved - 1, 1)
    if scores == "sigmoid":
        raise UsageError(
            "a collection as a whole cannot be measured with scores='sigmoid'",
            slug="measure-parameter",
            details=["  of documents that nobody judged, only the sum of the scores is known"],
            hint="bring the scores of the run between 0 and 1 beforehand, or take scores='minmax'",
        )
    total = judged.unjudged_score + unseen.per_topic(unseen.score)
    return _scale(judged, scores).of(total, number, np.arange(judged.num_topics))


class _Scale(NamedTuple):
    """For each topic the score that becomes 0, and how far from it is the one that becomes 1."""

    zero: Floats
    width: Floats

    def of(self, total: Floats, number: Floats | Ints, topic: Ints) -> Floats:
        """Bring the sum of so many scores to this scale."""
        zero, width = self.zero[topic], self.width[topic]
        with np.errstate(divide="ignore", invalid="ignore"):
            scaled = (total - number * zero) / width
        return np.where(width == 0, number, np.where(number == 0, 0.0, scaled)).astype(np.float64)


def _scale(judged: Judged, scores: str) -> _Scale:
    least, greatest = judged.score_min, judged.score_max
    with np.errstate(invalid="ignore", over="ignore"):
        nothing = np.zeros(judged.num_topics)
        if scores == "as-is":
            _refuse(judged, (least < 0) | (greatest > 1), "an SRE lies between 0 and 1", _NORMALISERS)
            return _Scale(nothing, nothing + 1)
        if scores == "max":
            bad = (least < 0) | np.isinf(greatest)
            _refuse(judged, bad, "scores='max' needs finite scores from 0 upwards", _NORMALISERS)
            return _Scale(nothing, np.where(greatest > 0, greatest, 1))
        _refuse(judged, np.isinf(greatest - least), "scores='minmax' needs finite scores", _NORMALISERS)
        return _Scale(least, greatest - least)


def _refuse(judged: Judged, bad: NDArray[np.bool_], wanted: str, hint: str) -> None:
    if bad.any():
        topic = int(np.argmax(bad))
        raise UsageError(
            f"{wanted}: the scores of topic `{judged.topics[topic]}` go from {judged.score_min[topic]:g} to "
            f"{judged.score_max[topic]:g}",
            slug="measure-parameter",
            hint=hint,
        )
