"""`cranfield gate`: exit with 1 when a run is worse than the baseline by more than is allowed."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, TextIO

import click

from cranfield.cli.defaults import config_options
from cranfield.cli.kinds import Choice
from cranfield.cli.messages import tell
from cranfield.cli.options import import_option, one_standard_input, policy_options, reading_options
from cranfield.cli.output import Content, Output
from cranfield.errors import UsageError

if TYPE_CHECKING:
    from cranfield.compare.allowed import Limit
    from cranfield.compare.gate import Gate
    from cranfield.model import Scores

MEASURE = "nDCG@10"
FORMATS = ("table", "json", "github", "junit")
EXAMPLES = """\
\b
Examples:
  cranfield gate qrels.txt old.run new.run
  cranfield gate qrels.txt old.run new.run -m "nDCG@10 R@1000" --max-drop 0.01
  cranfield gate qrels.txt old.run new.run --max-drop 2% --alpha 0.05
  cranfield eval qrels.txt old.run -m nDCG@10 --per-topic -o old.json
  cranfield gate qrels.txt old.json new.run --format github --junit gate.xml
"""


@click.command("gate", epilog=EXAMPLES)
@click.argument("qrels", metavar="QRELS")
@click.argument("baseline", metavar="BASELINE")
@click.argument("runs", metavar="RUN...", nargs=-1, required=True)
@click.option(
    "-m",
    "--measure",
    "measures",
    multiple=True,
    metavar="NAMES",
    help=f"Measures, separated by blanks; may be repeated. Few are best: each more is one more chance to fail by "
    f"chance.  [default: {MEASURE}]",
)
@import_option
@click.option(
    "--max-drop",
    "drops",
    multiple=True,
    metavar="[NAME=]DROP",
    help="How much worse a mean may be: 0.01, or 2% of the baseline's. NAME=DROP is for one measure; may be repeated.  "
    "[default: 0]",
)
@click.option(
    "--alpha",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    metavar="P",
    help="Fail only if the drop is also significant at this level, such as 0.05 (one-sided paired randomisation test).  "
    "[default: its size alone decides]",
)
@click.option(
    "--format",
    "output_format",
    type=Choice(FORMATS),
    help="table to read; json for programs; github for annotations in GitHub Actions; junit for other CI servers.  "
    "[default: by the ending of -o (.json, .xml), else table]",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Write here instead of standard output; the file is there whole or not at all.",
)
@click.option("--junit", metavar="FILE", help="Also write a JUnit report here.")
@policy_options
@reading_options
@config_options
def command(
    qrels: str,
    baseline: str,
    runs: tuple[str, ...],
    measures: tuple[str, ...],
    drops: tuple[str, ...],
    *,
    alpha: float | None,
    output_format: str | None,
    output: str | None,
    junit: str | None,
    input_format: str | None,
    **settings: Any,
) -> int:
    """Fail when a run is worse than a baseline: for CI.

    Exits with 1 when a mean of any RUN is worse than BASELINE's by more than --max-drop; with --alpha, only if chance
    does not explain the drop. BASELINE is a run, or its scores saved by `cranfield eval --per-topic --format json`. A RUN
    may be a file, a folder or a pattern.
    """
    from cranfield.cli import FINDINGS, FINE
    from cranfield.cli.arguments import runs_named
    from cranfield.compare.gate import gate

    one_standard_input([qrels, baseline, *runs])
    if junit is not None and junit == output:
        raise UsageError(
            f"-o and --junit both name {junit}", slug="options-clash", hint="give each a file of its own"
        )
    named = _beside(baseline, runs_named(runs, qrels))
    inputs = [qrels, baseline, *named]
    with ExitStack() as places:
        place = places.enter_context(Output(output, inputs=inputs))
        junit_place = places.enter_context(Output(junit, inputs=inputs)) if junit is not None else None
        names = " ".join(measures) if measures else MEASURE
        limits = _limits(drops, names)
        scores = _scores(qrels, baseline, named, names, format=input_format, **settings)
        decided = gate(scores, scores.runs[0], limits=limits, alpha=alpha, seed=settings["seed"])
        _write(place, decided, scores, output_format or _format_by_ending(output))
        if junit_place is not None:
            _write(junit_place, decided, scores, "junit")
    if output is not None:
        from cranfield.report.gate import summary

        tell(summary(decided))
    return FINE if decided.passes else FINDINGS


def _beside(baseline: str, runs: list[str]) -> list[str]:
    """Leave out the baseline, which may lie in the folder of the runs, unless it alone was named."""
    same = {
        run for run in runs if Path(run).exists() and Path(baseline).exists() and Path(run).samefile(baseline)
    }
    return [run for run in runs if run not in same] or runs


def _scores(qrels: str, baseline: str, runs: list[str], measures: str, **settings: Any) -> Scores:
    """Return the scores of all runs, the baseline's first."""
    from cranfield.cli.progress import RunProgress
    from cranfield.compare.saved import joined, load_saved
    from cranfield.measure import evaluate
    from cranfield.read.scores import holds_scores

    saved = load_saved(baseline) if holds_scores(baseline) else None
    evaluated = runs if saved else [baseline, *runs]
    with RunProgress(len(evaluated)) as progress:
        scores = evaluate(qrels, evaluated, measures, progress=progress, **settings)
    return joined(saved, scores) if saved else scores


def _limits(drops: tuple[str, ...], measures: str) -> dict[str, Limit]:
    """Read what --max-drop says; refuse, before the long work, what cannot be decided afterwards."""
    from cranfield.compare.allowed import Limit, direction, limits_of
    from cranfield.measure.names import parse

    otherwise, limits = Limit(0.0), dict[str, Limit]()
    for written in drops:
        measure, given, drop = written.rpartition("=")  # a name may have one, too: P(rel=2)@5=0.01
        if given:
            limits[measure] = Limit.of(drop)
        else:
            otherwise = Limit.of(drop)
    names = [bound.name for bound in parse(measures)]
    for name in names:
        direction(name)
    return limits_of(names, otherwise, limits)


def _format_by_ending(output: str | None) -> str:
    return {".json": "json", ".xml": "junit"}.get(PurePath(output or "").suffix.lower(), "table")


def _write(place: Output, gate: Gate, scores: Scores, shown_as: str) -> None:
    content: Content = "table" if shown_as == "table" else "data"
    place.write(lambda stream: _report(gate, scores, shown_as, stream), content)
    if shown_as == "github" and (page := os.environ.get("GITHUB_STEP_SUMMARY")):
        from cranfield.report.annotations import write_summary

        with Path(page).open("a", encoding="utf-8") as stream:
            write_summary(gate, scores, stream)


def _report(gate: Gate, scores: Scores, shown_as: str, stream: TextIO) -> None:
    if shown_as == "json":
        from cranfield.report.gate import write_gate_json

        write_gate_json(gate, scores, stream)
    elif shown_as == "junit":
        from cranfield.report.junit import write_junit

        write_junit(gate, stream)
    elif shown_as == "github":
        from cranfield.report.annotations import write_annotations

        write_annotations(gate, stream)
    else:
        from cranfield.report.gate import check_table, fall_table
        from cranfield.report.terminal import show

        if fallen := fall_table(gate):
            show(fallen, stream)
            stream.write("\n")
        show(check_table(gate, scores), stream)
