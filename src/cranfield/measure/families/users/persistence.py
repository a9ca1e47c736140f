"""Rank-biased precision, and what its unjudged documents leave open."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.users.models import check_persistence, graded
from cranfield.measure.register import expected, measure
from cranfield.measure.trec_eval import persistence
from cranfield.model import Hits, Judged

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
TOP = (
    "grades are gains: this grade (and what is above) gains 1, others their share; None: relevant is relevant"
)


@measure(
    "RBP",
    source="Moffat & Zobel, TOIS 27(1), 2008",
    relevance="binary",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict"},
    trec_eval={"rbp": {"p": 0.9}},
    trec_eval_parameters=persistence(),
    parameters={"top": TOP},
    elsewhere={"ir_measures": "RBP(p=.8, rel=1)", "cwl-eval": "RBPCWLMetric(theta)", "ranx": "rbp.80"},
    differs={
        "cwl-eval": "follows the user to rank 1000 and divides by 1 - p^1000: nothing for p = 0.8, but 4.3 parts in "
        "100,000 more for p = 0.99. Ours is the paper's",
        "ir_measures": "as cwl-eval, which it calls",
        "trec_eval": "10's `rbp` takes grades for gains and scales them by the highest grade of each topic, with "
        "bounds that it never initialises, so its numbers for graded judgements are no one's; for grades of 0 "
        "and 1 it is ours at p = 0.9. Scaling topic by topic makes a middling document perfect wherever there is "
        "no better one: say `top` instead",
    },
)
def rbp(
    judged: Judged, *, p: float = 0.8, rel: float = 1, k: int | None = None, top: float | None = None
) -> Floats:
    """Gain per document seen by a user who goes on to the next with probability p.

        RBP = (1 - p) * sum over ranks i of gain(i) * p^(i-1),  gain 1 for relevant documents, or grade / top

    p says who the user is: 0.5 is impatient (sees 2 documents), 0.8 looks at 5, 0.95 at 20 on the mean. The
    number of relevant documents is not in it, so it needs no recall base, and what unjudged documents could add
    is known: RBPResidual. For the same reason no ranking of few relevant documents reaches 1, topics with many
    of them score high, and the mean over topics is theirs; values at different p cannot be compared.

    With `top`, documents of at least `rel` gain by their grade; where grades are fractions, give a `rel` below
    them. NIST's RBP for TREC-COVID, whose grades go up to 2, is RBP(p=0.5, top=2). RBP@k leaves out what is
    below k and changes nothing else, so it cannot reach 1.

    The Webis lecture's first two rankings at p = 0.8:

    >>> rbp(example(ranks=[1, 3, 4, 5, 6, 10], n=6)), rbp(example(ranks=[2, 5, 6, 7, 9, 10], n=6))
    (array([0.60469955]), array([0.42028278]))
    """
    found = judged.relevant(rel).within(k)
    return found.per_topic(_gain(found, top) * _weight(p, found.rank))


@expected("RBP")
def expected_rbp(
    judged: Judged, *, p: float = 0.8, rel: float = 1, k: int | None = None, top: float | None = None
) -> Floats:
    """Weigh each relevant document by the mean weight of the ranks of its tie."""
    found = judged.relevant(rel)
    return found.per_topic(_gain(found, top) * found.expected(lambda ranks: _weight(p, ranks), k))


@measure(
    "RBPResidual",
    source="Moffat & Zobel, TOIS 27(1), 2008",
    relevance="none",
    retrieval="ranking",
    traits={"bounded", "always-defined", "descriptive"},
    trec_eval={"rbp_resid": {"p": 0.9}},
    trec_eval_parameters=persistence(),
    elsewhere={"cwl-eval": "the column ResEU of RBPCWLMetric(theta), with -r"},
    differs={
        "trec_eval": "10's `rbp_resid` is 0 when every retrieved document was judged; it should be p^n, which is what "
        "the documents below the last could still add"
    },
)
def rbp_residual(judged: Judged, *, p: float = 0.8, k: int | None = None) -> Floats:
    """How much RBP could still rise: the weight of the documents that nobody judged, and of all below the last.

        RBPResidual = p^n + (1 - p) * sum over ranks i of unjudged documents of p^(i-1),  n documents retrieved
                    = 1 - (1 - p) * sum over ranks i of judged documents of p^(i-1)

    RBP is a lower bound, RBP + RBPResidual the upper one. Two systems whose intervals overlap are not told
    apart by these judgements, however small the p-value. A negative grade counts as unjudged. RBPResidual@k
    takes all documents below k for unjudged. It has nothing to do with relevance, and is defined for topics
    without any, where RBP is not.

    Three documents of which the second is unjudged, p = 0.5: 1/4, and 1/8 for what is below:

    >>> rbp_residual(example([1, None, 0]), p=0.5)
    array([0.375])
    """
    known = judged.judged.within(k)
    return 1 - known.per_topic(_weight(p, known.rank))


@expected("RBPResidual")
def expected_rbp_residual(judged: Judged, *, p: float = 0.8, k: int | None = None) -> Floats:
    """Weigh each judged document by the mean weight of the ranks of its tie."""
    known = judged.judged
    return 1 - known.per_topic(known.expected(lambda ranks: _weight(p, ranks), k))


def _weight(p: float, rank: Ints) -> Floats:
    check_persistence(p)
    return (1 - p) * np.power(float(p), rank - 1)


def _gain(found: Hits, top: float | None) -> Floats:
    return np.ones(len(found.rank)) if top is None else graded(found.grade, top)
