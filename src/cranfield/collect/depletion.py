"""What judgements do to a ranking of systems: with fewer of them, and without those that a run brought itself."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cranfield.collect.contribution import (
    Contributions,
    LeftOut,
    contributions,
    left_out,
    only,
    refuse_unthinned,
)
from cranfield.collect.rankings import Rankings, read_rankings
from cranfield.compare.agree.panel import require_systems
from cranfield.compare.allowed import direction
from cranfield.compare.correlation import kendall, ranks
from cranfield.errors import UsageError
from cranfield.judge import JudgedRun
from cranfield.measure import Evaluator
from cranfield.measure.names import Spec, parse
from cranfield.model import Policies, Qrels
from cranfield.model.scores import LEAST

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

KEPT = (0.9, 0.7, 0.5, 0.3, 0.2, 0.1)
SAMPLES = 5


@dataclass(frozen=True)
class Depletion:
    """One measure with a share of the judgements: how the ranking and the means move, over several samples."""

    name: str
    kept: float
    judgements: float  # so many are left, on average
    tau: float  # Kendall's tau_b with the ranking by all judgements, its mean
    tau_lowest: float
    change: float  # of a system's mean, on average
    farthest: float  # change of any system's mean


@dataclass(frozen=True, eq=False)
class LeaveOut:
    """One measure and what each run loses when the documents that it alone brought to the pool are not judged."""

    name: str
    systems: tuple[str, ...]
    unique: NDArray[np.int64]  # documents that the run, or its team, alone has within the depth of the pool
    unique_relevant: NDArray[np.int64]
    whole: Floats  # means
    without: Floats
    rank: NDArray[np.int64]
    rank_without: NDArray[np.int64]  # among the others, judged as before
    tau: float  # of the ranking with all judgements, and the one in which each run has its mean without its own


class JudgedRuns:
    """Runs that are read and judged once, to be looked at through some of their judgements."""

    def __init__(self, qrels: Any, runs: Mapping[str, Any], measures: Spec, **settings: Any) -> None:
        require_systems(tuple(runs))
        self.reading = {name: settings.pop(name, None) for name in ("format", "comments")}
        settings.pop("threads", None)
        asked = parse(measures)
        self.signs = [direction(bound.name) for bound in dict.fromkeys(asked)]
        refuse_unthinned(asked)
        if settings.get("navigation") is not None:
            raise UsageError(
                "judgements cannot be taken away where users walk on from what they find",
                slug="options-clash",
            )
        self.evaluator = Evaluator(qrels, measures, comments=self.reading["comments"], **settings)
        _refuse(self.evaluator.policies)
        self.runs = dict(runs)
        self.judged: list[JudgedRun] = [
            self.evaluator.judgements.judge(run, name=name, **self.reading) for name, run in runs.items()
        ]

    def depletion(self, kept: Sequence[float] = KEPT, *, samples: int = SAMPLES) -> list[Depletion]:
        """Take judgements away at random, relevant or not alike, and evaluate again.

        Every topic keeps the same share of its relevant documents and of the others, at least one of each. A smaller sample
        is part of the larger one. Source: Buckley & Voorhees, SIGIR 2004.
        """
        for share in kept:
            if not 0 < share <= 1:
                raise UsageError(
                    f"a share of the judgements lies between 0 and 1: {share:g}", slug="bad-share"
                )
        full = self._means(self.judged)
        lines = []
        for share in kept:
            drawn = [
                _sample(self.evaluator.judgements.qrels, share, self.evaluator.seed + number)
                for number in range(samples)
            ]
            means = [self._through(keep) for keep in drawn]
            left = float(np.mean([int(keep.sum()) for keep in drawn]))
            for place, bound in enumerate(self.evaluator.measures):
                taus = [kendall(full[place], each[place]).tau_b for each in means]
                changes = np.array([each[place] - full[place] for each in means])
                lines.append(
                    Depletion(
                        bound.name,
                        share,
                        left,
                        float(np.mean(taus)),
                        min(taus),
                        float(changes.mean()),
                        float(changes.flat[np.abs(changes).argmax()]),
                    )
                )
        names = [bound.name for bound in self.evaluator.measures]
        return sorted(lines, key=lambda line: names.index(line.name))

    def leave_out(self, depth: int, teams: Mapping[str, str] | None = None) -> list[LeaveOut]:
        """Judge each run without the documents that no other run, or team, has among its first `depth`.

        The pool is rebuilt from these runs, so judged documents from elsewhere do not count here. Source: Zobel, SIGIR
        1998.
        """
        pooled = contributions(self._pool(depth), self.evaluator.judgements.qrels, teams=teams)
        judged_by_name = dict(zip(self.runs, (run.judged for run in self.judged), strict=True))
        lines = []
        for bound, sign in zip(self.evaluator.measures, self.signs, strict=True):
            found = left_out(judged_by_name, pooled, bound)
            if np.isnan(found.whole).any():
                raise UsageError(
                    f"{bound.name} is nowhere defined by the judged documents that the runs have within {depth}",
                    slug="nothing-to-compare",
                    hint="the depth to which the pool was judged may be larger",
                )
            lines.append(_left_out(bound.name, tuple(self.runs), pooled, found, sign))
        return lines

    def _pool(self, depth: int) -> Rankings:
        """Rank the runs as they were judged: the same order, cut and topics; refuse what only judging can do."""
        policies = self.evaluator.policies
        plain = replace(policies, topics="judged", duplicates="error", depth=None)
        if policies.topics == "common" or plain != Policies():
            chosen = ", ".join(f"{name} {value}" for name, value in policies.changed().items())
            raise UsageError(
                f"a run cannot be left out under these policies: {chosen}",
                slug="options-clash",
                hint="of the policies only --depth, --duplicates and a list of topics go with --leave-out",
            )
        cut = depth if policies.depth is None else min(depth, policies.depth)
        ranked = read_rankings(self.runs, depth=cut, duplicates=policies.duplicates, **self.reading)
        known = set(self.evaluator.judgements.qrels.topics.raws())
        judged = np.array([raw in known for raw in ranked.topics.raws()], dtype=np.bool_)
        return ranked.where(judged[ranked.topic])

    def _through(self, keep: Mask) -> Floats:
        shared: dict[Hashable, Any] = {}
        return self._means([replace(run, judged=only(run.judged, keep, shared)) for run in self.judged])

    def _means(self, judged: Sequence[JudgedRun]) -> Floats:
        """Return one mean a measure and run, over the topics where all runs have a value."""
        values = np.array([self.evaluator.measured(run).values for run in judged])
        means = []
        for place, bound in enumerate(self.evaluator.measures):
            of_measure = values[:, place]
            if bound.aggregate == "geometric":
                of_measure = np.log(np.maximum(of_measure, LEAST))
            there = of_measure[:, ~np.isnan(of_measure).any(axis=0)]
            if not there.shape[1]:
                raise UsageError(f"{bound.name} is defined for no topic any more", slug="nothing-to-compare")
            mean = there.mean(axis=1)
            means.append(np.exp(mean) if bound.aggregate == "geometric" else mean)
        return np.array(means)


def _left_out(
    name: str, systems: tuple[str, ...], pooled: Contributions, found: LeftOut, sign: int
) -> LeaveOut:
    whole, without = sign * found.whole, sign * found.without
    places = [
        ranks(np.concatenate((whole[:run], [without[run]], whole[run + 1 :])))[run]
        for run in range(len(whole))
    ]
    return LeaveOut(
        name=name,
        systems=systems,
        unique=pooled.unique[pooled.team_of],
        unique_relevant=pooled.unique_relevant[pooled.team_of],
        whole=found.whole,
        without=found.without,
        rank=ranks(whole),
        rank_without=np.array(places, dtype=np.int64),
        tau=kendall(whole, without).tau_b,
    )


def _refuse(policies: Policies) -> None:
    """Refuse the policies under which a document without a judgement would move others."""
    if policies.unjudged != "nonrelevant" or policies.over_orders:
        chosen = ", ".join(f"{name} {value}" for name, value in policies.changed().items())
        raise UsageError(
            f"judgements cannot be taken away under these policies: {chosen}",
            slug="options-clash",
            hint="--unjudged nonrelevant and one order of tied documents go with it",
        )


def _sample(qrels: Qrels, share: float, seed: int) -> Mask:
    """Choose judgements: of each topic the same share of relevant and other documents, at least one of each."""
    topic = np.repeat(np.arange(len(qrels.topics)), np.diff(qrels.starts))
    relevant = (qrels.grades > 0).astype(np.int64)
    by_id = np.array(sorted(range(len(qrels)), key=lambda row: (topic[row], qrels.docs.raw(row))))
    chance = np.empty(len(qrels))
    chance[by_id] = np.random.default_rng(seed).random(len(qrels))  # whatever the order of the file
    order = np.lexsort((chance, relevant, topic))
    group = (topic * 2 + relevant)[order]
    first = np.flatnonzero(np.diff(group, prepend=-1))
    size = np.diff(np.append(first, len(group)))
    place = np.arange(len(group)) - np.repeat(first, size)
    wanted = np.maximum(1, np.round(share * size))
    keep = np.empty(len(qrels), dtype=np.bool_)
    keep[order] = place < np.repeat(wanted, size)
    return keep
