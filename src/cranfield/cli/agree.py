"""`cranfield agree`: which measures agree about systems, and how far topics and judgements can be trusted to say so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TextIO

import click

from cranfield.cli.agree_answers import Answers
from cranfield.cli.agree_inputs import MEASURES, Given, Inputs
from cranfield.cli.agree_options import VIEWS, answer_options, question_options
from cranfield.cli.defaults import config_options
from cranfield.cli.formats import FOR_READERS, FORMATS, content_of, format_by_ending, write_tables
from cranfield.cli.kinds import Choice
from cranfield.cli.options import (
    import_option,
    names_option,
    one_standard_input,
    policy_options,
    reading_options,
)
from cranfield.cli.output import Output

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.report.agreement import View

EXAMPLES = """\
\b
Examples:
  cranfield agree qrels.txt runs/ -m "AP R@1000 PRES@1000"
  cranfield agree qrels.txt runs/ -m AP --also unjudged=condense --also depth=100
  cranfield agree qrels.txt runs/ --discriminative --reliability --stability
  cranfield agree qrels.txt runs/ --depletion --leave-out 10
  cranfield agree scores.csv --correlation tau-ap --correlation rbo
  cranfield agree means.csv --correlation kendall-a --format csv
"""


@click.command("agree", epilog=EXAMPLES)
@click.argument("files", metavar="QRELS RUN... | SCORES | MEANS", nargs=-1, required=True)
@click.option(
    "-m",
    "--measure",
    "measures",
    multiple=True,
    metavar="NAMES",
    help="Measures, separated by blanks; may be repeated. Cut-offs are measures, too: P@5 P@10.  "
    f"[default: {MEASURES}; of scores and means all]",
)
@import_option
@click.option(
    "--also",
    multiple=True,
    metavar="NAME=VALUE",
    help="Rank by every measure under another choice, too: a policy (unjudged=condense, ties=best, depth=100), "
    "topics=FILE, or qrels=FILE for other judgements. May be repeated.",
)
@question_options
@answer_options
@click.option(
    "--format",
    "output_format",
    type=Choice(FORMATS),
    metavar="NAME",
    help=f"{', '.join(FORMATS)}. csv, tsv, json and jsonl keep all digits; a column `view` says which question a row "
    "answers.  [default: by the ending of -o, such as .md or .tex, else table]",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Write here instead of standard output; the file is there whole or not at all.",
)
@policy_options
@reading_options
@names_option
@config_options
def command(
    files: tuple[str, ...],
    measures: tuple[str, ...],
    also: tuple[str, ...],
    output_format: str | None,
    output: str | None,
    names: str,
    input_format: str | None,
    **options: Any,
) -> None:
    """Compare measures by what they say of systems.

    Judgements and runs are evaluated; or give scores by topic (saved, or a csv of run,topic,measure,value), or a csv of
    means with a column `run` and one a measure. Without further options: Kendall's tau_b, and the agreement chart.
    """
    asked = {name: options.pop(name) for name in (*VIEWS, "correlation")}
    how = {
        name: options.pop(name)
        for name in ("test", "alpha", "correction", "permutations", "target", "rbo_p", "rbo_ties", "teams")
    }
    one_standard_input(files)
    inputs = Inputs(files, " ".join(measures) or None, also, names, {"format": input_format, **options})
    shown_as = output_format or format_by_ending(output)
    with Output(output, inputs=inputs.files) as place:
        given = inputs.given()
        views = list(Answers(inputs, given, how).to(asked))
        about = _about(given, how, options["seed"])
        place.write(lambda stream: _write(views, about, shown_as, stream), content_of(shown_as))


def _about(given: Given, how: dict[str, Any], seed: int) -> dict[str, Any]:
    """Say what was compared, and how, for json."""
    return {
        "systems": list(given.standings.systems),
        "rankings": list(given.standings.names),
        "settings": {**how, "seed": seed},
        "source": given.source,
        "recipe": given.scores.recipe.to_dict() if given.scores is not None else None,
    }


def _write(views: Sequence[View], about: dict[str, Any], shown_as: str, stream: TextIO) -> None:
    from cranfield.report.agreement import rows_of, write_json, write_jsonl

    if shown_as == "html":
        from cranfield.report.page import write_html

        write_html([table for view in views for table in view.shown], stream, title="Agreement")
    elif shown_as in FOR_READERS:
        write_tables([table for view in views for table in view.shown], shown_as, stream)
    elif shown_as == "json":
        write_json(views, about, stream)
    elif shown_as == "jsonl":
        write_jsonl(views, stream)
    else:
        write_tables([rows_of(views)], shown_as, stream)
