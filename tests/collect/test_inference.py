"""What a judged sample tells of the whole: against infAP, AP, ADM, and the formula written out."""

from __future__ import annotations

import math
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import cranfield as cf
from cranfield.collect import estimated_relevant, judged_runs, sampled_adm, stratified_ap
from cranfield.collect.inference import strata_of
from cranfield.errors import CranfieldError
from cranfield.model import Judged

Row = tuple[str, str, str, float]

RUN = {"q": {"a": 0.9, "b": 0.1, "c": 0.2, "d": 0.8, "e": 0.3}}


def _sample(seed: int, strata: int = 3) -> tuple[list[Row], dict[str, dict[str, float]]]:
    """Return lines of a sample, in which every stratum has judged documents, and a run."""
    chance = random.Random(seed)
    rows: list[Row] = []
    for topic in "pq":
        for number in range(strata):
            grades = [0.0, 1.0, *(float(chance.choice([-1, -1, 0, 1])) for _ in range(chance.randint(1, 8)))]
            rows += [(topic, f"s{number}", f"{number}-{place}", grade) for place, grade in enumerate(grades)]
    run: dict[str, dict[str, float]] = {}
    for topic in "pq":
        docs = [doc for other, _, doc, _ in rows if other == topic] + ["x", "y", "z"]
        run[topic] = {doc: chance.random() for doc in chance.sample(docs, len(docs) * 2 // 3)}
    return rows, run


def _judged(rows: list[Row], run: dict[str, dict[str, float]]) -> Judged:
    (judged,) = judged_runs(cf.read_qrels(rows, aspects=True), {"run": run}).values()
    return judged


def _by_hand(rows: list[Row], run: dict[str, dict[str, float]]) -> list[float]:
    """Write the formula of xinfAP out, one document after the other."""
    values = []
    for topic in sorted(run):
        stratum = {doc: name for other, name, doc, _ in rows if other == topic}
        grade = {doc: value for other, _, doc, value in rows if other == topic}
        size: Counter[str] = Counter()
        looked_at: Counter[str] = Counter()
        for doc, name in stratum.items():
            size[name] += 1
            looked_at[name] += grade[doc] >= 0
        weight = {name: size[name] / looked_at[name] for name in size}
        relevant = sum(weight[stratum[doc]] for doc in stratum if grade[doc] >= 1)
        ranking = sorted(run[topic], key=lambda doc: run[topic][doc], reverse=True)
        total = 0.0
        for rank, doc in enumerate(ranking, 1):
            if grade.get(doc, 0) < 1:
                continue
            precision = 1.0
            for name in size:
                above = [other for other in ranking[: rank - 1] if stratum.get(other) == name]
                good = sum(grade[other] >= 1 for other in above)
                known = sum(grade[other] >= 0 for other in above)
                precision += len(above) * (good + 1e-5) / (known + 2e-5)
            total += weight[stratum[doc]] * precision / rank
        values.append(total / relevant)
    return values


@pytest.mark.parametrize("seed", range(20))
def test_xinfap_is_its_formula(seed: int) -> None:
    rows, run = _sample(seed)
    assert stratified_ap(_judged(rows, run)).tolist() == pytest.approx(_by_hand(rows, run))


@pytest.mark.parametrize("seed", range(20))
def test_one_stratum_is_infap(seed: int) -> None:
    rows, run = _sample(seed, strata=1)
    plain = [(topic, doc, grade) for topic, _, doc, grade in rows]
    expected = cf.Evaluator(plain, "infAP")(run)["infAP"]
    assert stratified_ap(_judged(rows, run)).tolist() == pytest.approx(expected.tolist())


@pytest.mark.parametrize("seed", range(10))
def test_where_everything_is_judged_it_is_ap(seed: int) -> None:
    rows, run = _sample(seed)
    complete = [(topic, stratum, doc, max(grade, 0.0)) for topic, stratum, doc, grade in rows]
    plain = [(topic, doc, grade) for topic, _, doc, grade in complete]
    truth = cf.Evaluator(plain, "AP")(run)["AP"]
    assert stratified_ap(_judged(complete, run)).tolist() == pytest.approx(truth.tolist(), abs=1e-4)
    assert estimated_relevant(cf.read_qrels(complete, aspects=True)).tolist() == [
        sum(grade >= 1 for t, *_, grade in complete if t == topic) for topic in "pq"
    ]


@pytest.mark.parametrize("seed", range(10))
def test_a_sample_of_everything_is_adm_itself(seed: int) -> None:
    rows, run = _sample(seed)
    complete = [(topic, stratum, doc, max(grade, 0.0)) for topic, stratum, doc, grade in rows]
    plain = [(topic, doc, grade) for topic, _, doc, grade in complete]
    truth = cf.Evaluator(plain, "ADM")(run)["ADM"]
    found = sampled_adm(_judged(complete, run))
    assert [each.adm for each in found] == pytest.approx(truth.tolist())
    assert [each.variance for each in found] == [0, 0]


def test_a_stratum_speaks_for_its_size() -> None:
    """Three documents judged of four, and two of two; what was not retrieved has an SRE of 0."""
    rows: list[Row] = [
        ("q", "high", "a", 1), ("q", "high", "b", 0.5), ("q", "high", "c", 0), ("q", "high", "d", -1),
        ("q", "low", "e", 0), ("q", "low", "f", 1),
    ]  # fmt: skip
    (found,) = sampled_adm(_judged(rows, RUN))
    # distances .1 .4 .2 and .3 1
    assert found.adm == pytest.approx(1 - (4 / 6 * 0.7 / 3 + 2 / 6 * 1.3 / 2))
    spread = (0.1**2 + 0.4**2 + 0.2**2 - 0.7**2 / 3) / 2
    assert found.standard_error == pytest.approx(math.sqrt((4 / 6) ** 2 * (1 - 3 / 4) * spread / 3))
    doubled = [
        (topic, stratum, doc, grade * 2 if grade > 0 else grade) for topic, stratum, doc, grade in rows
    ]
    assert sampled_adm(_judged(doubled, RUN), top=2) == [found]


def test_a_topic_without_a_relevant_document_in_the_sample_is_undefined() -> None:
    rows: list[Row] = [("q", "s", "a", 0), ("q", "s", "b", 0)]
    assert np.isnan(stratified_ap(_judged(rows, {"q": {"a": 1.0}}))).all()


@pytest.mark.parametrize(
    "call, slug, words",
    [
        (
            lambda: strata_of(cf.read_qrels({"q": {"a": 1}})),
            "no-aspects",
            "the strata of the sample are unknown",
        ),
        (
            lambda: strata_of(cf.read_qrels([("q", "s", "a", 1), ("q", "t", "a", 1)], aspects=True)),
            "bad-strata",
            "belongs to one stratum",
        ),
        (
            lambda: strata_of(cf.read_qrels([("q", "s", "a", 1), ("q", "t", "b", -1)], aspects=True)),
            "bad-strata",
            "any of the 1 documents in stratum `t` of topic `q`",
        ),
        (
            lambda: sampled_adm(_judged([("q", "s", "a", 2.0)], {"q": {"a": 1.0}})),
            "measure-parameter",
            "top=2",
        ),
        (
            lambda: sampled_adm(_judged([("q", "s", "a", 1.0)], {"q": {"a": 7.0}})),
            "measure-parameter",
            "an SRE lies between 0 and 1",
        ),
    ],
)
def test_what_nothing_can_be_said_of_is_refused(call: Any, slug: str, words: str) -> None:
    with pytest.raises(CranfieldError) as caught:
        call()
    assert caught.value.slug == slug
    assert words in str(caught.value)
