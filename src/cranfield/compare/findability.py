"""How easily what is looked for is found, document by document; and how unequally this, or anything, is shared."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable

import numpy as np
from numpy.typing import NDArray

from cranfield.compare.given import in_order, numbers, ranks_down_to
from cranfield.errors import InputError, UsageError

Floats = NDArray[np.float64]


def findability(
    rankings: Iterable[Iterable[Hashable]],
    targets: Iterable[Iterable[Hashable]],
    *,
    k: int = 100,
    gravity: float | None = None,
) -> dict[Hashable, float]:
    """How easily each document is found by the queries that it is a target of: what they are asked for.

        findability(d) = mean over queries with target d of f(rank of d),  f(rank) = 1 if rank <= k, else 0

    With `gravity` f(rank) = 1 / rank^gravity within k. Retrievability asks how often a document comes up, wanted or
    not; this asks only the queries whose relevant documents include it (or that were made of it), and whether it
    comes up for them. `rankings` and `targets` belong together, one pair a query. A document that is no target of any
    query has none, and is not in the result.

    Two queries want a, one finds it; b is found by the only one that wants it, at rank 2:

    >>> findability([["a", "b"], ["c", "d"]], targets=["ab", "a"], k=2)
    {'a': 0.5, 'b': 1.0}
    >>> findability([["a", "b"], ["c", "d"]], targets=["ab", "a"], k=2, gravity=1)
    {'a': 0.5, 'b': 0.5}
    """
    k = ranks_down_to(k, "`k` of findability")
    if gravity is not None and not 0 <= gravity < math.inf:
        raise UsageError(
            f"`gravity` of findability is a number from 0 upwards: {gravity}", slug="measure-parameter"
        )
    lists, wanted = (
        [in_order(ranking) for ranking in rankings],
        [list(dict.fromkeys(each)) for each in targets],
    )
    if len(lists) != len(wanted):
        raise InputError(
            f"{len(lists):,} rankings, and targets for {len(wanted):,}",
            slug="wrong-shape",
            hint="every query has a ranking and, in the same place, the documents that it wants",
        )
    found: dict[Hashable, list[float]] = {}
    for ranking, of_query in zip(lists, wanted, strict=True):
        ranks: dict[Hashable, int] = {}
        for rank, document in enumerate(ranking[:k], start=1):
            ranks.setdefault(document, rank)
        for document in of_query:
            value = ranks[document] ** -(gravity or 0) if document in ranks else 0.0
            found.setdefault(document, []).append(value)
    return {document: sum(each) / len(each) for document, each in found.items()}


def lorenz(values: Iterable[float]) -> tuple[Floats, Floats]:
    """Lorenz curve: which share of everything the poorest x of all have, to be drawn against x.

        L(i/n) = (sum of the i smallest values) / (sum of all values),  i = 0, 1, ..., n

    Where all have the same it is the diagonal; the further it hangs below, the more is in few hands. `gini` is
    twice the area between the two. The first column is x, the second L(x). Undefined (NaN) when there is nothing to
    share.

    >>> share, had = lorenz([0, 1, 1, 2, 6])
    >>> share, had
    (array([0. , 0.2, 0.4, 0.6, 0.8, 1. ]), array([0. , 0. , 0.1, 0.2, 0.4, 1. ]))
    """
    ascending = np.sort(numbers(values))
    if len(ascending) and ascending[0] < 0:
        raise InputError(f"a share cannot be negative: {ascending[0]}", slug="score")
    so_far = np.concatenate(([0.0], np.cumsum(ascending)))
    shares = np.arange(len(so_far)) / max(len(ascending), 1)
    with np.errstate(invalid="ignore"):
        return shares, so_far / so_far[-1]
