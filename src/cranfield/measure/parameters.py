"""What a measure can be told, read off the signature of its function."""

from __future__ import annotations

import inspect
import math
import os
import re
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from numbers import Integral, Real
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from cranfield.errors import UsageError

Value = int | float | str | None

DEEPEST_CUTOFF = 2**31 - 1
_LARGEST_WHOLE = 2**53  # from here on, a float is better written as one: 1e+300
_REQUIRED: Any = inspect.Parameter.empty
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?", re.IGNORECASE | re.ASCII)
_LONGEST_NUMBER = 30
_WORDS: dict[type, str] = {int: "a whole number", float: "a number", str: "a word in quotes"}


@dataclass(frozen=True)
class Parameter:
    """One keyword of a measure. `at` marks the one that is written after an `@`: the cut-off."""

    name: str
    kind: type
    choices: tuple[str, ...] = ()
    default: Value = _REQUIRED
    optional: bool = False
    at: bool = False
    meaning: str = field(default="", compare=False)

    @property
    def required(self) -> bool:
        """Whether the measure means nothing without it."""
        return self.default is _REQUIRED

    @property
    def example(self) -> Value:
        """A value that does as a cut-off: a rank, or a share."""
        return 10 if self.kind is int else 0.1

    def checked(self, value: object, measure: str) -> Value:
        """Return the value as this parameter stores it, or say what is wrong with it.

        >>> Parameter("rel", float).checked(2.0, "P"), Parameter("gains", str).checked({1: 3, 2: 9}, "nDCG")
        (2, '1=3,2=9')
        """
        if value is None and self.optional:
            return None
        if self.choices:
            value = str(value) if isinstance(value, bool) else value  # 'True' and 'False' may be choices
            if value not in self.choices:
                raise UsageError.unknown_choice(f"`{self.name}` of {measure}", str(value), self.choices)
            return str(value)
        plain = _plain(value, self.kind)
        if plain is None:
            raise self._refusal(f"is {_WORDS[self.kind]}", value, measure)
        if self.at and self.kind is int and not 1 <= int(plain) <= DEEPEST_CUTOFF:
            raise self._refusal(f"is a whole number from 1 to {DEEPEST_CUTOFF:,}", value, measure)
        return plain

    def _refusal(self, expected: str, value: object, measure: str) -> UsageError:
        what = f"the cut-off of {measure}" if self.at else f"`{self.name}` of {measure}"
        hint = f"a cut-off is written {measure}@{self.example}" if self.at else None
        slug = "measure-cutoff" if self.at else "measure-parameter"
        return UsageError(f"{what} {expected}, not `{value}`", slug=slug, hint=hint)


def _plain(value: object, kind: type) -> int | float | str | None:
    """Return the value as a plain Python one of this kind (numpy's too), None when it is of another."""
    if kind is str:
        text = _plain_text(value)
        return None if text is None or "'" in text else text
    if not isinstance(value, Real) or isinstance(value, bool):
        return None
    if kind is int:
        return int(value) if isinstance(value, Integral) else None
    try:
        number = float(value)
    except OverflowError:  # a whole number of more than 300 digits
        return None
    if not math.isfinite(number):
        return None
    return int(number) if number.is_integer() and abs(number) < _LARGEST_WHOLE else number


def _plain_text(value: object) -> str | None:
    """Return text as it is, a path as text, and a dict of numbers as `1=3,2=9`."""
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if isinstance(value, Mapping):
        parts = [_plain(part, float) for pair in value.items() for part in pair]
        pairs = zip(parts[::2], parts[1::2], strict=True)
        return None if None in parts or not parts else ",".join(f"{left}={right}" for left, right in pairs)
    return value if isinstance(value, str) else None


def value_of(bare: str) -> Value:
    """Read a value without quotes: a number, None, or else a word.

    >>> value_of("2"), value_of(".5"), value_of("exp-log2")
    (2, 0.5, 'exp-log2')
    """
    if bare == "None":
        return None
    if len(bare) > _LONGEST_NUMBER or not _NUMBER.fullmatch(bare):
        return bare
    return int(bare) if bare.lstrip("+-").isdecimal() else float(bare)


# What these mean is the same for every measure that has them.
COMMON: dict[str, str] = {
    "rel": "the least grade that is relevant",
    "k": "how many documents the user looks at, from the top",
    "beta": "how many times as much recall counts as precision",
    "p": "how likely the user goes on from one document to the next",
    "collection": "how many documents the collection has",
}


def parameters_of(
    function: Callable[..., object], at: str = "k", meanings: Mapping[str, str] = COMMON
) -> tuple[Parameter, ...]:
    """Read the keyword-only parameters of a measure's function, in the order of its signature."""
    _, *keywords = inspect.signature(function).parameters.values()
    if any(keyword.kind is not inspect.Parameter.KEYWORD_ONLY for keyword in keywords):
        raise TypeError(f"{function.__qualname__}: the parameters of a measure are keyword-only, after a `*`")
    # Only these are resolved: the types of `judged` and the result may be there for type checkers alone.
    annotations = {keyword.name: keyword.annotation for keyword in keywords}
    hints = get_type_hints(
        types.SimpleNamespace(__annotations__=annotations), globalns=getattr(function, "__globals__", {})
    )
    said = {**COMMON, **meanings}
    return tuple(
        replace(_parameter(keyword, hints[keyword.name], at), meaning=said.get(keyword.name, ""))
        for keyword in keywords
    )


def _parameter(keyword: inspect.Parameter, hint: Any, at: str) -> Parameter:
    optional = get_origin(hint) in {Union, types.UnionType} and type(None) in get_args(hint)
    if optional:
        hint = next(part for part in get_args(hint) if part is not type(None))
    choices = get_args(hint) if get_origin(hint) is Literal else ()
    kind = str if choices else hint
    if kind not in _WORDS:
        raise TypeError(
            f"parameter `{keyword.name}`: may be int, float, str, a Literal of words, or one of them | None"
        )
    return Parameter(keyword.name, kind, choices, keyword.default, optional, at=keyword.name == at)
