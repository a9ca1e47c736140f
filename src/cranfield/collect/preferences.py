"""Preferences between documents, made an order: by several judges, with ties, and with contradictions."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import combinations, groupby, pairwise
from typing import Literal, NamedTuple, get_args

from cranfield.collect.relevance import Spacing, preferences_to_continuous
from cranfield.errors import InputError, UsageError, printable
from cranfield.read.source import open_source

Intransitive = Literal["error", "copeland"]

_OUTCOMES = {">": 1, "=": 0, "<": -1, "1": 1, "0": 0, "-1": -1}


class Preference(NamedTuple):
    """What somebody said of two documents: 1 prefers the first, -1 the second, 0 neither."""

    first: str
    second: str
    outcome: int = 1


Pairs = set[tuple[str, str]]


def levels_of(
    preferences: Iterable[Preference | tuple[str, str] | tuple[str, str, int]],
    *,
    intransitive: Intransitive = "error",
) -> list[list[str]]:
    """Make one order of many preferences: levels of equally preferred documents, best first.

    Who said it does not matter: of each two documents the one that is preferred more often wins, and as many votes for
    either are a tie. What follows from what was said counts as said: from a > b and b > c, a > c. The documents are then
    ordered by Copeland's score, how many others a document beats less how many beat it. No preference is lost in that.

    Preferences that contradict each other (a > b, b > c, c > a) have no order, and are refused. With
    `intransitive="copeland"` they are ordered by the score of what was said alone.

    >>> levels_of([("a", "b"), ("b", "c"), ("b", "d"), ("c", "d", 0)])
    [['a'], ['b'], ['c', 'd']]
    >>> levels_of([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")], intransitive="copeland")
    [['c'], ['a', 'b'], ['d']]
    """
    if intransitive not in get_args(Intransitive):
        raise UsageError.unknown_choice("`intransitive`", intransitive, get_args(Intransitive))
    said = [Preference(*each) for each in preferences]
    documents = list(dict.fromkeys(doc for each in said for doc in (each.first, each.second)))
    won, tied = _majorities(said)
    alike = _alike(documents, tied)
    beats: dict[str, set[str]] = {alike[doc]: set() for doc in documents}
    for winner, loser in won:
        beats[alike[winner]].add(alike[loser])
    try:
        worst_first = list(TopologicalSorter(beats).static_order())
    except CycleError as contradiction:
        if intransitive == "error":
            raise _contradiction(contradiction.args[1][::-1], won, tied, alike) from None
        score = Counter(winner for winner, _ in won)
        score.subtract(loser for _, loser in won)
        return _levels(documents, lambda doc: score[doc])
    score = _copeland(beats, worst_first, Counter(alike.values()))
    return _levels(documents, lambda doc: score[alike[doc]])


def _majorities(said: Sequence[Preference]) -> tuple[Pairs, Pairs]:
    """Return the pairs (winner, loser), and those with as many votes for either."""
    balance: Counter[tuple[str, str]] = Counter()
    for first, second, outcome in said:
        if outcome not in (-1, 0, 1) or first == second:
            told = f"`{first}`, `{second}`, {outcome}"
            raise UsageError(
                f"this is no preference between two documents: {told}",
                slug="bad-preferences",
                hint="give (first, second, outcome): 1 prefers the first, -1 the second, 0 neither",
            )
        pair, sign = ((first, second), 1) if first < second else ((second, first), -1)
        balance[pair] += sign * outcome
    won = {pair if votes > 0 else pair[::-1] for pair, votes in balance.items() if votes}
    return won, {pair for pair, votes in balance.items() if not votes}


def _alike(documents: Iterable[str], tied: Pairs) -> dict[str, str]:
    """Return for each document one that stands for all that are tied with it, also by way of others."""
    stands_for = {document: document for document in documents}

    def find(document: str) -> str:
        while stands_for[document] != document:
            stands_for[document] = document = stands_for[stands_for[document]]
        return document

    for one, other in sorted(tied):
        stands_for[find(one)] = find(other)
    return {document: find(document) for document in stands_for}


def _copeland(
    beats: Mapping[str, set[str]], worst_first: Sequence[str], size: Mapping[str, int]
) -> Counter[str]:
    """Score each document by those it beats less those that beat it, by way of others, too."""
    below: dict[str, set[str]] = {}
    score: Counter[str] = Counter()
    for document in worst_first:
        below[document] = beats[document].union(*(below[other] for other in beats[document]))
        for other in below[document]:
            score[document] += size[other]
            score[other] -= size[document]
    return score


def _levels(documents: Sequence[str], score: Callable[[str], int]) -> list[list[str]]:
    ranked = sorted(documents, key=lambda document: (-score(document), document))
    return [list(level) for _, level in groupby(ranked, key=score)]


def _contradiction(circle: Sequence[str], won: Pairs, tied: Pairs, alike: Mapping[str, str]) -> InputError:
    """Tell the circle in the documents that people spoke of: a > b, b = c, c > a."""
    steps = {(alike[winner], alike[loser]): (winner, loser) for winner, loser in sorted(won, reverse=True)}
    round_trip = [steps[step] for step in pairwise(circle)]
    told = []
    for (winner, loser), (following, _) in zip(round_trip, [*round_trip[1:], round_trip[0]], strict=True):
        told.append(f"{winner} > {loser}")
        if loser != following:
            at_once = (loser, following) in tied or (following, loser) in tied
            told.append(f"{loser} {'=' if at_once else '= ... ='} {following}")
    return InputError(
        f"the preferences contradict each other: {', '.join(told)}",
        slug="intransitive",
        hint="intransitive='copeland' (--intransitive copeland) orders them by wins less losses",
    )


def preferences_in(grades: Mapping[str, float]) -> list[Preference]:
    """Take one judge's grades for an order alone: of each two documents the higher grade is preferred.

    A negative grade says that the document was not judged, so nothing is known of it.

    >>> preferences_in({"a": 3, "b": 1, "c": 1})
    [Preference(first='a', second='b', outcome=1), Preference(first='a', second='c', outcome=1),
     Preference(first='b', second='c', outcome=0)]
    """
    return [
        Preference(one, other, (grades[one] > grades[other]) - (grades[one] < grades[other]))
        for one, other in combinations((document for document in grades if grades[document] >= 0), 2)
    ]


def continuous(
    topics: Mapping[str, Iterable[Preference]],
    *,
    intransitive: Intransitive = "error",
    spacing: Spacing = "uniform",
) -> dict[str, dict[str, float]]:
    """Make relevance from 0 to 1 of the preferences in each topic: an order first, then its levels spread evenly.

    >>> continuous({"q": [Preference("a", "b"), Preference("a", "c"), Preference("c", "b")]})
    {'q': {'a': 1.0, 'c': 0.5, 'b': 0.0}}
    """
    found = {}
    for topic, preferences in topics.items():
        try:
            levels = levels_of(preferences, intransitive=intransitive)
        except InputError as refused:
            raise InputError(
                f"topic `{topic}`: {refused.message}", slug=refused.slug, hint=refused.hint
            ) from None
        found[topic] = preferences_to_continuous(levels, spacing=spacing)
    return found


def read_preferences(path: str, *, comments: str | None = None) -> dict[str, list[Preference]]:
    """Read lines of `topic first second`, or of `topic first second outcome`: > = < or 1 0 -1."""
    source = open_source(path)
    text = source.read().decode("utf-8-sig", "surrogateescape")
    found: dict[str, list[Preference]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        fields = line.split()
        if not fields or (comments and line.lstrip().startswith(comments)):
            continue
        outcome = _OUTCOMES.get(fields[3]) if len(fields) == 4 else 1
        if len(fields) not in (3, 4) or outcome is None or fields[1] == fields[2]:
            raise InputError(
                f"{source.name}:{number}: this is no preference between two documents: "
                f"{printable(os.fsencode(line[:80]))}",
                slug="bad-preferences",
                hint="the columns are: topic first second outcome, where > prefers the first, < the second, = neither",
            )
        found.setdefault(fields[0], []).append(Preference(fields[1], fields[2], outcome))
    if not found:
        raise InputError(f"{source.name}: there are no preferences in it", slug="empty")
    return found
