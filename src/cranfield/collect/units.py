"""Scores of several runs brought to the scale from 0 to 1, by the normalisers that ADM has."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from cranfield.collect.rankings import Rankings
from cranfield.errors import UsageError

Floats = NDArray[np.float64]

Scores = Literal["as-is", "minmax", "max", "rank", "sigmoid"]


def unit(runs: Rankings, scores: Scores = "as-is") -> Floats:
    """Return for each row what its system says of the document, from 0 to 1.

        as-is    the score, which must lie between 0 and 1
        minmax   (score - least) / (greatest - least) of the run in this topic; 1 where all scores are equal
        max      score / greatest; 0 where all scores are 0
        rank     1 - (rank - 1) / (N - 1), N documents retrieved; 1 where N = 1
        sigmoid  1 / (1 + e^-score)

    Least, greatest and N are those of the whole ranking, also where only its first ranks were kept.

    >>> from cranfield.collect.rankings import read_rankings
    >>> runs = read_rankings({"bm25": {"q": {"a": 12, "b": 7, "c": 2}}})
    >>> unit(runs, "minmax"), unit(runs.within(2), "rank")
    (array([1. , 0.5, 0. ]), array([1. , 0.5]))
    """
    cell = runs.run, runs.topic
    if scores == "rank":
        return 1 - (runs.rank - 1) / np.maximum(runs.retrieved[cell] - 1, 1)
    if scores == "sigmoid":
        return (1 + np.tanh(runs.score / 2)) / 2  # the same, and never an overflow
    if scores not in get_args(Scores):
        raise UsageError.unknown_choice("`scores`", scores, get_args(Scores))
    least, greatest = runs.lowest, runs.highest
    if scores == "as-is":
        _refuse(runs, (least < 0) | (greatest > 1), "an SRE lies between 0 and 1")
        return runs.score
    if scores == "max":
        _refuse(runs, (least < 0) | np.isinf(greatest), "scores='max' needs finite scores from 0 upwards")
        return runs.score / np.where(greatest > 0, greatest, 1)[cell]
    _refuse(runs, np.isinf(greatest) | np.isinf(least), "scores='minmax' needs finite scores")
    width = (greatest - least)[cell]
    return np.where(width > 0, (runs.score - least[cell]) / np.where(width > 0, width, 1), 1.0)


def _refuse(runs: Rankings, bad: NDArray[np.bool_], wanted: str) -> None:
    if bad.any():
        run, topic = np.unravel_index(int(np.argmax(bad)), bad.shape)
        raise UsageError(
            f"{wanted}: the scores of run `{runs.names[run]}` in topic `{runs.topics[int(topic)]}` go from "
            f"{runs.lowest[run, topic]:g} to {runs.highest[run, topic]:g}",
            slug="measure-parameter",
            hint="name a normaliser: scores='minmax', 'max', 'rank' or 'sigmoid'",
        )
