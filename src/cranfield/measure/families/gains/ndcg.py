"""nDCG in its three spellings."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import UsageError
from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.gains.dcg import PARAMETERS, dcg_of, expected_dcg, ideal_dcg
from cranfield.measure.families.gains.discounts import Dcg
from cranfield.measure.families.gains.given import by_gain
from cranfield.measure.register import expected, measure
from cranfield.measure.trec_eval import gains_behind
from cranfield.model import Judged

Floats = NDArray[np.float64]


@measure(
    "nDCG",
    source="Jarvelin & Kekalainen, TOIS 20(4), 2002; exp-log2: Burges et al., ICML 2005",
    relevance="graded",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict", "ideal"},
    aliases={"ndcg_burges": {"dcg": "exp-log2"}},
    trec_eval=["ndcg", "ndcg_cut_*"],
    trec_eval_parameters=gains_behind(),
    parameters={
        **PARAMETERS,
        "ideal": "whose best order is the ideal: 'judged' or 'retrieved' documents",
    },
    elsewhere={
        "ir_measures": "nDCG@k, nDCG(gains={1:3})@k, nDCG(dcg='exp-log2')@k",
        "gdeval": "ndcg@k is nDCG(dcg='exp-log2')@k",
        "BEIR": "NDCG@k",
        "ranx": "ndcg@k, and ndcg_burges@k for exp-log2",
    },
    differs={
        "trec_eval": "with gains less than 1 apart, such as ndcg.1=0.4,2=0.9, its ideal ranking is not sorted "
        "(it cuts differences to whole numbers), and the value may be 0 or above 1; ours is right. Where "
        "nothing has a gain it prints 0, ours is undefined",
        "ir_measures": "exp-log2 is handed to gdeval, which rounds to 5 decimals, takes no grade above 4 and "
        "fails at topics that are not numbers; otherwise the number is the same",
    },
)
def ndcg(
    judged: Judged,
    *,
    dcg: Dcg = "log2",
    base: float = 2,
    gains: str | None = None,
    ideal: str = "judged",
    k: int | None = None,
) -> Floats:
    """Gain of the documents, discounted by rank, as a share of what the ideal ranking gains.

        nDCG = DCG(ranking) / DCG(ideal),  DCG = sum over ranks i of gain(i) / discount(i)

        log2       gain = grade          discount = log2(i + 1)     trec_eval, ir_measures
        exp-log2   gain = 2^grade - 1    discount = log2(i + 1)     web search, learning to rank
        jarvelin   gain = grade          discount = log_b(i), 1 for i < b     the paper's; base b = 2

    The three are different measures under one name: the list below has .9652, .9514 and .9203, so say which
    one you report. The ideal ranking is made of all judged documents of the topic, retrieved or not, and is
    cut at k, too. A negative grade gains nothing. Undefined when nothing has a grade above 0.

    nDCG is the choice for graded judgements; its discount has no user behind it (RBP and ERR have), and the
    scale of the grades matters: doubling all changes nothing for log2, and much for exp-log2. `gains` gives
    grades a worth of your own, as in trec_eval's ndcg.1=3,2=9; a gain below 0 is taken off.

    ideal='retrieved' sorts what the run has retrieved (all of it, even below k), as a lecture does and many a
    home-made script. A run that found one document of a hundred then scores 1: use it to explain such
    numbers, not to compare runs.

    The slides' list 2, 1, 2, 0:

    >>> ndcg(example([2, 1, 2, 0]), dcg="jarvelin")
    array([0.92030321])
    >>> ndcg(example([2, 1, 2, 0])), ndcg(example([2, 1, 2, 0]), dcg="exp-log2")
    (array([0.96519547]), array([0.95144266]))
    """
    return dcg_of(judged.hits.within(k), dcg, base, gains) / _best(judged, dcg, base, gains, ideal, k)


@expected("nDCG")
def expected_ndcg(
    judged: Judged,
    *,
    dcg: Dcg = "log2",
    base: float = 2,
    gains: str | None = None,
    ideal: str = "judged",
    k: int | None = None,
) -> Floats:
    """No order changes the ideal."""
    reached = expected_dcg(judged, dcg=dcg, base=base, gains=gains, k=k)
    return reached / _best(judged, dcg, base, gains, ideal, k)


def _best(judged: Judged, dcg: Dcg, base: float, gains: str | None, ideal: str, k: int | None) -> Floats:
    if ideal == "judged":
        return judged.once(
            (ndcg, dcg, base, gains, k),
            lambda: _or(np.nan, ideal_dcg(judged, dcg=dcg, base=base, gains=gains, k=k)),
        )
    if ideal == "retrieved":
        # Where nothing was retrieved that gains, 0 / infinity is the 0 that 0 / 0 should be.
        return _or(np.inf, dcg_of(by_gain(judged.hits, gains, dcg).within(k), dcg, base, gains))
    # Not a Literal, because under 'retrieved' a measure looks at what is below its k, which none else does.
    raise UsageError.unknown_choice("`ideal` of nDCG", ideal, ("judged", "retrieved"))


def _or(otherwise: float, best: Floats) -> Floats:
    return np.where(best > 0, best, otherwise)
