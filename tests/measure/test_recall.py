"""What is true of the recall family beyond its textbook formulas."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.errors import UsageError
from cranfield.measure import BoundMeasure, Measure, example, find
from cranfield.measure.expectation import expected_values
from cranfield.measure.families.recall.pres import expected_pres_random, pres_at_all_cutoffs
from tests.measure.drawn import PATIENT, TOPICS, Drawn, judged
from tests.oracles import ORACLES

PRES, RNORM, WSS, LAST_REL, R_SHARE = map(find, ["PRES", "Rnorm", "WSS", "LastRel", "RShare"])
SEVERAL = st.lists(TOPICS, max_size=3)


@PATIENT
@given(topics=SEVERAL, deepest=st.integers(1, 30), rel=st.sampled_from([0, 1, 2]))
def test_all_cutoffs_at_once_are_those_one_by_one(topics: list[Drawn], deepest: int, rel: int) -> None:
    hits = judged(*topics)
    table = pres_at_all_cutoffs(hits, deepest, rel)
    assert table.shape == (len(topics), deepest)
    for k in range(1, deepest + 1):
        np.testing.assert_allclose(table[:, k - 1], PRES(rel=rel, k=k).values(hits), atol=1e-12)


@PATIENT
@given(topic=TOPICS, k=st.integers(1, 30))
def test_pres_is_between_its_bounds(topic: Drawn, k: int) -> None:
    hits = judged(topic)
    [value], [recall], [n] = (PRES @ k).values(hits), (find("R") @ k).values(hits), hits.num_relevant()
    if n:
        assert n * recall**2 / k - 1e-12 <= value <= recall + 1e-12


@pytest.mark.parametrize(
    "n, collection, k", [(1, 1, 1), (1, 5, 3), (2, 6, 4), (3, 7, 7), (3, 6, 9), (4, 4, 2)]
)
def test_pres_of_a_ranking_by_lot(n: int, collection: int, k: int) -> None:
    every = [
        (PRES @ k).values(example(ranks=ranks, n=n))[0] for ranks in combinations(range(1, collection + 1), n)
    ]
    assert expected_pres_random(n, collection, k) == pytest.approx(np.mean(every), abs=1e-12)


@pytest.mark.parametrize("n, collection, k", [(0, 5, 3), (6, 5, 3), (1, 5, 0)])
def test_no_ranking_by_lot_of_nothing(n: int, collection: int, k: int) -> None:
    with pytest.raises(UsageError, match="relevant ones to look for"):
        expected_pres_random(n, collection, k)


def test_all_cutoffs_up_to_none() -> None:
    with pytest.raises(UsageError, match="cut-off of at least 1"):
        pres_at_all_cutoffs(example([1]), 0)


@PATIENT
@given(topic=TOPICS)
def test_in_a_large_collection_rnorm_is_recall(topic: Drawn) -> None:
    hits, collection = judged(topic), 1000
    [value], [recall] = RNORM(collection=collection).values(hits), (find("R") @ 25).values(hits)
    if hits.num_relevant()[0]:
        assert recall - len(topic.ranking) / collection - 1e-12 <= value <= recall + 1e-12


@pytest.mark.parametrize("name", ["Rnorm", "Pnorm"])
def test_undefined_when_all_documents_are_relevant(name: str) -> None:
    assert np.isnan(find(name)(collection=2).values(example([1, 1]))[0])


@pytest.mark.parametrize("name", ["Rnorm", "Pnorm", "RankRecall", "LogPrecision"])
@pytest.mark.parametrize("collection", [-1, 0, 3])
def test_a_collection_has_room_for_what_is_known(name: str, collection: int) -> None:
    """Three retrieved, two of them judged, and one judged that was not retrieved."""
    hits = example([1, None, 0], missed=[1])
    assert np.isfinite(find(name)(collection=4).values(hits)[0])
    with pytest.raises(UsageError, match=f"there are {collection} documents, but for one topic 4 were"):
        find(name)(collection=collection).values(hits)


@pytest.mark.parametrize("bound", [WSS @ 0.5, LAST_REL(), R_SHARE @ 0.5], ids=str)
def test_candidates_have_room_for_what_is_known(bound: BoundMeasure) -> None:
    too_few = bound.measure.bind({**dict(bound.settings), "candidates": 3})
    with pytest.raises(UsageError, match="`candidates` says that there are 3 documents"):
        too_few.values(example([1, None, 0], missed=[1]))


@PATIENT
@given(topics=SEVERAL, candidates=st.integers(40, 60), share=st.sampled_from([0.1, 0.35, 0.95, 1]))
def test_candidates_that_nobody_judged_or_retrieved(
    topics: list[Drawn], candidates: int, share: float
) -> None:
    hits = judged(*topics)
    for bound in (
        WSS(recall=share, candidates=candidates),
        R_SHARE(share=share, candidates=candidates),
        LAST_REL(candidates=candidates),
    ):
        oracle, settings = ORACLES[bound.measure.name], dict(bound.settings)
        expected = [oracle(topic.documents, topic.judgements, **settings) for topic in topics]
        np.testing.assert_allclose(bound.values(hits), expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("share", [0, -0.5, 1.5])
@pytest.mark.parametrize("measure", [WSS, R_SHARE], ids=str)
def test_a_share_is_a_share(measure: Measure, share: float) -> None:
    with pytest.raises(UsageError, match="is a share above 0 and up to 1"):
        (measure @ share).values(example([1]))


def test_floating_point_asks_for_no_document_more() -> None:
    """0.95 * 20 and 0.7 * 10 are a little more than 19 and 7."""
    all_but_one = example(ranks=[*range(1, 20), 100])
    assert (WSS @ 0.95).values(all_but_one)[0] == pytest.approx(0.81 - 0.05)
    seven = example(ranks=[*range(1, 8), 98, 99, 100])
    assert (WSS @ 0.7).values(seven)[0] == pytest.approx(0.93 - 0.3)


def test_missing_documents_never_helps() -> None:
    """Where CLEF's program has 0 for the run that misses one, and less for the run that finds it last."""
    found_last, missed = example([1, 0, 0, 1]), example([1, 0, 0], missed=[1])
    for bound in (WSS @ 0.95, LAST_REL()):
        assert bound.values(found_last)[0] == bound.values(missed)[0]


def test_one_relevant_document_leaves_log_precision_two_values() -> None:
    values = [find("LogPrecision")(collection=9).values(example(ranks=[rank]))[0] for rank in (1, 2, 9)]
    assert values == [1, 0, 0]


def test_a_tie_across_the_cut_counts_for_the_places_within() -> None:
    """Four tied documents, one relevant, the first two looked at: 2/4 for recall, (2 + 1) / 2 / 4 for PRES@2."""
    hits = example([1, 0, 0, 0], scores=[5, 5, 5, 5])
    values, errors = expected_values([PRES @ 2, R_SHARE @ 0.5, LAST_REL()], hits)
    assert not errors
    assert values[:, 0].tolist() == pytest.approx([0.375, 0.5, 2.5])
