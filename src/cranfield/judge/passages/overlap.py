"""What of each element its reader has not seen yet: elements nest, and the same text is found only once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Mask = NDArray[np.bool_]

Stretch = tuple[int, int]


class Unseen(NamedTuple):
    """Stretches of text that are new, each with the element that shows them first; and who shows old text, too."""

    element: Ints
    start: Ints
    end: Ints
    overlapping: Mask  # of the elements


def unseen(document: Ints, start: Ints, end: Ints, *, drop: bool = False) -> Unseen:
    """Walk down elements in the order of reading; with `drop`, those that overlap are not read at all.

    >>> found = unseen(np.array([7, 7, 8]), np.array([5, 0, 0]), np.array([9, 10, 10]))
    >>> found.element.tolist(), found.start.tolist(), found.end.tolist(), found.overlapping.tolist()
    ([2, 0, 1, 1], [0, 5, 0, 9], [10, 9, 5, 10], [False, True, False])
    """
    nested = _documents_with_overlap(document, start, end)
    apart = np.flatnonzero(~np.isin(document, nested))
    overlapping = np.zeros(len(document), dtype=np.bool_)
    pieces: list[tuple[int, int, int]] = []
    among = np.flatnonzero(np.isin(document, nested))
    for group in _grouped(among, document):
        seen: list[Stretch] = []
        for element in group:
            stretch = int(start[element]), int(end[element])
            new = _without(stretch, seen)
            overlapping[element] = sum(b - a for a, b in new) < stretch[1] - stretch[0]
            if not (drop and overlapping[element]):
                pieces += [(element, *piece) for piece in new]
                seen = _joined(seen, stretch)
    more = np.array(pieces, dtype=np.int64).reshape(len(pieces), 3)
    return Unseen(
        element=np.concatenate((apart, more[:, 0])),
        start=np.concatenate((start[apart], more[:, 1])),
        end=np.concatenate((end[apart], more[:, 2])),
        overlapping=overlapping,
    )


def _documents_with_overlap(document: Ints, start: Ints, end: Ints) -> Ints:
    """Return the documents of which some character is in two elements: by sorting, not by comparing all pairs."""
    order = np.lexsort((end, start, document))
    order = order[end[order] > start[order]]
    _, group = np.unique(document[order], return_inverse=True)
    span = int(end.max(initial=0)) + 1
    furthest = np.maximum.accumulate(group * span + end[order])
    begins = group * span + start[order]
    return np.unique(document[order][1:][furthest[:-1] > begins[1:]])


def _grouped(elements: Ints, document: Ints) -> list[list[int]]:
    """Part elements by their document, each group in the order of reading."""
    by_document: dict[int, list[int]] = {}
    for element, number in zip(elements.tolist(), document[elements].tolist(), strict=True):
        by_document.setdefault(number, []).append(element)
    return list(by_document.values())


def _without(stretch: Stretch, seen: list[Stretch]) -> list[Stretch]:
    """Cut what has been seen (apart from each other, ascending) out of a stretch."""
    left: list[Stretch] = []
    begins, ends = stretch
    for a, b in seen:
        if b > begins and a < ends:
            if a > begins:
                left.append((begins, a))
            begins = max(begins, b)
    if begins < ends:
        left.append((begins, ends))
    return left


def _joined(seen: list[Stretch], stretch: Stretch) -> list[Stretch]:
    """Add a stretch to those that have been seen."""
    joined: list[Stretch] = []
    for a, b in sorted([*seen, stretch]):
        if joined and a <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(b, joined[-1][1])
        else:
            joined.append((a, b))
    return joined
