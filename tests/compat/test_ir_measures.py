"""`cranfield.compat.ir_measures` behaves as the documentation of ir_measures says, and where it does not, better."""

from __future__ import annotations

import copy
import gzip
import io
import math
import pickle
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import cranfield as cf
import cranfield.compat.ir_measures as irm
from cranfield.compat.ir_measures import (
    AP,
    ERR,
    P_IA,
    RBP,
    RR,
    Accuracy,
    Compat,
    IPrec,
    Judged,
    Metric,
    NumQ,
    NumRel,
    NumRelRet,
    NumRet,
    P,
    Qrel,
    R,
    ScoredDoc,
    SetP,
    alpha_nDCG,
    nDCG,
)

pytestmark = pytest.mark.usefixtures("core")

Topics = dict[str, dict[str, float]]

# Two topics that the run answers, one that it does not, one in which nothing is relevant.
QRELS: Topics = {
    "7": {"apple": 2, "pear": 0, "plum": 1},
    "8": {"fig": 1, "date": 1},
    "9": {"lime": 1},
    "12": {"kiwi": 0},
}
RUN: Topics = {
    "7": {"pear": 9.0, "apple": 8.0, "quince": 7.0, "plum": 6.0},
    "8": {"fig": 3.0, "kiwi": 2.0},
    "12": {"kiwi": 1.0},
    "99": {"apple": 1.0},
}


def rows_of(qrels: Topics) -> list[Qrel]:
    return [
        Qrel(topic, document, grade) for topic, grades in qrels.items() for document, grade in grades.items()
    ]


def docs_of(run: Topics) -> list[ScoredDoc]:
    return [
        ScoredDoc(topic, document, score) for topic, docs in run.items() for document, score in docs.items()
    ]


def values(metrics: Iterator[Metric]) -> dict[str, float]:
    return {metric.query_id: metric.value for metric in metrics}


class TestMeasures:
    def test_are_cut_off_and_told_parameters_in_any_order(self) -> None:
        assert P(rel=2) @ 5 == (P @ 5)(rel=2) == P(cutoff=5, rel=2)
        assert nDCG(judged_only=True, dcg="exp-log2") == nDCG(dcg="exp-log2", judged_only=True)
        assert P @ 5 != P @ 10
        assert P != "P"

    def test_print_as_they_are_written(self) -> None:
        written = [
            P @ 5,
            P(rel=1) @ 5,
            P(rel=2) @ 5,
            IPrec @ 0.1,
            nDCG(gains={2: 5, 0: 1, 1: 1}) @ 3,
            NumRelRet,
            RBP(rel=1, p=0.5),
        ]
        assert [str(measure) for measure in written] == [
            "P@5", "P@5", "P(rel=2)@5", "IPrec@0.1", "nDCG(gains={0:1,2:5})@3", "NumRet(rel=1)", "RBP(rel=1,p=0.5)"
        ]  # fmt: skip

    def test_are_keys_of_dicts_and_can_be_sent_to_another_process(self) -> None:
        measure = nDCG(gains={1: 3}) @ 10
        assert {measure: 1}[nDCG(cutoff=10, gains={1: 3})] == 1
        assert pickle.loads(pickle.dumps(measure)) == copy.deepcopy(measure) == measure  # noqa: S301

    def test_know_their_parameters(self) -> None:
        assert P(rel=3)["rel"] == 3
        assert P["rel"] == 1
        assert P.NAME == "P"
        assert P.SUPPORTED_PARAMS["cutoff"].required
        assert IPrec.AT_PARAM == "recall"
        assert (
            AP.SHORT_DESC
            == "Precision at the rank of each relevant document, averaged over all relevant documents."
        )
        assert all(measure.SHORT_DESC for measure in irm.measures.registry.values())

    def test_refuse_a_parameter_that_they_have_not_at_once(self) -> None:
        with pytest.raises(ValueError, match=r"P has no parameter `ref`\n.*rel, judged_only") as refusal:
            P(ref=2)
        assert isinstance(refusal.value, cf.UsageError)

    @pytest.mark.parametrize(
        "text, told",
        [("P", "lacks a value for `cutoff`\nhint: such as P@10"), ("IPrec", "such as IPrec@0.1"), ("RBP", r"such as RBP\(rel=1\)"),
         ("nDCG(dcg='log3')@5", "`dcg` of nDCG cannot be 'log3'"), ("P@2.5", "`cutoff` of P cannot be 2.5"),
         ("P(rel=True)@5", "`rel` of P"), ("AP(judged_only=1)", "`judged_only` of AP"), ("nDCG(gains=[1])", "`gains`"),
         ("nDCG(gains={'high': 1})", "such as {1: 3, 2: 9}"), ("INST(min_rel=2,max_rel=2)", "must be above `min_rel`"),
         ("P@0", "from 1 to")],
    )  # fmt: skip
    def test_refuse_values_that_mean_nothing(self, text: str, told: str) -> None:
        with pytest.raises(cf.UsageError, match=told):
            irm.calc_aggregate([text], QRELS, RUN)

    def test_take_whole_numbers_for_decimal_ones_and_fractions_for_levels(self) -> None:
        assert irm.SetF(beta=2).calc_aggregate(QRELS, RUN) == irm.SetF(beta=2.0).calc_aggregate(QRELS, RUN)
        assert (P(rel=0.5) @ 1).calc_aggregate({"1": {"a": 0.5}}, {"1": {"a": 1.0}}) == 1

    def test_have_the_three_calls_themselves(self) -> None:
        assert values(RR.iter_calc(QRELS, RUN)) == {"12": 0, "7": 0.5, "8": 1, "9": 0}
        assert RR.calc_aggregate(QRELS, RUN) == 0.375
        aggregated, per_query = RR.calc(QRELS, RUN)
        assert aggregated == 0.375
        assert len(per_query) == 4
        assert RR.evaluator(QRELS).calc_aggregate(RUN) == {RR: 0.375}

    def test_aggregate_by_mean_or_by_sum(self) -> None:
        mean, total = P.aggregator(), NumRet.aggregator()
        for aggregator in (mean, total):
            aggregator.add(1)
            aggregator.add(3)
        assert (mean.result(), total.result()) == (2, 4)
        assert math.isnan(P.aggregator().result())
        assert NumRet.aggregator().result() == 0


class TestNames:
    def test_of_measures_are_read(self) -> None:
        assert irm.parse_measure("IPrec(rel=2, recall=0.4)@0.2") == IPrec(rel=2) @ 0.2
        assert irm.parse_measure(AP) is AP

    @pytest.mark.parametrize(
        "text, told",
        [("nDGC@10", "did you mean `nDCG`"), ("TBG@100", "cranfield measures")],
    )
    def test_that_are_unknown_are_name_errors_with_a_hint(self, text: str, told: str) -> None:
        with pytest.raises(NameError, match=told):
            irm.parse_measure(text)

    @pytest.mark.parametrize(
        "text",
        [
            "P@5 AP",
            "P(5)",
            "P(rel=two)@5",
            "5",
            "P(**a)",
            "",
            "P@",
            "P@cutoff",
            "a = 1",
            "P" * 5 + "(" * 300,
            "x\0y",
            "AP.x",
        ],
    )
    def test_that_cannot_be_read_are_value_errors(self, text: str) -> None:
        with pytest.raises((ValueError, NameError), match="measure"):
            irm.parse_measure(text)

    def test_of_trec_eval_may_stand_for_several(self) -> None:
        assert irm.parse_trec_measure("success") == [irm.Success @ 1, irm.Success @ 5, irm.Success @ 10]
        assert irm.parse_trec_measure("ndcg_cut.5,7") == [nDCG @ 5, nDCG @ 7]

    @pytest.mark.parametrize("word", ["gm_map", "mapp", "qrels", "map_5", "P_2.5", "P_"])
    def test_of_trec_eval_that_ir_measures_has_not_are_refused(self, word: str) -> None:
        with pytest.raises(ValueError, match=r"ir_measures has no|cannot read"):
            irm.parse_trec_measure(word)

    def test_of_a_group_skip_with_a_warning_what_ir_measures_has_not(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with pytest.warns(
            cf.CranfieldWarning, match="skipped-measures.*1 of 11 measures of `official`: gm_map"
        ):
            assert AP in irm.parse_trec_measure("official")
        assert capsys.readouterr().out == ""

    def test_of_old_are_still_there(self) -> None:
        assert irm.convert_trec_name("map") == [AP]
        assert irm.GenericQrel is Qrel
        assert list(irm.parse_trec_run("1 Q0 a 1 2 x\n")) == [ScoredDoc("1", "a", 2.0)]


class TestTopics:
    def test_all_that_are_judged_count_whether_answered_or_not(self) -> None:
        assert irm.calc_aggregate([P @ 1, AP], QRELS, RUN) == {
            P @ 1: 0.25,
            AP: pytest.approx((0.5 + 0.5) / 4),
        }

    def test_counts_leave_out_what_was_not_answered(self) -> None:
        counts = irm.calc_aggregate([NumQ, NumRel, NumRet, NumRelRet], QRELS, RUN)
        assert counts == {NumQ: 3, NumRel: 4, NumRet: 7, NumRelRet: 3}

    def test_an_empty_list_is_an_answer_to_the_counts(self) -> None:
        run = {"7": {"apple": 1.0}, "9": {}}
        assert irm.calc_aggregate([NumQ, NumRel, P @ 1], QRELS, run) == {NumQ: 2, NumRel: 3, P @ 1: 0.25}
        assert NumQ.calc_aggregate(QRELS, {"9": {}}) == 1

    def test_a_topic_without_judgements_counts_as_nothing_found(self) -> None:
        assert irm.calc_aggregate([P @ 1, NumQ], {"1": {"a": 1}, "2": {}}, {"1": {"a": 1.0}, "2": {"b": 1.0}}) == {
            P @ 1: 0.5, NumQ: 1
        }  # fmt: skip

    @pytest.mark.parametrize("run", [{}, [], {"7": {}}, iter([])])
    def test_nothing_found_is_0_everywhere(self, run: Any) -> None:
        assert irm.calc_aggregate([AP, NumRet], QRELS, run) == {AP: 0, NumRet: 0}

    @pytest.mark.parametrize("qrels", [{}, [], iter([])])
    def test_nothing_judged_has_no_topics_and_no_mean(self, qrels: Any) -> None:
        evaluator = irm.evaluator([AP, NumRet], qrels)
        assert list(evaluator.iter_calc(RUN)) == []
        aggregated = evaluator.calc_aggregate(RUN)
        assert math.isnan(aggregated[AP])
        assert aggregated[NumRet] == 0

    def test_nothing_in_common_is_0_but_not_in_silence(self) -> None:
        with pytest.warns(cf.CranfieldWarning, match=r"(?s)no-topic-in-common.*leading zeros"):
            assert irm.calc_aggregate([AP], {"7": {"a": 1}}, {"007": {"a": 1.0}}) == {AP: 0}

    def test_come_by_their_id_with_the_measures_as_asked_for(self) -> None:
        metrics = list(irm.iter_calc([RR, AP], QRELS, RUN))
        assert [(metric.query_id, metric.measure) for metric in metrics[:4]] == [
            ("12", RR),
            ("12", AP),
            ("7", RR),
            ("7", AP),
        ]
        assert list(irm.calc_aggregate([RR, AP, RR], QRELS, RUN)) == [RR, AP]

    def test_without_a_relevant_document_in_the_list_are_left_out_of_accuracy_in_any_company(self) -> None:
        assert values(Accuracy.iter_calc(QRELS, RUN)) == {"7": pytest.approx(0.25), "8": 1}
        both = irm.calc_aggregate([Accuracy, AP], QRELS, RUN)
        assert both[Accuracy] == Accuracy.calc_aggregate(QRELS, RUN) == pytest.approx(0.625)
        assert math.isnan(Accuracy.calc_aggregate(QRELS, {"9": {"x": 1.0}}))
        assert math.isnan(Accuracy.calc_aggregate(QRELS, {}))


class TestInputs:
    @pytest.fixture
    def files(self, tmp_path: Path) -> tuple[Path, Path]:
        qrels, run = tmp_path / "qrels.txt", tmp_path / "x.run.gz"
        qrels.write_text(
            "".join(f"{q} 0 {d} {g}\n" for q, grades in QRELS.items() for d, g in grades.items())
        )
        with gzip.open(run, "wt") as file:
            file.writelines(f"{q} Q0 {d} 1 {s} x\n" for q, docs in RUN.items() for d, s in docs.items())
        return qrels, run

    @pytest.mark.parametrize("measures", [[AP, nDCG @ 3], [AP, P(judged_only=True) @ 2, Judged @ 2]])
    def test_of_every_kind_give_one_result(
        self, measures: list[irm.Measure], files: tuple[Path, Path]
    ) -> None:
        pd = pytest.importorskip("pandas")
        expected = irm.calc_aggregate(measures, QRELS, RUN)
        qrels, run = rows_of(QRELS), docs_of(RUN)
        for given_qrels, given_run in [
            (qrels, run),
            (iter(qrels), iter(run)),
            (pd.DataFrame(qrels), pd.DataFrame(run)),
            (irm.read_trec_qrels(str(files[0])), irm.read_trec_run(str(files[1]))),
            (files[0], str(files[1])),
            (cf.read_qrels(QRELS), cf.read_run(RUN)),
            ([tuple(row)[:3] for row in qrels], [tuple(row) for row in run]),
        ]:
            assert irm.calc_aggregate(measures, given_qrels, given_run) == expected

    def test_are_not_changed(self) -> None:
        qrels, run = copy.deepcopy(QRELS), copy.deepcopy(RUN)
        irm.calc_aggregate([AP, nDCG(gains={1: 7}), nDCG(judged_only=True), Judged @ 5], qrels, run)
        assert (qrels, run) == (QRELS, RUN)

    def test_are_read_line_by_line_with_their_iteration(self, files: tuple[Path, Path]) -> None:
        text = "7 a1 apple 2\n\n7 a2 apple -1\n"
        expected = [Qrel("7", "apple", 2, "a1"), Qrel("7", "apple", -1, "a2")]
        assert list(irm.read_trec_qrels(text)) == list(irm.read_trec_qrels(io.StringIO(text))) == expected
        assert type(next(irm.read_trec_qrels(text)).relevance) is int
        with files[0].open() as file:
            assert list(irm.read_trec_qrels(file)) == rows_of(QRELS)

    def test_that_are_faulty_are_refused_with_the_line(self) -> None:
        lines = irm.read_trec_run("7 Q0 apple 1 2.5 x\n7 Q0 pear 2 x\n")
        assert next(lines) == ScoredDoc("7", "apple", 2.5)
        with pytest.raises(cf.InputError, match=":2: a line of a run has 6 columns, this one has 5"):
            next(lines)

    def test_without_a_field_are_refused(self) -> None:
        with pytest.raises(cf.InputError, match="qrels: the rows have no field `relevance`"):
            irm.calc_aggregate([AP], docs_of(RUN), RUN)
        with pytest.raises(cf.InputError, match="nothing can be read from `object`"):
            irm.calc_aggregate([AP], object(), RUN)

    def test_that_name_a_document_twice_count_the_last_and_say_so(self) -> None:
        twice = [ScoredDoc("8", "x", 5.0), ScoredDoc("8", "fig", 9.0), ScoredDoc("8", "fig", 1.0)]
        with pytest.warns(cf.CranfieldWarning, match="1 duplicate document left out of run"):
            assert (P @ 1).calc_aggregate({"8": {"fig": 1}}, twice) == 0
        with pytest.warns(cf.CranfieldWarning, match="dropped-duplicates"):
            assert (P @ 1).calc_aggregate(
                [Qrel("8", "fig", 1), Qrel("8", "fig", 0)], {"8": {"fig": 1.0}}
            ) == 0

    def test_by_aspect_are_told_by_the_iteration(self) -> None:
        judged = [Qrel("1", "a", 1, "x"), Qrel("1", "b", 1, "x"), Qrel("1", "c", 1, "y")]
        varied, alike = ({"1": dict(zip(order, (2.0, 1.0), strict=True))} for order in ("ac", "ab"))
        pd = pytest.importorskip("pandas")
        for qrels in (judged, iter(judged), pd.DataFrame(judged)):
            evaluator = irm.evaluator([alpha_nDCG @ 2, P @ 2], qrels)
            assert evaluator.calc_aggregate(varied) == {alpha_nDCG @ 2: 1, P @ 2: 1}
            assert evaluator.calc_aggregate(alike)[alpha_nDCG @ 2] < 0.9

    @pytest.mark.parametrize("as_frame", [False, True])
    def test_without_aspects_have_one_and_a_warning(self, as_frame: bool) -> None:
        qrels: Any = {"1": {"a": 1, "b": 1}}
        if as_frame:
            qrels = pytest.importorskip("pandas").DataFrame(rows_of(qrels)).drop(columns="iteration")
        with pytest.warns(cf.CranfieldWarning, match="single-aspect"):
            assert (P_IA @ 2).calc_aggregate(qrels, {"1": {"a": 1.0}}) == 0.5


class TestNumbers:
    def test_one_ranking_serves_all_measures(self) -> None:
        tied = {"1": {"a": 1.0, "b": 1.0 + 1e-12}}
        asked = [RR, RR @ 10, P @ 1, Judged @ 1, RBP(rel=1, p=0.5), Compat(p=0.5, normalize=False)]
        found = irm.calc_aggregate(asked, {"1": {"a": 1}}, tied)
        assert list(found.values()) == pytest.approx([0.5, 0.5, 0, 0, 0.25, 1 / 6])

    def test_two_settings_of_a_measure_do_not_disturb_each_other(self) -> None:
        judged = [Qrel("1", "a", 1, "x"), Qrel("1", "b", 1, "x"), Qrel("1", "c", 1, "y")]
        run = {"1": {"a": 3.0, "b": 2.0, "c": 1.0}}
        both = [alpha_nDCG(alpha=0.1) @ 3, alpha_nDCG(alpha=0.9) @ 3]
        alone = [measure.calc_aggregate(judged, run) for measure in both]
        assert list(irm.calc_aggregate(both, judged, run).values()) == alone
        assert min(alone) > 0.5
        assert len(set(irm.calc_aggregate([IPrec @ 0.501, IPrec @ 0.502], QRELS, RUN))) == 2

    def test_no_measure_hangs_on_who_else_is_asked(self) -> None:
        others = [AP(judged_only=True), nDCG(judged_only=True), nDCG(gains={1: 9}), P(rel=2) @ 1]
        together = irm.calc_aggregate([*others, NumRet, nDCG], QRELS, RUN)
        assert together == {measure: measure.calc_aggregate(QRELS, RUN) for measure in together}
        assert len(set(together.values())) == len(together)

    def test_err_knows_grades_above_4_and_topics_with_names(self) -> None:
        assert (ERR @ 1).calc_aggregate({"who": {"a": 3}}, {"who": {"a": 1.0}}) == 7 / 16
        assert (ERR @ 1).calc_aggregate({"who": {"a": 5}}, {"who": {"a": 1.0}}) == 31 / 32

    def test_a_negative_grade_is_judged_and_not_relevant(self) -> None:
        qrels, run = {"1": {"a": -1, "b": 1}}, {"1": {"a": 2.0, "b": 1.0}}
        assert irm.calc_aggregate([Judged @ 1, Judged, P @ 2], qrels, run) == {
            Judged @ 1: 1,
            Judged: 1,
            P @ 2: 0.5,
        }

    def test_an_evaluator_serves_any_number_of_runs_on_any_number_of_threads(self) -> None:
        evaluator = irm.evaluator([AP, SetP(relative=True), P(judged_only=True) @ 1, R @ 3], QRELS)
        runs = [
            {topic: {doc: score * factor for doc, score in docs.items()} for topic, docs in RUN.items()}
            for factor in (1, -1) * 20
        ]
        alone = [evaluator.calc_aggregate(run) for run in runs]
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(evaluator.calc_aggregate, runs)) == alone
        assert alone[0] != alone[1]

    def test_calc_returns_what_the_other_two_do(self) -> None:
        asked: list[irm.Measure | str] = [AP, NumRet, "P@2"]
        done = irm.calc(asked, QRELS, RUN)
        assert done.aggregated == irm.calc_aggregate(asked, QRELS, RUN)
        assert done.per_query == list(irm.iter_calc(asked, QRELS, RUN))


class TestProviders:
    def test_are_all_cranfield(self) -> None:
        assert set(irm.providers.registry) == {
            "accuracy", "compat", "cwl_eval", "gdeval", "judged", "msmarco", "pyndeval", "pytrec_eval", "ranx", "runtime", "trectools"
        }  # fmt: skip
        for provider in irm.providers.registry.values():
            assert provider.is_available()
            assert provider.calc_aggregate([RR], QRELS, RUN) == {RR: 0.375}
        assert irm.msmarco.calc([RR @ 5], QRELS, RUN).aggregated == {RR @ 5: 0.375}

    def test_know_what_they_are_known_for(self) -> None:
        assert irm.pytrec_eval.supports(AP)
        assert irm.DefaultPipeline.supports(Judged @ 5)
        assert not irm.judged.supports(AP)
        assert not irm.pytrec_eval.supports(P)

    def test_gdeval_refuses_what_it_would_compute_otherwise(self) -> None:
        own = nDCG(dcg="exp-log2") @ 10
        assert irm.gdeval.supports(own)
        assert irm.gdeval.calc_aggregate([own], QRELS, RUN) == irm.calc_aggregate([own], QRELS, RUN)
        assert not irm.gdeval.supports(nDCG @ 10)
        with pytest.raises(cf.UsageError, match=r"hint: its own is nDCG\(dcg='exp-log2'\)@10"):
            irm.gdeval.calc_aggregate([nDCG @ 10], QRELS, RUN)


class TestMeasuresOfYourOwn:
    @pytest.fixture(autouse=True)
    def pandas(self) -> Any:
        return pytest.importorskip("pandas")

    def test_see_the_results_of_a_topic_best_first(self) -> None:
        def best(qrels: Any, run: Any) -> float:
            return float(run["score"].iloc[0] + len(qrels) / 10)

        Best = irm.define_byquery(best)
        assert str(Best) == "best"
        assert values(Best.iter_calc(QRELS, RUN)) == {"12": 1.1, "7": 9.3, "8": 3.2, "9": 0}
        assert values((Best @ 1).iter_calc(rows_of(QRELS), docs_of(RUN)))["7"] == 9.3

    def test_stand_beside_the_others(self) -> None:
        Size = irm.define(
            lambda _, run: run.groupby("query_id").size().items(), name="Size", short_desc="How many."
        )
        found = irm.calc_aggregate([Size @ 2, P @ 1, Size], iter(rows_of(QRELS)), docs_of(RUN))
        assert found == {Size @ 2: 5 / 4, P @ 1: 0.25, Size: 7 / 4}
        assert Size.SHORT_DESC == "How many."
        assert irm.runtime.supports(Size)

    def test_may_need_other_columns(self, pandas: Any) -> None:
        Same = irm.define_byquery(
            lambda qrels, run: float(qrels["answer"].iloc[0] == run["said"].iloc[0]),
            support_cutoff=False,
            run_inputs=["query_id", "said"],
            qrel_inputs=["query_id", "answer"],
        )
        gold = pandas.DataFrame({"query_id": ["a", "b"], "answer": ["yes", "no"]})
        said = pandas.DataFrame({"query_id": ["b", "a"], "said": ["no", "no"]})
        assert values(Same.iter_calc(gold, said)) == {"a": 0, "b": 1}
        assert irm.run_inputs([Same, AP]) == ["query_id", "said", "doc_id", "score"]
        assert irm.qrel_inputs([Same]) == ["query_id", "answer"]

    def test_without_a_name_are_told_apart(self) -> None:
        one, other = irm.define(lambda *_: []), irm.define(lambda *_: [])
        assert one != other
        assert repr(one) != repr(other)
        assert one.SHORT_DESC == ""
        assert irm.define(lambda *_: [], name="P") @ 5 != P @ 5


def test_importing_it_loads_no_more_than_numpy() -> None:
    heavy = "pandas scipy narwhals click rich pyarrow ir_measures pytrec_eval"
    code = (
        f"import sys, cranfield.compat.ir_measures; print([m for m in {heavy.split()} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_star_import_brings_the_measures() -> None:
    known: dict[str, Any] = {}
    exec("from cranfield.compat.ir_measures import *", known)  # noqa: S102
    assert known["nDCG"] is nDCG
    assert set(irm.measures.registry) <= known.keys()
    assert set(irm.__all__) <= known.keys()
