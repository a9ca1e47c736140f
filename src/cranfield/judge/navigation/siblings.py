"""A look to the left and to the right: from a paragraph to the others of its section."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cranfield.errors import InputError, UsageError
from cranfield.judge.navigation.model import Step, not_a_probability, shown
from cranfield.judge.navigation.spans import Missing
from cranfield.judge.navigation.tree import Forest

Nearness = Callable[[int], float]


class Siblings:
    """From an element to each of its siblings with probability share * nearness(how many places away).

    Without `nearness` every sibling is as likely as any other, and together they get `share`.

    >>> from cranfield.judge.navigation.tree import Tree
    >>> tree = Tree({"p1": "sec", "p2": "sec", "p3": "sec"})
    >>> list(Siblings(tree, 0.5)("q1", ["p1"], ["p1", "p3"]))
    [(0, 0, 1.0), (0, 1, 0.25)]
    >>> list(Siblings(tree, 0.5, lambda places: 1 / places)("q1", ["p1"], ["p3"]))
    [(0, 0, 0.25)]
    """

    def __init__(
        self, tree: Forest, share: float, nearness: Nearness | None = None, *, missing: Missing = "error"
    ) -> None:
        if not 0 <= share <= 1:
            raise UsageError(f"`share` is from 0 to 1, not {share}", slug="navigation-model")
        self.tree, self.share, self.nearness, self.missing = tree, share, nearness, missing

    def __call__(self, topic: str, items: Sequence[str], ideals: Sequence[str]) -> Iterator[Step]:
        """Return each item itself and its siblings, as far as they are ideal."""
        numbers = {ideal: number for number, ideal in enumerate(ideals)}
        for number, item in enumerate(items):
            if item in numbers:
                yield number, numbers[item], 1.0
            beside = self._family(item)
            wanted = [place for place, each in enumerate(beside) if each in numbers and each != item]
            if wanted:
                mine = beside.index(item)
                for place in wanted:
                    probability = self._probability(abs(place - mine), len(beside) - 1)
                    if not 0 <= probability <= 1:
                        raise not_a_probability(probability, item, beside[place], f"topic `{shown(topic)}`")
                    yield number, numbers[beside[place]], probability

    def _probability(self, places: int, siblings: int) -> float:
        return self.share * (1 / siblings if self.nearness is None else self.nearness(places))

    def _family(self, item: str) -> Sequence[str]:
        parent = self.tree.parent(item)
        if parent is None and item not in self.tree and self.missing == "error":
            raise InputError(
                f"the tree has no element `{shown(item)}`",
                slug="unknown-element",
                hint="missing=skip lets elements that are not in it lead to themselves alone",
            )
        return () if parent is None else self.tree.children(parent)

    def possible(self, topic: str, ideals: Sequence[str]) -> list[str]:  # noqa: ARG002
        """Return the ideals and their siblings."""
        return list(dict.fromkeys([*ideals, *(each for ideal in ideals for each in self._family(ideal))]))
