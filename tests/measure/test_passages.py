"""Measures of text, on random documents and elements that overlap in any way: the textbook, character by character."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.errors import UsageError
from cranfield.judge.passages.overlap import unseen
from cranfield.measure import BoundMeasure, Measure, example, find, parse
from cranfield.measure.families.passages.by_hand import read_text
from cranfield.model import Judged
from tests.measure.drawn import PATIENT
from tests.measure.variants import variants
from tests.oracles.passages import OF_TEXT, Run, Text, as_inex_eval_does, highlighted, shown

MEASURES = [find(name) for name in OF_TEXT]
UNJUDGED = "z"

TEXTS = st.dictionaries(
    st.sampled_from("abc"), st.text("#.", min_size=1, max_size=12), min_size=1, max_size=3
)


@st.composite
def campaigns(draw: st.DrawFn) -> tuple[Text, Run]:
    """Documents with highlighted text, and a run of parts of them and of a document that nobody judged."""
    text = draw(TEXTS)
    elements = [
        (doc, start, end)
        for doc, size in [*((doc, len(told)) for doc, told in text.items()), (UNJUDGED, 4)]
        for start in range(size)
        for end in range(start, size + 1)
    ]
    return text, draw(st.lists(st.sampled_from(elements), unique=True, max_size=8))


def judged(text: Text, run: Run, *, entries: dict[str, int] | None = None) -> Judged:
    names = " ".join(f"{doc}:{start}:{end - start}" for doc, start, end in run)
    return read_text(text, names, entries=entries)


@pytest.mark.parametrize("measure", MEASURES, ids=repr)
@PATIENT
@given(campaign=campaigns())
def test_equals_the_textbook(measure: Measure, campaign: tuple[Text, Run]) -> None:
    text, run = campaign
    oracle, hits = OF_TEXT[measure.name], judged(text, run)
    for bound in [*variants(measure), *others(measure)]:
        expected = oracle(text, run, **dict(bound.settings))
        np.testing.assert_allclose(bound.values(hits), [expected], rtol=1e-12, atol=1e-12, err_msg=bound.name)


def others(measure: Measure) -> list[BoundMeasure]:
    """Parameters that matter on texts as short as these."""
    told = {
        "iP": "iP@0 iP@0.01 iP@0.33 iP@0.7",
        "AiP": "AiP(points=2) AiP(points=11)",
        "gP": "gP(beta=1)@2 gP(beta=4)@3 gP(score='entry', n=5)@2",
        "AgP": "AgP(beta=1) AgP(beta=0) AgP(score='entry', n=5)",
        "T2IP": "T2IP(tolerance=0) T2IP(tolerance=1)@2 T2IP(tolerance=3)",
        "T2IR": "T2IR(tolerance=0) T2IR(tolerance=1)@2 T2IR(tolerance=3)",
    }
    return list(parse(told[measure.name])) if measure.name in told else []


@PATIENT
@given(campaign=campaigns())
def test_the_average_is_that_of_inex_eval(campaign: tuple[Text, Run]) -> None:
    text, run = campaign
    if highlighted(text):
        (bound,) = parse("MAiP")
        assert bound.values(judged(text, run))[0] == pytest.approx(as_inex_eval_does(text, run), abs=1e-12)


@PATIENT
@given(campaign=campaigns())
def test_every_character_is_found_once(campaign: tuple[Text, Run]) -> None:
    text, run = campaign
    reading = judged(text, run).reading
    assert reading is not None
    assert reading.found.sum() == len(shown(run) & highlighted(text))
    assert reading.size.tolist() == [end - start for _, start, end in run]


@PATIENT
@given(campaign=campaigns())
def test_what_overlaps_can_be_left_out(campaign: tuple[Text, Run]) -> None:
    text, run = campaign
    kept: Run = []
    for element in run:
        if not shown([element]) & shown(kept):
            kept.append(element)
    names = " ".join(f"{doc}:{start}:{end - start}" for doc, start, end in run)
    reading = read_text(text, names, overlap="drop").reading
    assert reading is not None
    assert list(zip(reading.start.tolist(), reading.size.tolist(), strict=True)) == [
        (start, end - start) for _, start, end in kept
    ]
    assert reading.found.sum() == len(shown(kept) & highlighted(text))


@PATIENT
@given(campaign=campaigns())
def test_stretches_that_are_new_are_what_was_not_seen(campaign: tuple[Text, Run]) -> None:
    _, run = campaign
    documents = np.array([ord(doc) for doc, _, _ in run], dtype=np.int64)
    start, end = (np.array([element[column] for element in run], dtype=np.int64) for column in (1, 2))
    found = unseen(documents, start, end)
    for place, element in enumerate(run):
        mine = [
            (element[0], int(found.start[piece]), int(found.end[piece]))
            for piece in np.flatnonzero(found.element == place)
        ]
        assert shown(mine) == shown([element]) - shown(run[:place])
        assert bool(found.overlapping[place]) == bool(shown([element]) & shown(run[:place]))


def test_documents_are_ranked_where_their_first_element_stands() -> None:
    run = read_text({"a": "##", "b": "..", "c": "#"}, "b:0:1 z:0:5 b:1:1 c a:1:1")
    assert run.rank.tolist() == [1, 3, 4]
    assert run.retrieved.tolist() == [4]
    (ap, p, recall) = parse("AP P@3 R@3")
    assert [bound.values(run)[0] for bound in (ap, p, recall)] == pytest.approx(
        [(1 / 3 + 2 / 4) / 2, 1 / 3, 1 / 2]
    )


def test_the_best_entry_point_is_where_the_judge_says() -> None:
    run = read_text({"a": "..####.."}, "a:2:2", entries={"a": 5})
    (bound,) = parse("gP(score='entry', n=6)@1")
    assert bound.values(run)[0] == pytest.approx(1 - 3 / 6)


def test_an_empty_element_takes_a_rank_and_nothing_else() -> None:
    run = read_text({"a": "##"}, "a:0:0 a:0:2")
    first, second, at_once = (bound.values(run)[0] for bound in parse("TextP@1 TextP@2 iP@1"))
    assert (first, second, at_once) == (0, 1, 1)


def test_without_relevant_text_nothing_is_defined() -> None:
    run = read_text({"a": "...."}, "a:0:2")
    for measure in MEASURES:
        for bound in variants(measure):
            assert np.isnan(bound.values(run)).all(), bound


def test_text_is_not_measured_where_documents_were_judged() -> None:
    for bound in parse("MAiP gP@1 T2IR"):
        with pytest.raises(UsageError, match="needs judgements of passages") as refused:
            bound.values(replace(example(ranks=[1]), reading=None))
        assert refused.value.slug == "no-passages"


@pytest.mark.parametrize(
    "name",
    [
        "iP@1.5",
        "iP@-0.1",
        "AiP(points=1)",
        "AgP(beta=-1)",
        "AgP(n=0)",
        "T2IP(tolerance=-1)",
        "EP@0",
        "EP@1.1",
    ],
)
def test_numbers_that_mean_nothing_are_refused(name: str) -> None:
    with pytest.raises(UsageError):
        parse(name)[0].values(read_text({"a": "##"}, "a"))


def test_effort_is_that_of_the_best_list() -> None:
    run = example([0, 0.5, 1], missed=[1])
    values = [bound.values(run)[0] for bound in parse("EP@0.2 EP@0.6 EP@1 nxCG@3 xCG@3")]
    assert values == pytest.approx([1 / 2, 2 / 3, 0, 1.5 / 2.5, 1.5])
