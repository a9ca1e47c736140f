"""Measures of one's own, and what the register refuses."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pytest
from numpy.typing import NDArray

import cranfield.measure
from cranfield.errors import UsageError
from cranfield.measure import example, find, measure, parse, register, registered
from cranfield.measure.by_hand import Topic, judge_by_hand
from cranfield.measure.parameters import Parameter
from cranfield.measure.trec_eval import numbers
from cranfield.model import Judged


@pytest.fixture(autouse=True)
def _forget_what_is_registered_here(monkeypatch: pytest.MonkeyPatch) -> None:
    registered()
    for table in ("_measures", "_spoken", "_cut"):
        monkeypatch.setattr(register, table, dict(getattr(register, table)))


TAKEN = r"there is already a measure|cannot be the name"


def first_hits(
    judged: Judged, *, p: float = 0.5, mode: Literal["a", "b"] = "a", rel: float = 1, k: int
) -> NDArray[Any]:
    """Count early hits.

    Not much of a measure.
    """
    return judged.relevant(rel).within(k).count * p


def test_one_decorated_function_is_all_it_takes() -> None:
    measure("FirstHits", source="here", traits={"counts"}, aliases=["first"], trec_eval=["hits_*"])(
        first_hits
    )
    [bound] = parse("firsthits(mode=b, p=0.25)@3")
    assert str(bound) == "FirstHits(p=0.25, mode='b')@3"
    assert bound.values(example(ranks=[1, 2, 9])).tolist() == [0.5]
    assert parse("hits_3 first@3") == (find("FirstHits") @ 3,)
    assert cranfield.measure.FirstHits is find("FirstHits")
    mine = find("FirstHits")
    assert mine in registered()
    assert mine.aggregate == "sum"
    assert mine.summary == "Count early hits."
    assert mine.family == "test_register"
    assert mine.parameters == (
        Parameter("p", float, default=0.5),
        Parameter("mode", str, choices=("a", "b"), default="a"),
        Parameter("rel", float, default=1),
        Parameter("k", int, at=True),
    )


def test_the_cutoff_may_have_another_name_and_type() -> None:
    @measure("AtRecall", at="recall")
    def at_recall(judged: Judged, *, recall: float) -> NDArray[np.float64]:
        """Whatever."""
        return np.full(judged.num_topics, recall)

    assert str(parse("AtRecall@0.25")[0]) == "AtRecall@0.25"


@pytest.mark.parametrize("name", ["AP", "ap", "map", "Recall", "recall_5", "P_5", "set_F_4", "utility.1,2"])
def test_a_name_belongs_to_one_measure(name: str) -> None:
    with pytest.raises(UsageError, match=TAKEN):
        measure(name)(first_hits)
    with pytest.raises(UsageError, match=TAKEN):
        measure("Mine", aliases=[name])(first_hits)


@pytest.mark.parametrize("name", ["recall", "web", "official", "all"])
def test_the_name_of_a_group_is_taken(name: str) -> None:
    with pytest.raises(UsageError, match=f"there is already a group of measures `{name}`"):
        measure(name)(first_hits)


@pytest.mark.parametrize(
    "name",
    [
        "my measure@5, x(",
        "",
        " ",
        "a b",
        "a@b",
        "a,b",
        "a(b",
        "it's",
        'say"',
        "a=b",
        "a*",
        "_*",
        "10",
        "-1",
        ".5",
        "a\x1b",
    ],
)
def test_a_name_that_nobody_could_type_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="cannot be the name of a measure"):
        measure(name)(first_hits)
    with pytest.raises(UsageError, match="cannot be the name of a measure"):
        measure("Mine", aliases=[name])(first_hits)


@pytest.mark.parametrize("name", ["x", "Größe", "α-x", "mine.P", "11pt", "first_2"])
def test_a_name_that_is_taken_can_be_typed(name: str) -> None:
    measure(name)(first_hits)
    assert str(parse(f"AP, {name}@3")[1]) == f"{name}@3"


def test_parameters_behind_a_name_of_ones_own() -> None:
    measure("Mine", trec_eval=["mine"], trec_eval_parameters=numbers("p", "rel", example="0.5,1"))(first_hits)
    (bound,) = parse("mine_.25,2@3")
    assert str(bound) == "Mine(p=0.25, rel=2)@3"
    with pytest.raises(UsageError, match=r"such as mine_0\.5,1"):
        parse("mine_.25")


def returning(returned: Any) -> Any:
    def own(judged: Judged) -> Any:
        return returned() if callable(returned) else returned

    return own


@pytest.mark.parametrize(
    "returned, said",
    [
        ([1, 2, 3], "the measure Mine returned 3 values for 2 topics"),
        ([1], "the measure Mine returned 1 value for 2 topics"),
        (0.5, "the measure Mine returned a single number for 2 topics"),
        ([[1, 2]], "the measure Mine returned a table of numbers for 2 topics"),
        (
            ["good", "bad"],
            "the measure Mine returned something else than numbers: ValueError: could not convert",
        ),
        (None, "the measure Mine returned nothing"),
        (lambda: 1 / 0, r"the measure Mine failed: ZeroDivisionError: .* \(line \d+ of test_register.py\)"),
        (lambda: dict[str, int]()["x"], "the measure Mine failed: KeyError: 'x'"),
    ],
)
def test_what_goes_wrong_in_a_measure_is_said_in_its_name(returned: Any, said: str) -> None:
    measure("Mine")(returning(returned))
    topics = judge_by_hand([Topic([1]), Topic([0, 1])])
    with pytest.raises(UsageError, match=said) as refused:
        find("Mine")().values(topics)
    assert refused.value.slug == "measure-failed"


def test_a_measure_may_refuse_in_its_own_words_and_return_a_list() -> None:
    def refusing(judged: Judged, *, p: float = 2) -> Any:
        if p > 1:
            raise UsageError("p is too high", slug="measure-parameter")
        return [p]

    measure("Mine")(refusing)
    with pytest.raises(UsageError, match=r"^p is too high$"):
        find("Mine")().values(example(ranks=[1]))
    assert find("Mine")(p=0.5).values(example(ranks=[1])).tolist() == [0.5]


def test_a_notebook_cell_may_run_twice() -> None:
    measure("FirstHits")(first_hits)
    measure("FirstHits", source="better now")(first_hits)
    assert find("FirstHits").source == "better now"


def test_a_trait_that_nobody_knows_is_refused() -> None:
    with pytest.raises(UsageError, match="a trait has no value `bouned`"):
        measure("Mine", traits=["bouned"])(first_hits)  # type: ignore[list-item]


def test_parameters_are_keywords_of_a_known_type() -> None:
    def positional(judged: Judged, k: int) -> NDArray[Any]:
        return judged.retrieved

    def listed(judged: Judged, *, k: list[int]) -> NDArray[Any]:
        return judged.retrieved

    with pytest.raises(TypeError, match="keyword-only"):
        measure("Mine")(positional)
    with pytest.raises(TypeError, match="may be int, float, str, a Literal"):
        measure("Mine")(listed)


def test_the_package_has_its_measures_as_attributes() -> None:
    assert {"AP", "nDCG", "PRES", "parse"} <= set(dir(cranfield.measure))
    with pytest.raises(AttributeError, match="no attribute 'nope'"):
        _ = cranfield.measure.nope


def test_undefined_is_one_rule_for_all() -> None:
    nothing_relevant = example([0, None, -1], missed=[0])
    for bound in parse("AP nDCG P@5 R@5 RR Bpref PRES"):
        assert np.isnan(bound.values(nothing_relevant)).all(), bound
    assert [bound.values(nothing_relevant)[0] for bound in parse("NumRet NumRel NumRelRet Judged@2")] == [
        3,
        0,
        0,
        0.5,
    ]


def test_ranks_beyond_the_table_of_logarithms() -> None:
    deep = example(ranks=[200_000])
    assert find("nDCG")().values(deep)[0] == pytest.approx(1 / np.log2(200_001), rel=1e-15)
