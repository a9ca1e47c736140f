"""ndpm on the systems of the ADM paper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cranfield.compare.concentration import gini as gini_of
from cranfield.compare.usefulness import usefulness as usefulness_of
from cranfield.compare.wilcoxon import wilcoxon
from cranfield.measure import example, find
from cranfield.measure.structured import agp as agp_of
from cranfield.measure.structured import char_f as char_f_of
from cranfield.measure.structured import effort_precision
from cranfield.measure.structured import xcg as xcg_of
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


def xcg(given: Given, expected: Any) -> Iterator[Check]:
    found = xcg_of(given["run"], given["ideal"])
    effort = effort_precision(given["run"], given["ideal"], given["gain_levels"])
    for what, ours, theirs in (
        ("nxcg", found.nxcg, expected["nxcg"]),
        ("gr", found.gr, expected["gr"]),
        ("ep", effort, expected["ep_at"]),
    ):
        for one, other in zip(ours.tolist(), theirs, strict=True):
            yield what, one, other


def agp(given: Given, expected: Any) -> Iterator[Check]:
    yield "AgP", agp_of(given["S"], given["numrel"]), expected


def char_f(given: Given, expected: Any) -> Iterator[Check]:
    found = char_f_of(given["retrieved"], given["relevant"], given["overlap"])
    yield "P", found.precision, expected["P"]
    yield "R", found.recall, expected["R"]
    yield "F1", found.f, expected["F1"]


CHECKS = {check.__name__: check for check in (agp, char_f, gini, ndpm, usefulness, wilcoxon_signed_rank, xcg)}
