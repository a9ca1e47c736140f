"""How far judges agree: shares, overlap, and coefficients that take off what chance would agree about.

Judges are rows, items columns: one grade for each judge and item, NaN where the judge did not judge it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cranfield.errors import InputError, UsageError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

Weights = Literal["none", "linear", "quadratic"]
Level = Literal["nominal", "ordinal", "interval", "ratio"]


def same(one: Iterable[float], other: Iterable[float]) -> float:
    """Return the share of items that both judges gave the same grade; NaN where they have none in common.

    >>> same([1, 0, 2, 1], [1, 1, 2, 1])
    0.75
    """
    first, second = _both(one, other)
    return float((first == second).mean()) if len(first) else float("nan")


def overlap(judges: ArrayLike, *, rel: float = 1) -> float:
    """Return how many of the items that any judge calls relevant all of them do, among those that all judged.

        |A and B and ...| / |A or B or ...|        (Jaccard)

    Voorhees (1998) found .42 to .49 for two assessors at TREC, and .30 for three. NaN: nobody calls anything relevant.

    >>> overlap([[1, 1, 0, 1], [1, 0, 0, 2]])
    0.6666666666666666
    """
    table = _table(judges)
    relevant = table[:, ~np.isnan(table).any(axis=0)] >= rel
    anybody = int(relevant.any(axis=0).sum())
    return int(relevant.all(axis=0).sum()) / anybody if anybody else float("nan")


def cohen(one: Iterable[float], other: Iterable[float], *, weights: Weights = "none") -> float:
    """Return Cohen's kappa of two judges, over the items that both judged.

        kappa = 1 - (disagreement observed) / (disagreement expected by chance)

    Chance gives each judge his own grades, shuffled. A disagreement counts 1 (`none`), or as far as the grades are apart
    (`linear`), or that squared (`quadratic`). NaN where both always give one and the same grade: then nothing was to be
    agreed about. Source: Cohen 1960, 1968.

    Fifty applications; both say yes to 20 and no to 15, and they differ about 15:

    >>> cohen([1] * 25 + [0] * 25, [1] * 20 + [0] * 5 + [1] * 10 + [0] * 15)
    0.4
    """
    if weights not in get_args(Weights):
        raise UsageError.unknown_choice("`weights`", weights, get_args(Weights))
    first, second = _both(one, other)
    if not len(first):
        return float("nan")
    power = {"none": 0, "linear": 1, "quadratic": 2}[weights]
    grades, of_item = np.unique(np.concatenate((first, second)), return_inverse=True)
    seen = np.zeros((len(grades), len(grades)))
    np.add.at(seen, (of_item[: len(first)], of_item[len(first) :]), 1.0)
    away = np.abs(grades[:, None] - grades[None, :])
    cost = (away > 0).astype(np.float64) if power == 0 else away**power
    chance = (cost * np.outer(seen.sum(axis=1), seen.sum(axis=0))).sum() / len(first)
    return float(1 - (cost * seen).sum() / chance) if chance else float("nan")


def fleiss(counts: ArrayLike) -> float:
    """Return Fleiss's kappa: one row an item, one column a grade, how many judges gave it.

        kappa = (P - P_e) / (1 - P_e)
        P     mean over items of the share of pairs of judges that agree
        P_e   sum over grades of (share of all judgements)^2

    Every item has the same number of judges, two at least; they need not be the same people. Source: Fleiss 1971.

    >>> round(fleiss([[0, 3], [1, 2], [3, 0], [0, 3]]), 4)
    0.625
    """
    table = np.asarray(counts, dtype=np.float64)
    judges = table.sum(axis=1) if table.ndim == 2 else np.zeros(0)
    if not len(judges) or (judges != judges[0]).any() or judges[0] < 2:
        raise InputError(
            "Fleiss's kappa needs as many judges for every item, and two at least",
            slug="wrong-shape",
            hint="Krippendorff's alpha takes any number of them: krippendorff(judges)",
        )
    number = judges[0]
    agreed = ((table**2).sum(axis=1) - number) / (number * (number - 1))
    chance = ((table.sum(axis=0) / table.sum()) ** 2).sum()
    return float((agreed.mean() - chance) / (1 - chance)) if chance < 1 else float("nan")


def grade_counts(judges: ArrayLike) -> Ints:
    """Count for each item that all judged how often it got each grade: what `fleiss` takes.

    >>> grade_counts([[1, 0, 2], [1, 1, float("nan")]])
    array([[0, 2],
           [1, 1]])
    """
    table = _table(judges)
    complete = table[:, ~np.isnan(table).any(axis=0)]
    grades = np.unique(complete)
    counts: Ints = (complete[None, :, :] == grades[:, None, None]).sum(axis=1, dtype=np.int64).T
    return counts


def krippendorff(judges: ArrayLike, *, level: Level = "interval") -> float:
    """Return Krippendorff's alpha: any number of judges, each of whom may have left out some of the items.

        alpha = 1 - (disagreement within items) / (disagreement between any two judgements)

    `level` says what a disagreement is: any other grade (`nominal`), all judgements between the two grades (`ordinal`),
    the squared difference (`interval`), or that by the sum (`ratio`). Items judged once are left out. Krippendorff asks
    for .8, and calls .667 the least for tentative conclusions. NaN where all grades are the same.

    >>> round(krippendorff([[1, 2, 3, 3], [1, 2, 3, 4]], level="nominal"), 4)
    0.6957
    """
    if level not in get_args(Level):
        raise UsageError.unknown_choice("`level`", level, get_args(Level))
    table = _table(judges)
    table = table[:, (~np.isnan(table)).sum(axis=0) >= 2]
    grades = np.unique(table[~np.isnan(table)])
    if level == "ratio" and (grades < 0).any():
        raise InputError("grades on a ratio scale are 0 and more", slug="bad-estimates")
    counts = (table[None, :, :] == grades[:, None, None]).sum(axis=1).astype(np.float64)  # grades x items
    often = counts.sum(axis=1)
    cost = _cost(level, grades, often)
    pairs = counts.sum(axis=0) - 1
    within = ((cost @ counts) * counts / pairs).sum()
    between = often @ cost @ often / (often.sum() - 1) if len(grades) else 0.0
    return float(1 - within / between) if between else float("nan")


def _cost(level: Level, grades: Floats, often: Floats) -> Floats:
    """Return how much each two grades disagree."""
    if level == "nominal":
        return 1 - np.eye(len(grades))
    if level == "ordinal":
        middle = np.cumsum(often) - often / 2
        return (middle[:, None] - middle[None, :]) ** 2
    away = (grades[:, None] - grades[None, :]) ** 2
    if level == "interval":
        return away
    together = (grades[:, None] + grades[None, :]) ** 2
    return np.divide(away, together, out=np.zeros_like(away), where=together > 0)


def _both(one: Iterable[float], other: Iterable[float]) -> tuple[Floats, Floats]:
    """Keep the items that both judged."""
    table = _table([list(one), list(other)])
    complete = table[:, ~np.isnan(table).any(axis=0)]
    return complete[0], complete[1]


def _table(judges: ArrayLike | Sequence[Any]) -> Floats:
    try:
        table = np.asarray(judges, dtype=np.float64)
    except (TypeError, ValueError):
        table = np.empty(0)
    if table.ndim != 2 or len(table) < 2:
        raise InputError(
            "agreement takes one row of grades for each judge, as long as the others, and two judges at least",
            slug="one-judge" if table.ndim == 2 else "wrong-shape",
            hint="NaN stands where a judge left an item out",
        )
    return table
