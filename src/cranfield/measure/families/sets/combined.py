"""Precision and recall made one number: F, van Rijsbergen's E, and the plain mean."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.sets import depth, whole
from cranfield.measure.families.sets.harmonic import e_measure, f_measure
from cranfield.measure.register import expected, measure
from cranfield.measure.trec_eval import square_of
from cranfield.model import Judged

Floats = NDArray[np.float64]

WEIGHT = {
    "beta": "how many times as much recall counts as precision; 1 if neither is told",
    "alpha": "how much precision counts, from 0 (recall alone) to 1 (precision alone), instead of `beta`",
}


@measure(
    "F",
    source="van Rijsbergen, Information Retrieval, 1979, ch. 7",
    relevance="binary",
    retrieval="set",
    traits={"bounded", "promotion"},
    aliases=["F1"],
    parameters=WEIGHT,
    elsewhere={"ranx": "f1@k"},
)
def f_at(
    judged: Judged, *, beta: float | None = None, alpha: float | None = None, rel: float = 1, k: int
) -> Floats:
    """Weighted harmonic mean of precision and recall at k.

        F@k = (1 + beta^2) * P * R / (beta^2 * P + R),  P = P@k, R = R@k

    It is low as soon as one of the two is. A beta of 2 says that a user gives twice as much for recall as for
    precision; F(alpha=0.2) is the same in the notation of E, with alpha = 1 / (1 + beta^2) or
    beta^2 = (1 - alpha) / alpha, the weight of precision. Without either both count alike. At one k and for one
    topic it ranks runs exactly as P@k does, (1 + beta^2) * h / (k + beta^2 * n) for h documents found: beta
    matters only between topics and between cut-offs. With k the number of documents that a user checks, it is
    "F at Nmax", which PRES was made to replace.

    The Webis slides combine P = .94 and R = .26 to .41; here 47 of 50 documents are relevant, of 180:

    >>> f_at(example(ranks=range(1, 48), n=180), k=50)
    array([0.40869565])
    >>> f_at(example([1, None], n=4), k=2, beta=2), f_at(example([1, None], n=4), k=2, alpha=0.2)
    (array([0.27777778]), array([0.27777778]))
    """
    shown = _at(judged, rel, k)
    return f_measure(shown.precision, shown.recall, beta, alpha)


@expected("F")
def expected_f_at(
    judged: Judged, *, beta: float | None = None, alpha: float | None = None, rel: float = 1, k: int
) -> Floats:
    """Put expectations in, because at one k the measure is linear in the number of relevant documents."""
    mean = _expected_at(judged, rel, k)
    return f_measure(mean.precision, mean.recall, beta, alpha)


@measure(
    "E",
    source="van Rijsbergen, Information Retrieval, 1979, ch. 7",
    relevance="binary",
    retrieval="set",
    traits={"bounded", "promotion", "lower"},
    parameters=WEIGHT,
)
def e_at(
    judged: Judged,
    *,
    alpha: float | None = None,
    beta: float | None = None,
    rel: float = 1,
    k: int | None = None,
) -> Floats:
    """Effectiveness of van Rijsbergen, where less is better: 1 - F.

        E = 1 - 1 / (alpha / P + (1 - alpha) / R),  alpha = 1 / (1 + beta^2)

    P and R are those at k or, without a cut-off, of all that was retrieved. The weight may be told as alpha, 1/2 by
    default, or as the beta of F: E(beta=2) is E(alpha=0.2). It was derived from how much precision
    a user would give up for a step in recall; F is its complement, which most people prefer to read. 1 when nothing
    relevant was found. Two other measures are called E: Swets's, a distance of score distributions, and Mizzaro's,
    here EMean.

    P = R = .5:

    >>> e_at(example([1, None], n=2))
    array([0.5])
    """
    shown = _at(judged, rel, k)
    return e_measure(shown.precision, shown.recall, alpha, beta)


@expected("E")
def expected_e_at(
    judged: Judged,
    *,
    alpha: float | None = None,
    beta: float | None = None,
    rel: float = 1,
    k: int | None = None,
) -> Floats:
    """Put expectations in, as for F."""
    mean = _expected_at(judged, rel, k)
    return e_measure(mean.precision, mean.recall, alpha, beta)


@measure(
    "EMean",
    source="Mizzaro, Workshop on Information Retrieval (Oulu), 2001, tables 1 and 2, as `E`",
    relevance="binary",
    retrieval="set",
    traits={"bounded", "promotion"},
)
def e_mean(judged: Judged, *, rel: float = 1, k: int | None = None) -> Floats:
    """Plain mean of precision and recall: what Mizzaro calls E.

        EMean = (P + R) / 2

    P and R are those at k or, without a cut-off, of all that was retrieved. More is better, unlike van Rijsbergen's
    E, of which this is no variant. A run that retrieves the whole collection gets one half for it, where the
    harmonic mean F gives it next to nothing: use it to read papers that have it, and F for the rest.

    Table 1, where P = 2/3 and R = 1 (.84 in print, the mean of rounded numbers):

    >>> e_mean(example([1, None, 1]))
    array([0.83333333])
    """
    shown = _at(judged, rel, k)
    return (shown.precision + shown.recall) / 2


@expected("EMean")
def expected_e_mean(judged: Judged, *, rel: float = 1, k: int | None = None) -> Floats:
    """Put expectations in: it is a sum."""
    mean = _expected_at(judged, rel, k)
    return (mean.precision + mean.recall) / 2


@measure(
    "SetF",
    source="trec_eval, m_set_F.c; van Rijsbergen, Information Retrieval, 1979, ch. 7",
    relevance="binary",
    retrieval="set",
    traits={"bounded"},
    trec_eval=["set_F"],
    trec_eval_parameters=square_of("beta"),
    elsewhere={"ir_measures": "SetF", "ranx": "f1"},
    differs={
        "trec_eval": "the x of its set_F.x is beta squared: set_F.4 is SetF(beta=2). Without an x they are equal",
        "ir_measures": "passes its beta on as trec_eval's x, so its SetF(beta=2.0) is SetF(beta=1.4142135623730951); "
        "ours has the beta of the textbook. Without a beta they are equal",
    },
)
def set_f(judged: Judged, *, beta: float = 1, rel: float = 1) -> Floats:
    """Weighted harmonic mean of precision and recall of all that was retrieved.

        SetF = (1 + beta^2) * P * R / (beta^2 * P + R),  P = SetP, R = SetR

    For systems that decide how much to return: Boolean search, filtering, screening. A ranking has as much
    precision here as its depth allows, which is a choice of whoever cut it; F@k asks at the same depth for all.
    0 when nothing relevant was found.

    P = 1/2 and R = 1/4, with recall twice as important:

    >>> set_f(example([1, None], n=4)), set_f(example([1, None], n=4), beta=2)
    (array([0.33333333]), array([0.27777778]))
    """
    shown = _at(judged, rel, None)
    return f_measure(shown.precision, shown.recall, beta)


class _Both(NamedTuple):
    precision: Floats
    recall: Floats


def _at(judged: Judged, rel: float, k: int | None) -> _Both:
    if k is None:
        return _Both(whole.set_precision(judged, rel=rel), whole.set_recall(judged, rel=rel))
    return _Both(depth.precision(judged, rel=rel, k=k), depth.recall(judged, rel=rel, k=k))


def _expected_at(judged: Judged, rel: float, k: int | None) -> _Both:
    if k is None:  # no order matters
        return _at(judged, rel, k)
    return _Both(depth.expected_precision(judged, rel=rel, k=k), depth.expected_recall(judged, rel=rel, k=k))
