"""`cranfield relevance`: judgements from 0 to 1 made of judges, orders, preferences, or the systems themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.judges import Judgement, judges_of, scales_of, told_of
from cranfield.cli.kinds import Choice
from cranfield.cli.lists import (
    TREC,
    chosen_format,
    held,
    list_options,
    measures_option,
    named_files,
    refuse_typed,
    scores_option,
    write_list,
)
from cranfield.cli.messages import fitted, tell
from cranfield.cli.options import one_standard_input
from cranfield.cli.output import Output
from cranfield.errors import count

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.collect import Preference
    from cranfield.report.table import Table

Told = tuple[Judgement, str]

SOURCES = ("judges", "orders", "preferences", "scores", "votes")
EXAMPLES = """\
\b
Examples:
  cranfield relevance ann.txt bob.txt --scale 4 -o ure.txt
  cranfield relevance ann.txt bob.txt --scale 4 --scale bob.txt=magnitudes
  cranfield relevance pairs.txt --from preferences --intransitive copeland
  cranfield relevance runs/ --from scores --scores minmax -o automatic.txt
  cranfield relevance runs/ --from scores --scores rank --against qrels.txt
  cranfield relevance runs/ --from votes --depth 100 --votes 5 -o pseudo.txt
"""
MEASURES = "AP nDCG@10"


@click.command("relevance", epilog=EXAMPLES)
@click.argument("sources", metavar="JUDGE...", nargs=-1, required=True)
@click.option(
    "--from",
    "origin",
    type=Choice(SOURCES),
    default="judges",
    show_default=True,
    help="What each JUDGE is: judgements on a scale; judgements of which only the order counts; preferences (lines of: topic "
    "first second, and > = or <); or a run, whose scores are averaged, or whose documents have a vote.",
)
@click.option(
    "--scale",
    multiple=True,
    metavar="[JUDGE=]SCALE",
    help="judges: unit (grades from 0 to 1), magnitudes (any numbers), or how many categories 0, 1, ... there are. For one "
    "judge: FILE=SCALE; may be repeated.  [default: unit]",
)
@click.option(
    "--assessors",
    is_flag=True,
    help="judges, orders: the second column names the judge, so a file may hold several.",
)
@click.option(
    "--intransitive",
    type=Choice(["error", "copeland"]),
    help="orders, preferences: if they contradict each other, stop, or order documents by wins less losses.  "
    "[default: error]",
)
@click.option(
    "--spacing",
    type=Choice(["uniform", "rank"]),
    help="orders, preferences: the steps between levels are even, or as wide as there are documents.  [default: uniform]",
)
@scores_option("scores:")
@click.option(
    "--leave-out", metavar="RUN", help="scores: do not ask this run, because it is to be evaluated."
)
@click.option(
    "--against",
    metavar="QRELS",
    help="scores: show instead ADM of each run against the average of all, against that of all others, and how both agree "
    "with these judgements.",
)
@measures_option("With --against: the measures to compare with; may be repeated.", MEASURES)
@click.option(
    "--teams",
    metavar="FILE",
    help="With --against: leave out the whole team of each run. A csv file with the columns run and team.",
)
@click.option(
    "--depth",
    type=click.IntRange(min=1),
    metavar="N",
    help="scores, votes: the first N documents of each run.",
)
@click.option(
    "--votes",
    type=click.IntRange(min=1),
    metavar="N",
    help="votes: so many runs make a document relevant.  [default: half of them]",
)
@list_options(TREC, default="trec, which are judgements; for --against table")
def command(
    sources: tuple[str, ...],
    *,
    origin: str,
    output_format: str | None,
    output: str | None,
    duplicates: str,
    input_format: str | None,
    comments: str | None,
    threads: int | None,
    **asked: Any,
) -> None:
    """Make judgements of several judges, preferences, or the systems.

    Writes judgements with a relevance from 0 to 1, for measures such as ADM, and says on standard error what they are
    made of. A JUDGE is a file; of runs it may be a folder or a pattern.
    """
    _check(origin, output_format, against=asked["against"] is not None)
    shown_as = chosen_format(output_format, output, otherwise="table" if asked["against"] else TREC)
    of_runs = origin in ("scores", "votes")
    reading: dict[str, Any] = {"comments": comments, "duplicates": duplicates}
    runs = named_files(sources, asked["against"]) if of_runs else {}
    one_standard_input(sources)
    files = list(runs.values()) if of_runs else list(sources)
    with Output(output, inputs=[*files, *filter(None, [asked["against"], asked["teams"]])]) as place:
        if asked["against"]:
            write_list(
                place, _compared(runs, asked, format=input_format, threads=threads, **reading), shown_as
            )
            return
        if of_runs:
            found, told = _of_runs(origin, runs, asked, format=input_format, threads=threads, **reading)
        else:
            found, told = _of_people(origin, sources, asked, **reading)
        write_list(place, _judgements(found), shown_as)
    tell(fitted(told))


# The options that mean something for each origin.
_MEANT = {
    "judges": ("scale", "assessors"),
    "orders": ("assessors", "intransitive", "spacing"),
    "preferences": ("intransitive", "spacing"),
    "scores": ("scores", "leave_out", "against", "measures", "teams", "depth"),
    "votes": ("depth", "votes"),
}


def _check(origin: str, output_format: str | None, *, against: bool) -> None:
    """Refuse, before anything is read, what means nothing for this origin."""
    everything = {option for options in _MEANT.values() for option in options}
    refuse_typed(f"with --from {origin}", *everything.difference(_MEANT[origin]))
    if not against:
        refuse_typed("without --against", "measures", "teams")
        return
    refuse_typed("with --against", "leave_out")
    if output_format == TREC:
        refuse_typed("with --against: these are no judgements", "output_format")


def _judgements(found: Judgement) -> Table:
    from cranfield.report.table import Table

    rows = (
        (topic, "0", document, value)
        for topic, documents in sorted(found.items())
        for document, value in documents.items()
    )
    return Table(("topic", "iteration", "document", "grade"), tuple(rows), labels=3)


def _of_people(origin: str, sources: Sequence[str], asked: dict[str, Any], **reading: Any) -> Told:
    from cranfield.collect import average, continuous, preferences_in, read_preferences

    order: dict[str, Any] = {
        "intransitive": asked["intransitive"] or "error",
        "spacing": asked["spacing"] or "uniform",
    }
    if origin == "preferences":
        said: dict[str, list[Preference]] = {}
        for source in sources:
            for topic, preferences in read_preferences(source, comments=reading["comments"]).items():
                said.setdefault(topic, []).extend(preferences)
        found = continuous(said, **order)
        return found, f"{count(sum(map(len, said.values())), 'preference')} in {count(len(said), 'topic')}"
    judges = judges_of(sources, assessors=asked["assessors"], **reading)
    if origin == "orders":
        topics = sorted({topic for judge in judges.values() for topic in judge})
        pairs = {
            topic: [each for judge in judges.values() for each in preferences_in(judge.get(topic, {}))]
            for topic in topics
        }
        return continuous(pairs, **order), told_of(judges)
    return average(judges, scales_of(asked["scale"], list(judges))), told_of(judges)


def _of_runs(origin: str, runs: Mapping[str, str], asked: dict[str, Any], **reading: Any) -> Told:
    from cranfield.collect import average_scores, pseudo_judgements, read_rankings

    ranked = read_rankings(runs, depth=asked["depth"], **reading)
    topics = f"{count(len(runs), 'run')}, {count(len(ranked.topics), 'topic')}"
    if origin == "scores":
        found = average_scores(ranked, asked["scores"] or "as-is", leave_out=asked["leave_out"]).to_dict()
        return (
            found,
            f"{topics}, {count(sum(map(len, found.values())), 'document')} with the average of their scores",
        )
    least = asked["votes"] or (len(runs) + 1) // 2
    found = pseudo_judgements(ranked, least)
    relevant = sum(value > 0 for documents in found.values() for value in documents.values())
    return (
        found,
        f"{topics}; {relevant:,} of {count(sum(map(len, found.values())), 'document')} have {least:,} votes or more",
    )


def _compared(runs: Mapping[str, str], asked: dict[str, Any], **reading: Any) -> Table:
    import numpy as np

    from cranfield.cli.progress import RunProgress
    from cranfield.collect import automatic_adm, read_rankings, read_teams
    from cranfield.measure import evaluate
    from cranfield.report.collected import automatic_table

    threads = reading.pop("threads")
    given = held(runs, **reading)
    with RunProgress(len(runs)) as progress:
        names = " ".join(asked["measures"]) or MEASURES
        scores = evaluate(asked["against"], given, names, progress=progress, threads=threads, **reading)
    ranked = read_rankings(given, depth=asked["depth"], threads=threads, **reading)
    teams = None if asked["teams"] is None else read_teams(asked["teams"])
    found = automatic_adm(ranked, asked["scores"] or "as-is", teams=teams)
    real = {
        measure: np.array([scores.mean(run, measure) for run in scores.runs]) for measure in scores.measures
    }
    return automatic_table(ranked, found, real, in_teams=teams is not None)
