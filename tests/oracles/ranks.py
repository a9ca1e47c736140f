"""Looking down the ranking, one document after the other."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
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


def not_below_a_hundred_thousandth(value: float) -> float:
    return nan if math.isnan(value) else max(value, 0.00001)


def geometric_average_precision(ranking: Ranking, judgements: Judgements, *, rel: float = 1) -> float:
    return not_below_a_hundred_thousandth(average_precision(ranking, judgements, rel=rel))


def yaap(ranking: Ranking, judgements: Judgements, *, rel: float = 1) -> float:
    n = len(relevant_documents(judgements, rel))
    if not n:
        return nan
    expected_hits = n * average_precision(ranking, judgements, rel=rel)
    return math.log(1 + expected_hits) - math.log(1 + n - expected_hits)


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


def geometric_bpref(ranking: Ranking, judgements: Judgements, *, rel: float = 1) -> float:
    return not_below_a_hundred_thousandth(bpref(ranking, judgements, rel=rel))


def inferred_average_precision(ranking: Ranking, judgements: Judgements, *, rel: float = 1) -> float:
    """At each relevant document: itself, and what the pooled documents above it are worth, as far as one knows."""
    relevant = relevant_documents(judgements, rel)
    if not relevant:
        return nan
    total = 0.0
    for rank, document in enumerate(ranking, 1):
        if document not in relevant:
            continue
        above = ranking[: rank - 1]
        pooled = [each for each in above if each in judgements]
        good = sum(each in relevant for each in above)
        bad = sum(judgements[each] >= 0 for each in pooled) - good
        share = (good + 0.00001) / (good + bad + 0.00002)
        total += (1 + len(pooled) * share) / rank
    return total / len(relevant)


def r_precision(ranking: Ranking, judgements: Judgements, *, rel: float = 1) -> float:
    n = len(relevant_documents(judgements, rel))
    return precision(ranking, judgements, k=n, rel=rel) if n else nan


def r_precision_multiple(
    ranking: Ranking, judgements: Judgements, *, rel: float = 1, multiple: float
) -> float:
    n = len(relevant_documents(judgements, rel))
    return precision(ranking, judgements, k=int(multiple * n + 0.9), rel=rel) if n else nan


def asked(recall: float | Fraction, n: int, levels: str) -> int:
    """The number of relevant documents that recall level `recall` of n stands for."""
    if levels == "ceil":
        return math.ceil(Fraction(str(recall)) * n)
    if levels == "trec9":
        return int(recall * n + 0.9)
    return int(Decimal(float(recall * n)).quantize(Decimal(1), ROUND_HALF_UP))


def interpolated_precision(
    ranking: Ranking,
    judgements: Judgements,
    *,
    rel: float = 1,
    recall: float | Fraction,
    levels: str = "ceil",
) -> float:
    relevant = relevant_documents(judgements, rel)
    if not relevant:
        return nan
    enough = asked(recall, len(relevant), levels)
    return max(
        (
            precision(ranking, judgements, k=rank, rel=rel)
            for rank in range(1, len(ranking) + 1)
            if len(relevant & set(ranking[:rank])) >= enough
        ),
        default=0.0,
    )


def eleven_point_precision(
    ranking: Ranking,
    judgements: Judgements,
    *,
    rel: float = 1,
    levels: str = "ceil",
    recalls: str | None = None,
) -> float:
    asked_for = recalls.split(",") if recalls else [*(f"0.{tenth}" for tenth in range(10)), "1"]
    points = [
        interpolated_precision(ranking, judgements, rel=rel, recall=float(recall), levels=levels)
        for recall in asked_for
    ]
    return sum(points) / len(points)


def interpolated_area(ranking: Ranking, judgements: Judgements, *, rel: float = 1) -> float:
    """The curve is level between two recall points, so its area is a sum of n rectangles."""
    n = len(relevant_documents(judgements, rel))
    if not n:
        return nan
    levels = [Fraction(i, n) for i in range(1, n + 1)]
    tops = [interpolated_precision(ranking, judgements, rel=rel, recall=level) for level in levels]
    return sum(tops) / n


def expected_search_length(
    ranking: Ranking, judgements: Judgements, *, rel: float = 1, want: int = 1, collection: int | None = None
) -> float:
    """Reads the list, then the rest of the collection in every order: a negative hypergeometric number of misses."""
    relevant = relevant_documents(judgements, rel)
    if len(relevant) < want:
        return nan
    found = misses = 0
    for document in ranking:
        if document in relevant:
            found += 1
            if found == want:
                return misses
        else:
            misses += 1
    if collection is None:
        return nan
    good = len(relevant) - found
    bad = collection - len(ranking) - good
    still = want - found
    ways = [
        math.comb(missed + still - 1, missed) * math.comb(bad - missed + good - still, good - still)
        for missed in range(bad + 1)
    ]
    return misses + float(Fraction(sum(missed * way for missed, way in enumerate(ways)), sum(ways)))


def search_length(
    ranking: Ranking, judgements: Judgements, *, rel: float = 1, collection: int | None = None
) -> float:
    return expected_search_length(ranking, judgements, rel=rel, collection=collection)


def random_search_length(
    ranking: Ranking, judgements: Judgements, *, rel: float = 1, want: int = 1, collection: int
) -> float:
    """A search at random is one of an empty ranking."""
    return expected_search_length([], judgements, rel=rel, want=want, collection=collection)


def search_length_reduction(
    ranking: Ranking, judgements: Judgements, *, rel: float = 1, want: int = 1, collection: int
) -> float:
    at_random, ours = (
        expected_search_length(each, judgements, rel=rel, want=want, collection=collection)
        for each in ([], ranking)
    )
    return 1 - ours / at_random


def pairwise_accuracy(
    ranking: Ranking, judgements: Judgements, *, rel: float = 1, k: int | None = None
) -> float:
    relevant = relevant_documents(judgements, rel)
    if not relevant:
        return nan
    top = ranking[:k]
    pairs = [
        top.index(good) < top.index(other) for good in top if good in relevant for other in top
        if other not in relevant
    ]  # fmt: skip
    if not pairs:
        return float(any(document in relevant for document in top))
    return sum(pairs) / len(pairs)


ORACLES = {
    "AP": average_precision,
    "Accuracy": pairwise_accuracy,
    "Bpref": bpref,
    "ESL": expected_search_length,
    "ESLRandom": random_search_length,
    "ESLReduction": search_length_reduction,
    "GMAP": geometric_average_precision,
    "GMBpref": geometric_bpref,
    "IPrec": interpolated_precision,
    "IPrec11": eleven_point_precision,
    "IPrecArea": interpolated_area,
    "RR": reciprocal_rank,
    "Rprec": r_precision,
    "RprecMult": r_precision_multiple,
    "SearchLength": search_length,
    "Yaap": yaap,
    "infAP": inferred_average_precision,
}

UNREFERENCED = {
    "ESLRandom": "as ESLReduction",
    "ESLReduction": "no tool has it, and van Rijsbergen gives its formula without a number; ESL itself is referenced",
}
