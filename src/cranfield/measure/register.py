"""The register of measures: one decorated function is all that a measure needs.

    @measure("FirstTen", source="mine", relevance="binary", retrieval="set", traits={"bounded"})
    def first_ten(judged, *, rel: float = 1):
        "Whether anything relevant is among the first ten."
        return (judged.relevant(rel).within(10).count > 0) * 1.0

Name, parameters, help, parser and tests follow from it. The modules in `families` are found by themselves; a
measure of your own is there as soon as your module has been imported.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

from numpy.typing import NDArray

from cranfield.errors import UsageError, did_you_mean
from cranfield.measure.definition import Measure
from cranfield.measure.parameters import parameters_of
from cranfield.measure.traits import RELEVANCE, RETRIEVAL, TRAITS, Relevance, Retrieval, Trait

F = TypeVar("F", bound=Callable[..., NDArray[Any]])


_FAMILIES = "cranfield.measure.families"


class Resolved(NamedTuple):
    """A measure found by some name; `at` is a cut-off that the name held, as in `P_5`."""

    measure: Measure
    at: int | None = None
    needs_at: bool = False  # `ndcg_cut` alone says nothing, although nDCG alone does


_measures: dict[str, Measure] = {}
_spoken: dict[str, Measure] = {}  # every name and alias, case folded
_cut: dict[str, Measure] = {}  # what stands before the cut-off in trec_eval's names: `p`, `ndcg_cut`, ...


def measure(
    name: str,
    *,
    source: str = "",
    relevance: Relevance = "binary",
    retrieval: Retrieval = "ranking",
    traits: Iterable[Trait] = (),
    aliases: Iterable[str] = (),
    trec_eval: Iterable[str] = (),
    at: str = "k",
) -> Callable[[F], F]:
    """Register a function from judged hits to one number a topic.

    `trec_eval` gives its names there, `ndcg_cut_*` where a cut-off belongs. `at` names the parameter that is
    written after the `@`.
    """

    def registered(function: F) -> F:
        if not function.__module__.startswith(f"{_FAMILIES}."):
            _discover()  # a name that is taken is refused here, not when somebody asks for the measures
        defined = Measure(
            name=name,
            function=function,
            parameters=parameters_of(function, at),
            source=source,
            relevance=_known("relevance", relevance, RELEVANCE),
            retrieval=_known("retrieval", retrieval, RETRIEVAL),
            traits=frozenset(_known("a trait", trait, TRAITS) for trait in traits),
            aliases=tuple(aliases),
            trec_eval=tuple(trec_eval),
        )
        _register(defined)
        return function

    return registered


def _known(what: str, value: Any, allowed: Iterable[str]) -> Any:
    if value not in allowed:
        raise UsageError.unknown_choice(what, value, allowed)
    return value


def _register(new: Measure) -> None:
    plain = [new.name, *new.aliases, *(name for name in new.trec_eval if not name.endswith("_*"))]
    cut = [name.removesuffix("_*") for name in new.trec_eval if name.endswith("_*")]
    for name in [*plain, *cut]:
        old = _spoken.get(name.casefold()) or _cut.get(name.casefold())
        if old and not _redefines(new, old):
            raise UsageError(f"there is already a measure `{name}`: {old.origin}", slug="duplicate-measure")
    _measures[new.name] = new
    _spoken.update((name.casefold(), new) for name in plain)
    _cut.update((name.casefold(), new) for name in cut)


def _redefines(new: Measure, old: Measure) -> bool:
    """Whether a notebook cell was run again (or a module loaded again), which is no quarrel about a name."""
    return (new.name, new.origin) == (old.name, old.origin)


@cache
def _discover() -> None:
    """Import every module of `families` once, so that each registers its measures."""
    families = import_module(_FAMILIES)
    for module in pkgutil.iter_modules(families.__path__):
        import_module(f"{_FAMILIES}.{module.name}")


def registered() -> tuple[Measure, ...]:
    """Return all measures, family by family, within a family in the order of their definition."""
    _discover()
    return tuple(sorted(_measures.values(), key=lambda each: each.family))


def resolve(word: str) -> Resolved | None:
    """Find a measure by its name, an alias or trec_eval's name, with the cut-off that the latter may hold.

    >>> resolve("ndcg_cut_10")
    Resolved(measure=nDCG, at=10, needs_at=False)
    """
    _discover()
    folded = word.casefold()
    if word in _measures:
        return Resolved(_measures[word])
    if folded in _spoken:
        return Resolved(_spoken[folded])
    if folded in _cut:
        return Resolved(_cut[folded], needs_at=True)
    base, separator, number = folded.replace(".", "_").rpartition("_")
    if separator and base in _cut and number.isdecimal() and number.isascii():
        return Resolved(_cut[base], at=int(number))
    return None


def find(word: str) -> Measure:
    """Return the measure of this name.

    >>> find("nDCG") @ 10
    nDCG@10
    """
    found = resolve(word)
    if found is None:
        raise unknown(word)
    return found.measure


def unknown(word: str) -> UsageError:
    """Say that no measure has this name, and which one was probably meant."""
    # Of spellings that differ in case alone, the canonical one, which comes first, is the one to show.
    names = {spoken.casefold(): spoken for each in registered() for spoken in reversed(each.spoken_names)}
    base = word.rstrip("0123456789").rstrip("._")
    return UsageError(
        f"no measure is called `{word}`",
        slug="unknown-measure",
        hint=did_you_mean(base, names.values()) or "`cranfield measures` lists them all",
    )
