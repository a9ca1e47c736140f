"""One topic: duplicates, order, depth, condensing, and the join with the judgements."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from cranfield._core.contract import Policy
from cranfield.faults import Fault


class Entry(NamedTuple):
    """A document that a run returned, or that was judged."""

    line: int
    doc: bytes
    value: float
    rank: int | None


class Judgement(NamedTuple):
    """What a judge said of a document, and in which row of the qrels."""

    row: int
    grade: float


class Hit(NamedTuple):
    """A document of the ranking that has a grade; `tie_first` to `tie_last` are the ranks that have its score."""

    rank: int
    grade: float
    score: float
    row: int
    tie_first: int
    tie_last: int


class Ranked(NamedTuple):
    """A topic after the join: its hits, and what is known of the rest."""

    hits: list[Hit]
    retrieved: int
    promoted: int
    score_max: float
    score_min: float
    unjudged_score: float


def without_duplicates(
    entries: Sequence[Entry], topic: bytes, policy: str
) -> tuple[list[Entry], list[Fault], int]:
    """Apply the policy `duplicates`: the entries left, the faults, and how many were dropped."""
    kept: dict[bytes, Entry] = {}
    faults: list[Fault] = []
    for entry in entries:
        before = kept.get(entry.doc)
        if before is None:
            kept[entry.doc] = entry
        elif policy == "error":
            faults.append(Fault("duplicate", entry.line, topic=topic, doc=entry.doc, other=before.line))
        elif policy == "last":
            del kept[entry.doc]  # so that it takes the place of its last occurrence
            kept[entry.doc] = entry
    return list(kept.values()), faults, len(entries) - len(kept)


def rank_and_join(entries: Sequence[Entry], judgements: Mapping[bytes, Judgement], policy: Policy) -> Ranked:
    """Rank one topic once, for all measures, and look its documents up in the judgements."""
    ties = _cut(_ties(in_order(entries, policy), policy), policy)
    hits: list[Hit] = []
    retrieved, promoted, unjudged_score = 0, 0, 0.0
    best = worst = float("nan")
    for tie in ties:
        judged = [(entry, judgements.get(entry.doc, _UNKNOWN)) for entry in tie]
        if policy.condense:
            judged = [(entry, judgement) for entry, judgement in judged if judgement.grade >= 0]
        first, last = retrieved + 1, retrieved + len(judged)
        for retrieved, (entry, judgement) in enumerate(judged, first):
            within = policy.depth is None or retrieved <= policy.depth
            best = entry.value if retrieved == 1 else best
            worst = entry.value if within else worst
            given = judgement
            if policy.unjudged_grade is not None and not judgement.grade >= 0:
                given, promoted = Judgement(-1, policy.unjudged_grade), promoted + 1
            if not math.isnan(given.grade):
                hits.append(Hit(retrieved, given.grade, entry.value, given.row, first, last))
            elif within:
                unjudged_score += entry.value
    kept = retrieved if policy.depth is None else min(retrieved, policy.depth)
    return Ranked(hits, kept, promoted, best, worst, unjudged_score)


_UNKNOWN = Judgement(-1, float("nan"))


def _ties(ranking: Sequence[Entry], policy: Policy) -> list[list[Entry]]:
    """Cut a ranking into documents of equal score."""
    compared = _single if policy.single else float
    return [list(tied) for _, tied in groupby(ranking, key=lambda entry: compared(entry.value))]


def _cut(ties: list[list[Entry]], policy: Policy) -> Iterator[list[Entry]]:
    """Apply the policy `depth`, on request without cutting through a tie."""
    room = math.inf if policy.depth is None else policy.depth
    for tie in ties:
        if room <= 0:
            return
        yield tie if policy.whole_ties or len(tie) <= room else tie[: int(room)]
        room -= len(tie)


def in_order(entries: Sequence[Entry], policy: Policy) -> list[Entry]:
    """Sort by score, best first; sorts are stable, so the tie rule goes first and the score last."""
    ranking = list(entries)
    if policy.ties in ("docid", "rank"):
        ranking.sort(key=lambda entry: entry.doc, reverse=True)
    if policy.ties == "docid-ascending":
        ranking.sort(key=lambda entry: entry.doc)
    if policy.ties == "rank":
        ranking.sort(key=lambda entry: entry.rank or 0)
    if policy.single:
        ranking.sort(key=lambda entry: -_single(entry.value))
    else:
        ranking.sort(key=lambda entry: -entry.value)
    return ranking


def _single(value: float) -> float:
    """Round to 32 bits; what is too large becomes infinite, as in C."""
    try:
        (rounded,) = struct.unpack("f", struct.pack("f", value))
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")
    return float(rounded)
