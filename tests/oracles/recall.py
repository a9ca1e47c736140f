"""PRES by the paper's own route: give every missing document a rank after Nmax, then average the ranks."""

from __future__ import annotations

from math import nan

from tests.oracles.sets import Judgements, Ranking, relevant_documents


def pres(ranking: Ranking, judgements: Judgements, *, rel: float = 1, k: int = 1000) -> float:
    """Equation 3 of Magdy & Jones: the found ones at their ranks, the others worst of all."""
    relevant = relevant_documents(judgements, rel)
    n = len(relevant)
    if n == 0:
        return nan
    found = [rank for rank, document in enumerate(ranking[:k], 1) if document in relevant]
    # The last ranks of the worst case, where all n relevant documents follow the k checked ones (figure 3).
    ranks = found + list(range(k + len(found) + 1, k + n + 1))
    return 1 - (sum(ranks) / n - (n + 1) / 2) / k
