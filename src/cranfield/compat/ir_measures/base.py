"""A measure as an object of ir_measures: parameters by name, `@` for the one that cuts off."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, NamedTuple

from cranfield.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from cranfield.compat.ir_measures.evaluation import Evaluator
    from cranfield.measure import BoundMeasure


class _NotProvided:
    """What a parameter without a default has until it is given one."""

    def __repr__(self) -> str:
        return "NOT_PROVIDED"


NOT_PROVIDED: Any = _NotProvided()
_NUMBERS: dict[type, type] = {int: Integral, float: Real}


class BadMeasureError(UsageError, ValueError):
    """A measure that means nothing; also a `ValueError`, which ir_measures raises."""


class UnknownMeasureError(UsageError, NameError):
    """A name that no measure has; also a `NameError`, which ir_measures raises."""


class Metric(NamedTuple):
    """The value of one measure for one topic."""

    query_id: str
    measure: Measure
    value: float


class CalcResults(NamedTuple):
    """What stands for all topics, and what each of them has."""

    aggregated: Any  # {measure: value}, or the value alone where one measure was asked
    per_query: list[Metric]


class MeanAgg:
    """The mean of what is added."""

    def __init__(self, default: float = float("nan")) -> None:
        self.sum, self.count, self.default = 0.0, 0, default

    def add(self, value: float) -> None:
        """Take one more value in."""
        self.sum += value
        self.count += 1

    def result(self) -> float:
        """Return the mean of nothing as the default."""
        return self.sum / self.count if self.count else self.default


class SumAgg:
    """The sum of what is added, for measures that count."""

    def __init__(self) -> None:
        self.sum: float = 0

    def add(self, value: float) -> None:
        """Take one more value in."""
        self.sum += value

    def result(self) -> float:
        """Return the sum; that of nothing is 0."""
        return self.sum


@dataclass(frozen=True)
class ParamInfo:
    """What a parameter may be."""

    dtype: type
    required: bool = False
    choices: Any = NOT_PROVIDED
    default: Any = NOT_PROVIDED
    desc: str = ""

    def validate(self, value: object) -> bool:
        """Tell whether it may have this value; a whole number does where any number does."""
        if value is NOT_PROVIDED:
            return not self.required
        if isinstance(value, bool) != (self.dtype is bool):
            return False
        if not isinstance(value, _NUMBERS.get(self.dtype, self.dtype)):
            return False
        if isinstance(value, dict):
            return all(isinstance(number, Real) for pair in value.items() for number in pair)
        return self.choices is NOT_PROVIDED or value in self.choices


Rule = Callable[[Mapping[str, Any], float], "BoundMeasure"]


@dataclass(frozen=True, eq=False)
class Kind:
    """What ir_measures knows by one name, and how cranfield's register computes it.

    The rule turns the parameters into a measure of the register; it is told the highest grade of the collection.
    """

    name: str | None
    parameters: Mapping[str, ParamInfo]
    rule: Rule | None = None
    at: str = "cutoff"
    counts: bool = False
    only_where_found: bool = False  # topics for which nothing relevant was retrieved are left out of the mean
    negative_is_judged: bool = False
    by_aspect: bool = False
    described: str = ""
    run_inputs: tuple[str, ...] = ("query_id", "doc_id", "score")
    qrel_inputs: tuple[str, ...] = ("query_id", "doc_id", "relevance")
    values: Callable[[Measure, Any, Any], Iterable[tuple[str, float]]] | None = field(
        default=None
    )  # of somebody's own, made by `define`: takes two frames


class Measure:
    """A kind of measure with values for some of its parameters.

    >>> from cranfield.compat.ir_measures import P
    >>> P(rel=2) @ 5, P(rel=2)["rel"], P(rel=1) @ 5 == P @ 5
    (P(rel=2)@5, 2, True)
    """

    DEFAULT = 0.0  # the value for a topic that the run has no documents for

    def __init__(self, kind: Kind, params: Mapping[str, Any]) -> None:
        for name, value in params.items():
            _check(kind, name, value)
        self.kind = kind
        self.params = dict(params)

    @property
    def NAME(self) -> str | None:  # noqa: N802  (theirs)
        """The name without parameters."""
        return self.kind.name

    @property
    def AT_PARAM(self) -> str:  # noqa: N802
        """The parameter that stands after the `@`."""
        return self.kind.at

    @property
    def SUPPORTED_PARAMS(self) -> dict[str, ParamInfo]:  # noqa: N802
        """Every parameter by name."""
        return dict(self.kind.parameters)

    @property
    def SHORT_DESC(self) -> str:  # noqa: N802
        """What it measures, in a sentence."""
        if self.kind.described or self.kind.name is None:
            return self.kind.described
        from cranfield.measure import find

        return find(self.kind.name).summary

    def __call__(self, **params: Any) -> Measure:
        """Set parameters; the others stay."""
        return Measure(self.kind, {**self.params, **params})

    def __matmul__(self, cutoff: Any) -> Measure:
        return self(**{self.kind.at: cutoff})

    def __getitem__(self, name: str) -> Any:
        return self.params.get(name, self.kind.parameters[name].default)

    def validate_params(self) -> None:
        """Refuse to go on without a parameter that is required."""
        for name, known in self.kind.parameters.items():
            if known.validate(self.params.get(name, NOT_PROVIDED)):
                continue
            example = f"@{10 if known.dtype is int else 0.1}" if name == self.kind.at else f"({name}=1)"
            raise BadMeasureError(
                f"`{self}` lacks a value for `{name}`",
                slug="measure-parameter",
                hint=f"such as {self.kind.name}{example}",
            )

    def iter_calc(self, qrels: Any, run: Any) -> Iterator[Metric]:
        """Yield the value of each topic."""
        return self.evaluator(qrels).iter_calc(run)

    def calc_aggregate(self, qrels: Any, run: Any) -> float:
        """Return the value for all topics."""
        return self.evaluator(qrels).calc_aggregate(run)[self]

    def calc(self, qrels: Any, run: Any) -> CalcResults:
        """Return both."""
        aggregated, per_query = self.evaluator(qrels).calc(run)
        return CalcResults(aggregated[self], per_query)

    def evaluator(self, qrels: Any) -> Evaluator:
        """Index the judgements once, for several runs."""
        from cranfield.compat.ir_measures.evaluation import evaluator

        return evaluator([self], qrels)

    def aggregator(self) -> MeanAgg | SumAgg:
        """Return what turns the values of the topics into one."""
        return SumAgg() if self.kind.counts else MeanAgg()

    def __repr__(self) -> str:
        if self.kind.name is None:
            return f"<measure without a name at {id(self.kind):#x}>"
        told = [
            f"{name}={_written(value)}"
            for name, value in self.params.items()
            if name != self.kind.at and value != self.kind.parameters[name].default
        ]
        cutoff = f"@{self.params[self.kind.at]}" if self.kind.at in self.params else ""
        return self.kind.name + (f"({','.join(told)})" if told else "") + cutoff

    @cached_property
    def _identity(self) -> tuple[object, frozenset[tuple[str, object]]]:
        told = (
            (name, tuple(sorted(value.items())) if isinstance(value, dict) else value)
            for name, value in self.params.items()
            if name == self.kind.at or value != self.kind.parameters[name].default
        )
        return self.kind if self.kind.values else self.kind.name, frozenset(told)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Measure) and self._identity == other._identity

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self._identity)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.kind if self.kind.values else self.kind.name, self.params)


def _check(kind: Kind, name: str, value: object) -> None:
    """Refuse a parameter that the measure has not, and a value that the parameter cannot have."""
    known = kind.parameters.get(name)
    if known is None:
        raise BadMeasureError(
            f"{kind.name} has no parameter `{name}`",
            slug="measure-parameter",
            details=[f"  it has: {', '.join(kind.parameters) or 'none'}"],
            hint=did_you_mean(name, kind.parameters),
        )
    if not known.validate(value):
        raise BadMeasureError(
            f"`{name}` of {kind.name} cannot be {value!r}", slug="measure-parameter", hint=known.desc
        )


def _restored(kind: Kind | str, params: dict[str, Any]) -> Measure:
    """Make a measure of what was pickled; the rules of those that everybody has are not taken along."""
    if isinstance(kind, Kind):
        return Measure(kind, params)
    from cranfield.compat.ir_measures.measures import registry

    return Measure(registry[kind].kind, params)


def _written(value: Any) -> str:
    if isinstance(value, dict):
        return (
            "{" + ",".join(f"{grade}:{gain}" for grade, gain in sorted(value.items()) if grade != gain) + "}"
        )
    return repr(value)
