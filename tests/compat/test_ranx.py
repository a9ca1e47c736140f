"""`cranfield.compat.ranx` behaves as the documentation of ranx says, and where it does not, better."""

from __future__ import annotations

import copy
import gzip
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cranfield as cf
from cranfield.compat import ranx
from cranfield.compat.ranx import Qrels, Run, evaluate

pytestmark = pytest.mark.usefixtures("core")

QRELS = {"north": {"oak": 2, "elm": 0, "fir": 1}, "east": {"ash": 1}}
RUN = {"north": {"elm": 3.0, "oak": 2.0, "yew": 1.0}, "east": {"ash": 0.5}}


@pytest.fixture
def qrels() -> Qrels:
    return Qrels(QRELS)


@pytest.fixture
def run() -> Run:
    return Run(RUN, name="bm25")


class TestEvaluate:
    def test_returns_a_number_for_one_metric_and_a_dict_for_several(self, qrels: Qrels, run: Run) -> None:
        assert evaluate(qrels, run, "mrr") == evaluate(qrels, run, ["mrr"]) == 0.75
        assert evaluate(qrels, run, ["mrr", "hits"]) == {"mrr": 0.75, "hits": 1.0}
        assert type(evaluate(qrels, run, "mrr")) is float

    def test_returns_the_queries_in_the_order_of_their_ids(self, qrels: Qrels, run: Run) -> None:
        assert evaluate(qrels, run, "mrr", return_mean=False).tolist() == [1.0, 0.5]
        assert evaluate(qrels, run, ["mrr", "map"], return_mean=False)["map"].tolist() == [1.0, 0.25]

    def test_returns_the_deviation_over_the_queries_if_asked(self, qrels: Qrels, run: Run) -> None:
        assert evaluate(qrels, run, "mrr", return_std=True) == {"mean": 0.75, "std": 0.25}
        assert evaluate(qrels, run, ["mrr"], return_std=True, return_mean=False).tolist() == [1.0, 0.5]
        assert run.std_scores == {"mrr": 0.25}

    def test_leaves_the_scores_in_the_run(self, qrels: Qrels, run: Run) -> None:
        evaluate(qrels, run, ["mrr", "hits"])
        assert run.mean_scores == {"mrr": 0.75, "hits": 1.0}
        assert dict(run.scores) == {"mrr": {"east": 1.0, "north": 0.5}, "hits": {"east": 1.0, "north": 1.0}}
        assert run.std_scores == {}

    def test_leaves_the_run_alone_if_asked(self, qrels: Qrels, run: Run) -> None:
        evaluate(qrels, run, "mrr", save_results_in_run=False)
        assert not run.mean_scores
        assert not run.scores

    def test_takes_dicts_and_does_not_change_them(self) -> None:
        given_qrels, given_run = copy.deepcopy(QRELS), copy.deepcopy(RUN)
        assert evaluate(given_qrels, given_run, "mrr") == evaluate(Qrels(QRELS), given_run, "mrr") == 0.75
        assert (given_qrels, given_run) == (QRELS, RUN)

    def test_takes_no_bare_arrays(self) -> None:
        with pytest.raises(cf.InputError, match="run: `ndarray` holds no ids of documents"):
            evaluate(QRELS, np.zeros((1, 2, 2)), "mrr")  # type: ignore[arg-type]

    def test_refuses_a_run_with_other_queries_by_name(self, qrels: Qrels) -> None:
        with pytest.raises(
            cf.InputError,
            match=r"judged, but not in the run: east\n.*in the run, but not judged: west\nhint: make_comp",
        ):
            evaluate(qrels, Run({"north": RUN["north"], "west": {"oak": 1.0}}), "mrr")
        with pytest.raises(cf.InputError, match="the ids differ by upper and lower case"):
            evaluate(qrels, Run({"North": RUN["north"], "east": RUN["east"]}), "mrr")

    @pytest.mark.parametrize("as_dict", [False, True])
    def test_makes_a_run_comparable_without_changing_it(self, qrels: Qrels, as_dict: bool) -> None:
        other = {"north": RUN["north"], "west": {"oak": 1.0}}
        run = other if as_dict else Run(other)
        assert evaluate(qrels, run, "mrr", make_comparable=True) == 0.25
        assert list(run.keys()) == ["north", "west"]

    def test_finds_nothing_where_no_query_is_judged_but_says_so(self, qrels: Qrels) -> None:
        with pytest.warns(cf.CranfieldWarning, match="no-topic-in-common"):
            assert evaluate(qrels, {"west": {"oak": 1.0}}, ["mrr", "bpref"], make_comparable=True) == {
                "mrr": 0,
                "bpref": 0,
            }
        assert evaluate(qrels, {"north": {}, "east": {}}, "mrr") == 0

    def test_counts_queries_without_judgements_or_relevant_documents_as_0(self) -> None:
        qrels, run = (
            {"a": {"x": 1}, "b": {}, "c": {"x": 0}},
            {"a": {"x": 1.0}, "b": {"x": 1.0}, "c": {"x": 1.0}},
        )
        for metric in ("map", "ndcg@3", "bpref", "rbp.5", "precision"):
            assert evaluate(qrels, run, metric, return_mean=False).tolist()[1:] == [0, 0], metric

    def test_keeps_tied_documents_as_they_were_added(self) -> None:
        first, last = (
            {"q": dict.fromkeys(order, 1.0)}
            for order in (["a", *"bcdefghijklmnopqrst"], [*"bcdefghijklmnopqrst", "a"])
        )
        for form in (Run, dict):
            assert evaluate({"q": {"a": 1}}, form(first), "mrr") == 1
            assert evaluate({"q": {"a": 1}}, form(last), "mrr") == 1 / 20

    def test_takes_fractions_for_grades(self) -> None:
        halves = {"q": {"a": 0.5, "b": 1.5}}
        assert evaluate(halves, {"q": {"a": 2.0, "b": 1.0}}, "dcg") == pytest.approx(0.5 + 1.5 / np.log2(3))

    def test_may_be_called_from_threads(self, qrels: Qrels) -> None:
        with ThreadPoolExecutor(4) as pool:
            assert set(pool.map(lambda _: evaluate(qrels, Run(RUN), "map"), range(50))) == {0.625}

    @pytest.mark.parametrize(
        "metric, told",
        [("ndgc@10", "did you mean `ndcg`"), ("map.5", "such as map@5"), ("rbp", "such as rbp.95"), ("map@", "there is no metric `map@`"),
         ("map@5-lx", "no metric"), ("", "written like ndcg@10"), (5, "no metric `5`"), ("MAP", "did you mean `map`")],
    )  # fmt: skip
    def test_refuses_what_is_no_metric(self, metric: Any, told: str) -> None:
        with pytest.raises(ValueError, match=told) as refusal:
            evaluate(QRELS, RUN, [metric])
        assert isinstance(refusal.value, cf.UsageError)


class TestCollections:
    def test_are_sorted_by_query_and_by_number(self, run: Run) -> None:
        run.add_score("east", "box", 2.5)
        assert run["east"] == {"box": 2.5, "ash": 0.5}
        assert list(run["east"]) == ["box", "ash"]
        assert run.get_query_ids() == list(run.to_dict()) == ["east", "north"]
        assert run.get_doc_ids_and_scores() == [run["east"], run["north"]]

    def test_have_a_name_and_a_size(self, qrels: Qrels, run: Run) -> None:
        assert (run.name, qrels.name, len(run), run.size) == ("bm25", None, 2, 2)
        assert repr(run) == "<Run bm25: 2 queries, 4 documents>"
        assert repr(Qrels({"q": {"a": 1}})) == "<Qrels: 1 query, 1 document>"
        assert repr(Qrels()) == "<Qrels: 0 queries, 0 documents>"

    def test_grow(self) -> None:
        qrels, run = Qrels(), Run()
        qrels.add("q", ["a", "b"], [1, 2])
        qrels.add_score("q", "a", 0)
        run.add_multi(["q", "r"], [["a", "b"], ["c"]], [[2.0, 1.0], [1.0]])
        assert qrels.to_dict() == {"q": {"b": 2, "a": 0}}
        assert run.run == {"q": {"a": 2.0, "b": 1.0}, "r": {"c": 1.0}}
        assert evaluate(qrels, run, "mrr", make_comparable=True) == 0.5

    def test_do_not_hang_on_the_dict_that_they_were_made_of(self) -> None:
        given = {"q": {"a": 1.0}}
        run = Run.from_dict(given, name="x")
        given["q"]["b"] = 2.0
        assert run["q"] == {"a": 1.0}
        run.to_dict()["q"]["z"] = 1.0
        assert run["q"] == {"a": 1.0}

    def test_can_be_given_a_higher_level_of_relevance(self, qrels: Qrels) -> None:
        qrels.set_relevance_level(2)
        assert qrels["north"] == {"oak": 1, "fir": 0, "elm": -1}
        assert qrels.qrels["east"] == {"ash": 0}

    def test_are_made_comparable(self, qrels: Qrels) -> None:
        run = Run({"west": {"oak": 1.0}, "north": {"oak": 1.0}})
        assert run.make_comparable(qrels) is run
        assert run.to_dict() == {"east": {}, "north": {"oak": 1.0}}
        assert evaluate(qrels, run, "mrr") == 0.5


class TestFiles:
    @pytest.mark.parametrize("name", ["x.json", "x.trec", "x.txt", "x.gz", "x.parquet"])
    def test_come_back_as_they_were_saved(self, name: str, tmp_path: Path, qrels: Qrels, run: Run) -> None:
        if name.endswith("parquet"):
            pytest.importorskip("pyarrow")
            pytest.importorskip("pandas")
        judged, found = tmp_path / f"qrels-{name}", tmp_path / f"run-{name}"
        qrels.save(judged)
        run.save(str(found))
        packed = name.endswith("parquet")
        qrels_again = (Qrels.from_parquet if packed else Qrels.from_file)(str(judged))
        run_again = (Run.from_parquet if packed else Run.from_file)(found)
        assert len(run_again) == 2
        assert list(qrels_again.keys()) == ["east", "north"]
        assert evaluate(qrels_again, run_again, "map") == 0.625
        assert qrels_again.to_dict() == qrels.to_dict()
        assert run_again.to_dict() == run.to_dict()

    def test_have_whole_grades_and_the_tag_of_the_run(self, tmp_path: Path, qrels: Qrels, run: Run) -> None:
        qrels.save(tmp_path / "q.txt")
        assert (
            tmp_path / "q.txt"
        ).read_text() == "east 0 ash 1\nnorth 0 oak 2\nnorth 0 fir 1\nnorth 0 elm 0\n"
        Qrels.from_file(tmp_path / "q.txt").save(tmp_path / "again.json")
        assert json.loads((tmp_path / "again.json").read_text())["north"]["oak"] == 2
        assert '"oak": 2,' in (tmp_path / "again.json").read_text()
        run.save(tmp_path / "r.trec")
        assert (tmp_path / "r.trec").read_text().splitlines()[1] == "north Q0 elm 1 3.0 bm25"
        assert Run.from_file(tmp_path / "r.trec").name == "bm25"
        assert Run.from_file(tmp_path / "r.trec", name="mine").name == "mine"

    def test_are_told_by_what_is_in_them_or_by_their_kind(self, tmp_path: Path, run: Run) -> None:
        run.save(tmp_path / "run", kind="json")
        assert Run.from_file(tmp_path / "run")["east"] == {"ash": 0.5}
        with gzip.open(tmp_path / "packed", "wt") as file:
            file.write("q Q0 a 1 2.0 x\n")
        assert Run.from_file(tmp_path / "packed", kind="gz").to_dict() == {"q": {"a": 2.0}}

    def test_of_a_kind_that_is_not_known_are_refused(self, tmp_path: Path, run: Run) -> None:
        with pytest.raises(cf.InputError, match="unpack it first"):
            Run.from_file("x.lz4")
        with pytest.raises(cf.InputError, match="lz4"):
            run.save(tmp_path / "x.lz4")
        with pytest.raises(cf.UsageError, match="one of: json, trec, gz, parquet"):
            Qrels.from_file("x", kind="xml")

    def test_that_name_a_document_twice_count_the_last_and_say_so(self, tmp_path: Path) -> None:
        (tmp_path / "r").write_text("q Q0 a 1 2.0 x\nq Q0 a 2 1.0 x\n")
        with pytest.warns(cf.CranfieldWarning, match="dropped-duplicates"):
            assert Run.from_file(tmp_path / "r")["q"] == {"a": 1.0}

    def test_frames_come_and_go(self, qrels: Qrels, run: Run) -> None:
        pd = pytest.importorskip("pandas")
        assert run.to_dataframe().to_dict("list") == {
            "q_id": ["east", "north", "north", "north"], "doc_id": ["ash", "elm", "oak", "yew"], "score": [0.5, 3.0, 2.0, 1.0]
        }  # fmt: skip
        assert Run.from_df(run.to_dataframe(), name="n").to_dict() == run.to_dict()
        renamed = qrels.to_dataframe().rename(
            columns={"q_id": "query", "doc_id": "passage", "score": "label"}
        )
        assert Qrels.from_df(renamed, "query", "passage", "label").to_dict() == qrels.to_dict()
        assert evaluate(qrels, Run.from_df(pd.DataFrame(run.to_dataframe())), "map") == 0.625


@pytest.mark.parametrize("name", ["compare", "fuse", "normalize", "optimize_fusion", "plot"])
def test_what_is_not_evaluation_says_what_to_call_instead(name: str) -> None:
    with pytest.raises(cf.UsageError, match=f"evaluates; it has no `{name}`\nhint: "):
        getattr(ranx, name)([], kind="wsum")


def test_importing_it_loads_no_more_than_numpy() -> None:
    heavy = "pandas scipy narwhals click rich pyarrow numba"
    code = f"import sys, cranfield.compat.ranx; print([m for m in {heavy.split()} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
