"""Users who want so much: INST, INSQ and the Bejeweled Player Model."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.users.models import User, graded
from cranfield.measure.families.users.walk import reach_by_rank, walk
from cranfield.measure.register import expected, measure
from cranfield.model import Judged

Floats = NDArray[np.float64]
MEANINGS = {
    "T": "how many documents' worth of gain the user wants",
    "k": "how far down the user goes at most",
    "top": "the grade that gains 1, as do those above; others gain their share of it",
}
NOT_RELEVANT = (
    "a grade is (grade - min_rel) / (max_rel - min_rel) there, where max_rel must be given; ours is `top`, and has "
    "min_rel = 0. A negative grade is a judgement of 0 there, which changes no number"
)


@measure(
    "INST",
    source="Moffat, Bailey, Scholer & Thomas, ADCS 2015",
    relevance="graded",
    retrieval="ranking",
    traits={"bounded"},
    parameters=MEANINGS,
    elsewhere={"ir_measures": "INST(T=1, max_rel=1)", "cwl-eval": "INSTCWLMetric(T)"},
    differs={"ir_measures": NOT_RELEVANT},
)
def inst(judged: Judged, *, T: float = 1, k: int = 1000, top: float = 1) -> Floats:
    """Gain per document seen by a user who wants T documents' worth and goes on the likelier the more is lacking.

        INST = ExpectedUtility,  C(i) = ((i + T + T_i - 1) / (i + T + T_i))^2,  T_i = T - gain of the first i

    C(i) is the probability to go on from rank i. The same user is patient where nothing is found and stops
    early where much is, as people in logs do; RBP's and nDCG's do not care. T is the size of the task: 1 for a
    fact, 10 for a literature search. As in all tools, the user stops at rank 1000 (k); without an end, INST
    would be lower by up to 0.2 % at T = 1 and 2 % at T = 10.

    Relevant at the second rank, T = 1: reached with C(1) = (2/3)^2; 2.1447... documents are seen on the mean:

    >>> inst(example([0, 1]))
    array([0.20722218])
    """
    seen = walk(judged, User("INST", T=T, k=k, top=top))
    return seen.utility / seen.depth


@measure(
    "INSQ",
    source="Moffat, Scholer & Thomas, ADCS 2012",
    relevance="graded",
    retrieval="ranking",
    traits={"bounded", "promotion"},
    parameters=MEANINGS,
    elsewhere={"ir_measures": "INSQ(T=1, max_rel=1)", "cwl-eval": "INSQCWLMetric(T)"},
    differs={"ir_measures": NOT_RELEVANT},
)
def insq(judged: Judged, *, T: float = 1, k: int = 1000, top: float = 1) -> Floats:
    """Gain per document seen by a user whose interest falls with the square of the rank, slower for larger tasks.

        INSQ = sum over ranks i of W(i) * gain(i),  W(i) in proportion to 1 / (i + 2T - 1)^2,  i = 1 ... k

    The longer they have been going, the likelier they go on: users of RBP do not get tired of getting tired.
    It is INST for a user who does not notice what is found. W adds up to 1 over the k ranks; the paper has
    no k, and its weights are 0.16 % smaller at T = 1.

    Relevant at the second rank, T = 1; cwl-eval's number:

    >>> insq(example([0, 1]))
    array([0.17255005])
    """
    seen = walk(judged, User("INSQ", T=T, k=k, top=top))
    return seen.utility / seen.depth


@expected("INSQ")
def expected_insq(judged: Judged, *, T: float = 1, k: int = 1000, top: float = 1) -> Floats:
    """Weigh each document by the mean weight of the ranks of its tie."""
    reach = reach_by_rank(User("INSQ", T=T, k=k, top=top))
    found = judged.judged
    mean = found.expected(lambda ranks: reach[ranks - 1], k)
    share: Floats = found.per_topic(graded(found.grade, top) * mean) / reach.sum()
    return share


@measure(
    "BPM",
    source="Zhang et al., SIGIR 2017 (the static model)",
    relevance="graded",
    retrieval="ranking",
    traits={"bounded", "ideal"},
    parameters=MEANINGS | {"k": "how many documents the user is willing to look at"},
    elsewhere={"ir_measures": "BPM(T=1, max_rel=1)@k", "cwl-eval": "BPMCWLMetric(T, K)"},
    differs={"ir_measures": NOT_RELEVANT},
)
def bpm(judged: Judged, *, T: float = 1, k: int, top: float = 1) -> Floats:
    """Gain per document seen by a user who stops when T documents' worth is found, or after k documents.

        BPM = gain of the first s / s,  s the rank at which the gain reaches T, at most k

    At T = 1 and gains of 0 and 1 it is the reciprocal rank, except that it is 0 below k; at a large T it is
    P@k. It is not monotone for graded gains: a better document that moves up may end the search a rank early,
    on a poorer average. The user who grows more or less patient with what is found is ExpectedUtility with
    model='BPM-dynamic'; costs other than one a document are in ExpectedUtility with model='BPM-static'.

    Two documents are wanted, and the second stands at rank 4; and at rank 3 patience is over:

    >>> bpm(example(ranks=[1, 4]), T=2, k=10), bpm(example(ranks=[1, 4]), T=2, k=3)
    (array([0.5]), array([0.33333333]))
    """
    seen = walk(judged, User("BPM-static", T=T, k=k, budget=math.inf, top=top))
    return seen.utility / seen.depth
