"""trec_eval's measures in the order in which it prints them, whatever the order they were asked for.

What a measure is stands in the register, under the same name; here is how trec_eval takes its parameters, and
where it deviates from one rule for all.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Parameters = Literal["none", "cutoffs", "shares", "numbers", "gains"]
Judgements = Literal["qrels", "prefs", "qrels_jg"]

RANKS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
TENTHS = tuple(tenth / 10 for tenth in range(11))
FIFTHS = tuple(fifth / 5 for fifth in range(1, 11))


class Entry(NamedTuple):
    """One measure: what may stand behind its name, what does where nothing stands there, and what it reads."""

    name: str
    parameters: Parameters = "none"
    usual: tuple[float, ...] = ()
    judgements: Judgements = "qrels"
    only_in_10: bool = False

    @property
    def geometric(self) -> bool:
        """Whether topics are averaged geometrically; such a measure has no value for a single topic."""
        return self.name in ("gm_map", "gm_bpref")

    @property
    def counts(self) -> bool:
        """Whether it is a sum over topics, and printed without decimals."""
        return self.name.startswith(("num_", "prefs_num_"))

    @property
    def summary_only(self) -> bool:
        """Whether it is about all topics together."""
        return self.geometric or self.name in ("runid", "num_q")

    @property
    def looks_at_documents(self) -> bool:
        """Whether it ranks and matches documents, and so stumbles over what is wrong with them."""
        return self.name not in ("runid", "num_q")


def _of(judgements: Judgements, names: str) -> tuple[Entry, ...]:
    return tuple(Entry(name, judgements=judgements) for name in names.split())


IN_ORDER: tuple[Entry, ...] = (
    *_of("qrels", "runid num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank"),
    Entry("iprec_at_recall", "shares", TENTHS),
    Entry("P", "cutoffs", RANKS),
    Entry("relstring", "numbers"),
    Entry("recall", "cutoffs", RANKS),
    *_of("qrels", "infAP gm_bpref"),
    Entry("Rprec_mult", "shares", FIFTHS),
    Entry("utility", "numbers"),
    Entry("11pt_avg", "numbers"),
    Entry("binG"),
    Entry("G", "gains"),
    Entry("dcg", "gains", only_in_10=True),
    Entry("ideal_dcg", "gains", only_in_10=True),
    Entry("ndcg", "gains"),
    Entry("ndcg_rel", "gains"),
    Entry("Rndcg", "gains"),
    Entry("ndcg_cut", "cutoffs", RANKS),
    Entry("map_cut", "cutoffs", RANKS),
    Entry("relative_P", "cutoffs", RANKS),
    Entry("success", "cutoffs", (1, 5, 10)),
    *_of("qrels", "set_P set_relative_P set_recall set_map"),
    Entry("set_F", "numbers"),
    Entry("num_nonrel_judged_ret"),
    *_of("prefs", "prefs_num_prefs_poss prefs_num_prefs_ful prefs_num_prefs_ful_ret"),
    *_of("prefs", "prefs_simp prefs_pair prefs_avgjg prefs_avgjg_Rnonrel"),
    *_of("prefs", "prefs_simp_ret prefs_pair_ret prefs_avgjg_ret prefs_avgjg_Rnonrel_ret"),
    *_of("prefs", "prefs_simp_imp prefs_pair_imp prefs_avgjg_imp"),
    Entry("map_avgjg", judgements="qrels_jg"),
    Entry("P_avgjg", "cutoffs", RANKS, "qrels_jg"),
    Entry("Rprec_mult_avgjg", "shares", FIFTHS, "qrels_jg"),
    Entry("yaap"),
    Entry("rbp", "gains", only_in_10=True),
    Entry("rbp_resid", "gains", only_in_10=True),
    Entry("unj", "cutoffs", (5, 10, 20), only_in_10=True),
)

_COUNTS = "runid num_q num_ret num_rel num_rel_ret"
_OFFICIAL = f"{_COUNTS} map gm_map Rprec bpref recip_rank iprec_at_recall P"
_SETS = "utility set_P set_recall set_relative_P set_map set_F"
_PREFS = "runid num_q prefs_num_prefs_poss prefs_num_prefs_ful prefs_num_prefs_ful_ret prefs_simp prefs_pair prefs_avgjg"

NICKNAMES: dict[str, str] = {
    "official": _OFFICIAL,
    "set": f"{_COUNTS} {_SETS}",
    "all_trec": f"{_OFFICIAL} relstring recall infAP gm_bpref 11pt_avg ndcg relative_P Rprec_mult success map_cut "
    f"ndcg_cut ndcg_rel Rndcg binG G {_SETS} num_nonrel_judged_ret unj rbp rbp_resid",
    "prefs": _PREFS,
    "all_prefs": f"{_PREFS} prefs_avgjg_Rnonrel prefs_simp_ret prefs_pair_ret prefs_avgjg_ret "
    "prefs_avgjg_Rnonrel_ret prefs_simp_imp prefs_pair_imp prefs_avgjg_imp",
    "qrels_jg": "runid num_q map_avgjg P_avgjg Rprec_mult_avgjg",
}


def entries(version: str) -> tuple[Entry, ...]:
    """Return the measures that a version has."""
    return tuple(entry for entry in IN_ORDER if version == "10.0" or not entry.only_in_10)
