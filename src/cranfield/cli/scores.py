"""What the commands about scores are given: judgements and runs, or scores that were computed before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cranfield.cli.arguments import runs_named
from cranfield.cli.lists import refuse_typed
from cranfield.cli.options import POLICIES, one_standard_input
from cranfield.errors import UsageError

if TYPE_CHECKING:
    from cranfield.model import Scores


OF_RUNS = (*POLICIES, "depth", "input_format", "comments", "threads", "names")
"""What says how runs are read and judged, and so means nothing to scores."""


def scores_given(inputs: Sequence[str], measures: str, names: str, *, asked: bool, **settings: Any) -> Scores:
    """Return the scores in a file, or evaluate runs; `asked`: the measures were typed, so that others are left out."""
    from cranfield.read.scores import holds_scores, read_scores

    first, *runs = inputs
    if holds_scores(first):
        if runs:
            raise UsageError(
                f"{first} holds scores already, and they stand alone: {len(runs)} more named",
                slug="scores-and-runs",
                hint="name one file of scores, or judgements and runs",
            )
        refuse_typed("with scores: they have been made", *OF_RUNS)
        scores = read_scores(first)
        return of_measures(scores, measures) if asked else scores
    if not runs:
        raise UsageError(
            f"{first}: no run is named beside it, and it is no file of scores",
            slug="no-run",
            hint="name judgements and runs, or a file made by: cranfield eval --per-topic -o scores.csv",
        )
    one_standard_input(inputs)
    return _evaluated(first, runs_named(runs, first), measures, names, **settings)


def names_in(measures: str) -> list[str]:
    """Take apart what -m says, where names need not be known: saved scores may hold any.

    >>> names_in("AP,RR latency RBP(p=0.8, rel=1)")
    ['AP', 'RR', 'latency', 'RBP(p=0.8, rel=1)']
    """
    from cranfield.measure.typed import take_apart

    return list(dict.fromkeys(each.typed for each in take_apart(measures)))


def of_measures(scores: Scores, measures: str) -> Scores:
    """Keep the measures that were asked for."""
    from dataclasses import replace

    wanted = [scores._measure(name) for name in names_in(measures)]  # noqa: SLF001  (it knows other names of a measure)
    return replace(
        scores,
        measures=tuple(scores.measures[place] for place in wanted),
        values=scores.values[:, wanted],
        aggregates=tuple(scores.aggregates[place] for place in wanted),
    )


def _evaluated(qrels: str, files: list[str], measures: str, names: str, **settings: Any) -> Scores:
    from cranfield.cli.progress import RunProgress
    from cranfield.measure import evaluate
    from cranfield.measure.naming import Named, tagged

    by_tag = names == "tag"
    runs = tagged(files, settings.get("comments")) if by_tag else [Named(None, file) for file in files]
    with RunProgress(len(runs)) as progress:
        return evaluate(qrels, runs, measures, progress=progress, **settings)
