"""A synthetic evaluation campaign: topics, systems of known quality, and judgements of what they pooled.

A system scores a document by what it perceives of its relevance, plus two kinds of noise: one that all
systems share (some documents mislead everybody) and one of its own. Topics differ in how many documents are
relevant and in how hard these are to tell from the rest. Only documents that some system ranked high enough
to enter the pool are judged, as in a real campaign, so the judgements are incomplete.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from cranfield.errors import UsageError

if TYPE_CHECKING:
    import os

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

# How clearly a system sees relevance, in standard deviations of noise for a document of grade 1.
QUALITIES: Mapping[str, float] = {"oak": 2.4, "fir": 2.1, "ash": 1.8, "elm": 1.3}

_MISLEADING = 0.6  # the part of the noise that all systems share
_HIGHLY_RELEVANT = 0.3  # the share of grade 2 among the relevant documents
_MEDIAN_RELEVANT = 15
_SPREAD_OF_RELEVANT = 0.7
_SPREAD_OF_EASE = 0.35
_FIRST_TOPIC = 101


@dataclass(frozen=True)
class Campaign:
    """Judgements, runs, and the truth behind them: the quality that each system was built with."""

    qrels: dict[str, dict[str, int]]
    runs: dict[str, dict[str, dict[str, float]]]
    quality: dict[str, float]
    seed: int

    @property
    def order(self) -> tuple[str, ...]:
        """The systems, best first."""
        return tuple(sorted(self.quality, key=self.quality.__getitem__, reverse=True))

    def write(self, folder: str | os.PathLike[str]) -> tuple[Path, tuple[Path, ...]]:
        """Write `qrels.txt` and `runs/<system>.txt` in TREC format; return their paths."""
        root = Path(folder)
        (root / "runs").mkdir(parents=True, exist_ok=True)
        qrels = root / "qrels.txt"
        qrels.write_text(_qrels_text(self.qrels), encoding="utf-8", newline="\n")
        runs = []
        for system, rankings in self.runs.items():
            runs.append(root / "runs" / f"{system}.txt")
            runs[-1].write_text(_run_text(rankings, system), encoding="utf-8", newline="\n")
        return qrels, tuple(runs)


def simulate(
    systems: Mapping[str, float] = QUALITIES,
    *,
    topics: int = 50,
    documents: int = 2000,
    retrieved: int = 200,
    pool_depth: int = 30,
    missing: Mapping[str, int] | None = None,
    seed: int = 0,
) -> Campaign:
    """Make a campaign. The same arguments give the same campaign.

    `systems` maps names to qualities; `retrieved` is the length of a ranking; each system gives its top
    `pool_depth` documents of a topic to the judges; `missing` says for how many topics (the last ones) a system
    returns nothing, as if it had crashed on the way.

    >>> campaign = simulate({"good": 2.5, "poor": 0.5}, topics=3, documents=100, retrieved=20, pool_depth=5)
    >>> campaign.order, list(campaign.qrels)
    (('good', 'poor'), ['101', '102', '103'])
    """
    _refuse_nonsense(systems, topics, documents, retrieved, pool_depth)
    lost = missing or {}
    rng = np.random.default_rng(seed)
    qrels: dict[str, dict[str, int]] = {}
    runs: dict[str, dict[str, dict[str, float]]] = {system: {} for system in systems}
    for number in range(topics):
        topic = str(_FIRST_TOPIC + number)
        grades = _true_grades(rng, documents)
        ranked = _rankings(rng, systems, grades, retrieved)
        qrels[topic] = _judgements(grades, [docs[:pool_depth] for docs, _ in ranked.values()])
        for system, (docs, scores) in ranked.items():
            if number < topics - lost.get(system, 0):
                runs[system][topic] = dict(zip(_names(docs), scores.tolist(), strict=True))
    return Campaign(qrels=qrels, runs=runs, quality=dict(systems), seed=seed)


def _true_grades(rng: np.random.Generator, documents: int) -> Ints:
    """Grade every document of the collection for one topic; at least one is relevant."""
    wanted = rng.lognormal(np.log(_MEDIAN_RELEVANT), _SPREAD_OF_RELEVANT)
    relevant = rng.choice(documents, size=int(np.clip(wanted, 1, max(1, documents // 5))), replace=False)
    grades = np.zeros(documents, dtype=np.int64)
    grades[relevant] = np.where(rng.random(len(relevant)) < _HIGHLY_RELEVANT, 2, 1)
    return grades


def _rankings(
    rng: np.random.Generator, systems: Mapping[str, float], grades: Ints, retrieved: int
) -> dict[str, tuple[Ints, Floats]]:
    """Rank the collection with every system: documents and scores, best first."""
    ease = rng.lognormal(0.0, _SPREAD_OF_EASE)
    misleading = rng.standard_normal(len(grades))
    own_share = np.sqrt(1 - _MISLEADING**2)
    rankings = {}
    for system, quality in systems.items():
        noise = _MISLEADING * misleading + own_share * rng.standard_normal(len(grades))
        scores = np.round(quality * ease * np.sqrt(grades) + noise, 4)
        docs = np.argsort(-scores, kind="stable")[:retrieved]
        rankings[system] = (docs, scores[docs])
    return rankings


def _judgements(grades: Ints, pools: list[Ints]) -> dict[str, int]:
    pooled = np.unique(np.concatenate(pools))
    return dict(zip(_names(pooled), grades[pooled].tolist(), strict=True))


def _names(docs: Ints) -> list[str]:
    return [f"D{doc:06}" for doc in docs.tolist()]


def _qrels_text(qrels: dict[str, dict[str, int]]) -> str:
    return "".join(
        f"{topic} 0 {doc} {grade}\n" for topic, judged in qrels.items() for doc, grade in judged.items()
    )


def _run_text(rankings: dict[str, dict[str, float]], system: str) -> str:
    return "".join(
        f"{topic} Q0 {doc} {rank} {score:.4f} {system}\n"
        for topic, scored in rankings.items()
        for rank, (doc, score) in enumerate(scored.items(), start=1)
    )


def _refuse_nonsense(
    systems: Mapping[str, float], topics: int, documents: int, retrieved: int, pool_depth: int
) -> None:
    if not systems:
        raise UsageError("a campaign needs at least one system", slug="bad-campaign")
    sizes = {"topics": topics, "documents": documents, "retrieved": retrieved, "pool_depth": pool_depth}
    for name, value in sizes.items():
        if value < 1:
            raise UsageError(f"{name} must be 1 or more: {value}", slug="bad-campaign")
