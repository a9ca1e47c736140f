"""PRES with ties, by lot and beyond its cut-off; Rnorm and its relatives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cranfield.measure import example, find
from cranfield.measure.expectation import expected_values
from cranfield.measure.families.recall.pres import expected_pres_random
from tests.measure.seeds.check import Check, Given

PRES, PRES_EST, PRES_RMAX = find("PRES"), find("PRESest"), find("PRESRmax")
RNORM, PNORM = find("Rnorm"), find("Pnorm")
RANK_RECALL, LOG_PRECISION = find("RankRecall"), find("LogPrecision")
COVERED = {each.name for each in (PRES_EST, PRES_RMAX, RNORM, PNORM, RANK_RECALL, LOG_PRECISION)}
# `pres_bundle`, among the classics, has F' at both of the paper's betas.
COVERED |= {"FPrime"}


def pres_est(given: Given, expected: Any) -> Iterator[Check]:
    hits, k = example(ranks=given["ranks"], n=given["n"]), given["nmax"]
    yield PRES @ k, hits, expected["pres"]
    yield PRES_RMAX @ k, hits, expected["rmax"]
    yield PRES_EST @ k, hits, expected["pres_est"]


def pres_expected_ties(given: Given, expected: Any) -> Iterator[Check]:
    """Blocks of equal scores, each as (relevant, not relevant)."""
    grades = [grade for good, bad in given["blocks"] for grade in [1] * good + [0] * bad]
    scores = [-number for number, block in enumerate(given["blocks"]) for _ in range(sum(block))]
    hits = example(grades, scores=scores, n=given["n"])
    values, errors = expected_values([PRES @ given["nmax"]], hits)
    assert not errors, "sampled, although there is a formula"
    yield "the mean of PRES over all orders", float(values[0, 0]), expected


def pres_expected_random(given: Given, expected: Any) -> Iterator[Check]:
    value = expected_pres_random(n=given["n"], collection=given["N"], k=given["nmax"])
    yield "the mean of PRES over all rankings", value, expected


def pres_assigned_missing_ranks(given: Given, expected: Any) -> Iterator[Check]:
    """Put into the paper's eq. 3, the ranks of the missing documents give our PRES."""
    n, k = given["n"], given["nmax"]
    ranks = [*given["ranks"], *expected]
    assert len(ranks) == n
    by_equation_3 = 1 - (sum(ranks) / n - (n + 1) / 2) / k
    # The case has no tolerance, and the two routes round differently: in the sixteenth digit.
    value = float((PRES @ k).values(example(ranks=given["ranks"], n=n))[0])
    yield "PRES by eq. 3", round(value, 12), round(by_equation_3, 12)


def rnorm(given: Given, expected: Any) -> Iterator[Check]:
    yield RNORM(collection=given["N"]), example(ranks=given["ranks"], n=given["n"]), expected


def pnorm(given: Given, expected: Any) -> Iterator[Check]:
    yield PNORM(collection=given["N"]), example(ranks=given["ranks"], n=given["n"]), expected


def smart_simple(given: Given, expected: Any) -> Iterator[Check]:
    """With nothing missing, the size of the collection plays no part."""
    hits = example(ranks=given["ranks"], n=given["n"])
    for collection in (10, 1000):
        yield RANK_RECALL(collection=collection), hits, expected["rank_recall"]
        yield LOG_PRECISION(collection=collection), hits, expected["log_precision"]


CHECKS = {
    check.__name__: check
    for check in (
        pnorm,
        pres_assigned_missing_ranks,
        pres_est,
        pres_expected_random,
        pres_expected_ties,
        rnorm,
        smart_simple,
    )
}
