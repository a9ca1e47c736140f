"""The metrics of ranx: as its documentation defines them, and as ranx 0.3.21 printed them for a small campaign."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cranfield.compat.ranx import Qrels, Run, evaluate

Grades = dict[str, int]

QRELS = {
    "a": {"d1": 3, "d2": 0, "d3": 1, "d4": 2, "d5": 0},
    "b": {"d1": 1, "d6": 0, "d9": 1},
    "c": {"d7": 2, "d8": 0},
}
RUN = {
    "a": {"d2": 0.9, "d3": 0.8, "d9": 0.7, "d1": 0.6, "d5": 0.5, "d8": 0.4},
    "b": {"d6": 5.0, "d2": 4.0, "d1": 3.0},
    "c": {"d7": 1.0, "d8": 0.5},
}
PRINTED = {
    "hits": [2.0, 1.0, 1.0],
    "hits@3": [1.0, 1.0, 1.0],
    "hit_rate@1": [0.0, 0.0, 1.0],
    "hit_rate": [1.0, 1.0, 1.0],
    "precision": [0.3333333333333333, 0.3333333333333333, 0.5],
    "precision@5": [0.4, 0.2, 0.2],
    "recall": [0.6666666666666666, 0.5, 1.0],
    "recall@3": [0.3333333333333333, 0.5, 1.0],
    "f1": [0.4444444444444444, 0.4, 0.6666666666666666],
    "f1@3": [0.3333333333333333, 0.4, 0.5],
    "r-precision": [0.3333333333333333, 0.0, 1.0],
    "bpref": [0.3333333333333333, 0.0, 1.0],
    "rbp.95": [0.17610625000000016, 0.04512500000000004, 0.10000000000000009],
    "mrr": [0.5, 0.3333333333333333, 1.0],
    "mrr@2": [0.5, 0.0, 1.0],
    "map": [0.3333333333333333, 0.16666666666666666, 1.0],
    "map@3": [0.16666666666666666, 0.16666666666666666, 1.0],
    "dcg": [1.9229594277916369, 0.5, 2.0],
    "dcg@3": [0.6309297535714575, 0.5, 2.0],
    "dcg_burges": [3.645665660085209, 0.5, 3.0],
    "ndcg": [0.4038253175901445, 0.3065735963827292, 1.0],
    "ndcg@3": [0.13249650743056282, 0.3065735963827292, 1.0],
    "ndcg_burges": [0.3881345103028465, 0.3065735963827292, 1.0],
    "ndcg_burges@3": [0.06717171396683416, 0.3065735963827292, 1.0],
    "hits-l2": [1.0, 0.0, 1.0],
    "precision@5-l2": [0.2, 0.0, 0.2],
    "recall-l2": [0.5, 0.0, 1.0],
    "map-l2": [0.125, 0.0, 1.0],
    "mrr-l2": [0.25, 0.0, 1.0],
    "ndcg@3-l2": [0.0, 0.0, 1.0],
    "dcg_burges-l2": [3.0147359065137516, 0.0, 3.0],
    "rbp.80-l2": [0.30720000000000003, 0.0, 0.3999999999999999],
    "r-precision-l2": [0.0, 0.0, 1.0],
    "f1@3-l2": [0.0, 0.0, 0.5],
    "bpref-l3": [0.0, 0.0, 0.0],
}


def test_numbers_are_those_that_ranx_printed() -> None:
    found = evaluate(Qrels(QRELS), Run(RUN), list(PRINTED), return_mean=False)
    for metric, printed in PRINTED.items():
        assert found[metric].tolist() == pytest.approx(printed, abs=1e-15), metric


# The definitions, for one query: `grades` down the ranking (None: not judged), cut at k; `known` are all grades.
def relevant(grades: Sequence[int | None], level: int) -> list[int]:
    return [rank for rank, grade in enumerate(grades, 1) if grade is not None and grade >= level]


def gains(grades: Sequence[int | None], level: int, *, exponential: bool) -> float:
    top = [grade if grade is not None and grade >= level else 0 for grade in grades]
    return sum(
        (2**gain - 1 if exponential else gain) / math.log2(rank + 1) for rank, gain in enumerate(top, 1)
    )


def normalised(
    grades: list[int | None], known: list[int], k: int | None, level: int, *, exponential: bool
) -> float:
    ideal = sorted((grade for grade in known if grade >= level), reverse=True)[:k]
    best = gains(ideal, level, exponential=exponential)
    return gains(grades[:k], level, exponential=exponential) / best if best else 0.0


def f1(grades: list[int | None], known: list[int], k: int | None, level: int) -> float:
    hits, wanted = len(relevant(grades[:k], level)), len(relevant(known, level))
    precision, recall = hits / (k or len(grades) or 1), hits / (wanted or 1)
    return 2 * precision * recall / (precision + recall) if hits and wanted else 0.0


def bpref(grades: list[int | None], known: list[int], level: int) -> float:
    wanted = len(relevant(known, level))
    others = len(known) - wanted
    judged = [grade for grade in grades if grade is not None]
    above, total = 0, 0.0
    for grade in judged:
        if grade >= level:
            total += 1 - min(above, wanted) / min(wanted, others) if above else 1
        else:
            above += 1
    return total / wanted if wanted else 0.0


Definition = Callable[[list[int | None], list[int], int | None, int], float]
DEFINITIONS: dict[str, Definition] = {
    "hits": lambda grades, _, k, level: len(relevant(grades[:k], level)),
    "hit_rate": lambda grades, _, k, level: float(bool(relevant(grades[:k], level))),
    "precision": lambda grades, _, k, level: len(relevant(grades[:k], level)) / (k or len(grades) or 1),
    "recall": lambda grades, known, k, level: len(relevant(grades[:k], level)) / (len(relevant(known, level)) or 1),
    "f1": f1,
    "mrr": lambda grades, _, k, level: 1 / min(relevant(grades[:k], level), default=math.inf),
    "map": lambda grades, known, k, level: sum(
        nth / rank for nth, rank in enumerate(relevant(grades[:k], level), 1)
    ) / (len(relevant(known, level)) or 1),
    "dcg": lambda grades, _, k, level: gains(grades[:k], level, exponential=False),
    "dcg_burges": lambda grades, _, k, level: gains(grades[:k], level, exponential=True),
    "ndcg": lambda grades, known, k, level: normalised(grades, known, k, level, exponential=False),
    "ndcg_burges": lambda grades, known, k, level: normalised(grades, known, k, level, exponential=True),
}  # fmt: skip
UNCUT: dict[str, Definition] = {
    "r-precision": lambda grades, known, _, level: DEFINITIONS["recall"](
        grades, known, len(relevant(known, level)) or 1, level
    ),
    "bpref": lambda grades, known, _, level: bpref(grades, known, level),
    "rbp.75": lambda grades, _, __, level: (
        0.25
        * sum(grade * 0.75 ** (rank - 1) for rank in relevant(grades, level) if (grade := grades[rank - 1]))
    ),
}
DOCUMENTS = [f"d{number}" for number in range(30)]
JUDGED = st.dictionaries(st.sampled_from(DOCUMENTS), st.sampled_from([-1, 0, 0, 1, 2, 3]), min_size=1)
# Few scores, so that there are ties; in up to 15 documents ranx keeps the order in which they were added.
FOUND = st.dictionaries(st.sampled_from(DOCUMENTS), st.sampled_from([0.5, 1.0, 2.0]), max_size=15)
CUTS = st.one_of(st.none(), st.integers(1, 20))


@settings(max_examples=150, deadline=None)
@given(judged=JUDGED, found=FOUND, k=CUTS, level=st.sampled_from([1, 1, 2, 3]))
def test_numbers_are_as_defined(judged: Grades, found: dict[str, float], k: int | None, level: int) -> None:
    ranking: list[int | None] = [
        judged.get(document) for document in sorted(found, key=lambda document: -found[document])
    ]
    cut = f"@{k}" if k else ""
    expected = {
        f"{name}{cut}-l{level}": value(ranking, list(judged.values()), k, level)
        for name, value in DEFINITIONS.items()
    }
    expected |= {
        f"{name}-l{level}": value(ranking, list(judged.values()), None, level)
        for name, value in UNCUT.items()
    }
    # A second query, without anything relevant, changes nothing for the first.
    qrels, run = {"q": judged, "r": {"d1": 0}}, {"q": found, "r": {"d1": 1.0}}
    values = evaluate(qrels, run, list(expected), return_mean=False)
    assert {name: row[0] for name, row in values.items()} == pytest.approx(expected, abs=1e-12)
    assert not any(row[1] for row in values.values())


def test_every_metric_is_compared() -> None:
    with pytest.raises(ValueError, match="ranx has: ") as refusal:
        evaluate(QRELS, RUN, "no-such-metric")
    named = str(refusal.value).split("ranx has: ")[1].split("\n")[0].split(", ")
    assert set(named) == {*DEFINITIONS, *(name.split(".")[0] for name in UNCUT)}
