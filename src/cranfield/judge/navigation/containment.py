"""Up and down in a document: the more two elements have in common, the more users get from one to the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cranfield.errors import UsageError
from cranfield.judge.navigation.model import Step
from cranfield.judge.navigation.spans import Disjoint, Missing, Nested, Places, Spans, not_nested


class LengthRatio:
    """The XML model of the paper: length of the inner element / length of the outer one, 0 where neither holds the other.

    Passages need not nest with elements. What they have in common, as a share of what they cover together, is the
    same number where they do. An element without text leads to itself alone.

    >>> from cranfield.read.inex.spans import Span
    >>> spans = {"sec": Span("d", 0, 60), "p1": Span("d", 0, 20), "p2": Span("d", 20, 60)}
    >>> list(LengthRatio(spans)("q1", ["sec", "p1", "p2"], ["p1"]))
    [(0, 0, 0.3333333333333333), (1, 0, 1.0)]
    """

    def __init__(self, spans: Spans, *, nested: Nested = "error", missing: Missing = "error") -> None:
        if nested not in ("error", "outermost", "innermost"):
            raise UsageError.unknown_choice("`nested`", nested, ("error", "outermost", "innermost"))
        self.places = Places(spans, missing)
        self.nested = nested

    def choose(self, topic: str, elements: Sequence[str]) -> list[int]:
        """Return the elements that may be ideal side by side."""
        return not_nested(topic, elements, self.places, self.nested)

    def __call__(self, topic: str, items: Sequence[str], ideals: Sequence[str]) -> Iterator[Step]:  # noqa: ARG002
        """Return the ratios that are above 0."""
        known = Disjoint(ideals, self.places)
        numbers = {ideal: number for number, ideal in enumerate(ideals)}
        for number, item, span in self.places.in_the_documents_of(items, ideals):
            if item in numbers:
                yield number, numbers[item], 1.0
            if span is None:
                continue
            for start, end, ideal in known.from_here(span.document, span.start):
                if start >= span.end:
                    break
                if ideal != numbers.get(item):
                    common = min(end, span.end) - max(start, span.start)
                    yield number, ideal, common / (max(end, span.end) - min(start, span.start))

    def give_notice(self) -> None:
        """Warn of elements that were skipped."""
        self.places.give_notice()
