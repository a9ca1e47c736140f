"""Who brought what into a pool, and what a system loses if it, or its team, had not taken part."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.collect.pools import rows_in
from cranfield.collect.rankings import Rankings
from cranfield.collect.teams import teams_of
from cranfield.errors import UsageError
from cranfield.judge import Judgements
from cranfield.measure.definition import BoundMeasure, values_of
from cranfield.measure.names import parse
from cranfield.model import Judged, Policies, Qrels

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Contributions:
    """What each team brought into the pool; without teams each run is its own.

    The last two columns are of the judgements: whether a judged document is in the pool at all, and the team that
    alone brought it (-1: nobody, or several).
    """

    runs: tuple[str, ...]
    teams: tuple[str, ...]
    team_of: Ints  # the team of each run
    documents: Ints
    judged: Ints
    relevant: Ints
    unique: Ints
    unique_relevant: Ints
    size: int  # documents in the pool
    pooled: Mask
    owner: Ints


def contributions(
    runs: Rankings, qrels: Qrels, *, teams: Mapping[str, str] | None = None, rel: float = 1
) -> Contributions:
    """Count what each team brought into the pool of these runs, which are cut to its depth.

    >>> from cranfield.collect.rankings import read_rankings
    >>> from cranfield.read import read_qrels
    >>> runs = read_rankings({"one": {"q": ["a", "b"]}, "two": {"q": ["b", "c"]}})
    >>> found = contributions(runs, read_qrels({"q": {"a": 1, "b": 1, "c": 0}}))
    >>> found.teams, found.relevant, found.unique, found.unique_relevant
    (('one', 'two'), array([2, 1]), array([1, 1]), array([1, 0]))
    """
    names, team_of = teams_of(runs.names, teams)
    span = np.int64(max(len(names), 1))
    pairs = np.unique(runs.key * span + team_of[runs.run])
    key, team = np.divmod(pairs, span)
    pooled, first, brought_by = np.unique(key, return_index=True, return_counts=True)
    topic, doc = np.divmod(pooled, max(len(runs.docs), 1))
    row = rows_in(qrels, runs.topics, runs.docs, topic, doc)
    grade = np.where(row >= 0, qrels.grades[np.maximum(row, 0)], -1.0)
    alone = brought_by == 1
    owner = np.where(alone, team[first], -1)
    of_pair = grade[np.searchsorted(pooled, key)]

    def counted(which: Ints) -> Ints:
        return np.bincount(which, minlength=len(names)).astype(np.int64)

    in_pool, owner_of = np.zeros(len(qrels), dtype=np.bool_), np.full(len(qrels), -1, dtype=np.int64)
    in_pool[row[row >= 0]], owner_of[row[row >= 0]] = True, owner[row >= 0]
    return Contributions(
        runs=runs.names,
        teams=names,
        team_of=team_of,
        documents=counted(team),
        judged=counted(team[of_pair >= 0]),
        relevant=counted(team[of_pair >= rel]),
        unique=counted(owner[alone]),
        unique_relevant=counted(owner[alone & (grade >= rel)]),
        size=len(pooled),
        pooled=in_pool,
        owner=owner_of,
    )


class LeftOut(NamedTuple):
    """Means of one measure by run: judged by the whole pool, and by the pool without what its team alone brought.

    Both are over the topics where both are defined. NaN: there is none.
    """

    whole: Floats
    without: Floats

    @property
    def change(self) -> Floats:
        """What each run loses, below 0, if its team had not taken part."""
        change: Floats = self.without - self.whole
        return change


def left_out(judged: Mapping[str, Judged], found: Contributions, measure: str | BoundMeasure) -> LeftOut:
    """Evaluate each run, in the order of `found.runs`, by the judged documents of the pool, then without those that only its own team brought.

    A system that later comes from elsewhere is judged by a pool that it brought nothing to. How much worse that makes
    it look is estimated by treating each system that did take part in this way (Zobel, SIGIR 1998; by team: Voorhees
    & Harman, TREC). Small changes say that the judgements can be used again.
    """
    (bound,) = parse(measure)
    refuse_unthinned([bound])
    if bound.aggregate != "mean":
        raise UsageError(
            f"{bound.name} is no mean over topics, so nothing can be left out of it", slug="bad-pool"
        )
    if unknown := [name for name in found.runs if name not in judged]:
        raise UsageError(
            f"these runs are in the pool, but were not judged: {', '.join(unknown[:5])}", slug="bad-pool"
        )
    shared: dict[Hashable, Any] = {}
    whole, without = [], []
    for name, team in zip(found.runs, found.team_of.tolist(), strict=True):
        own, run = found.owner == team, judged[name]
        before = after = values_of([bound], only(run, found.pooled, shared))[0]
        if own.any():
            after = values_of([bound], only(run, found.pooled & ~own))[0]
        both = ~np.isnan(before) & ~np.isnan(after)
        whole.append(before[both].mean() if both.any() else np.nan)
        without.append(after[both].mean() if both.any() else np.nan)
    return LeftOut(np.array(whole), np.array(without))


def refuse_unthinned(measures: Iterable[BoundMeasure]) -> None:
    """Refuse measures that look at more of the judgements than grades: `only` takes nothing else away."""
    for need in ("aspects", "passages"):
        names = [bound.name for bound in measures if need in bound.measure.needs]
        if names:
            raise UsageError(
                f"judgements cannot be taken away where {need} are looked at: {', '.join(names)}",
                slug="options-clash",
                hint="only measures of graded documents can be thinned, such as AP",
            )


def judged_runs(qrels: Qrels, runs: Mapping[str, Any], **reading: Any) -> dict[str, Judged]:
    """Read and judge runs, each once, for `left_out`."""
    judgements = Judgements(qrels, Policies(duplicates=reading.pop("duplicates", "error")))
    return {name: judgements.judge(run, name=name, **reading).judged for name, run in runs.items()}


def only(judged: Judged, keep: Mask, shared: dict[Hashable, Any] | None = None) -> Judged:
    """See the same run through some of the judgements only, as if the others had never been made.

    `keep` has a value for each judgement. Nothing is ranked again: what loses its judgement keeps its rank. Runs that
    are seen through the same judgements may share what depends on these alone.
    """
    if judged.qrels is None:
        raise UsageError("these hits do not know their judgements", slug="bad-pool")
    topics = judged.num_topics
    hit, number = keep[judged.row], np.diff(judged.starts)
    topic = np.repeat(np.arange(topics), number)
    lost = np.bincount(topic[~hit], weights=judged.score[~hit], minlength=topics)
    of_row = np.repeat(np.arange(topics), np.diff(judged.qrels.starts))
    kept = np.flatnonzero(keep & (judged.qrels.grades >= 0))
    grades, of_kept = judged.qrels.grades[kept], of_row[kept]
    columns = ("rank", "grade", "score", "row", "tie_first", "tie_last")
    return replace(
        judged,
        **{name: getattr(judged, name)[hit] for name in columns},
        starts=_starts(topic[hit], topics),
        unjudged_score=judged.unjudged_score + lost,
        ideal_starts=_starts(of_kept, topics),
        ideal=grades[np.lexsort((-grades, of_kept))],
        shared={} if shared is None else shared,
    )


def _starts(group: Ints, groups: int) -> Ints:
    return np.concatenate(([0], np.cumsum(np.bincount(group, minlength=groups)))).astype(np.int64)
