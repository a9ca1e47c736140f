"""Elements and passages instead of documents: cumulated gain, effort, average generalised precision.

Measures of XML and passage retrieval as plain functions, because what they are given is no list of judged documents:
an article has a score of its own, an element a gain that is a fraction. (INEX 2005 to 2009.)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import UsageError

Floats = NDArray[np.float64]


class CumulatedGain(NamedTuple):
    """Cumulated gain of a run, rank by rank."""

    nxcg: Floats  # as a share of what the ideal run has gained at that rank
    gr: Floats  # gain-recall: as a share of all that the ideal run gains


def xcg(run: Sequence[float], ideal: Sequence[float]) -> CumulatedGain:
    """Extended cumulated gain: how much of the possible gain the user has after each rank.

        nxCG[i] = xCG[i] / xCI[i],  gr[i] = xCG[i] / xCI[last],  xCG[i] = sum of the first i gains

    `run` has the gains of the elements that were returned, `ideal` those of the best run, most first. An element
    gains what the user has not seen yet: what overlaps an earlier one has to be reduced, or left at 0, before it
    comes here. nxCG is nDCG without a discount, so it hears of order only as long as the list is short. After the
    ideal run's last element xCI stays what it is. Undefined (NaN) where the ideal run has gained nothing.

    >>> found = xcg([0.5, 0, 1, 0.5], [1, 1, 0.5])
    >>> found.nxcg, found.gr
    (array([0.5 , 0.25, 0.6 , 0.8 ]), array([0.2, 0.2, 0.6, 0.8]))
    """
    gained, best = np.cumsum(np.array(run, dtype=np.float64)), _ideal_gain(ideal)
    to_rank = best[np.minimum(np.arange(1, len(gained) + 1), len(best) - 1)]
    return CumulatedGain(_share(gained, to_rank), _share(gained, np.full(len(gained), best[-1])))


def effort_precision(run: Sequence[float], ideal: Sequence[float], gains: Sequence[float]) -> Floats:
    """Effort-precision: how few ranks the user needs for a gain, compared with the ideal run.

        ep(g) = (ranks that the ideal run takes to gain g) / (ranks that the run takes),  0 if it never does

    With gain-recall on the other axis (g as a share of all gain) it is the recall-precision curve of structured
    retrieval. Undefined (NaN) for gains that no run can have. A gain that differs from a sum by less than 1e-12 is
    reached.

    >>> effort_precision([0.5, 0, 1, 0.5], [1, 1, 0.5], [0.5, 1.5, 2, 2.5])
    array([1.        , 0.66666667, 0.5       , 0.        ])
    """
    wanted = np.array(gains, dtype=np.float64)
    ideal_ranks, run_ranks = (_ranks_to(wanted, each) for each in (_sorted(ideal), run))
    effort = np.full(len(wanted), np.nan)
    # Infinitely many ranks of the run make it 0.
    np.divide(ideal_ranks, run_ranks, out=effort, where=np.isfinite(ideal_ranks))
    return effort


def _ranks_to(gains: Floats, run: Sequence[float]) -> Floats:
    """Return the first rank at which each gain is reached, infinity where it is not; no gain takes rank 1."""
    reached = np.maximum.accumulate(np.cumsum(np.array(run, dtype=np.float64)))
    ranks = np.searchsorted(reached, gains - 1e-12) + 1
    found: Floats = np.where(ranks > len(reached), np.inf, ranks)
    return found


def _sorted(ideal: Sequence[float]) -> list[float]:
    return sorted(ideal, reverse=True)


def _ideal_gain(ideal: Sequence[float]) -> Floats:
    return np.concatenate(([0.0], np.cumsum(np.array(_sorted(ideal), dtype=np.float64))))


def _share(part: Floats, whole: Floats) -> Floats:
    shares: Floats = np.divide(part, whole, out=np.full(len(part), np.nan), where=whole > 0)
    return shares


def agp(scores: Sequence[float], numrel: int) -> float:
    """Average generalised precision: AP for articles that are relevant by degrees.

        AgP = (1/numrel) * sum over ranks r of articles with a score of  gP[r],  gP[r] = (sum of the first r scores) / r

    `scores` are those of the articles in the order of the run, from 0 to 1: how well the system picked the right
    part of the article (`char_f` of its passages, or how near it led to the best entry point). `numrel` counts
    relevant articles, found or not. Its mean over topics is MAgP, INEX's measure "in context". With scores of 0
    and 1 it is AP. An article that was found but entered at the wrong place (score 0) divides like one that is not
    relevant. Undefined (NaN) when no article is relevant.

    >>> agp([0.8, 0, 0.5], 3)
    0.41111111111111...
    """
    column = np.array(scores, dtype=np.float64)
    if np.count_nonzero(column) > numrel:
        raise UsageError(
            f"{np.count_nonzero(column)} articles have a score, and only {numrel} are relevant",
            slug="measure-parameter",
            hint="numrel counts all relevant articles; one that is not relevant has a score of 0",
        )
    generalised = np.cumsum(column) / np.arange(1, len(column) + 1)
    return float(generalised[column > 0].sum()) / numrel if numrel else math.nan


class CharacterF(NamedTuple):
    """Precision, recall and F of characters."""

    precision: float
    recall: float
    f: float


def char_f(retrieved: int, relevant: int, overlap: int, *, beta: float = 1) -> CharacterF:
    """Precision, recall and F of the characters that a system highlighted in one article.

        P = overlap / retrieved,  R = overlap / relevant,  F = (1 + beta^2) P R / (beta^2 P + R)

    Characters that the system returned, that the judges highlighted, and that both did. A beta below 1 favours
    precision, which keeps whole articles from being the best answer. Nothing returned, or nothing right: 0. An article without relevant text is undefined (NaN), except that precision is 0 when some was returned.

    >>> char_f(retrieved=150, relevant=100, overlap=75)
    CharacterF(precision=0.5, recall=0.75, f=0.6)
    """
    if not 0 <= overlap <= min(retrieved, relevant):
        raise UsageError(
            f"{overlap} characters cannot be among {retrieved} retrieved and {relevant} relevant ones",
            slug="measure-parameter",
        )
    if not 0 <= beta < math.inf:
        raise UsageError(f"`beta` of char_f is a number from 0 upwards: {beta}", slug="measure-parameter")
    precision = overlap / retrieved if retrieved else 0.0
    if not relevant:
        return CharacterF(precision, math.nan, math.nan)
    recall = overlap / relevant
    weighted = beta**2 * precision + recall
    return CharacterF(precision, recall, (1 + beta**2) * precision * recall / weighted if weighted else 0.0)
