"""The register of measures: one decorated function is all that a measure needs.

    @measure("FirstTen", source="mine", relevance="binary", retrieval="set", traits={"bounded"})
    def first_ten(judged, *, rel: float = 1):
        "Whether anything relevant is among the first ten."
        return (judged.relevant(rel).within(10).count > 0) * 1.0

Name, parameters, help, parser and tests follow from it. The modules in `families` are found by themselves; a
measure of your own is there as soon as your module has been imported.
"""

from __future__ import annotations

import inspect
import pkgutil
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from numpy.typing import NDArray

from cranfield.errors import UsageError
from cranfield.measure import own
from cranfield.measure.definition import FAMILIES, Measure, Settings
from cranfield.measure.families import ORDER
from cranfield.measure.parameters import parameters_of
from cranfield.measure.traits import NEEDS, RELEVANCE, RETRIEVAL, TRAITS, Need, Relevance, Retrieval, Trait
from cranfield.measure.trec_eval import USUAL_CUTOFFS, Behind

Function = Callable[..., NDArray[Any]]
F = TypeVar("F", bound=Function)
Names = Iterable[str] | Mapping[str, Settings]

_WITH_CUTOFF = re.compile(r"(?P<stem>.+?)(?P<mark>[._])(?P<number>\d+(?:\.\d+)?|\.\d+)", re.ASCII)
_MARK = re.compile(r"[._](?=[-+.\d]|\w+=)", re.ASCII)  # what divides trec_eval's names from their parameters


class Spoken(NamedTuple):
    """A measure under one of its names, and the parameters that this name sets."""

    measure: Measure
    settings: Settings


class Parameters(NamedTuple):
    """A name of trec_eval's taken apart, the text of its parameters still unread: `set_F`, `0.5`."""

    spoken: Spoken
    behind: Behind
    stem: str  # `set_F.`
    text: str

    def read(self) -> Settings | None:
        """Return what the name says, or None where the text is nothing of the kind."""
        told = self.behind.read(self.text)
        return None if told is None else {**self.spoken.settings, **told}


class Resolved(NamedTuple):
    """A measure found by some name; `at` is a cut-off that the name held, as in `P_5`."""

    measure: Measure
    at: int | float | None = None
    needs_at: bool = (
        False  # `ndcg_cut` alone means trec_eval's list of cut-offs, although nDCG alone has none
    )
    settings: Settings = MappingProxyType({})
    stem: str = ""  # what stands before the cut-off: `P_`


_measures: dict[str, Measure] = {}
_spoken: dict[str, Spoken] = {}  # every name and alias, case folded
_cut: dict[str, Spoken] = {}  # what stands before the cut-off in trec_eval's names: `p`, `ndcg_cut`, ...
_expected: dict[str, Function] = {}  # the mean over all orders of tied documents, where there is a formula


def measure(  # noqa: PLR0913  (everything that is to be said about a measure, in one place)
    name: str,
    *,
    source: str = "",
    relevance: Relevance = "binary",
    retrieval: Retrieval = "ranking",
    traits: Iterable[Trait] = (),
    aliases: Names = (),
    trec_eval: Names = (),
    trec_eval_cutoffs: Iterable[float] | None = None,
    trec_eval_parameters: Behind | None = None,
    at: str = "k",
    needs: Iterable[Need] = (),
    parameters: Mapping[str, str] | None = None,
    elsewhere: Mapping[str, str] | None = None,
    differs: Mapping[str, str] | None = None,
) -> Callable[[F], F]:
    """Register a function from judged hits to one number a topic.

    `trec_eval` gives its names there, `ndcg_cut_*` where a cut-off belongs; `ndcg_cut` alone stands for
    `trec_eval_cutoffs`, and `trec_eval_parameters` reads what may stand behind a name without one. Names may be a
    dict, to the parameters that a name sets: `{"F1": {"beta": 1}}`. `at` names the parameter after the `@`.
    `parameters` says what parameters mean, `elsewhere` what other tools call the measure, and `differs` where
    such a tool's number is another one, why, and who is right.
    """

    def registered(function: F) -> F:
        if not function.__module__.startswith(FAMILIES):
            _discover()  # a name that is taken is refused here, not when somebody asks for the measures
            for each in (name, *aliases, *trec_eval):
                _check_readable(each)
        told = parameters_of(function, at, parameters or {})
        usual = USUAL_CUTOFFS if any(each.at and each.kind is int for each in told) else ()
        defined = Measure(
            name=name,
            function=function,
            parameters=told,
            source=source,
            relevance=_known("relevance", relevance, RELEVANCE),
            retrieval=_known("retrieval", retrieval, RETRIEVAL),
            traits=frozenset(_known("a trait", trait, TRAITS) for trait in traits),
            aliases=_with_settings(aliases),
            trec_eval=_with_settings(trec_eval),
            trec_eval_cutoffs=usual if trec_eval_cutoffs is None else tuple(trec_eval_cutoffs),
            trec_eval_parameters=trec_eval_parameters,
            needs=frozenset(_known("a need", need, NEEDS) for need in needs),
            elsewhere=dict(elsewhere or {}),
            differs=dict(differs or {}),
        )
        _register(defined)
        return function

    return registered


def expected(name: str) -> Callable[[F], F]:
    """Register the mean of a measure over all orders of tied documents, as a formula of the same parameters.

    Measures without one are sampled under `ties=expected`.
    """

    def registered(function: F) -> F:
        _expected[name] = function
        return function

    return registered


def closed_form(known: Measure) -> Function | None:
    """Return the formula for the mean over all orders of tied documents, if somebody has registered one."""
    return _expected.get(known.name)


def _with_settings(names: Names) -> Mapping[str, Settings]:
    return dict(names) if isinstance(names, Mapping) else {name: {} for name in names}


def _known(what: str, value: Any, allowed: Iterable[str]) -> Any:
    if value not in allowed:
        raise UsageError.unknown_choice(what, value, allowed)
    return value


def _register(new: Measure) -> None:
    named: dict[str, Settings] = {new.name: {}, **new.aliases, **new.trec_eval}
    for name in named:
        folded = name.removesuffix("_*").casefold()
        old = _spoken.get(folded) or _cut.get(folded)
        if old and not _redefines(new, old.measure):
            raise UsageError(
                f"there is already a measure `{folded if name.endswith('_*') else name}`: {old.measure.origin}",
                slug="duplicate-measure",
            )
    _measures[new.name] = new
    for name, settings in named.items():
        new.bind(settings)  # refuses a parameter that the measure has not
        table = _cut if name.endswith("_*") else _spoken
        table[name.removesuffix("_*").casefold()] = Spoken(new, settings)


def _check_readable(name: str) -> None:
    """Refuse a name that would be read as something else when it is typed."""
    from cranfield.measure.presets import PRESETS

    own.check_name(name)
    read = resolve(name)
    if name in PRESETS:
        raise UsageError(f"there is already a group of measures `{name}`", slug="duplicate-measure")
    if read and read.stem:
        raise UsageError(
            f"there is already a measure `{name}`: {read.measure.origin}", slug="duplicate-measure"
        )


def _redefines(new: Measure, old: Measure) -> bool:
    """Whether a notebook cell was run again (or a module loaded again), which is no quarrel about a name."""
    return (new.name, new.origin) == (old.name, old.origin)


@cache
def _discover() -> None:
    """Import every module of `families` once, so that each registers its measures."""
    for module in _modules():
        import_module(module)


@cache
def _modules() -> dict[str, str]:
    """Return the modules of all families, and in lower case what each declares, where its source can be read."""
    families = import_module(FAMILIES.rstrip("."))
    sources = {}
    for folder in map(Path, families.__path__):
        for file in sorted(folder.rglob("*.py")):
            name = ".".join(file.relative_to(folder).with_suffix("").parts).removesuffix(".__init__")
            if name != "__init__":
                sources[FAMILIES + name] = _declared(file.read_text(encoding="utf-8")).lower()
    if not sources:  # neither an archive nor a frozen program shows its files
        return {found.name: "" for found in pkgutil.walk_packages(families.__path__, FAMILIES)}
    return sources


def _declared(source: str) -> str:
    """Return the decorators that register measures; `"P"` is a word of other kinds elsewhere."""
    return "\n".join(part.partition("\ndef ")[0] for part in source.split("\n@measure(")[1:])


@lru_cache(maxsize=1000)
def _look_for(word: str) -> None:
    """Import the modules that declare a measure: to import all of them takes longer than a small evaluation."""
    # A name stands in a list, or before the settings that it means: "F1": {"beta": 1}. A parameter does not.
    spelled = re.compile(rf'"{re.escape(word)}(_\*)?"(?!:\s*[^\s{{])')
    for name, declared in _modules().items():
        if spelled.search(declared):
            import_module(name)


def registered() -> tuple[Measure, ...]:
    """Return all measures, family by family, within a family in the order of their modules and definitions."""
    _discover()
    return tuple(sorted(_measures.values(), key=_place))


def _place(known: Measure) -> tuple[int, str, str, int]:
    """Return where a measure is shown; not where it was imported, which hangs on what was asked for before."""
    family = ORDER.index(known.family) if known.family in ORDER else len(ORDER)
    function = inspect.unwrap(known.function)
    return family, known.family, function.__module__, function.__code__.co_firstlineno


def resolve(word: str) -> Resolved | None:
    """Find a measure by its name, an alias or trec_eval's name, with the cut-off that the latter may hold.

    >>> resolve("ndcg_cut_10")
    Resolved(measure=nDCG, at=10, needs_at=False, settings={}, stem='ndcg_cut_')
    """
    found = _resolve(word)
    if found is None:  # or a name that its decorator does not spell out
        _discover()
        found = _resolve(word)
    return found


def _resolve(word: str) -> Resolved | None:
    folded = word.casefold()
    if word not in _measures and folded not in _spoken:
        _look_for(folded)
    if word in _measures:
        return Resolved(_measures[word])
    if folded in _cut and (folded not in _spoken or f"{word}_*" in _cut[folded].measure.trec_eval):
        return Resolved(_cut[folded].measure, needs_at=True, settings=_cut[folded].settings)
    if folded in _spoken:
        return Resolved(_spoken[folded].measure, settings=_spoken[folded].settings)
    split = _WITH_CUTOFF.fullmatch(word)
    if split:
        _look_for(split["stem"].casefold())
    if split and (found := _cut.get(split["stem"].casefold())):
        number = float(split["number"]) if "." in split["number"] else int(split["number"])
        return Resolved(found.measure, number, settings=found.settings, stem=split["stem"] + split["mark"])
    if (written := with_parameters(word)) is None or (told := written.read()) is None:
        return None
    return Resolved(written.spoken.measure, settings=told, stem=written.stem)


def with_parameters(word: str) -> Parameters | None:
    """Find a measure that trec_eval writes parameters behind, whether or not they can be read.

    >>> with_parameters("set_F.0.5").text
    '0.5'
    """
    for mark in reversed(list(_MARK.finditer(word))):
        name = word[: mark.start()].casefold()
        if name not in _spoken:
            _look_for(name)
        spoken = _spoken.get(name)
        behind = spoken.measure.trec_eval_parameters if spoken else None
        if spoken and behind and name in map(str.casefold, spoken.measure.trec_eval):
            return Parameters(spoken, behind, word[: mark.end()], word[mark.end() :])
    return None


def find(word: str) -> Measure:
    """Return the measure of this name.

    >>> find("nDCG") @ 10
    nDCG@10
    """
    from cranfield.measure.unknown import unknown

    found = resolve(word)
    if found is None:
        raise unknown(word)
    return found.measure
