"""Measure how well a retrieval system answers its users.

>>> import cranfield as cf
>>> scores = cf.evaluate({"q1": {"d1": 1, "d2": 0}}, {"q1": {"d2": 2.5, "d1": 1.5}}, "AP RR nDCG@10")
>>> scores.mean("run", "AP")
0.5
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from cranfield.check import check_files
    from cranfield.compare.comparison import Comparison
    from cranfield.errors import CranfieldError, CranfieldWarning, InputError, UsageError
    from cranfield.measure import Evaluator, evaluate
    from cranfield.measure.curves import eprum_curve
    from cranfield.model import Judged, Policies, Qrels, Recipe, Run, Scores
    from cranfield.read import read_qrels, read_run
    from cranfield.read.scores import read_scores
    from cranfield.report.sensitivity import bounds, ties_report

# Name -> the room it lives in. Nothing is imported before it is asked for, so `import cranfield` costs little.
_ROOMS = {
    "Comparison": "compare.comparison",
    "CranfieldError": "errors",
    "CranfieldWarning": "errors",
    "Evaluator": "measure",
    "InputError": "errors",
    "Judged": "model",
    "Policies": "model",
    "Qrels": "model",
    "Recipe": "model",
    "Run": "model",
    "Scores": "model",
    "UsageError": "errors",
    "bounds": "report.sensitivity",
    "check_files": "check",
    "eprum_curve": "measure.curves",
    "evaluate": "measure",
    "read_qrels": "read",
    "read_run": "read",
    "read_scores": "read.scores",
    "ties_report": "report.sensitivity",
}

_WHOLE = ("plot", "simulate")  # rooms that are used by their own name: `cf.simulate.degrade`

__all__ = [
    "Comparison",
    "CranfieldError",
    "CranfieldWarning",
    "Evaluator",
    "InputError",
    "Judged",
    "Policies",
    "Qrels",
    "Recipe",
    "Run",
    "Scores",
    "UsageError",
    "__version__",
    "bounds",
    "check_files",
    "eprum_curve",
    "evaluate",
    "read_qrels",
    "read_run",
    "read_scores",
    "ties_report",
]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _WHOLE:
        return import_module(f"{__name__}.{name}")
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_ROOMS[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
