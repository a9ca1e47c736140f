"""`cranfield compare`: which differences are real."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TextIO

import click

from cranfield.cli.defaults import config_options, defaults_used
from cranfield.cli.formats import content_of, format_by_ending, write_tables
from cranfield.cli.kinds import Choice
from cranfield.cli.messages import fitted, tell
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

if TYPE_CHECKING:
    from cranfield.compare.comparison import Comparison

# What `compare.plan` knows again, because help must not wait for numpy; a test holds the two together.
CORRECTIONS = ("holm", "bonferroni", "bh", "by", "none", "max-t")
EXAMPLES = """\
\b
Examples:
  cranfield compare qrels.txt bm25.run dense.run
  cranfield compare qrels.txt runs/ -b bm25 -m nDCG@10
  cranfield compare qrels.txt runs/ --test randomized-tukey
  cranfield compare qrels.txt runs/ -b bm25 -b bm25-rm3 -o table.tex
  cranfield eval qrels.txt runs/ --per-topic -o scores.csv
  cranfield compare scores.csv -b bm25 --equivalence 0.01
"""


@click.command("compare", epilog=EXAMPLES)
@click.argument("inputs", metavar="QRELS RUN... | SCORES", nargs=-1, required=True)
@measures_option
@click.option(
    "-b",
    "--baseline",
    "baselines",
    multiple=True,
    metavar="RUN",
    help="Hold the other runs against this one; may be repeated.  [default: all pairs of runs; of two, the first]",
)
@click.option(
    "--test",
    metavar="NAME",
    help=f"{', '.join(TESTS)}.  [default: randomization; t for more comparisons than its permutations tell apart]",
)
@click.option(
    "--correction",
    metavar="NAME",
    help=f"For many comparisons at once: {', '.join(CORRECTIONS)}.  [default: holm; the Tukey tests have their own]",
)
@click.option(
    "--family",
    type=Choice(["measure", "all"]),
    default="measure",
    show_default=True,
    help="What is corrected together: the comparisons by each measure, or those by all measures.",
)
@alpha_option
@click.option(
    "--confidence",
    type=float,
    default=95.0,
    show_default=True,
    metavar="PERCENT",
    help="How sure the intervals are.",
)
@click.option(
    "--equivalence",
    type=float,
    metavar="MARGIN",
    help="Also test which runs are as good as equal: that they differ by less than this (two one-sided t-tests).",
)
@click.option(
    "--tie-margin",
    type=float,
    default=0.0,
    metavar="X",
    help="Two runs tie on a topic when they differ by this at most.  [default: 0]",
)
@click.option(
    "--permutations",
    type=int,
    metavar="N",
    help="How many to draw, or samples of topics.  [default: 100000; Tukey and bootstrap 10000]",
)
@click.option(
    "--few-shared",
    is_flag=True,
    help="Compare runs that share less than half of the topics that either has a value for, over those that they share.",
)
@written_options("csv, tsv and jsonl have a row for each pair, latex a table for a paper.")
@policy_options
@reading_options
@names_option
@config_options
def command(
    inputs: tuple[str, ...],
    measures: tuple[str, ...],
    baselines: tuple[str, ...],
    *,
    test: str | None,
    correction: str | None,
    family: Any,
    alpha: float,
    confidence: float,
    equivalence: float | None,
    tie_margin: float,
    permutations: int | None,
    few_shared: bool,
    output_format: str | None,
    output: str | None,
    names: str,
    input_format: str | None,
    **settings: Any,
) -> None:
    """Say which differences between runs are real.

    Each run against a baseline, or all against all: significance after correction for all comparisons, the size of the
    difference and its interval, and on how many topics it shows. Give judgements and runs, or one file of SCORES by topic:
    made by Scores.save, by `cranfield eval --per-topic` (csv, tsv, json, jsonl), or any table of run, topic, measure, value.
    """
    from dataclasses import replace

    from cranfield.cli.scores import scores_given
    from cranfield.compare.comparing import compare_runs
    from cranfield.compare.plan import Plan

    if test is not None:
        require_draws(test)
    plan = Plan(
        test,
        correction,
        family,
        alpha,
        confidence,
        tie_margin,
        equivalence,
        permutations,
        settings["seed"],
        few_shared,
    )
    shown_as = output_format or format_by_ending(output)
    with Output(output, inputs=inputs) as place:
        asked = " ".join(measures) or MEASURES
        scores = scores_given(inputs, asked, names, asked=bool(measures), format=input_format, **settings)
        against = baselines or (scores.runs[:1] if len(scores.runs) == 2 else None)
        found = compare_runs(scores, against, plan)
        also = filter(None, [defaults_used(click.get_current_context())])
        found = replace(found, remarks=(*found.remarks, *also))
        place.write(lambda stream: write_comparison(found, shown_as, stream), content_of(shown_as))
    if output is not None:
        tell(fitted(found.summary()))


def write_comparison(found: Comparison, shown_as: str, stream: TextIO) -> None:
    """Write a comparison in any format."""
    if shown_as == "json":
        from cranfield.report.comparison_json import write_comparison_json

        write_comparison_json(found, stream)
        return
    if shown_as == "latex":
        from cranfield.report.comparison_latex import write_marked_latex

        write_marked_latex(found, stream)
        return
    from cranfield.report.comparison import all_rows

    if shown_as in ("csv", "tsv", "jsonl"):
        write_tables([all_rows(found)], shown_as, stream)
        return
    from cranfield.report.comparison_pages import tables

    write_tables(tables(found), shown_as, stream)
