"""PRES by the paper's own route, and the others by listing a rank for every relevant document, found or not."""

from __future__ import annotations

from fractions import Fraction
from math import comb, log, nan

from tests.oracles.ranks import average_precision
from tests.oracles.sets import Judgements, Ranking, recall, relevant_documents


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


def pres_rmax(ranking: Ranking, judgements: Judgements, *, rel: float = 1, k: int = 1000) -> float:
    """Equation 6: the recall of a list with nothing but relevant documents in the first k."""
    relevant = relevant_documents(judgements, rel)
    return recall(sorted(relevant), judgements, k=k, rel=rel)


def pres_est(ranking: Ranking, judgements: Judgements, *, rel: float = 1, k: int = 1000) -> float:
    return pres(ranking, judgements, rel=rel, k=k) / pres_rmax(ranking, judgements, rel=rel, k=k)


def f_prime(
    ranking: Ranking, judgements: Judgements, *, beta: float = 1, rel: float = 1, k: int = 1000
) -> float:
    """The weighted harmonic mean, written as one: recall weighs beta^2 times as much as AP."""
    found = recall(ranking, judgements, k=k, rel=rel)
    if not found:
        return 0.0
    return (1 + beta**2) / (1 / average_precision(ranking, judgements, k=k, rel=rel) + beta**2 / found)


def ranks_of_all(ranking: Ranking, judgements: Judgements, rel: float, size: int) -> list[int]:
    """Return the rank of each relevant document in a list of all: those not retrieved make up its end."""
    relevant = relevant_documents(judgements, rel)
    found = [rank for rank, document in enumerate(ranking, 1) if document in relevant]
    return found + list(range(size - (len(relevant) - len(found)) + 1, size + 1))


def rnorm(ranking: Ranking, judgements: Judgements, *, collection: int, rel: float = 1) -> float:
    """The share of pairs of a relevant and another document that are in the right order."""
    ranks = set(ranks_of_all(ranking, judgements, rel, collection))
    if not ranks:
        return nan
    right = wrong = met = 0
    for rank in range(1, collection + 1):
        if rank in ranks:
            met += 1
        else:
            right += met
            wrong += len(ranks) - met
    return right / (right + wrong)


def pnorm(ranking: Ranking, judgements: Judgements, *, collection: int, rel: float = 1) -> float:
    ranks = ranks_of_all(ranking, judgements, rel, collection)
    best = range(1, len(ranks) + 1)
    if not ranks:
        return nan
    worst = log(comb(collection, len(ranks)))
    return 1 - (sum(log(rank) for rank in ranks) - sum(log(rank) for rank in best)) / worst


def rank_recall(ranking: Ranking, judgements: Judgements, *, collection: int, rel: float = 1) -> float:
    ranks = ranks_of_all(ranking, judgements, rel, collection)
    return sum(range(1, len(ranks) + 1)) / sum(ranks) if ranks else nan


def log_precision(ranking: Ranking, judgements: Judgements, *, collection: int, rel: float = 1) -> float:
    ranks = ranks_of_all(ranking, judgements, rel, collection)
    if not ranks:
        return nan
    if ranks == [1]:
        return 1.0
    return sum(log(rank) for rank in range(1, len(ranks) + 1)) / sum(log(rank) for rank in ranks)


def everything(ranking: Ranking, judgements: Judgements, candidates: int | None) -> int:
    judged = {document for document, grade in judgements.items() if grade >= 0}
    return candidates or len(judged | set(ranking))


def wss(
    ranking: Ranking,
    judgements: Judgements,
    *,
    recall: float = 0.95,
    rel: float = 1,
    candidates: int | None = None,
) -> float:
    """Read on until enough is found, and count what is left unread; a share of it is anybody's."""
    relevant = relevant_documents(judgements, rel)
    if not relevant:
        return nan
    size = everything(ranking, judgements, candidates)
    for read in range(1, len(ranking) + 1):
        if Fraction(len(relevant & set(ranking[:read])), len(relevant)) >= Fraction(str(recall)):
            return (size - read) / size - (1 - recall)
    return recall - 1


def last_rel(
    ranking: Ranking, judgements: Judgements, *, rel: float = 1, candidates: int | None = None
) -> float:
    ranks = ranks_of_all(ranking, judgements, rel, everything(ranking, judgements, candidates))
    return max(ranks, default=nan)


def recall_at_share(
    ranking: Ranking, judgements: Judgements, *, share: float, rel: float = 1, candidates: int | None = None
) -> float:
    size = everything(ranking, judgements, candidates)
    # Python rounds fractions exactly, halves to the even number.
    return recall(ranking, judgements, k=round(Fraction(str(share)) * size), rel=rel)


ORACLES = {
    "FPrime": f_prime,
    "LastRel": last_rel,
    "LogPrecision": log_precision,
    "PRES": pres,
    "PRESRmax": pres_rmax,
    "PRESest": pres_est,
    "Pnorm": pnorm,
    "RShare": recall_at_share,
    "RankRecall": rank_recall,
    "Rnorm": rnorm,
    "WSS": wss,
}
