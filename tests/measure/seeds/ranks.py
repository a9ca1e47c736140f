"""Where the relevant documents stand: the Webis lecture's rankings, trec_eval's infAP, Cooper's search length."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from cranfield.measure import BoundMeasure, example, find
from cranfield.measure.expectation import expected_values
from cranfield.model import Judged, Policies, Recipe, Scores, Source
from tests.measure.seeds.check import Check, Given

AP, ESL, GMAP, INFAP, IPREC, RR, SEARCH_LENGTH = map(
    find, ["AP", "ESL", "GMAP", "infAP", "IPrec", "RR", "SearchLength"]
)
# The last two have their numbers in `ranking_bundle`, among the classics.
COVERED = {"AP", "ESL", "GMAP", "infAP", "IPrec", "RR", "SearchLength"} | {"IPrec11", "IPrecArea"}

# The lecture's two systems have A and C, and B and D: ranks of the relevant documents, and how many there are.
RANKINGS: dict[str, Judged] = {
    "A": example(ranks=[1, 3, 4, 5, 6, 10], n=6),
    "B": example(ranks=[2, 5, 6, 7, 9, 10], n=6),
    "C": example(ranks=[1, 6, 10], n=3),
    "D": example(ranks=[2, 5, 7], n=3),
}


def mean_ap(given: Given, expected: Any) -> Iterator[Check]:
    yield "AP over all topics", overall(AP(), given["ap"]), expected


def gmap(given: Given, expected: Any) -> Iterator[Check]:
    for values, mean in zip(given["ap"], expected, strict=True):
        yield "GMAP over all topics", overall(GMAP(), values), mean


def overall(bound: BoundMeasure, values: list[float]) -> float:
    """Average values of topics as those of this measure are."""
    scores = Scores(
        runs=("run",),
        measures=(bound.name,),
        topics=tuple(str(number) for number in range(len(values))),
        values=np.array([[values]]),
        answered=np.ones((1, len(values)), dtype=np.bool_),
        aggregates=(bound.aggregate,),
        recipe=Recipe((bound.name,), Policies(), Source("qrels"), (Source("run"),), core="python"),
    )
    return scores.mean("run", bound.name)


def mean_interp_curve(given: Given, expected: Any) -> Iterator[Check]:
    rankings = [RANKINGS[name] for name in given["rankings"]]
    for tenth, mean in enumerate(expected):
        bound = IPREC @ (tenth / 10)
        values = [float(bound.values(ranking)[0]) for ranking in rankings]
        yield f"mean of {bound}", sum(values) / len(values), mean


def reciprocal_rank_row(given: Given, expected: Any) -> Iterator[Check]:
    for rank, value in enumerate(expected, 1):
        yield RR(), example(ranks=[rank]), value


def infap(given: Given, expected: Any) -> Iterator[Check]:
    yield INFAP(), example(given["seq"], n=given["R"]), expected


def esl(given: Given, expected: Any) -> Iterator[Check]:
    hits = in_levels(given["levels"])
    for want, length in zip(given["want"], expected, strict=True):
        yield ESL(want=want), hits, length
        if want == 1:
            values = expected_values([SEARCH_LENGTH()], hits).values
            yield "SearchLength over all orders of tied documents", float(values[0, 0]), length


def ersl(given: Given, expected: Any) -> Iterator[Check]:
    """A search in random order: one level that holds the whole collection."""
    yield ESL(want=given["S"]), in_levels([(given["R"], given["I"])]), expected


def in_levels(levels: list[tuple[int, int]]) -> Judged:
    """Return documents at so many levels of equal scores, (relevant, not relevant) at each."""
    grades = [grade for good, bad in levels for grade in [1] * good + [0] * bad]
    scores = [len(levels) - level for level, (good, bad) in enumerate(levels) for _ in range(good + bad)]
    return example(grades, scores=scores)


CHECKS = {
    "map": mean_ap,
    **{check.__name__: check for check in (ersl, esl, gmap, infap, mean_interp_curve, reciprocal_rank_row)},
}
