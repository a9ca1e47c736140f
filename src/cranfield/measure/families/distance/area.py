"""The area under the curve of recall against fallout."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.register import expected, measure
from cranfield.model import Judged

Floats = NDArray[np.float64]


@expected("SwetsA")  # a tie counts half, which is what it does on average over all of its orders
@measure(
    "SwetsA",
    source="Swets, Science 141, 1963; as Mann & Whitney's statistic",
    relevance="binary",
    retrieval="ranking",
    traits={"partial", "bounded", "promotion", "ideal", "unjudged-blind"},
)
def swets_a(judged: Judged, *, rel: float = 1) -> Floats:
    """Probability that a relevant document is scored above another judged one: the area under recall-fallout.

        SwetsA = mean over pairs (relevant, other) of  1 if it is scored higher, 1/2 if equally, 0 if lower

    Elsewhere called ROC AUC. Nothing but the order of the scores matters, so it takes scores of any kind, and equal
    ones are half a success rather than whatever order the run happens to have. 1/2 is blind choice. Documents that
    were not retrieved are tied with each other, below all that were. Every pair counts alike: it cares for the
    bottom of the list as much as for the top. Unjudged documents are passed over. Undefined where all judged
    documents are relevant, as with positive judgements only (MS MARCO).

    Table 1 of the ADM paper, relevant from .5 upwards; relevance .4 and .6 have the same score:

    >>> swets_a(example([0.8, 0.4, 0.6, 0.1, 0.2], scores=[0.9, 0.5, 0.5, 0.2, 0.1]), rel=0.5)
    array([0.91666667])
    """
    relevant, others = judged.relevant(rel), judged.nonrelevant(rel)
    span = int(judged.tie_last.max(initial=0)) + 1
    place, start = others.topic * span + others.rank, others.start[relevant.topic]
    better = np.searchsorted(place, relevant.topic * span + relevant.tie_first, side="left") - start
    as_good = np.searchsorted(place, relevant.topic * span + relevant.tie_last, side="right") - start
    n, other = judged.num_relevant(rel), judged.num_nonrelevant(rel)
    passed = relevant.per_topic(other[relevant.topic] - (better + as_good) / 2)
    return (passed + (n - relevant.count) * (other - others.count) / 2) / (n * other)
