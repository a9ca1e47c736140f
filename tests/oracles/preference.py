"""Which of two documents stands first: pair by pair, as one would count by hand.

The oracles of judgement groups take the judges' word as `{group: {part: {document: level}}}`, and the documents of
the run in its order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import inf, nan
from typing import NamedTuple

from tests.oracles.sets import Judgements, Ranking, relevant_documents

Groups = Mapping[str, Mapping[str, Mapping[str, float]]]
Pair = tuple[str, str]

APART = {
    "NumPrefsFul",
    "NumPrefsFulRet",
    "NumPrefsPoss",
    "PrefsAvgJG",
    "PrefsAvgJGRnonrel",
    "PrefsPair",
    "PrefsSimp",
}


def ndpm(ranking: Ranking, judgements: Judgements, *, scores: Mapping[str, float] | None = None) -> float:
    """Yao's distance; without scores there are no ties among the retrieved documents."""
    if not relevant_documents(judgements, 1e-300):
        return nan
    score = scores or {document: -float(place) for place, document in enumerate(ranking)}
    judged = [document for document, grade in judgements.items() if grade >= 0]
    preferences, distance = 0, 0
    for one, other in combinations(judged, 2):
        if judgements[one] == judgements[other]:
            continue
        better, worse = (one, other) if judgements[one] > judgements[other] else (other, one)
        of_better, of_worse = score.get(better, -inf), score.get(worse, -inf)
        preferences += 1
        distance += 2 if of_better < of_worse else int(of_better == of_worse)
    return distance / (2 * preferences) if preferences else nan


def compat(
    ranking: Ranking,
    judgements: Judgements,
    *,
    p: float = 0.95,
    normalize: str = "True",
    k: int | None = None,
) -> float:
    """Two growing sets, one document at a time."""
    relevant = [document for document, grade in judgements.items() if grade > 0]
    if not relevant:
        return nan
    place = {document: number for number, document in enumerate(ranking)}
    ideal = sorted(relevant, key=lambda document: (-judgements[document], place.get(document, inf)))
    depth = max(len(ranking), len(ideal))
    depth = depth if k is None else min(k, depth)
    own = overlap(ideal, ideal, p, depth) if normalize == "True" else 1.0
    return overlap(ranking, ideal, p, depth) / own


def overlap(one: Ranking, other: Ranking, p: float, depth: int) -> float:
    common = [p ** (d - 1) * len(set(one[:d]) & set(other[:d])) / d for d in range(1, depth + 1)]
    return sum(common) / sum(p ** (d - 1) for d in range(1, depth + 1))


ORACLES = {"Compat": compat, "ndpm": ndpm}


class Counted(NamedTuple):
    """One preference: the better document, the worse one, and how the run has them."""

    better: str
    worse: str
    retrieved: int  # how many of the two
    fulfilled: bool


def preferences(parts: Mapping[str, Mapping[str, float]]) -> set[Pair]:
    """All (better, worse) of one group, those that follow from others included."""
    pairs = {
        (better, worse)
        for level in parts.values()
        for better in level
        for worse in level
        if level[better] > level[worse]
    }
    while True:
        implied = {(a, d) for a, b in pairs for c, d in pairs if b == c} - pairs
        if not implied:
            return pairs
        pairs |= implied


def counted(ranking: Ranking, pairs: set[Pair]) -> Iterator[Counted]:
    for better, worse in pairs:
        first = next((document for document in ranking if document in (better, worse)), None)
        yield Counted(better, worse, sum(each in ranking for each in (better, worse)), first == better)


WANTED = {"all": 0, "implied": 1, "retrieved": 2}


def tally(ranking: Ranking, pairs: set[Pair], which: str) -> tuple[int, int]:
    """How many preferences are fulfilled, and how many there are."""
    all_counted = [each for each in counted(ranking, pairs) if each.retrieved >= WANTED[which]]
    return sum(each.fulfilled for each in all_counted), len(all_counted)


def num_prefs_poss(ranking: Ranking, groups: Groups) -> float:
    return float(sum(len(preferences(parts)) for parts in groups.values()))


def num_prefs_ful(ranking: Ranking, groups: Groups) -> float:
    return float(sum(tally(ranking, preferences(parts), "all")[0] for parts in groups.values()))


def num_prefs_ful_ret(ranking: Ranking, groups: Groups) -> float:
    return float(sum(tally(ranking, preferences(parts), "retrieved")[0] for parts in groups.values()))


def prefs_simp(ranking: Ranking, groups: Groups, *, pairs: str = "all") -> float:
    tallies = [tally(ranking, preferences(parts), pairs) for parts in groups.values()]
    possible = sum(of_group for _, of_group in tallies)
    return sum(of_group for of_group, _ in tallies) / possible if possible else 0.0


def prefs_avgjg(ranking: Ranking, groups: Groups, *, pairs: str = "all") -> float:
    tallies = [tally(ranking, preferences(parts), pairs) for parts in groups.values()]
    return sum(fulfilled / possible for fulfilled, possible in tallies if possible) / len(tallies)


def prefs_pair(ranking: Ranking, groups: Groups, *, pairs: str = "all") -> float:
    opinions: dict[frozenset[str], list[bool]] = {}
    for parts in groups.values():
        for each in counted(ranking, preferences(parts)):
            if each.retrieved >= WANTED[pairs]:
                opinions.setdefault(frozenset(each[:2]), []).append(each.fulfilled)
    shares = [sum(told) / len(told) for told in opinions.values()]
    return sum(shares) / len(shares) if shares else 0.0


def prefs_avgjg_rnonrel(ranking: Ranking, groups: Groups, *, pairs: str = "all") -> float:
    """trec_eval's number, its oddities included."""
    shares = []
    for parts in groups.values():
        fulfilled, possible = capped(ranking, parts, pairs)
        if not possible:
            return 0.0
        shares.append(fulfilled / possible)
    return sum(shares) / len(shares)


def capped(ranking: Ranking, parts: Mapping[str, Mapping[str, float]], pairs: str) -> tuple[int, int]:
    level = {document: grade for part in parts.values() for document, grade in part.items()}
    missed = sorted(set(level) - set(ranking))
    in_order = [*(document for document in ranking if document in level), *missed]
    there = [document for document in in_order if pairs == "all" or document in ranking]
    relevant = [document for document in there if level[document] > 0]
    nonrelevant = [document for document in there if level[document] == 0]
    all_relevant = [document for document in in_order if level[document] > 0]
    told, extra = preferences(parts), len(relevant) - len(nonrelevant)
    if extra >= 0:
        fulfilled, possible = tally(ranking, told, pairs)
        found = sum(document in ranking for document in all_relevant)
        return fulfilled + found * extra, possible + len(all_relevant) * extra
    divided = len(parts) > 1
    kept = nonrelevant[: len(all_relevant) if divided else len(relevant)]
    told = {
        pair for pair in told if all(each in there and (level[each] > 0 or each in kept) for each in pair)
    }
    fulfilled, possible = tally(ranking, told, pairs)
    if divided:
        return fulfilled, possible
    # As if every non-relevant document were preferred to each of those kept, itself among them.
    among = [(better, worse) for better in nonrelevant for worse in kept]
    wrongly = [
        pair for pair in among if pair[0] in ranking and in_order.index(pair[0]) < in_order.index(pair[1])
    ]
    return fulfilled + len(wrongly), possible + len(among)


BY_GROUPS = {
    "NumPrefsFul": num_prefs_ful,
    "NumPrefsFulRet": num_prefs_ful_ret,
    "NumPrefsPoss": num_prefs_poss,
    "PrefsAvgJG": prefs_avgjg,
    "PrefsAvgJGRnonrel": prefs_avgjg_rnonrel,
    "PrefsPair": prefs_pair,
    "PrefsSimp": prefs_simp,
}
