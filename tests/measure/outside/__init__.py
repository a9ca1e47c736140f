"""What other tools say. A module lists the names of the measures that it compares in `COVERED`."""

import pkgutil
from importlib import import_module

COVERED: set[str] = set()
for _found in pkgutil.iter_modules(__path__):
    COVERED |= import_module(f"{__name__}.{_found.name}").COVERED
