"""`cranfield sample`: what to judge when there is too much of it, and what the judged sample tells of the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.kinds import Choice
from cranfield.cli.lists import (
    TREC,
    chosen_format,
    list_options,
    list_to_judge,
    named_files,
    order_options,
    read_judgements,
    refuse_typed,
    scores_option,
    write_list,
)
from cranfield.cli.messages import fitted, tell
from cranfield.cli.output import Output
from cranfield.errors import UsageError, count

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cranfield.collect import Sample
    from cranfield.model import Qrels
    from cranfield.report.table import Table

EXAMPLES = """\
\b
Examples:
  cranfield sample runs/ --strata 10=all,100=10% -o to-judge.csv
  cranfield sample runs/ --strata 10=all --judged j.txt --frame -o sample.txt
  cranfield sample runs/ --estimate sample.txt
  cranfield sample my.run --by score --strata 0.5=all,0=10% --scores minmax
  cranfield sample runs/ --estimate sample.txt --scores minmax --top 2
"""


@click.command("sample", epilog=EXAMPLES)
@click.argument("runs", metavar="RUN...", nargs=-1, required=True)
@click.option(
    "--strata",
    metavar="BORDER=MANY,...",
    help="Parts of each topic, and how many of their documents to judge: 10=all,100=10%,rest=5 judges all that a run has "
    "among its first 10, a tenth of the others down to rank 100, and 5 of those that no run retrieved.",
)
@click.option(
    "--by",
    type=Choice(["rank", "score"]),
    default="rank",
    show_default=True,
    help="What the borders are: the best rank in any run, or the greatest score from 0 to 1 in any run.",
)
@scores_option("With --by score, and for ADM:")
@click.option(
    "--collection",
    metavar="FILE",
    help="The ids of all documents, one a line: for the stratum `rest`.",
)
@click.option("--judged", metavar="QRELS", help="What is judged here is left out of the list.")
@click.option(
    "--frame",
    is_flag=True,
    help="Write judgements instead: every document with its stratum in the second column, and its grade in --judged; -1 "
    "for what was not drawn.",
)
@click.option(
    "--estimate",
    metavar="SAMPLE",
    help="Show instead what the sample tells of the runs: SAMPLE was written with --frame. With --scores, ADM, too.",
)
@click.option(
    "--top",
    type=float,
    metavar="GRADE",
    help="With --estimate, for ADM: the grade that means fully relevant.  [default: 1]",
)
@click.option(
    "--rel",
    type=float,
    default=1,
    show_default=True,
    metavar="GRADE",
    help="What is relevant: this grade and more.",
)
@order_options
@list_options(TREC, default="csv; for --frame trec, for --estimate table")
def command(
    runs: tuple[str, ...],
    *,
    strata: str | None,
    by: str,
    scores: Any,
    collection: str | None,
    judged: str | None,
    frame: bool,
    estimate: str | None,
    top: float | None,
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
    """Draw a sample of documents to judge, or estimate from one.

    Writes a list of topics and documents to judge. The lot hangs on --seed alone: the same command draws the same sample
    again, and with --judged and --frame makes the judgements of it. A RUN may be a file, a folder or a pattern.
    """
    from cranfield.collect import draw, read_rankings

    _check(strata, estimate, by, output_format, frame=frame)
    named = named_files(runs, estimate, judged)
    otherwise = "table" if estimate else TREC if frame else "csv"
    shown_as = chosen_format(output_format, output, otherwise=otherwise)
    reading: dict[str, Any] = {"format": input_format, "comments": comments, "duplicates": duplicates}
    inputs = [*named.values(), *filter(None, [judged, estimate, collection])]
    with Output(output, inputs=inputs) as place:
        if estimate is not None:
            write_list(place, _estimates(estimate, named, scores, top or 1, rel, **reading), shown_as)
            return
        known = read_judgements(judged, comments, duplicates)
        ranked = read_rankings(named, threads=threads, **reading)
        sample = draw(_divided(ranked, strata or "", by, scores, collection), seed=seed)
        write_list(
            place, _frame_of(sample, known) if frame else _list_of(sample, known, order, seed), shown_as
        )
    tell(fitted(_summary(sample, known)))


def _check(
    strata: str | None, estimate: str | None, by: str, output_format: str | None, *, frame: bool
) -> None:
    """Refuse, before any run is read, what cannot be done."""
    if output_format == TREC and not frame:
        refuse_typed("without --frame: a list has no grades", "output_format")
    if estimate is not None:
        refuse_typed("with --estimate", "strata", "by", "collection", "judged", "frame", "order", "seed")
        return
    refuse_typed("without --estimate", "top", "rel")
    if by == "rank":
        refuse_typed("without --by score or --estimate", "scores")
    if strata is None:
        raise UsageError(
            "which documents are to be judged, and how many of them?",
            slug="bad-strata",
            hint="--strata 10=all,100=10%",
        )


def _divided(ranked: Any, written: str, by: str, scores: Any, collection: str | None) -> Sample:
    from cranfield.collect import by_rank, by_score, parse_strata, with_rest

    strata = parse_strata(written)
    wanted = strata[-1].border is None
    if wanted != (collection is not None):
        raise UsageError(
            "the stratum `rest` and the list of all documents belong together",
            slug="bad-strata",
            hint="--strata 10=all,rest=1% --collection ids.txt",
        )
    sample = by_rank(ranked, strata) if by == "rank" else by_score(ranked, strata, scores or "as-is")
    return sample if collection is None else with_rest(sample, _ids(collection))


def _ids(path: str) -> list[bytes]:
    from cranfield.read.source import open_source

    return [line.split()[0] for line in open_source(path).read().splitlines() if line.strip()]


def _frame_of(sample: Sample, known: Qrels | None) -> Table:
    from cranfield.report.table import Table

    return Table(("topic", "stratum", "document", "grade"), tuple(sample.rows(known)), labels=3)


def _list_of(sample: Sample, known: Qrels | None, order: str, seed: int) -> Table:
    from cranfield.collect import Pool

    rows = sample.drawn.nonzero()[0]
    drawn = Pool(sample.topics, sample.docs, sample.topic[rows], sample.doc[rows], sample.weight[rows])
    return list_to_judge(drawn, known, order, seed)


def _summary(sample: Sample, known: Qrels | None) -> str:
    import numpy as np

    parts = []
    for number, stratum in enumerate(sample.strata):
        member = sample.stratum == number
        parts.append(f"{int((sample.drawn & member).sum()):,} of {int(member.sum()):,} in `{stratum.name}`")
    drawn, topics = int(sample.drawn.sum()), count(len(np.unique(sample.topic)), "topic")
    told = f"drawn: {drawn:,} of {count(len(sample), 'document')} of {topics}: {', '.join(parts)}"
    if known is None:
        return told
    judged = sum(grade >= 0 for *_, grade in sample.rows(known))
    return f"{told}; {judged:,} judged already, {drawn - judged:,} to judge"


def _estimates(
    path: str, named: Mapping[str, str], scores: str | None, top: float, rel: float, **reading: Any
) -> Table:
    from cranfield.collect import judged_runs
    from cranfield.read import read_qrels
    from cranfield.report.collected import estimate_table

    qrels = read_qrels(path, aspects=True, comments=reading["comments"], duplicates=reading["duplicates"])
    judged = judged_runs(qrels, named, **reading)
    return estimate_table(judged, qrels, scores=scores, top=top, rel=rel)
