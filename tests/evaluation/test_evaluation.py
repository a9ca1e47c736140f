"""`evaluate`, `Evaluator` and `Scores`: what goes in, and what comes out."""

from __future__ import annotations

import hashlib
import math
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cranfield as cf

QRELS = {"1": {"a": 1, "b": 0, "c": 2}, "2": {"a": 1}, "3": {"z": 0}}
RUN = {"1": {"c": 3.0, "u": 2.0, "a": 1.0}, "2": {"b": 2.0, "a": 1.0}}


@pytest.fixture(autouse=True)
def _quiet() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", cf.CranfieldWarning)
        yield


def test_one_number_a_topic_and_their_mean(core: Any) -> None:
    scores = cf.evaluate(QRELS, RUN, "AP RR NumRet")
    assert scores.runs == ("run",)
    assert scores.topics == ("1", "2", "3")
    assert scores["run", "AP"].tolist()[:2] == [(1 + 2 / 3) / 2, 0.5]
    assert math.isnan(scores["AP"][2])  # nothing is relevant to topic 3
    assert scores.mean("run", "AP") == ((1 + 2 / 3) / 2 + 0.5) / 2
    assert scores.skipped("AP") == ("3",)
    assert scores.missing("run") == ("3",)
    assert scores.recipe.core == core.name


def test_the_mean_is_the_number_of_the_table() -> None:
    scores = cf.evaluate(QRELS, RUN, "GMAP NumRet AP")
    assert scores.mean("run", "NumRet") == 5
    assert scores.mean("run", "GMAP") == pytest.approx(math.sqrt((1 + 2 / 3) / 2 * 0.5))
    assert [scores.mean("run", measure) for measure in scores.measures] == list(scores.table().rows[0][-3:])
    undefined = cf.evaluate({"3": {"z": 0}}, {"3": ["z"]}, "AP GMAP NumRelRet")
    assert [math.isnan(undefined.mean("run", measure)) for measure in ("AP", "GMAP", "NumRelRet")] == [
        1,
        1,
        0,
    ]


def test_topics_without_a_relevant_document_can_count_as_zero() -> None:
    scores = cf.evaluate(QRELS, RUN, "AP", no_relevant="zero")
    assert scores["AP"][2] == 0
    assert scores.mean("run", "AP") == ((1 + 2 / 3) / 2 + 0.5) / 3


def test_topics_judged_common_or_listed() -> None:
    run = {"1": RUN["1"]}
    assert cf.evaluate(QRELS, run, "RR").mean("run", "RR") == 0.5
    assert cf.evaluate(QRELS, run, "RR", topics="common").mean("run", "RR") == 1.0
    listed = cf.evaluate(QRELS, RUN, "RR", topics=["2"])
    assert listed.topics == ("2",)
    assert listed.mean("run", "RR") == 0.5
    with pytest.raises(cf.InputError, match="no judgements for 1 of 2 topics asked for: 9"):
        cf.evaluate(QRELS, RUN, "RR", topics=["2", "9"])


def test_names_and_aliases() -> None:
    scores = cf.evaluate(QRELS, RUN, "map ndcg_cut_10")
    assert scores.measures == ("AP", "nDCG@10")
    assert scores.mean("run", "map") == scores.mean("run", "AP")
    with pytest.raises(cf.UsageError, match="no measure `nDCG@20` in these scores"):
        scores["run", "nDCG@20"]
    with pytest.raises(cf.UsageError, match="no run `bm25` in these scores"):
        scores["bm25", "AP"]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_several_runs_come_out_in_their_order(tmp_path: Path, threads: int) -> None:
    paths = []
    for number in range(9):
        path = tmp_path / f"run{number}.txt"
        path.write_text(
            "".join(f"1 Q0 d{place} 0 {-place} t\n" for place in range(number)) + f"1 Q0 a 0 {-number} t\n"
        )
        paths.append(path)
    scores = cf.evaluate(QRELS, paths, "RR", threads=threads)
    assert scores.runs == tuple(f"run{number}" for number in range(9))
    assert scores["run8", "RR"][0] == 1 / 9


def test_runs_with_one_name_are_told_apart(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "bm25.run").write_text("1 Q0 a 1 1 t\n")
    scores = cf.evaluate(QRELS, [tmp_path / "a" / "bm25.run", tmp_path / "b" / "bm25.run"], "RR")
    assert scores.runs == (str(tmp_path / "a" / "bm25"), str(tmp_path / "b" / "bm25"))


def test_an_evaluator_in_a_loop_leaves_its_input_alone(core: Any) -> None:
    evaluator = cf.Evaluator(QRELS, "nDCG@10 RR")
    run = {topic: dict(ranking) for topic, ranking in RUN.items()}
    for _ in range(3):
        assert evaluator(run).mean("run", "RR") == 0.75
    assert run == RUN


def test_ids_may_be_numbers_and_scores_of_any_kind(core: Any) -> None:
    qrels = {1: {10: np.int64(1), 11: 0}}
    for score in (2, 2.0, np.float32(2), np.int16(2), True):
        run = {1: {11: 1, 10: score}} if score is not True else {1: {11: 0.5, 10: score}}
        assert cf.evaluate(qrels, run, "RR").mean("run", "RR") == 1.0


def test_a_dict_that_is_out_of_the_ordinary_is_explained(core: Any) -> None:
    with pytest.raises(cf.InputError, match="topic `1`, document `a`: the score is NaN"):
        cf.evaluate(QRELS, {"1": {"a": float("nan")}}, "RR")
    with pytest.raises(cf.InputError, match="appears twice in topic `1`"):
        cf.evaluate(QRELS, {"1": ["a", "b", "a"]}, "RR")


def test_threads_are_counted_from_one() -> None:
    with pytest.raises(cf.UsageError, match="threads must be 1 or more: 0"):
        cf.evaluate(QRELS, RUN, "AP", threads=0)


def test_saved_scores_come_back_bit_for_bit(tmp_path: Path) -> None:
    scores = cf.evaluate(QRELS, {"one": RUN, "two": {"1": ["a"]}}, "AP nDCG@3", topics=["1", "2"], depth=2)
    scores.save(tmp_path / "scores.cran")
    again = cf.Scores.load(tmp_path / "scores.cran")
    assert again.values.tobytes() == scores.values.tobytes()
    assert (again.runs, again.measures, again.topics) == (scores.runs, scores.measures, scores.topics)
    assert again.recipe.to_dict() == scores.recipe.to_dict()
    assert again.recipe.policies == scores.recipe.policies
    assert list(tmp_path.iterdir()) == [tmp_path / "scores.cran"]


def test_what_is_not_saved_scores_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("run,topic\n")
    with pytest.raises(cf.InputError, match="not a file of saved scores"):
        cf.Scores.load(tmp_path / "x")
    with pytest.raises(cf.InputError, match="there is no such file"):
        cf.Scores.load(tmp_path / "y")


def test_a_recipe_knows_the_inputs(tmp_path: Path) -> None:
    file = tmp_path / "a.run"
    file.write_bytes(b"1 Q0 a 1 1 t\n")
    recipe = cf.evaluate(QRELS, file, "AP", ties="input").recipe
    told = recipe.to_dict()
    assert told["runs"][0]["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()
    assert "ties:input" in recipe.line()
    file.write_bytes(b"1 Q0 a 1 1 t\n2 Q0 a 1 1 t\n")
    assert recipe.to_dict()["runs"][0]["sha256"] is None  # no longer the file that was read


def test_the_line_of_a_recipe_has_the_seed_where_chance_has_a_part() -> None:
    sampled = cf.evaluate(QRELS, RUN, "AP", ties="expected", seed=7).recipe.line()
    assert sampled.startswith("ties:expected|")
    assert "|seed:7|" in sampled
    assert "seed" not in cf.evaluate(QRELS, RUN, "AP", seed=7).recipe.line()


def test_importing_cranfield_imports_nothing_heavy() -> None:
    import subprocess

    code = "import sys, cranfield; print(*sorted({'numpy', 'scipy', 'narwhals', 'rich', 'click'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")
def test_topics_without_judgements_are_told_below_the_table() -> None:
    qrels = {"1": {"a": 1}}
    surplus, complete = {"1": ["a"], "8": ["a"], "9": ["a"]}, {"1": ["a"]}

    def remarks(runs: dict[str, dict[str, list[str]]], **policies: Any) -> tuple[str, ...]:
        return cf.evaluate(qrels, runs, "AP", **policies).remarks

    one = "two has documents for 2 topics without judgements: not counted"
    assert remarks({"one": complete, "two": surplus}) == (one,)
    both = "2 of 3 runs have documents for topics without judgements (up to 2): not counted"
    assert remarks({"one": complete, "two": surplus, "three": surplus}) == (both,)
    assert remarks({"two": surplus}, topics=["1"]) == ()
