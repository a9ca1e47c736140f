"""The numbers are pytrec_eval's and trec_eval's, to the last bit, and to the last digit printed."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cranfield.compat import pytrec_eval as ours

GRADES = st.sampled_from([-1, 0, 0, 1, 1, 2, 3, 12])
# Some differ by less than 32 bits can hold, and some are beyond what these can.
SCORES = st.one_of(
    st.sampled_from([0.0, -0.0, 1, 2, 0.1, 0.1000000001, 0.1000000002, 1e300, 2e300, math.inf, -math.inf]),
    st.floats(allow_nan=False),
    st.integers(-3, 3),
)
DOCUMENTS = st.sampled_from([f"d{number}" for number in range(12)] + ["D1", "\u00e9", "\U0001d11e", "\uffee"])
TOPICS = st.sampled_from(["1", "10", "2", "q"])
# pytrec_eval dies of a topic where nothing was judged, and of an empty ranking.
JUDGED = st.dictionaries(DOCUMENTS, GRADES, min_size=1).filter(lambda topic: max(topic.values()) >= 0)
RANKED = st.dictionaries(DOCUMENTS, SCORES, min_size=1)


@settings(max_examples=150, deadline=None)
@given(
    qrels=st.dictionaries(TOPICS, JUDGED, min_size=1),
    run=st.dictionaries(TOPICS, RANKED),
    level=st.sampled_from([1, 1, 2, 3]),
    judged_only=st.booleans(),
)
@pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")
def test_every_value_is_pytrec_evals_to_the_last_bit(
    qrels: dict[str, dict[str, int]], run: dict[str, dict[str, float]], level: int, judged_only: bool
) -> None:
    theirs = pytest.importorskip("pytrec_eval")
    asked = ours.supported_measures - {"runid"}  # what stands in its place there is whatever was in memory
    expected = theirs.RelevanceEvaluator(qrels, asked, level, judged_only).evaluate(run)
    found = ours.RelevanceEvaluator(qrels, asked, level, judged_only).evaluate(run)
    assert list(found) == list(expected)
    for topic, values in expected.items():
        assert list(found[topic]) == list(values)
        # Where every document was left out, it divides 0 by 0; ours is 0.
        assert found[topic] == {name: 0.0 if math.isnan(value) else value for name, value in values.items()}


PARAMETERS = [
    "P.1,3,7", "ndcg_cut_2,4", "recall.2", "map_cut.1,2", "success.2,3", "relative_P_2", "iprec_at_recall.0.25,0.333,1",
    "Rprec_mult.0.3,2.5", "11pt_avg.0.25,0.5", "set_F.4", "P_2.7", "ndcg_cut",
]  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(qrels=JUDGED, run=RANKED, names=st.sets(st.sampled_from(PARAMETERS), min_size=1))
def test_parameters_mean_the_same(qrels: dict[str, int], run: dict[str, float], names: set[str]) -> None:
    theirs = pytest.importorskip("pytrec_eval")
    expected = theirs.RelevanceEvaluator({"q": qrels}, names).evaluate({"q": run})
    assert ours.RelevanceEvaluator({"q": qrels}, names).evaluate({"q": run}) == expected


@settings(max_examples=100, deadline=None)
@given(
    measure=st.sampled_from(["map", "num_rel", "gm_map", "P_5"]),
    values=st.lists(st.floats(-12, 1), min_size=1, max_size=300),
)
def test_aggregates_are_theirs_to_the_last_bit(measure: str, values: list[float]) -> None:
    theirs = pytest.importorskip("pytrec_eval")
    assert ours.compute_aggregated_measure(measure, values) == theirs.compute_aggregated_measure(
        measure, values
    )


def test_real_runs_are_parsed_and_evaluated_alike(real_data: Path) -> None:
    theirs = pytest.importorskip("pytrec_eval")
    folder = real_data / "trec-covid-round1"
    with (folder / "qrels.txt").open() as lines:
        qrels = ours.parse_qrel(lines)
    asked = ours.supported_measures - {"runid"}
    for run in sorted((folder / "runs").iterdir())[::12]:
        with run.open() as lines, run.open() as again:
            expected, found = theirs.parse_run(lines), ours.parse_run(again)
        assert list(found.items()) == list(expected.items())
        values = theirs.RelevanceEvaluator(qrels, asked).evaluate(expected)
        assert ours.RelevanceEvaluator(qrels, asked).evaluate(found) == values


# trec_eval's own output


def recorded(file: Path) -> dict[str, dict[str, str]]:
    """What trec_eval printed, by topic and measure; words are in quotes, or none of ours to compute."""
    lines = [line.split("\t") for line in file.read_text().splitlines()]
    found: dict[str, dict[str, str]] = {}
    for name, topic, value in lines:
        if name.strip() != "runid" and not name.startswith("relstring"):
            found.setdefault(topic, {})[name.strip()] = value
    return found


def printed(name: str, value: float) -> str:
    return f"{value:.0f}" if name.startswith("num_") else f"{value:.4f}"


CASES: dict[str, tuple[str, list[str], dict[str, Any]]] = {
    "out.test.aq": ("qrels.test", ["all_trec"], {}),
    "out.test.aql": ("qrels.rel_level", ["all_trec"], {"relevance_level": 2}),
    "out.test": ("qrels.test", ["official"], {}),
    "out.test.meas_params": (
        "qrels.test",
        [
            "iprec_at_recall..10,.20,.25,.75,.50", "P.5,7,3", "recall.20,2000", "Rprec_mult.5.0,0.2,0.35",
            "utility.2,-1,0,0", "11pt_avg..25,.5,.75", "ndcg.1=3,2=9,4=4.5", "ndcg_cut.10,20,23.4", "success.2,5,20",
        ],
        {},
    ),
}  # fmt: skip
SHORTER = {"utility_2,-1,0,0": "utility", "11pt_avg_.25,.5,.75": "11pt_avg", "ndcg_1=3,2=9,4=4.5": "ndcg"}


@pytest.mark.parametrize("output", CASES)
def test_every_digit_that_trec_eval_printed(output: str, shared: Path) -> None:
    folder = shared / "data" / "trec_eval" / "9.0.8"
    judgements, measures, settings = CASES[output]
    with (folder / judgements).open() as qrels, (folder / "results.test").open() as run:
        evaluator = ours.RelevanceEvaluator(ours.parse_qrel(qrels), measures, **settings)
        by_topic = evaluator.evaluate(ours.parse_run(run))
    expected = recorded(folder / output)
    compared = 0
    for topic, values in expected.items():
        for name, text in values.items():
            key = SHORTER.get(name, name)
            per_topic = [of_topic[key] for of_topic in by_topic.values()]
            value = (
                ours.compute_aggregated_measure(key, per_topic) if topic == "all" else by_topic[topic][key]
            )
            assert printed(name, value) == text, (topic, name)
            compared += 1
    assert compared >= 29
