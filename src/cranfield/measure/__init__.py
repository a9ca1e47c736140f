"""From judged hits to one number a topic: the measures, and the register that knows them all.

Every registered measure is also an attribute of this package, to be written as code:

>>> from cranfield.measure import AP, P, nDCG
>>> AP, nDCG @ 10, P(rel=2) @ 5
(AP, nDCG@10, P(rel=2)@5)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cranfield.measure.by_hand import example
from cranfield.measure.definition import BoundMeasure, Measure
from cranfield.measure.names import parse, spellings
from cranfield.measure.register import find, measure, registered

if TYPE_CHECKING:
    from cranfield.measure.evaluation import Evaluator, evaluate

__all__ = [
    "BoundMeasure",
    "Evaluator",
    "Measure",
    "evaluate",
    "example",
    "find",
    "measure",
    "parse",
    "registered",
    "spellings",
]


def __getattr__(name: str) -> Any:
    if name in ("Evaluator", "evaluate"):  # these reach into the rooms before this one; the register does not
        module = import_module("cranfield.measure.evaluation")
        globals().update(Evaluator=module.Evaluator, evaluate=module.evaluate)
        return globals()[name]
    if not name.startswith("_"):
        for known in registered():
            if known.name == name:
                return known
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *(known.name for known in registered())])
