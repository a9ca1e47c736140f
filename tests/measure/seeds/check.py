"""What a worked example comes down to: numbers of ours beside those that they must equal."""

from __future__ import annotations

from typing import Any

from cranfield.measure import BoundMeasure
from cranfield.model import Judged

Given = dict[str, Any]
# A measure and what it is applied to; or, where more than a measure is at work, a label and our number.
Check = tuple[BoundMeasure, Judged, float | None] | tuple[str, float | None, float | None]


def ours(check: Check) -> tuple[str, float, float]:
    """Return what was computed, our number, and the one it must equal; NaN for undefined."""
    what, second, expected = check
    if isinstance(what, BoundMeasure):
        assert isinstance(second, Judged)
        value: float | None = float(what.values(second)[0])
    else:
        assert not isinstance(second, Judged)
        value = second
    nan = float("nan")
    return str(what), nan if value is None else value, nan if expected is None else expected
