"""Letters that say which systems differ: two share a letter where no difference between them was found."""

from __future__ import annotations

import string
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_ALPHABET = string.ascii_lowercase + string.ascii_uppercase


def letters(different: NDArray[np.bool_], order: Sequence[int]) -> list[tuple[str, ...]]:
    """Return the letters of each system: `a` for the group of the best, and so on.

    `different` says of each pair of systems whether they differ significantly, `order` has the systems, best first. Two
    systems share a letter if and only if they do not differ: each letter stands for a group in which nobody differs from
    anybody, and every such pair is in a group. (The smallest number of groups is hard to find; none here could be left out.)

    The best differs from the worst, and the one between them from neither:

    >>> different = np.array([[False, False, True], [False, False, False], [True, False, False]])
    >>> letters(different, [0, 1, 2])
    [('a',), ('a', 'b'), ('b',)]
    """
    order = list(order)
    alike: NDArray[np.bool_] = np.logical_not(different)[np.ix_(order, order)]
    np.fill_diagonal(alike, val=True)
    found: list[list[str]] = [[] for _ in order]
    for number, group in enumerate(_groups(alike)):
        for place in group:
            found[order[place]].append(letter(number))
    return [tuple(each) for each in found]


def letter(number: int) -> str:
    """Name a group; a number behind the letter tells further alphabets apart, so that names can stand side by side.

    >>> letter(0), letter(26), letter(52), letter(104)
    ('a', 'A', 'a2', 'a3')
    """
    again, place = divmod(number, len(_ALPHABET))
    return _ALPHABET[place] + (str(again + 1) if again else "")


def _groups(alike: NDArray[np.bool_]) -> list[list[int]]:
    """Cover all pairs that are alike with groups in which all are; a system like nobody is a group of its own."""
    size = len(alike)
    open_pairs = np.triu(alike)
    groups = []
    for first in range(size):
        while open_pairs[first].any():
            members = _grown(alike, open_pairs, first, int(np.argmax(open_pairs[first])))
            open_pairs[np.ix_(members, members)] = False
            groups.append(members)
    return _without_needless(groups, size)


def _grown(alike: NDArray[np.bool_], open_pairs: NDArray[np.bool_], first: int, second: int) -> list[int]:
    """Take in all who are like everybody in the group: neighbours of pairs that are still open first, in order of merit."""
    members = [first] if first == second else [first, second]
    candidates: NDArray[np.bool_] = np.asarray(alike[members].all(axis=0))
    candidates[members] = False
    wanted = open_pairs[first] | open_pairs[:, first]
    for preferred in (wanted, np.ones(len(alike), dtype=np.bool_)):
        while (left := np.flatnonzero(candidates & preferred)).size:
            members.append(int(left[0]))
            candidates &= alike[left[0]]
            candidates[left[0]] = False
    return sorted(members)


def _without_needless(groups: list[list[int]], size: int) -> list[list[int]]:
    """Leave out the groups all of whose pairs are in others, and put them in order."""
    covered = np.zeros((size, size), dtype=np.int64)
    for group in groups:
        covered[np.ix_(group, group)] += 1
    kept = []
    for group in sorted(groups, key=len):
        pairs = np.ix_(group, group)
        if (covered[pairs] > 1).all():
            covered[pairs] -= 1
        else:
            kept.append(group)
    return sorted(kept)
