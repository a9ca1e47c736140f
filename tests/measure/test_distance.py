"""ADM and its relatives against their definitions on scored documents, and what the ADM paper says of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cranfield as cf
from cranfield.errors import UsageError
from cranfield.judge import ties
from cranfield.measure import find, parse
from cranfield.measure.by_hand import Topic, judge_by_hand
from cranfield.measure.families.distance.bands import EQUAL_AREA, sector_areas, sectors
from cranfield.measure.families.distance.by_hand import square
from cranfield.model import Judged
from tests.measure.drawn import PATIENT
from tests.oracles.distance import WITH_SCORES, adm, adm_min, category, swets_a_of_scores

Grade = float | None
TOP = 4


@dataclass(frozen=True)
class Scored:
    """Documents with score and grade (None: unjudged), best score first; and grades of judged ones not retrieved."""

    documents: tuple[tuple[float, Grade], ...]
    missed: tuple[float, ...] = ()

    @property
    def run(self) -> dict[str, float]:
        return {f"d{rank}": score for rank, (score, _) in enumerate(self.documents, 1)}

    @property
    def judgements(self) -> dict[str, float]:
        graded = {f"d{rank}": grade for rank, (_, grade) in enumerate(self.documents, 1)}
        found = {document: grade for document, grade in graded.items() if grade is not None}
        return found | {f"m{number}": grade for number, grade in enumerate(self.missed)}


def judged(*topics: Scored) -> Judged:
    return judge_by_hand(
        Topic([grade for _, grade in topic.documents], topic.missed, [score for score, _ in topic.documents])
        for topic in topics
    )


def topics(scores: st.SearchStrategy[float]) -> st.SearchStrategy[Scored]:
    grades = st.sampled_from([0.0, 0.0, 1.0, 1.5, 2.0, 3.0, 4.0])
    documents = st.lists(st.tuples(scores, st.one_of(st.none(), st.just(-1.0), grades)), max_size=12)
    ranked = documents.map(lambda found: tuple(sorted(found, key=lambda document: -document[0])))
    return st.builds(Scored, ranked, st.lists(st.one_of(grades, st.just(-1.0)), max_size=6).map(tuple))


# Few values, so that there are ties, thresholds are met exactly, and 0 and 1 occur.
UNIT_TOPICS = topics(st.sampled_from([number / 10 for number in range(11)]))
FREE_TOPICS = topics(st.sampled_from([-7.5, -1.0, 0.0, 0.3, 1.0, 2.0, 12.25, 30.0]))
POSITIVE_TOPICS = topics(st.sampled_from([0.0, 0.3, 1.0, 2.0, 12.25, 30.0]))
GRADED = sorted(name for name in WITH_SCORES if "Swets" not in name and "Brookes" not in name)
OTHERS: dict[str, list[dict[str, Any]]] = {
    "ADM": [{"over": "retrieved"}, {"over": "collection", "collection": 50}],
    "ADMcat": [{"over": "retrieved"}, {"n": 3, "m": 5}, {"n": 4, "m": 2}],
    "ADMpermuted": [{"over": "retrieved"}],
    "ADMrms": [{"over": "retrieved"}],
    "ADMsd": [{"over": "retrieved"}, {"ddof": 1}, {"over": "retrieved", "ddof": 1}],
    "BandP": [{"delta": 0.5}, {"delta": 0.1}],
    "BandR": [{"delta": 0.5}, {"delta": 0.25}],
    "BrookesS": [{"rel": 2}, {"ddof": 1}],
    "SwetsE": [{"rel": 2}, {"ddof": 1}],
    "SwetsSlope": [{"rel": 1.5}, {"ddof": 1}],
    "SwetsAbinormal": [{"rel": 2}, {"ddof": 1}],
    **{f"Threshold{name}": [{"sre": 0.3, "ure": 0.75}, {"sre": 0.7}] for name in ("P", "R", "E", "Fallout")},
}


def settings_of(name: str) -> list[dict[str, Any]]:
    base = {"top": TOP} if name in GRADED else {}
    return [{**base, **other} for other in [{}, *OTHERS[name]]]


def hold_against_oracle(name: str, drawn: list[Scored], scores: str) -> None:
    known, oracle = find(name), WITH_SCORES[name]
    hits = judged(*drawn)
    for settings in settings_of(name):
        if "collection" in settings and scores == "sigmoid":
            continue
        bound = known(scores=scores, **settings)
        told = dict(bound.settings)
        level = float(told.get("rel", 1e-9) or 0)
        expected = [
            oracle(topic.run, topic.judgements, **told)
            if not known.needs_relevant or any(grade >= level for grade in topic.judgements.values())
            else np.nan
            for topic in drawn
        ]
        np.testing.assert_allclose(bound.values(hits), expected, rtol=1e-9, atol=1e-12, err_msg=bound.name)


@pytest.mark.parametrize("name", sorted(WITH_SCORES))
@PATIENT
@given(drawn=st.lists(UNIT_TOPICS, max_size=4))
def test_equals_the_textbook_on_scores_as_they_are(name: str, drawn: list[Scored]) -> None:
    hold_against_oracle(name, drawn, "as-is")


@pytest.mark.parametrize("name", sorted(WITH_SCORES))
@PATIENT
@given(
    given=st.one_of(
        st.tuples(st.sampled_from(["minmax", "rank", "sigmoid"]), st.lists(FREE_TOPICS, max_size=3)),
        st.tuples(st.just("max"), st.lists(POSITIVE_TOPICS, max_size=3)),
    )
)
def test_equals_the_textbook_on_normalised_scores(name: str, given: tuple[str, list[Scored]]) -> None:
    scores, drawn = given
    hold_against_oracle(name, drawn, scores)


@PATIENT
@given(drawn=st.lists(FREE_TOPICS, min_size=1, max_size=4), rel=st.sampled_from([1, 2]))
def test_the_area_takes_scores_of_any_kind_and_ties_half(drawn: list[Scored], rel: int) -> None:
    hits = judged(*drawn)
    expected = [swets_a_of_scores(topic.run, topic.judgements, rel=rel) for topic in drawn]
    np.testing.assert_allclose(find("SwetsA")(rel=rel).values(hits), expected, rtol=0, atol=1e-12)
    shuffled = ties.shuffled(hits, np.random.default_rng(1))
    np.testing.assert_allclose(find("SwetsA")(rel=rel).values(shuffled), expected, rtol=0, atol=1e-12)


@PATIENT
@given(drawn=UNIT_TOPICS, move=st.lists(st.floats(-0.2, 0.2), min_size=12, max_size=12))
def test_a_small_change_of_scores_is_a_small_change_of_adm(drawn: Scored, move: list[float]) -> None:
    """The paper's claim of stability: ADM moves no more than the scores do on average."""
    moved = {
        document: min(max(score + by, 0), 1)
        for (document, score), by in zip(drawn.run.items(), move, strict=False)
    }
    known = {document: grade for document, grade in drawn.judgements.items() if grade >= 0}
    if not any(known.values()):
        return
    other = Scored(
        tuple(
            (score, drawn.judgements.get(document))
            for document, score in sorted(moved.items(), key=lambda each: -each[1])
        ),
        drawn.missed,
    )
    before, after = find("ADM")(top=TOP).values(judged(drawn, other))
    mean_move = sum(abs(moved[each] - drawn.run[each]) for each in known if each in moved) / len(known)
    assert abs(after - before) <= mean_move + 1e-12


def test_precision_has_no_such_bound() -> None:
    one, other = square(ure=[1, 0, 0], sre=[0.51, 0.49, 0.49]), square(ure=[1, 0, 0], sre=[0.51, 0.51, 0.51])
    change = find("ThresholdP")().values(one) - find("ThresholdP")().values(other)
    assert change[0] == pytest.approx(2 / 3)
    assert abs(find("ADM")().values(one) - find("ADM")().values(other))[0] < 0.02


@PATIENT
@given(drawn=UNIT_TOPICS)
def test_two_categories_of_each_are_accuracy(drawn: Scored) -> None:
    values = find("ADMcat")(top=TOP).values(judged(drawn))
    known = {document: grade for document, grade in drawn.judgements.items() if grade >= 0}
    right = [(drawn.run.get(document, 0) >= 0.5) == (grade / TOP >= 0.5) for document, grade in known.items()]
    assert values[0] == pytest.approx(np.mean(right) if known else np.nan, nan_ok=True)


@pytest.mark.parametrize(
    "name, expected",
    [
        ("ADM", 0.7), ("ADM(over='retrieved')", 0.4), ("ADM(over='collection', collection=6)", 0.9),
        ("ADMrms", 1 - 0.3 * 2**0.5), ("ADMsd", 0.7), ("ADMcat", 0.5), ("ADMpermuted", 0.7), ("ADMmin", 0),
        ("ADMrandom", 0.5), ("BandP", 0), ("ThresholdP", 0), ("ThresholdFallout", 0.5), ("ThresholdGenerality", 0),
        ("BandR", np.nan), ("ThresholdR", np.nan), ("ThresholdE", np.nan), ("SwetsE", np.nan),
    ],
)  # fmt: skip
def test_without_relevant_documents_there_are_distances_and_no_recall(name: str, expected: float) -> None:
    [bound] = parse(name)
    assert bound.values(square(ure=[0], sre=[0.6], missed=[0]))[0] == pytest.approx(expected, nan_ok=True)


@pytest.mark.parametrize("name", ["ADM", "ADMrms", "ADMsd", "ADMcat", "ADMpermuted", "ADMmin", "ADMrandom"])
def test_without_documents_there_is_no_distance(name: str) -> None:
    assert np.isnan(find(name)().values(judge_by_hand([Topic([None, -1], (), [0.5, 0.4])])))


def test_categories_without_end_are_adm() -> None:
    hits = square(ure=[0.83, 0.61, 0.4, 0.27, 0.1], sre=[0.96, 0.51, 0.5, 0.12, 0.2], missed=[0.33])
    fine = find("ADMcat")(n=10**6, m=10**6).values(hits)
    assert fine[0] == pytest.approx(find("ADM")().values(hits)[0], abs=1e-5)


@pytest.mark.parametrize("number", [2, 3, 7, 10, 100])
def test_a_category_begins_at_its_lower_end_whatever_floats_do(number: int) -> None:
    for at in range(number):
        value = at / number  # 0.29 * 100 is 28.999999999999996
        hits = square(ure=[1.0, 0.0], sre=[value, value])
        expected = 1 - (abs(category(value, number) - 1) + category(value, number)) / 2
        assert find("ADMcat")(n=number, m=number).values(hits)[0] == pytest.approx(expected, abs=1e-12)
        assert category(value, number) == pytest.approx(at / (number - 1))


@PATIENT
@given(drawn=UNIT_TOPICS)
def test_precision_recall_fallout_and_generality_are_tied_together(drawn: Scored) -> None:
    hits = judged(drawn)
    p, r, f, g = (
        float(find(f"Threshold{name}")(top=TOP).values(hits)[0])
        for name in ("P", "R", "Fallout", "Generality")
    )
    if not np.isnan([p, r, f, g]).any():
        assert p == pytest.approx(r * g / (r * g + f * (1 - g)), abs=1e-12)


@PATIENT
@given(drawn=UNIT_TOPICS)
def test_all_right_at_the_thresholds_leaves_adm_at_least_a_half(drawn: Scored) -> None:
    """Precision and recall of 1 bound ADM from below: each document is on the right side of .5."""
    hits = judged(drawn)
    p, r, value = (float(find(name)(top=TOP).values(hits)[0]) for name in ("ThresholdP", "ThresholdR", "ADM"))
    if p == r == 1:
        assert value >= 0.5 - 1e-12


@PATIENT
@given(drawn=UNIT_TOPICS)
def test_no_scores_are_worse_than_the_minimum(drawn: Scored) -> None:
    least = adm_min(list(drawn.run), drawn.judgements, top=TOP)
    known = [grade / TOP for grade in drawn.judgements.values() if grade >= 0]
    if np.isnan(least):
        return
    assert find("ADM")(top=TOP).values(judged(drawn))[0] >= least - 1e-12
    worst = square(ure=known, sre=[0 if u >= 0.5 else 1 for u in known])
    assert find("ADM")().values(worst)[0] == pytest.approx(least, abs=1e-12)


def test_random_scores_average_to_the_random_baseline() -> None:
    ure = [0.8, 0.6, 0.4, 0.2, 0.1]
    draws = np.random.default_rng(4).random((200_000, 5))
    values = 1 - np.abs(draws - ure).mean(axis=1)
    expected = find("ADMrandom")().values(square(ure=ure, sre=[0] * 5))[0]
    assert values.mean() == pytest.approx(expected, abs=6 * values.std() / 200_000**0.5)
    assert values.std() == pytest.approx(0.0984, abs=0.001)  # the specification's


@pytest.mark.parametrize(
    "ure, expected",
    [([0.0] * 4, 0.5), ([0.5] * 4, 0.75), ([1, 0, 0, 1, 1], 0.5), ([0.8, 0.6, 0.4, 0.2, 0.1], 0.678)],
)
def test_the_random_baseline_of_special_cases(ure: list[float], expected: float) -> None:
    assert find("ADMrandom")().values(square(ure=ure, sre=[0] * len(ure)))[0] == pytest.approx(expected)


@PATIENT
@given(
    delta=st.sampled_from([EQUAL_AREA, 0.5, 0.1, 0.75, 0.0, 1.0]),
    places=st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=1, max_size=30),
)
def test_band_precision_and_recall_are_the_papers_sectors(
    delta: float, places: list[tuple[int, int]]
) -> None:
    sre, ure = ([place[axis] / 40 for place in places] for axis in (0, 1))
    hits = square(ure=ure, sre=sre)
    lie = sectors(sre, ure, delta).tolist()
    for name, right, all_of in (("BandP", (3, 4), (1, 2, 3, 4, 5)), ("BandR", (3, 8), (2, 3, 5, 8, 9))):
        whole = sum(lie.count(sector) for sector in all_of)
        expected = sum(lie.count(sector) for sector in right) / whole if whole else np.nan
        assert find(name)(delta=delta).values(hits)[0] == pytest.approx(expected, nan_ok=True)


@pytest.mark.parametrize("delta", [EQUAL_AREA, 0.5, 0.1, 0.75, 1.0])
def test_the_areas_are_those_of_the_sectors(delta: float) -> None:
    side = (np.arange(1000) + 0.5) / 1000
    sre, ure = (axis.ravel() for axis in np.meshgrid(side, side))
    counts = np.bincount(sectors(sre, ure, delta), minlength=11)[1:]
    np.testing.assert_allclose(counts / 1e6, list(sector_areas(delta).values()), atol=1.5e-3)
    assert sum(sector_areas(delta).values()) == pytest.approx(1, abs=1e-15)


@PATIENT
@given(drawn=UNIT_TOPICS)
def test_shuffled_scores_average_to_the_permuted_baseline(drawn: Scored) -> None:
    """Over all assignments of the scores with repetition; a shuffle has the same mean, pair by pair."""
    topic = Scored(drawn.documents[:3], drawn.missed[:1])
    found = [
        (topic.run.get(each, 0.0), grade / TOP) for each, grade in topic.judgements.items() if grade >= 0
    ]
    if not any(u for _, u in found):
        return
    sre, ure = zip(*found, strict=True)
    values = [1 - np.mean(np.abs(np.subtract(dealt, ure))) for dealt in product(sre, repeat=len(sre))]
    assert find("ADMpermuted")(top=TOP).values(judged(topic))[0] == pytest.approx(np.mean(values), abs=1e-12)


def test_a_negative_grade_is_no_judgement() -> None:
    seen, unseen = (
        Scored(((0.9, 4.0), (0.7, -1.0), (0.2, 0.0))),
        Scored(((0.9, 4.0), (0.7, None), (0.2, 0.0))),
    )
    for name in sorted(WITH_SCORES):
        values = find(name)(**({"top": TOP} if name in GRADED else {})).values(judged(seen, unseen))
        assert values[0] == values[1] or np.isnan(values).all()
    whole = find("ADM")(top=TOP, over="collection", collection=10).values(judged(seen))
    assert whole[0] == pytest.approx(1 - (0.1 + 0.7 + 0.2) / 10)


def test_what_was_retrieved_and_not_judged_counts_over_a_collection_only() -> None:
    bound = find("ADM")(over="collection", collection=4, scores="minmax")
    topic = Scored(((30.0, 1.0), (20.0, None), (10.0, None)), (0.5,))
    assert bound.values(judged(topic))[0] == pytest.approx(1 - (0 + 0.5 + 0 + 0.5) / 4)
    assert adm(topic.run, topic.judgements, scores="minmax", over="collection", collection=4) == 0.75


def test_one_score_for_all_is_the_greatest_there_is() -> None:
    one = Scored(((7.5, 2.0),))
    for scores in ("minmax", "max", "rank"):
        assert find("ADM")(top=2, scores=scores).values(judged(one))[0] == 1
    same = Scored(((7.5, 2.0), (7.5, 2.0)))
    assert find("ADM")(top=2, scores="minmax").values(judged(same))[0] == 1


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(UsageError) as caught:
        call()
    assert caught.value.slug == "measure-parameter"
    return str(caught.value)


def test_scores_are_never_normalised_in_silence() -> None:
    run, qrels = {"q1": {"a": 0.5}, "q2": {"a": 12.5, "b": 0.25}}, {"q1": {"a": 1}, "q2": {"a": 1, "b": 0}}
    message = refused(lambda: cf.evaluate(qrels, run, "ADM"))
    assert "topic `q2` go from 0.25 to 12.5" in message
    assert "hint: name a normaliser: scores='minmax', 'max', 'rank' or 'sigmoid'" in message
    assert cf.evaluate(qrels, run, "ADM(scores='max')").mean("run", "ADM(scores='max')") == 0.995
    negative = {"q1": {"a": 0.5}, "q2": {"a": -0.5}}
    assert "from -0.5 to -0.5" in refused(lambda: cf.evaluate(qrels, negative, "ADM"))
    assert "scores='max' needs" in refused(lambda: cf.evaluate(qrels, negative, "ADM(scores='max')"))
    infinite = {"q1": {"a": 0.5}, "q2": {"a": float("inf"), "b": 1.0}}
    for measure in ("ADM", "ADM(scores='max')", "ADM(scores='minmax')"):
        assert "to inf" in refused(lambda measure=measure: cf.evaluate(qrels, infinite, measure))  # type: ignore[misc]


def test_an_unjudged_document_with_such_a_score_is_seen_too() -> None:
    assert "go from 0.5 to 3" in refused(
        lambda: find("ADM")().values(judged(Scored(((3.0, None), (0.5, 1.0)))))
    )


def test_a_grade_above_the_top_is_named() -> None:
    message = refused(lambda: cf.evaluate({"q1": {"a": 1}, "q7": {"b": 3}}, {"q1": {"a": 0.5}}, "ADM"))
    assert "topic `q7` has a grade of 3, which is more than fully relevant (top=1)" in message
    assert "hint: say which grade means fully relevant: top=3" in message
    assert "above 0" in refused(lambda: find("ADM")(top=0).values(square(ure=[1], sre=[1])))


def test_sizes_that_cannot_be_are_refused() -> None:
    hits = judged(Scored(((0.9, 1.0), (0.5, None)), (1.0,)))
    assert "needs the size" in refused(lambda: find("ADM")(over="collection").values(hits))
    message = refused(lambda: find("ADM")(over="collection", collection=2).values(hits))
    assert "cannot have 2 documents: topic `1` alone has 3" in message
    assert find("ADM")(over="collection", collection=3).values(hits)[0] == pytest.approx(1 - 1.6 / 3)
    message = refused(lambda: find("ADM")(over="collection", collection=3, scores="sigmoid").values(hits))
    assert "sigmoid" in message
    assert "`n` is 2 or more, not `1`" in refused(lambda: find("ADMcat")(n=1).values(hits))


def test_what_has_no_denominator_is_undefined() -> None:
    nothing_scored = square(ure=[1, 0], sre=[0.4, 0.3])
    all_relevant = square(ure=[1, 0.5], sre=[0.4, 0.3])
    none_that_relevant = square(ure=[0.4, 0.2], sre=[0.9, 0.3])
    for name, hits in [
        ("ThresholdP", nothing_scored),
        ("ThresholdE", nothing_scored),
        ("BandP", nothing_scored),
        ("ThresholdR", none_that_relevant),
        ("ThresholdE", none_that_relevant),
        ("BandR", none_that_relevant),
        ("ThresholdFallout", all_relevant),
    ]:
        assert np.isnan(find(name)().values(hits)[0]), name
    for name in ("SwetsE", "SwetsSlope", "SwetsA", "SwetsAbinormal", "BrookesS"):
        assert np.isnan(find(name)(rel=0.5).values(all_relevant)[0]), name
    assert np.isnan(find("ADM")(over="retrieved").values(judged(Scored(((0.5, None),), (1.0,))))[0])


def test_groups_without_spread_are_infinitely_far_apart() -> None:
    apart = square(ure=[1, 1, 1, 0, 0, 0], sre=[0.3, 0.3, 0.3, 0.1, 0.1, 0.1])
    upside_down = square(ure=[1, 0], sre=[0.1, 0.3])
    alike = square(ure=[1, 1, 1, 0], sre=[0.1] * 4)  # (0.1 + 0.1 + 0.1) / 3 is not 0.1
    for name in ("SwetsE", "BrookesS"):
        values = [float(find(name)().values(hits)[0]) for hits in (apart, upside_down, alike)]
        assert values[:2] == [np.inf, -np.inf]
        assert np.isnan(values[2])
    assert find("SwetsAbinormal")().values(apart)[0] == 1
