"""`cranfield eval`: one row for each run, measures in columns."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any, TextIO

import click
from click.core import ParameterSource

from cranfield.cli.messages import tell
from cranfield.cli.options import (
    measure_names,
    measure_option,
    one_standard_input,
    output_options,
    policy_options,
    reading_options,
)
from cranfield.cli.output import Content, Output
from cranfield.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from cranfield.model import Scores
    from cranfield.report.table import Table

EXAMPLES = """\
\b
Examples:
  cranfield eval qrels.txt bm25.run
  cranfield eval qrels.txt bm25.run dense.run -m "AP nDCG@10 PRES@1000"
  cranfield eval qrels.txt bm25.run --per-topic -o scores.csv
  cranfield eval qrels.txt - --format json < bm25.run
"""


@click.command("eval", epilog=EXAMPLES)
@click.argument("qrels", metavar="QRELS")
@click.argument("runs", metavar="RUN...", nargs=-1, required=True)
@measure_option
@output_options
@policy_options
@reading_options
def command(
    qrels: str,
    runs: tuple[str, ...],
    measures: tuple[str, ...],
    output_format: str | None,
    output: str | None,
    input_format: str | None,
    *,
    per_topic: bool,
    recipe: bool,
    ties_report: bool,
    bounds: bool,
    comments: str | None,
    threads: int | None,
    **policies: Any,
) -> None:
    """Score runs against judgements: one row for each run.

    QRELS holds the judgements, each RUN the documents a system returned. `-` is standard input.
    """
    one_standard_input([qrels, *runs])
    shown_as = output_format or _format_by_ending(output)
    settings = {"format": input_format, "comments": comments, "threads": threads, **policies}
    if ties_report or bounds:
        _one_question(ties_report=ties_report, bounds=bounds, per_topic=per_topic, recipe=recipe)
        varied = "ties" if ties_report else "unjudged"
        if not _typed(varied):  # nobody asked for its default; a value that was asked for is refused below
            del settings[varied]
        with Output(output, inputs=[qrels, *runs]) as place:
            table = _sensitivity(qrels, list(runs), measure_names(measures), orders=ties_report, **settings)
            place.write(*_shown(table, shown_as))
        return
    with Output(output, inputs=[qrels, *runs]) as place:
        scores = _evaluate(qrels, list(runs), measure_names(measures), **settings)
        if shown_as == "table":
            scores = _as_typed(scores, measure_names(measures))
        report, content = _report(scores, shown_as, per_topic=per_topic, recipe=recipe)
        place.write(report, content)
    if recipe and shown_as == "csv":
        tell(scores.recipe.line())


def _evaluate(qrels: str, runs: list[str], measures: str, **settings: Any) -> Scores:
    from cranfield.cli.progress import RunProgress
    from cranfield.measure import evaluate

    with RunProgress(len(runs)) as progress:
        return evaluate(qrels, runs, measures, progress=progress, **settings)


def _as_typed(scores: Scores, measures: str) -> Scores:
    """Return the scores with every measure under the first name that was typed for it, such as `map` for AP."""
    from dataclasses import replace

    from cranfield.measure.names import spellings

    typed: dict[str, str] = {}
    for name, bound in spellings(measures).items():
        typed.setdefault(bound.name, name)
    return replace(scores, measures=tuple(typed[measure] for measure in scores.measures), aliases={})


def _one_question(**switches: bool) -> None:
    asked = [f"--{name.replace('_', '-')}" for name, there in switches.items() if there]
    if len(asked) > 1:
        raise UsageError(
            f"{' and '.join(asked)} cannot be combined", slug="options-clash", hint="ask one at a time"
        )


def _typed(option: str) -> bool:
    source = click.get_current_context().get_parameter_source(option)
    return source is not ParameterSource.DEFAULT


def _sensitivity(qrels: str, runs: list[str], measures: str, *, orders: bool, **settings: Any) -> Table:
    from cranfield.measure.sensitivity import held
    from cranfield.report.sensitivity import bounds, ties_report

    reading = {"format": settings["format"], "comments": settings["comments"]}
    judgements, held_runs = held(qrels, runs, **reading, duplicates=settings["duplicates"])
    return (ties_report if orders else bounds)(judgements, held_runs, measures, **settings)


def _shown(table: Table, shown_as: str) -> tuple[Callable[[TextIO], None], Content]:
    if shown_as == "table":
        from cranfield.report.terminal import show

        return lambda stream: show(table, stream), "table"
    if shown_as == "json":
        from cranfield.report.document import write_table_json

        return lambda stream: write_table_json(table, stream), "data"
    from cranfield.report.delimited import write_table_csv

    return lambda stream: write_table_csv(table, stream), "data"


def _format_by_ending(output: str | None) -> str:
    ending = PurePath(output or "").suffix.lower().removeprefix(".")
    return ending if ending in {"csv", "json"} else "table"


def _report(
    scores: Scores, shown_as: str, *, per_topic: bool, recipe: bool
) -> tuple[Callable[[TextIO], None], Content]:
    """Choose the report; only the module of the one asked for is imported."""
    if shown_as == "csv":
        from cranfield.report.delimited import write_csv

        return lambda stream: write_csv(scores, stream, per_topic=per_topic), "data"
    if shown_as == "json":
        from cranfield.report.document import write_json

        return lambda stream: write_json(scores, stream, per_topic=per_topic), "data"
    return lambda stream: show_tables(scores, stream, per_topic=per_topic, recipe=recipe), "table"


def show_tables(scores: Scores, stream: TextIO, *, per_topic: bool = False, recipe: bool = False) -> None:
    """Show the table of runs, after that of topics where it is asked for."""
    from dataclasses import replace

    from cranfield.report.table import leaderboard, topic_table
    from cranfield.report.terminal import show

    if per_topic:
        show(topic_table(scores), stream)
        stream.write("\n")
    table = leaderboard(scores)
    if recipe:
        table = replace(table, notes=(*table.notes, f"recipe: {scores.recipe.line()}"))
    show(table, stream)
