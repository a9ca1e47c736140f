"""Westfall and Young's step-down max-T: the correction that knows how the comparisons hang together."""

from __future__ import annotations

import numpy as np

from cranfield.compare.significance.outcome import Floats, Ints
from cranfield.compare.significance.permuted import PERMUTATIONS, Terms, signs

_CELLS = 1 << 18


def max_t(differences: Floats, *, permutations: int = PERMUTATIONS, seed: int = 0) -> Floats:
    """Return the corrected p of each row, by putting the same random signs on the topics of all rows.

    A row's corrected p is the share of permutations in which any row that is no more extreme than it, itself included,
    reaches its |t|. Comparisons that move together cost less than Bonferroni's correction takes for them. |t| grows with
    |sum| / sqrt(sum of squares), and signs leave the squares as they are, so that is what is compared.

    Two rows that are the same are one comparison, and its p stays what it was:

    >>> row = [0.1, 0.3, 0.2, 0.4, -0.1, 0.2, 0.5, 0.3]
    >>> one, two = max_t(np.array([row])), max_t(np.array([row, row]))
    >>> set(two.tolist()) == set(one.tolist())
    True
    """
    return _corrected(Terms.of_differences(np.nan_to_num(differences)), permutations, seed)


def max_t_of_pairs(values: Floats, pairs: Ints, *, permutations: int = PERMUTATIONS, seed: int = 0) -> Floats:
    """Do the same for pairs of systems, which is faster where there are many."""
    return _corrected(Terms.of_pairs(values, pairs), permutations, seed)


def _corrected(terms: Terms, permutations: int, seed: int) -> Floats:
    size = np.sqrt((terms.differences() ** 2).sum(axis=1))
    scale = 1 / np.where(size > 0, size, np.inf)
    totals = terms.values.sum(axis=1)
    observed = np.abs(totals[terms.first] - totals[terms.second]) * scale
    ascending = np.argsort(observed, kind="stable")
    far = (observed - terms.rounding() * scale)[ascending]
    terms, scale = terms.taken(ascending), scale[ascending]
    reached = np.zeros(len(far), dtype=np.int64)
    for drawn in signs(permutations, terms.values.shape[1], seed):
        sums = terms.values @ drawn.T
        for part in np.array_split(sums, min(len(drawn), 1 + len(drawn) * len(far) // _CELLS), axis=1):
            sizes = np.abs(part[terms.first] - part[terms.second]) * scale[:, None]
            np.maximum.accumulate(sizes, axis=0, out=sizes)
            reached += np.count_nonzero(sizes >= far[:, None], axis=1)
    p = (reached + 1) / (permutations + 1)
    corrected = np.empty(len(p))
    corrected[ascending] = np.maximum.accumulate(p[::-1])[::-1]  # what is less extreme is never less likely
    corrected[size == 0] = 1.0
    return corrected
