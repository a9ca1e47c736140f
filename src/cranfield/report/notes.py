"""What a reader must know before trusting a table: coverage, topics left out, policies that were changed."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from typing import TYPE_CHECKING

from cranfield.errors import count
from cranfield.report.known import known_measure

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from cranfield.model import Scores

_NAMED_TOPICS = 10
_NAMED_RUNS = 5


def notes(scores: Scores) -> tuple[str, ...]:
    """Return the sentences under a table, the most important first."""
    told = _coverage(scores), _left_out(scores), _undefined(scores), _policies(scores), _walks(scores)
    return (*chain.from_iterable(told), *scores.remarks)


def _walks(scores: Scores) -> list[str]:
    model = scores.recipe.reading.get("navigation")
    return [f"users walk on from what they find: {model}"] if model else []


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
    common = scores.recipe.policies.topics == "common"
    effect = (
        "they are left out of its means"
        if common or _gaps_are_undefined(scores)
        else "they count as if nothing was found: 0 for most measures"
    )
    if len(gaps) == 1:
        topics = scores.missing(gaps[0])
        return [f"{head}; {gaps[0]} has no documents for {len(topics):,} of them: {named(topics)} ({effect})"]
    many = f"{len(gaps):,} of {count(len(scores.runs), 'run')}"
    lines = [f"{head}; {many} have no documents for some of them ({effect})"]
    for run in gaps[:_NAMED_RUNS]:
        topics = scores.missing(run)
        lines.append(f"{run} has none for {len(topics):,}: {named(topics)}")
    if len(gaps) > _NAMED_RUNS:
        rest = count(len(gaps) - _NAMED_RUNS, "more run")
        lines.append(f"... and {rest}, see the column `topics`")
    return lines


def _gaps_are_undefined(scores: Scores) -> bool:
    """Whether no measure has a value where a run has no documents: a table of scores lacks what its maker left out."""
    gone = scores.values != scores.values  # true for NaN
    return bool(gone.swapaxes(1, 2)[~scores.answered].all())


def _left_out(scores: Scores) -> list[str]:
    """Topics that no run has a value for, gathered by the measures that leave out the same ones."""
    unanswered: set[str] = set()
    if scores.recipe.policies.topics == "common":
        unanswered = set.intersection(*(set(scores.missing(run)) for run in scores.runs))
    measures_by_topics: dict[tuple[str, tuple[str, ...]], list[str]] = defaultdict(list)
    for measure in scores.measures:
        for reason, topics in _reasons(scores, measure).items():
            if gone := tuple(topic for topic in topics if topic not in unanswered):
                measures_by_topics[reason, gone].append(measure)
    return [
        f"{count(len(topics), 'topic')} left out of {named(measures)}, {reason}: {named(topics)}"
        for (reason, topics), measures in measures_by_topics.items()
    ]


def _reasons(scores: Scores, measure: str) -> dict[str, list[str]]:
    """Say why no run has a value for some topics, as far as that can be known from scores."""
    skipped = scores.skipped(measure)
    if not skipped:
        return {}
    level = _level(measure)
    relevant = _with_relevant(scores, level) if level is not None else set()
    silent = set.intersection(*(set(scores.missing(run)) for run in scores.runs))
    whose = f"{scores.runs[0]} has no" if len(scores.runs) == 1 else "no run has"
    reasons: dict[str, list[str]] = defaultdict(list)
    for topic in skipped:
        if level is not None and topic not in relevant:
            reason = "because nothing is relevant there"
        elif topic in silent:
            reason = f"because {whose} documents there"
        else:
            reason = "not defined there"
        reasons[reason].append(topic)
    return reasons


def _level(measure: str) -> object:
    """Return the grade from which a measure calls a document relevant; None for one that does not ask."""
    known = known_measure(measure)
    if known is None or not known.measure.needs_relevant:
        return None
    return dict(known.settings).get("rel", "any")  # a measure of gains takes whatever is above zero


def _with_relevant(scores: Scores, level: object) -> set[str]:
    """Return the topics for which some run has a value that needs a document of this grade."""
    alike = [place for place, measure in enumerate(scores.measures) if _level(measure) == level]
    known = (scores.values[:, alike] == scores.values[:, alike]).any(axis=(0, 1))  # false for NaN
    return {topic for topic, there in zip(scores.topics, known.tolist(), strict=True) if there}


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
    if scores.recipe.policies.topics == "common" or _gaps_are_undefined(scores):
        return []
    blind = [measure for place, measure in enumerate(scores.measures) if odd[:, place].any()]
    return [f"{named(blind)}: averaged over the topics with documents only"] if blind else []


def _policies(scores: Scores) -> list[str]:
    changed = scores.recipe.policies.changed()
    if isinstance(changed.get("topics"), tuple):
        changed["topics"] = f"a list of {len(changed['topics'])}"
    chosen = "; ".join(f"{name.replace('_', '-')} {value}" for name, value in changed.items())
    return [f"policies other than the default: {chosen}"] if chosen else []
