"""What numbers mean something: the one place that refuses the others, and those that arithmetic would overflow with."""

from __future__ import annotations

from cranfield.errors import UsageError

LARGEST = 10**12
"""No collection is larger, no user more patient; a million relevant documents times this still is a number."""


def check_range(
    name: str, value: float, least: float, most: float = LARGEST, *, slug: str = "measure-parameter"
) -> None:
    """Refuse what lies outside.

    >>> check_range("collection", 1000, 0)
    """
    if not least <= value <= most:
        wanted = f"{least:,} or more" if most == LARGEST and value < least else f"from {least:,} to {most:,}"
        raise UsageError(f"`{name}` is {wanted}, not `{value}`", slug=slug)


def check_positive(name: str, value: float, *, slug: str = "measure-parameter") -> None:
    """Refuse what would be divided by, or mean nothing, at 0 and below."""
    if value <= 0:
        raise UsageError(f"`{name}` is more than 0, not `{value}`", slug=slug)
    check_range(name, value, 0, slug=slug)
