"""`cranfield check`: everything that is wrong with judgements and runs, before anybody trusts a number."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, TextIO

import click

from cranfield.cli.arguments import runs_named
from cranfield.cli.defaults import config_options
from cranfield.cli.kinds import Choice
from cranfield.cli.messages import tell
from cranfield.cli.options import INPUT_FORMATS, one_standard_input
from cranfield.cli.output import Content, Output
from cranfield.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cranfield.check import Report
    from cranfield.check.finding import Role
    from cranfield.check.fixing import Write
    from cranfield.check.mending import Keep

SHOWN = 5
FORMATS = ("table", "csv", "json")
EXAMPLES = """\
\b
Examples:
  cranfield check qrels.txt bm25.run
  cranfield check qrels.txt runs/ -q
  cranfield check qrels.txt bm25.run --fix mended/
  cranfield check qrels.txt bm25.run --fix mended/ --duplicates first
  cranfield check qrels.txt bm25.run --all --format json -o findings.json
"""


@click.command("check", epilog=EXAMPLES)
@click.argument("qrels", metavar="QRELS")
@click.argument("runs", metavar="[RUN]...", nargs=-1)
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help=f"Tell every finding, not the first {SHOWN} of each kind in a file.",
)
@click.option("-q", "--quiet", is_flag=True, help="Tell only how many findings of which kind there are.")
@click.option("--strict", is_flag=True, help="Exit with 1 for notes, too, not only for errors and warnings.")
@click.option(
    "--fix",
    metavar="OUT",
    help="Write mended copies into this folder (or file, for a single input), and check those. Inputs are never changed.",
)
@click.option(
    "--duplicates",
    type=Choice(["error", "first", "last"]),
    default="error",
    show_default=True,
    help="With --fix: of a document twice in a topic, keep the first line, or the last; or do not mend the file.",
)
@click.option(
    "--format",
    "output_format",
    type=Choice(FORMATS),
    help="table to read; csv and json for programs.  [default: by the ending of -o, else table]",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Write here instead of standard output; the file is there whole or not at all.",
)
@click.option(
    "--input-format",
    type=Choice(INPUT_FORMATS),
    metavar="NAME",
    help=f"Format of the runs, where name and first lines mislead: {', '.join(INPUT_FORMATS)}.",
)
@click.option(
    "--comments", metavar="CHAR", help="Skip lines that begin with this; no line is skipped unasked."
)
@config_options
def command(
    qrels: str,
    runs: tuple[str, ...],
    *,
    everything: bool,
    quiet: bool,
    strict: bool,
    fix: str | None,
    duplicates: Keep,
    output_format: str | None,
    output: str | None,
    input_format: str | None,
    comments: str | None,
) -> int:
    """Find everything that is wrong with judgements and runs.

    Every finding has its line. Errors are what cannot be evaluated, or not rightly; warnings are what is suspicious; notes
    are harmless here. Exits with 1 when there is an error or a warning. A RUN may be a file, a folder or a pattern. Without
    judgements, runs are checked by themselves.
    """
    from cranfield.cli import FINDINGS, FINE

    one_standard_input([qrels, *runs])
    shown_as = output_format or _format_by_ending(output)
    roles = _roles(qrels, runs)
    shown = None if everything else SHOWN
    with Output(output, inputs=roles) as place:
        report = _report(roles, fix, duplicates, shown, format=input_format, comments=comments)
        place.write(lambda stream: _write(report, shown_as, quiet, stream), _content(shown_as))
    return FINE if report.clean(strict=strict) else FINDINGS


def _roles(qrels: str, runs: tuple[str, ...]) -> dict[str, Role]:
    """Tell judgements from runs; where all that was named are runs, they are checked by themselves."""
    if os.path.isdir(qrels) or _only_runs([qrels, *runs]):  # noqa: PTH112
        tell("no judgements were named: runs are checked by themselves")
        return dict.fromkeys(runs_named((qrels, *runs)), "run")
    roles: dict[str, Role] = dict.fromkeys(runs_named(runs, qrels), "run") if runs else {}
    if qrels in roles:
        raise UsageError(f"{qrels}: is named as judgements and as a run", slug="swapped")
    return {qrels: "qrels", **roles}


def _only_runs(names: list[str]) -> bool:
    """Tell whether each is a file that looks like a run, as `check runs/*` gives; judgements come first otherwise."""
    from cranfield.check.opening import looks_like_run

    return all(name != "-" and os.path.isfile(name) and looks_like_run(name) for name in names)  # noqa: PTH113


def _report(
    roles: dict[str, Role],
    fix: str | None,
    duplicates: Keep,
    shown: int | None,
    *,
    format: str | None,
    comments: str | None,
) -> Report:
    from cranfield.check import check_files
    from cranfield.cli.progress import RunProgress

    mended, names = [], {path: path for path in roles}
    if fix is not None:
        from cranfield.check.fixing import copies, mend_files
        from cranfield.check.opening import Settings

        places = copies(list(roles), fix)
        if len(roles) > 1 or fix.endswith("/"):
            Path(fix).mkdir(exist_ok=True, parents=True)
        mended = mend_files(places, roles, Settings(format, comments), duplicates, _writer(roles))
        names |= {file.file: file.written for file in mended if file.written}
    qrels = next((names[path] for path, role in roles.items() if role == "qrels"), None)
    runs = [names[path] for path, role in roles.items() if role == "run"]
    with RunProgress(len(runs)) as progress:
        report = check_files(qrels, runs, format=format, comments=comments, shown=shown, progress=progress)
    report.mended = mended
    return report


def _writer(inputs: Iterable[str]) -> Write:
    def write(path: str, blocks: Iterable[bytes]) -> None:
        with Output(path, inputs=inputs) as place:
            texts = (block.decode("utf-8", "surrogateescape") for block in blocks)
            place.write(lambda stream: stream.writelines(texts), "data")

    return write


def _format_by_ending(output: str | None) -> str:
    ending = PurePath(output or "").suffix.lower().removeprefix(".")
    return ending if ending in FORMATS else "table"


def _content(shown_as: str) -> Content:
    return "table" if shown_as == "table" else "data"


def _write(report: Report, shown_as: str, brief: bool, stream: TextIO) -> None:
    from cranfield.check import showing

    if shown_as == "json":
        showing.write_json(report, stream)
    elif shown_as == "csv":
        showing.write_csv(report, stream)
    else:
        stream.write(showing.as_text(report, brief=brief, width=_width()))


def _width() -> int:
    """Return the width of the terminal; of what is no terminal, the usual."""
    if sys.stdout.isatty() or "COLUMNS" in os.environ:
        return max(shutil.get_terminal_size((80, 24)).columns, 40)
    return 80
