"""How measures are called: one canonical name, many spellings, and help where a name means nothing."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.errors import UsageError
from cranfield.measure import AP, PRES, BoundMeasure, P, R, example, find, nDCG, parse, spellings
from cranfield.measure.parameters import Parameter
from tests.measure.drawn import PATIENT
from tests.measure.variants import BUILT_IN


def values_of(parameter: Parameter) -> st.SearchStrategy[object]:
    if parameter.choices:
        return st.sampled_from(parameter.choices)
    if parameter.kind is str:
        some = st.text().filter(lambda text: "'" not in text)
    elif parameter.kind is float:
        some = st.floats(allow_nan=False, allow_infinity=False)
    else:
        some = st.integers(min_value=1, max_value=2**31 - 1)
    return st.none() | some if parameter.optional else some


@st.composite
def bound_measures(draw: st.DrawFn) -> BoundMeasure:
    measure = draw(st.sampled_from(BUILT_IN))
    required = {each.name: values_of(each) for each in measure.parameters if each.required}
    optional = {each.name: values_of(each) for each in measure.parameters if not each.required}
    return measure(**draw(st.fixed_dictionaries(required, optional=optional)))


@PATIENT
@given(st.lists(bound_measures(), min_size=1, max_size=5), st.sampled_from([" ", ",", ", ", "\n", " , "]))
def test_what_is_printed_parses_back(measures: list[BoundMeasure], separator: str) -> None:
    assert parse(separator.join(map(str, measures))) == tuple(dict.fromkeys(measures))


@PATIENT
@given(st.text() | st.text("AP@()=,.5_ '\"rel\n"))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(UsageError):
        assert parse(text)


@pytest.mark.parametrize(
    "text, canonical",
    [
        ("AP", "AP"),
        ("map", "AP"),
        ("MAP@10", "AP@10"),
        ("map_cut_10", "AP@10"),
        ("map_cut@10", "AP@10"),
        ("recip_rank", "RR"),
        ("MRR@10", "RR@10"),
        ("bpref", "Bpref"),
        ("P_5", "P@5"),
        ("P.5", "P@5"),
        ("p@5", "P@5"),
        ("P(k=5)", "P@5"),
        ("P.5,10", "P@5 P@10"),
        ("P_5,10,AP", "P@5 P@10 AP"),
        ("precision@5", "P@5"),
        ("recall_100", "R@100"),
        ("recall@100", "R@100"),
        ("ndcg", "nDCG"),
        ("ndcg@10", "nDCG@10"),
        ("NDCG@10", "nDCG@10"),
        ("ndcg_cut_10", "nDCG@10"),
        ("ndcg_cut.10", "nDCG@10"),
        ("num_ret num_rel num_rel_ret", "NumRet NumRel NumRelRet"),
        ("P(rel=2)@5", "P(rel=2)@5"),
        ("P(rel=1)@5", "P@5"),
        ("P( rel = 2 , ) @ 5", "P(rel=2)@5"),
        ("P(rel=2.0)@5", "P(rel=2)@5"),
        ("P(rel=0.5)@5", "P(rel=0.5)@5"),
        ("P(rel=1e-3)@5", "P(rel=0.001)@5"),
        ("nDCG(dcg='exp-log2')@10", "nDCG(dcg='exp-log2')@10"),
        ('nDCG(dcg="exp-log2")@10', "nDCG(dcg='exp-log2')@10"),
        ("nDCG(dcg=exp-log2)@10", "nDCG(dcg='exp-log2')@10"),
        ("nDCG(k=10, dcg=log2)", "nDCG@10"),
        ("nDCG(k=None)", "nDCG"),
        ("PRES", "PRES@1000"),
        ("PRES@100", "PRES@100"),
        ("AP nDCG@10, P(rel=2)@5 PRES@1000", "AP nDCG@10 P(rel=2)@5 PRES@1000"),
        (" AP,,map ", "AP"),
    ],
)
def test_one_canonical_name(text: str, canonical: str) -> None:
    assert " ".join(map(str, parse(text))) == canonical


def test_objects_and_lists_are_welcome() -> None:
    assert parse([AP, nDCG @ 10, "P@5 R@10"]) == parse("AP nDCG@10 P@5 R@10")
    assert parse(P(rel=2) @ np.int64(5)) == parse("P(rel=2)@5")
    assert parse(P(rel=np.float64(2)) @ 5) == parse("P(rel=2)@5")
    assert parse(PRES) == (PRES @ 1000,)


def test_names_are_kept_as_they_were_asked_for() -> None:
    assert spellings("map P.5,10 AP") == {"map": AP(), "P.5": P @ 5, "P.10": P @ 10, "AP": AP()}


@pytest.mark.parametrize(
    "bound, name",
    [
        (AP(), "map"),
        (AP @ 10, "map_cut_10"),
        (nDCG @ 10, "ndcg_cut_10"),
        (R @ 5, "recall_5"),
        (P(rel=2) @ 5, None),
        (nDCG(dcg="jarvelin"), None),
        (PRES(), None),
        (find("RR") @ 10, None),
    ],
)
def test_the_name_in_trec_eval(bound: BoundMeasure, name: str | None) -> None:
    assert bound.trec_eval_name == name


@pytest.mark.parametrize(
    "text, message, hint",
    [
        ("", "no measure is named", "AP nDCG@10"),
        ("ndgc@10", "no measure is called `ndgc`", "did you mean `nDCG`"),
        ("ndcg_cu_10", "no measure is called `ndcg_cu_10`", "`ndcg_cut`"),
        ("zzz", "no measure is called `zzz`", "cranfield measures"),
        ("P", "`P` lacks a cut-off", "P needs a cut-off, such as P@10"),
        ("P(rel=2)", "`P(rel=2)` lacks a cut-off", "P needs a cut-off, such as P(rel=2)@10"),
        ("ndcg_cut", "`ndcg_cut` lacks a cut-off", "such as ndcg_cut_10"),
        ("P@x", "the cut-off of P is a whole number, not `x`", "P@10"),
        ("P@0", "the cut-off of P is a whole number from 1 to 2,147,483,647, not `0`", "P@10"),
        ("P@-3", "not `-3`", "P@10"),
        ("P@2.5", "the cut-off of P is a whole number, not `2.5`", "P@10"),
        ("P@99999999999999999999", "from 1 to 2,147,483,647", "P@10"),
        ("P_0", "from 1 to 2,147,483,647, not `0`", "P@10"),
        ("P_5@10", "`P_5@10` has two cut-offs", None),
        ("P(k=5)@10", "`P(k=5)@10` has two cut-offs", None),
        ("NumRet@5", "NumRet takes no cut-off", None),
        ("P(rel='a')@5", "`rel` of P is a number, not `a`", None),
        ("P(rel=nan)@5", "`rel` of P is a number, not `nan`", None),
        ("P(rel=1e999)@5", "`rel` of P is a number, not `inf`", None),
        ("P(rel=True)@5", "`rel` of P is a number, not `True`", None),
        ("P(rle=2)@5", "P has no parameter `rle`", "did you mean `rel`"),
        ("NumRet(rel=2)", "NumRet has no parameter `rel`", None),
        ("P(rel=2,rel=3)@5", "`rel` is given twice", "name=value"),
        ("P(2)@5", "cannot read `2` in `P(2)@5`", "name=value"),
        ("nDCG(dcg='exp')", "`dcg` of nDCG has no value `exp`", None),
        ("P(rel=2", "cannot read the measure `P(rel=2`", "P(rel=2)@5"),
        ("@10", "cannot read the measure `@10`", "nDCG@10"),
        ("P@5@6", "cannot read the measure `P@5@6`", "nDCG@10"),
    ],
)
def test_a_name_that_means_nothing_is_refused_with_advice(text: str, message: str, hint: str | None) -> None:
    with pytest.raises(UsageError) as caught:
        parse(text)
    assert message in caught.value.message
    assert (hint is None) == (caught.value.hint is None)
    assert hint is None or hint in str(caught.value.hint)


def test_all_bad_names_are_collected() -> None:
    with pytest.raises(UsageError) as caught:
        parse("ndgc AP P nDCG(dcg=x) recal@3")
    assert str(caught.value).splitlines() == [
        "no measure is called `ndgc`",
        "`P` lacks a cut-off",
        "`dcg` of nDCG has no value `x`",
        "  one of: log2, exp-log2, jarvelin",
        "no measure is called `recal`",
        "hint: did you mean `nDCG` or `RnDCG`?",
        "hint: P needs a cut-off, such as P@10",
        "hint: did you mean `Recall` or `StRecall`?",
    ]


def test_without_its_cutoff_a_measure_computes_nothing() -> None:
    with pytest.raises(UsageError, match="lacks a cut-off"):
        P(rel=2).values(example(ranks=[1]))
