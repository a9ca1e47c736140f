"""`cranfield eval`: one row for each run, measures in columns."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cranfield.cli.arguments import runs_named
from cranfield.cli.defaults import config_options, defaults_used
from cranfield.cli.formats import FOR_READERS, View, content_of, format_by_ending, write_scores, write_tables
from cranfield.cli.kinds import Command
from cranfield.cli.messages import tell
from cranfield.cli.options import (
    interval_options,
    measure_names,
    measure_option,
    names_option,
    navigation_option,
    one_standard_input,
    output_options,
    policy_options,
    reading_options,
    text_options,
    view_options,
)
from cranfield.cli.output import Output
from cranfield.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.compare.intervals import Intervals
    from cranfield.measure.naming import Named
    from cranfield.model import Scores
    from cranfield.report.table import Table

EXAMPLES = """\
\b
Examples:
  cranfield eval qrels.txt bm25.run
  cranfield eval qrels.txt runs/ -m "AP nDCG@10 PRES@1000" --sort AP
  cranfield eval qrels.txt 'runs/*.run' -o table.tex
  cranfield eval qrels.txt bm25.run --per-topic -o scores.csv
  cranfield eval qrels.txt - --format json < bm25.run
  cranfield eval @arguments.txt
"""

# The switches that ask for a table of another kind, and what has no place in it.
_QUESTIONS = ("ties_report", "bounds")
_OF_SCORES = ("per_topic", "recipe", "sort", "intervals", "confidence", "navigation")


@click.command("eval", cls=Command, epilog=EXAMPLES)
@click.argument("qrels", metavar="QRELS")
@click.argument("runs", metavar="RUN...", nargs=-1, required=True)
@measure_option
@view_options
@output_options
@interval_options
@policy_options
@reading_options
@text_options
@navigation_option
@names_option
@config_options
def command(
    qrels: str,
    runs: tuple[str, ...],
    measures: tuple[str, ...],
    judged: int | None,
    output_format: str | None,
    output: str | None,
    names: str,
    input_format: str | None,
    *,
    ties_report: bool,
    bounds: bool,
    comments: str | None,
    threads: int | None,
    per_topic: bool,
    recipe: bool,
    sort: str,
    intervals: str | None,
    confidence: float,
    **policies: Any,
) -> None:
    """Score runs against judgements: one row for each run.

    QRELS holds the judgements, each RUN the documents a system returned: a file, a folder of them, or a pattern such
    as 'runs/*.run'. `-` is standard input. `@FILE` stands for the arguments in a file, one a line.
    """
    one_standard_input([qrels, *runs])
    shown_as = output_format or format_by_ending(output)
    asked_for = measure_names(measures, judged)
    settings = {"format": input_format, "comments": comments, "threads": threads, **policies}
    question = _question(ties_report=ties_report, bounds=bounds)
    files = runs_named(runs, qrels)
    if not question:
        _check_order(sort, asked_for)
    with Output(output, inputs=[qrels, *files]) as place:
        named = _named(files, names, comments)
        if question:
            table = _sensitivity(question, qrels, named, asked_for, **settings)
            place.write(lambda stream: write_tables([table], shown_as, stream), content_of(shown_as))
            return
        scores = _ordered(_evaluate(qrels, named, asked_for, **settings), sort)
        if shown_as in FOR_READERS:
            scores = _as_typed(scores, asked_for)
        also = tuple(filter(None, [defaults_used(click.get_current_context())]))
        found = _intervals(scores, intervals, shown_as, confidence, policies["seed"])
        if found is not None and found.method == "bootstrap":  # chance has a part
            scores = replace(scores, recipe=replace(scores.recipe, seed=found.seed))
        view = View(shown_as, per_topic, recipe, found, also)
        place.write(lambda stream: write_scores(scores, view, stream), content_of(shown_as))
    if recipe and shown_as in ("csv", "tsv", "jsonl"):
        tell("\n".join([scores.recipe.line(), *also]))


def _named(files: list[str], by: str, comments: str | None) -> list[Named]:
    from cranfield.measure.naming import Named, tagged

    return tagged(files, comments) if by == "tag" else [Named(None, file) for file in files]


def _evaluate(qrels: str, runs: Sequence[Named], measures: str, **settings: Any) -> Scores:
    from cranfield.cli.progress import RunProgress
    from cranfield.measure import evaluate

    with RunProgress(len(runs)) as progress:
        return evaluate(qrels, runs, measures, progress=progress, **settings)


def _check_order(by: str, measures: str) -> None:
    """Refuse an order that there is not before the long work starts."""
    if by != "input":
        from cranfield.measure.names import parse
        from cranfield.report.order import column_of

        try:
            column_of(by, [bound.name for bound in parse(measures)])
        except UsageError as wrong:
            if told := defaults_used(click.get_current_context()):
                wrong.details += (f"  {told}",)
            raise


def _ordered(scores: Scores, by: str) -> Scores:
    if by == "input":
        return scores
    from cranfield.report.order import in_order

    return in_order(scores, by)


def _intervals(
    scores: Scores, method: str | None, shown_as: str, confidence: float, seed: int
) -> Intervals | None:
    """Find the intervals that were asked for; unasked, all but csv and tsv have them, whose columns stay as they are."""
    method = method or ("none" if shown_as in ("csv", "tsv") else "t")
    if method == "none":
        return None
    from cranfield.compare.intervals import intervals

    return intervals(scores, "bootstrap" if method == "bootstrap" else "t", confidence=confidence, seed=seed)


def _as_typed(scores: Scores, measures: str) -> Scores:
    """Return the scores with every measure under the first name that was typed for it, such as `map` for AP."""
    from cranfield.measure.names import spellings

    typed: dict[str, str] = {}
    for name, bound in spellings(measures).items():
        typed.setdefault(bound.name, name)
    return replace(scores, measures=tuple(typed[measure] for measure in scores.measures), aliases={})


def _question(**switches: bool) -> str | None:
    """Return the question that was asked instead of the usual one; it is asked alone."""
    asked = [name for name in _QUESTIONS if switches[name]]
    if not asked:
        return None
    together = [*asked, *(name for name in _OF_SCORES if _typed(name))]
    if len(together) > 1:
        options = [f"--{name.replace('_', '-')}" for name in together]
        raise UsageError(
            f"{' and '.join(options)} cannot be combined", slug="options-clash", hint="ask one at a time"
        )
    return asked[0]


def _typed(option: str) -> bool:
    return click.get_current_context().get_parameter_source(option) is ParameterSource.COMMANDLINE


def _sensitivity(question: str, qrels: str, runs: Sequence[Named], measures: str, **settings: Any) -> Table:
    from cranfield.measure.sensitivity import held
    from cranfield.report.sensitivity import bounds, ties_report

    del settings["navigation"]  # refused together
    varied = "ties" if question == "ties_report" else "unjudged"
    if not _typed(varied):  # nobody asked for its default; a value that was asked for is refused below
        del settings[varied]
    reading = {"format": settings["format"], "comments": settings["comments"]}
    files = [each.run for each in runs]
    judgements, held_runs = held(qrels, files, **reading, duplicates=settings["duplicates"])
    named = [each._replace(run=run) for each, run in zip(runs, held_runs, strict=True)]
    return (ties_report if question == "ties_report" else bounds)(judgements, named, measures, **settings)
