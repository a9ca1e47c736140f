"""Which measures a list of trec_eval's names means, and under which keys their values come back."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from cranfield.compat.pytrec_eval.refusals import UnsupportedMeasureError
from cranfield.compat.trec_eval.catalogue import IN_ORDER, NICKNAMES, Entry
from cranfield.errors import CranfieldError, UsageError, did_you_mean
from cranfield.measure.definition import BoundMeasure
from cranfield.measure.names import parse
from cranfield.measure.parameters import DEEPEST_CUTOFF
from cranfield.measure.register import resolve

# What stands behind a name, and what that makes of the measure; None where it has words and no numbers.
Variants = Mapping[str, BoundMeasure | None]

_BY_NAME = {entry.name: entry for entry in IN_ORDER}
_NEW = {entry.name for entry in IN_ORDER if entry.only_in_10}  # pytrec_eval is trec_eval 9
_MEMBERS = {
    name: tuple(each for each in members.split() if each not in _NEW) for name, members in NICKNAMES.items()
}
_TEXTS = ("runid", "relstring")
_BEHIND = re.compile(r"[._](?=[-+.\d]|\w+=)", re.ASCII)
_NUMBER = re.compile(r"\d+\.?\d*|\.\d+", re.ASCII)

supported_nicknames = {name: set(members) for name, members in _MEMBERS.items()}
supported_measures = set(_MEMBERS["all_trec"])


def bound_by_key(measures: Iterable[str]) -> Variants:
    """Return the measures under the keys of their values, in the order of trec_eval.

    >>> list(bound_by_key({"map", "P_5", "P.10,20", "set_F.4"}))
    ['map', 'P_5', 'P_10', 'P_20', 'set_F']
    """
    asked: dict[Entry, dict[str, Variants]] = {}
    for word in measures.split() if isinstance(measures, str) else map(str, measures):
        for name in _MEMBERS.get(word, (word,)):
            entry, behind = _taken_apart(name)
            asked.setdefault(entry, {})[behind] = _variants(entry, behind, name)
    in_order = sorted(asked, key=IN_ORDER.index)
    return {key: bound for entry in in_order for key, bound in _keyed(entry, _as_told(asked[entry]))}


@lru_cache(maxsize=1000)  # scripts make an evaluator for every query
def at_level(bound: BoundMeasure, level: float) -> BoundMeasure:
    """Take grades from this one on for relevant, where the measure asks for relevance."""
    has_level = any(parameter.name == "rel" for parameter in bound.measure.parameters)
    return bound.measure.bind({**dict(bound.settings), "rel": level}) if has_level else bound


def _taken_apart(word: str) -> tuple[Entry, str]:
    """Return a measure and what stands behind its name.

    >>> entry, behind = _taken_apart("iprec_at_recall_.25,0.5")
    >>> entry.name, behind
    ('iprec_at_recall', '.25,0.5')
    """
    marks = _BEHIND.finditer(word)
    for name, behind in [(word, ""), *((word[: mark.start()], word[mark.end() :]) for mark in marks)]:
        entry = _BY_NAME.get(name)
        if entry is not None and entry.judgements == "qrels":
            return entry, behind
    raise _unsupported(word)


@lru_cache(maxsize=1000)
def _variants(entry: Entry, behind: str, word: str) -> Variants:
    """Return what was asked for: a list of cut-offs is one measure each, all else one measure."""
    if entry.parameters in ("cutoffs", "shares"):
        numbers = behind.split(",") if behind else map(str, entry.usual)
        return dict(_cut(entry, number, word) for number in numbers)
    if entry.name in _TEXTS:
        return {behind: None}
    try:
        found = resolve(f"{entry.name}.{behind}" if behind else entry.name)
    except UsageError as error:
        raise UnsupportedMeasureError(error.message, slug=error.slug, hint=error.hint) from None
    if found is None:
        raise _misunderstood(entry, behind, word)
    return {behind: found.measure.bind(found.settings)}


def _as_told(asked: dict[str, Variants]) -> Variants:
    """Put the variants of one measure together; what it has when nothing is said gives way to what is said."""
    told = [variants for behind, variants in asked.items() if behind or len(asked) == 1]
    return {each: bound for variants in told for each, bound in variants.items()}


def _cut(entry: Entry, number: str, word: str) -> tuple[str, BoundMeasure]:
    value = float(number) if _NUMBER.fullmatch(number) else math.nan
    whole = entry.parameters == "cutoffs"
    if not (1 <= value <= DEEPEST_CUTOFF if whole else value >= 0):
        raise UnsupportedMeasureError(
            f"`{number}` in `{word}` is no cut-off",
            slug="measure-cutoff",
            hint=f"cut-offs are written so: {entry.name}.{entry.usual[1]:g},{entry.usual[2]:g}",
        )
    cutoff = int(value) if whole else value  # P_23.4 is P_23, as in trec_eval
    return str(cutoff), parse(f"{entry.name}_1")[0] @ cutoff


def _keyed(entry: Entry, variants: Variants) -> Iterator[tuple[str, BoundMeasure | None]]:
    """Give each variant pytrec_eval's key; where two would share one and hide each other, a longer one."""
    if entry.parameters == "cutoffs":
        for cutoff in sorted(variants, key=int):
            yield f"{entry.name}_{cutoff}", variants[cutoff]
    elif entry.parameters == "shares":
        printed = [f"{float(share):.2f}" for share in variants]
        for share in sorted(variants, key=float):
            short = f"{float(share):.2f}"
            yield f"{entry.name}_{short if printed.count(short) == 1 else share}", variants[share]
    else:
        for behind, bound in variants.items():
            yield f"{entry.name}_{behind}" if behind and len(variants) > 1 else entry.name, bound


def _misunderstood(entry: Entry, behind: str, word: str) -> UnsupportedMeasureError:
    """Say what may stand behind a name; pytrec_eval leaves out what it cannot read, and computes something else."""
    measure = parse(entry.name)[0].measure
    if f"{entry.name}_cut" in _BY_NAME:
        hint = f"with a cut-off, it is called {entry.name}_cut_{behind}"
    elif measure.trec_eval_parameters:
        hint = f"parameters are written so: {entry.name}.{measure.trec_eval_parameters.example}"
    else:
        own = f"; cranfield.evaluate has {measure.name}@{behind}" if measure.at else ""
        hint = f"trec_eval's {entry.name} has no parameters{own}"
    return UnsupportedMeasureError(
        f"cannot read `{behind}` behind `{entry.name}` in `{word}`", slug="measure-parameter", hint=hint
    )


def _unsupported(name: str) -> UnsupportedMeasureError:
    """Say that there is no such measure here, and where it is, if anywhere."""
    alike = [known for known in _BY_NAME if known.casefold() == name.casefold()]
    if name in _BY_NAME:
        hint = "it asks for more than grades; cranfield.evaluate has it, for cranfield.read_qrels(..., aspects=True)"
    elif alike:
        hint = f"did you mean `{alike[0]}`?"
    else:
        try:
            hint = f"cranfield.evaluate has {', '.join(bound.name for bound in parse(name))}"
        except CranfieldError:
            hint = did_you_mean(name, [*_BY_NAME, *NICKNAMES]) or "supported_measures has all names"
    return UnsupportedMeasureError(f"unsupported measure `{name}`", slug="unknown-measure", hint=hint)
