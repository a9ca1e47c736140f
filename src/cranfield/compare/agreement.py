"""Agreement of measures about pairs of systems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from cranfield.compare.given import numbers, tolerated
from cranfield.errors import InputError

Class = tuple[tuple[str, ...], ...]  # the measures of each opinion


class Agreement(NamedTuple):
    """How many pairs of systems each class has; one that does not occur has 0."""

    pairs: int
    classes: Counter[Class]

    def count(self, *alike: Iterable[str]) -> int:
        """Return how many pairs have this class: groups of measures that say the same, in any order."""
        wanted = {frozenset(group) for group in alike}
        return sum(count for found, count in self.classes.items() if set(map(frozenset, found)) == wanted)

    def share(self, *alike: Iterable[str]) -> float:
        """Return the share of pairs that have this class."""
        return self.count(*alike) / self.pairs if self.pairs else float("nan")


def agreement(outcomes: Mapping[str, Sequence[int]]) -> Agreement:
    """Group the measures by what they say of each pair of systems, and count the groupings.

    `outcomes` has for each measure one number a pair: 1 where the first system is better, -1 where the second
    is, 0 where it cannot tell. With three measures there are the five classes of the PRES paper's figure 7:
    all agree, three times two against one, all differ. Outcomes of a significance test (`wilcoxon(...).direction`
    where p < .05, else 0) give that figure, signs of differences of means a coarser one.

    Three pairs; the measures agree about the first, and P is alone about the second:

    >>> found = agreement({"AP": [1, 1, 0], "R": [1, 1, 1], "P": [1, -1, -1]})
    >>> found.count(["AP", "R", "P"]), found.count(["AP", "R"], ["P"]), found.count(["AP"], ["R"], ["P"])
    (1, 1, 1)
    """
    lengths = {len(column) for column in outcomes.values()}
    if len(lengths) > 1:
        raise InputError("the measures tell of different numbers of pairs", slug="wrong-shape")
    classes: Counter[Class] = Counter()
    for told, count in Counter(zip(*outcomes.values(), strict=True)).items():
        groups: dict[int, list[str]] = {}
        for name, outcome in zip(outcomes, told, strict=True):
            groups.setdefault(outcome, []).append(name)
        classes[tuple(sorted(map(tuple, groups.values())))] += count
    return Agreement(lengths.pop() if lengths else 0, classes)


def agreement_by_mean(means: Mapping[str, Iterable[float]], *, tolerance: float = 0.0) -> Agreement:
    """Compare all pairs of systems by their means under each measure.

    `means` has for each measure one mean a system, in the same order of systems. Means are equal when they
    differ by `tolerance` at most. Any difference counts here, however small, so measures seem to disagree more
    than they do where differences are tested.

    >>> found = agreement_by_mean({"AP": [0.3, 0.2, 0.1], "R": [0.7, 0.8, 0.5], "P": [0.3, 0.2, 0.2]})
    >>> found.pairs, found.count(["AP", "R", "P"]), found.count(["AP", "P"], ["R"]), found.share(["AP", "R"], ["P"])
    (3, 1, 1, 0.3333333333333333)
    """
    return agreement({name: _signs(numbers(column, name), tolerance) for name, column in means.items()})


def _signs(means: np.ndarray[tuple[int], np.dtype[np.float64]], tolerance: float) -> list[int]:
    one, other = np.triu_indices(len(means), 1)
    difference = means[one] - means[other]
    signs: list[int] = (
        np.where(np.abs(difference) <= tolerated(tolerance), 0, np.sign(difference)).astype(int).tolist()
    )
    return signs
