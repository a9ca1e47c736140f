"""How many of several independent events happen: exactly, and for a whole ranking at once.

The number of ideals that a user has found after k ranks is a sum of independent yes and no, each with a probability of
its own (Poisson-binomial). Measures need it at every rank where a probability changes, but only as a weighted sum over
these ranks: the *mixture*. Its generating polynomial is

    sum over ranks k of w_k * product over ideals x of (1 - p_kx + p_kx z)

Nothing is ever divided: taking a factor out of such a product loses all digits as soon as p exceeds 1/2.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SMALL = 50_000
"""Up to so much work (places * events^2) the table of all ranks is quicker than the tree, which has more to prepare."""
NORMAL_FROM = 9.0
"""The variance from which the normal law may stand in: below it is off by several hundredths."""


class Stretches(NamedTuple):
    """Probabilities that stay as they are from place `first` up to, not including, place `last`, one row a stretch.

    Places are the ranks where something changes, counted from 0. An event of which nothing is said at a place does not
    happen there.
    """

    event: Ints
    first: Ints
    last: Ints
    probability: Floats


def distribution(probabilities: Floats) -> Floats:
    """Return how likely each number of events is, from none to all.

    >>> distribution(np.array([0.5, 0.2]))
    array([0.4, 0.5, 0.1])
    """
    likely = np.ones(1)
    for p in probabilities.tolist():
        likely = _with_one_more(likely, p)
    return likely


def _with_one_more(likely: Floats, p: float) -> Floats:
    longer = np.empty(len(likely) + 1)
    longer[:-1] = likely * (1 - p)
    longer[-1] = 0.0
    longer[1:] += likely * p
    return longer


def mixture(weights: Floats, stretches: Stretches, events: int) -> Floats:
    """Return, for each number of events, how likely it is at each place, weighed and summed over the places."""
    small = len(weights) * events * events <= SMALL
    return (by_table if small else by_tree)(weights, stretches, events)


def by_table(weights: Floats, stretches: Stretches, events: int) -> Floats:
    """Add one event after the other to the distributions of all places at once: places * events^2."""
    p_at = table(stretches, len(weights), events)
    likely = np.zeros((len(weights), events + 1))
    likely[:, 0] = 1.0
    for event in range(events):
        p = p_at[:, event, np.newaxis]
        happened = likely[:, : event + 1] * p
        likely[:, : event + 1] *= 1 - p
        likely[:, 1 : event + 2] += happened
    mixed: Floats = weights @ likely
    return mixed


def table(stretches: Stretches, places: int, events: int) -> Floats:
    """Return the probability of each event at each place."""
    spread = np.zeros((places, events))
    lengths = stretches.last - stretches.first
    event, probability = np.repeat(stretches.event, lengths), np.repeat(stretches.probability, lengths)
    within = np.arange(len(event)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    spread[np.repeat(stretches.first, lengths) + within, event] = probability
    return spread


def by_tree(weights: Floats, stretches: Stretches, events: int) -> Floats:
    """Multiply each factor in where it is shared by as many places as possible: stretches * log(places) * events.

    The places are the leaves of a binary tree. A stretch is a few whole subtrees, and what all leaves of a subtree
    have in common can be multiplied after they have been added up. So the sums go up, and gather their factors there.
    """
    nodes = 1 << max(len(weights) - 1, 0).bit_length()
    sums = np.zeros((nodes, 1))
    sums[: len(weights), 0] = weights
    first, last, p = stretches.first, stretches.last, stretches.probability
    while True:
        odd, even = first % 2 == 1, last % 2 == 1
        whole = nodes == 1  # the stretch is all there is
        left, right = (first < last) & (odd | whole), (first < last) & even & ~np.bool_(whole)
        right &= ~(left & (last - first == 1))  # a single node is both ends, and counts once
        node = np.concatenate((first[left], last[right] - 1))
        sums = _multiplied(sums, node, np.concatenate((p[left], p[right])), events + 1)
        if whole:
            return np.pad(sums[0], (0, events + 1 - sums.shape[1]))
        sums = sums[0::2] + sums[1::2]
        first, last, nodes = (first + 1) // 2, last // 2, nodes // 2


def _multiplied(sums: Floats, node: Ints, p: Floats, longest: int) -> Floats:
    """Multiply the polynomial of each named node by 1 - p + p z, as often as it is named."""
    if not len(node):
        return sums
    order = np.argsort(node, kind="stable")
    node, p = node[order], p[order]
    nth = np.arange(len(node)) - np.searchsorted(node, node)
    turns = int(nth.max()) + 1
    used = sums.shape[1]
    wide = np.zeros((len(sums), min(used + turns, longest)))
    wide[:, :used] = sums
    by_turn = np.argsort(nth, kind="stable")
    ends = np.cumsum(np.bincount(nth))
    for turn in range(turns):
        chosen = by_turn[(ends[turn - 1] if turn else 0) : ends[turn]]
        rows, chance, width = node[chosen], p[chosen, np.newaxis], min(used + turn + 1, longest)
        old = wide[rows, :width]
        happened = old * chance
        old -= happened
        old[:, 1:] += happened[:, :-1]
        wide[rows, :width] = old
    return wide


def at_least_by_the_normal_law(p_at: Floats) -> Floats:
    """Return about how likely at least 1, 2, ... events are at each place, by the normal law with its correction.

    >>> exact = distribution(np.full(100, 0.5))[::-1].cumsum()[::-1][1:]
    >>> bool(abs(at_least_by_the_normal_law(np.full((1, 100), 0.5))[0] - exact).max() < 1e-3)
    True
    """
    wanted = np.arange(1, p_at.shape[1] + 1)
    mean, spread = p_at.sum(axis=1)[:, np.newaxis], np.sqrt((p_at * (1 - p_at)).sum(axis=1))[:, np.newaxis]
    away = (wanted - 0.5 - mean) / (spread * math.sqrt(2))
    tail: Floats = _erfc(away).astype(np.float64) / 2
    return tail


_erfc = np.frompyfunc(math.erfc, 1, 1)  # scipy's is quicker, and takes longer to import than to do without
