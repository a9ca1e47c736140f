"""F': AP with the weight on recall."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.limits import check_range
from cranfield.measure.register import measure
from cranfield.model import Judged

Floats = NDArray[np.float64]


@measure(
    "FPrime",
    source="Magdy & Jones, SIGIR 2010, eq. 1",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict", "ideal"},
)
def f_prime(judged: Judged, *, beta: float = 1, rel: float = 1, k: int = 1000) -> Floats:
    """F' of the PRES paper: the weighted harmonic mean of AP and recall, both within k.

        F' = (1 + beta^2) * AP@k * R@k / (beta^2 * AP@k + R@k),  0 where nothing relevant is found

    An F-measure that sees the ranking, because AP stands where precision was. The paper takes beta = 4, where
    recall counts four times as much. AP never exceeds recall, so neither does F'; and it inherits from AP that one
    document at rank 1 outweighs all others. That is what PRES was made against: the second system below found its
    four documents around rank 50 and suits a patent searcher better than the first, which has one at the top and
    three at the very end of the hundred, but only PRES says so.

    >>> f_prime(example(ranks=[1, 98, 99, 100]), beta=4, k=100), f_prime(example(ranks=[50, 51, 53, 54]), beta=4, k=100)
    (array([0.86437754]), array([0.45866071]))
    """
    check_range("beta", beta, 0)
    found = judged.relevant(rel).within(k)
    n = judged.num_relevant(rel)
    ap, recall = found.per_topic(found.nth / found.rank) / n, found.count / n
    return np.where(found.count == 0, 0.0, (1 + beta**2) * ap * recall / (beta**2 * ap + recall))
