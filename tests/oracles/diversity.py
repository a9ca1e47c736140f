"""Judgements by aspect: `said` holds, for each aspect of the topic, the grades of the documents judged in it."""

from __future__ import annotations

from collections.abc import Callable
from math import log2, nan

from tests.oracles.sets import Judgements, Ranking, relevant_documents

ByAspect = dict[str, Judgements]


def relevant_by_aspect(said: ByAspect, rel: float) -> dict[str, set[str]]:
    """The aspects that some document is relevant to, and these documents."""
    relevant = {aspect: relevant_documents(judgements, rel) for aspect, judgements in said.items()}
    return {aspect: documents for aspect, documents in relevant.items() if documents}


def novelty_gains(ranking: Ranking, relevant: dict[str, set[str]], alpha: float) -> list[float]:
    """What each document of the ranking adds: a walk down that remembers how often it has seen each aspect."""
    worth = dict.fromkeys(relevant, 1.0)
    gains = []
    for document in ranking:
        covers = [aspect for aspect in relevant if document in relevant[aspect]]
        gains.append(sum(worth[aspect] for aspect in covers))
        for aspect in covers:
            worth[aspect] *= 1 - alpha
    return gains


def greedy_ranking(relevant: dict[str, set[str]], alpha: float) -> Ranking:
    """The document that adds most comes next; of several, the one with the greatest id."""
    left = set().union(*relevant.values())
    ranking: Ranking = []
    while left:
        added = {document: novelty_gains([*ranking, document], relevant, alpha)[-1] for document in left}
        ranking.append(max((gain, document) for document, gain in added.items())[1])
        left.remove(ranking[-1])
    return ranking


def cascade(gains: list[float], discount: Callable[[int], float], k: int | None = None) -> float:
    return sum(gain * discount(rank) for rank, gain in enumerate(gains[:k], 1))


def of_everything(relevant: dict[str, set[str]], alpha: float, k: int) -> list[float]:
    """The gains of k documents that are relevant to all aspects."""
    return [len(relevant) * (1 - alpha) ** above for above in range(k)]


def dcg_discount(rank: int) -> float:
    return 1 / log2(rank + 1)


def err_discount(rank: int) -> float:
    return 1 / rank


def share(
    ranking: Ranking, said: ByAspect, alpha: float, rel: float, k: int, discount: Callable[[int], float]
) -> float:
    relevant = relevant_by_aspect(said, rel)
    if not relevant:
        return nan
    most = cascade(of_everything(relevant, alpha, k), discount)
    return cascade(novelty_gains(ranking, relevant, alpha), discount, k) / most


def of_ideal(
    ranking: Ranking,
    said: ByAspect,
    alpha: float,
    rel: float,
    k: int | None,
    discount: Callable[[int], float],
) -> float:
    relevant = relevant_by_aspect(said, rel)
    if not relevant:
        return nan
    ideal = novelty_gains(greedy_ranking(relevant, alpha), relevant, alpha)
    return cascade(novelty_gains(ranking, relevant, alpha), discount, k) / cascade(ideal, discount, k)


def alpha_dcg(ranking: Ranking, said: ByAspect, *, alpha: float = 0.5, rel: float = 1, k: int) -> float:
    return share(ranking, said, alpha, rel, k, dcg_discount)


def alpha_ndcg(
    ranking: Ranking, said: ByAspect, *, alpha: float = 0.5, rel: float = 1, k: int | None = None
) -> float:
    return of_ideal(ranking, said, alpha, rel, k, dcg_discount)


def err_ia(ranking: Ranking, said: ByAspect, *, alpha: float = 0.5, rel: float = 1, k: int) -> float:
    return share(ranking, said, alpha, rel, k, err_discount)


def nerr_ia(
    ranking: Ranking, said: ByAspect, *, alpha: float = 0.5, rel: float = 1, k: int | None = None
) -> float:
    return of_ideal(ranking, said, alpha, rel, k, err_discount)


def nrbp(ranking: Ranking, said: ByAspect, *, alpha: float = 0.5, beta: float = 0.5, rel: float = 1) -> float:
    relevant = relevant_by_aspect(said, rel)
    if not relevant:
        return nan
    gained = cascade(novelty_gains(ranking, relevant, alpha), lambda rank: beta ** (rank - 1))
    # the geometric series of gains that fall by 1 - alpha and are discounted by beta
    return gained * (1 - (1 - alpha) * beta) / len(relevant)


def nnrbp(
    ranking: Ranking, said: ByAspect, *, alpha: float = 0.5, beta: float = 0.5, rel: float = 1
) -> float:
    return of_ideal(ranking, said, alpha, rel, None, lambda rank: beta ** (rank - 1))


def average_precision(ranking: Ranking, relevant: set[str]) -> float:
    """0 where nothing is relevant."""
    found, total = 0, 0.0
    for rank, document in enumerate(ranking, 1):
        if document in relevant:
            found += 1
            total += found / rank
    return total / max(len(relevant), 1)


def over_intents(said: ByAspect, rel: float, measured: Callable[[set[str]], float]) -> float:
    """The mean over the aspects that something is relevant to."""
    relevant = relevant_by_aspect(said, rel)
    return sum(map(measured, relevant.values())) / len(relevant) if relevant else nan


def over_groups(said: ByAspect, rel: float, measured: Callable[[set[str]], float]) -> float:
    """The mean over all groups; undefined where none of them found anything."""
    if not relevant_by_aspect(said, rel):
        return nan
    return sum(measured(relevant_documents(judgements, rel)) for judgements in said.values()) / len(said)


def ap_ia(ranking: Ranking, said: ByAspect, *, rel: float = 1) -> float:
    return over_intents(said, rel, lambda relevant: average_precision(ranking, relevant))


def p_ia(ranking: Ranking, said: ByAspect, *, rel: float = 1, k: int) -> float:
    return over_intents(said, rel, lambda relevant: len(relevant & set(ranking[:k])) / k)


def subtopic_recall(ranking: Ranking, said: ByAspect, *, rel: float = 1, k: int) -> float:
    return over_intents(said, rel, lambda relevant: bool(relevant & set(ranking[:k])))


def ap_avgjg(ranking: Ranking, said: ByAspect, *, rel: float = 1) -> float:
    return over_groups(said, rel, lambda relevant: average_precision(ranking, relevant))


def p_avgjg(ranking: Ranking, said: ByAspect, *, rel: float = 1, k: int) -> float:
    return over_groups(said, rel, lambda relevant: len(relevant & set(ranking[:k])) / k)


def rprec_mult_avgjg(ranking: Ranking, said: ByAspect, *, rel: float = 1, x: float) -> float:
    def precision(relevant: set[str]) -> float:
        cut = int(x * len(relevant) + 0.9)
        return len(relevant & set(ranking[:cut])) / cut if cut else 0.0

    return over_groups(said, rel, precision)


BY_ASPECT: dict[str, Callable[..., float]] = {
    "alpha_DCG": alpha_dcg,
    "alpha_nDCG": alpha_ndcg,
    "ERR_IA": err_ia,
    "nERR_IA": nerr_ia,
    "NRBP": nrbp,
    "nNRBP": nnrbp,
    "AP_IA": ap_ia,
    "P_IA": p_ia,
    "StRecall": subtopic_recall,
    "APAvgJG": ap_avgjg,
    "PAvgJG": p_avgjg,
    "RprecMultAvgJG": rprec_mult_avgjg,
}
ORACLES: dict[str, Callable[..., float]] = {}
APART = set(BY_ASPECT)
