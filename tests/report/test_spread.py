"""How sure a number is, beside it or below it; and the order of runs."""

from __future__ import annotations

import io
import re
from inspect import cleandoc
from typing import TYPE_CHECKING

import pytest

from cranfield.compare.intervals import Interval, intervals
from cranfield.errors import UsageError
from cranfield.report.order import in_order
from cranfield.report.plain import plain_text
from cranfield.report.spread import spread
from cranfield.report.table import leaderboard
from cranfield.report.terminal import show

if TYPE_CHECKING:
    from cranfield.model import Scores
    from tests.report.conftest import Maker

NAN = float("nan")


def test_intervals_stand_beside_their_numbers_where_there_is_room(two_runs: Scores) -> None:
    assert plain_text(leaderboard(two_runs, intervals(two_runs))) == cleandoc(
        """
        run    topics              AP            P@10  NumRet
        bm25      4/4  0.2833 ±0.5020  0.2000 ±0.2484    3998
        dense     3/4  0.2917 ±0.9982  0.2000 ±0.4968    3000

        4 judged topics; dense has no documents for 1 of them: 304 (they count as if
          nothing was found: 0 for most measures)
        1 topic left out of AP, P@10, because nothing is relevant there: 303
        ±: 95 % interval over topics (Student's t)
        """
    )


def test_where_there_is_none_they_stand_below(two_runs: Scores) -> None:
    told = plain_text(leaderboard(two_runs, intervals(two_runs)), width=50)
    assert told.splitlines()[:5] == [
        "run    topics       AP     P@10  NumRet",
        "bm25      4/4   0.2833   0.2000    3998",
        "               ±0.5020  ±0.2484",
        "dense     3/4   0.2917   0.2000    3000",
        "               ±0.9982  ±0.4968",
    ]


def test_a_row_without_intervals_takes_one_line(make_scores: Maker) -> None:
    scores = make_scores({"a": {"AP": [0.1, 0.3]}, "b": {"AP": [0.5, NAN]}})
    told = plain_text(leaderboard(scores, intervals(scores)), width=12).splitlines()
    assert [line.split() for line in told[:4]] == [
        ["run", "AP"],
        ["a", "0.2000"],
        ["±1.2706"],
        ["b", "0.5000"],
    ]
    assert "no interval where fewer than 2 topics count: AP of b" in " ".join(" ".join(told).split())


def test_columns_without_intervals_are_aligned(make_scores: Maker) -> None:
    scores = make_scores({"a": {"AP": [0.1, 0.3]}, "b": {"AP": [0.5, NAN]}})
    head, first, second, *_ = plain_text(leaderboard(scores, intervals(scores))).splitlines()
    assert (head, first, second) == ("run              AP", "a    0.2000 ±1.2706", "b    0.5000")


def test_one_topic_is_said_to_be_too_few(make_scores: Maker) -> None:
    scores = make_scores({"a": {"AP": [0.1], "NumRet": [3]}, "b": {"AP": [0.5], "NumRet": [2]}})
    table = leaderboard(scores, intervals(scores))
    assert not table.spreads
    assert table.notes[1:] == ("no intervals: they take at least 2 topics",)
    seven = make_scores({f"r{n}": {"AP": [0.1, NAN], "RR": [0.1, 0.2]} for n in range(7)})
    assert leaderboard(seven, intervals(seven)).notes[-1].endswith("AP of r4 and 2 more numbers")


@pytest.mark.parametrize(
    "interval,text",
    [
        (Interval(0.4, 0.6), "±0.1000"),
        (Interval(0.5, 0.5), "±0.0000"),
        (Interval(0.40004, 0.6), "±0.1000"),
        (Interval(0.41, 0.6), "0.4100–0.6000"),
        (Interval(-0.1, 0.6), "-0.1000–0.6000"),
    ],
)
def test_an_interval_about_a_half_is_written(interval: Interval, text: str) -> None:
    assert spread(0.5, interval) == text


def test_the_note_says_which_sign_is_which(make_scores: Maker) -> None:
    scores = make_scores({"a": {"AP": [0.0, 0.1, 0.1, 0.9], "P@10": [0.5, 0.5, 0.5, 0.5]}})
    found = intervals(scores, "bootstrap", confidence=90, seed=3)
    assert leaderboard(scores, found).notes[-1] == (
        "± or a–b: 90 % interval over topics (bootstrap of 10,000 samples of topics, seed 3)"
    )


def test_a_terminal_that_knows_only_ascii_gets_no_other_sign(make_scores: Maker) -> None:
    scores = make_scores({"a": {"AP": [0.0, 0.1, 0.9], "P@10": [0.5, 0.5, 0.5]}})
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii", errors="strict")
    show(leaderboard(scores, intervals(scores, "bootstrap")), stream)
    stream.flush()
    assert "0.5000 +-0.0000" in raw.getvalue().decode()
    assert "0.3333 0.0000..0.9000" in raw.getvalue().decode()


def test_a_table_without_intervals_says_nothing_of_them(two_runs: Scores) -> None:
    assert "interval" not in str(leaderboard(two_runs))


def test_runs_are_sorted_best_first(make_scores: Maker) -> None:
    scores = make_scores(
        {
            "b": {"AP": [0.2, 0.2], "SearchLength": [5, 7], "NumRet": [7, 7]},
            "c": {"AP": [NAN, NAN], "SearchLength": [1, 1], "NumRet": [9, 9]},
            "a": {"AP": [0.4, 0.2], "SearchLength": [9, 9], "NumRet": [8, 8]},
            "d": {"AP": [0.2, 0.2], "SearchLength": [5, 7], "NumRet": [8, 8]},
        }
    )
    orders = {by: "".join(in_order(scores, by).runs) for by in ("AP", "map", "NumRet", "name", "input")}
    assert orders == {"AP": "abdc", "map": "abdc", "NumRet": "cadb", "name": "abcd", "input": "bcad"}
    sorted_scores = in_order(scores, "AP")
    for run in scores.runs:
        assert sorted_scores[run, "NumRet"].tolist() == scores[run, "NumRet"].tolist()
    assert [source.name for source in sorted_scores.recipe.runs] == ["a.txt", "b.txt", "d.txt", "c.txt"]


def test_a_measure_where_less_is_better_is_sorted_upwards(make_scores: Maker) -> None:
    scores = make_scores({"long": {"SearchLength": [9.0]}, "short": {"SearchLength": [2.0]}})
    assert in_order(scores, scores.measures[0]).runs == ("short", "long")


@pytest.mark.parametrize(
    "by,hint",
    [("RR", "ask for it, too: -m RR"), ("P@11", "ask for it, too: -m P@11"), ("nam", "did you mean `name`?")],
)
def test_an_order_that_there_is_not_is_refused(two_runs: Scores, by: str, hint: str) -> None:
    with pytest.raises(UsageError, match="which is no column of this table") as raised:
        in_order(two_runs, by)
    assert (raised.value.slug, raised.value.hint) == ("unknown-order", hint)
    assert raised.value.details == ("  one of: AP, P@10, NumRet, name, input",)


def test_a_measure_has_every_name_that_it_can_be_asked_for_by(two_runs: Scores) -> None:
    assert two_runs.mean("bm25", "map") == two_runs.mean("bm25", "AP")
    assert two_runs["dense", "P_10"].tolist()[:2] == [0.4, 0.2]
    with pytest.raises(UsageError, match="no measure `recip_rank` in these scores"):
        two_runs.mean("bm25", "recip_rank")


def test_on_a_terminal_the_number_is_bold_and_its_interval_is_not(
    two_runs: Scores, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    for columns in ("80", "50"):
        monkeypatch.setenv("COLUMNS", columns)
        screen = Screen()
        show(leaderboard(two_runs, intervals(two_runs)), screen)
        assert "\x1b[1;32m0.2917\x1b[0m" in screen.getvalue()
        assert re.search("\x1b\\[2m ?±0.9982\x1b\\[0m", screen.getvalue())
        bare = re.sub(r"\x1b\[[0-9;]*m", "", screen.getvalue())
        expected = plain_text(leaderboard(two_runs, intervals(two_runs)), int(columns))
        assert [line.rstrip() for line in bare.splitlines()] == expected.splitlines()
