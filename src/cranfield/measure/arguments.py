"""What `evaluate` is told beside the data: checked before anything is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from numbers import Integral
from typing import Any

from cranfield.errors import UsageError, did_you_mean
from cranfield.model import Policies

_MOST = 2**31 - 1  # what the core counts with; trec_eval's -M ends there, too


def policies_of(given: Mapping[str, Any]) -> Policies:
    """Make policies of keyword arguments; a list of topics becomes a tuple."""
    known = [each.name for each in fields(Policies)]
    for name in given:
        if name not in known:
            raise UsageError(
                f"there is no option or policy `{name}`",
                slug="unknown-policy",
                details=[f"  the policies are: {', '.join(known)}"],
                hint=did_you_mean(name, known),
            )
    told = dict(given)
    if told.get("depth") is not None:
        told["depth"] = whole("depth", told["depth"], slug="bad-depth")
    if not isinstance(topics := told.get("topics", "judged"), str):
        if not isinstance(topics, Iterable):
            raise UsageError(
                f"topics are `judged`, `common` or a list, not `{topics!r}`",
                slug="unknown-choice",
                hint="a list of topics is given so: topics=['301', '302']",
            )
        told["topics"] = tuple(map(str, topics))
    return Policies(**told)


def whole(name: str, value: object, slug: str, *, least: int = 1, most: int | None = _MOST) -> int:
    """Return a whole number (numpy's too) as Python's own, or say what is wrong with it.

    >>> whole("depth", 10, slug="bad-depth")
    10
    """
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise UsageError(f"{name} must be a whole number, not {value!r}", slug=slug)
    number = int(value)
    if number < least:
        raise UsageError(f"{name} must be {least} or more: {number}", slug=slug)
    if most is not None and number > most:
        raise UsageError(f"{name} must be {most:,} or less: {number}", slug=slug)
    return number
