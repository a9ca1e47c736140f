"""Rank-biased overlap of two rankings, with ties."""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.compare.given import in_order
from cranfield.errors import InputError, UsageError

Floats = NDArray[np.float64]
Ties = Literal["a", "b", "w"]
Place = Hashable | Collection[Hashable]  # one document, or the set, list or tuple of those that are tied
Ranking = Sequence[Place]
_RULES = ("a", "b", "w")
_TIES = (list, tuple, set, frozenset)


class Overlap(NamedTuple):
    """What is known of the overlap of two rankings whose ends were not seen."""

    extrapolated: float  # if agreement goes on as at the end of the lists
    minimum: float  # if nothing below the ends is in both
    maximum: float  # if as much as possible is

    @property
    def residual(self) -> float:
        """How much the unseen ends could change."""
        return self.maximum - self.minimum


def rbo(one: Ranking, other: Ranking, *, p: float = 0.9, ties: Ties = "a") -> Overlap:
    """Rank-biased overlap: what two rankings have in common, the top weighing most.

        RBO = (1 - p) * sum over depths d of p^(d-1) * A_d,  A_d the agreement of the first d documents of both

    The rankings may hold different documents and differ in length: of what lies below their ends, `minimum`
    and `maximum` assume the worst and the best, and `extrapolated` that agreement stays what it was. p is the
    chance that a reader goes on from one depth to the next; the first ten ranks have 86 % of the weight at p = .9, and
    as good as 100 % at .5. For lists of search results, where tau is undefined (other documents) or wrong (a swap
    at rank 900 is not one at rank 1). It is no correlation: 0 is no document in common, and there is no sign.

    Tied documents are a set, list or tuple within a ranking (`tied` makes such rankings of scores), all of them
    alike. What a tie means decides how A_d is counted, each document by its share c of being among the first d:

        w   equality: all tied documents are at the first rank of the tie, c is 0 or 1 (Webber et al. 2010);
            A_d = 2 * sum of c c' / (sum of c + sum of c')
        a   an order not known: c is the chance that the document is among the first d;
            A_d = sum of c c' / d, the mean over all orders of the ties
        b   the same, corrected for what ties hide, so that a ranking agrees with itself;
            A_d = sum of c c' / sqrt(sum of c^2 * sum of c'^2)

    Breaking ties by document id, as everybody's tools do, makes rankings look more alike than they are, because
    both break them the same way. Without ties all three are one. Definitions: Webber, Moffat & Zobel, TOIS 28(4),
    2010; Corsi & Urbano, SIGIR 2024. An empty ranking says nothing: NaN.

    The example of the latter's software, at p = .95:

    >>> x = ["red", {"blue", "green"}, "yellow", "pink"]
    >>> y = [{"blue", "red"}, "white", {"yellow", "black", "purple"}, "green"]
    >>> [round(value, 7) for value in rbo(x, y, p=0.95)]
    [0.6922853, 0.3310519, 0.8930692]
    >>> round(rbo(x, y, p=0.95, ties="w").extrapolated, 7), round(rbo(x, y, p=0.95, ties="b").extrapolated, 7)
    (0.7068257, 0.7207131)
    """
    if not 0 < p < 1:
        raise UsageError(f"`p` of rbo lies between 0 and 1: {p}", slug="measure-parameter")
    if ties not in _RULES:
        raise UsageError.unknown_choice("`ties` of rbo", ties, _RULES)
    short, long = sorted((_flat(one), _flat(other)), key=lambda flat: len(flat.first))
    if not short.first:
        return Overlap(math.nan, math.nan, math.nan)
    return _Seen(short, long, ties).overlap(p)


def tied(scores: Mapping[Hashable, float]) -> list[list[Hashable]]:
    """Make a ranking of scores, the greatest first; documents with equal scores are tied.

    >>> tied({"d1": 2.5, "d2": 3.0, "d3": 2.5})
    [['d2'], ['d1', 'd3']]
    """
    best_first = sorted(scores.items(), key=lambda item: -item[1])
    return [[document for document, _ in tie] for _, tie in groupby(best_first, key=lambda item: item[1])]


class _Flat(NamedTuple):
    """For each document of a ranking, in its order, the first and the last rank that it could have."""

    first: dict[Hashable, int]
    last: dict[Hashable, int]

    def shares(self, documents: Iterable[Hashable], depth: int, ties: Ties) -> Floats:
        """Return how far each document belongs to the first d ranks: a row a document, a column a depth from 1."""
        depths = np.arange(1, depth + 1)
        never = depth + 1
        first = np.array([self.first.get(document, never) for document in documents])[:, None]
        last = np.array([self.last.get(document, never) for document in documents])[:, None]
        if ties == "w":
            return (depths >= first).astype(np.float64)
        chance: Floats = np.clip((depths - first + 1) / (last - first + 1), 0.0, 1.0)
        return chance


def _flat(ranking: Ranking) -> _Flat:
    first: dict[Hashable, int] = {}
    last: dict[Hashable, int] = {}
    seen = 0
    for place in in_order(ranking):
        group: list[Any] = list(place) if isinstance(place, _TIES) else [place]
        for document in group:
            if not isinstance(document, Hashable):
                raise InputError(f"{document!r} can be no document of a ranking", slug="wrong-shape")
            if document in first:
                raise InputError(f"the ranking has `{document}` twice", slug="duplicate")
            first[document], last[document] = seen + 1, seen + len(group)
        seen += len(group)
    return _Flat(first, last)


class _Seen:
    """The agreement at every depth of the longer list."""

    def __init__(self, short: _Flat, long: _Flat, ties: Ties) -> None:
        self.s, self.l, self.ties = len(short.first), len(long.first), ties
        self.new = [document for document in long.first if document not in short.first]
        every = [*short.first, *self.new]
        of_short, of_long = (flat.shares(every, self.l, ties) for flat in (short, long))
        self.depth = np.arange(1, self.l + 1)
        self.common: Floats = (of_short * of_long).sum(axis=0)
        power = 2 if ties == "b" else 1
        self.in_short, self.in_long = ((of_each**power).sum(axis=0) for of_each in (of_short, of_long))
        # Below its end the shorter list goes on without ties.
        self.in_short[self.s :] = self.depth[self.s :]
        self.of_new = of_long[self.s :]

    def overlap(self, p: float) -> Overlap:
        s, l, below = self.s, self.l, self.depth[self.s :]  # noqa: E741  (the paper's names)
        unseen = below - s  # documents of the shorter list that were not seen
        found = float(self.common[-1])
        last_agreement = float(self._agreement(self.common)[s - 1])
        new, there = self.of_new[:, s:], self.of_new[:, s:] > 0
        # Extrapolated: so many of the unseen documents are among those that only the longer list has so far.
        likely = unseen * last_agreement * (new.sum(axis=0) / np.maximum(there.sum(axis=0), 1))
        # At most: one after the other they are those, in the order of the longer list.
        matched = np.arange(1, len(new) + 1)[:, None] <= unseen
        most = (new * matched).sum(axis=0)
        weight = p**self.depth
        scale = (1 - p) / p

        def total(unseen_common: Floats, tail: float) -> float:
            common = self.common.copy()
            common[s:] += unseen_common
            return scale * (float(self._agreement(common) @ weight) + tail)

        return Overlap(
            total(likely, (found + (l - s) * last_agreement) / l * p ** (l + 1) / (1 - p)),
            total(np.zeros(l - s), found * (-math.log1p(-p) - float((weight / self.depth).sum()))),
            total(most, self._best_tail(p, found)),
        )

    def _agreement(self, common: Floats) -> Floats:
        whole = {
            "w": (self.in_short + self.in_long) / 2,
            "a": self.depth,
            "b": np.sqrt(self.in_short * self.in_long),
        }[self.ties]
        agreement: Floats = common / whole
        return agreement

    def _best_tail(self, p: float, found: float) -> float:
        """Weigh the depths below both lists, if each list goes on with what only the other one has."""
        all_found = self.l + self.s - round(found)
        depth = np.arange(self.l + 1, all_found + 1)
        common = 2 * depth - self.l - self.s + found
        return float((common / depth) @ p**depth) + p ** (all_found + 1) / (1 - p)
