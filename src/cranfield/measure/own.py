"""Measures of somebody's own: what may go wrong in them is said in their name."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.errors import CranfieldError, UsageError, count

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.model import Judged

Function = Callable[..., Any]

_ROUNDING = 1e-9

# Whatever stands between two separators, but no number, and nothing that begins parameters or a cut-off.
_NAME = re.compile(r"""(?![+-]?\.?\d[\d.]*$)[^\s,()@'"=*{}]+""")


def check_name(name: str) -> None:
    """Refuse a name that could not be typed after -m."""
    if not _NAME.fullmatch(name.removesuffix("_*")) or not name.isprintable():
        raise UsageError(
            f"`{name}` cannot be the name of a measure",
            slug="measure-syntax",
            hint="a name is letters and digits, with `_`, `-` or `.` between them, such as FirstTwo",
        )


def applied(name: str, function: Function, judged: Judged, told: Mapping[str, Any]) -> NDArray[np.float64]:
    """Call the function, and see to it that it returns one number for each topic."""
    try:
        returned = function(judged, **told)
    except CranfieldError:
        raise
    except Exception as failure:
        raise _failed(f"failed: {_words(failure)}{_place(failure, function)}", name) from failure
    if returned is None:
        raise _failed("returned nothing", name)
    try:
        values = np.asarray(returned, dtype=np.float64)
    except (TypeError, ValueError) as failure:
        raise _failed(f"returned something else than numbers: {_words(failure)}", name) from failure
    if values.shape != (judged.num_topics,):
        what = count(values.size, "value") if values.ndim == 1 else _unlike_a_list(values)
        raise _failed(f"returned {what} for {count(judged.num_topics, 'topic')}", name)
    return values


def check_bounded(name: str, values: NDArray[np.float64]) -> None:
    """Refuse values that the trait "bounded" rules out; where a measure is undefined there is none."""
    outside = values[(values < -_ROUNDING) | (values > 1 + _ROUNDING)]
    if len(outside):
        raise UsageError(
            f"the measure {name} returned {outside[0]:g}, and its trait `bounded` promises values from 0 to 1",
            slug="measure-failed",
            hint="bring the values to this range, or leave the trait `bounded` out",
        )


def _unlike_a_list(values: NDArray[np.float64]) -> str:
    return "a table of numbers" if values.ndim else "a single number"


def _failed(what: str, name: str) -> UsageError:
    return UsageError(
        f"the measure {name} {what}",
        slug="measure-failed",
        hint="a measure is a function from judged hits to an array with one number for each topic",
    )


def _words(failure: Exception) -> str:
    return f"{type(failure).__name__}: {failure}"


def _place(failure: Exception, function: Function) -> str:
    """Name the last line of the measure's own file that was reached."""
    file = getattr(getattr(function, "__code__", None), "co_filename", "")
    lines = [frame.lineno for frame in traceback.extract_tb(failure.__traceback__) if frame.filename == file]
    return f" (line {lines[-1]} of {PurePath(file).name})" if lines else ""
