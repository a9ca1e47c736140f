"""The measures of ir_measures by name, as its documentation lists them."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from cranfield.compat.ir_measures import rules
from cranfield.compat.ir_measures.base import Kind, MeanAgg, Measure, ParamInfo, Rule, SumAgg

BaseMeasure = Measure

CUTOFF = ParamInfo(int, desc="how many documents to look at, such as 10")
REQUIRED_CUTOFF = ParamInfo(int, required=True, desc=CUTOFF.desc)
REL = ParamInfo(float, default=1, desc="the least grade that is relevant")
ANY_REL = ParamInfo(float, desc="the least grade that is relevant; every document where it is left out")
REQUIRED_REL = ParamInfo(float, required=True, desc=REL.desc)
JUDGED_ONLY = ParamInfo(
    bool, default=False, desc="whether unjudged documents are dropped first: True or False"
)
MIN_REL = ParamInfo(float, default=0, desc="the grade that is worth nothing")
MAX_REL = ParamInfo(float, required=True, desc="the grade of a perfect document")

_SHORT = {"cutoff": CUTOFF, "rel": REL, "judged_only": JUDGED_ONLY, "min_rel": MIN_REL, "max_rel": MAX_REL}

registry: dict[str, Measure] = {}


def _number(default: float, desc: str) -> ParamInfo:
    return ParamInfo(float, default=default, desc=desc)


def _measure(
    name: str, common: str = "", rule: Rule | None = None, aliases: str = "", **parameters: Any
) -> Measure:
    """Make a measure of the parameters that it shares with others, and of its own."""
    about = {
        key: parameters.pop(key)
        for key in ("at", "counts", "only_where_found", "by_aspect", "negative_is_judged")
        if key in parameters
    }
    known = {**parameters, **{each: _SHORT[each] for each in common.split() if each not in parameters}}
    kind = Kind(name, MappingProxyType(known), rule, **about)
    measure = Measure(kind, {})
    registry.update(dict.fromkeys([name, *aliases.split()], measure))
    return measure


def _of_aspects(name: str, common: str, aliases: str = "", **parameters: Any) -> Measure:
    return _measure(name, common, aliases=aliases, by_aspect=True, **parameters)


Accuracy = _measure("Accuracy", "cutoff rel", only_where_found=True)
AP = MAP = _measure("AP", "cutoff rel judged_only", aliases="MAP")
Bpref = BPref = _measure("Bpref", "rel", aliases="BPref")
Compat = _measure(
    "Compat",
    p=_number(0.95, "how far down a user compares, from 0 to 1"),
    normalize=ParamInfo(bool, default=True, desc="whether the ideal ranking has 1: True or False"),
)
ERR = _measure("ERR", "cutoff", rules.err)
infAP = _measure("infAP", "rel")  # noqa: N816
IPrec = _measure(
    "IPrec",
    "rel judged_only",
    rules.named("IPrec", levels="trec9"),
    at="recall",
    recall=ParamInfo(float, required=True, desc="a share of the relevant documents, such as 0.1"),
)
Judged = _measure("Judged", "cutoff", rules.judged, negative_is_judged=True)
nDCG = NDCG = _measure(  # noqa: N816
    "nDCG",
    "cutoff judged_only",
    aliases="NDCG",
    dcg=ParamInfo(str, choices=("log2", "exp-log2"), default="log2", desc="'log2' or 'exp-log2'"),
    gains=ParamInfo(dict, desc="what grades are worth, such as {1: 3, 2: 9}"),
)
P = Precision = _measure("P", "rel judged_only", aliases="Precision", cutoff=REQUIRED_CUTOFF)
R = Recall = _measure("R", "rel judged_only", aliases="Recall", cutoff=REQUIRED_CUTOFF)
RBP = _measure(
    "RBP", "cutoff", p=_number(0.8, "how likely a user goes on to the next document"), rel=REQUIRED_REL
)
Rprec = RPrec = _measure("Rprec", "rel judged_only", aliases="RPrec")
RR = MRR = _measure("RR", "cutoff rel judged_only", aliases="MRR")
Success = _measure("Success", "rel judged_only", cutoff=REQUIRED_CUTOFF)

# Counts, which are added up over the topics.
NumQ = _measure("NumQ", counts=True)
NumRel = _measure("NumRel", "rel", counts=True)
NumRet = _measure("NumRet", "", rules.num_ret, counts=True, rel=ANY_REL)
NumRelRet = registry["NumRelRet"] = NumRet(rel=1)

# What was retrieved as a set.
SetP = _measure(
    "SetP",
    "rel judged_only",
    rules.set_p,
    relative=ParamInfo(
        bool, default=False, desc="whether to divide by the best that so many documents can do: True or False"
    ),
)
SetRelP = registry["SetRelP"] = SetP(relative=True)
SetR = _measure("SetR", "rel")
SetF = _measure(
    "SetF", "rel judged_only", rules.set_f, beta=_number(1.0, "the square of what textbooks call beta")
)
SetAP = _measure("SetAP", "rel judged_only")

# Models of users.
_GAIN = _number(1.0, "how many perfect documents' worth a user wants")
BPM = _measure("BPM", "min_rel max_rel", cutoff=REQUIRED_CUTOFF, T=_GAIN)
SDCG = _measure(
    "SDCG",
    "min_rel max_rel",
    rules.sdcg,
    cutoff=REQUIRED_CUTOFF,
    dcg=ParamInfo(str, choices=("log2",), default="log2", desc="'log2'"),
)
INST = _measure("INST", "min_rel max_rel", T=_GAIN)
INSQ = _measure("INSQ", "min_rel max_rel", T=_GAIN)
NERR8 = _measure("NERR8", "min_rel max_rel", cutoff=REQUIRED_CUTOFF)
NERR9 = _measure("NERR9", "min_rel max_rel", cutoff=REQUIRED_CUTOFF)
NERR10 = _measure(
    "NERR10", "min_rel max_rel", p=_number(0.9, "how likely a user goes on to the next document")
)
NERR11 = _measure("NERR11", "min_rel max_rel", T=_GAIN)

# Diversity: judgements by aspect, which is what the column `iteration` holds.
_ALPHA = _number(0.5, "how little a second document on the same aspect is worth")
_BETA = _number(0.5, "how likely a user goes on to the next document")
ERR_IA = _of_aspects("ERR_IA", "rel judged_only", cutoff=REQUIRED_CUTOFF)
nERR_IA = _of_aspects("nERR_IA", "cutoff rel judged_only")  # noqa: N816
alpha_DCG = α_DCG = _of_aspects(  # noqa: N816, PLC2401
    "alpha_DCG", "rel judged_only", "α_DCG", cutoff=REQUIRED_CUTOFF, alpha=_ALPHA
)
alpha_nDCG = α_nDCG = _of_aspects("alpha_nDCG", "cutoff rel judged_only", "α_nDCG", alpha=_ALPHA)  # noqa: N816, PLC2401
NRBP = _of_aspects("NRBP", "rel", alpha=_ALPHA, beta=_BETA)
nNRBP = _of_aspects("nNRBP", "rel", alpha=_ALPHA, beta=_BETA)  # noqa: N816
AP_IA = MAP_IA = _of_aspects("AP_IA", "rel judged_only", "MAP_IA")
P_IA = _of_aspects("P_IA", "rel judged_only", cutoff=REQUIRED_CUTOFF)
StRecall = _of_aspects("StRecall", "rel", cutoff=REQUIRED_CUTOFF)

__all__ = [
    "AP", "AP_IA", "BPM", "ERR", "ERR_IA", "INSQ", "INST", "MAP", "MAP_IA", "MRR", "NDCG", "NERR8",
    "NERR9", "NERR10", "NERR11", "NRBP", "P_IA", "RBP", "RR", "SDCG", "Accuracy", "BPref",
    "BaseMeasure", "Bpref", "Compat", "IPrec", "Judged", "MeanAgg", "Measure", "NumQ", "NumRel",
    "NumRelRet", "NumRet", "P", "ParamInfo", "Precision", "R", "RPrec", "Recall", "Rprec", "SetAP",
    "SetF", "SetP", "SetR", "SetRelP", "StRecall", "Success", "SumAgg", "alpha_DCG", "alpha_nDCG",
    "infAP", "nDCG", "nERR_IA", "nNRBP", "α_DCG", "α_nDCG",
]  # fmt: skip
