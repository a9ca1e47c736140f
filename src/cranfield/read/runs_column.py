"""A table may hold many runs; one is read at a time."""

from __future__ import annotations

from collections.abc import Iterable

from cranfield.errors import InputError

_SHOWN = 5


def the_only_run(names: Iterable[object], column: str | None, place: str) -> str | None:
    """Return the one run that a table holds, None where it does not say; several are refused."""
    if column is None:
        return None
    found = sorted({str(name) for name in names if name not in (None, "")})
    if len(found) > 1:
        listed = ", ".join(found[:_SHOWN]) + (", ..." if len(found) > _SHOWN else "")
        raise InputError(
            f"{place}: column `{column}` names {len(found)} runs: {listed}",
            slug="several-runs",
            hint=f"read one at a time: keep the rows where {column} is `{found[0]}`",
        )
    return found[0] if found else None
