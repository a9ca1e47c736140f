"""What plots show, held against numbers that were worked out by hand or printed in the papers; nothing is drawn here."""

from __future__ import annotations

import math
import sys
from typing import Any

import numpy as np
import pytest

import cranfield as cf
from cranfield.compare.agree.panel import Standings
from cranfield.errors import InputError, UsageError

pytestmark = pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")  # these campaigns are tiny

QRELS = {"1": {"a": 1, "b": 1, "x": 0, "y": 0}, "2": {"a": 1, "x": 0}}
RUNS = {
    "good": {"1": ["a", "b", "x"], "2": ["a", "x"]},
    "fair": {"1": ["a", "x", "b"], "2": ["a", "x"]},
    "poor": {"1": ["x", "y", "a"], "2": ["x", "a"]},
}
TOPIC_1 = {"1": {f"r{rank}": 1 for rank in (1, 3, 4, 5, 6, 10)}}
RANKING_A = {"A": {"1": ["r1", "n2", "r3", "r4", "r5", "r6", "n7", "n8", "n9", "r10"]}}


def scores(measures: str = "AP P@1", runs: Any = None) -> cf.Scores:
    return cf.evaluate(QRELS, RUNS if runs is None else runs, measures)


def data(plot: Any) -> Any:
    return plot.data


def test_systems_are_sorted_by_the_last_measure_or_the_one_named() -> None:
    found = data(cf.plot.sorted(scores()))
    assert found.by == "P@1"
    assert found.systems == ("good", "fair", "poor")  # equals in the order of the input
    assert found.values[1] == (1.0, 1.0, 0.0)
    assert data(cf.plot.sorted(scores(), by="map")).values[0] == pytest.approx(
        [1.0, (5 / 6 + 1) / 2, (1 / 6 + 1 / 2) / 2]
    )


def test_a_measure_without_direction_is_left_out_and_told() -> None:
    found = data(cf.plot.sorted(scores("AP Judged@3")))
    assert found.measures == ("AP",)
    assert "left out" in found.subtitle
    assert "Judged@3" in found.subtitle


def test_less_is_better_where_it_is() -> None:
    assert data(cf.plot.sorted(scores("AP SearchLength"))).systems[-1] == "poor"


def test_ranks_of_a_bump_chart_share_places_and_are_drawn_apart() -> None:
    found = data(cf.plot.bump(scores()))
    assert found.systems == ("good", "fair", "poor")
    assert found.ranks == ((1, 1), (2, 1), (3, 3))
    assert found.places == ((1, 1), (2, 2), (3, 3))
    assert found.highlighted == found.systems


def test_of_many_systems_those_stand_out_whose_rank_changes_most() -> None:
    means = np.array([[9.0, 8, 7, 6, 5, 4, 3, 2, 1], [1.0, 8, 7, 6, 5, 4, 3, 2, 9]])
    standings = Standings(("AP", "RR"), tuple("abcdefghi"), means, np.array([1, 1]))
    assert data(cf.plot.bump(standings)).highlighted == ("a", "b", "i")
    assert data(cf.plot.bump(standings, highlight=["e"])).highlighted == ("e",)
    with pytest.raises(UsageError, match="no run `z` to highlight"):
        cf.plot.bump(standings, highlight=["z"])


def test_the_agreement_chart_counts_pairs_of_systems() -> None:
    found = data(cf.plot.agreement(scores(), by="mean"))
    assert dict(zip(found.classes, found.pairs, strict=True)) == {"AP = P@1": 2, "AP ≠ P@1": 1}
    assert found.shares == pytest.approx((2 / 3, 1 / 3))


def test_the_agreement_chart_of_the_paper_by_means(shared: Any) -> None:
    from cranfield.compare.agree import read_means

    means = read_means(str(shared / "spec" / "clef_ip_2009_table4.csv"))
    assert data(cf.plot.agreement(means, by="mean")).pairs == (861, 193, 66, 7, 1)
    found = data(cf.plot.bump(means))
    assert found.ranks[found.systems.index("R12")] == (19, 24, 28)
    with pytest.raises(UsageError, match="means cannot be tested"):
        cf.plot.agreement(means)


def test_measures_at_cut_offs() -> None:
    found = data(cf.plot.cutoffs(QRELS, RUNS, measures="P AP@7", ks=[1, 2]))
    assert [panel.caption for panel in found.panels] == ["good", "fair", "poor"]
    assert found.panels[1].lines == ("P", "AP")
    assert found.panels[1].values == ((1.0, 0.5), (0.75, 0.75))


def test_more_than_four_runs_have_a_panel_a_measure() -> None:
    runs = {f"{name}{nth}": run for name, run in RUNS.items() for nth in range(2)}
    found = data(cf.plot.cutoffs(QRELS, runs, measures="P", ks=[1, 2]))
    assert [panel.caption for panel in found.panels] == ["P"]
    assert len(found.panels[0].lines) == 6


def test_panels_are_of_runs_or_of_measures_as_one_likes() -> None:
    found = data(cf.plot.cutoffs(QRELS, RUNS, measures="P AP", ks=[1, 2], by="measure"))
    assert [panel.caption for panel in found.panels] == ["P", "AP"]
    assert found.panels[0].values[2] == (0.0, 0.25)
    with pytest.raises(UsageError, match="`by` has no value `topic`"):
        cf.plot.cutoffs(QRELS, RUNS, by="topic")


def test_the_share_of_judged_documents_by_depth() -> None:
    found = data(cf.plot.judged({"1": {"a": 1}}, {"1": ["a", "u", "v"]}, k=3))
    assert found.ks == (1, 2, 3)
    assert found.panels[0].values[0] == pytest.approx((1, 1 / 2, 1 / 3))


@pytest.mark.parametrize(
    "ranks, n, pres",
    [([1], 4, 0.25), ([50, 51, 53, 54], 4, 0.505), ([1, 2, 3, 4], 4, 1), ([1, 98, 99, 100], 4, 0.28)],
)
def test_steps_have_the_pres_of_the_paper(ranks: list[int], n: int, pres: float) -> None:
    assert data(cf.plot.steps(ranks=ranks, n=n, k=100)).value == pytest.approx(pres)


def test_missing_documents_are_in_the_worst_place() -> None:
    found = data(cf.plot.steps(ranks=[1, 2, 3, 4, 5, 6, 7], n=10, k=100))
    assert found.actual[-3:] == (108, 109, 110)  # the paper's own example
    assert found.best == tuple(range(1, 11))
    assert found.lost + found.gained == 10 * 100


def test_rnorm_of_half_the_documents_near_the_top() -> None:
    found = data(cf.plot.steps(ranks=[10, 12, 14], n=6, collection=50_000))
    assert found.value == pytest.approx(0.4999, abs=5e-6)
    assert found.far
    assert "mislead" in found.subtitle


def test_steps_of_a_run_are_those_of_its_topic() -> None:
    found = data(cf.plot.steps(QRELS, {"fair": RUNS["fair"]}, topic="1", k=3))
    assert found.found == (1, 3)
    value = cf.evaluate(QRELS, RUNS["fair"], "PRES@3")["PRES@3"][0]
    assert found.value == pytest.approx(float(value))


def test_the_lines_of_pres_go_from_recall_to_the_worst_case() -> None:
    found = data(cf.plot.pres_family(n=4, k=100))
    for line in found.lines:
        assert line.values[0] == pytest.approx(line.recall)
        assert line.values[1] == pytest.approx(4 * line.recall**2 / 100)
    assert found.pres == pytest.approx([1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0])
    assert found.rr[:3] == pytest.approx((1, 0.5, 1 / 3))
    assert found.rr[-1] == 0


def test_the_square_has_the_adm_of_the_paper() -> None:
    ure = dict(zip("abcde", (0.8, 0.6, 0.4, 0.2, 0.1), strict=True))
    runs = {
        name: {"q": dict(zip("abcde", values, strict=True))}
        for name, values in {"1": (0.9, 0.5, 0.5, 0.1, 0.2), "3": (0.8, 0.6, 0.4, 0.2, 1.0)}.items()
    }
    found = data(cf.plot.square({"q": ure}, runs))
    assert found.adm == pytest.approx((0.9, 0.82))
    assert (0.1, 1.0, 1) in found.documents[1]


def test_documents_alike_are_one_spot_and_missed_ones_lie_at_the_bottom() -> None:
    found = data(cf.plot.square({"q": {"a": 1, "b": 1, "c": 0}}, {"r": {"q": {"c": 0.5}}}))
    assert found.documents == (((0.0, 0.5, 1), (1.0, 0.0, 2)),)


def test_the_band_leaves_half_of_the_square_white() -> None:
    from cranfield.report.plots.square import DELTA, names_of_sectors

    assert pytest.approx(0.5) == 1 - (1 - DELTA) ** 2
    named = {name: (sre, ure) for name, ure, sre in names_of_sectors("band", DELTA)}
    grey = {name for name, (sre, ure) in named.items() if abs(sre - ure) >= DELTA}
    assert grey == {"1", "2", "5", "6", "9", "10"}
    assert {name for name, (sre, _) in named.items() if sre >= 0.5} == {"1", "2", "3", "4", "5"}  # retrieved
    assert {name for name, (_, ure) in named.items() if ure >= 0.5} == {"2", "3", "5", "8", "9"}  # relevant


def test_both_curves_of_ranking_a_of_the_lectures() -> None:
    (found,) = data(cf.plot.precision_recall(TOPIC_1, RANKING_A)).rankings
    assert [round(precision, 2) for _, precision in found.points] == [
        1,
        0.5,
        0.67,
        0.75,
        0.8,
        0.83,
        0.71,
        0.62,
        0.56,
        0.6,
    ]
    assert found.ap == pytest.approx(0.775)
    assert found.area == pytest.approx(0.822222, abs=1e-6)
    assert found.interpolated == pytest.approx((1, 5 / 6, 5 / 6, 5 / 6, 5 / 6, 0.6))


def test_recall_curves_are_the_eleven_points_of_the_lectures() -> None:
    (line,) = data(cf.plot.recall_curves(TOPIC_1, RANKING_A)).panels[0][1]
    assert line.values == pytest.approx((1, 1, *[5 / 6] * 7, 0.6, 0.6))
    assert line.lower == ()  # one topic tells nothing of how topics differ


def test_intervals_around_recall_curves_hold_the_mean() -> None:
    _, fair, _ = data(cf.plot.recall_curves(QRELS, RUNS)).panels[0][1]
    assert all(
        low <= value <= high for low, value, high in zip(fair.lower, fair.values, fair.upper, strict=True)
    )


def test_eprum_of_nobody_who_walks_is_precision_at_recall() -> None:
    eprum, effort = data(cf.plot.eprum({"1": {"a": 1, "b": 1}}, {"1": ["a", "x", "x2", "b"]})).panels
    assert eprum[1][0].values == pytest.approx((*[1] * 6, *[0.5] * 5))
    assert (eprum[0], effort[0]) == ("EPRUM", "EP/GR")


def test_gain_by_rank() -> None:
    found = data(cf.plot.gains({"1": {"a": 3, "b": 2}}, {"1": ["b", "a"]}, k=2))
    assert found.dcg[0] == pytest.approx((2, 2 + 3 / math.log2(3)))
    assert found.ideal == pytest.approx((3, 3 + 2 / math.log2(3)))
    assert found.ndcg[0] == pytest.approx(
        [got / best for got, best in zip(found.dcg[0], found.ideal, strict=True)]
    )


def test_discounts() -> None:
    weights = {curve.short: curve.weights for curve in data(cf.plot.discounts(k=4)).curves}
    assert weights["nDCG"] == pytest.approx((1, 1 / math.log2(3), 0.5, 1 / math.log2(5)))
    assert weights["DCG 2000, b = 2"] == pytest.approx((1, 1, 1 / math.log2(3), 0.5))
    assert weights["RBP, p = 0.8"] == pytest.approx((1, 0.8, 0.64, 0.512))


@pytest.mark.parametrize("beta", [0.5, 1, 2, 9])
def test_f_is_the_same_all_along_a_line(beta: float) -> None:
    for level in data(cf.plot.f_curves(beta=beta)).levels:
        for recall, precision in level.points:
            assert 0 < precision <= 1
            assert (1 + beta**2) * precision * recall / (beta**2 * precision + recall) == pytest.approx(
                level.f
            )


def test_systems_in_the_plane_of_precision_and_recall() -> None:
    found = data(cf.plot.f_curves(scores("P@1 R@1")))
    assert found.spots[0] == ("good", 0.75, 1.0)
    with pytest.raises(UsageError, match="a precision and a recall"):
        cf.plot.f_curves(scores("AP"))


def test_where_users_get_to_in_the_graph_of_the_paper() -> None:
    found = data(cf.plot.navigation(edges=["x>y:0.5", "x>z:0.3", "y>z:0.8", "z>y:0.12"]))
    assert dict(zip(found.nodes, found.reached, strict=True)) == pytest.approx({"x": 1, "y": 0.536, "z": 0.7})


def test_what_the_list_of_the_paper_leads_to() -> None:
    found = data(cf.plot.reach(table={"c": {"a": 0.4, "b": 0.4}, "d": {"a": 0.6, "b": 0.4}, "a": {"a": 1}}))
    assert found.seen == pytest.approx((1, 0.64))
    assert found.expected == pytest.approx(1.64)


def test_what_a_run_leads_to_where_nobody_walks() -> None:
    found = data(cf.plot.reach(QRELS, {"fair": RUNS["fair"]}, topic="1"))
    assert found.probability == ((1, 0), (0, 0), (0, 1))


def test_the_counter_of_the_session_of_the_paper() -> None:
    tree = ["a", "a>b", "a>c", "a>k", "c>d", "c>e", "d>f", "d>i", "e>g", "e>h"]
    found = data(cf.plot.session(parents=tree, ideals="bfgh", steps=["a", "b", "c+f", "d+f+i", "e+g+h"]))
    assert found.found == (0, 1, 2, 2, 4)  # the paper calls the last one F4


def test_differences_by_topic_go_from_the_greatest_to_the_least() -> None:
    found = data(cf.plot.differences(scores("AP"), run="poor", baseline="fair"))
    assert found.topics == ("2", "1")
    assert found.differences == pytest.approx((0.5 - 1, 1 / 6 - 5 / 6))
    assert found.counts == (0, 0, 2)
    assert found.mean == pytest.approx(-7 / 12)


def test_differences_are_of_the_first_run_and_the_best_other_unless_they_are_named() -> None:
    found = data(cf.plot.differences(scores("AP")))
    assert (found.run, found.baseline) == ("fair", "good")
    with pytest.raises(UsageError, match="2 runs or more"):
        cf.plot.differences(scores("AP", {"one": RUNS["good"]}))
    with pytest.raises(UsageError, match="cannot be held against itself"):
        cf.plot.differences(scores("AP"), run="fair", baseline="fair")


def test_boxes_are_quartiles_of_topics() -> None:
    qrels = {str(nth): {"a": 1} for nth in range(1, 6)}
    run = {str(nth): [*("x" * place for place in range(1, nth)), "a"] for nth in range(1, 6)}
    (box,) = data(cf.plot.topics(cf.evaluate(qrels, run, "RR"))).boxes
    assert (box.quarter, box.median, box.three_quarters) == pytest.approx((1 / 4, 1 / 3, 1 / 2))
    assert box.high == 0.5  # 1 is further from the box than 1.5 times its length
    assert box.mean == pytest.approx((1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5) / 5)


@pytest.mark.parametrize(
    "name, more", [("differences", {}), ("topics", {}), ("intervals", {"baseline": "good"})]
)
def test_a_geometric_mean_is_not_shown_as_a_mean_of_topics(name: str, more: dict[str, str]) -> None:
    with pytest.raises(UsageError, match="GMAP is no mean over topics"):
        getattr(cf.plot, name)(scores("GMAP"), **more)


def test_a_heat_map_puts_the_best_run_and_the_easiest_topic_first() -> None:
    found = data(cf.plot.heatmap(scores("AP"), order="mean"))
    assert found.runs == ("good", "fair", "poor")
    assert found.columns == (("2",), ("1",))
    assert found.values[2] == pytest.approx((1 / 2, 1 / 6))


def test_a_heat_map_of_too_many_cells_averages_topics(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cranfield.report.plots.heatmap._MOST_CELLS", 3)
    found = data(cf.plot.heatmap(scores("AP"), order="mean"))
    assert found.columns == (("2", "1"),)
    assert found.values[2] == pytest.approx((1 / 3,))
    assert "mean of up to 2 topics" in found.subtitle


def test_clusters_put_runs_that_are_alike_together() -> None:
    runs = {"a": RUNS["good"], "b": RUNS["poor"], "c": RUNS["good"], "d": RUNS["poor"]}
    order = "".join(data(cf.plot.heatmap(scores("AP", runs))).runs)
    assert order in ("acbd", "cabd", "acdb", "cadb", "bdac", "dbac", "bdca", "dbca")


def test_the_matrix_has_the_p_of_compare() -> None:
    campaign = cf.simulate.simulate({"a": 2.5, "b": 1.5, "c": 1.4}, topics=12, documents=200, retrieved=50)
    given = cf.evaluate(campaign.qrels, campaign.runs, "AP")
    found = data(cf.plot.p_matrix(given))
    assert found.systems[0] == "a"
    expected = {frozenset((each.run, each.against)): each.corrected for each in given.compare(test="t")}
    for one, row in zip(found.systems, found.p, strict=True):
        for other, p in zip(found.systems, row, strict=True):
            assert math.isnan(p) if one == other else p == expected[frozenset((one, other))]
    assert found.ahead[0][1:] == (True, True)
    assert found.significant == sum(p <= 0.05 for p in expected.values())


def test_a_forest_has_the_intervals_of_eval_or_those_of_differences() -> None:
    from cranfield.compare.intervals import intervals

    given = scores("AP")
    found = data(cf.plot.intervals(given))
    assert [sure.run for sure in found.panels[0]] == ["good", "fair", "poor"]
    assert found.panels[0][1][2:] == pytest.approx(tuple(intervals(given).at(1, 0) or ()))
    against = data(cf.plot.intervals(given, baseline="good")).panels[0]
    assert [sure.run for sure in against] == ["fair", "poor"]
    assert against[0].mean == pytest.approx(-1 / 12)


def test_power_is_that_of_the_t_test() -> None:
    from cranfield.compare.power import power_of_t

    campaign = cf.simulate.simulate({"a": 2.5, "b": 1.5}, topics=12, documents=200, retrieved=50)
    found = data(cf.plot.power(cf.evaluate(campaign.qrels, campaign.runs, "AP"), differences=[0.1]))
    assert found.there == 12
    place = found.topics.index(50)
    assert found.power[0][place] == pytest.approx(power_of_t(50, 0.1 / found.deviation))


def test_strips_show_grades_and_what_nobody_judged() -> None:
    runs = {"one": {"1": ["a", "u", "x", "b"]}, "two": {"1": ["x"]}}
    found = data(cf.plot.strips(QRELS, runs, topic="1"))
    assert found.grades == ((1, None, 0, 1), (0,))
    assert found.depth == 4


def test_strips_of_one_run_show_its_topics() -> None:
    found = data(cf.plot.strips(QRELS, {"fair": RUNS["fair"]}))
    assert found.rows == ("1", "2")
    assert found.grades == ((1, 0, 1), (1, 0))
    assert (
        "1 rows further down left out" in data(cf.plot.strips(QRELS, {"fair": RUNS["fair"]}, rows=1)).subtitle
    )


def test_beads_say_where_documents_are_in_the_reference() -> None:
    found = data(cf.plot.beads(QRELS, RUNS, topic="1", reference="fair", k=3))
    assert found.runs == ("fair", "good", "poor")
    assert found.places == ((1, 2, 3), (1, 3, 2), (2, None, 1))
    assert found.relevant[1] == (True, True, False)
    with pytest.raises(UsageError, match="no place here"):
        cf.plot.beads(QRELS, RUNS, topic="1", unjudged="condense")


def test_a_lorenz_curve_ends_at_everything_and_has_the_gini_coefficient() -> None:
    runs = {"r": {str(nth): list(docs) for nth, docs in enumerate(["bcde", "de", "de", "e", "e"], start=1)}}
    (share,) = data(cf.plot.lorenz(QRELS, runs, collection=5)).shares
    assert share.x[0] == share.y[0] == 0
    assert share.x[-1] == share.y[-1] == 1
    assert share.y[2] == pytest.approx(1 / 10)  # never, once, once, three and five times
    assert share.gini == pytest.approx(2 * (0.5 - np.trapezoid(share.y, share.x)))
    with pytest.raises(UsageError, match="has less documents"):
        cf.plot.lorenz(QRELS, runs, collection=3)


def test_topics_have_to_be_named_where_one_is_shown() -> None:
    with pytest.raises(UsageError, match="shows one topic, and there are 2") as refused:
        cf.plot.strips(QRELS, RUNS)
    assert refused.value.slug == "which-topic"
    with pytest.raises(UsageError, match="no judgements for topic `7`"):
        cf.plot.precision_recall(QRELS, RUNS, topic="7")


def test_nothing_relevant_is_no_plot() -> None:
    with pytest.raises(InputError, match="no relevant documents"):
        cf.plot.precision_recall({"1": {"a": 0}}, {"1": ["a"]})
    with pytest.raises(UsageError, match="no document is relevant"):
        cf.plot.steps({"1": {"a": 0}}, {"1": ["a"]})


@pytest.mark.parametrize(
    "call",
    [
        cf.plot.steps,
        lambda: cf.plot.steps(ranks=[1, 1], n=2),
        lambda: cf.plot.steps(ranks=[1, 2], n=1),
        lambda: cf.plot.steps(ranks=[1], n=1, k=5, collection=9),
        lambda: cf.plot.steps(ranks=[9], n=1, collection=5),
        lambda: cf.plot.steps(QRELS, RUNS, topic="1"),
        lambda: cf.plot.pres_family(n=0),
        lambda: cf.plot.discounts(p=1),
        lambda: cf.plot.f_curves(beta=0),
        lambda: cf.plot.square(QRELS, RUNS, sectors="halves"),
        lambda: cf.plot.cutoffs(QRELS, RUNS, ks=[5]),
        lambda: cf.plot.gains(QRELS, RUNS, k=1),
        lambda: cf.plot.bump(scores("AP")),
        lambda: cf.plot.agreement(scores(), by="median"),
        lambda: cf.plot.heatmap(scores(), order="size"),
        lambda: cf.plot.power(scores(), differences=[0]),
        lambda: cf.plot.intervals(scores("AP P@1 P@2 P@3 RR")),
        cf.plot.navigation,
        lambda: cf.plot.navigation(edges=["x-y"]),
        cf.plot.session,
        lambda: cf.plot.session(parents=["a"], ideals=["z"], steps=["a"]),
        lambda: cf.plot.session(parents={"a": "b", "b": "a"}, ideals=["a"], steps=["a"]).spec(),
        cf.plot.reach,
        lambda: cf.plot.reach(table={"a": {"b": 1.5}}),
        lambda: cf.plot.beads(QRELS, RUNS),
    ],
)
def test_what_cannot_be_shown_is_refused_with_a_reason(call: Any) -> None:
    with pytest.raises(UsageError):
        call()


def test_the_data_need_no_altair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    plot = cf.plot.differences(scores("AP"))
    assert plot.data.mean < 0
    with pytest.raises(cf.CranfieldError, match="needs the package `altair`") as refused:
        plot.spec()
    assert refused.value.hint == "pip install 'cranfield[report]'"
