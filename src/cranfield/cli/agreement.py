"""`cranfield agreement`: how far judges agree, and what their disagreement does to the order of the systems."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.judges import judges_of
from cranfield.cli.lists import (
    chosen_format,
    list_options,
    measures_option,
    named_files,
    refuse_typed,
    write_list,
)
from cranfield.cli.output import Output
from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.cli.judges import Judgement
    from cranfield.collect import Effect

MEASURE = "AP"
EXAMPLES = """\
\b
Examples:
  cranfield agreement ann.txt bob.txt
  cranfield agreement ann.txt bob.txt cat.txt runs/ -m "AP nDCG@10"
  cranfield agreement judgements.txt --assessors
  cranfield agreement ann.txt bob.txt --rel 2 -o agreement.csv
"""


@click.command("agreement", epilog=EXAMPLES)
@click.argument("sources", metavar="QRELS... [RUN...]", nargs=-1, required=True)
@measures_option("With runs: the measures by which each judge orders them; may be repeated.", MEASURE)
@click.option(
    "--assessors", is_flag=True, help="The second column names the judge, so a file may hold several."
)
@click.option(
    "--rel",
    type=float,
    default=1,
    show_default=True,
    metavar="GRADE",
    help="For the overlap: what is relevant, this grade and more.",
)
@list_options(default="table")
def command(
    sources: tuple[str, ...],
    *,
    measures: tuple[str, ...],
    assessors: bool,
    rel: float,
    output_format: str | None,
    output: str | None,
    duplicates: str,
    input_format: str | None,
    comments: str | None,
    threads: int | None,
) -> None:
    """Tell how far judges agree.

    Each QRELS holds the judgements of one judge. With runs, Kendall's tau tells whether the judges would order the
    systems alike, which they may although they disagree about documents. Files with the columns of a run are runs, and
    so are folders and patterns. How measures agree says `cranfield agree`.
    """
    from cranfield.collect import side_by_side
    from cranfield.report.collected import agreement_table

    files, runs = told_apart(sources)
    if not runs:
        refuse_typed("without runs", "measures")
    named = named_files(runs, *files) if runs else {}
    with Output(output, inputs=[*files, *named.values()]) as place:
        judges = judges_of(files, assessors=assessors, comments=comments, duplicates=duplicates)
        table = side_by_side(judges)
        settings = {
            "format": input_format,
            "comments": comments,
            "duplicates": duplicates,
            "threads": threads,
        }
        effects = _effects(judges, named, " ".join(measures) or MEASURE, **settings) if runs else None
        write_list(
            place,
            agreement_table(table, effects, rel=rel),
            chosen_format(output_format, output, otherwise="table"),
        )


def told_apart(sources: Sequence[str]) -> tuple[list[str], list[str]]:
    """Tell judgements from runs: a run has six columns; a folder or a pattern stands for runs."""
    import os

    from cranfield.check.opening import looks_like_run

    runs = [
        source
        for source in sources
        if os.path.isdir(source)  # noqa: PTH112  (pathlib would change the spelling of the name)
        or (set(source) & set("*?[") and not os.path.lexists(source))
        or looks_like_run(source)
    ]
    return [source for source in sources if source not in runs], runs


def _effects(
    judges: Mapping[str, Judgement], runs: Mapping[str, str], measures: str, **settings: Any
) -> dict[tuple[int, int], dict[str, Effect]]:
    """Evaluate the runs once for each judge, over the topics that all of them judged."""
    from cranfield.cli.lists import held
    from cranfield.collect import effect, shared_topics
    from cranfield.measure import evaluate
    from cranfield.read import read_qrels

    topics = shared_topics(judges)
    if not topics:
        raise InputError(
            "no topic was judged by all of the judges, so the runs cannot be ordered by each of them",
            slug="judges-apart",
            hint="name fewer judges at a time, or leave the runs out",
        )
    threads = settings.pop("threads")
    given = held(runs, **settings)
    seen = [
        evaluate(
            read_qrels({topic: judge[topic] for topic in topics}, name=name),
            given,
            measures,
            threads=threads,
            **settings,
        )
        for name, judge in judges.items()
    ]
    return {
        (one, other): {measure: effect(seen[one], seen[other], measure) for measure in seen[one].measures}
        for one, other in combinations(range(len(seen)), 2)
    }
