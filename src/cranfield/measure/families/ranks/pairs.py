"""Pairs of documents in the right order."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.register import measure
from cranfield.model import Judged

Floats = NDArray[np.float64]


@measure(
    "Accuracy",
    source="ir_measures, accuracy_provider.py",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "strict", "ideal"},
    elsewhere={"ir_measures": "Accuracy, Accuracy@k"},
    differs={
        "ir_measures": "leaves a topic without a relevant document in the list out of the mean, where it is 0 here: "
        "leaving it out rewards failing; divides by zero if the list has relevant documents only, where it is 1 here"
    },
)
def pairwise_accuracy(judged: Judged, *, rel: float = 1, k: int | None = None) -> Floats:
    """How likely a relevant document of the list stands above one that is not relevant: pairs in the right order.

        Accuracy = 1 - (pairs with the other one above) / (relevant * others)

    All counts are of the documents retrieved (within k); unjudged ones are others. For the diagnosis of a trained
    ranker, whose loss counts such pairs: does what it learned carry over? Not for comparing systems, since what was
    not retrieved does not matter: a list loses by its last relevant documents, and with k it can lose by one that
    moves up into the k. 0 if nothing relevant is in the list, 1 if nothing else is.

    Two relevant documents and three others: of the six pairs, only ranks 2 and 3 are the wrong way round.

    >>> pairwise_accuracy(example([1, 0, 1, None, 0]))
    array([0.83333333])
    """
    found = judged.relevant(rel).within(k)
    listed = judged.retrieved if k is None else np.minimum(judged.retrieved, k)
    pairs = found.count * (listed - found.count)
    wrong = found.per_topic(found.rank - found.nth)
    return np.where(found.count > 0, 1 - wrong / np.maximum(pairs, 1), 0.0)
