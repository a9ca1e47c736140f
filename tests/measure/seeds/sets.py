"""Contingency tables, and precision and recall made one number."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from typing import Any

from cranfield.measure import example, find
from cranfield.measure.families.sets.harmonic import alpha_of, e_measure
from cranfield.measure.families.sets.harmonic import f_measure as f
from cranfield.model import Judged
from tests.measure.seeds.check import Check, Given, ours

E, F, FALLOUT, GENERALITY = map(find, ["E", "F", "Fallout", "Generality"])
SET_ACCURACY, SET_F, SET_P, SET_R = map(find, ["SetAccuracy", "SetF", "SetP", "SetR"])
COVERED = {each.name for each in (E, F, FALLOUT, GENERALITY, SET_ACCURACY, SET_F, SET_P, SET_R)}


def f_measure(given: Given, expected: Any) -> Iterator[Check]:
    precision, recall, beta = given["precision"], given["recall"], given["beta"]
    hits, k = run_with(precision, recall)
    yield "of numbers", float(f(precision, recall, beta)), expected
    yield F(beta=beta) @ k, hits, expected
    yield SET_F(beta=beta), hits, expected


def f_measure_alpha(given: Given, expected: Any) -> Iterator[Check]:
    precision, recall, beta = given["precision"], given["recall"], given["beta"]
    hits, k = run_with(precision, recall)
    alpha = alpha_of(beta)
    yield "alpha", alpha, expected["alpha"]
    yield "by alpha", 1 - float(e_measure(precision, recall, alpha)), expected["f_alpha"]
    yield F(beta=beta) @ k, hits, expected["f_beta2"]
    yield E(alpha=alpha) @ k, hits, 1 - expected["f_alpha"]


def e_measure_van_rijsbergen(given: Given, expected: Any) -> Iterator[Check]:
    hits, k = run_with(given["precision"], given["recall"])
    yield "of numbers", float(e_measure(given["precision"], given["recall"], given["alpha"])), expected
    yield E(alpha=given["alpha"]), hits, expected
    yield E(alpha=given["alpha"]) @ k, hits, expected


def contingency(given: Given, expected: Any) -> Iterator[Check]:
    tp, fp, fn, tn = (given[cell] for cell in ("tp", "fp", "fn", "tn"))
    hits, size = example([1.0] * tp + [None] * fp, n=tp + fn), tp + fp + fn + tn
    measures = {
        "accuracy": SET_ACCURACY(collection=size),
        "precision": SET_P(),
        "recall": SET_R(),
        "f1": SET_F(),
        "fallout": FALLOUT(collection=size),
        "generality": GENERALITY(collection=size),
    }
    for name, value in expected.items():
        yield measures[name], hits, value


def contingency_identities(given: Given, expected: Any) -> Iterator[Check]:
    cells = {"tp": given["a"], "fp": given["b"], "fn": given["c"], "tn": given["d"]}
    names = ("precision", "recall", "fallout", "generality")
    checks = list(contingency(cells, {name: expected[name] for name in names}))
    yield from checks
    _, r, fallout, g = (value for _, value, _ in map(ours, checks))
    yield "P by R, G and fallout", r * g / (r * g + fallout * (1 - g)), expected["precision_from_rfg"]


def run_with(precision: float, recall: float) -> tuple[Judged, int]:
    """Return a run of exactly this precision and recall, and how many documents it has."""
    p, r = (Fraction(share).limit_denominator(1000) for share in (precision, recall))
    found = lcm(p.numerator, r.numerator)
    k, n = int(found / p), int(found / r)
    return example(ranks=range(1, found + 1), n=n, retrieved=k), k


CHECKS = {
    check.__name__: check
    for check in (
        contingency,
        contingency_identities,
        e_measure_van_rijsbergen,
        f_measure,
        f_measure_alpha,
    )
}
