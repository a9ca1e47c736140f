"""Runs whose scores rise from rank to rank: distances, most likely, where a similarity is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from cranfield.model import Run

if TYPE_CHECKING:
    from cranfield.read import OpenText

_LOOKED_AT = 200  # rows; a whole file would have to be read for its ranks, which nothing else asks for
_FEW_STEPS = 5
_NEARLY_ALL = 0.9

_Row = tuple[object, float, float]  # topic, rank, score


def upside_down(run: OpenText | Run) -> bool:
    """Tell whether, at the beginning of a run, the worse of two ranks has the better score nearly always."""
    steps = against = 0
    for (topic, rank, score), (next_topic, next_rank, next_score) in pairwise(_rows(run)):
        if topic == next_topic and rank != next_rank and score != next_score:
            steps += 1
            against += (rank < next_rank) == (score < next_score)
    return steps >= _FEW_STEPS and against >= _NEARLY_ALL * steps


def _rows(run: OpenText | Run) -> Iterable[_Row]:
    if isinstance(run, Run):
        return _of_table(run)
    return _of_text(run.source.head) if run.layout == "run" else ()


def _of_table(run: Run) -> Iterable[_Row]:
    if run.ranks is None:
        return
    ends = iter(run.starts[1:].tolist())
    end, topic = next(ends, 0), 0
    for row in range(min(len(run), _LOOKED_AT)):
        while row >= end:
            end, topic = next(ends), topic + 1
        yield topic, float(run.ranks[row]), float(run.scores[row])


def _of_text(head: bytes) -> Iterable[_Row]:
    for line in islice(head.split(b"\n", _LOOKED_AT), _LOOKED_AT):
        try:
            topic, _, _, rank, score, _ = line.split(None, 5)
            yield topic, float(rank), float(score)
        except ValueError:  # whoever reads the file says what is wrong with it
            continue
