"""Compares runs: aligns their topics, chooses the pairs, tests, corrects, and says what to doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from cranfield.compare import effect
from cranfield.compare.allowed import direction
from cranfield.compare.comparison import Compared, Comparison, Floats, Ints
from cranfield.compare.corrections import NONE, corrected
from cranfield.compare.doubts import doubts, warn_of_blunt_tests
from cranfield.compare.equivalence import tost
from cranfield.compare.plan import MAX_T, USUAL_TEST, Plan
from cranfield.compare.significance import anova, max_t_of_pairs
from cranfield.compare.significance.outcome import moments
from cranfield.compare.significance.ranked import wins
from cranfield.errors import InputError, UsageError, count, printable
from cranfield.model.scores import LEAST, Scores

_CELLS = 1 << 22


def compare_runs(
    scores: Scores, baseline: str | Sequence[str] | None = None, plan: Plan | None = None
) -> Comparison:
    """Hold runs against one or several baselines, or all against all, by every measure that says which is better.

    Each pair is compared over the topics for which both have a value.

    >>> import cranfield as cf
    >>> qrels = {topic: {"a": 1, "b": 0, "c": 1} for topic in "12345678"}
    >>> good, bad = dict.fromkeys("12345678", ["a", "c", "b"]), dict.fromkeys("12345678", ["b", "c"])
    >>> scores = cf.evaluate(qrels, {"bad": bad, "good": good}, "AP RR")
    >>> [(each.measure, each.difference, each.corrected, each.verdict) for each in compare_runs(scores, "bad")]
    [('AP', 0.75, 0.0078125, 'better'), ('RR', 0.5, 0.0078125, 'better')]
    """
    plan = plan or Plan()
    baselines = _baselines(scores, baseline)
    pairs = _pairs(scores, baselines)
    scores, left_out = _with_direction(scores)
    columns = [_Column.of(scores, place) for place in range(len(scores.measures))]
    chosen, family = plan.test, len(columns) if plan.family == "all" else 1
    plan = plan.settled(len(pairs) * family)
    if not plan.few_shared and scores.recipe.policies.topics != "common":
        for column in columns:
            _require_shared(column, scores.runs, pairs, plan)
    compared = [_compared(column, pairs, plan) for column in columns]
    compared = _corrected(compared, columns, pairs, plan)
    found = Comparison(scores, baselines, pairs, tuple(compared), plan)
    told = () if chosen or plan.test == USUAL_TEST else (_too_many(plan, len(pairs) * family),)
    found = replace(found, remarks=(*left_out, *told, *doubts(found)))
    warn_of_blunt_tests(found)
    return found


def _too_many(plan: Plan, comparisons: int) -> str:
    return (
        f"the {plan.kind.words}, as {Plan().draws:,} permutations cannot tell {comparisons:,} comparisons apart "
        "(--test randomization --permutations N does with more of them; --correction max-t, too)"
    )


class _Column(NamedTuple):
    """One measure's values, topics in the order of their names: draws must not depend on that of a file."""

    measure: str
    direction: int
    values: Floats
    logarithms: bool

    @classmethod
    def of(cls, scores: Scores, place: int) -> _Column:
        order = sorted(range(len(scores.topics)), key=scores.topics.__getitem__)
        values = scores.values[:, place, order]
        if np.isinf(values).any():
            run, topic = (int(where[0]) for where in np.nonzero(np.isinf(values)))
            raise InputError(
                f"{scores.measures[place]} of {_safe(scores.runs[run])} is infinite for topic "
                f"{_safe(scores.topics[order[topic]])}, and so no difference can be taken",
                slug="nothing-to-compare",
            )
        geometric = scores.aggregates[place] == "geometric"
        values = np.log(np.maximum(values, LEAST)) if geometric else values
        return cls(scores.measures[place], direction(scores.measures[place], unknown=1), values, geometric)


def _compared(column: _Column, pairs: Ints, plan: Plan) -> Compared:
    """Test all pairs by one measure, so many at a time that their differences fit into memory."""
    values, together = column.values, plan.kind.together
    if together:
        values = values[:, ~np.isnan(values).any(axis=0)]
    if values.shape[1] < 2 or not _shared(values, pairs):
        raise InputError(
            f"{column.measure}: fewer than 2 topics have a value for {'every run' if together else 'both runs of any pair'}, "
            "and one topic cannot say how much topics differ",
            slug="too-few-topics",
        )
    step = len(pairs) if together else max(1, _CELLS // values.shape[1])
    parts = [_part(column, values, pairs[begin : begin + step], plan) for begin in range(0, len(pairs), step)]
    joined = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    whole = anova(values) if together else None
    return Compared(
        measure=column.measure,
        direction=column.direction,
        **joined,
        logarithms=column.logarithms,
        anova=whole,
    )


def _require_shared(column: _Column, runs: Sequence[str], pairs: Ints, plan: Plan) -> None:
    """Refuse to compare runs over the few topics that they share, unless somebody says that it is meant."""
    there = ~np.isnan(column.values)
    if there.all():
        return
    number = there.sum(axis=1)
    every = int(there.all(axis=0).sum())
    for one, other in pairs.tolist():
        shared = every if plan.kind.together else int((there[one] & there[other]).sum())
        if 2 * shared < max(number[one], number[other]):
            whose = "all runs share" if plan.kind.together else "they share"
            raise InputError(
                f"{column.measure}: {_safe(runs[one])} has a value for {count(int(number[one]), 'topic')} and "
                f"{_safe(runs[other])} for {number[other]:,}, and {whose} only {shared:,}: less than half",
                slug="few-shared-topics",
                hint="give all runs the same topics, or say that the shared ones are meant: --few-shared (few_shared=True)",
            )


def _shared(values: Floats, pairs: Ints) -> bool:
    """Whether any pair has two topics in common."""
    there = ~np.isnan(values)
    if there.all():
        return True
    return any(int((there[one] & there[other]).sum()) > 1 for one, other in pairs.tolist())


def _part(column: _Column, values: Floats, pairs: Ints, plan: Plan) -> dict[str, Any]:
    outcome = plan.kind.run(values, pairs, plan.choices())
    differences = values[pairs[:, 0]] - values[pairs[:, 1]]
    of = moments(differences)
    alone = of.number < 2  # one topic, or none: nothing can be said
    ahead = column.direction * differences
    means = [_mean(values[pairs[:, side]], differences) for side in (0, 1)]
    means = [np.exp(mean) for mean in means] if column.logarithms else means
    return {
        "topics": of.number,
        "mean": means[0],
        "mean_against": means[1],
        "difference": of.mean,
        "deviation": of.deviation,
        "skewness": of.skewness,
        "lower": np.where(alone, np.nan, outcome.lower),
        "upper": np.where(alone, np.nan, outcome.upper),
        "p": np.where(alone, np.nan, outcome.p),
        "corrected": np.where(alone, np.nan, outcome.p),
        "exact": outcome.exact,
        "attainable": outcome.attainable,
        "effect": effect.standardised(differences),
        "superiority": effect.superiority(ahead, plan.tie_margin),
        "wins": wins(ahead, plan.tie_margin),
        "losses": wins(-ahead, plan.tie_margin),
        "equivalence": np.full(len(pairs), np.nan)
        if plan.equivalence is None
        else tost(differences, plan.equivalence),
    }


def _mean(values: Floats, differences: Floats) -> Floats:
    """Return the mean of each row over the topics for which there is a difference."""
    there = ~np.isnan(differences)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean: Floats = np.where(there, values, 0.0).sum(axis=1) / there.sum(axis=1)
    return mean


def _corrected(compared: list[Compared], columns: list[_Column], pairs: Ints, plan: Plan) -> list[Compared]:
    """Correct p, measure by measure or all together; p of equivalence is a family of its own."""
    correction = plan.corrected_by
    if correction == NONE:
        return compared
    groups = (
        [list(range(len(compared)))] if plan.family == "all" else [[place] for place in range(len(compared))]
    )
    result = list(compared)
    for group in groups:
        if correction == MAX_T:
            p = _by_max_t(
                [columns[place].values for place in group],
                [compared[place].p for place in group],
                pairs,
                plan,
            )
            equal = [compared[place].equivalence for place in group]
        else:
            p = _split(
                corrected(np.concatenate([compared[place].p for place in group]), correction), len(group)
            )
            together = np.concatenate([compared[place].equivalence for place in group])
            equal = _split(corrected(together, correction), len(group))
        for place, adjusted, alike in zip(group, p, equal, strict=True):
            untested = np.isnan(compared[place].p)
            result[place] = replace(
                compared[place], corrected=np.where(untested, np.nan, adjusted), equivalence=alike
            )
    return result


def _by_max_t(values: list[Floats], p: list[Floats], pairs: Ints, plan: Plan) -> list[Floats]:
    """Correct several measures together by giving each its own copy of the runs.

    A correction makes no p smaller, as the chance of the draw could where p was counted.
    """
    copies = np.concatenate([pairs + len(values[0]) * place for place in range(len(values))])
    found = np.concatenate(p)
    tested = ~np.isnan(found)  # one topic has the same |t| whatever its sign, which would drown the others
    drawn = max_t_of_pairs(
        np.concatenate(values), copies[tested], permutations=plan.draws, seed=plan.choices().seed
    )
    found[tested] = np.maximum(found[tested], drawn)
    return _split(found, len(values))


def _split(p: Floats, parts: int) -> list[Floats]:
    return list(np.split(p, parts))


def _baselines(scores: Scores, asked: str | Sequence[str] | None) -> tuple[str, ...]:
    names = () if asked is None else (asked,) if isinstance(asked, str) else tuple(asked)
    for name in names:
        if name not in scores.runs:
            scores[name, scores.measures[0]]  # says which runs there are
    return tuple(dict.fromkeys(names))


def _pairs(scores: Scores, baselines: tuple[str, ...]) -> Ints:
    if len(scores.runs) < 2:
        raise UsageError(
            f"a comparison takes 2 runs, and there is only {_safe(scores.runs[0])}"
            if scores.runs
            else "there is no run",
            slug="no-run",
        )
    if not baselines:
        against, run = np.triu_indices(len(scores.runs), 1)
        return np.stack([run, against], axis=1)
    places = [scores.runs.index(name) for name in baselines]
    pairs = [
        (run, against)
        for number, against in enumerate(places)
        for run in range(len(scores.runs))
        if run != against and run not in places[:number]  # two baselines meet once
    ]
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


def _with_direction(scores: Scores) -> tuple[Scores, list[str]]:
    """Leave out the measures of which neither more nor less is better; say so."""
    kept, reasons = [], []
    for place, measure in enumerate(scores.measures):
        try:
            direction(measure, unknown=1)
            kept.append(place)
        except UsageError as refused:
            reasons.append(refused)
    if not kept:
        raise reasons[0]
    gone = [name for place, name in enumerate(scores.measures) if place not in kept]
    told = (
        [f"not compared, because more of it is neither better nor worse: {', '.join(gone)}"] if gone else []
    )
    measures = [scores.measures[place] for place in kept]
    if unknown := [name for name in measures if not direction(name, unknown=0)]:
        told.append(f"unknown here, so more of it is taken to be better: {', '.join(map(_safe, unknown))}")
    if logarithms := [scores.measures[place] for place in kept if scores.aggregates[place] == "geometric"]:
        told.append(
            f"{', '.join(logarithms)}: differences, intervals and margins are of logarithms; exp(difference) is the ratio "
            "of the two means"
        )
    return replace(
        scores,
        measures=tuple(measures),
        values=scores.values[:, kept],
        aggregates=tuple(scores.aggregates[place] for place in kept),
    ), told


def _safe(name: str) -> str:
    return printable(name.encode("utf-8", "surrogateescape"))
