"""Concentration: is what there is in few hands?"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable

import numpy as np

from cranfield.compare.given import in_order, numbers, paired, ranks_down_to
from cranfield.errors import InputError, UsageError


def retrievability(
    rankings: Iterable[Iterable[Hashable]],
    documents: Iterable[Hashable],
    *,
    k: int = 100,
    gravity: float | None = None,
    weights: Iterable[float] | None = None,
) -> dict[Hashable, float]:
    """How easily each document of a collection is found at all, by many queries.

        r(d) = sum over queries of weight * f(rank of d),  f(rank) = 1 if rank <= k, else 0

    With `gravity` f(rank) = 1 / rank^gravity within k, because a user rather sees the top. `documents` is the whole
    collection: one that no query brings up has 0, and these decide how unequal access is (`gini`). It asks
    nothing of relevance, so the queries may be made automatically, and must be many. `weights` are how often each
    query is asked, 1 if left out (Azzopardi & Vinay, CIKM 2008).

    >>> retrievability([["a", "b"], ["a", "c"]], documents="abcd", k=2)
    {'a': 2.0, 'b': 1.0, 'c': 1.0, 'd': 0.0}
    >>> retrievability([["a", "b"], ["a", "c"]], documents="abcd", gravity=1, weights=[3, 1])
    {'a': 4.0, 'b': 1.5, 'c': 0.5, 'd': 0.0}
    """
    k = ranks_down_to(k, "`k` of retrievability")
    if gravity is not None and not 0 <= gravity < math.inf:
        raise UsageError(
            f"`gravity` of retrievability is a number from 0 upwards: {gravity}", slug="measure-parameter"
        )
    found = dict.fromkeys(documents, 0.0)
    lists = [in_order(ranking) for ranking in rankings]
    _, asked = paired(range(len(lists)), [1.0] * len(lists) if weights is None else weights)
    for ranking, weight in zip(lists, asked.tolist(), strict=True):
        for rank, document in enumerate(ranking[:k], start=1):
            if document not in found:
                raise UsageError(
                    f"document `{document}` was retrieved, but is none of `documents`",
                    slug="measure-parameter",
                    hint="`documents` is the whole collection, with what is never found",
                )
            found[document] += weight * rank ** -(gravity or 0)
    return found


def gini(values: Iterable[float]) -> float:
    """Gini coefficient: 0 when all have the same, (n - 1) / n when one has everything.

        G = sum over i of (2i - n - 1) * r_i / (n * sum of r),  r_1 <= r_2 <= ... <= r_n

    Of the retrievability of documents it says whether a system can find them all, or keeps returning the
    same few whatever is asked (Azzopardi & Vinay, CIKM 2008): twice the area between the Lorenz curve and the
    diagonal. It grows with the number of documents that are never found, so compare it on one collection only.
    Undefined (NaN) when there is nothing to share.

    Five documents that were retrieved 0, 1, 1, 2 and 6 times:

    >>> gini([0, 1, 1, 2, 6])
    0.52
    """
    ascending = np.sort(numbers(values))
    if len(ascending) and ascending[0] < 0:
        raise InputError(f"a share cannot be negative: {ascending[0]}", slug="score")
    count, total = len(ascending), float(ascending.sum())
    weights = 2 * np.arange(1, count + 1) - count - 1
    return float(weights @ ascending) / (count * total) if total else math.nan
