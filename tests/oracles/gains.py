"""Gains by grade, as the papers and trec_eval's descriptions have them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from math import log, log2, nan

from tests.oracles.sets import Judgements, Ranking, relevant_documents

Gains = list[float]


def worth(
    ranking: Ranking, judgements: Judgements, gains: str | None = None, dcg: str = "log2"
) -> tuple[Gains, Gains]:
    """The gains down the ranking, and those of all judged documents that gain something, best first."""
    other = dict(pair.split("=") for pair in gains.split(",")) if gains else {}
    named = {float(grade): float(gain) for grade, gain in other.items()}

    def gain(document: str) -> float:
        grade = judgements.get(document, -1)
        if grade < 0:
            return 0
        return named.get(grade, 2**grade - 1 if dcg == "exp-log2" else grade)

    ideal = sorted((gain(document) for document in judgements), reverse=True)
    return [gain(document) for document in ranking], [each for each in ideal if each > 0]


def discounted(gains: Iterable[float], dcg: str = "log2", base: float = 2) -> float:
    total = 0.0
    for rank, gain in enumerate(gains, 1):
        if dcg == "jarvelin":
            total += gain if rank < base else gain / (log(rank) / log(base))
        else:
            total += gain / log2(rank + 1)
    return total


def normalized_discounted_cumulated_gain(
    ranking: Ranking,
    judgements: Judgements,
    *,
    dcg: str = "log2",
    base: float = 2,
    gains: str | None = None,
    ideal: str = "judged",
    k: int | None = None,
) -> float:
    found, best = worth(ranking, judgements, gains, dcg)
    if not best:
        return nan
    if ideal == "retrieved":
        best = [gain for gain in sorted(found, reverse=True) if gain > 0]
        if not best:
            return 0
    return discounted(found[:k], dcg, base) / discounted(best[:k], dcg, base)


def discounted_cumulated_gain(
    ranking: Ranking,
    judgements: Judgements,
    *,
    dcg: str = "log2",
    base: float = 2,
    gains: str | None = None,
    k: int | None = None,
) -> float:
    found, best = worth(ranking, judgements, gains, dcg)
    return discounted(found[:k], dcg, base) if best else nan


def ideal_discounted_cumulated_gain(
    ranking: Ranking,
    judgements: Judgements,
    *,
    dcg: str = "log2",
    base: float = 2,
    gains: str | None = None,
    k: int | None = None,
) -> float:
    _, best = worth(ranking, judgements, gains, dcg)
    return discounted(best[:k], dcg, base) if best else nan


def cumulated_gain(
    ranking: Ranking, judgements: Judgements, *, gains: str | None = None, k: int | None = None
) -> float:
    found, best = worth(ranking, judgements, gains)
    return sum(found[:k]) if best else nan


def sliding_ratio(
    ranking: Ranking, judgements: Judgements, *, gains: str | None = None, k: int | None = None
) -> float:
    found, best = worth(ranking, judgements, gains)
    return sum(found[:k]) / sum(best[:k]) if best else nan


def scaled_discounted_cumulated_gain(
    ranking: Ranking, judgements: Judgements, *, min_rel: float = 0, max_rel: float | None = None, k: int
) -> float:
    highest = max(judgements.values(), default=0)
    if highest <= 0:
        return nan
    top = highest if max_rel is None else max_rel
    values = [
        (min(max(judgements.get(document, 0), min_rel), top) - min_rel) / (top - min_rel)
        for document in ranking[:k]
    ]
    return discounted(values) / discounted([1] * k)


def ndcg_rel(ranking: Ranking, judgements: Judgements, *, gains: str | None = None) -> float:
    """nDCG wherever a good document turns up; those that never do, get what the whole ranking has."""
    found, best = worth(ranking, judgements, gains)
    if not best:
        return nan
    at = [
        discounted(found[:rank]) / discounted(best[:rank])
        for rank in range(1, len(found) + 1)
        if found[rank - 1] > 0
    ]
    at += [discounted(found) / discounted(best)] * (len(best) - len(at))
    return sum(at) / len(best)


def rndcg(ranking: Ranking, judgements: Judgements, *, gains: str | None = None) -> float:
    found, best = worth(ranking, judgements, gains)
    if not best:
        return nan
    depths: list[int] = []
    for _, level in groupby(best):
        depths.append((depths[-1] if depths else 0) + len(list(level)))
    if len(ranking) > len(best) + 1:
        depths.append(len(ranking))
    return sum(discounted(found[:depth]) / discounted(best[:depth]) for depth in depths) / len(depths)


def lagging_gain(ranking: Ranking, judgements: Judgements, *, gains: str | None = None) -> float:
    """A step behind the ideal costs; after the end of the ideal, each further rank is a step."""
    found, best = worth(ranking, judgements, gains)
    if not best:
        return nan
    total = have = could_have = 0.0
    for rank, gain in enumerate(found):
        have += gain
        could_have += best[rank] if rank < len(best) else 1
        total += gain / log2(2 + could_have - have)
    return total / sum(best)


def binary_g(ranking: Ranking, judgements: Judgements, *, rel: float = 1) -> float:
    relevant = relevant_documents(judgements, rel)
    total, others = 0.0, 0
    for document in ranking:
        if document in relevant:
            total += 1 / log2(2 + others)
        else:
            others += 1
    return total / len(relevant) if relevant else nan


def expected_reciprocal_rank(
    ranking: Ranking, judgements: Judgements, *, top: float | None = None, k: int | None = None
) -> float:
    """Follow the user down: with the chance that is left, the next document is looked at."""
    highest = max(judgements.values(), default=0)
    if highest <= 0:
        return nan
    left, total = 1.0, 0.0
    for rank, document in enumerate(ranking[:k], 1):
        grade = max(judgements.get(document, 0), 0)
        satisfied = (2**grade - 1) / 2 ** (highest if top is None else top)
        total += left * satisfied / rank
        left *= 1 - satisfied
    return total


def normalised_err(
    ranking: Ranking, judgements: Judgements, *, top: float | None = None, k: int | None = None
) -> float:
    ideal = sorted(judgements, key=lambda document: -judgements[document])
    best = expected_reciprocal_rank(ideal, judgements, top=top, k=k)
    return expected_reciprocal_rank(ranking, judgements, top=top, k=k) / best


ORACLES = {
    "BinG": binary_g,
    "CG": cumulated_gain,
    "DCG": discounted_cumulated_gain,
    "ERR": expected_reciprocal_rank,
    "G": lagging_gain,
    "IDCG": ideal_discounted_cumulated_gain,
    "RnDCG": rndcg,
    "SDCG": scaled_discounted_cumulated_gain,
    "SlidingRatio": sliding_ratio,
    "nDCG": normalized_discounted_cumulated_gain,
    "nDCGRel": ndcg_rel,
    "nERR": normalised_err,
}
