"""A measure as an object: what is known about it, and the same bound to parameter values."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.errors import UsageError, did_you_mean
from cranfield.measure import own

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.measure.parameters import Parameter, Value
    from cranfield.measure.traits import Need, Relevance, Retrieval, Trait
    from cranfield.measure.trec_eval import Behind
    from cranfield.model import Judged
    from cranfield.model.scores import Aggregate


FAMILIES = "cranfield.measure.families."
Settings = Mapping[str, "Value"]
# Parameters that other tools call otherwise.
SYNONYMS = {"max_rel": "top", "cutoff": "k"}


@dataclass(frozen=True, eq=False, repr=False)
class Measure:
    """One entry of the register. `P(rel=2)`, `P @ 5` and `P(rel=2) @ 5` bind it to parameter values."""

    name: str
    function: Callable[..., NDArray[Any]]
    parameters: tuple[Parameter, ...]
    source: str
    relevance: Relevance
    retrieval: Retrieval
    traits: frozenset[Trait] = frozenset()
    aliases: Mapping[str, Settings] = field(default_factory=dict)
    trec_eval: Mapping[str, Settings] = field(default_factory=dict)
    trec_eval_cutoffs: tuple[int | float, ...] = ()
    trec_eval_parameters: Behind | None = None
    needs: frozenset[Need] = frozenset()
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    differs: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, **values: object) -> BoundMeasure:
        """Bind parameters; those not named keep their defaults."""
        return self.bind(values)

    def __matmul__(self, cutoff: object) -> BoundMeasure:
        return self() @ cutoff

    def __repr__(self) -> str:
        return self.name

    def bind(self, values: Mapping[str, object]) -> BoundMeasure:
        """Check the values and bind them; a parameter that is required may still come with `@`."""
        told = {self._parameter(name): value for name, value in values.items()}
        settings = {each.name: each.default for each in self.parameters if not each.required}
        settings |= {each.name: each.checked(value, self.name) for each, value in told.items()}
        in_order = ((each.name, settings[each.name]) for each in self.parameters if each.name in settings)
        return BoundMeasure(self, tuple(in_order))

    def _parameter(self, name: str) -> Parameter:
        for parameter in self.parameters:
            if parameter.name in (name, SYNONYMS.get(name)):
                return parameter
        if name == "judged_only":  # of every measure of ir_measures
            raise UsageError(
                f"{self.name} has no parameter `{name}`: what becomes of unjudged documents is a policy",
                slug="measure-parameter",
                hint="--unjudged condense, or unjudged='condense' in Python, drops them before ranks are counted",
            )
        names = [parameter.name for parameter in self.parameters]
        raise UsageError(
            f"{self.name} has no parameter `{name}`",
            slug="measure-parameter",
            details=[f"  it has: {', '.join(names) or 'none'}"],
            hint=did_you_mean(name, names),
        )

    @property
    def expected(self) -> Callable[..., NDArray[Any]]:
        """The formula for the mean over all orders of tied documents; the measure itself where there is none."""
        from cranfield.measure.register import closed_form

        return closed_form(self) or self.function

    @property
    def at(self) -> Parameter | None:
        """The parameter that is written after `@`."""
        return next((parameter for parameter in self.parameters if parameter.at), None)

    @property
    def aggregate(self) -> Aggregate:
        """How the values of the topics become one number."""
        if "counts" in self.traits:
            return "sum"
        return "geometric" if "geometric" in self.traits else "mean"

    @property
    def needs_relevant(self) -> bool:
        """Whether it is undefined for a topic without relevant documents."""
        return "always-defined" not in self.traits

    @property
    def zero_without_relevant(self) -> bool:
        """Whether the policy `no_relevant=zero` has something to say; where less is better, 0 would be a reward."""
        return self.needs_relevant and "lower" not in self.traits

    @property
    def help(self) -> str:
        """The documentation: the docstring of the function."""
        return inspect.getdoc(self.function) or ""

    @property
    def summary(self) -> str:
        """The first sentence of the documentation."""
        return self.help.partition("\n")[0]

    @property
    def family(self) -> str:
        """What it assumes: `ranks`, `gains`, ...; for a measure of somebody's own, the module it lives in."""
        return self._home.rpartition(".")[2]

    @property
    def _home(self) -> str:
        """The package of its family, or the module of somebody's own."""
        module = self.function.__module__
        return module.rpartition(".")[0] if module.startswith(FAMILIES) else module

    @property
    def family_summary(self) -> str:
        """What the family has in common: the first line of its package."""
        return (inspect.getdoc(sys.modules[self._home]) or "").partition("\n")[0]

    @property
    def origin(self) -> str:
        """Where its function stands."""
        return f"{self.function.__module__}.{self.function.__qualname__}"

    @property
    def spoken_names(self) -> tuple[str, ...]:
        """Every name it answers to, its own first; the `_*` of a cut-off left out."""
        return (self.name, *self.aliases, *(name.removesuffix("_*") for name in self.trec_eval))


@dataclass(frozen=True, repr=False)
class BoundMeasure:
    """A measure with a value for each parameter. It prints as its canonical name, which parses back to it."""

    measure: Measure
    settings: tuple[tuple[str, Value], ...]

    def __matmul__(self, cutoff: object) -> BoundMeasure:
        """Set the cut-off: `nDCG @ 10`."""
        at = self.measure.at
        if at is None:
            raise UsageError(f"{self.measure.name} takes no cut-off", slug="measure-cutoff")
        return self.measure.bind({**dict(self.settings), at.name: cutoff})

    def __repr__(self) -> str:
        return self.name

    @cached_property
    def name(self) -> str:
        """The canonical name: defaults left out, the cut-off always shown.

        >>> from cranfield.measure import find
        >>> find("nDCG")(k=10, dcg="exp-log2"), find("PRES")(rel=1)
        (nDCG(dcg='exp-log2')@10, PRES@1000)
        """
        settings = dict(self.settings)
        changed = [
            f"{each.name}={_written(settings[each.name])}"
            for each in self.measure.parameters
            if not each.at and each.name in settings and settings[each.name] != each.default
        ]
        cut = "" if self.cutoff is None else f"@{self.cutoff}"
        return self.measure.name + (f"({', '.join(changed)})" if changed else "") + cut

    @property
    def cutoff(self) -> Value:
        """What stands after the `@`; None when nothing is cut off."""
        at = self.measure.at
        return dict(self.settings).get(at.name) if at else None

    @property
    def aggregate(self) -> Aggregate:
        """How the values of the topics become one number."""
        return self.measure.aggregate

    @property
    def trec_eval_name(self) -> str | None:
        """What trec_eval calls it; None where it has no such measure (it takes `rel` from its option -l)."""
        cut = self.cutoff is not None
        number = (
            f"{self.cutoff:.2f}" if self.measure.at and self.measure.at.kind is float else str(self.cutoff)
        )
        for name, settings in self.measure.trec_eval.items():
            told = {**settings, self.measure.at.name: self.cutoff} if cut and self.measure.at else settings
            if name.endswith("_*") == cut and self.measure.bind(told) == self:
                return name.replace("*", number)
        return None if cut else self._with_parameters_behind

    @property
    def _with_parameters_behind(self) -> str | None:
        """What trec_eval calls it with parameters: `utility_2,-1,0,0`."""
        behind = self.measure.trec_eval_parameters
        text = behind.write(dict(self.settings)) if behind else None
        if behind is None or text is None or (told := behind.read(text)) is None:
            return None
        for name, settings in self.measure.trec_eval.items():
            if not name.endswith("_*") and self.measure.bind({**settings, **told}) == self:
                return f"{name}_{text}"
        return None

    def values(self, judged: Judged) -> NDArray[np.float64]:
        """Return one number for each topic; NaN where the measure is undefined.

        Every measure that asks for relevance is undefined for a topic without any relevant document. One rule
        for all keeps the columns of a table averages over the same topics.
        """
        values: NDArray[np.float64] = values_of([self], judged)[0]
        return values

    def _values(self, judged: Judged, *, expected: bool = False) -> NDArray[Any]:
        function = self.measure.expected if expected else self.measure.function
        ours = function.__module__.startswith(FAMILIES)
        if ours:
            values = function(judged, **self._arguments)
        else:
            values = own.applied(self.name, function, judged, self._arguments)
        undefined = judged.without_relevant(self._relevance_level) if self.measure.needs_relevant else None
        values = values if undefined is None else np.where(undefined, np.nan, values)
        if not ours and "bounded" in self.measure.traits:
            own.check_bounded(self.name, values)
        return values

    def require_complete(self) -> BoundMeasure:
        """Return itself if no required parameter is missing."""
        given = dict(self.settings)
        missing = [each for each in self.measure.parameters if each.required and each.name not in given]
        if missing:
            name, lacks_cutoff = self.measure.name, missing[0].at
            what = "a cut-off" if lacks_cutoff else f"a value for `{missing[0].name}`"
            example = f", such as {self.name}@{missing[0].example}" if lacks_cutoff else ""
            raise UsageError(
                f"`{self.name}` lacks {what}",
                slug="measure-cutoff" if lacks_cutoff else "measure-parameter",
                hint=f"{name} needs {what}{example}",
            )
        return self

    @cached_property
    def _arguments(self) -> dict[str, Any]:
        return dict(self.require_complete().settings)

    @cached_property
    def _relevance_level(self) -> float:
        """The least grade that is relevant here; a measure of gains takes whatever is above zero."""
        level = self._arguments.get("rel", np.nextafter(0.0, 1.0))
        return float(level or 0)


def _written(value: Value) -> str:
    """Return a value as it is typed: not `repr`, which would double the backslashes of a path."""
    return f"'{value}'" if isinstance(value, str) else repr(value)


def values_of(
    measures: Sequence[BoundMeasure], judged: Judged, *, expected: bool = False
) -> NDArray[np.float64]:
    """Apply several measures: one row a measure, one column a topic.

    `expected` takes the mean over all orders of tied documents, for measures that have a formula for it.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        rows = [bound._values(judged, expected=expected) for bound in measures]  # noqa: SLF001
        return np.array(rows, dtype=np.float64).reshape(len(measures), judged.num_topics)
