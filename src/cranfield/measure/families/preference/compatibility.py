"""Compatibility: rank-biased overlap between a ranking and the ideal one."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import UsageError
from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.preference.ideal import rows_of_ideal
from cranfield.measure.register import measure
from cranfield.model import Judged

Floats = NDArray[np.float64]
YesOrNo = Literal["True", "False"]


@measure(
    "Compat",
    source="Clarke, Vtyurina & Smucker, TOIS 39(3), 2021; RBO: Webber, Moffat & Zobel, TOIS 28(4), 2010",
    relevance="graded",
    retrieval="ranking",
    traits={"bounded", "promotion", "ideal"},
    aliases=["Compatibility"],
    parameters={
        "normalize": "whether the ideal ranking, which ends after the last relevant document, scores 1: True or False"
    },
    elsewhere={"ir_measures": "Compat(p=0.95, normalize=True)"},
    differs={
        "ir_measures": "takes an unretrieved document to have the score 0 when it orders documents of one grade in the "
        "ideal ranking, so with negative scores they come before the retrieved ones and the value is too "
        "low; here they come last. It also breaks ties in the run by document id, ascending, where "
        "here the policy `ties` does"
    },
)
def compat(judged: Judged, *, p: float = 0.95, normalize: YesOrNo = "True", k: int | None = None) -> Floats:
    """Compatibility: how much the top of the ranking has in common with the top of the ideal ranking.

        Compat = RBO(ranking, ideal) / RBO(ideal, ideal)
        RBO    = sum over depths d of p^(d-1) * |first d of both| / d,  over the sum of p^(d-1)

    The ideal ranking has the relevant documents only (grades above 0), best grade first, and within a grade
    in the order of the run: of the many ideal rankings the one nearest to the run. Grades need no scale but
    their order, so it works with preferences: put the few documents that a judge would rather have seen
    first. p is how far down the user compares, 1 / (1 - p) documents on average; near 1, depth tells more than
    the top. The lists are compared down to the end of the longer one, or down to k. Unjudged documents are
    not relevant. Without normalisation no run reaches 1 that retrieves more than there is to find.

    Two relevant documents, at ranks 1 and 3, over three depths with p = .5: 1 + .5 * 1/2 + .25 * 2/3 = 1.41667,
    and for the ideal ranking 1 + .5 * 2/2 + .25 * 2/3 = 1.66667:

    >>> compat(example([1, 0, 1]), p=0.5)
    array([0.85])
    """
    if not 0 <= p <= 1:
        raise UsageError(f"`p` of Compat is a probability, from 0 to 1, not {p}", slug="measure-parameter")
    found = judged.hits.where(judged.grade > 0)
    relevant = judged.once(compat, lambda: judged.ideal_hits.where(judged.ideal > 0).count)
    depth = np.maximum(judged.retrieved, relevant)
    depth = depth if k is None else np.minimum(depth, k)
    depths = np.arange(1, int(depth.max(initial=0)) + 1)
    weight: Floats = np.power(p, depths - 1.0, dtype=np.float64)
    # A document is common to both lists from the depth on at which the later of the two has it.
    total, shared = _sums(weight), _sums(weight / depths)
    common_from = np.maximum(found.rank, rows_of_ideal(judged, found) - judged.ideal_starts[found.topic] + 1)
    until = depth[found.topic]
    overlap = found.per_topic(shared[until] - shared[np.minimum(common_from - 1, until)])
    complete = np.minimum(relevant, depth)
    best = total[complete] + relevant * (shared[depth] - shared[complete])
    return overlap / (best if normalize == "True" else total[depth])


def _sums(values: Floats) -> Floats:
    """Return the sums of the first 0, 1, 2, ... values."""
    return np.concatenate(([0.0], np.cumsum(values)))
