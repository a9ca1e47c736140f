"""Relevance on the scale from 0 to 1 (URE), from judges, from systems, and from preferences.

These work on plain dicts, `{document: value}` for one topic. Their results are grades; a measure that compares
them with scores, such as ADM, takes them as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Literal, get_args

from cranfield.errors import UsageError, did_you_mean, warn

Spacing = Literal["uniform", "rank"]


def from_categories(judgements: Mapping[str, float], categories: int) -> dict[str, float]:
    """Spread one judge's categories 0, 1, ... evenly over the scale from 0 to 1.

        URE = category / (categories - 1)

    Yes and no are two categories. Equal steps are an assumption: that "partially" lies halfway between "not" and
    "fully" is for you to say.

    >>> from_categories({"a": 2, "b": 1, "c": 0}, categories=3)
    {'a': 1.0, 'b': 0.5, 'c': 0.0}
    """
    if categories < 2:
        raise UsageError(f"there are at least 2 categories, not {categories}", slug="bad-estimates")
    _refuse_outside(judgements, categories - 1, f"the {categories} categories are 0 to {categories - 1}")
    return {document: category / (categories - 1) for document, category in judgements.items()}


def from_magnitudes(judgements: Mapping[str, float]) -> dict[str, float]:
    """Bring one judge's free numbers (lengths of lines, hand grip) to the scale from 0 to 1.

        URE = number / greatest number of this judge

    Each judge has a scale of his own, so judges are brought to one scale before they are averaged. What he found
    best becomes 1, even if nothing was any good. All 0 stays 0.

    >>> from_magnitudes({"a": 8, "b": 2, "c": 0})
    {'a': 1.0, 'b': 0.25, 'c': 0.0}
    """
    _refuse_outside(judgements, float("inf"), "magnitudes are finite numbers from 0 upwards")
    greatest = max(judgements.values(), default=0) or 1
    return {document: number / greatest for document, number in judgements.items()}


def average_judges(judges: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Average judges who are on one scale, each document over those who judged it.

    Judges may be mixed, some with categories and some with magnitudes, once all are between 0 and 1. The more there
    are, the finer the scale: three judges who say yes or no make four values.

    >>> average_judges([from_categories({"a": 1, "b": 0}, 2), from_magnitudes({"a": 10, "b": 5, "c": 1})])
    {'a': 1.0, 'b': 0.25, 'c': 0.1}
    """
    given: dict[str, list[float]] = {}
    for judge in judges:
        _refuse_outside(judge, 1, "judges are averaged on the scale from 0 to 1")
        for document, value in judge.items():
            given.setdefault(document, []).append(value)
    return {document: sum(values) / len(values) for document, values in given.items()}


def automatic_relevance(
    runs: Mapping[str, Mapping[str, Mapping[str, float]]], *, leave_out: str | None = None
) -> dict[str, dict[str, float]]:
    """Take for relevance what the systems say on average; nobody judges.

        URE(d) = mean over systems of SRE(d), 0 for a system that did not retrieve d

    `runs` holds `{system: {topic: {document: SRE}}}`, and the result are judgements. The ADM paper proposes it
    for campaigns with many systems. It measures agreement, not quality: what most systems do is right, the rare
    system that is better than all others is wrong, and copies of one system outvote the rest. Each system is
    also pulled towards itself; without the system that is to be evaluated (`leave_out`) it is not.

    >>> runs = {"one": {"q": {"a": 1.0, "b": 0.5}}, "two": {"q": {"a": 0.5}}}
    >>> automatic_relevance(runs)
    {'q': {'a': 0.75, 'b': 0.25}}
    >>> automatic_relevance(runs, leave_out="one")
    {'q': {'a': 0.5}}
    """
    if leave_out is not None and leave_out not in runs:
        raise UsageError(
            f"there is no run `{leave_out}` to leave out",
            slug="unknown-run",
            hint=did_you_mean(leave_out, runs),
        )
    voices = [run for name, run in runs.items() if name != leave_out]
    if not voices:
        raise UsageError("no system is left to ask what is relevant", slug="no-run")
    for ranking in chain.from_iterable(run.values() for run in voices):
        _refuse_outside(ranking, 1, "scores are averaged on the scale from 0 to 1")
    topics = dict.fromkeys(chain.from_iterable(voices))
    return {topic: _mean_of_all([run.get(topic, {}) for run in voices]) for topic in topics}


def _mean_of_all(systems: Sequence[Mapping[str, float]]) -> dict[str, float]:
    documents = dict.fromkeys(chain.from_iterable(systems))
    return {
        document: sum(system.get(document, 0.0) for system in systems) / len(systems)
        for document in documents
    }


def preferences_to_continuous(
    levels: Iterable[Iterable[str]], *, spacing: Spacing = "uniform"
) -> dict[str, float]:
    """Turn an order of preference, best first, into relevance from 1 (best) to 0 (worst).

    Documents of one level are equally preferred; a level without documents is none. The steps between are an
    assumption:

        uniform   (m - 1 - j) / (m - 1) for level j = 0, 1, ... of m: every level is as far from the next
        rank      by mean rank: a level is as far from the next as there are documents in the two of them

    One level alone says nothing about relevance: all get .5, and you are warned. Pairwise preferences that
    contradict each other must be made an order first.

    >>> preferences_to_continuous([["a"], ["b", "c"], ["d"], ["e"]], spacing="rank")
    {'a': 1.0, 'b': 0.625, 'c': 0.625, 'd': 0.25, 'e': 0.0}
    """
    if spacing not in get_args(Spacing):
        raise UsageError.unknown_choice("`spacing`", spacing, get_args(Spacing))
    order = [documents for documents in map(list, levels) if documents]
    seen: set[str] = set()
    for document in chain.from_iterable(order):
        if document in seen:
            raise UsageError(f"document `{document}` is preferred twice", slug="bad-estimates")
        seen.add(document)
    if len(order) == 1:
        warn("one-level", f"all {len(seen)} documents are equally preferred, so each has a relevance of 0.5")
        return dict.fromkeys(order[0], 0.5)
    places = _mean_ranks(order) if spacing == "rank" else [float(level) for level in range(len(order))]
    return {
        document: (places[-1] - place) / (places[-1] - places[0])
        for place, documents in zip(places, order, strict=True)
        for document in documents
    }


def _mean_ranks(order: Sequence[Sequence[str]]) -> list[float]:
    ranks, above = [], 0
    for documents in order:
        ranks.append(above + (len(documents) + 1) / 2)
        above += len(documents)
    return ranks


def _refuse_outside(values: Mapping[str, float], greatest: float, expected: str) -> None:
    for document, value in values.items():
        if not (0 <= value <= greatest and value < float("inf")):
            raise UsageError(f"{expected}, and document `{document}` has {value:g}", slug="bad-estimates")
