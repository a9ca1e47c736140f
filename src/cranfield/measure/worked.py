"""What the worked examples of a measure take for granted: the imports that make them run."""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Iterator
from doctest import DocTestParser
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cranfield.measure.definition import Measure


def imports_of(measure: Measure) -> list[str]:
    """Return the lines that make the examples of this measure run.

    >>> from cranfield.measure import find
    >>> imports_of(find("PRES"))
    ['from cranfield.measure.by_hand import example', 'from cranfield.measure.families.recall.pres import pres']
    """
    function = inspect.unwrap(measure.function)
    known: dict[str, Any] = getattr(function, "__globals__", {})
    names = {name for name in _names(measure.help) if name in known}
    return sorted(_line(name, known[name], function.__module__) for name in names)


def _names(help: str) -> Iterator[str]:
    """Find the names that examples use and neither define nor have from Python itself."""
    given: set[str] = set(dir(builtins))
    for shown in DocTestParser().get_examples(help):
        nodes = [each for each in ast.walk(ast.parse(shown.source)) if isinstance(each, ast.Name)]
        given |= {each.id for each in nodes if isinstance(each.ctx, ast.Store)}
        yield from (each.id for each in nodes if each.id not in given)


def _line(name: str, thing: Any, otherwise: str) -> str:
    if isinstance(thing, ModuleType):
        short = "" if thing.__name__ == name else f" as {name}"
        return f"import {thing.__name__}{short}"
    return f"from {getattr(thing, '__module__', otherwise)} import {name}"
