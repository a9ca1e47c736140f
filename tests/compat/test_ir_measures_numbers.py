"""Every measure gives ir_measures' number, topic by topic, on judgements and runs that hypothesis draws."""

from __future__ import annotations

import contextlib
import io
import logging
import math
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cranfield.compat.ir_measures as ours

theirs = pytest.importorskip("ir_measures")
pytest.importorskip("pyndeval")

pytestmark = [
    pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]

Topics = dict[str, dict[str, float]]

# Computed by trec_eval behind ir_measures, so ties are broken as here.
BY_TREC_EVAL = [
    "AP", "AP(judged_only=True)", "AP(rel=2)", "AP@10", "Bpref", "Bpref(rel=2)", "IPrec(rel=2)@0.3", "IPrec@0.1", "IPrec@1.0",
    "NumQ", "NumRel", "NumRelRet", "NumRet", "NumRet(rel=2)", "P(judged_only=True)@5", "P(rel=2)@10", "P@5",
    "R(rel=2)@100", "R@10", "RR", "RR(judged_only=True)", "RR(rel=2)", "Rprec", "Rprec(judged_only=True)", "Rprec(rel=2)",
    "SetAP", "SetAP(rel=2)", "SetF", "SetF(beta=0.5,rel=2)", "SetF(beta=2.0)", "SetF(judged_only=True)", "SetP",
    "SetP(relative=True)", "SetP(relative=True,rel=2)", "SetR", "SetR(rel=2)", "Success(rel=2)@1", "Success@5", "infAP",
    "infAP(rel=2)", "nDCG", "nDCG(gains={0:1,1:5,2:3})", "nDCG(gains={1:5},judged_only=True)@7", "nDCG(judged_only=True)@5",
    "nDCG@10",
]  # fmt: skip
# Computed by other packages, each with a rule of its own for ties: compared where there are none.
WITHOUT_TIES = [
    "Accuracy", "Accuracy(rel=2)", "Accuracy@5", "BPM(T=1.0,max_rel=3)@10", "BPM(T=1.5,min_rel=1,max_rel=2)@10", "Compat",
    "Compat(p=0.8,normalize=False)", "INSQ(T=2.0,max_rel=3)", "INSQ(T=2.0,min_rel=2,max_rel=3)", "INST(T=1.5,max_rel=3)",
    "INST(T=1.5,min_rel=1,max_rel=3)", "Judged", "Judged@3", "NERR10(max_rel=3)", "NERR10(p=0.5,min_rel=1,max_rel=3)",
    "NERR11(T=2.0,max_rel=1)", "NERR11(max_rel=3)", "NERR8(max_rel=3)@10", "NERR8(min_rel=1,max_rel=4)@10",
    "NERR9(max_rel=3)@10", "RBP(p=0.5,rel=1)", "RBP(p=0.95,rel=2)", "RBP(rel=1)", "RR(rel=2)@3", "RR@10",
    "SDCG(max_rel=3)@10", "SDCG(min_rel=1,max_rel=3)@10",
]  # fmt: skip
OF_ASPECTS = [
    "AP_IA", "AP_IA(rel=2)", "ERR_IA(rel=2)@10", "ERR_IA@10", "NRBP", "NRBP(alpha=0.3,beta=0.7,rel=2)", "P_IA@10",
    "StRecall(rel=2)@5", "StRecall@5", "alpha_DCG@5", "alpha_nDCG(alpha=0.2)@10", "alpha_nDCG@10", "nERR_IA@10", "nNRBP",
]  # fmt: skip
BY_GDEVAL = ["ERR@20", "ERR@3", "nDCG(dcg='exp-log2')@10"]

PATIENT = settings(max_examples=40, deadline=None)
DOCUMENTS = st.sampled_from([f"d{number}" for number in range(12)])
NAMES = st.sampled_from(["1", "2", "3", "10"])
JUDGED = st.dictionaries(DOCUMENTS, st.sampled_from([-1, 0, 0, 1, 2, 3]), min_size=1).map(
    lambda grades: {
        **grades,
        min(grades): max(grades[min(grades)], 0),
    }  # trec_eval 9 dies of a topic without any grade
)
QRELS = st.dictionaries(NAMES, JUDGED, min_size=1)
TIED = st.dictionaries(
    NAMES,
    st.dictionaries(DOCUMENTS, st.sampled_from([0.5, 1.0, 1.00000001, 2.0, -1.0]), min_size=1),
    min_size=1,
)
RANKED = st.dictionaries(
    NAMES,
    st.lists(DOCUMENTS, unique=True, min_size=1).map(
        lambda documents: {
            document: float(len(documents) - above) for above, document in enumerate(documents)
        }
    ),
    min_size=1,
)


@pytest.fixture(autouse=True)
def quiet() -> None:
    logging.getLogger("ir_measures.cwl_eval").setLevel(logging.ERROR)  # it warns of each grade above max_rel


def values(metrics: Any) -> dict[tuple[str, str], float]:
    return {(metric.query_id, str(metric.measure)): float(metric.value) for metric in metrics}


def means(aggregated: Mapping[Any, float]) -> dict[str, float]:
    return {str(measure): float(value) for measure, value in aggregated.items()}


def assert_same(names: Sequence[str], qrels: Any, run: Any, within: float) -> None:
    """Ask them for one measure at a time, because theirs disturb each other; and for all of ours in one call."""
    mine = [ours.parse_measure(name) for name in names]
    found = values(ours.iter_calc(mine, qrels, run))
    aggregated = means(ours.calc_aggregate(mine, qrels, run))
    for name, measure in zip(names, mine, strict=True):
        other = theirs.parse_measure(name)
        with contextlib.redirect_stderr(io.StringIO()), contextlib.suppress(ZeroDivisionError):
            # (their Accuracy divides by zero where all documents of a list are relevant)
            told = values(theirs.iter_calc([other], qrels, run))
            expected = {topic: 0.0 if math.isnan(value) else value for (topic, _), value in told.items()}
            got = {topic: value for (topic, of), value in found.items() if of == str(measure)}
            assert got == pytest.approx(expected, abs=within), name
            mean = float(theirs.calc_aggregate([other], qrels, run)[other])
            unsaid = math.isnan(mean) and expected  # a NaN of theirs has spoilt the mean
            assert unsaid or aggregated[str(measure)] == pytest.approx(mean, abs=within, nan_ok=True), name


@PATIENT
@given(qrels=QRELS, run=TIED)
def test_what_trec_eval_computes_whatever_the_ties(qrels: Topics, run: Topics) -> None:
    assert_same(BY_TREC_EVAL, qrels, run, within=1e-12)


@PATIENT
@given(qrels=QRELS, run=RANKED)
def test_what_other_packages_compute(qrels: Topics, run: Topics) -> None:
    assert_same(WITHOUT_TIES, qrels, run, within=1e-9)


@PATIENT
@given(qrels=QRELS, run=RANKED, aspects=st.lists(st.sampled_from("abc"), min_size=1, max_size=12))
def test_what_is_judged_by_aspect(qrels: Topics, run: Topics, aspects: list[str]) -> None:
    rows = [
        ours.Qrel(topic, document, grade, aspect)
        for topic, grades in qrels.items()
        for number, (document, grade) in enumerate(grades.items())
        for aspect in sorted({aspects[number % len(aspects)], aspects[0]})
    ]
    assert_same([*OF_ASPECTS, "P@5", "nDCG@3", "RBP(rel=1)", "Judged@5"], rows, run, within=1e-9)


@settings(max_examples=5, deadline=None)
@given(qrels=QRELS, run=RANKED)
def test_what_gdeval_computes_but_for_its_rounding(qrels: Topics, run: Topics) -> None:
    if not theirs.gdeval.is_available():
        pytest.skip("gdeval needs Perl")
    assert_same(BY_GDEVAL, qrels, run, within=1.01e-5)


def test_no_measure_of_theirs_is_left_out() -> None:
    compared = {
        ours.parse_measure(name).NAME for name in (*BY_TREC_EVAL, *WITHOUT_TIES, *OF_ASPECTS, *BY_GDEVAL)
    }
    assert compared == {measure.NAME for measure in theirs.measures.registry.values()}
    assert set(ours.measures.registry) == set(theirs.measures.registry)


def test_parameters_and_their_defaults_are_theirs() -> None:
    for name, measure in theirs.measures.registry.items():
        mine = ours.measures.registry[name]
        assert str(mine) == str(measure)
        assert set(mine.SUPPORTED_PARAMS) == set(measure.SUPPORTED_PARAMS)
        assert mine.AT_PARAM == measure.AT_PARAM
        for parameter, known in measure.SUPPORTED_PARAMS.items():
            if type(known.default) is not object:
                assert mine.SUPPORTED_PARAMS[parameter].default == known.default, (name, parameter)


@pytest.mark.parametrize("word", ["P", "P.5,10", "P_5", "map", "map_cut.7", "set_F", "set_F.0.5", "iprec_at_recall_0.35",
                                  "official", "set", "all_trec", "success", "ndcg_cut"])  # fmt: skip
def test_names_of_trec_eval_mean_what_they_mean_there(word: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        expected = theirs.parse_trec_measure(word)
    assert [str(measure) for measure in ours.parse_trec_measure(word)] == [str(each) for each in expected]


@pytest.mark.parametrize(
    "text",
    ["AP", "MAP", "nDCG(gains={1: 2, 0: 1})@5", 'nDCG(dcg="exp-log2", cutoff=20)@10', "IPrec(rel=2, recall=0.4)", "P(rel=1)@5",
     "SetRelP", "NumRelRet", "Compat(normalize=False)", "RBP(rel=1,p=0.9)", "α_nDCG(alpha=0.7)@5"],
)  # fmt: skip
def test_text_is_read_and_printed_as_there(text: str) -> None:
    assert str(ours.parse_measure(text)) == str(theirs.parse_measure(text))
