"""The DCG tables of the two lectures, the one with the lost parentheses among them, and Pollack's sliding ratio."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from math import log2
from typing import Any

from cranfield.measure import example, find
from tests.measure.seeds.check import Check, Given

DCG, IDCG, NDCG, SLIDING = map(find, ["DCG", "IDCG", "nDCG", "SlidingRatio"])
COVERED = {measure.name for measure in (DCG, IDCG, SLIDING)}


def dcg(given: Given, expected: Any) -> Iterator[Check]:
    jarvelin, gains = given["discount"].startswith("log_b(i)"), given["gains"]
    spelling = {"linear": "jarvelin" if jarvelin else "log2", "2^r-1": "exp-log2"}[given["gain"]]
    settings = {"dcg": spelling, **({"base": given["base"]} if jarvelin else {})}
    for k, value in enumerate(expected, 1):
        yield DCG(**settings) @ k, example(gains), value
        if gains == sorted(gains, reverse=True):
            yield IDCG(**settings) @ k, example(gains[:1], missed=gains[:0:-1]), value


def sliding_ratio(given: Given, expected: Any) -> Iterator[Check]:
    for k, value in enumerate(expected, 1):
        yield SLIDING @ k, example(given["weights"]), value


def dcg_precedence_bug(given: Given, expected: Any) -> Iterator[Check]:
    """The printed table follows from 2^r - 1/log2(1+i); with the parentheses where they belong, it does not."""
    printed = {"dcg": misprinted(given["gains"]), "ideal": misprinted(given["ideal"])}
    printed["ndcg"] = [found / best for found, best in zip(printed["dcg"], printed["ideal"], strict=True)]
    hits = example(given["gains"])
    ours = {"dcg": DCG(dcg="exp-log2"), "ideal": IDCG(dcg="exp-log2"), "ndcg": NDCG(dcg="exp-log2")}
    for what, values in printed.items():
        for k, value in enumerate(values, 1):
            yield f"{what}@{k} as printed", value, expected[what][k - 1]
            apart = abs(float((ours[what] @ k).values(hits)[0]) - value) > 0.005
            yield f"{what}@{k} is not ours, except at rank 1", float(apart), float(k > 1)


def misprinted(gains: list[int]) -> list[float]:
    return list(accumulate(2**gain - 1 / log2(rank + 1) for rank, gain in enumerate(gains, 1)))


CHECKS = {check.__name__: check for check in (dcg, dcg_precedence_bug, sliding_ratio)}
