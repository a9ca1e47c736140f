"""Scores made by hand, so that a report is tested without anything being evaluated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from cranfield.model import Policies, Recipe, Scores, Source

NAN = float("nan")


class Maker:
    """Builds `Scores` from `{run: {measure: values by topic}}`; None as a value is a topic without documents."""

    def __call__(self, runs: Mapping[str, Mapping[str, Sequence[float | None]]], **policies: Any) -> Scores:
        """Build the scores."""
        measures = tuple(next(iter(runs.values())))
        width = len(next(iter(next(iter(runs.values())).values())))
        topics = tuple(str(301 + number) for number in range(width))
        given = [[list(by_measure[measure]) for measure in measures] for by_measure in runs.values()]
        gap = NAN if policies.get("topics") == "common" else 0.0
        values = [[[gap if v is None else v for v in row] for row in rows] for rows in given]
        answered = [[v is not None for v in rows[0]] for rows in given]
        return Scores(
            runs=tuple(runs),
            measures=measures,
            topics=topics,
            values=np.array(values, dtype=np.float64),
            answered=np.array(answered, dtype=np.bool_),
            aggregates=tuple("sum" if measure.startswith("Num") else "mean" for measure in measures),
            recipe=Recipe(
                measures=measures,
                policies=Policies(**policies),
                qrels=Source("qrels.txt"),
                runs=tuple(Source(f"{run}.txt") for run in runs),
                core="python",
                versions={"cranfield": "0.1.0"},
            ),
        )


@pytest.fixture
def make_scores() -> Maker:
    """Return the builder."""
    return Maker()


@pytest.fixture
def two_runs(make_scores: Maker) -> Scores:
    """Two runs on four topics: `dense` lacks the last one, and nothing is relevant in the third."""
    return make_scores(
        {
            "bm25": {
                "AP": [0.5, 0.25, NAN, 0.1],
                "P@10": [0.3, 0.2, NAN, 0.1],
                "NumRet": [1000, 1000, 1000, 998],
            },
            "dense": {
                "AP": [0.75, 0.125, NAN, None],
                "P@10": [0.4, 0.2, NAN, None],
                "NumRet": [1000, 1000, 1000, None],
            },
        }
    )
