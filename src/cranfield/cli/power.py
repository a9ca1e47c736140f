"""`cranfield power`: what a set of topics can resolve, and how many topics a difference takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.defaults import config_options
from cranfield.cli.formats import content_of, format_by_ending, write_tables
from cranfield.cli.kinds import Choice
from cranfield.cli.lists import refuse_typed
from cranfield.cli.options import names_option, policy_options, reading_options
from cranfield.cli.output import Output
from cranfield.cli.score_options import (
    MEASURES,
    TESTS,
    alpha_option,
    measures_option,
    require_draws,
    written_options,
)
from cranfield.cli.scores import OF_RUNS, scores_given
from cranfield.errors import UsageError

if TYPE_CHECKING:
    from cranfield.compare.planning import Demands
    from cranfield.model import Scores
    from cranfield.report.table import Table

VIEWS = ("resolution", "topics", "both")
EXAMPLES = """\
\b
Examples:
  cranfield power qrels.txt runs/ -m "AP nDCG@10"
  cranfield power scores.csv --difference 0.02 --comparisons 10
  cranfield power --deviation 0.2 --difference 0.05 --power 0.9
"""


@click.command("power", epilog=EXAMPLES)
@click.argument("inputs", metavar="[QRELS RUN... | SCORES]", nargs=-1)
@measures_option
@click.option(
    "--difference",
    "differences",
    type=float,
    multiple=True,
    metavar="D",
    help="How many topics would a true difference of this take? May be repeated.  [default: 0.01 0.02 0.05 0.1]",
)
@click.option(
    "--deviation",
    type=float,
    metavar="SD",
    help="Plan without scores: the standard deviation, over topics, of the differences of two runs.",
)
@click.option(
    "--systems",
    type=click.IntRange(min=2),
    metavar="N",
    help="Systems to be compared, for ANOVA.  [default: the runs]",
)
@click.option(
    "--comparisons",
    type=click.IntRange(min=1),
    metavar="N",
    help="Comparisons that are corrected together.  [default: all pairs of the systems]",
)
@alpha_option
@click.option(
    "--power",
    type=float,
    default=0.8,
    show_default=True,
    metavar="P",
    help="The chance with which a true difference is to be found.",
)
@click.option(
    "--test",
    default="randomization",
    show_default=True,
    metavar="NAME",
    help=f"The test whose smallest p is told: {', '.join(TESTS)}.",
)
@click.option(
    "--permutations", type=int, metavar="N", help="How many it draws.  [default: as in `cranfield compare`]"
)
@click.option(
    "--show",
    type=Choice(VIEWS),
    help="What the topics resolve, or how many topics a difference takes.  [default: both; topics in csv and json]",
)
@written_options("csv and the other formats for programs hold one table: see --show.")
@policy_options
@reading_options
@names_option
@config_options
def command(
    inputs: tuple[str, ...],
    measures: tuple[str, ...],
    differences: tuple[float, ...],
    *,
    deviation: float | None,
    systems: int | None,
    comparisons: int | None,
    alpha: float,
    power: float,
    test: str,
    permutations: int | None,
    show: str | None,
    output_format: str | None,
    output: str | None,
    names: str,
    input_format: str | None,
    **settings: Any,
) -> None:
    """Say what topics can resolve, and how many a difference takes.

    From judgements and runs, or a file of SCORES by topic, it estimates how much differences vary between topics. Without
    any, --deviation says so. See docs/power.md for what to make of it.
    """
    from cranfield.compare.planning import DIFFERENCES

    _one_source(inputs, deviation)
    if not inputs:
        refuse_typed("with --deviation, which stands for scores", *OF_RUNS, "seed", "measures", "show")
    require_draws(test)
    shown_as = output_format or format_by_ending(output)
    with Output(output, inputs=inputs) as place:
        scores = None
        if inputs:
            asked = " ".join(measures) or MEASURES
            scores = scores_given(inputs, asked, names, asked=bool(measures), format=input_format, **settings)
        number = systems or max(2, len(scores.runs) if scores else 2)
        demands = _demands(number, comparisons, alpha, power, test, permutations)
        wanted = differences or DIFFERENCES
        tables = (
            _planned(wanted, deviation, number, demands)
            if scores is None
            else _found(scores, wanted, number, demands)
        )
        chosen = _chosen(tables, show, shown_as)
        place.write(lambda stream: write_tables(chosen, shown_as, stream), content_of(shown_as))


def _one_source(inputs: Sequence[str], deviation: float | None) -> None:
    if bool(inputs) == (deviation is not None):
        raise UsageError(
            "--deviation stands for scores, so there can be only one of both"
            if inputs
            else "nothing says how much differences vary between topics",
            slug="options-clash" if inputs else "no-variance",
            hint="name judgements and runs, or scores, or give --deviation 0.2",
        )


def _demands(
    systems: int, comparisons: int | None, alpha: float, power: float, test: str, permutations: int | None
) -> Demands:
    from cranfield.compare.planning import Demands

    return Demands(alpha, power, comparisons or systems * (systems - 1) // 2, test, permutations)


def _planned(
    differences: Sequence[float], deviation: float | None, systems: int, demands: Demands
) -> list[Table]:
    from cranfield.compare.planning import needed
    from cranfield.report.power import needed_table

    sd = deviation or 0.0
    return [needed_table({"": needed(differences, sd, sd**2 / 2, systems, demands)}, systems, demands)]


def _found(scores: Scores, differences: Sequence[float], systems: int, demands: Demands) -> list[Table]:
    from cranfield.compare.planning import needed, resolution, variations
    from cranfield.report.power import needed_table, resolution_table

    varied = variations(scores)
    topics = {
        each.measure: needed(differences, each.deviation, each.residual_variance, systems, demands)
        for each in varied
    }
    return [
        resolution_table([resolution(each, demands) for each in varied], demands, scores.remarks),
        needed_table(topics, systems, demands),
    ]


def _chosen(tables: list[Table], show: str | None, shown_as: str) -> list[Table]:
    """Choose: a file of data holds one table."""
    if len(tables) == 1:
        return tables
    data = shown_as in ("csv", "tsv", "json", "jsonl")
    if data and show == "both":
        raise UsageError(
            f"{shown_as} holds one table, and there are two",
            slug="options-clash",
            hint="--show resolution, or --show topics",
        )
    view = show or ("topics" if data else "both")
    return {"resolution": tables[:1], "topics": tables[1:], "both": tables}[view]
