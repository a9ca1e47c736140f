"""Groups of measures under one word: `-m official`, `-m recall`, `-m web`, `-m all`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cranfield.measure.register import registered

USUAL_CUTOFF = 10


class Preset(NamedTuple):
    """What a group is for, and its measures as they are typed."""

    meaning: str
    measures: Callable[[], str]


def _everything() -> str:
    """Name every measure that asks for no more than judgements and a run, once, as it is usually written."""
    names = []
    for each in registered():
        required = [parameter for parameter in each.parameters if parameter.required]
        if each.needs or any(not parameter.at or parameter.kind is not int for parameter in required):
            continue
        names.append(f"{each.name}@{USUAL_CUTOFF}" if required else each.name)
    return " ".join(names)


# trec_eval 9.0.8's own groups, without runid and relstring, which are text.
_COUNTS = "num_q num_ret num_rel num_rel_ret"
_AT_RANKS = "{0}_5,10,15,20,30,100,200,500,1000"  # bare, P lacks a cut-off and recall is a group
_OFFICIAL = f"{_COUNTS} map gm_map Rprec bpref recip_rank iprec_at_recall {_AT_RANKS.format('P')}"
_SETS = "set_P set_recall set_relative_P set_map set_F"
_ALL_TREC = (
    f"{_OFFICIAL} {_AT_RANKS.format('recall')} infAP gm_bpref Rprec_mult utility 11pt_avg binG G ndcg ndcg_rel "
    f"Rndcg ndcg_cut map_cut relative_P success {_SETS} num_nonrel_judged_ret"
)
_PREFS = (
    "num_q prefs_num_prefs_poss prefs_num_prefs_ful prefs_num_prefs_ful_ret prefs_simp prefs_pair prefs_avgjg"
)
_ALL_PREFS = (
    f"{_PREFS} prefs_avgjg_Rnonrel prefs_simp_ret prefs_pair_ret prefs_avgjg_ret prefs_avgjg_Rnonrel_ret "
    "prefs_simp_imp prefs_pair_imp prefs_avgjg_imp"
)

PRESETS: dict[str, Preset] = {
    "recall": Preset(
        "for who must find everything (not trec_eval's recall, which is recall_5, recall_10, ...)",
        lambda: "R@100 R@1000 PRES@100 PRES@1000 AP NumRelRet Judged@1000",
    ),
    "web": Preset("for who looks at the first page", lambda: "nDCG@10 nDCG@20 P@10 RR@10 Judged@10"),
    "all": Preset(
        "all that needs no more than judgements and a run, cut at 10 where a cut-off is required", _everything
    ),
    "official": Preset("what trec_eval prints unasked, but runid, which is text", lambda: _OFFICIAL),
    "set": Preset("trec_eval's, for sets without an order", lambda: f"{_COUNTS} utility {_SETS}"),
    "all_trec": Preset("all of trec_eval 9.0.8, but runid and relstring, which are text", lambda: _ALL_TREC),
    "prefs": Preset("trec_eval's, for preferences", lambda: _PREFS),
    "all_prefs": Preset("all of trec_eval's for preferences", lambda: _ALL_PREFS),
    "qrels_jg": Preset(
        "trec_eval's, for several judgement groups", lambda: "num_q map_avgjg P_avgjg Rprec_mult_avgjg"
    ),
}
