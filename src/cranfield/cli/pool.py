"""`cranfield pool`: what to judge next, and who brought what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.kinds import Choice
from cranfield.cli.lists import (
    chosen_format,
    held,
    list_options,
    list_to_judge,
    measures_option,
    named_files,
    order_options,
    read_judgements,
    refuse_typed,
    write_list,
)
from cranfield.cli.messages import fitted, tell
from cranfield.cli.output import Output
from cranfield.errors import UsageError, count

if TYPE_CHECKING:
    from cranfield.collect import Pool, Rankings
    from cranfield.model import Qrels
    from cranfield.report.table import Table

MEASURE = "AP"

EXAMPLES = """\
\b
Examples:
  cranfield pool runs/ --depth 10 -o to-judge.csv
  cranfield pool runs/ --strategy rrf --size 50 --judged qrels.txt
  cranfield pool runs/ --depth 10,20,50,100 --judged qrels.txt
  cranfield pool runs/ --depth 10 --contributions qrels.txt --teams teams.csv
"""


class Depths(click.types.IntParamType):
    """A whole number from 1 upwards, or several with commas between."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ARG002
        """Return the depths, ascending."""
        try:
            depths = value if isinstance(value, list) else [int(part) for part in str(value).split(",")]
        except ValueError:
            depths = []
        if not depths or min(depths) < 1:
            raise UsageError(
                f"a depth is a whole number from 1 upwards, or several: `{value}`",
                slug="bad-depth",
                hint="--depth 10, or --depth 10,20,50",
            )
        return sorted(set(depths))


@click.command("pool", epilog=EXAMPLES)
@click.argument("runs", metavar="RUN...", nargs=-1, required=True)
@click.option(
    "--depth",
    "depths",
    metavar="N[,N...]",
    type=Depths(),
    help="Look at the first N documents of each run. Several depths are compared in a table.",
)
@click.option(
    "--strategy",
    type=Choice(["depth", "rbp", "rrf", "mtf"]),
    default="depth",
    show_default=True,
    help="What comes first: the best rank in any run; the weight in RBP, summed over runs; reciprocal rank fusion; or move "
    "to front, which goes on with a run as long as --judged says that it yields relevant documents.",
)
@click.option(
    "--size", type=click.IntRange(min=1), metavar="N", help="At most so many documents of each topic."
)
@click.option(
    "--persistence",
    type=float,
    metavar="P",
    help="With rbp: how likely a user goes on to the next document.  [default: 0.8]",
)
@click.option("--judged", metavar="QRELS", help="What is judged here is left out of the list, and counted.")
@click.option(
    "--contributions",
    metavar="QRELS",
    help="Show instead who brought what into the pool, and what each run would lose if it had brought nothing.",
)
@click.option(
    "--teams",
    metavar="FILE",
    help="With --contributions: leave out whole teams. A csv file with the columns run and team.",
)
@measures_option("With --contributions: the measure that may change.", MEASURE)
@click.option(
    "--rel",
    type=float,
    default=1,
    show_default=True,
    metavar="GRADE",
    help="What is relevant: this grade and more.",
)
@order_options
@list_options(default="csv; for what is compared, table")
def command(
    runs: tuple[str, ...],
    *,
    depths: list[int] | None,
    strategy: Any,
    size: int | None,
    persistence: float | None,
    judged: str | None,
    contributions: str | None,
    teams: str | None,
    measures: tuple[str, ...],
    rel: float,
    order: str,
    seed: int,
    output_format: str | None,
    output: str | None,
    duplicates: str,
    input_format: str | None,
    comments: str | None,
    threads: int | None,
) -> None:
    """Choose the documents that assessors should judge next.

    Writes a list of topics and documents, in an order that does not tell who ranked them where, and says on standard
    error how many there are, and how many of the pool are judged already. A RUN may be a file, a folder or a pattern.
    """
    from cranfield.collect import read_rankings

    compared = contributions is not None or (depths is not None and len(depths) > 1)
    _check(strategy, depths, size, compared=compared)
    _refuse_unused(strategy, order, judged, contributions, compared=compared)
    named = named_files(runs, contributions, judged)
    shown_as = chosen_format(output_format, output, otherwise="table" if compared else "csv")
    reading: dict[str, Any] = {"format": input_format, "comments": comments, "duplicates": duplicates}
    inputs = [*named.values(), *filter(None, [contributions, judged, teams])]
    with Output(output, inputs=inputs) as place:
        known = read_judgements(contributions or judged, comments, duplicates)
        given = held(named, **reading) if contributions else named
        ranked = read_rankings(given, depth=max(depths) if depths else None, threads=threads, **reading)
        if not compared:
            pooled = _pool(ranked, strategy, size, persistence, known, rel)
            write_list(place, list_to_judge(pooled, known, order, seed), shown_as)
            tell(fitted(_summary(pooled, known, rel)))
            return
        names = (" ".join(measures) or MEASURE) if contributions else None
        write_list(place, _compared(ranked, depths or [], known, given, names, teams, rel), shown_as)


def _check(strategy: str, depths: list[int] | None, size: int | None, *, compared: bool) -> None:
    """Refuse, before any run is read, what cannot be done."""
    if depths is None and (compared or size is None):
        raise UsageError(
            "how deep, or how large, is the pool to be?",
            slug="bad-pool",
            hint="--depth 10" if compared else "--depth 10, or --size 50 for so many documents of each topic",
        )
    if compared and (strategy != "depth" or size is not None):
        raise UsageError(
            "only whole pools of a depth can be compared",
            slug="options-clash",
            hint="leave out --strategy and --size, or compare one list at a time",
        )


def _refuse_unused(
    strategy: str, order: str, judged: str | None, contributions: str | None, *, compared: bool
) -> None:
    """Refuse what was typed and would change nothing."""
    if strategy != "rbp":
        refuse_typed("without --strategy rbp", "persistence")
    if contributions is not None:
        refuse_typed("beside --contributions, which names the judgements", "judged")
    else:
        refuse_typed("without --contributions", "teams", "measures")
        if judged is None:
            refuse_typed("without judgements", "rel")
    if compared:
        refuse_typed("where pools are compared, and no list is written", "order", "seed")
    elif order == "id":
        refuse_typed("with --order id", "seed")


def _pool(
    ranked: Rankings, strategy: Any, size: int | None, p: float | None, known: Qrels | None, rel: float
) -> Pool:
    from cranfield.collect import pool

    return pool(ranked, strategy, size=size, judged=known, p=0.8 if p is None else p, rel=rel)


def _summary(pooled: Pool, known: Qrels | None, rel: float) -> str:
    import numpy as np

    size, topics = count(len(pooled), "document"), len(np.unique(pooled.topic))
    told = f"the pool: {size} of {count(topics, 'topic')}, {len(pooled) / max(topics, 1):.1f} a topic"
    if known is None:
        return told
    grades = pooled.grades(known)
    judged, relevant = int((~np.isnan(grades)).sum()), int((grades >= rel).sum())
    return f"{told}; {judged:,} judged already, {relevant:,} of these relevant; {len(pooled) - judged:,} to judge"


def _compared(
    ranked: Rankings,
    depths: list[int],
    known: Qrels | None,
    given: dict[str, Any],
    names: str | None,
    teams: str | None,
    rel: float,
) -> Table:
    from cranfield.report.collected import contribution_table, pool_depths

    if known is None or names is None:
        return pool_depths(ranked, depths, known, rel=rel)
    from cranfield.collect import contributions, judged_runs, left_out, read_teams
    from cranfield.measure.names import parse

    bound, *others = parse(names)
    if others:
        raise UsageError(f"one measure at a time: `{names}`", slug="measure-syntax", hint=f"-m {bound.name}")
    in_teams = None if teams is None else read_teams(teams)
    judged = judged_runs(known, given)
    if len(depths) > 1:
        return pool_depths(ranked, depths, known, judged, bound, teams=in_teams, rel=rel)
    found = contributions(ranked, known, teams=in_teams, rel=rel)
    return contribution_table(ranked, found, left_out(judged, found, bound), known, bound, rel=rel)
