"""Graded gains, discounted by rank: nDCG in its three spellings."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.register import measure
from cranfield.model import Hits, Judged

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Dcg = Literal["log2", "exp-log2", "jarvelin"]
_TABLE_LIMIT = 1 << 17


@measure(
    "nDCG",
    source="Jarvelin & Kekalainen, TOIS 20(4), 2002; exp-log2: Burges et al., ICML 2005",
    relevance="graded",
    retrieval="ranking",
    traits={"bounded", "promotion", "strict", "ideal"},
    trec_eval=["ndcg", "ndcg_cut_*"],
)
def ndcg(judged: Judged, *, dcg: Dcg = "log2", k: int | None = None) -> Floats:
    """Gain of the documents, discounted by rank, as a share of what the ideal ranking gains.

        nDCG = DCG(ranking) / DCG(ideal),  DCG = sum over ranks i of gain(i) / discount(i)

        log2       gain = grade          discount = log2(i + 1)     trec_eval, ir_measures
        exp-log2   gain = 2^grade - 1    discount = log2(i + 1)     web search, learning to rank
        jarvelin   gain = grade          discount = log2(i), 1 for i < 2     the paper's, base 2

    The three are different measures under one name: the list below has .9652, .9514 and .9203, so say which
    one you report. The ideal ranking is made of all judged documents of the topic, retrieved or not, and is
    cut at k, too. A negative grade gains nothing. Undefined when nothing has a grade above 0.

    nDCG is the choice for graded judgements; its discount has no user behind it (RBP and ERR have), and the
    scale of the grades matters: doubling all changes nothing for log2, and much for exp-log2.

    The slides' list 2, 1, 2, 0:

    >>> ndcg(example([2, 1, 2, 0]), dcg="jarvelin")
    array([0.92030321])
    >>> ndcg(example([2, 1, 2, 0])), ndcg(example([2, 1, 2, 0]), dcg="exp-log2")
    (array([0.96519547]), array([0.95144266]))
    """
    ideal = judged.once((ndcg, dcg, k), lambda: _dcg(judged.ideal_hits.within(k), dcg))
    return _dcg(judged.hits.within(k), dcg) / ideal


def _dcg(hits: Hits, dcg: Dcg) -> Floats:
    gain = np.maximum(hits.grade, 0)
    if dcg == "exp-log2":
        gain = np.exp2(gain) - 1
    # log2 of the rank itself leaves ranks 1 and 2 (log2(2) = 1) undiscounted
    discount = _log2(np.maximum(hits.rank, 2) if dcg == "jarvelin" else hits.rank + 1)
    return hits.per_topic(gain / discount)


def _log2(numbers: Ints) -> Floats:
    """Return libm's logarithms; numpy's differ from them in the last bit on some machines."""
    highest = int(numbers.max(initial=1))
    if highest >= _TABLE_LIMIT:
        return np.array([math.log2(number) for number in numbers.tolist()])
    return _log2_table(max(highest.bit_length(), 10))[numbers]


@lru_cache
def _log2_table(bits: int) -> Floats:
    return np.array([0.0, *(math.log2(number) for number in range(1, 1 << bits))])
