"""What a gate decides, from numbers small enough to be checked by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cranfield as cf
from cranfield.compare.allowed import Limit
from cranfield.compare.gate import Check, Gate, gate
from cranfield.compare.saved import joined, load_saved
from cranfield.errors import CranfieldWarning, InputError, UsageError
from cranfield.model import Policies, Recipe, Scores, Source
from cranfield.read.scores import holds_scores

NAN = float("nan")


def made(old: Sequence[float], new: Sequence[float], measure: str = "AP", aggregate: str = "mean") -> Scores:
    """Scores of two runs by one measure, as they would come out of an evaluation."""
    values = np.array([[list(old)], [list(new)]], dtype=float)
    return Scores(
        runs=("old", "new"),
        measures=(measure,),
        topics=tuple(map(str, range(1, len(old) + 1))),
        values=values,
        answered=np.ones((2, len(old)), dtype=bool),
        aggregates=(aggregate,),  # type: ignore[arg-type]
        recipe=Recipe((measure,), Policies(), Source("qrels"), (Source("old"), Source("new")), "python"),
    )


def only(decided: Gate) -> Check:
    (check,) = decided.checks
    return check


@pytest.mark.parametrize(
    "limit,verdict",
    [("0", "fails"), (0.05, "fails"), ("0.1", "passes"), ("0.2", "passes"), ("10%", "fails"), ("20%", "passes"), (Limit(0.5), "passes")],
)  # fmt: skip
def test_a_drop_fails_beyond_what_is_allowed(limit: str | float | Limit, verdict: str) -> None:
    check = only(gate(made([0.5, 0.5], [0.4, 0.4]), "old", max_drop=limit))
    assert check.verdict == verdict
    assert check.drop == pytest.approx(0.1)
    assert check.change == pytest.approx(-0.1)


def test_exactly_what_is_allowed_is_allowed() -> None:
    assert 0.3 - 0.29 > 0.01  # in floating point
    assert only(gate(made([0.3], [0.29]), "old", max_drop=0.01)).verdict == "passes"
    assert only(gate(made([0.3], [0.28999]), "old", max_drop=0.01)).verdict == "fails"


def test_the_same_run_passes_and_so_does_a_better_one() -> None:
    for new in ([0.1, 0.7], [0.2, 0.9]):
        check = only(gate(made([0.1, 0.7], new), "old"))
        assert (check.verdict, check.fallen) == ("passes", ())


def test_where_less_is_better_more_is_a_drop() -> None:
    check = only(gate(made([10, 20], [12, 24], measure="ESL"), "old", max_drop="10%"))
    assert (check.change, check.drop, check.allowed, check.verdict) == (3, 3, 1.5, "fails")
    assert [fall.topic for fall in check.fallen] == ["2", "1"]
    assert only(gate(made([10, 20], [9, 18], measure="ESL"), "old")).verdict == "passes"


@pytest.mark.parametrize("measure", ["Judged@10", "NumRelRet", "Generality(collection=9)", "ADMmin"])
def test_what_has_no_better_cannot_be_gated(measure: str) -> None:
    aggregate = "sum" if measure.startswith("Num") else "mean"
    with pytest.raises(UsageError) as refused:
        gate(made([1, 2], [1, 2], measure, aggregate), "old")
    assert refused.value.slug == "no-direction"


def test_the_topics_that_fell_most_come_first() -> None:
    check = only(gate(made([0.5, 0.9, 0.4, 0.3, 0.2], [0.4, 0.1, 0.4, 0.2, 0.8]), "old"))
    assert [(fall.topic, fall.baseline, fall.value) for fall in check.fallen] == [
        ("2", 0.9, 0.1),
        ("1", 0.5, 0.4),
        ("4", 0.3, 0.2),
    ]
    assert (check.better, check.topics) == (1, 5)


def test_a_drop_that_may_be_chance_does_not_fail() -> None:
    old, new = [0.5] * 8, [0.1, 0.2, 0.9, 0.6, 0.3, 0.6, 0.2, 0.7]
    assert only(gate(made(old, new), "old")).verdict == "fails"
    check = only(gate(made(old, new), "old", alpha=0.05))
    assert check.verdict == "unproven"
    assert check.test is not None
    assert check.test.p > 0.05
    assert gate(made(old, new), "old", alpha=0.05).passes


def test_a_significant_drop_fails_only_if_it_is_too_large() -> None:
    scores = made([0.5] * 8, [0.49] * 8)
    check = only(gate(scores, "old", alpha=0.05))
    assert check.test is not None
    assert (check.test.p, check.verdict) == (1 / 256, "fails")
    assert only(gate(scores, "old", alpha=0.05, max_drop=0.02)).verdict == "passes"


def test_p_at_alpha_is_significant() -> None:
    assert only(gate(made([1] * 5, [0] * 5), "old", alpha=1 / 32)).verdict == "fails"


def test_the_test_is_of_the_worse_side() -> None:
    check = only(gate(made([0.1] * 6, [0.2] * 6), "old", alpha=0.05))
    assert check.test is not None
    assert (check.test.p, check.verdict) == (1.0, "passes")


def test_too_few_topics_are_told() -> None:
    with pytest.warns(CranfieldWarning, match="with 4 topics that changed no p is below 0.062") as told:
        decided = gate(made([0.5] * 5, [0.4] * 4 + [0.5]), "old", alpha=0.05)
    assert len(told) == 1
    assert decided.unresolvable == decided.checks
    with pytest.warns(CranfieldWarning, match="with 4 topics no p is below 0.062"):
        gate(made([0.5] * 4, [0.5] * 4), "old", alpha=0.05)


def test_many_topics_of_which_few_changed_for_the_better_are_no_reason_to_warn() -> None:
    assert not gate(made([0.5] * 50, [0.6] + [0.5] * 49), "old", alpha=0.05).unresolvable


def test_a_topic_that_one_side_lacks_is_left_out_on_both() -> None:
    check = only(gate(made([0.9, 0.5, 0.5, NAN], [NAN, 0.5, 0.3, NAN]), "old"))
    assert (check.baseline, check.value) == (0.5, 0.4)
    assert (check.topics, check.left_out) == (2, ("1",))


@pytest.mark.parametrize("old,new", [([NAN, 0.5], [0.5, NAN]), ([0.5, float("inf")], [0.5, 0.5])])
def test_nothing_to_compare_is_no_pass(old: list[float], new: list[float]) -> None:
    with pytest.raises(InputError) as refused:
        gate(made(old, new), "old")
    assert refused.value.slug == "nothing-to-compare"


def test_a_geometric_mean_is_tested_on_the_scale_that_it_has() -> None:
    # On the plain scale the last topic's rise outweighs nine falls by half; on that of the mean it does not.
    old, new = [0.02] * 9 + [0.5], [0.01] * 9 + [0.9]
    check = only(gate(made(old, new, "GMAP", "geometric"), "old", alpha=0.05))
    assert check.value == pytest.approx(np.exp(np.mean(np.log(new))))
    assert check.verdict == "fails"
    assert only(gate(made(old, new), "old", alpha=0.05)).verdict == "passes"


def test_each_measure_may_have_its_own_limit() -> None:
    qrels = {topic: {"a": 1, "b": 0} for topic in "123"}
    runs = {"old": {topic: ["a", "b"] for topic in "123"}, "new": {topic: ["b", "a"] for topic in "123"}}
    scores = cf.evaluate(qrels, runs, "AP RR P(rel=1)@1")
    decided = gate(scores, "old", max_drop=0.99, limits={"map": 0.4, "RR": "60%"})
    assert [(check.measure, check.allowed, check.verdict) for check in decided.checks] == [
        ("AP", 0.4, "fails"),
        ("RR", 0.6, "passes"),
        ("P@1", 0.99, "fails"),
    ]
    with pytest.raises(UsageError, match="which is not measured"):
        gate(scores, "old", limits={"Bpref": 0.1})


@pytest.mark.parametrize("limit", ["x", "", "-0.1", "nan", "inf", "%", "1%%"])
def test_a_limit_that_is_no_number_is_refused(limit: str) -> None:
    with pytest.raises(UsageError) as refused:
        gate(made([1], [1]), "old", max_drop=limit)
    assert refused.value.slug == "bad-limit"


def test_misuse_is_refused() -> None:
    with pytest.raises(UsageError, match="alpha must lie between 0 and 1: 5"):
        gate(made([1], [1]), "old", alpha=5)
    with pytest.raises(UsageError, match="no run `ancient`"):
        gate(made([1], [1]), "ancient")
    alone = cf.evaluate({"1": {"a": 1}}, {"old": {"1": ["a"]}}, "AP")
    with pytest.raises(UsageError, match="no run beside the baseline"):
        gate(alone, "old")


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go to a folder with judgements and the scores of one run, saved in both forms."""
    from cranfield.report.document import write_json

    monkeypatch.chdir(tmp_path)
    Path("qrels.txt").write_text("1 0 a 1\n1 0 b 0\n2 0 a 1\n2 0 b 0\n")
    Path("old.run").write_text("1 Q0 a 1 2 x\n1 Q0 b 2 1 x\n2 Q0 a 1 2 x\n2 Q0 b 2 1 x\n")
    Path("new.run").write_text("1 Q0 b 1 2 x\n1 Q0 a 2 1 x\n2 Q0 a 1 2 x\n2 Q0 b 2 1 x\n")
    old = cf.evaluate("qrels.txt", "old.run", "RR AP P@1")
    old.save("old.zip")
    with Path("old.json").open("w") as stream:
        write_json(old, stream, per_topic=True)
    return tmp_path


@pytest.mark.parametrize("path", ["old.zip", "old.json"])
def test_a_saved_baseline_gives_what_its_run_gives(campaign: Path, path: str) -> None:
    assert holds_scores(path)
    together = joined(load_saved(path), cf.evaluate("qrels.txt", "new.run", "AP RR"))
    both = cf.evaluate("qrels.txt", ["old.run", "new.run"], "AP RR")
    assert together.runs == (f"old ({path})", "new")
    assert together.values.tolist() == both.values.tolist()
    assert together.answered.tolist() == both.answered.tolist()
    assert [check.value for check in gate(together, together.runs[0]).checks] == [0.75, 0.75]


def test_a_run_is_not_taken_for_saved_scores(campaign: Path) -> None:
    Path("run.json").write_text('{"1": {"format": 2.0, "cranfield-report": 1.0}}')
    assert not any(map(holds_scores, ["old.run", "run.json", "-", "absent", "."]))


@pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")  # of topics left out
@pytest.mark.parametrize("path", ["old.zip", "old.json"])
@pytest.mark.parametrize(
    "measures,policies,told",
    [
        ("AP", {"ties": "input"}, "--ties: docid then, input now"),
        ("AP", {"depth": 5}, "--depth: none then, 5 now"),
        ("AP", {"no_relevant": "zero"}, "--no-relevant: skip then, zero now"),
        ("AP nDCG@5", {}, "measures: nDCG@5 not among RR, AP, P@1"),
        ("AP", {"topics": ("1",)}, "topics: 2 then, 1 now, and not the same ones"),
    ],
)
def test_scores_made_in_another_way_are_refused(
    campaign: Path, path: str, measures: str, policies: dict[str, Any], told: str
) -> None:
    new = cf.evaluate("qrels.txt", "new.run", measures, **policies)
    with pytest.raises(InputError) as refused:
        joined(load_saved(path), new)
    assert refused.value.slug == "other-recipe"
    assert f"  {told}" in refused.value.details


@pytest.mark.parametrize("path", ["old.zip", "old.json"])
def test_judgements_that_changed_are_noticed(campaign: Path, path: str) -> None:
    Path("qrels.txt").write_text("1 0 a 1\n1 0 b 1\n2 0 a 1\n2 0 b 0\n")
    with pytest.raises(InputError, match=r"judgements: qrels\.txt is not the file that it was"):
        joined(load_saved(path), cf.evaluate("qrels.txt", "new.run", "AP"))


def test_judgements_that_cannot_be_told_apart_are_warned_about(campaign: Path) -> None:
    qrels = {"1": {"a": 1, "b": 0}, "2": {"a": 1, "b": 0}}
    new = cf.evaluate(qrels, "new.run", "AP")
    with pytest.warns(CranfieldWarning, match="nobody can tell whether old.json"):
        joined(load_saved("old.json"), new)


def test_a_list_of_topics_may_be_in_any_order(campaign: Path) -> None:
    cf.evaluate("qrels.txt", "old.run", "AP", topics=("1", "2")).save("listed.zip")
    new = cf.evaluate("qrels.txt", "new.run", "AP", topics=("2", "1"))
    assert joined(load_saved("listed.zip"), new)["new", "AP"].tolist() == [0.5, 1.0]
    with pytest.raises(InputError, match="--topics: a list of 2 then, judged now"):
        joined(load_saved("listed.zip"), cf.evaluate("qrels.txt", "new.run", "AP"))


def test_another_version_is_said_below_the_table(campaign: Path) -> None:
    text = Path("old.json").read_text().replace(f'"cranfield": "{cf.__version__}"', '"cranfield": "0.0.1"')
    Path("old.json").write_text(text)
    together = joined(load_saved("old.json"), cf.evaluate("qrels.txt", "new.run", "AP"))
    assert together.remarks == (f"the baseline was scored by cranfield 0.0.1, the runs by {cf.__version__}",)


def test_several_saved_runs_are_no_baseline(campaign: Path) -> None:
    cf.evaluate("qrels.txt", ["old.run", "new.run"], "AP").save("both.zip")
    with pytest.raises(UsageError, match="2 runs, and a baseline is one run"):
        joined(load_saved("both.zip"), cf.evaluate("qrels.txt", "new.run", "AP"))


@pytest.mark.parametrize(
    "text,told",
    [
        ('{"format": "cranfield-report 1", "recipe": {}}', "means only"),
        ('{"format": "cranfield-report 1", "per_topic"', "cannot be read as such"),
        ('{"format": "cranfield-report 1", "per_topic": {}}', "cannot be read as such"),
        ('{"format": "cranfield-report 1", "per_topic": []}', "cannot be read as such"),
        (
            '{"format": "cranfield-report 1", "per_topic": {}, "runs": ["\\ud800"], "measures": [], "topics": []}',
            "cannot be read as such: UnicodeEncodeError",
        ),
    ],
)
def test_a_damaged_report_is_an_error_of_the_file(campaign: Path, text: str, told: str) -> None:
    Path("bad.json").write_text(text)
    assert holds_scores("bad.json")
    with pytest.raises(InputError, match=told) as refused:
        load_saved("bad.json")
    assert refused.value.slug == "not-scores"


def test_undefined_and_infinite_values_survive_json(campaign: Path) -> None:
    import json

    told = json.loads(Path("old.json").read_text())
    told["per_topic"]["old"]["1"]["AP"] = None
    told["per_topic"]["old"]["2"]["AP"] = "inf"
    Path("odd.json").write_text(json.dumps(told))
    assert load_saved("odd.json").scores["old", "AP"].tolist() == pytest.approx([NAN, np.inf], nan_ok=True)


def test_a_table_does_not_say_how_its_scores_were_made_and_is_no_baseline(campaign: Path) -> None:
    Path("old.csv").write_text("run,topic,measure,value\nold,1,AP,1\nold,2,AP,0.5\n")
    assert holds_scores("old.csv")
    with pytest.raises(
        InputError, match=r"old\.csv: a table of scores does not say how they were made"
    ) as refused:
        load_saved("old.csv")
    assert refused.value.slug == "other-recipe"
