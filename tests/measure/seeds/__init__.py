"""The worked examples of the papers and lectures, by what is computed. A module lists its checks in `CHECKS`.

A check takes the inputs and parameters of a case, and what is expected, and yields what must be equal. `COVERED`
names the measures that the cases of a module are about.
"""

import pkgutil
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from tests.measure.seeds.check import Check, Given

_MODULES = [
    import_module(f"{__name__}.{found.name}")
    for found in pkgutil.iter_modules(__path__)
    if found.name != "check"
]

CHECKS: dict[str, Callable[[Given, Any], Iterator[Check]]] = {
    name: check for module in _MODULES for name, check in module.CHECKS.items()
}
COVERED: set[str] = {name for module in _MODULES for name in module.COVERED}
