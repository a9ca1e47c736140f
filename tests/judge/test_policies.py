"""Every policy does what its name says, in both cores, from a dict and from a file."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cranfield as cf
from cranfield.judge import JudgedRun, Judgements
from cranfield.model import Policies

pytestmark = pytest.mark.usefixtures("core")

QRELS = {"1": {"a": 1, "b": 0, "c": 2, "x": -1}, "2": {"a": 1}}
# Four documents tie; the file has them in the order c, u, a, b, with ranks that say b, a, u, c.
TIED = "1 Q0 c 4 5.0 t\n1 Q0 u 3 5 t\n1 Q0 a 2 5e0 t\n1 Q0 b 1 +5.000 t\n"


@pytest.fixture(params=["file", "run", "gzip"])
def judge(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Judge text of a run as a file, compressed, or read into memory first."""

    def judged(text: str, **policies: Any) -> JudgedRun:
        if request.param == "gzip":
            import gzip

            file = tmp_path / "some.run.gz"
            file.write_bytes(gzip.compress(text.encode()))
        else:
            file = tmp_path / "some.run"
            file.write_text(text)
        judgements = Judgements(cf.read_qrels(QRELS), Policies(**policies))
        duplicates = policies.get("duplicates", "error")
        run = cf.read_run(file, duplicates=duplicates) if request.param == "run" else file
        return judgements.judge(run)

    return judged


@pytest.mark.parametrize(
    "ties, ranks",
    [
        ("docid", {2.0: 2, 0.0: 3, 1.0: 4}),  # u, c, b, a
        ("docid-ascending", {1.0: 1, 0.0: 2, 2.0: 3}),  # a, b, c, u
        ("input", {2.0: 1, 1.0: 3, 0.0: 4}),  # c, u, a, b
        ("rank", {0.0: 1, 1.0: 2, 2.0: 4}),  # b, a, u, c
    ],
)
def test_ties(judge: Any, ties: str, ranks: dict[float, int]) -> None:
    found = judge(TIED, ties=ties).judged
    assert dict(zip(found.grade.tolist(), found.rank.tolist(), strict=True)) == ranks


def test_the_score_goes_before_every_tie_rule(judge: Any) -> None:
    text = "1 Q0 a 9 1 t\n1 Q0 b 1 0.5 t\n1 Q0 c 2 3 t\n"
    for ties in ("docid", "docid-ascending", "input", "rank"):
        assert judge(text, ties=ties).judged.grade.tolist() == [2, 1, 0]


def test_infinite_scores_rank_and_zero_has_no_sign(judge: Any) -> None:
    found = judge("1 Q0 a 1 -inf t\n1 Q0 c 1 0.0 t\n1 Q0 b 1 -0.0 t\n1 Q0 u 1 Infinity t\n").judged
    assert found.rank.tolist() == [2, 3, 4]
    assert found.grade.tolist() == [2, 0, 1]
    assert (found.score_max[0], found.score_min[0]) == (np.inf, -np.inf)


def test_single_precision_ties_what_32_bits_cannot_tell_apart(judge: Any) -> None:
    text = "1 Q0 a 1 0.123456789 t\n1 Q0 c 2 0.123456788 t\n"
    assert judge(text).judged.grade.tolist() == [1, 2]
    assert judge(text, precision="single").judged.grade.tolist() == [2, 1]


def test_depth_cuts_after_ranking(judge: Any) -> None:
    found = judge("1 Q0 a 1 1 t\n1 Q0 b 2 2 t\n1 Q0 c 3 3 t\n", depth=2).judged
    assert found.grade.tolist() == [2, 0]
    assert found.retrieved.tolist() == [2, 0]


def test_condensing_drops_what_no_judge_has_seen(judge: Any) -> None:
    text = "1 Q0 u 1 9 t\n1 Q0 x 2 8 t\n1 Q0 c 3 7 t\n1 Q0 v 4 6 t\n1 Q0 b 5 5 t\n"
    found = judge(text, unjudged="condense").judged
    assert found.rank.tolist() == [1, 2]
    assert found.grade.tolist() == [2, 0]
    assert found.retrieved[0] == 2


def test_depth_is_cut_before_condensing_as_in_trec_eval(judge: Any) -> None:
    text = "1 Q0 u 1 9 t\n1 Q0 c 3 7 t\n1 Q0 b 5 5 t\n"
    assert judge(text, unjudged="condense", depth=2).judged.grade.tolist() == [2]


def test_the_optimistic_reading_takes_the_best_grade_for_every_unjudged_document(judge: Any) -> None:
    found = judge("1 Q0 u 1 9 t\n1 Q0 x 2 8 t\n1 Q0 b 3 7 t\n", unjudged="relevant").judged
    assert found.grade.tolist() == [2, 2, 0]
    assert found.num_relevant(1).tolist() == [4, 1]
    assert found.ideal.tolist() == [2, 2, 2, 1, 0, 1]


def test_negative_grades_are_pooled_but_not_judged(judge: Any) -> None:
    found = judge("1 Q0 x 1 9 t\n1 Q0 c 2 8 t\n").judged
    assert found.grade.tolist() == [-1, 2]
    assert found.judged.rank.tolist() == [2]
    assert found.num_judged.tolist() == [3, 1]
    assert found.relevant(-5).rank.tolist() == [2]


DOUBLED = "1 Q0 a 1 3 t\n1 Q0 c 2 2 t\n1 Q0 a 3 1 t\n"


def test_duplicates_are_an_error(judge: Any) -> None:
    with pytest.raises(cf.InputError, match="document `a` appears twice in topic `1`") as raised:
        judge(DOUBLED)
    assert raised.value.slug == "duplicate"


@pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")
@pytest.mark.parametrize("policy, grades", [("first", [1, 2]), ("last", [2, 1])])
def test_duplicates_by_policy(judge: Any, policy: str, grades: list[float]) -> None:
    assert judge(DOUBLED, duplicates=policy).judged.grade.tolist() == grades


def test_totals(judge: Any) -> None:
    found = judge("1 Q0 u 1 4 t\n1 Q0 c 2 3 t\n1 Q0 v 3 0.5 t\n3 Q0 a 1 1 t\n")
    assert found.judged.retrieved.tolist() == [3, 0]
    assert found.judged.unjudged_score.tolist() == [4.5, 0.0]
    assert found.answered.tolist() == [True, False]
    assert found.other_topics == (b"3",)


def test_interleaved_topics_are_put_together(judge: Any) -> None:
    found = judge("1 Q0 c 1 1 t\n2 Q0 a 1 1 t\n1 Q0 a 2 2 t\n2 Q0 u 1 9 t\n").judged
    assert found.rank.tolist() == [1, 2, 2]
    assert found.grade.tolist() == [1, 2, 1]


def test_ties_by_rank_need_ranks() -> None:
    judgements = Judgements(cf.read_qrels(QRELS), Policies(ties="rank"))
    with pytest.raises(cf.InputError, match="has no ranks"):
        judgements.judge(cf.read_run([("1", "a", 0.5)]))


def test_an_unknown_policy_or_value_is_refused() -> None:
    with pytest.raises(cf.UsageError, match="did you mean `docid-ascending`"):
        cf.evaluate(QRELS, {"1": ["a"]}, "AP", ties="docid-ascendng")
    with pytest.raises(cf.UsageError, match="there is no option or policy `tie`"):
        cf.evaluate(QRELS, {"1": ["a"]}, "AP", tie="docid")
    with pytest.raises(cf.UsageError, match="depth must be 1 or more: 0"):
        cf.evaluate(QRELS, {"1": ["a"]}, "AP", depth=0)


def test_no_topic_in_common_says_why() -> None:
    with pytest.raises(cf.InputError) as raised:
        cf.evaluate({"301": {"a": 1}}, {"0301": ["a"], "0302": ["b"]}, "AP")
    assert str(raised.value).splitlines() == [
        "run: none of its topics is judged in qrels",
        "  topics of run: 0301, 0302",
        "  topics of qrels: 301",
        "hint: the ids differ only by leading zeros; write them alike on both sides",
    ]


def _warnings(run: Any, qrels: Any = QRELS, **policies: Any) -> dict[str, str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        cf.evaluate(qrels, run, "AP", **policies)
    return {
        each.message.slug: str(each.message)
        for each in caught
        if isinstance(each.message, cf.CranfieldWarning)
    }


def test_warnings() -> None:
    told = _warnings({"1": {"c": 1.0, "u": 1.0, "v": 1.0}, "7": {"a": 1.0}})
    assert told == {
        "missing-topics": (
            "warning[missing-topics]: run has no documents for 1 of 2 judged topics: 2\n"
            "  they count as if nothing was found: 0 for most measures (topics=judged)\n"
            "  trec_eval 9 without -c leaves them out (topics=common)"
        ),
        "unjudged-topics": "warning[unjudged-topics]: 1 topic of run without judgements, left out: 7",
        "many-unjudged": (
            "warning[many-unjudged]: nobody judged 2 of 3 documents in the top 10 of run\n"
            "  they count as not relevant here\n"
            "  unjudged=condense or unjudged=relevant shows what hangs on that"
        ),
        "constant-scores": (
            "warning[constant-scores]: every document of a topic has the same score in run\n"
            "  the order is decided by ties=docid alone"
        ),
    }
    assert max(len(line) for text in told.values() for line in text.splitlines()) <= 80


def test_a_sound_run_is_not_warned_about() -> None:
    assert _warnings({"1": {"c": 2.0, "a": 1.0}, "2": {"a": 1.0}}) == {}


def test_warnings_about_ids() -> None:
    told = _warnings({"1": {"c": 2.0, "a": 1.0}, "02": {"a": 1.0}})
    assert "differ only by leading zeros" in told["topic-ids-differ"]
    assert _warnings({"1": ["D1"], "2": ["D2"], "3": ["a"]})["no-document-in-common"].splitlines() == [
        "warning[no-document-in-common]: none of 2 documents of run is judged",
        "  the judged ones look like a",
        "  are run and judgements of the same collection?",
    ]


def test_documents_below_the_cut_are_not_said_to_be_unjudged() -> None:
    told = _warnings({"1": ["u", "a", "c"], "2": {}}, depth=1)["no-document-in-common"]
    assert told.splitlines() == [
        "warning[no-document-in-common]: none of 1 document of run above the cut is judged",
        "  documents below the cut were not looked at (depth=1)",
        "  the judged ones look like a",
        "  are run and judgements of the same collection?",
    ]


def test_missing_topics_are_judged_by_the_policy_there_is() -> None:
    run = {"1": {"c": 2.0, "a": 1.0}}
    assert _warnings(run, topics="common")["missing-topics"].splitlines()[1] == (
        "  they are left out here (topics=common); topics=judged counts them"
    )
    assert "common" not in _warnings(run, topics=["1", "2"])["missing-topics"]


def test_messages_name_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("qrels.txt").write_text("1 0 a 1\n")
    Path("b.jsonl").write_text('{"qid": "01", "docid": "a", "score": 1}\n')
    for run in ("b.jsonl", cf.read_run("b.jsonl")):
        with pytest.raises(cf.InputError) as raised:
            cf.evaluate("qrels.txt", run, "AP")
        assert str(raised.value).splitlines() == [
            "b.jsonl: none of its topics is judged in qrels.txt",
            "  topics of b.jsonl: 01",
            "  topics of qrels.txt: 1",
            "hint: the ids differ only by leading zeros; write them alike on both sides",
        ]
        with pytest.raises(cf.InputError, match=r"^b\.jsonl: ties cannot be broken by rank") as raised:
            cf.evaluate("qrels.txt", run, "AP", ties="rank")
        assert str(raised.value).endswith(
            "the policy ties=docid breaks them by document id, as trec_eval does"
        )
    with pytest.raises(cf.UsageError, match=r"^b\.jsonl: this is a run"):
        cf.evaluate(cf.read_run("b.jsonl"), "b.jsonl", "AP")


def test_the_place_in_a_ranking_is_its_rank(tmp_path: Path) -> None:
    file = tmp_path / "rr.run"
    file.write_text("1 u\n1 a\n2 a\n")
    for run in (file, cf.read_run(file), {"1": ["u", "a"], "2": ["a"]}):
        assert _mean(run, "RR", ties="rank") == 0.75
    ranks = cf.read_run(file).ranks
    assert ranks is not None
    assert ranks.tolist() == [1, 2, 1]


@pytest.mark.parametrize("kind", ["plain", "gzip", "csv", "dict"])
def test_duplicates_that_were_left_out_are_told_once_in_one_way(tmp_path: Path, kind: str) -> None:
    import gzip

    file = tmp_path / "some.run"
    text = "1 Q0 a 1 3 t\n1 Q0 c 2 2 t\n1 Q0 a 3 1 t\n2 Q0 a 1 1 t\n"
    run: Any = file
    if kind == "csv":
        file.write_text("qid,docid,score\n1,a,3\n1,c,2\n1,a,1\n2,a,1\n")
    elif kind == "gzip":
        file.write_bytes(gzip.compress(text.encode()))
    elif kind == "dict":
        run = {"1": ["a", "c", "a"], "2": ["a"]}
    else:
        file.write_text(text)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        cf.evaluate(QRELS, [run, run], "AP", duplicates="first")
        cf.Evaluator(QRELS, "AP", duplicates="first")(run)  # a loop is not warned
    name = "run" if kind == "dict" else file
    (told,) = (each for each in caught if "[same-name]" not in str(each.message))  # one file is two runs here
    assert str(told.message).splitlines() == [
        "warning[dropped-duplicates]: 2 of 2 runs",
        *[f"  1 duplicate document left out of {name}"] * 2,
        "  the first of each is kept (duplicates=first)",
    ]
    if kind != "dict":
        with pytest.warns(cf.CranfieldWarning, match="1 duplicate document left out of"):
            cf.read_run(file, duplicates="first")


def test_duplicates_where_nothing_is_judged_change_no_number(tmp_path: Path) -> None:
    file = tmp_path / "some.run"
    file.write_text("1 Q0 a 1 3 t\n2 Q0 a 1 1 t\n9 Q0 x 1 2 t\n9 Q0 x 2 1 t\n")
    assert _mean(file, "AP") == 0.75  # the one pass holds no such topics
    with pytest.raises(cf.InputError, match="appears twice in topic `9`"):
        cf.read_run(file)


def _mean(run: Any, measure: str, **policies: Any) -> float:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", cf.CranfieldWarning)
        return cf.evaluate(QRELS, [run], measure, **policies).table().rows[0][1]  # type: ignore[return-value]


def test_a_warning_points_at_the_line_that_called(tmp_path: Path) -> None:
    with pytest.warns(cf.CranfieldWarning) as caught:
        cf.evaluate(QRELS, {"1": {"c": 2.0, "a": 1.0}}, "AP")
    assert [each.filename for each in caught] == [__file__]
    with pytest.warns(cf.CranfieldWarning) as caught:
        cf.read_run({"1": ["a", "a"]}, duplicates="last")
    assert [each.filename for each in caught] == [__file__]


def test_several_runs_with_one_complaint_get_one_warning() -> None:
    runs = {f"run{number}": {"1": {"c": 2.0, "a": 1.0}} for number in range(7)}
    lines = _warnings(runs)["missing-topics"].splitlines()
    assert lines[0] == "warning[missing-topics]: 7 of 7 runs"
    assert len(lines) == 9
    assert lines[6] == "  ... and 2 more runs"


@pytest.mark.parametrize("best, expected", [(0.8, 0.8), (3, 3), (0, 1)])
def test_an_unjudged_document_is_never_better_than_the_best(best: float, expected: float) -> None:
    qrels = cf.read_qrels({"1": {"a": best, "b": 0}})
    judged = Judgements(qrels, Policies(unjudged="relevant")).judge({"1": {"u": 2, "b": 1}}).judged
    assert judged.grade.tolist() == [expected, 0]
    assert judged.ideal.max() == expected


def test_bounds_stay_on_a_scale_that_ends_below_1() -> None:
    qrels, run = {"1": {"a": 0.8, "b": 0.4}}, {"1": {"u": 0.9, "a": 0.5}}
    scores = cf.evaluate(qrels, run, "ADM(top=0.8) ERR(top=0.8)", unjudged="relevant")
    assert (scores.values >= 0).all()
    assert (scores.values <= 1).all()


def test_zero_rewards_no_run_where_less_is_better() -> None:
    qrels, run = {"1": {"a": 1, "b": 0}, "2": {"c": 0}}, {"1": ["a", "b"], "2": ["c"]}
    scores = cf.Evaluator(qrels, "AP ndpm E@1", no_relevant="zero")(run)
    assert scores["AP"].tolist() == [1.0, 0.0]
    assert all(np.isnan(scores[measure][1]) for measure in ("ndpm", "E@1"))


@pytest.mark.usefixtures("core")
class TestReversedScores:
    LINES = tuple(f"1 Q0 {name} {rank} {rank / 10} t" for rank, name in enumerate("abcdefgh", start=1))

    def warned(self, run: object) -> list[str]:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            cf.evaluate({"1": {"a": 1}}, run, "AP")
        return [str(each.message) for each in told if "reversed-scores" in str(each.message)]

    def test_a_run_that_is_taken_upside_down_is_pointed_out(self, tmp_path: Path) -> None:
        path = tmp_path / "distances.run"
        path.write_text("\n".join(self.LINES) + "\n")
        (said,) = self.warned(path)
        assert "distances.run the scores rise from rank to rank" in said

    def test_so_is_one_in_memory(self) -> None:
        rows = [
            {"query_id": "1", "doc_id": doc, "rank": rank, "score": rank / 10}
            for rank, doc in enumerate("abcdefgh")
        ]
        assert len(self.warned(cf.read_run(rows))) == 1

    def test_order_in_the_file_does_not_matter_and_few_lines_say_nothing(self, tmp_path: Path) -> None:
        path = tmp_path / "any.run"
        path.write_text("\n".join(reversed(self.LINES)) + "\n")
        assert len(self.warned(path)) == 1
        path.write_text("\n".join(self.LINES[:4]) + "\n")
        assert self.warned(path) == []
        path.write_text("\n".join(line.replace(" 0.", " -0.") for line in self.LINES) + "\n")
        assert self.warned(path) == []
