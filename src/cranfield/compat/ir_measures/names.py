"""Measures written as text: `nDCG(dcg='exp-log2')@10`, and trec_eval's `ndcg_cut_10` and `P.5,10`."""

from __future__ import annotations

import ast
import re
from typing import Any, NamedTuple

from cranfield.compat.ir_measures import measures as catalogue
from cranfield.compat.ir_measures.base import BadMeasureError, Measure, UnknownMeasureError
from cranfield.compat.ir_measures.measures import registry
from cranfield.errors import did_you_mean, warn
from cranfield.measure.presets import PRESETS
from cranfield.measure.trec_eval import USUAL_CUTOFFS

_WRITTEN = "measures are written like AP, nDCG@10 or P(rel=2)@5"


def parse_measure(measure: str | Measure) -> Measure:
    """Return the measure that is written so.

    >>> parse_measure("nDCG(gains={1: 3})@10"), parse_measure("MAP")
    (nDCG(gains={1:3})@10, AP)
    """
    if isinstance(measure, Measure):
        return measure
    node = _expression(measure)
    settings: dict[str, Any] = {}
    cutoff = None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        cutoff, node = _value(node.right, measure), node.left
    if isinstance(node, ast.Call):
        if node.args or any(keyword.arg is None for keyword in node.keywords):
            raise _unreadable(measure, "parameters have names, such as P(rel=2)@5")
        settings = {str(keyword.arg): _value(keyword.value, measure) for keyword in node.keywords}
        node = node.func
    if not isinstance(node, ast.Name):
        raise _unreadable(measure)
    found = _known(node.id)(**settings)
    return found if cutoff is None else found @ cutoff


def _expression(measure: Any) -> ast.expr:
    if not isinstance(measure, str):
        raise _unreadable(repr(measure))
    try:
        return ast.parse(measure.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        several = "one measure at a time; " if len(measure.split()) > 1 else ""
        raise _unreadable(measure, several + _WRITTEN) from None


def _value(node: ast.expr, measure: str) -> Any:
    try:
        return ast.literal_eval(node)
    except ValueError:
        raise _unreadable(measure, "text stands in quotes: nDCG(dcg='exp-log2')@10") from None


def _known(name: str) -> Measure:
    if name not in registry:
        raise UnknownMeasureError(
            f"ir_measures has no measure `{name}`",
            slug="unknown-measure",
            hint=did_you_mean(name, registry) or "cranfield itself has more: `cranfield measures` lists them",
        )
    return registry[name]


def _unreadable(measure: str, hint: str = _WRITTEN) -> BadMeasureError:
    return BadMeasureError(f"cannot read the measure `{measure}`", slug="measure-syntax", hint=hint)


class _Spoken(NamedTuple):
    """A measure under trec_eval's name; the parameter behind it, and what trec_eval prints unasked."""

    measure: Measure
    behind: str | None = None
    usual: tuple[float, ...] = ()


def _at_ranks(measure: Measure, ranks: tuple[int, ...] = USUAL_CUTOFFS) -> _Spoken:
    return _Spoken(measure, "cutoff", ranks)


_TREC_EVAL: dict[str, _Spoken] = {
    "P": _at_ranks(catalogue.P),
    "Rprec": _Spoken(catalogue.Rprec),
    "bpref": _Spoken(catalogue.Bpref),
    "infAP": _Spoken(catalogue.infAP),
    "iprec_at_recall": _Spoken(catalogue.IPrec, "recall", tuple(tenth / 10 for tenth in range(11))),
    "map": _Spoken(catalogue.AP),
    "map_cut": _at_ranks(catalogue.AP),
    "ndcg": _Spoken(catalogue.nDCG),
    "ndcg_cut": _at_ranks(catalogue.nDCG),
    "num_q": _Spoken(catalogue.NumQ),
    "num_rel": _Spoken(catalogue.NumRel),
    "num_rel_ret": _Spoken(catalogue.NumRelRet),
    "num_ret": _Spoken(catalogue.NumRet),
    "recall": _at_ranks(catalogue.R),
    "recip_rank": _Spoken(catalogue.RR),
    "set_F": _Spoken(catalogue.SetF, "beta", (1.0,)),
    "set_P": _Spoken(catalogue.SetP),
    "set_map": _Spoken(catalogue.SetAP),
    "set_recall": _Spoken(catalogue.SetR),
    "set_relative_P": _Spoken(catalogue.SetRelP),
    "success": _at_ranks(catalogue.Success, (1, 5, 10)),
}
_BEHIND = re.compile(r"(?P<name>.+?)[._](?P<values>\d+(?:\.\d+)?(?:,\d+(?:\.\d+)?)*)", re.ASCII)


def parse_trec_measure(measure: str) -> list[Measure]:
    """Return the measures that trec_eval calls so; a name may stand for several.

    >>> parse_trec_measure("map"), parse_trec_measure("P.5,10"), parse_trec_measure("recall_100")
    ([AP], [P@5, P@10], [R@100])
    """
    if measure in _TREC_EVAL:
        spoken = _TREC_EVAL[measure]
        return (
            [spoken.measure(**{spoken.behind: each}) for each in spoken.usual]
            if spoken.behind
            else [spoken.measure]
        )
    if measure in PRESETS:
        return _members(measure)
    written = _BEHIND.fullmatch(measure)
    if written is None or written["name"] not in _TREC_EVAL:
        raise _not_theirs(measure)
    spoken = _TREC_EVAL[written["name"]]
    if spoken.behind is None:
        raise _unreadable(measure, f"nothing stands behind `{written['name']}`")
    kind = spoken.measure.SUPPORTED_PARAMS[spoken.behind].dtype
    try:
        return [spoken.measure(**{spoken.behind: kind(value)}) for value in written["values"].split(",")]
    except ValueError:
        raise _unreadable(measure, "a cut-off is a whole number, such as P_10") from None


def _members(group: str) -> list[Measure]:
    """Return the measures of a group; those that ir_measures has none for are named in a warning."""
    names = sorted({re.split(r"_[\d,]+$", word)[0] for word in PRESETS[group].measures().split()})
    without = [name for name in names if name not in _TREC_EVAL]
    if len(without) == len(names):
        raise _not_theirs(group)
    if without:
        warn(
            "skipped-measures",
            f"ir_measures has no name for {len(without)} of {len(names)} measures of `{group}`: {', '.join(without)}",
            "cranfield has them: cf.evaluate takes trec_eval's names as they are",
        )
    return [each for name in names if name in _TREC_EVAL for each in parse_trec_measure(name)]


def _not_theirs(name: str) -> BadMeasureError:
    return BadMeasureError(
        f"ir_measures has no measure that trec_eval calls `{name}`",
        slug="unknown-measure",
        hint=did_you_mean(name, [*_TREC_EVAL, "official", "set", "all_trec"])
        or "cf.evaluate takes all of trec_eval's names",
    )
