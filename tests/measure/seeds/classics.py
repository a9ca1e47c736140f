"""PRES, precision and recall, nDCG: what the first eleven measures have to do with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cranfield.measure import example, find
from tests.measure.seeds.check import Check, Given

AP, BPREF, NDCG, P, PRES, R, RR = map(find, ["AP", "Bpref", "nDCG", "P", "PRES", "R", "RR"])
COVERED = {measure.name for measure in (AP, BPREF, NDCG, P, PRES, R, RR)}


def pres_bundle(given: Given, expected: Any) -> Iterator[Check]:
    hits = example(ranks=given["ranks"], n=given["n"])
    yield AP @ given["nmax"], hits, expected["ap"]
    yield R @ given["nmax"], hits, expected["recall"]
    yield PRES @ given["nmax"], hits, expected["pres"]
    combined = {"f1": find("F")(), "fprime1": find("FPrime")(), "fprime4": find("FPrime")(beta=4)}
    for name, bound in combined.items():
        if name in expected:  # the cases of table 3 are without
            yield bound @ given["nmax"], hits, expected[name]


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
    yield find("Rprec")(), hits, expected["rprec"]
    yield find("RBP")(p=0.8), hits, expected["rbp_080"]
    iprec, eleven = find("IPrec"), find("IPrec11")
    for tenth in range(11):
        yield iprec @ (tenth / 10), hits, expected["interp11"][tenth]
        yield iprec(levels="trec10") @ (tenth / 10), hits, expected["interp11_trec10"][tenth]
    yield eleven(), hits, expected["ap11"]
    yield eleven(levels="trec10"), hits, expected["ap11_trec10"]
    yield find("IPrecArea")(), hits, expected["ap_interp_integral"]


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
    depth, printed = len(given["gains"]), expected if isinstance(expected, dict) else {"ndcg": expected}
    yield from ndcg_at_all_k(given, {depth: printed["ndcg"]})
    spelling = DCG_NAMES[given["gain"], given["discount"]]
    for name, what in (("DCG", "dcg"), ("IDCG", "ideal")):
        if what in printed:
            yield find(name)(dcg=spelling) @ depth, example(given["gains"]), printed[what]


def ndcg_at_all_k(given: Given, expected: Any) -> Iterator[Check]:
    bound = NDCG(dcg=DCG_NAMES[given["gain"], given["discount"]])
    for k, value in expected.items() if isinstance(expected, dict) else enumerate(expected, 1):
        yield bound @ k, example(given["gains"]), value


DCG_NAMES = {
    ("2^r-1", "log2(1+i)"): "exp-log2",
    ("linear", "log2(1+i)"): "log2",
    ("linear", "log_b(i)"): "jarvelin",
}

CHECKS = {
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
