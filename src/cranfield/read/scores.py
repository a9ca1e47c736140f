"""Scores that somebody has computed before: saved ones, json of `cranfield eval`, rows of `run,topic,measure,value`."""

from __future__ import annotations

import json
import math
import os
import re
from pathlib import Path
from typing import Any

import numpy as np

from cranfield.errors import InputError
from cranfield.model.recipe import Policies, Recipe, Source
from cranfield.model.scores import Scores
from cranfield.read.score_rows import ELSEWHERE, begins_like_rows, means_only, scores_of_rows
from cranfield.read.source import TextSource, open_source

__all__ = ["ELSEWHERE", "holds_scores", "read_scores", "scores_of_report"]

_ZIP = b"PK\x03\x04"
_REPORT = re.compile(rb'"format"\s*:\s*"cranfield-report\b')


def read_scores(path: str | os.PathLike[str]) -> Scores:
    """Read scores by topic: what `Scores.save` wrote, or `cranfield eval --per-topic` as json, jsonl, csv or tsv.

    A table needs the columns run, topic, measure and value, in any order and among others; an empty value is one that
    is not defined. Overall numbers (topic `all`) are left out. Nothing is known of how the numbers of a table were
    made, so its recipe has the core `elsewhere`, and a remark says so.
    """
    name = os.fsdecode(path)
    return Scores.load(name) if is_archive(name) else read_report(name)[0]


def read_report(path: str) -> tuple[Scores, dict[str, Any]]:
    """Read the json of `cranfield eval --per-topic`: the scores, and the document with all that it says beside them.

    Of any other table of scores that document is empty: it says nothing.
    """
    source = open_source(path)
    return _of_report(source) if _is_report(source) else (scores_of_rows(source), {})


def _of_report(source: TextSource) -> tuple[Scores, dict[str, Any]]:
    try:
        told = json.loads(source.read())
        if "per_topic" not in told:
            raise means_only(source.name)
        return scores_of_report(told), told
    except (KeyError, TypeError, ValueError, AttributeError) as failure:
        raise InputError(
            f"{source.name}: begins like scores, and cannot be read as such: {failure!r}",
            slug="not-scores",
            hint="such a file is made by: cranfield eval --per-topic --format json",
        ) from None


def holds_scores(path: str) -> bool:
    """Tell a file of scores from judgements and runs, by how it begins."""
    if path == "-" or not Path(path).is_file():
        return False
    if is_archive(path):
        return True
    source = open_source(path)
    source.close()
    return _is_report(source) or begins_like_rows(source.head)


def _is_report(source: TextSource) -> bool:
    return source.head.lstrip().startswith(b"{") and _REPORT.search(source.head) is not None


def scores_of_report(told: dict[str, Any]) -> Scores:
    """Make scores of the json document; None is undefined in it, and infinity a word."""
    runs, measures, topics = (tuple(told[name]) for name in ("runs", "measures", "topics"))
    for name in runs:
        name.encode("utf-8", "surrogateescape")  # half a character could not be shown
    made = told["recipe"]
    policies = dict(made["policies"])
    if isinstance(policies["topics"], list):
        policies["topics"] = tuple(policies["topics"])
    values = [
        [[_number(told["per_topic"][run][topic][measure]) for topic in topics] for measure in measures]
        for run in runs
    ]
    missing = [set(told["missing"][run]) for run in runs]
    return Scores(
        runs=runs,
        measures=measures,
        topics=topics,
        values=np.array(values, dtype=np.float64).reshape(len(runs), len(measures), len(topics)),
        answered=np.array([[topic not in gone for topic in topics] for gone in missing], dtype=np.bool_),
        aggregates=tuple(told["aggregates"][measure] for measure in measures),
        recipe=Recipe(
            measures=tuple(made["measures"]),
            policies=Policies(**policies),
            qrels=Source(made["qrels"]["name"]),
            runs=tuple(Source(run["name"]) for run in made["runs"]),
            core=made["core"],
            versions=made["versions"],
            seed=made["seed"],
            reading=made.get("reading", {}),
        ),
    )


def is_archive(name: str) -> bool:
    """Tell what `Scores.save` writes."""
    if not Path(name).is_file():
        return False
    with Path(name).open("rb") as stream:
        return stream.read(len(_ZIP)) == _ZIP


def _number(value: Any) -> float:
    return math.nan if value is None else float(value)
