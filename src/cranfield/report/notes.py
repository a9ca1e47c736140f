"""What a reader must know before trusting a table: coverage, topics left out, policies that were changed."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from cranfield.model import Scores

_NAMED_TOPICS = 10
_NAMED_RUNS = 5


def notes(scores: Scores) -> tuple[str, ...]:
    """Return the sentences under a table, the most important first."""
    return (*_coverage(scores), *_left_out(scores), *_undefined(scores), *_policies(scores))


def count(number: int, noun: str) -> str:
    """Say how many.

    >>> count(1, "topic"), count(1200, "topic")
    ('1 topic', '1,200 topics')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def named(names: Sequence[str], most: int = _NAMED_TOPICS) -> str:
    """List names, but no more than a reader will read."""
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def _coverage(scores: Scores) -> list[str]:
    listed = isinstance(scores.recipe.policies.topics, tuple)
    head = count(len(scores.topics), "topic" if listed else "judged topic")
    gaps = [run for run, answered in zip(scores.runs, scores.answered, strict=True) if not answered.all()]
    if not gaps:
        whose = scores.runs[0] if len(scores.runs) == 1 else "every run"
        return [f"{head}; {whose} has documents for all of them"]
    effect = "are left out of its means" if scores.recipe.policies.topics == "common" else "count as 0"
    if len(gaps) == 1:
        topics = scores.missing(gaps[0])
        return [
            f"{head}; {gaps[0]} has no documents for {len(topics):,} of them: {named(topics)} (they {effect})"
        ]
    many = f"{len(gaps):,} of {count(len(scores.runs), 'run')}"
    lines = [f"{head}; {many} have no documents for some of them (they {effect})"]
    for run in gaps[:_NAMED_RUNS]:
        topics = scores.missing(run)
        lines.append(f"{run} has none for {len(topics):,}: {named(topics)}")
    if len(gaps) > _NAMED_RUNS:
        lines.append(f"... and so have {len(gaps) - _NAMED_RUNS} more runs, see the column `topics`")
    return lines


def _left_out(scores: Scores) -> list[str]:
    """Topics that no run has a value for, gathered by the measures that leave out the same ones."""
    unanswered: set[str] = set()
    if scores.recipe.policies.topics == "common":
        unanswered = set.intersection(*(set(scores.missing(run)) for run in scores.runs))
    measures_by_topics: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for measure in scores.measures:
        topics = tuple(topic for topic in scores.skipped(measure) if topic not in unanswered)
        if topics:
            measures_by_topics[topics].append(measure)
    return [
        f"{count(len(topics), 'topic')} left out of {named(measures)}, because nothing is relevant there: "
        + named(topics)
        for topics, measures in measures_by_topics.items()
    ]


def _undefined(scores: Scores) -> list[str]:
    """Values that one run lacks and another has."""
    gone = scores.values != scores.values  # true for NaN, and numpy need not be imported for it
    odd = gone & ~gone.all(axis=0)
    there = scores.answered[:, None, :]
    puzzling = odd & there
    lines = []
    for run, measure in zip(*(places.tolist() for places in puzzling.any(axis=2).nonzero()), strict=True):
        topics = [scores.topics[place] for place in puzzling[run, measure].nonzero()[0].tolist()]
        what = f"{scores.measures[measure]} is not defined for {count(len(topics), 'topic')} of {scores.runs[run]}"
        lines.append(f"{what}: {named(topics)} (left out)")
    more = [f"... and {len(lines) - _NAMED_RUNS} more like it"] if len(lines) > _NAMED_RUNS else []
    return [*_blind_to_gaps(scores, odd & ~there), *lines[:_NAMED_RUNS], *more]


def _blind_to_gaps(scores: Scores, odd: NDArray[np.bool_]) -> list[str]:
    """Name the measures that have no value, not even 0, where a run has no documents."""
    if scores.recipe.policies.topics == "common":
        return []
    blind = [measure for place, measure in enumerate(scores.measures) if odd[:, place].any()]
    return [f"{named(blind)}: averaged over the topics with documents only"] if blind else []


def _policies(scores: Scores) -> list[str]:
    changed = scores.recipe.policies.changed()
    if isinstance(changed.get("topics"), tuple):
        changed["topics"] = f"a list of {len(changed['topics'])}"
    chosen = "; ".join(f"{name.replace('_', '-')} {value}" for name, value in changed.items())
    return [f"policies other than the default: {chosen}"] if chosen else []
