"""Scores of an earlier evaluation, and whether those of today may be held against them."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from cranfield.errors import InputError, UsageError, printable, warn
from cranfield.model import Policies, Scores
from cranfield.read.scores import is_archive, read_report


@dataclass(frozen=True)
class Saved:
    """The scores in a file, and the SHA-256 of the judgements that they were made with, where it is known."""

    path: str
    scores: Scores
    judgements: str | None


def load_saved(path: str) -> Saved:
    """Read scores that say how they were made, in either form."""
    if is_archive(path):
        scores = Scores.load(path)
        with zipfile.ZipFile(path) as archive:
            told = json.loads(archive.read("scores.json"))
    else:
        scores, told = read_report(path)
    if not told:
        raise InputError(
            f"{path}: a table of scores does not say how they were made, so no run can be held against it",
            slug="other-recipe",
            hint="name the run itself, or its scores by: cranfield eval QRELS RUN --per-topic --format json",
        )
    return Saved(path, scores, told["recipe"]["qrels"].get("sha256"))


def joined(saved: Saved, scores: Scores) -> Scores:
    """Put the saved run in front of others, once it is sure that its numbers were made in the same way."""
    old = saved.scores
    if len(old.runs) != 1:
        raise UsageError(
            f"{saved.path}: holds the scores of {len(old.runs)} runs, and a baseline is one run",
            slug="which-run",
            details=[
                f"  there are: {', '.join(map(_safe, old.runs[:10]))}{', ...' if len(old.runs) > 10 else ''}"
            ],
            hint="save the scores of one run: cranfield eval QRELS RUN --per-topic --format json",
        )
    different = [*_differences(saved, scores)]
    if different:
        raise InputError(
            f"{saved.path}: these scores were made in another way, and cannot be compared",
            slug="other-recipe",
            details=[f"  {line}" for line in different],
            hint="make them anew, from the baseline's run, with the judgements and options of today",
        )
    measures = [old.measures.index(measure) for measure in scores.measures]
    topics = [old.topics.index(topic) for topic in scores.topics]
    return Scores(
        runs=(f"{old.runs[0]} ({saved.path})", *scores.runs),
        measures=scores.measures,
        topics=scores.topics,
        values=np.concatenate((old.values[:, measures][:, :, topics], scores.values)),
        answered=np.concatenate((old.answered[:, topics], scores.answered)),
        aggregates=scores.aggregates,
        recipe=scores.recipe,
        aliases=scores.aliases,
        remarks=(*scores.remarks, *_other_version(old, scores)),
    )


def _differences(saved: Saved, scores: Scores) -> Iterator[str]:
    """Say what is not the same, as far as it can change a number."""
    old, new = saved.scores.recipe, scores.recipe
    now = new.qrels.sha256()
    if set(saved.scores.topics) != set(scores.topics):
        yield f"topics: {len(saved.scores.topics):,} then, {len(scores.topics):,} now, and not the same ones"
    elif saved.judgements and now and saved.judgements != now:
        yield f"judgements: {new.qrels.name} is not the file that it was"
    elif not (saved.judgements and now):
        warn(
            "unknown-judgements",
            f"nobody can tell whether {saved.path} was made with these judgements",
            "they came from a pipe or from memory; the topics at least are the same",
        )
    for field in fields(Policies):
        then, today = (getattr(recipe.policies, field.name) for recipe in (old, new))
        if then != today and not (
            isinstance(then, tuple) and isinstance(today, tuple)
        ):  # which topics: see above
            option = field.name.replace("_", "-")
            yield f"--{option}: {_told(then)} then, {_told(today)} now"
    for name in sorted({*old.reading, *new.reading} - {"xml"}):  # a folder may have been moved
        then, today = (recipe.reading.get(name) for recipe in (old, new))
        if then != today:
            yield f"--{name}: {_told(then)} then, {_told(today)} now"
    if old.seed != new.seed:
        yield f"--seed: {old.seed} then, {new.seed} now"
    if lacking := [measure for measure in scores.measures if measure not in saved.scores.measures]:
        yield f"measures: {', '.join(lacking)} not among {', '.join(saved.scores.measures)}"


def _other_version(old: Scores, new: Scores) -> list[str]:
    then, now = (scores.recipe.versions.get("cranfield", "unknown") for scores in (old, new))
    return [] if then == now else [f"the baseline was scored by cranfield {then}, the runs by {now}"]


def _told(value: Any) -> str:
    if isinstance(value, tuple):
        return f"a list of {len(value):,}"
    return "none" if value is None else str(value)


def _safe(name: str) -> str:
    return printable(name.encode("utf-8", "surrogateescape"))
