"""Pages and their links: how likely a surfer ever comes to a page, by whatever way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.errors import InputError, UsageError
from cranfield.judge.navigation.model import NOWHERE, Steps, not_a_probability, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SURE = 1e-12
Edges = Iterable[tuple[str, str, float]] | Mapping[str, Iterable[str]]


class Links:
    """A graph: from each page the user follows a link with its probability, and stops with what is left to 1.

    `{page: [pages that it links to]}` makes all links of a page alike; `damping` of the users follow one (the surfer
    of PageRank). Or tell the edges as (from, to, probability).

    What counts is whether the user ever gets there, over any number of pages: with G = 1 / (1 - T), T the
    probabilities of one step, that is G[v, x] / G[x, x]. `max_steps` ends the walk after so many links.

    >>> walk = Links([("x", "y", 0.5), ("x", "z", 0.3), ("y", "z", 0.8), ("z", "y", 0.12)])
    >>> walk("q1", ["x"], ["y", "z"]).probability.round(9)
    array([0.536, 0.7  ])
    >>> Links({"p": "abcd", "a": "xp"}, max_steps=2)("q1", ["p"], ["a", "x"]).probability
    array([0.25 , 0.125])
    """

    def __init__(self, edges: Edges, *, damping: float = 1.0, max_steps: int | None = None) -> None:
        if not 0 <= damping <= 1:
            raise UsageError(f"`damping` is from 0 to 1, not {damping}", slug="navigation-model")
        if max_steps is not None and max_steps < 1:
            raise UsageError(f"`max_steps` is 1 or more, not {max_steps}", slug="navigation-model")
        self.max_steps = max_steps
        links = list(_all_alike(edges) if isinstance(edges, Mapping) else edges)
        names = dict.fromkeys(name for start, end, _ in links for name in (start, end))
        self.numbers = {name: number for number, name in enumerate(names)}
        self._links = [
            (self.numbers[start], self.numbers[end], damping * _checked(start, end, probability))
            for start, end, probability in links
        ]
        self._known: dict[int, NDArray[np.float64]] = {}
        self._check_leaving(list(names))

    def _check_leaving(self, names: list[str]) -> None:
        leaving = np.bincount(
            [start for start, _, _ in self._links],
            weights=[p for _, _, p in self._links],
            minlength=len(names),
        )
        for page in np.flatnonzero(leaving > 1 + _SURE)[:1].tolist():
            raise InputError(
                f"the links of `{shown(names[page])}` have {leaving[page]:.6g} in all",
                slug="not-a-probability",
                hint="what is followed from a page adds up to 1 at most; the rest stops",
            )

    @cached_property
    def _step(self) -> Any:
        """The probabilities of one step, as a sparse matrix."""
        from scipy import sparse

        start, end, probability = zip(*self._links, strict=True) if self._links else ((), (), ())
        size = len(self.numbers)
        return sparse.csr_matrix((probability, (start, end)), shape=(size, size), dtype=np.float64)

    @cached_property
    def _solved(self) -> Any:
        """1 - T, ready to be solved for any page."""
        from scipy import sparse
        from scipy.sparse.linalg import splu

        self._refuse_closed_circles()
        return splu(sparse.identity(len(self.numbers), format="csc") - self._step.tocsc())

    def _refuse_closed_circles(self) -> None:
        """Refuse pages that can only lead to each other for ever: nobody stops there, and nothing can be solved."""
        from scipy.sparse.csgraph import connected_components

        parts, part = connected_components(self._step, connection="strong")
        start, end = self._step.nonzero()
        stopping = np.asarray(self._step.sum(axis=1)).ravel() < 1 - _SURE
        left = np.zeros(parts, dtype=np.bool_)
        left[part[stopping]] = True
        left[part[start[part[start] != part[end]]]] = True
        if not left.all():
            inside = part == np.flatnonzero(~left)[0]
            examples = [f"`{shown(name)}`" for name, number in self.numbers.items() if inside[number]][:3]
            raise InputError(
                f"nobody ever stops among {inside.sum():,} pages that lead to each other only: {', '.join(examples)}",
                slug="closed-circle",
                hint="follow links with damping=0.85, say, or end the walk after a number of links: max_steps=10",
            )

    def reaching(self, page: int) -> NDArray[np.float64]:
        """Return for every page how likely a walk from there comes to this one."""
        if page not in self._known:
            ways = self._in_steps(page, self.max_steps) if self.max_steps else self._ever(page)
            self._known[page] = np.clip(ways, 0.0, 1.0)  # rounding may leave 1 + 2e-16
        return self._known[page]

    def _ever(self, page: int) -> NDArray[np.float64]:
        unit = np.zeros(len(self.numbers))
        unit[page] = 1.0
        ways: NDArray[np.float64] = self._solved.solve(unit)
        ways = ways / ways[page]
        ways[page] = 1.0
        return ways

    def _in_steps(self, page: int, steps: int) -> NDArray[np.float64]:
        ways = np.zeros(len(self.numbers))
        ways[page] = 1.0
        for _ in range(steps):
            ways = self._step @ ways
            ways[page] = 1.0
        return ways

    def __call__(self, topic: str, items: Sequence[str], ideals: Sequence[str]) -> Steps:  # noqa: ARG002
        """Return how likely the ideals are come to; a page that the graph does not know leads to itself alone."""
        pages = np.array([self.numbers.get(item, -1) for item in items], dtype=np.int64)
        known = np.flatnonzero(pages >= 0)
        unknown = {items[number]: number for number in np.flatnonzero(pages < 0).tolist()}
        found = [NOWHERE]
        for number, ideal in enumerate(ideals):
            if ideal in self.numbers:
                ways = self.reaching(self.numbers[ideal])[pages[known]]
                there = np.flatnonzero(ways)
                found.append(Steps(known[there], np.full(len(there), number), ways[there]))
            elif ideal in unknown:
                found.append(Steps(np.array([unknown[ideal]]), np.array([number]), np.ones(1)))
        return Steps(*(np.concatenate(column) for column in zip(*found, strict=True)))

    def possible(self, topic: str, ideals: Sequence[str]) -> list[str]:  # noqa: ARG002
        """Return every page that leads to an ideal, and the ideals."""
        reached = np.zeros(len(self.numbers), dtype=np.bool_)
        for ideal in ideals:
            if ideal in self.numbers:
                reached |= self.reaching(self.numbers[ideal]) > 0
        ways = (page for page, number in self.numbers.items() if reached[number])
        return list(dict.fromkeys([*ideals, *ways]))


def _all_alike(links: Mapping[str, Iterable[str]]) -> Iterator[tuple[str, str, float]]:
    for page, linked in links.items():
        targets = list(linked)
        yield from ((page, target, 1 / len(targets)) for target in targets)


def _checked(start: str, end: str, probability: float) -> float:
    if not 0 <= probability <= 1:
        raise not_a_probability(probability, start, end, "graph")
    return float(probability)
