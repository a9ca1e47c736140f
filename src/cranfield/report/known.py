"""Measures of a table by their names, for what a report needs to know of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.errors import UsageError

if TYPE_CHECKING:
    from cranfield.measure.definition import BoundMeasure


def known_measure(name: str) -> BoundMeasure | None:
    """Return the measure of this name; None for one of somebody's own, in scores that were loaded from a file."""
    from cranfield.measure.names import parse

    try:
        bound, *more = parse(name)
    except UsageError:
        return None
    return None if more else bound  # `official` names many, and so none where it heads a column
