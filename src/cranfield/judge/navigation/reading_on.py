"""Tolerance to irrelevance: users read on from the entry point until they have had too much of what is not relevant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cranfield.errors import UsageError
from cranfield.judge.navigation.model import Step
from cranfield.judge.navigation.spans import Disjoint, Missing, Nested, Places, Spans, not_nested


class ReadingOn:
    """T2I (de Vries et al. 2004): an ideal is reached if no more than `tolerance` of other text stands before it.

    The user reads forward from where the item begins, and goes on to the next rank once an ideal was found; with
    `go_on`, reads on behind it, with new patience. Lengths are in units of the spans.

    >>> from cranfield.read.inex.spans import Span
    >>> spans = {"here": Span("d", 0, 9), "one": Span("d", 120, 200), "two": Span("d", 500, 600)}
    >>> list(ReadingOn(150, spans)("q1", ["here"], ["one", "two"]))
    [(0, 0, 1.0)]
    >>> list(ReadingOn(300, spans, go_on=True)("q1", ["here"], ["one", "two"]))
    [(0, 0, 1.0), (0, 1, 1.0)]
    """

    def __init__(
        self,
        tolerance: float,
        spans: Spans,
        *,
        go_on: bool = False,
        nested: Nested = "error",
        missing: Missing = "error",
    ) -> None:
        if not tolerance >= 0:
            raise UsageError(f"`tolerance` is 0 or more, not {tolerance}", slug="navigation-model")
        self.tolerance, self.go_on, self.nested = tolerance, go_on, nested
        self.places = Places(spans, missing)

    def choose(self, topic: str, elements: Sequence[str]) -> list[int]:
        """Return the elements that may be ideal side by side."""
        return not_nested(topic, elements, self.places, self.nested)

    def __call__(self, topic: str, items: Sequence[str], ideals: Sequence[str]) -> Iterator[Step]:  # noqa: ARG002
        """Return what is reached, always with probability 1."""
        known = Disjoint(ideals, self.places)
        numbers = {ideal: number for number, ideal in enumerate(ideals)}
        for number, item, span in self.places.in_the_documents_of(items, ideals):
            if span is None:
                if item in numbers:
                    yield number, numbers[item], 1.0
                continue
            here = span.start
            for start, end, ideal in known.from_here(span.document, here):
                if start - here > self.tolerance:
                    break
                yield number, ideal, 1.0
                here = end
                if not self.go_on:
                    break

    def give_notice(self) -> None:
        """Warn of elements that were skipped."""
        self.places.give_notice()
