"""Runs joined with judgements, for plots that look at rankings rather than at scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from cranfield.errors import UsageError, did_you_mean, printable
from cranfield.measure.evaluation import Evaluator
from cranfield.measure.naming import distinct, runs_of
from cranfield.model.ids import to_bytes

if TYPE_CHECKING:
    from cranfield.compare.agree.panel import Standings
    from cranfield.model import Judged, Scores


class Seen(NamedTuple):
    """Runs by name, each as its judged hits."""

    names: tuple[str, ...]
    judged: tuple[Judged, ...]
    topics: tuple[str, ...]

    def topic(self, asked: str | None, what: str) -> int:
        """Return the place of the topic that was asked for; of the only one, if there is one."""
        if asked is None:
            if len(self.topics) == 1:
                return 0
            raise UsageError(
                f"{what} shows one topic, and there are {len(self.topics):,}",
                slug="which-topic",
                details=[f"  such as: {', '.join(map(_safe, self.topics[:5]))}"],
                hint="name it: topic=...",
            )
        if asked not in self.topics:
            raise UsageError(
                f"no judgements for topic `{_safe(asked)}`",
                slug="unknown-topics",
                hint=did_you_mean(asked, self.topics[:5000]),
            )
        return self.topics.index(asked)


def seen(qrels: Any, runs: Any, **settings: Any) -> Seen:
    """Judge the runs: what `evaluate` takes, and under the same policies."""
    settings.pop("threads", None)
    given = settings.pop("format", None)
    comments = settings.get("comments")
    evaluator = Evaluator(qrels, "RR", **settings)
    done = [
        evaluator.judgements.judge(run, name=name, format=given, comments=comments)
        for name, run in runs_of(runs)
    ]
    names = distinct([(run.name, run.source.path) for run in done])
    return Seen(names, tuple(run.judged for run in done), tuple(evaluator.judgements.qrels.topics))


def directed(scores: Scores) -> tuple[list[str], str]:
    """Return the measures by which systems can be ranked, and a remark on those that are left out."""
    from cranfield.compare.allowed import direction

    kept, refused = [], []
    for measure in scores.measures:
        try:
            direction(measure, unknown=1)
            kept.append(measure)
        except UsageError as why:
            refused.append((measure, why))
    if not kept:
        raise refused[0][1]
    gone = ", ".join(measure for measure, _ in refused)
    return kept, f"; left out, as more is neither better nor worse: {gone}" if gone else ""


def topics_counted(scores: Scores) -> int:
    """Count the topics that have a value: where nothing is relevant, most measures have none."""
    return int((scores.values == scores.values).any(axis=(0, 1)).sum())  # false for NaN


def standings_of(scores: Scores | Standings) -> tuple[Standings, int | None, str]:
    """Return how systems stand by every measure that ranks them, over how many topics, and what was left out."""
    from cranfield.compare.agree.panel import Standings, panel

    if isinstance(scores, Standings):
        return scores, None, ""
    measures, remark = directed(scores)
    return panel(scores, measures).standings(), topics_counted(scores), remark


def by_topic(scores: Scores, measure: str) -> str:
    """Return a measure whose mean over topics is the measure; others are not what their topics say."""
    if scores.aggregates[scores.measures.index(measure)] != "mean":
        raise UsageError(
            f"{measure} is no mean over topics: the mean of what topics have would be another measure",
            slug="bad-plot",
            hint="choose another measure: -m AP",
        )
    return measure


def at_most(number: int, most: int, what: str, plot: str) -> None:
    """Refuse more than a plot has room for."""
    if number > most:
        raise UsageError(
            f"{plot} has room for {most} {what}, and there are {number:,}",
            slug="too-many",
            hint=f"name the {what} that matter",
        )


def at_least(runs: Sequence[str], least: int, plot: str) -> None:
    """Refuse fewer runs than a plot makes sense for."""
    if len(runs) < least:
        raise UsageError(
            f"{plot} takes {least} runs or more, and there is {len(runs)}",
            slug="no-run",
            hint="name more runs, or a folder of them",
        )


def depth_of(depth: int, what: str = "k") -> int:
    """Return a depth; refuse what is none."""
    if depth < 1:
        raise UsageError(f"{what} is 1 or more: {depth}", slug="bad-depth")
    return depth


def _safe(name: str) -> str:
    return printable(to_bytes(name))
