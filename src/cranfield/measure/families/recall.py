"""For users who must find everything: recall weighed by the effort to reach it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.register import measure
from cranfield.model import Judged

Floats = NDArray[np.float64]


@measure(
    "PRES",
    source="Magdy & Jones, SIGIR 2010, eq. 3-4 (eq. 4 corrected)",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict", "ideal"},
)
def pres(judged: Judged, *, rel: float = 1, k: int = 1000) -> Floats:
    """Recall, each document found weighed by how few others the user had to check before it.

        PRES = sum over relevant documents found of (k - (r_i - i)) / (n * k)

    k (the paper's Nmax) is how many documents the user is willing to check: part of the task, not of the
    system. Found at the top, a document counts in full; each non-relevant document above takes 1/k off it. So
    PRES equals recall at best, falls to n * recall^2 / k when all stand at the very end of the k, and is in
    between a measure of effort, where AP would hardly notice the difference between rank 100 and rank 900.
    Compare runs at the same k only. When n > k, no run can exceed k / n.

    This is the paper's eq. 3 with the missing documents at the last of the ranks k+1 to k+n; its eq. 4 is
    misprinted (the second and third term need the number of missing documents). Table 3 has .394 and .201:

    >>> pres(example(ranks=[23, 272, 345], n=6), k=1000), pres(example(ranks=[660, 741], n=3), k=1000)
    (array([0.39433333]), array([0.20066667]))

    Table 1, all four found, at ranks 50 to 54 of 100, and one at the top with three at the very end:

    >>> pres(example(ranks=[50, 51, 53, 54]), k=100), pres(example(ranks=[1, 98, 99, 100]), k=100)
    (array([0.505]), array([0.28]))
    """
    found = judged.relevant(rel).within(k)
    return found.per_topic(k - (found.rank - found.nth)) / (judged.num_relevant(rel) * k)
