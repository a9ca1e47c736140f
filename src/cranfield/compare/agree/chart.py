"""The agreement chart: what measures say of each pair of systems, and which of them say the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.compare.agree.pairs import Pairwise
from cranfield.compare.agree.panel import Standings
from cranfield.compare.agreement import Agreement, Class, agreement
from cranfield.errors import UsageError

Ints = NDArray[np.int64]
_ALL_LISTED = 3  # measures: with more, only the classes that occur, and the first


class Both(NamedTuple):
    """What two measures say, counted in pairs of systems."""

    one: str
    other: str
    same: int  # both prefer the same system
    opposite: int
    only_one: int  # the first can tell, the second cannot
    only_other: int
    neither: int

    @property
    def agreed(self) -> float:
        """Share of the pairs about which they say the same, `neither` included."""
        return (self.same + self.neither) / sum(self[2:])


@dataclass(frozen=True, eq=False)
class Chart:
    """The classes of agreement, all agree first, all differ last; and every two measures by themselves."""

    agreement: Agreement
    classes: tuple[tuple[Class, int], ...]
    both: tuple[Both, ...]

    @property
    def pairs(self) -> int:
        """How many pairs of systems there are."""
        return self.agreement.pairs


def chart(outcomes: dict[str, Ints]) -> Chart:
    """Count the pairs of systems in each class; `outcomes` has 1, -1 or 0 for each pair, by measure.

    >>> found = chart({"AP": np.array([1, 1, 0]), "R": np.array([1, 1, 1]), "P": np.array([1, -1, -1])})
    >>> [(told(group), number) for group, number in found.classes if number]
    [('AP = R = P', 1), ('AP = R != P', 1), ('AP != R != P', 1)]
    >>> found.both[0]
    Both(one='AP', other='R', same=2, opposite=0, only_one=0, only_other=1, neither=0)
    """
    if len(outcomes) < 2:
        raise UsageError(
            "an agreement chart needs two measures at least",
            slug="one-ranking",
            hint="name several: -m 'AP nDCG@10 R@1000'",
        )
    names = list(outcomes)
    found = agreement({name: column.tolist() for name, column in outcomes.items()})
    both = tuple(_both(one, other, outcomes[one], outcomes[other]) for one, other in combinations(names, 2))
    return Chart(found, tuple(_ordered(found, names)), both)


def chart_by_mean(standings: Standings) -> Chart:
    """Take the sign of every difference of means for what a measure says of two systems."""
    one, other = np.triu_indices(len(standings.systems), 1)
    return chart(
        {
            name: np.sign(row[one] - row[other]).astype(np.int64)
            for name, row in zip(standings.names, standings.oriented, strict=True)
        }
    )


def chart_of_tests(tests: Sequence[Pairwise], alpha: float = 0.05) -> Chart:
    """Take the outcome of a test: one is better, the other is, or it cannot tell."""
    return chart({each.name: each.outcomes(alpha) for each in tests})


def told(group: Class) -> str:
    """Write a class: `=` stands between measures that say the same, `!=` between those that do not.

    >>> told((("AP", "P"), ("R",)))
    'AP = P != R'
    """
    return " != ".join(" = ".join(alike) for alike in group)


def _ordered(found: Agreement, names: Sequence[str]) -> Iterator[tuple[Class, int]]:
    """Give the groups of each class in the order of the measures, the most frequent class first."""
    place = {name: number for number, name in enumerate(names)}

    def arranged(groups: Iterable[Iterable[str]]) -> Class:
        sorted_groups = [tuple(sorted(group, key=place.__getitem__)) for group in groups]
        return tuple(sorted(sorted_groups, key=lambda group: (-len(group), place[group[0]])))

    counted = {(tuple(names),): 0} | {arranged(groups): number for groups, number in found.classes.items()}
    listed = map(arranged, _partitions(names)) if len(names) <= _ALL_LISTED else counted
    rows = [(groups, counted.get(groups, 0)) for groups in listed]
    yield from sorted(rows, key=lambda row: (len(row[0]) > 1, len(row[0]) == len(names), -row[1]))


def _partitions(names: Sequence[str]) -> Iterator[list[tuple[str, ...]]]:
    """Give all ways to put two or three measures into groups."""
    yield [tuple(names)]
    if len(names) == _ALL_LISTED:
        yield from ([(name,), tuple(other for other in names if other != name)] for name in reversed(names))
    yield [(name,) for name in names]


def _both(one: str, other: str, first: Ints, second: Ints) -> Both:
    product = first * second
    return Both(
        one,
        other,
        same=int((product > 0).sum()),
        opposite=int((product < 0).sum()),
        only_one=int(((first != 0) & (second == 0)).sum()),
        only_other=int(((first == 0) & (second != 0)).sum()),
        neither=int(((first == 0) & (second == 0)).sum()),
    )
