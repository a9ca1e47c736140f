"""One topic: duplicates, order, depth, condensing, and the join with the judgements."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import NamedTuple

from cranfield._core.contract import Policy
from cranfield.errors import Fault


class Entry(NamedTuple):
    """A document that a run returned, or that was judged."""

    line: int
    doc: bytes
    value: float
    rank: int | None


class Ranked(NamedTuple):
    """A topic after the join: its hits, and what is known of the rest."""

    hits: list[tuple[int, float, float]]  # rank, grade, score
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


def rank_and_join(entries: Sequence[Entry], grades: dict[bytes, float], policy: Policy) -> Ranked:
    """Rank one topic once, for all measures, and look its documents up in the judgements."""
    ranking = in_order(entries, policy)[: policy.depth]
    if policy.condense:
        ranking = [entry for entry in ranking if grades.get(entry.doc, -1.0) >= 0]
    hits: list[tuple[int, float, float]] = []
    promoted, unjudged_score = 0, 0.0
    for rank, entry in enumerate(ranking, start=1):
        grade = grades.get(entry.doc)
        if policy.unjudged_grade is not None and (grade is None or grade < 0):
            grade, promoted = policy.unjudged_grade, promoted + 1
        if grade is None:
            unjudged_score += entry.value
        else:
            hits.append((rank, grade, entry.value))
    best, worst = (ranking[0].value, ranking[-1].value) if ranking else (float("nan"), float("nan"))
    return Ranked(hits, len(ranking), promoted, best, worst, unjudged_score)


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
