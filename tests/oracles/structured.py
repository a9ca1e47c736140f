"""EPRUM by following users: nobody walks in the register's oracles, and every possible user is looked at below them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import ceil, nan, prod

from tests.oracles.sets import Judgements, Ranking

# Who finds an ideal to be one: everybody whose satisfaction level is no higher than its idealism.
Levels = list[tuple[float, set[str]]]


def levels_of(judgements: Judgements, rel: float, scale: float) -> Levels:
    """Return how many users there are of each kind, and what is ideal to them."""
    idealism = {
        document: min(grade / scale, 1) if scale else 1
        for document, grade in judgements.items()
        if grade >= rel and grade >= 0
    }
    thresholds = sorted({0.0, *idealism.values()})
    return [
        (upper - lower, {document for document, share in idealism.items() if share >= upper})
        for lower, upper in pairwise(thresholds)
    ]


def over_users(values: list[tuple[float, float]], empty: str) -> float:
    if not values:
        return nan
    total = sum(share * value for share, value in values)
    return total / (sum(share for share, _ in values) if empty == "renormalise" else 1)


def precision_for(ranking: Ranking, wanted: set[str], r: int) -> float:
    """Definition of section 2: the best list needs r ranks, this one as many as it takes, and 0 if it never gets there."""
    for length in range(1, len(ranking) + 1):
        if len(wanted & set(ranking[:length])) >= r:
            return r / length
    return 0.0


def eprum(
    ranking: Ranking,
    judgements: Judgements,
    *,
    rel: float = 1,
    scale: float = 0,
    empty: str = "renormalise",
    k: int | None = None,
    **_: object,
) -> float:
    def value(wanted: set[str]) -> float:
        if k is not None:
            return len(wanted & set(ranking[:k])) / k
        natural = range(1, len(wanted) + 1)
        return sum(precision_for(ranking, wanted, r) for r in natural) / len(wanted)

    users = levels_of(judgements, rel, scale)
    return over_users([(share, value(wanted)) for share, wanted in users], empty)


def eprum_at_recall(
    ranking: Ranking,
    judgements: Judgements,
    *,
    recall: float | Fraction,
    rel: float = 1,
    scale: float = 0,
    empty: str = "renormalise",
    **_: object,
) -> float:
    users = levels_of(judgements, rel, scale)
    level = Fraction(str(recall))
    return over_users(
        [
            (share, precision_for(ranking, wanted, max(1, ceil(level * len(wanted)))))
            for share, wanted in users
        ],
        empty,
    )


def eprum_points(ranking: Ranking, judgements: Judgements, *, points: str = "11", **settings: float) -> float:
    grid = (
        [Fraction(tenth, 10) for tenth in range(11)]
        if points == "11"
        else [Fraction(percent, 100) for percent in range(1, 101)]
    )
    at_levels = [eprum_at_recall(ranking, judgements, recall=level, **settings) for level in grid]  # type: ignore[arg-type]
    return sum(at_levels) / len(at_levels)


def eprum_recall(
    ranking: Ranking,
    judgements: Judgements,
    *,
    rel: float = 1,
    scale: float = 0,
    empty: str = "renormalise",
    k: int | None = None,
) -> float:
    users = levels_of(judgements, rel, scale)
    return over_users(
        [(share, len(wanted & set(ranking[:k])) / len(wanted)) for share, wanted in users], empty
    )


Reach = Sequence[Sequence[float]]


def users_of(reach: Reach) -> Iterator[tuple[float, list[set[int]]]]:
    """Return every way in which a user could walk: how likely it is, and what has been seen after each rank."""
    pairs = [(rank, ideal) for rank, row in enumerate(reach) for ideal in range(len(row))]
    for gets_there in product((False, True), repeat=len(pairs)):
        chance = prod(
            reach[rank][ideal] if there else 1 - reach[rank][ideal]
            for (rank, ideal), there in zip(pairs, gets_there, strict=True)
        )
        if chance:
            seen: list[set[int]] = []
            for rank in range(len(reach)):
                new = {
                    ideal
                    for (at, ideal), there in zip(pairs, gets_there, strict=True)
                    if there and at == rank
                }
                seen.append(new | (seen[-1] if seen else set()))
            yield chance, seen


def expected_inverse(reach: Reach, r: int) -> float:
    """The mean over all users of 1 / (ranks consulted until r ideals were seen), 0 for who never sees so many."""
    total = 0.0
    for chance, seen in users_of(reach):
        consulted = [rank for rank, found in enumerate(seen, 1) if len(found) >= r]
        total += chance / consulted[0] if consulted else 0.0
    return total


def expected_found(reach: Reach, k: int) -> float:
    return sum(chance * len(seen[k - 1]) for chance, seen in users_of(reach))


def likely_counts(probabilities: Sequence[float]) -> list[float]:
    """Equation 7: the sum over all subsets of the events."""
    likely = [0.0] * (len(probabilities) + 1)
    for happen in product((False, True), repeat=len(probabilities)):
        likely[sum(happen)] += prod(
            p if happens else 1 - p for p, happens in zip(probabilities, happen, strict=True)
        )
    return likely


ORACLES = {
    "EPRUM": eprum,
    "EPRUMIPrec": eprum_at_recall,
    "EPRUMPoints": eprum_points,
    "EPRUMRecall": eprum_recall,
}
UNREFERENCED = {"EPRUMPoints": "a grid over EPRUMIPrec, which has the numbers of the paper"}
# Promises that are true where nobody walks, as in the random topics of the tests, and not in general.
UNPROMISED = {"EPRUM": {"bounded"}, "EPRUMIPrec": {"bounded"}, "EPRUMPoints": {"bounded"}}
