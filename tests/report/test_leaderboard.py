"""Tables as a reader sees them, letter by letter."""

from __future__ import annotations

from dataclasses import replace
from inspect import cleandoc
from typing import TYPE_CHECKING

import numpy as np

from cranfield.report.plain import plain_text
from cranfield.report.table import Table, leaderboard, long_table, topic_table

if TYPE_CHECKING:
    from cranfield.model import Scores
    from tests.report.conftest import Maker

NAN = float("nan")


def test_a_gap_in_a_run_and_a_topic_left_out_stand_under_the_table(two_runs: Scores) -> None:
    assert str(leaderboard(two_runs)) == cleandoc(
        """
        run    topics      AP    P@10  NumRet
        bm25      4/4  0.2833  0.2000    3998
        dense     3/4  0.2917  0.2000    3000

        4 judged topics; dense has no documents for 1 of them: 304 (they count as if
          nothing was found: 0 for most measures)
        1 topic left out of AP, P@10, because nothing is relevant there: 303
        """
    )


def test_a_complete_run_needs_no_column_for_topics(make_scores: Maker) -> None:
    assert str(make_scores({"bm25": {"AP": [0.5, 0.25]}}).table()) == cleandoc(
        """
        run       AP
        bm25  0.3750

        2 judged topics; bm25 has documents for all of them
        """
    )


def test_policies_that_were_chosen_are_named(make_scores: Maker) -> None:
    scores = make_scores(
        {"a": {"AP": [0.5, None]}, "b": {"AP": [0.1, 0.2]}}, topics="common", ties="input", depth=100
    )
    assert str(leaderboard(scores)) == cleandoc(
        """
        run  topics      AP
        a       1/2  0.5000
        b       2/2  0.1500

        2 judged topics; a has no documents for 1 of them: 302 (they are left out of its
          means)
        policies other than the default: ties input; topics common; depth 100
        """
    )


def test_many_gaps_are_summarised(make_scores: Maker) -> None:
    runs = {f"run{number}": {"AP": [0.5, None, None]} for number in range(7)}
    assert leaderboard(make_scores(runs)).notes == (
        "3 judged topics; 7 of 7 runs have no documents for some of them (they count as if nothing was found: 0 for most measures)",
        *(f"run{number} has none for 2: 302, 303" for number in range(5)),
        "... and 2 more runs, see the column `topics`",
    )


def test_a_value_that_only_one_run_lacks_is_pointed_out(make_scores: Maker) -> None:
    scores = make_scores({"a": {"AP": [0.5, NAN]}, "b": {"AP": [0.5, 0.5]}})
    assert leaderboard(scores).notes[1:] == ("AP is not defined for 1 topic of a: 302 (left out)",)


def test_a_topic_without_documents_is_not_said_to_lack_relevant_ones(make_scores: Maker) -> None:
    one = make_scores({"a": {"AP": [0.5, None, NAN], "Judged@2": [1.0, NAN, 0.5]}})
    assert leaderboard(one).notes == (
        "3 judged topics; a has no documents for 1 of them: 302 (they count as if nothing was found: 0 for most measures)",
        "1 topic left out of AP, because nothing is relevant there: 303",
        "1 topic left out of Judged@2, because a has no documents there: 302",
    )
    two = make_scores({run: {"AP": [0.5, None], "Judged@2": [1.0, NAN]} for run in ("a", "b")})
    assert (
        leaderboard(two).notes[-1] == "1 topic left out of Judged@2, because no run has documents there: 302"
    )


def test_a_reason_that_is_not_known_is_not_given(make_scores: Maker) -> None:
    scores = make_scores(
        {"a": {"AP": [0.5, 0.5], "RR": [0.5, NAN], "AP(rel=2)": [0.5, NAN], "own": [1.0, NAN]}}
    )
    assert leaderboard(scores).notes[1:] == (
        "1 topic left out of RR, own, not defined there: 302",
        "1 topic left out of AP(rel=2), because nothing is relevant there: 302",
    )


def test_a_measure_that_has_no_value_in_a_gap_is_named(make_scores: Maker) -> None:
    scores = make_scores(
        {
            "a": {"AP": [0.5, None, None], "Judged@10": [1.0, NAN, NAN]},
            "b": {"AP": [0.5, 0.5, 0.5], "Judged@10": [1.0, 1.0, 1.0]},
        }
    )
    assert leaderboard(scores).notes == (
        "3 judged topics; a has no documents for 2 of them: 302, 303 (they count as if nothing was found: 0 for most measures)",
        "Judged@10: averaged over the topics with documents only",
    )


def test_undefined_everywhere_is_a_dash(make_scores: Maker) -> None:
    table = leaderboard(make_scores({"a": {"AP": [NAN]}, "b": {"AP": [NAN]}}))
    assert [row[1] for row in table.rows] == [None, None]
    assert not table.best
    assert "a         -" not in str(table)
    assert str(table).splitlines()[1] == "a     -"


def test_best_is_what_looks_best(make_scores: Maker) -> None:
    scores = make_scores(
        {
            "a": {"AP": [0.50001], "RR": [0.1], "NumRet": [10], "Judged@10": [1.0]},
            "b": {"AP": [0.50002], "RR": [0.2], "NumRet": [20], "Judged@10": [0.5]},
        }
    )
    assert leaderboard(scores).best == {(0, 1), (1, 1), (1, 2)}  # AP is equal as shown; counts are no contest


def test_one_run_is_not_the_best_of_anything(make_scores: Maker) -> None:
    assert not leaderboard(make_scores({"a": {"AP": [0.5]}})).best


def test_columns_that_do_not_fit_continue_below(make_scores: Maker) -> None:
    measures = [
        "AP",
        "nDCG@10",
        "nDCG(dcg='exp-log2')@10",
        "P@10",
        "R@1000",
        "RR",
        "Judged@10",
        "Bpref",
        "PRES@1000",
    ]
    runs = {
        "a-run-with-a-name": {name: [0.5] for name in measures},
        "bm25": {name: [0.25] for name in measures},
    }
    table = leaderboard(make_scores(runs))
    assert str(table) == cleandoc(
        """
        run                    AP  nDCG@10  nDCG(dcg='exp-log2')@10    P@10  R@1000
        a-run-with-a-name  0.5000   0.5000                   0.5000  0.5000  0.5000
        bm25               0.2500   0.2500                   0.2500  0.2500  0.2500

        run                    RR  Judged@10   Bpref  PRES@1000
        a-run-with-a-name  0.5000     0.5000  0.5000     0.5000
        bm25               0.2500     0.2500  0.2500     0.2500

        1 judged topic; every run has documents for all of them
        """
    )


def test_topics_in_rows(two_runs: Scores) -> None:
    assert str(topic_table(two_runs)) == cleandoc(
        """
        run    topic      AP    P@10  NumRet
        bm25   301    0.5000  0.3000    1000
        bm25   302    0.2500  0.2000    1000
        bm25   303         -       -    1000
        bm25   304    0.1000  0.1000     998
        dense  301    0.7500  0.4000    1000
        dense  302    0.1250  0.2000    1000
        dense  303         -       -    1000
        dense  304    0.0000  0.0000       0
        """
    )


def test_columns_for_a_data_frame(two_runs: Scores) -> None:
    columns = long_table(two_runs).to_dict()
    assert list(columns) == ["run", "topic", "measure", "value"]
    assert [column[6] for column in columns.values()] == ["bm25", "303", "AP", None]
    assert columns["value"][:3] == [0.5, 0.3, 1000]


def test_a_long_table_prints_its_ends_and_says_so() -> None:
    table = Table(("topic", "AP"), tuple((str(number), number / 1000) for number in range(1000)))
    lines = str(table).splitlines()
    assert len(lines) == 44
    assert lines[21].split() == ["...", "..."]
    assert lines[-1] == "960 of 1,000 rows are not shown"
    assert len(plain_text(table).splitlines()) == 1001


def test_names_cannot_steer_the_terminal() -> None:
    table = Table(("run", "AP"), (("\x1b[31mred\udcff", 0.5), ("検索", 0.5)))
    assert str(table).splitlines() == [
        "run                  AP",
        r"\x1b[31mred\xff  0.5000",
        "検索             0.5000",
    ]


def test_a_title_stands_above() -> None:
    assert str(Table(("run",), (("a",),), title="All runs")) == "All runs\n\nrun\na"


def test_topics_that_a_table_of_scores_lacks_are_left_out_and_not_called_zero(make_scores: Maker) -> None:
    scores = make_scores({"a": {"AP": [0.5, 0.25]}, "b": {"AP": [0.5, None]}})
    gap = ~scores.answered[:, None, :]
    table = leaderboard(replace(scores, values=np.where(gap, np.nan, scores.values)))
    text = " ".join(table.notes)
    assert "they are left out of its means" in text
    assert "as if nothing was found" not in text
    assert "averaged over the topics with documents only" not in text
