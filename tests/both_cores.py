"""Both cores, where both are there."""

from __future__ import annotations

from cranfield._core.contract import Core
from cranfield._core.twin import Twin


def _cores() -> dict[str, Core]:
    try:
        from cranfield._core.native import Native
    except ImportError:
        return {"python": Twin()}
    return {"native": Native(), "python": Twin()}


CORES = _cores()
