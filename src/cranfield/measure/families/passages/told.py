"""What measures of text start from: what is read, and what there was to read."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.passages import no_passages
from cranfield.model import Judged, Passages, Reading

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def reading_of(judged: Judged) -> Reading:
    """Return what the run has its user read."""
    if judged.reading is None:
        raise no_passages("these judgements", ["a measure of text"])
    return judged.reading


def passages_of(judged: Judged) -> Passages:
    """Return what the judges highlighted."""
    if judged.qrels is None or judged.qrels.passages is None:
        raise no_passages("these judgements", ["a measure of text"])
    return judged.qrels.passages


def relevant_text(judged: Judged) -> Ints:
    """Count the highlighted characters of each topic, in all of its documents."""

    def total() -> Ints:
        relevant = passages_of(judged).relevant()
        starts = judged.qrels.starts if judged.qrels is not None else np.zeros(1, dtype=np.int64)
        before = np.concatenate(([0], np.cumsum(relevant)))
        return np.diff(before[starts])

    return judged.once(relevant_text, total)


def share(part: NDArray[Any], whole: NDArray[Any]) -> Floats:
    """Divide; of nothing, nothing is relevant."""
    some = whole > 0
    shares: Floats = np.where(some, part, 0.0) / np.where(some, whole, 1.0)
    return shares
