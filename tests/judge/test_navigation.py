"""Where users get to from an item: each model by what it is meant to be, and what it refuses."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cranfield as cf
from cranfield._core.contract import Core
from cranfield.errors import InputError, UsageError
from cranfield.judge.navigation import (
    BestListed,
    ComplexItems,
    Distance,
    LengthRatio,
    Links,
    NavigationModel,
    ReadingOn,
    Siblings,
    Table,
    Tree,
    classical,
    fit_theta,
    from_logs,
    reached_from,
)
from cranfield.judge.navigation.model import steps_of
from cranfield.read.inex.spans import Span


def ways(model: NavigationModel, items: Sequence[str], ideals: Sequence[str]) -> dict[tuple[str, str], float]:
    steps = steps_of(model, "q1", items, ideals)
    columns = zip(steps.item.tolist(), steps.ideal.tolist(), steps.probability.tolist(), strict=True)
    return {(items[item], ideals[ideal]): round(probability, 9) for item, ideal, probability in columns}


def spread(**spans: tuple[int, int]) -> dict[str, Span]:
    return {name: Span("d", start, end) for name, (start, end) in spans.items()}


ARTICLE = spread(article=(0, 100), sec1=(0, 60), p1=(0, 20), p2=(20, 60), sec2=(60, 100), p3=(60, 100))


class TestLengthRatio:
    def test_the_more_two_have_in_common_the_more_users_go(self) -> None:
        model = LengthRatio(ARTICLE)
        assert ways(model, ["article", "sec1", "p2", "p1", "p3"], ["p1"]) == {
            ("article", "p1"): 0.2,
            ("sec1", "p1"): round(1 / 3, 9),
            ("p1", "p1"): 1,
        }

    def test_up_is_as_far_as_down(self) -> None:
        model = LengthRatio(ARTICLE)
        assert ways(model, ["p1"], ["sec1"])["p1", "sec1"] == ways(model, ["sec1"], ["p1"])["sec1", "p1"]

    def test_passages_share_a_part_of_what_they_cover(self) -> None:
        model = LengthRatio(ARTICLE)
        assert ways(model, ["p2"], ["d:50:30"]) == {}  # another document of that name
        spans = {f"d:/{name}": span for name, span in ARTICLE.items()}
        assert ways(LengthRatio(spans), ["d:/p2", "d:/sec2"], ["d:50:30"]) == {
            ("d:/p2", "d:50:30"): round(10 / 60, 9),
            ("d:/sec2", "d:50:30"): round(20 / 50, 9),
        }

    def test_elements_without_text_lead_to_themselves(self) -> None:
        model = LengthRatio(spread(empty=(5, 5), around=(0, 10)))
        assert ways(model, ["empty", "around"], ["empty"]) == {("empty", "empty"): 1}
        assert ways(model, ["empty"], ["around"]) == {}

    def test_other_documents_are_not_looked_up(self) -> None:
        model = LengthRatio({"1:/a[1]": Span("1", 0, 9)})
        assert ways(model, ["2:/nowhere[1]", "1:/a[1]"], ["1:0:3"]) == {("1:/a[1]", "1:0:3"): round(1 / 3, 9)}

    def test_an_unknown_element_is_refused_or_skipped_with_a_warning(self) -> None:
        with pytest.raises(InputError, match="nobody knows where the element `p9` stands"):
            ways(LengthRatio(ARTICLE), ["p9"], ["p1"])
        model = LengthRatio(ARTICLE, missing="skip")
        assert ways(model, ["p9", "p1"], ["p9", "p1"]) == {("p9", "p9"): 1, ("p1", "p1"): 1}
        with pytest.warns(cf.CranfieldWarning, match="where 1 element stand: `p9`"):
            model.give_notice()

    @given(
        cuts=st.lists(st.integers(0, 60), min_size=2, max_size=8, unique=True).map(sorted),
        start=st.integers(0, 59),
        length=st.integers(1, 60),
    )
    def test_an_item_leads_to_one_ideal_in_all_at_most(
        self, cuts: list[int], start: int, length: int
    ) -> None:
        """So one ideal a rank is the best list; and sorting finds what comparing all pairs does."""
        pairs = list(pairwise(cuts))
        ideals = {f"x{number}": Span("d", *pair) for number, pair in enumerate(pairs)}
        item = Span("d", start, start + length)
        found = ways(LengthRatio({"item": item, **ideals}), ["item"], list(ideals))
        assert sum(found.values()) <= 1 + 1e-6
        for name, ideal in ideals.items():
            common = max(0, min(ideal.end, item.end) - max(ideal.start, item.start))
            both = max(ideal.end, item.end) - min(ideal.start, item.start)
            assert found.get(("item", name), 0) == pytest.approx(common / both, abs=1e-8)


class TestIdealsThatNest:
    @pytest.mark.parametrize("kind", [LengthRatio, lambda spans, **how: Distance(0.1, spans, **how)])
    def test_are_refused(self, kind: type[LengthRatio]) -> None:
        with pytest.raises(InputError, match="two ideals have text in common: `sec1` and `p1`") as refused:
            cf.evaluate({"q1": {"sec1": 1, "p1": 1}}, {"q1": ["p1"]}, "EPRUM", navigation=kind(ARTICLE))
        assert "nested=outermost" in str(refused.value)

    @pytest.mark.parametrize(
        "nested, kept", [("outermost", ["sec1", "p3"]), ("innermost", ["p1", "p2", "p3"])]
    )
    def test_or_one_of_them_is_kept(self, nested: str, kept: list[str]) -> None:
        elements = ["p1", "sec1", "p2", "p3"]
        model = LengthRatio(ARTICLE, nested=nested)  # type: ignore[arg-type]
        assert [elements[number] for number in model.choose("q1", elements)] == sorted(
            kept, key=elements.index
        )

    def test_of_two_in_the_same_place_the_depth_decides(self) -> None:
        spans = {"d:/a": Span("d", 0, 9), "d:/a/b": Span("d", 0, 9)}
        for nested, kept in (("outermost", [0]), ("innermost", [1])):
            assert LengthRatio(spans, nested=nested).choose("q1", list(spans)) == kept  # type: ignore[arg-type]


class TestDistance:
    SPANS = spread(here=(100, 110), after=(120, 130), before=(50, 90), far=(5000, 5010))

    def test_the_way_is_from_where_the_item_begins_to_the_nearest_end(self) -> None:
        model = Distance(0.1, self.SPANS)
        assert ways(model, ["here"], ["after", "before", "here", "far"]) == {
            ("here", "after"): round(1 / (1 + math.exp(2)), 9),
            ("here", "before"): round(1 / (1 + math.exp(1)), 9),
            ("here", "here"): 1,
        }

    def test_at_the_place_itself(self) -> None:
        shares = {
            rule: Distance(0.1, self.SPANS, at_zero=rule).probability(0)
            for rule in ("one", "literal", "scaled")
        }
        assert shares == {"one": 1, "literal": 0.5, "scaled": 1}
        assert Distance(0.1, {}, at_zero="scaled").probability(10) == pytest.approx(2 / (1 + math.e))

    def test_nobody_goes_further_than_the_farthest(self) -> None:
        assert ways(Distance(0.1, self.SPANS, farthest=15), ["here"], ["after", "before"]) == {
            ("here", "before"): round(1 / (1 + math.exp(1)), 9)
        }

    @pytest.mark.parametrize("theta", [0, -1, math.nan, math.inf])
    def test_theta_is_above_0(self, theta: float) -> None:
        with pytest.raises(UsageError, match="`theta` is more than 0"):
            Distance(theta, {})

    def test_theta_comes_back_from_what_users_did(self) -> None:
        random = np.random.default_rng(5)
        distances = random.exponential(40, 20_000)
        seen = random.random(20_000) < 1 / (1 + np.exp(0.03 * distances))
        theta, error = fit_theta(distances.tolist(), seen.tolist())
        assert abs(theta - 0.03) < 4 * error < 0.01

    def test_no_other_theta_is_likelier(self) -> None:
        d, y = [10.0] * 4 + [30.0] * 4 + [0.0], [1, 0, 0, 0, 0, 0, 0, 1, 1]
        theta, _ = fit_theta(d, [bool(each) for each in y])

        def likelihood(theta: float) -> float:
            chances = [1 / (1 + math.exp(theta * each)) for each in d]
            return sum(math.log(p if seen else 1 - p) for p, seen in zip(chances, y, strict=True))

        assert likelihood(theta) > max(likelihood(theta * 1.001), likelihood(theta * 0.999))

    @pytest.mark.parametrize(
        "distances, seen, said",
        [
            ([10, 20], [True, True], "all users saw the element or nobody did"),
            ([10, 20], [False, False], "all users saw"),
            ([0, 20], [True, False], "all users saw"),
            ([], [], "distances of 0 and more"),
            ([-1, 3], [True, False], "distances of 0 and more"),
            ([1], [True, False], "distances of 0 and more"),
        ],
    )
    def test_a_log_that_says_nothing_of_theta(
        self, distances: list[float], seen: list[bool], said: str
    ) -> None:
        with pytest.raises(InputError, match=said):
            fit_theta(distances, seen)


class TestReadingOn:
    SPANS = spread(entry=(0, 10), one=(120, 200), two=(500, 600), inside=(150, 160))

    def test_patience_ends(self) -> None:
        assert ways(ReadingOn(119, self.SPANS), ["entry"], ["one", "two"]) == {}
        assert ways(ReadingOn(120, self.SPANS), ["entry"], ["one", "two"]) == {("entry", "one"): 1}

    def test_what_was_found_gives_new_patience(self) -> None:
        patient = ReadingOn(300, self.SPANS, go_on=True)
        assert ways(patient, ["entry"], ["one", "two"]) == {("entry", "one"): 1, ("entry", "two"): 1}
        assert ways(ReadingOn(299, self.SPANS, go_on=True), ["entry"], ["one", "two"]) == {
            ("entry", "one"): 1
        }

    def test_an_entry_inside_is_no_way_at_all(self) -> None:
        assert ways(ReadingOn(0, self.SPANS), ["inside"], ["one"]) == {("inside", "one"): 1}

    def test_nobody_reads_backwards(self) -> None:
        assert ways(ReadingOn(10**6, self.SPANS), ["two"], ["one"]) == {}


class TestLinks:
    def test_any_way_counts_and_coming_back_does_not(self) -> None:
        model = Links([("x", "y", 0.5), ("x", "z", 0.3), ("y", "z", 0.8), ("z", "y", 0.12)])
        assert ways(model, ["x", "y"], ["y", "z"]) == {
            ("x", "y"): 0.536,
            ("x", "z"): 0.7,
            ("y", "y"): 1,
            ("y", "z"): 0.8,
        }

    def test_equals_walks_drawn_by_lot(self) -> None:
        random = np.random.default_rng(2)
        links = {f"p{page}": [f"p{number}" for number in random.integers(0, 12, 3)] for page in range(12)}
        model = Links(links, damping=0.8)
        found = ways(model, ["p0"], ["p5"])["p0", "p5"]
        arrived = 0
        for _ in range(20_000):
            here = "p0"
            while here != "p5" and random.random() < 0.8:
                here = links[here][random.integers(3)]
            arrived += here == "p5"
        assert found == pytest.approx(arrived / 20_000, abs=0.015)

    def test_many_steps_come_to_the_same(self) -> None:
        edges = {"a": ["b", "c"], "b": ["c", "a"], "c": ["a"]}
        ever, long = Links(edges, damping=0.7), Links(edges, damping=0.7, max_steps=200)
        assert ways(ever, ["a"], ["c"]) == ways(long, ["a"], ["c"])

    def test_a_circle_that_nobody_leaves_is_refused(self) -> None:
        endless = {"start": ["a", "end"], "a": ["b"], "b": ["a"]}
        with pytest.raises(InputError, match=r"nobody ever stops among 2 pages .*: `a`, `b`") as refused:
            ways(Links(endless), ["start"], ["end"])
        assert "damping=0.85" in str(refused.value)
        assert ways(Links(endless, damping=0.85), ["start"], ["end"]) == {("start", "end"): 0.425}
        assert ways(Links(endless, max_steps=5), ["start"], ["a"]) == {("start", "a"): 0.5}

    def test_a_page_that_links_to_itself_alone_is_such_a_circle(self) -> None:
        with pytest.raises(InputError, match="nobody ever stops among 1 pages"):
            ways(Links([("a", "a", 1.0)]), ["a"], ["a"])

    def test_a_page_without_links_is_an_end(self) -> None:
        assert ways(Links({"a": ["b"]}), ["a", "b", "unknown"], ["b", "unknown"]) == {
            ("a", "b"): 1,
            ("b", "b"): 1,
            ("unknown", "unknown"): 1,
        }

    def test_links_of_more_than_1_are_refused(self) -> None:
        with pytest.raises(InputError, match=r"the links of `a` have 1\.2 in all"):
            Links([("a", "b", 0.6), ("a", "c", 0.6)])
        with pytest.raises(UsageError, match=r"graph: `a` leads to `b` with probability -0\.1"):
            Links([("a", "b", -0.1)])


class TestSiblings:
    TREE = Tree({"p1": "sec", "p2": "sec", "p3": "sec", "sec": "article"})

    def test_share_what_is_left(self) -> None:
        found = ways(Siblings(self.TREE, 0.5), ["p1", "article"], ["p1", "p2", "p3"])
        assert found == {("p1", "p1"): 1, ("p1", "p2"): 0.25, ("p1", "p3"): 0.25}

    def test_the_nearer_may_be_the_likelier(self) -> None:
        found = ways(Siblings(self.TREE, 1, lambda places: 0.5**places), ["p1"], ["p2", "p3"])
        assert found == {("p1", "p2"): 0.5, ("p1", "p3"): 0.25}

    def test_a_nearness_that_is_no_probability(self) -> None:
        with pytest.raises(UsageError, match="`p1` leads to `p2` with probability 3"):
            ways(Siblings(self.TREE, 1, lambda places: 3.0), ["p1"], ["p2"])

    @pytest.mark.filterwarnings("ignore:.*precision exceeds 1")
    def test_the_best_list_knows_of_them(self) -> None:
        """Each leads to itself and, half of the users, to the other: a rank and a half for both."""
        [precision] = cf.evaluate(
            {"q1": {"p1": 1, "p2": 1}},
            {"q1": ["p1", "p2"]},
            "EPRUMIPrec@1",
            navigation=Siblings(Tree({"p1": "s", "p2": "s"}), 0.5),
        ).values.ravel()
        assert precision == pytest.approx(1.5 * (0.5 + 0.5 / 2))

    def test_an_element_that_is_in_no_tree(self) -> None:
        with pytest.raises(InputError, match="the tree has no element `p9`"):
            ways(Siblings(self.TREE, 0.5), ["p9"], ["p1"])
        assert ways(Siblings(self.TREE, 0.5, missing="skip"), ["p9"], ["p1"]) == {}


def test_a_tree_has_no_circles() -> None:
    with pytest.raises(InputError, match="stands in itself"):
        Tree({"a": "b", "b": "c", "c": "a"})


class TestComplexItems:
    WALK = Table({"e1": {"a": 0.5}, "e2": {"a": 0.4, "b": 1.0}})

    def test_any_of_their_elements_will_do(self) -> None:
        model = ComplexItems(self.WALK, {"page": ["e1", "e2"]})
        assert ways(model, ["page", "e1"], ["a", "b"]) == {
            ("page", "a"): 0.7,
            ("page", "b"): 1,
            ("e1", "a"): 0.5,
        }

    def test_users_may_not_consider_all_of_them(self) -> None:
        told = ComplexItems(self.WALK, {"page": ["e1", "e2"]}, considered=[1, 0.5])
        geometric = ComplexItems(self.WALK, {"page": ["e1", "e2"]}, gamma=0.5)
        assert ways(told, ["page"], ["a", "b"]) == ways(geometric, ["page"], ["a", "b"])
        assert ways(told, ["page"], ["a", "b"]) == {("page", "a"): 0.6, ("page", "b"): 0.5}

    @pytest.mark.parametrize("considered", [[1.5], [-0.1], []])
    def test_a_consideration_is_a_probability(self, considered: list[float]) -> None:
        with pytest.raises(UsageError, match="considered with a probability from 0 to 1"):
            ComplexItems(self.WALK, {}, considered=considered)


class TestTables:
    def test_an_ideal_that_is_listed_is_seen(self) -> None:
        assert ways(Table({"c": {"a": 0.4}}), ["c", "a", "z"], ["a", "b"]) == {("c", "a"): 0.4, ("a", "a"): 1}

    def test_unless_the_table_says_otherwise(self) -> None:
        assert ways(Table({"a": {"a": 0.7}}), ["a"], ["a"]) == {("a", "a"): 0.7}

    def test_a_topic_may_have_one_of_its_own(self) -> None:
        table = Table.of_rows([("q1", "c", "a", 0.1), ("q2", "c", "a", 0.9)])
        assert ways(table, ["c"], ["a"]) == {("c", "a"): 0.1}

    def test_frames_come_in_as_they_are(self) -> None:
        pandas = pytest.importorskip("pandas")
        frame = pandas.DataFrame({"item": ["c"], "element": ["a"], "probability": [0.4]})
        assert ways(Table.of_frame(frame), ["c"], ["a"]) == {("c", "a"): 0.4}
        with pytest.raises(InputError, match="the frame has the columns item, element"):
            Table.of_frame(frame[["item", "element"]])

    def test_what_is_no_probability_is_refused(self) -> None:
        for wrong in (1.5, -0.1, math.nan):
            with pytest.raises(UsageError, match="`c` leads to `a` with probability"):
                Table({"c": {"a": wrong}})

    def test_a_log_is_counted(self) -> None:
        model = from_logs([("x", ["y", "z", "z"]), ("x", ["z"]), ("x", []), ("x", ["z"])])
        assert ways(model, ["x"], ["x", "y", "z"]) == {("x", "x"): 1, ("x", "y"): 0.25, ("x", "z"): 0.75}
        with pytest.raises(InputError, match="the log holds no session"):
            from_logs([])


class TestAModelOfOnesOwn:
    QRELS: ClassVar = {"q1": {"a": 1, "b": 1}}

    @pytest.mark.parametrize(
        "answer, said",
        [
            ([(0, 0, 1.5)], "topic `q1`: `c` leads to `a` with probability 1.5"),
            ([(0, 0, math.nan)], "with probability nan"),
            ([(1, 0, 0.5)], "speaks of number 1 of 1 items"),
            ([(0, 2, 0.5)], "speaks of number 2 of 2 ideals"),
            ([(0, 0, 0.5), (0, 0, 0.5)], "says twice how an item leads to an ideal"),
        ],
    )
    def test_is_held_to_what_it_says(self, answer: list[tuple[int, int, float]], said: str) -> None:
        def mine(topic: str, items: Sequence[str], ideals: Sequence[str]) -> Iterable[tuple[int, int, float]]:
            return answer if items == ["c"] else []

        with pytest.raises(UsageError, match=said):
            cf.evaluate(self.QRELS, {"q1": ["c"]}, "EPRUM", navigation=mine)

    def test_is_something_that_can_be_called(self) -> None:
        with pytest.raises(UsageError, match="a navigation model can be called, and int cannot"):
            cf.evaluate(self.QRELS, {"q1": ["c"]}, "EPRUM", navigation=3)  # type: ignore[arg-type]

    def test_may_know_the_best_list(self) -> None:
        reach = {"both": {"a": 0.9, "b": 0.9}}
        model = BestListed(Table(reach), {"q1": ["both", "a", "b"]})
        value = cf.evaluate(self.QRELS, {"q1": ["a", "b"]}, "EPRUMIPrec@1", navigation=model)
        assert value.mean("run", "EPRUMIPrec@1") == pytest.approx(1.29 / 2)
        with pytest.raises(UsageError, match="there is no best list for topic `q1`"):
            cf.evaluate(self.QRELS, {"q1": ["a"]}, "EPRUM", navigation=BestListed(classical, {}))

    def test_its_name_is_in_the_recipe(self) -> None:
        scores = cf.evaluate(self.QRELS, {"q1": ["a", "b"]}, "EPRUM", navigation=classical)
        assert "navigation:classical" in scores.recipe.line()


class TestEvaluation:
    QRELS: ClassVar = {"q1": {"p1": 1, "p3": 2, "p2": 0}, "q2": {"p2": 1}}
    MODEL = LengthRatio(ARTICLE)

    def test_what_nobody_judged_is_a_way_in(self) -> None:
        run = {"q1": {"sec1": 3.0, "p3": 2.0, "p1": 1.0}}
        scores = cf.evaluate(self.QRELS, run, "EPRUM AP", navigation=self.MODEL, topics=["q1"])
        assert scores.mean("run", "AP") == pytest.approx((1 / 2 + 2 / 3) / 2)
        first, second = 1 / 3 + 2 / 3 / 2, 2 * (1 / 3 / 2 + 2 / 3 / 3)
        assert scores.mean("run", "EPRUM") == pytest.approx((first + second) / 2)

    def test_grades_from_rel_on_are_ideal(self) -> None:
        run = {"q1": {"p1": 2.0, "p3": 1.0}}
        scores = cf.evaluate(self.QRELS, run, "EPRUM(rel=2)", navigation=self.MODEL, topics=["q1"])
        assert scores.mean("run", "EPRUM(rel=2)") == 0.5

    @pytest.mark.filterwarnings("ignore:.*every document of a topic has the same score")
    @pytest.mark.parametrize("ties, sec_first", [("docid", True), ("docid-ascending", False)])
    def test_ranks_follow_the_policies(self, ties: str, sec_first: bool) -> None:
        run = {"q2": {"sec1": 1.0, "p2": 1.0}}
        scores = cf.evaluate(self.QRELS, run, "EPRUM", navigation=self.MODEL, ties=ties, topics=["q2"])
        assert scores.mean("run", "EPRUM") == pytest.approx(2 / 3 + 1 / 3 / 2 if sec_first else 1)

    def test_nobody_walks_from_below_the_cut(self) -> None:
        run = {"q2": {"p1": 3.0, "sec1": 2.0, "p2": 1.0}}
        scores = cf.evaluate(self.QRELS, run, "EPRUM", navigation=self.MODEL, depth=2, topics=["q2"])
        assert scores.mean("run", "EPRUM") == pytest.approx(2 / 3 / 2)

    @pytest.mark.parametrize("policy", [{"ties": "expected"}, {"ties": "best"}, {"unjudged": "condense"}])
    def test_policies_that_leave_open_where_an_item_stands(self, policy: dict[str, Any]) -> None:
        with pytest.raises(UsageError, match="a navigation model cannot be combined with"):
            cf.evaluate(self.QRELS, {"q2": ["p2"]}, "EPRUM", navigation=self.MODEL, **policy)

    def test_a_precision_above_1_is_told(self) -> None:
        halves = LengthRatio(spread(sec=(0, 20), p1=(0, 10), p2=(10, 20)))
        qrels, run = {"q1": {"p1": 1, "p2": 1}}, {"q1": ["sec", "p1", "p2"]}
        with pytest.warns(cf.CranfieldWarning, match="precision exceeds 1"):
            cf.evaluate(qrels, run, "EPRUMIPrec@1", navigation=halves)

    @pytest.mark.filterwarnings("ignore:.*nobody judged")
    def test_nobody_walking_is_as_if_nobody_was_asked(self) -> None:
        random = np.random.default_rng(1)
        qrels = {
            f"q{topic}": {f"d{doc}": int(random.integers(0, 4)) for doc in range(12)} for topic in range(6)
        }
        run = {topic: {f"d{doc}": float(random.random()) for doc in range(30)} for topic in qrels}
        measures = "EPRUM EPRUM(scale=3) EPRUM(rel=2)@5 EPRUMIPrec@0.3 EPRUMRecall@7 EPRUMPoints"
        asked = cf.evaluate(qrels, run, measures, navigation="classical")
        plain = cf.evaluate(qrels, run, measures)
        np.testing.assert_allclose(asked.values, plain.values, rtol=0, atol=1e-12)

    def test_a_ranking_may_list_an_element_twice(self) -> None:
        reached = reached_from(self.MODEL, {"q1": {"p1": 1}}, {"q1": ["sec1", "sec1", "p1"]})
        assert reached.rank.tolist() == [1, 2, 3]
        with pytest.raises(UsageError, match="there are no ideals for topic `q9`"):
            reached_from(self.MODEL, {"q1": {"p1": 1}}, {"q9": ["p1"]})

    def test_a_topic_without_ideals_is_undefined_and_asks_nobody(self) -> None:
        def touchy(topic: str, items: Sequence[str], ideals: Sequence[str]) -> list[tuple[int, int, float]]:
            assert items
            assert ideals
            return []

        qrels, run = {"q1": {"a": 1}, "q2": {"a": 0}, "q3": {"a": 1}}, {"q1": ["b"], "q2": ["a"]}
        with pytest.warns(cf.CranfieldWarning):
            scores = cf.evaluate(qrels, run, "EPRUM", navigation=touchy)
        np.testing.assert_array_equal(scores.values.ravel(), [0, np.nan, 0])

    def test_both_cores_rank_what_leads_somewhere(self, core: Core) -> None:
        run = {"q1": {"sec1": 2.0, "sec2": 2.0, "p2": 3.0, "p3": 1.0}}
        for ties, first in (("docid", 1 / 2), ("docid-ascending", 1 / 3 / 2 + 2 / 3 / 3)):
            scores = cf.evaluate(
                self.QRELS, run, "EPRUMIPrec@0.5", navigation=self.MODEL, ties=ties, topics=["q1"], depth=3
            )
            assert scores.mean("run", "EPRUMIPrec@0.5") == pytest.approx(first)
