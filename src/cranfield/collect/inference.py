"""What a judged sample tells of the whole: inferred AP over strata, and ADM with its standard error."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.collect.sampling import Estimate, stratified_adm
from cranfield.errors import InputError, UsageError
from cranfield.measure.families.distance.units import unit_scores
from cranfield.model import Judged, Qrels
from cranfield.model.tables import place

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_SMOOTHING = 1e-5  # as in infAP


class Strata(NamedTuple):
    """The documents of a sample by cell: one number for each topic and stratum."""

    names: tuple[str, ...]
    of_row: Ints  # the stratum of each row of the judgements
    topic: Ints
    size: Ints  # topics x strata
    judged: Ints

    @property
    def weight(self) -> Floats:
        """Of how many documents each judged one speaks; NaN where none was judged."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(self.judged > 0, self.size / self.judged, np.nan)


def strata_of(qrels: Qrels) -> Strata:
    """Take the second column of the judgements for the stratum of each document; read them with `aspects=True`.

    A negative grade says that a document belongs to the stratum and was not judged.
    """
    aspects = qrels.aspects
    if aspects is None:
        raise UsageError(
            f"{place(qrels)}: the strata of the sample are unknown",
            slug="no-aspects",
            hint="read them so: cf.read_qrels(source, aspects=True)",
        )
    if len(aspects) != len(qrels):
        raise InputError(
            f"{place(qrels)}: a document of a sample belongs to one stratum, and some belong to several",
            slug="bad-strata",
        )
    names = sorted(set(aspects.name.raws()))
    number = {raw: which for which, raw in enumerate(names)}
    stratum = np.empty(len(qrels), dtype=np.int64)
    stratum[aspects.row] = [number[raw] for raw in aspects.name.raws()]
    topic = np.repeat(np.arange(len(qrels.topics)), np.diff(qrels.starts))
    shape, cell = (len(qrels.topics), len(names)), topic * len(names) + stratum
    size = np.bincount(cell, minlength=shape[0] * shape[1]).reshape(shape)
    judged = np.bincount(cell[qrels.grades >= 0], minlength=shape[0] * shape[1]).reshape(shape)
    told = tuple(raw.decode("utf-8", "surrogateescape") for raw in names)
    strata = Strata(told, stratum, topic, size.astype(np.int64), judged.astype(np.int64))
    _refuse_unjudged(qrels, strata)
    return strata


def _refuse_unjudged(qrels: Qrels, strata: Strata) -> None:
    silent = np.argwhere((strata.size > 0) & (strata.judged == 0))
    if len(silent):
        topic, stratum = silent[0].tolist()
        raise InputError(
            f"{place(qrels)}: nobody judged any of the {strata.size[topic, stratum]:,} documents in stratum "
            f"`{strata.names[stratum]}` of topic `{qrels.topics[topic]}`, so nothing can be said of them",
            slug="bad-strata",
            hint="judge what was drawn from it, or leave the stratum out",
        )


def estimated_relevant(qrels: Qrels, *, rel: float = 1) -> Floats:
    """Estimate how many documents of each topic are relevant: each one judged relevant speaks for its stratum.

    sum over strata of  N_h / n_h * number judged relevant
    """
    strata = strata_of(qrels)
    relevant = qrels.grades >= rel
    weight = strata.weight[strata.topic[relevant], strata.of_row[relevant]]
    counted = np.bincount(strata.topic[relevant], weights=weight, minlength=len(qrels.topics))
    return counted.astype(np.float64, copy=False)


def stratified_ap(judged: Judged, *, rel: float = 1) -> Floats:
    """Infer AP from a stratified sample of the pool: xinfAP. NaN where no relevant document was drawn.

        xinfAP = (sum over judged relevant documents, at rank k, of  w * E[precision at k]) / (sum over all of  w)
        E[precision at k] = 1/k + 1/k * sum over strata of  above_h * (relevant_h + e) / (relevant_h + nonrelevant_h + 2e)

    w is N_h / n_h of the document's stratum; `above_h` counts the documents of the stratum above rank k, judged or not,
    and the last factor is what the judged ones among them tell about the others. Documents in no stratum are not
    relevant. With one stratum it is infAP. e = 0.00001. Take it for samples that are dense at the top of the rankings,
    which infAP would take for the top of all.

    Source: Yilmaz, Kanoulas & Aslam, SIGIR 2008.
    """
    if judged.qrels is None:
        raise UsageError("these hits do not know their judgements", slug="no-aspects")
    strata = strata_of(judged.qrels)
    found, hits = judged.relevant(rel), judged.hits
    precision = np.ones(len(found.rank))
    for number in range(len(strata.names)):
        member = strata.of_row[hits.row] == number
        above = found.above(hits.where(member))
        relevant = found.above(hits.where(member & (hits.grade >= rel)))
        looked_at = found.above(hits.where(member & (hits.grade >= 0)))
        precision += above * (relevant + _SMOOTHING) / (looked_at + 2 * _SMOOTHING)
    weight = strata.weight[found.topic, strata.of_row[found.row]]
    whole = estimated_relevant(judged.qrels, rel=rel)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(whole > 0, found.per_topic(weight * precision / found.rank) / whole, np.nan)


def sampled_adm(judged: Judged, *, scores: str = "as-is", top: float = 1) -> list[Estimate]:
    """Estimate the ADM of each topic over all documents of the sample, those that were not judged included.

    A document that the run did not retrieve has an SRE of 0. See `stratified_adm` for the estimator.
    """
    if judged.qrels is None:
        raise UsageError("these hits do not know their judgements", slug="no-aspects")
    qrels, strata = judged.qrels, strata_of(judged.qrels)
    if qrels.highest_grade > top:
        raise UsageError(
            f"a grade of {qrels.highest_grade:g} is more than fully relevant (top={top:g})",
            slug="measure-parameter",
            hint=f"say which grade means fully relevant: top={qrels.highest_grade:g}",
        )
    sre = np.zeros(len(qrels))
    sre[judged.judged.row] = unit_scores(judged, judged.judged, scores)
    distance = np.abs(sre - qrels.grades / top)
    estimates = []
    for topic in range(len(qrels.topics)):
        rows = np.flatnonzero((strata.topic == topic) & (qrels.grades >= 0))
        cells = [
            (size, distance[rows[strata.of_row[rows] == number]].tolist())
            for number, size in enumerate(strata.size[topic].tolist())
        ]
        estimates.append(stratified_adm(cells))
    return estimates


def mean_estimate(estimates: list[Estimate]) -> Estimate:
    """Average over topics, whose samples were drawn independently.

    >>> mean_estimate([Estimate(0.9, 0.01), Estimate(0.7, 0.03)])
    Estimate(adm=0.8, variance=0.01)
    """
    number = len(estimates)
    return Estimate(
        sum(each.adm for each in estimates) / number, sum(each.variance for each in estimates) / number**2
    )
