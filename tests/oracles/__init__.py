"""The definitions of the textbooks in plain Python: slow, readable, and written apart from the library.

Each takes one topic's documents in the order of the run, and what the judges said about any document. A
negative grade means pooled but not judged. NaN: the measure is undefined. A module lists its oracles in `ORACLES`;
`APART` names measures whose oracle needs more than that (scores, aspects), and is tested in a file of its own;
`UNREFERENCED` gives the reason where no other tool and no paper has a number to compare with; `UNPROMISED` names
promises that hold for the topics which the tests draw, and not for all that there are.
"""

import pkgutil
from collections.abc import Callable
from importlib import import_module

_MODULES = [import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)]

ORACLES: dict[str, Callable[..., float]] = {
    name: oracle for module in _MODULES for name, oracle in module.ORACLES.items()
}
APART: set[str] = {name for module in _MODULES for name in getattr(module, "APART", ())}
UNPROMISED: dict[str, set[str]] = {
    name: traits for module in _MODULES for name, traits in getattr(module, "UNPROMISED", {}).items()
}
UNREFERENCED: dict[str, str] = {
    name: reason for module in _MODULES for name, reason in getattr(module, "UNREFERENCED", {}).items()
}
