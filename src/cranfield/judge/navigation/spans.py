"""Elements as stretches of text: where they stand, which of them nest, and which a stretch meets."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Literal, cast

from cranfield.errors import InputError, UsageError, count, warn
from cranfield.judge.navigation.model import shown
from cranfield.model.ids import to_bytes, to_text
from cranfield.read.inex.elements import parted
from cranfield.read.inex.spans import Span, XmlSpans

Spans = Mapping[str, Span] | XmlSpans | Callable[[str], Span | None]
Missing = Literal["error", "skip"]
Nested = Literal["error", "outermost", "innermost"]


class Places:
    """Looks elements up, and keeps account of those that are nowhere.

    An element is called `document:/path` or `document:offset:length`, and the latter needs no looking up. Plain names
    may be used as well.
    """

    def __init__(self, spans: Spans, missing: Missing = "error") -> None:
        if missing not in ("error", "skip"):
            raise UsageError.unknown_choice("`missing`", missing, ("error", "skip"))
        self.spans = spans
        self._missing = missing
        self.unknown: set[str] = set()

    def of(self, element: str) -> Span | None:
        """Return where an element stands; None where that is not known and need not be."""
        document, part = parted(to_bytes(element))
        if isinstance(part, tuple):
            return Span(to_text(document), *part)
        span = self._looked_up(element)
        if span is None:
            is_there = isinstance(self.spans, Container) and to_text(document) in self.spans
            if is_there or self._missing == "error":
                raise _unknown(element, to_text(document) if is_there else None)
            self.unknown.add(element)
        return span

    def _looked_up(self, element: str) -> Span | None:
        if not hasattr(self.spans, "__getitem__"):
            return self.spans(element)
        try:
            return cast("Mapping[str, Span]", self.spans)[element]
        except KeyError:
            return None

    def in_the_documents_of(
        self, items: Sequence[str], ideals: Sequence[str]
    ) -> Iterator[tuple[int, str, Span | None]]:
        """Return the items that stand in a document of an ideal, with their numbers: the others lead nowhere."""
        told = [parted(to_bytes(ideal)) for ideal in ideals]
        documents = {document for document, _ in told}
        by_document = any(part for _, part in told)  # else the names of ideals do not say where they are
        for number, item in enumerate(items):
            if not by_document or parted(to_bytes(item))[0] in documents:
                yield number, item, self.of(item)

    def give_notice(self) -> None:
        """Warn of elements that were skipped."""
        if self.unknown:
            examples = [f"`{shown(element)}`" for element in sorted(self.unknown)[:3]]
            warn(
                "unknown-elements",
                f"nobody knows where {count(len(self.unknown), 'element')} stand: {', '.join(examples)}, ...",
                "they lead to themselves alone (missing=skip)",
            )


def _unknown(element: str, document: str | None) -> InputError:
    if document is not None:
        return InputError(
            f"the document `{shown(document)}` has no element `{shown(element.removeprefix(document + ':'))}`",
            slug="unknown-element",
            hint="was the run made from this version of the document?",
        )
    return InputError(
        f"nobody knows where the element `{shown(element)}` stands: its document is not there",
        slug="unknown-element",
        hint="missing=skip lets elements of such documents lead to themselves alone",
    )


class Disjoint:
    """Ideals that have nothing in common, by their places in each document."""

    def __init__(self, ideals: Sequence[str], places: Places) -> None:
        by_document: defaultdict[str, list[tuple[int, int, int]]] = defaultdict(list)
        for number, ideal in enumerate(ideals):
            span = places.of(ideal)
            if span is not None:
                by_document[span.document].append((span.start, span.end, number))
        self._rows = {document: sorted(rows) for document, rows in by_document.items()}
        self._ends = {document: [end for _, end, _ in rows] for document, rows in self._rows.items()}

    def from_here(self, document: str, position: int) -> Iterator[tuple[int, int, int]]:
        """Return (start, end, number) of the ideals that end behind a position, in the order of the text."""
        rows = self._rows.get(document, [])
        for row in range(bisect_right(self._ends.get(document, []), position), len(rows)):
            yield rows[row]

    def before(self, document: str, position: int) -> Iterator[tuple[int, int, int]]:
        """Return those that end at a position or before it, the nearest first."""
        rows = self._rows.get(document, [])
        for row in range(bisect_right(self._ends.get(document, []), position) - 1, -1, -1):
            yield rows[row]


def not_nested(topic: str, elements: Sequence[str], places: Places, nested: Nested) -> list[int]:
    """Return the elements that may be ideal side by side; with `error`, refuse where not all may.

    >>> spans = {"sec": Span("d", 0, 60), "p1": Span("d", 0, 20), "p2": Span("d", 20, 60)}
    >>> [not_nested("q1", ["sec", "p1", "p2"], Places(spans), rule) for rule in ("outermost", "innermost")]
    [[0], [1, 2]]
    """
    known = [(number, places.of(element)) for number, element in enumerate(elements)]
    placed = [(number, span) for number, span in known if span is not None]
    inner = nested == "innermost"

    def order(each: tuple[int, Span]) -> tuple[str, int, int, int]:
        number, (document, start, end) = each
        depth = elements[number].count("/")  # of two in the same place
        return (document, end, -start, -depth) if inner else (document, start, -end, depth)

    kept: list[tuple[int, Span]] = []
    for number, span in sorted(placed, key=order):
        if kept and kept[-1][1].document == span.document and span.start < kept[-1][1].end:
            if nested == "error":
                raise _nesting(topic, elements[kept[-1][0]], elements[number])
        elif kept and kept[-1][1] == span:  # nothing is in either of them
            continue
        else:
            kept.append((number, span))
    return sorted([number for number, _ in kept] + [number for number, span in known if span is None])


def _nesting(topic: str, one: str, other: str) -> InputError:
    return InputError(
        f"topic `{shown(topic)}`: two ideals have text in common: `{shown(one)}` and `{shown(other)}`",
        slug="nesting-ideals",
        hint="nested=outermost keeps the one around the other, nested=innermost the one inside",
    )
