"""Looking down the ranking, one document after the other."""

from __future__ import annotations

from math import nan

from tests.oracles.sets import Judgements, Ranking, precision, relevant_documents


def average_precision(
    ranking: Ranking, judgements: Judgements, *, rel: float = 1, k: int | None = None
) -> float:
    """The mean, over all relevant documents, of the precision at the rank where each one turns up."""
    relevant = relevant_documents(judgements, rel)
    if not relevant:
        return nan
    top = ranking[:k]
    precisions = [
        precision(ranking, judgements, k=rank, rel=rel)
        for rank, document in enumerate(top, 1)
        if document in relevant
    ]
    return sum(precisions) / len(relevant)


def reciprocal_rank(
    ranking: Ranking, judgements: Judgements, *, rel: float = 1, k: int | None = None
) -> float:
    relevant = relevant_documents(judgements, rel)
    if not relevant:
        return nan
    for rank, document in enumerate(ranking[:k], 1):
        if document in relevant:
            return 1 / rank
    return 0.0


def bpref(ranking: Ranking, judgements: Judgements, *, rel: float = 1) -> float:
    """A walk down the judged documents that remembers how many bad ones it has passed."""
    relevant = relevant_documents(judgements, rel)
    bad = relevant_documents(judgements, 0) - relevant
    if not relevant:
        return nan
    passed, total = 0, 0.0
    for document in ranking:
        if document in bad:
            passed += 1
        elif document in relevant:
            total += 1 if passed == 0 else 1 - min(passed, len(relevant)) / min(len(bad), len(relevant))
    return total / len(relevant)
