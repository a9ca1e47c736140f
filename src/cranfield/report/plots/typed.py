"""What is typed for a plot, `topic=301` or `highlight=bm25,dense`, as the function takes it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from inspect import Parameter
from typing import TYPE_CHECKING, Any

from cranfield.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from cranfield.report.plots.register import Kind

_YES_AND_NO = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


def choices(kind: Kind, typed: Sequence[str]) -> dict[str, Any]:
    """Read `name=value` pairs; refuse names that the plot does not have.

    >>> from cranfield.report.plots.register import find
    >>> choices(find("steps"), ["ranks=1,98,99", "n=4"])
    {'ranks': [1, 98, 99], 'n': 4}
    """
    settings = kind.typed
    found: dict[str, Any] = {}
    for each in typed:
        name, equals, value = each.partition("=")
        if not equals:
            raise UsageError(f"`{each}` sets nothing", slug="bad-plot", hint="write it as NAME=VALUE")
        if name not in settings:
            there = f"  there are: {', '.join(settings)}" if settings else "  it has none"
            raise UsageError(
                f"{kind.name} has no setting `{name}`",
                slug="bad-plot",
                details=[there],
                hint=did_you_mean(name, settings),
            )
        found[name] = _read(settings[name], value)
    return found


def _read(setting: Parameter, value: str) -> Any:
    kind = str(setting.annotation)
    if kind.startswith("Sequence["):
        reader, what = _reader(kind.removeprefix("Sequence["))
        values = [part for part in value.split(",") if part]
        return [_converted(setting.name, part, reader, what) for part in values]
    reader, what = _reader(kind)
    return _converted(setting.name, value, reader, what)


def _reader(kind: str) -> tuple[Callable[[str], Any], str]:
    if kind.startswith("int"):
        return int, "a whole number"
    if kind.startswith("float"):
        return _finite, "a number"
    if kind.startswith("bool"):
        return lambda value: _YES_AND_NO[value.casefold()], "yes or no"
    return str, "text"


def _finite(value: str) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(value)
    return number


def _converted(name: str, value: str, reader: Callable[[str], Any], what: str) -> Any:
    try:
        return reader(value)
    except (ValueError, KeyError):
        raise UsageError(f"{name} is {what}, not `{value}`", slug="bad-plot") from None
