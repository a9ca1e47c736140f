"""Reproduction: how near does a repeated experiment come to the original?

The four levels of Breuer et al., "How to Measure the Reproducibility of System-oriented IR Experiments", SIGIR 2020:
the order of documents (`ktu`, and `rbo` beside it), the scores of topics (`rmse`), the effect of an advanced system
over its baseline (`effect_ratio`, `delta_ri`), and its significance (a paired test).
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from typing import Literal

import numpy as np

from cranfield.compare.correlation import kendall
from cranfield.compare.given import in_order, paired, ranks_down_to
from cranfield.errors import InputError, UsageError

Numbering = Literal["rank", "id"]


def rmse(original: Iterable[float], reproduced: Iterable[float]) -> float:
    """Root mean square error of a measure, topic by topic.

        RMSE = sqrt(mean over topics of (original - reproduced)^2)

    0 when every topic has its old score. Equal means can hide topics that went up and others that went down by
    as much, and this finds them. It has the unit of the measure, so errors of AP and of P@10 do not
    compare. Undefined (NaN) without topics.

    >>> rmse([0.5, 0.3, 0.7], [0.5, 0.4, 0.5])
    0.1290994448735805...
    """
    first, second = paired(original, reproduced)
    return math.sqrt(float(np.mean((first - second) ** 2))) if len(first) else math.nan


def ktu(
    original: Sequence[Hashable],
    reproduced: Sequence[Hashable],
    *,
    depth: int | None = None,
    numbering: Numbering = "rank",
) -> float:
    """Kendall's tau union of one topic: do both rankings have the documents in the same order?

        KTU = Kendall's tau between the numbers of the documents, rank by rank

    The documents of both lists (cut at `depth`) are numbered in the order in which they appear, first the
    original's, then what the other adds; either list becomes a list of such numbers, and tau compares them rank by
    rank. With the same documents in both that is Kendall's tau of the rankings. With others it is crude: d1 d2 d4
    against d1 d2 d3 has 1, because what is new has a high number and stands low. It is as strict at rank 1000
    as at the top; `rbo` is neither. Lists of different length are compared over the length of the shorter one.

    repro_eval numbers the documents in the order of their ids instead (`numbering="id"`), so that its number
    changes when documents are renamed. Undefined (NaN) for fewer than two ranks.

    >>> ktu(["d1", "d2", "d3", "d4"], ["d2", "d1", "d3", "d5"])
    0.6666666666666666
    >>> ktu(["d1", "d2", "d3"], ["d1", "d2", "d4"])
    1.0
    """
    if numbering not in ("rank", "id"):
        raise UsageError.unknown_choice("`numbering` of ktu", numbering, ("rank", "id"))
    if depth is not None:
        depth = ranks_down_to(depth, "`depth` of ktu")
    one, other = in_order(original)[:depth], in_order(reproduced)[:depth]
    if any(len(set(ranking)) < len(ranking) for ranking in (one, other)):
        raise InputError("a ranking has a document twice", slug="duplicate")
    union = dict.fromkeys([*one, *other])
    named = sorted(union, key=str) if numbering == "id" else list(union)
    number = {document: place for place, document in enumerate(named)}
    length = min(len(one), len(other))
    return kendall(*([number[each] for each in ranking[:length]] for ranking in (one, other))).tau_b


def effect_ratio(
    baseline: Iterable[float],
    advanced: Iterable[float],
    reproduced_baseline: Iterable[float],
    reproduced_advanced: Iterable[float],
) -> float:
    """Effect ratio: how much of the improvement over the baseline was there again.

        ER = mean over topics of (advanced' - baseline') / mean over topics of (advanced - baseline)

    1 is the same improvement, more than 1 a larger one, below 0 a loss where the original gained. Primes are
    the repeated experiment, which may have other topics (another collection): then only the means are compared. A
    small original effect makes it huge, so read it beside DeltaRI. Undefined (NaN) where the original had no
    effect.

    >>> effect_ratio([0.25, 0.5], [0.5, 0.75], [0.25, 0.5], [0.375, 0.625])
    0.5
    """
    was, now = _gain(baseline, advanced), _gain(reproduced_baseline, reproduced_advanced)
    return now / was if was else math.nan


def delta_ri(
    baseline: Iterable[float],
    advanced: Iterable[float],
    reproduced_baseline: Iterable[float],
    reproduced_advanced: Iterable[float],
) -> float:
    """Difference of relative improvements, original less repeated.

        DeltaRI = RI - RI',  RI = (mean advanced - mean baseline) / mean baseline

    0 is the same relative improvement, above 0 the original improved by more. On another collection, where
    scores are higher or lower for all systems, it is fairer than ER. Undefined (NaN) where a baseline has mean 0.

    Improvements of 2/3 and of 1/3:

    >>> delta_ri([0.25, 0.5], [0.5, 0.75], [0.25, 0.5], [0.375, 0.625])
    0.3333333333333333
    """
    return _relative_gain(baseline, advanced) - _relative_gain(reproduced_baseline, reproduced_advanced)


def _gain(baseline: Iterable[float], advanced: Iterable[float]) -> float:
    below, above = paired(baseline, advanced)
    return float(np.mean(above - below)) if len(below) else math.nan


def _relative_gain(baseline: Iterable[float], advanced: Iterable[float]) -> float:
    below, above = paired(baseline, advanced)
    mean = float(np.mean(below)) if len(below) else 0.0
    return (float(np.mean(above)) - mean) / mean if mean else math.nan
