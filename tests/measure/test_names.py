"""How measures are called: one canonical name, many spellings, and help where a name means nothing."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.errors import UsageError
from cranfield.measure import AP, PRES, BoundMeasure, P, R, example, find, nDCG, parse, spellings
from cranfield.measure.parameters import Parameter
from cranfield.measure.presets import PRESETS
from tests.measure.drawn import PATIENT
from tests.measure.variants import BUILT_IN


def values_of(parameter: Parameter) -> st.SearchStrategy[object]:
    if parameter.choices:
        return st.sampled_from(parameter.choices)
    some: st.SearchStrategy[Any]
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
        ("utility_1,-1,0,0 utility.2,-1,.5,0", "Utility Utility(a=2, c=0.5)"),
        ("set_F_4 set_F.0.25 set_F_1", "SetF(beta=2) SetF(beta=0.5) SetF"),
        ("ndcg_1=3,2=9 ndcg.1=3,2=9,4=4.5", "nDCG(gains='1=3,2=9') nDCG(gains='1=3,2=9,4=4.5')"),
        ("ndcg_rel.1=3 Rndcg_1=3", "nDCGRel(gains='1=3') RnDCG(gains='1=3')"),
        ("G.1=3 dcg_1=3 ideal_dcg.1=3", "G(gains='1=3') DCG(gains='1=3') IDCG(gains='1=3')"),
        ("rbp.p=0.5 rbp_p=.8 rbp rbp_resid_p=0.5", "RBP(p=0.5) RBP RBP(p=0.9) RBPResidual(p=0.5)"),
        ("11pt_avg..25,.5", "IPrec11(levels='trec9', recalls='.25,.5')"),
        ("11pt_avg_.25,.5,11pt_avg", "IPrec11(levels='trec9', recalls='.25,.5') IPrec11(levels='trec9')"),
        ("iprec_at_recall..10,.20", "IPrec(levels='trec9')@0.1 IPrec(levels='trec9')@0.2"),
        ("Rprec_mult.5.0,0.2", "RprecMult@5 RprecMult@0.2"),
        ("map utility.2,-1,0,0 P.5,10 ndcg.1=3,2=9 AP", "AP Utility(a=2) P@5 P@10 nDCG(gains='1=3,2=9')"),
        ("map,utility.2,-1,0,0,P.5,10,ndcg.1=3,2=9,RR", "AP Utility(a=2) P@5 P@10 nDCG(gains='1=3,2=9') RR"),
        ("utility_2,-1,0,0(rel=2) P.5,10(rel=2)", "Utility(a=2, rel=2) P(rel=2)@5 P(rel=2)@10"),
        ("nDCG(gains={1:3})@10", "nDCG(gains='1=3')@10"),
        ("nDCG(gains={1: 3, 2: 9}, dcg='log2')", "nDCG(gains='1=3,2=9')"),
        ("α-nDCG@10 α-DCG@10", "alpha_nDCG@10 alpha_DCG@10"),
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


USUAL = (5, 10, 15, 20, 30, 100, 200, 500, 1000)


@pytest.mark.parametrize(
    "text, canonical",
    [
        ("success", [f"Success@{k}" for k in (1, 5, 10)]),
        ("unj", [f"Unjudged@{k}" for k in (5, 10, 20)]),
        ("ndcg_cut", [f"nDCG@{k}" for k in USUAL]),
        ("map_cut", [f"AP@{k}" for k in USUAL]),
        ("relative_P", [f"RelP@{k}" for k in USUAL]),
        ("P_avgjg", [f"PAvgJG@{k}" for k in USUAL]),
        ("iprec_at_recall", [f"IPrec(levels='trec9')@{n / 10:g}" for n in range(11)]),
        ("Rprec_mult", [f"RprecMult@{n / 5:g}" for n in range(1, 11)]),
        ("Rprec_mult_avgjg", [f"RprecMultAvgJG@{n / 5:g}" for n in range(1, 11)]),
        ("ndcg_cut(dcg='exp-log2')", [f"nDCG(dcg='exp-log2')@{k}" for k in USUAL]),
        ("ndcg_cut(k=7) success@3", ["nDCG@7", "Success@3"]),
    ],
)
def test_a_name_of_trec_evals_without_a_cutoff_is_its_list(text: str, canonical: list[str]) -> None:
    assert [str(bound) for bound in parse(text)] == canonical


def test_each_of_the_list_has_the_name_that_trec_eval_prints() -> None:
    assert list(spellings("success Rprec_mult")) == [
        *(f"success_{k}" for k in (1, 5, 10)),
        *(f"Rprec_mult_{n / 5:.2f}" for n in range(1, 11)),
    ]


def test_a_group_stands_for_its_measures() -> None:
    assert parse("web") == parse("nDCG@10 nDCG@20 P@10 RR@10 Judged@10")
    assert R @ 100 in parse("recall")
    assert parse("set") == parse(
        "NumQ NumRet NumRel NumRelRet Utility SetP SetR SetRelP SetAP SetF",
    )
    assert "iprec_at_recall_0.10" in spellings("official")


@pytest.mark.parametrize("name", PRESETS)
def test_every_group_can_be_parsed(name: str) -> None:
    assert len(parse(name)) > 2


def test_the_name_of_a_group_is_explained_where_one_measure_is_wanted() -> None:
    with pytest.raises(UsageError, match="`official` is not one measure but several"):
        find("official")


def test_other_types_for_what_is_written_as_text(tmp_path: Path) -> None:
    compat = find("Compat")
    assert compat(normalize=False) == compat(normalize="False") != compat(normalize=True)
    assert nDCG(gains={1: 3, 2: 4.5}) == nDCG(gains="1=3,2=4.5")
    assert nDCG(gains={1: np.int64(3)}) == nDCG(gains="1=3")
    assert find("TBG")(lengths=tmp_path) == find("TBG")(lengths=str(tmp_path))
    for wrong in ({}, {"a": 1}, {1: None}, 3, [1]):
        with pytest.raises(UsageError, match="`gains` of nDCG is a word in quotes"):
            nDCG(gains=wrong)


@pytest.mark.parametrize("nothing", [5, [5], [None], b"AP", {"AP": 5}.values()])
def test_what_is_no_name_of_a_measure_is_refused(nothing: Any) -> None:
    with pytest.raises(UsageError, match="cannot read the measure"):
        parse(nothing)


def test_no_measures_are_refused() -> None:
    nothings: list[Any] = [None, [], ""]
    for nothing in nothings:
        with pytest.raises(UsageError, match="no measure is named"):
            parse(nothing)


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
        (find("Utility")(), "utility"),
        (find("Utility")(a=2), "utility_2,-1,0,0"),
        (find("Utility")(a=2, rel=2), None),
        (find("SetF")(beta=2), "set_F_4"),
        (find("SetF")(beta=0.5**0.5), "set_F_0.5"),
        (find("SetF")(), "set_F"),
        (nDCG(gains="1=3,2=9"), "ndcg_1=3,2=9"),
        (nDCG(gains="1=3, 2=9"), None),
        (nDCG(gains="1=3") @ 10, None),
        (find("RBP")(), "rbp_p=0.8"),
        (find("RBP")(p=0.9), "rbp"),
        (find("RBP")(p=0.5, top=2), None),
        (find("IPrec11")(levels="trec9", recalls=".25,.5"), "11pt_avg_.25,.5"),
        (find("IPrec11")(recalls=".25,.5"), None),
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
        ("Success", "`Success` lacks a cut-off", "such as Success@10"),
        ("IPrec", "`IPrec` lacks a cut-off", "such as IPrec@0.1"),
        ("RShare", "`RShare` lacks a cut-off", "such as RShare@0.1"),
        ("RprecMult(rel=2)", "lacks a cut-off", "such as RprecMult(rel=2)@0.1"),
        ("IPrec@x", "the cut-off of IPrec is a number, not `x`", "IPrec@0.1"),
        ("ndcg_10", "no measure is called `ndcg_10`", "a cut-off is written nDCG@10"),
        ("utility_1,2", "no measure is called `utility_1,2`", "such as utility_1,-1,0,0"),
        ("set_F_-1", "no measure is called `set_F_-1`", "such as set_F_4"),
        ("AP,5", "no measure is called `5`", "cranfield measures"),
        ("rbp_p=0.5,1=3", "gains of single grades are not for RBP", "RBP(p=0.5, top=2)"),
        ("rbp_p=x", "`p` of RBP is a number, not `x`", None),
        ("RBP(judged_only=True)", "RBP has no parameter `judged_only`", "--unjudged condense"),
        ("offical", "no measure is called `offical`", "did you mean `official`?"),
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


@pytest.mark.parametrize(
    "of_ranx, ours",
    [
        ("ndcg@10 ndcg_burges@10", "nDCG@10 nDCG(dcg='exp-log2')@10"),
        ("dcg@10 dcg_burges@10 DCG_Burges", "DCG@10 DCG(dcg='exp-log2')@10 DCG(dcg='exp-log2')"),
        ("hit_rate@5 precision@5 recall@5 f1@5", "Success@5 P@5 R@5 F@5"),
        ("mrr mrr@10 map map@10", "RR RR@10 AP AP@10"),
        ("r-precision bpref", "Rprec Bpref"),
    ],
)
def test_names_of_ranx_are_understood(of_ranx: str, ours: str) -> None:
    assert parse(of_ranx) == parse(ours)
