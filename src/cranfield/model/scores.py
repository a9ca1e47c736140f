"""The result: runs x measures x topics, with the recipe that made it."""

from __future__ import annotations

import math
import os
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from cranfield.errors import InputError, UsageError, cannot_read, count, did_you_mean
from cranfield.model.recipe import Policies, Recipe, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from cranfield.compare.comparison import Comparison
    from cranfield.report.table import Table

Aggregate = Literal["mean", "sum", "geometric"]

LEAST = 1e-5
"""What a topic with less counts as in a geometric mean: a single 0 would make it 0 (trec_eval's choice)."""


@dataclass(frozen=True, eq=False)
class Scores:
    """One number for each run, measure and topic. NaN: undefined there, and left out of the average.

    `answered` says which topics a run returned documents for. Measures that count (NumRet, ...) are summed
    over topics, a few (GMAP, ...) averaged geometrically, all others averaged: `aggregates` has the words.
    """

    runs: tuple[str, ...]
    measures: tuple[str, ...]
    topics: tuple[str, ...]
    values: NDArray[np.float64]
    answered: NDArray[np.bool_]
    aggregates: tuple[Aggregate, ...]
    recipe: Recipe
    aliases: dict[str, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()  # what a reader of the numbers must know, and policies do not tell

    def __getitem__(self, key: tuple[str, str] | str) -> NDArray[np.float64]:
        """Return the values by topic: `scores["bm25", "AP"]`, or `scores["AP"]` when there is one run."""
        run, measure = key if isinstance(key, tuple) else (self._only_run(), key)
        values: NDArray[np.float64] = self.values[self._run(run), self._measure(measure)]
        return values

    def mean(self, run: str, measure: str) -> float:
        """Return the number of the table: what stands for all topics where the measure is defined.

        For most measures the mean; for those that count (NumRet, ...) the sum, for a few (GMAP, ...) the geometric
        mean, as `aggregates` says. NaN when it is defined nowhere, 0 for a count of nothing.
        """
        values = self[run, measure]
        return _AVERAGES[self.aggregates[self._measure(measure)]](values[~np.isnan(values)])

    def skipped(self, measure: str) -> tuple[str, ...]:
        """Return the topics that no run has a value for."""
        undefined = np.isnan(self.values[:, self._measure(measure), :])
        return tuple(topic for topic, gone in zip(self.topics, undefined.T, strict=True) if gone.all())

    def missing(self, run: str) -> tuple[str, ...]:
        """Return the judged topics for which this run has no documents."""
        there = self.answered[self._run(run)].tolist()
        return tuple(topic for topic, answered in zip(self.topics, there, strict=True) if not answered)

    def table(self) -> Table:
        """Runs by measures, one number each; displays in a notebook and prints aligned."""
        from cranfield.report.table import leaderboard

        return leaderboard(self)

    def per_topic(self) -> Table:
        """One row for each run, topic and measure; `.to_dict()` feeds any data frame."""
        from cranfield.report.table import long_table

        return long_table(self)

    def compare(self, baseline: str | Sequence[str] | None = None, **plan: Any) -> Comparison:
        """Say which differences are real: all runs against one or several baselines, or without one all pairs.

        `plan` is what `cranfield.compare.plan.Plan` takes: test, correction, alpha, equivalence, seed, ...
        """
        from cranfield.compare.comparing import compare_runs
        from cranfield.compare.plan import Plan

        return compare_runs(self, baseline, Plan(**plan))

    def __repr__(self) -> str:
        runs, measures = count(len(self.runs), "run"), count(len(self.measures), "measure")
        return f"<Scores: {runs} x {measures} x {count(len(self.topics), 'topic')}>"

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write everything to one file, whole or not at all; `Scores.load` gives back the same bits."""
        import json
        import tempfile
        import zipfile
        from pathlib import Path

        target = Path(path)
        meta = {
            "format": "cranfield-scores 1",
            "runs": self.runs,
            "measures": self.measures,
            "topics": self.topics,
            "aggregates": self.aggregates,
            "aliases": self.aliases,
            "remarks": self.remarks,
            "recipe": self.recipe.to_dict(),
            "sources": {
                "qrels": asdict(self.recipe.qrels),
                "runs": [asdict(run) for run in self.recipe.runs],
            },
        }
        handle, unfinished = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with (
                os.fdopen(handle, "wb") as stream,
                zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive,
            ):
                archive.writestr("scores.json", json.dumps(meta, indent=1))
                archive.writestr("values.npy", _npy(self.values))
                archive.writestr("answered.npy", _npy(self.answered))
            Path(unfinished).replace(target)
        except BaseException:
            Path(unfinished).unlink(missing_ok=True)
            raise

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Scores:
        """Read what `save` wrote."""
        import io
        import json
        import zipfile

        try:
            with zipfile.ZipFile(path) as archive:
                meta = json.loads(archive.read("scores.json"))
                values = np.load(io.BytesIO(archive.read("values.npy")), allow_pickle=False)
                answered = np.load(io.BytesIO(archive.read("answered.npy")), allow_pickle=False)
            return cls(
                runs=tuple(meta["runs"]),
                measures=tuple(meta["measures"]),
                topics=tuple(meta["topics"]),
                values=values,
                answered=answered,
                aggregates=tuple(meta["aggregates"]),
                recipe=_recipe(meta),
                aliases=meta["aliases"],
                remarks=tuple(meta.get("remarks", ())),
            )
        except OSError as failure:
            raise cannot_read(os.fsdecode(path), failure) from None
        except (zipfile.BadZipFile, KeyError, ValueError) as failure:
            raise InputError(
                f"{path}: not a file of saved scores",
                slug="not-scores",
                hint="such a file is made by Scores.save",
            ) from failure

    def _only_run(self) -> str:
        if len(self.runs) != 1:
            raise UsageError(
                f"there are {len(self.runs)} runs, so name one: scores[run, measure]", slug="which-run"
            )
        return self.runs[0]

    def _run(self, name: str) -> int:
        return _position(self.runs, name, "run")

    def _measure(self, name: str) -> int:
        if name not in self.measures and name not in self.aliases:
            from cranfield.report.known import known_measure  # it may be another name for one of them

            bound = known_measure(name)
            name = bound.name if bound is not None and bound.name in self.measures else name
        return _position(self.measures, self.aliases.get(name, name), "measure")


def _position(names: tuple[str, ...], name: str, what: str) -> int:
    try:
        return names.index(name)
    except ValueError:
        raise UsageError(
            f"no {what} `{name}` in these scores",
            slug="unknown-run" if what == "run" else "unknown-measure",
            details=[f"  there are: {', '.join(names[:10])}{', ...' if len(names) > 10 else ''}"],
            hint=did_you_mean(name, names),
        ) from None


def _left_to_right_sum(values: NDArray[np.float64]) -> float:
    """Add as trec_eval does, so the last bit agrees; numpy's own sum pairs the terms."""
    return float(np.cumsum(values)[-1]) if len(values) else 0.0


def _mean(values: NDArray[np.float64]) -> float:
    return _left_to_right_sum(values) / len(values) if len(values) else float("nan")


def _geometric_mean(values: NDArray[np.float64]) -> float:
    if not len(values):
        return float("nan")
    logarithms = [math.log(max(value, LEAST)) for value in values.tolist()]  # libm's, as trec_eval takes them
    return math.exp(_left_to_right_sum(np.array(logarithms)) / len(values))


_AVERAGES: dict[Aggregate, Callable[[NDArray[np.float64]], float]] = {
    "mean": _mean,
    "sum": _left_to_right_sum,
    "geometric": _geometric_mean,
}


def _npy(array: NDArray[Any]) -> bytes:
    import io

    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=False)
    return buffer.getvalue()


def _recipe(meta: dict[str, Any]) -> Recipe:
    made = meta["recipe"]
    policies = dict(made["policies"])
    if isinstance(policies["topics"], list):
        policies["topics"] = tuple(policies["topics"])
    return Recipe(
        measures=tuple(made["measures"]),
        policies=Policies(**policies),
        qrels=Source(**meta["sources"]["qrels"]),
        runs=tuple(Source(**run) for run in meta["sources"]["runs"]),
        core=made["core"],
        versions=made["versions"],
        seed=made["seed"],
        reading=made.get("reading", {}),
    )
