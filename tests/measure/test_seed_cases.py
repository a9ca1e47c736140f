"""The worked examples of the papers and lectures, recomputed exactly in `shared/spec/seed_cases.json`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cranfield.measure import BoundMeasure, example, find
from cranfield.model import Judged

Given = dict[str, Any]
Check = tuple[BoundMeasure, Judged, float | None]

AP, BPREF, NDCG, P, PRES, R, RR = map(find, ["AP", "Bpref", "nDCG", "P", "PRES", "R", "RR"])
COVERED = {measure.name for measure in (AP, BPREF, NDCG, P, PRES, R, RR)}


def pres_bundle(given: Given, expected: Any) -> Iterator[Check]:
    hits = example(ranks=given["ranks"], n=given["n"])
    yield AP @ given["nmax"], hits, expected["ap"]
    yield R @ given["nmax"], hits, expected["recall"]
    yield PRES @ given["nmax"], hits, expected["pres"]


def pres(given: Given, expected: Any) -> Iterator[Check]:
    yield PRES @ given["nmax"], example(ranks=given["ranks"], n=given["n"]), expected


def pres_all_cutoffs(given: Given, expected: Any) -> Iterator[Check]:
    hits = example(ranks=given["ranks"], n=given["n"])
    for k, value in zip(given["cutoffs"], expected, strict=True):
        yield PRES @ k, hits, value


def pres_vs_mrr_n1(given: Given, expected: Any) -> Iterator[Check]:
    for rank, pres, rr in zip(given["ranks"], expected["pres"], expected["rr"], strict=True):
        hits = example(ranks=[rank])
        yield PRES @ given["nmax"], hits, pres
        yield RR(), hits, rr


def ranking_bundle(given: Given, expected: Any) -> Iterator[Check]:
    ranks = range(1, given["depth"] + 1)
    # What is not relevant in the ten was judged so.
    hits = example([1.0 if rank in given["ranks"] else 0.0 for rank in ranks], n=given["n"])
    for k in ranks:
        yield P @ k, hits, expected["precision"][k - 1]
        yield R @ k, hits, expected["recall"][k - 1]
    yield AP(), hits, expected["ap"]
    yield RR(), hits, expected["rr"]
    yield BPREF(), hits, expected["bpref"]
    yield NDCG @ 10, hits, expected["ndcg10_lin"]


def ap(given: Given, expected: Any) -> Iterator[Check]:
    yield AP(), example(ranks=given["ranks"], n=given["n"]), expected


def precision_at_k(given: Given, expected: Any) -> Iterator[Check]:
    for k, value in zip(given["k"], expected, strict=True):
        yield P @ k, example(given["rel"]), value


def pr_points(given: Given, expected: Any) -> Iterator[Check]:
    hits = example(given["rel"], n=given["n"])
    for k in range(1, len(given["rel"]) + 1):
        yield P @ k, hits, expected["precision"][k - 1]
        yield R @ k, hits, expected["recall"][k - 1]


def bpref(given: Given, expected: Any) -> Iterator[Check]:
    sequence: list[int] = given["seq"]
    missed = [1] * (given["R"] - sequence.count(1)) + [0] * (given["N"] - sequence.count(0))
    yield BPREF(), example(sequence, missed=missed), expected


def ndcg(given: Given, expected: Any) -> Iterator[Check]:
    value = expected["ndcg"] if isinstance(expected, dict) else expected
    yield from ndcg_at_all_k(given, {len(given["gains"]): value})


def ndcg_at_all_k(given: Given, expected: Any) -> Iterator[Check]:
    bound = NDCG(dcg=DCG_NAMES[given["gain"], given["discount"]])
    for k, value in expected.items() if isinstance(expected, dict) else enumerate(expected, 1):
        yield bound @ k, example(given["gains"]), value


DCG_NAMES = {
    ("2^r-1", "log2(1+i)"): "exp-log2",
    ("linear", "log2(1+i)"): "log2",
    ("linear", "log_b(i)"): "jarvelin",
}

CHECKS: dict[str, Callable[[Given, Any], Iterator[Check]]] = {
    check.__name__: check
    for check in (
        ap,
        bpref,
        ndcg,
        ndcg_at_all_k,
        pr_points,
        precision_at_k,
        pres,
        pres_all_cutoffs,
        pres_bundle,
        pres_vs_mrr_n1,
        ranking_bundle,
    )
}


def test_the_worked_examples(shared: Path) -> None:
    cases = json.loads((shared / "spec" / "seed_cases.json").read_text(encoding="utf-8"))["cases"]
    known = [case for case in cases if case["measure"] in CHECKS]
    assert {case["measure"] for case in known} == set(CHECKS)
    for case in known:
        for bound, hits, expected in CHECKS[case["measure"]](
            case["inputs"] | case["params"], case["expected"]
        ):
            wanted = float("nan") if expected is None else expected
            value = bound.values(hits)[0]
            assert value == pytest.approx(wanted, abs=case["tolerance"], nan_ok=True), (case["name"], bound)
