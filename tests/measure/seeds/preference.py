"""ndpm on the systems of the ADM paper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cranfield.compare.concentration import gini as gini_of
from cranfield.compare.usefulness import usefulness as usefulness_of
from cranfield.compare.wilcoxon import wilcoxon
from cranfield.measure import example, find
from tests.measure.seeds.check import Check, Given

COVERED = {"ndpm"}


def ndpm(given: Given, expected: Any) -> Iterator[Check]:
    best_first = sorted(zip(given["system"], given["user"], strict=True), key=lambda pair: -pair[0])
    scores, grades = zip(*best_first, strict=True)
    yield find("ndpm")(), example(grades, scores=scores), expected


def usefulness(given: Given, expected: Any) -> Iterator[Check]:
    yield "u", usefulness_of(given["hA"], given["hB"]).value, expected


def wilcoxon_signed_rank(given: Given, expected: Any) -> Iterator[Check]:
    found = wilcoxon(given["d"])
    yield "n", found.n, expected["n"]
    yield "W+", found.w_plus, expected["W_plus"]
    yield "W-", found.w_minus, expected["W_minus"]
    yield "p", found.p, expected["p_two_sided_exact"]


def gini(given: Given, expected: Any) -> Iterator[Check]:
    yield "gini", gini_of(given["r"]), expected


CHECKS = {check.__name__: check for check in (gini, ndpm, usefulness, wilcoxon_signed_rank)}
