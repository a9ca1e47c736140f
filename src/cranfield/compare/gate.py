"""May this change go in? Runs against a baseline: which means fell by more than is allowed, and is that chance?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cranfield.compare.allowed import Limit, direction, limits_of
from cranfield.compare.randomisation import Randomisation, randomisation, smallest_p
from cranfield.errors import InputError, UsageError, count, printable, warn
from cranfield.model.scores import LEAST, Scores

Floats = NDArray[np.float64]
Verdict = Literal["passes", "unproven", "fails"]

# Means of the same values added in another order differ by less; a drop of exactly what is allowed is allowed.
_ROUNDING = 1e-9
_SHOWN_CHECKS = 5


@dataclass(frozen=True)
class Fall:
    """One topic for which the run is worse than the baseline."""

    topic: str
    baseline: float
    value: float
    answered: bool  # whether the run has documents for it at all


@dataclass(frozen=True)
class Check:
    """One run by one measure. `drop` is how much worse it is: positive also where less is better and the mean rose."""

    run: str
    measure: str
    baseline: float
    value: float
    drop: float
    allowed: float
    topics: int  # for which both have a value: all numbers here are over these
    left_out: tuple[str, ...]  # topics for which only one of them has a value
    better: int
    fallen: tuple[Fall, ...]  # the topics that are worse, the furthest fallen first
    verdict: Verdict
    test: Randomisation | None = None  # of the drops, one-sided; None where only the size was asked for

    @property
    def change(self) -> float:
        """The difference as it stands: below zero where the mean fell."""
        return self.value - self.baseline

    @property
    def too_large(self) -> bool:
        """Whether it fell by more than is allowed."""
        return self.verdict != "passes"

    @property
    def attainable_p(self) -> float:
        """The smallest p that there could have been: had all topics fallen; for a drop, all topics that changed."""
        if self.test is None:
            return 0.0
        return smallest_p(self.test.n if self.too_large else self.topics)


@dataclass(frozen=True)
class Gate:
    """What was decided, check by check."""

    baseline: str
    checks: tuple[Check, ...]
    alpha: float | None = None
    seed: int = 0

    @property
    def failed(self) -> tuple[Check, ...]:
        """The checks that fail."""
        return tuple(check for check in self.checks if check.verdict == "fails")

    @property
    def passes(self) -> bool:
        """Whether no check fails."""
        return not self.failed

    @property
    def unresolvable(self) -> tuple[Check, ...]:
        """The checks that could not have failed, because no p of so few topics is as small as alpha."""
        if self.alpha is None:
            return ()
        return tuple(check for check in self.checks if check.attainable_p > self.alpha)


def gate(
    scores: Scores,
    baseline: str,
    *,
    max_drop: str | float | Limit = 0.0,
    limits: Mapping[str, str | float | Limit] | None = None,
    alpha: float | None = None,
    seed: int = 0,
) -> Gate:
    """Hold every other run of `scores` against the baseline, by every measure.

    A check fails when the run's mean is worse than the baseline's by more than `max_drop` (or what `limits` has for the
    measure) and, with `alpha`, the drop is significant: p of the one-sided randomisation test is at most alpha.

    >>> import cranfield as cf
    >>> qrels = {topic: {"a": 1, "b": 0} for topic in "123456"}
    >>> runs = {"old": dict.fromkeys("123456", ["a", "b"]), "new": dict.fromkeys("123456", ["b", "a"])}
    >>> decided = gate(cf.evaluate(qrels, runs, "RR"), "old", max_drop="10%", alpha=0.05)
    >>> [(check.run, check.drop, check.test.p, check.verdict) for check in decided.checks]
    [('new', 0.5, 0.015625, 'fails')]
    """
    if alpha is not None and not 0 < alpha < 1:
        raise UsageError(f"alpha must lie between 0 and 1: {alpha}", slug="bad-alpha", hint="--alpha 0.05")
    first = scores.runs.index(baseline) if baseline in scores.runs else -1
    if first < 0:
        scores[baseline, scores.measures[0]]  # says which runs there are
    signs = [direction(measure) for measure in scores.measures]
    allowed = limits_of(scores.measures, Limit.of(max_drop), limits or {})
    checks = tuple(
        _check(_Pair(scores, first, run, place), signs[place], allowed[measure], alpha, seed)
        for run in range(len(scores.runs))
        for place, measure in enumerate(scores.measures)
        if run != first
    )
    if not checks:
        raise UsageError("there is no run beside the baseline", slug="no-run")
    decided = Gate(baseline, checks, alpha, seed)
    _warn_of_blunt_checks(decided)
    return decided


def _warn_of_blunt_checks(gate: Gate) -> None:
    blunt = gate.unresolvable
    if not blunt:
        return
    told = []
    for check in blunt[:_SHOWN_CHECKS]:
        changed = check.test.n if check.test and check.too_large else check.topics
        those = f"{count(changed, 'topic')}{' that changed' if check.too_large else ''}"
        told.append(
            f"{check.measure} of {_safe(check.run)}: with {those} no p is below {check.attainable_p:.2g}"
        )
    if len(blunt) > _SHOWN_CHECKS:
        told.append(f"... and {count(len(blunt) - _SHOWN_CHECKS, 'more check')}")
    cannot = f"{len(blunt)} of {count(len(gate.checks), 'check')} cannot fail at alpha {gate.alpha:g}: too few topics"
    warn("cannot-fail", cannot, *told, "without alpha, the size of the drop alone decides")


class _Pair:
    """The baseline's and a run's values of one measure, for the topics that both have."""

    def __init__(self, scores: Scores, baseline: int, run: int, measure: int) -> None:
        self.run, self.measure = scores.runs[run], scores.measures[measure]
        self.aggregate = scores.aggregates[measure]
        old, new = scores.values[baseline, measure], scores.values[run, measure]
        both = ~(np.isnan(old) | np.isnan(new))
        self.topics = [scores.topics[place] for place in np.flatnonzero(both).tolist()]
        self.left_out = tuple(
            scores.topics[place] for place in np.flatnonzero(np.isnan(old) != np.isnan(new)).tolist()
        )
        self.answered = scores.answered[run][both]
        self.old, self.new = old[both], new[both]
        self._complain(scores.runs[baseline])
        alone = replace(
            scores,
            runs=("old", "new"),
            measures=(self.measure,),
            values=np.where(both, scores.values[[baseline, run]][:, [measure]], np.nan),
            answered=scores.answered[[baseline, run]],
            aggregates=(self.aggregate,),
        )
        self.overall = alone.mean("old", self.measure), alone.mean("new", self.measure)

    def _complain(self, baseline: str) -> None:
        if not self.topics:
            raise InputError(
                f"there is no topic for which {self.measure} has a value for both {_safe(baseline)} and {_safe(self.run)}",
                slug="nothing-to-compare",
                hint="do the judgements belong to these runs?",
            )
        infinite = np.flatnonzero(~np.isfinite(self.old) | ~np.isfinite(self.new)).tolist()
        if infinite:
            raise InputError(
                f"{self.measure} is infinite for {count(len(infinite), 'topic')} of {_safe(baseline)} or "
                f"{_safe(self.run)}, such as {_safe(self.topics[infinite[0]])}, and so no drop can be taken",
                slug="nothing-to-compare",
            )


def _check(pair: _Pair, sign: int, limit: Limit, alpha: float | None, seed: int) -> Check:
    old, new = pair.overall
    drops = sign * (pair.old - pair.new)
    allowed, drop = limit.allowed(old), sign * (old - new)
    too_large = drop - allowed > _ROUNDING * max(1.0, abs(old))
    test = None
    if alpha is not None:
        tested = _logarithms(drops, pair, sign) if pair.aggregate == "geometric" else drops
        test = randomisation(tested, alternative="greater", seed=seed)
    proven = test is None or alpha is None or test.p <= alpha
    worst = [place for place in np.argsort(-drops, kind="stable").tolist() if drops[place] > 0]
    return Check(
        run=pair.run,
        measure=pair.measure,
        baseline=old,
        value=new,
        drop=drop,
        allowed=allowed,
        topics=len(pair.topics),
        left_out=pair.left_out,
        better=int(np.count_nonzero(drops < 0)),
        fallen=tuple(
            Fall(
                pair.topics[place],
                float(pair.old[place]),
                float(pair.new[place]),
                bool(pair.answered[place]),
            )
            for place in worst
        ),
        verdict="passes" if not too_large else "fails" if proven else "unproven",
        test=test,
    )


def _logarithms(drops: Floats, pair: _Pair, sign: int) -> Floats:
    """Return the drops that a geometric mean sees: of the logarithms, with very small values raised as it does."""
    old, new = (np.log(np.maximum(values, LEAST)) for values in (pair.old, pair.new))
    return np.where(drops == 0, 0.0, sign * (old - new))


def _safe(name: str) -> str:
    return printable(name.encode("utf-8", "surrogateescape"))
