"""Nobody walks: the user sees what stands in the list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cranfield.judge.navigation.model import Step


def classical(topic: str, items: Sequence[str], ideals: Sequence[str]) -> Iterator[Step]:  # noqa: ARG001
    """Lead from each item to itself.

    >>> list(classical("q1", ["d1", "d7"], ["d7", "d3"]))
    [(1, 0, 1.0)]
    """
    numbers = {ideal: number for number, ideal in enumerate(ideals)}
    for number, item in enumerate(items):
        if item in numbers:
            yield number, numbers[item], 1.0
