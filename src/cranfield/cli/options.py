"""The options that commands share: one name, one meaning, one help text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from cranfield.cli.formats import FORMATS
from cranfield.cli.importing import imported
from cranfield.cli.kinds import Choice, OptionalValue
from cranfield.cli.topics import Topics
from cranfield.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

F = TypeVar("F", bound="Callable[..., Any]")

DEFAULT_MEASURES = "AP nDCG@10 P@10 R@1000 RR Judged@10"

USUAL_CONFIDENCE = 95.0

# What `read` understands.
INPUT_FORMATS = ("trec", "inex", "ranking3", "ranking2", "csv", "tsv", "json", "jsonl", "parquet", "arrow")

# What may become of an element that shows text again, as in `judge.passages.OVERLAPS`.
OVERLAPS = ("count", "drop", "error")

# The choices of `model.recipe.CHOICES` again, because help must not wait for numpy; a test holds them together.
POLICIES: dict[str, tuple[tuple[str, ...], str]] = {
    "topics": (
        ("judged", "common"),
        "All judged topics, so that no run gains by answering fewer; or those it answers (trec_eval's way); or a list.",
    ),
    "no_relevant": (
        ("skip", "zero"),
        "Topics without relevant documents cannot tell runs apart: left out, or 0.",
    ),
    "ties": (
        ("docid", "docid-ascending", "input", "rank", "expected", "best", "worst"),
        "Equal scores: by id downwards or upwards, by place in the file, by rank column; or all orders: mean, best, worst.",
    ),
    "unjudged": (
        ("nonrelevant", "condense", "relevant"),
        "Unjudged documents: not relevant; dropped, and the others move up; or relevant, as good as the best judged.",
    ),
    "duplicates": (
        ("error", "first", "last"),
        "A document twice in a topic: a fault that stops, or one of its lines counts.",
    ),
    "precision": (
        ("double", "single"),
        "Compare scores in full, or as 32-bit floats, which ties more of them (trec_eval 9's way).",
    ),
}


def measure_option(command: F) -> F:
    """Add -m, --judged, and where measures of one's own come from."""
    measures = click.option(
        "-m",
        "--measure",
        "measures",
        multiple=True,
        metavar="NAMES",
        help="Measures, separated by blanks; may be repeated. `cranfield measures` lists them, and the groups that stand "
        f"for several: `recall`, `web`, `official`, ...  [default: {DEFAULT_MEASURES}]",
    )
    judged = click.option(
        "--judged",
        cls=OptionalValue,
        alone="10",
        type=click.IntRange(min=1),
        metavar="[=K]",
        help="Also show what share of the first 10 (or K) documents anybody judged: the measure Judged@K.",
    )
    return _all([measures, judged, import_option], command)


def import_option(command: F) -> F:
    """Add --import."""
    return click.option(
        "--import",
        "modules",
        multiple=True,
        metavar="MODULE",
        callback=lambda _context, _option, names: imported(names),
        expose_value=False,
        is_eager=True,
        help="Import this first: a module, or a file such as mine.py, with measures of your own. May be repeated.",
    )(command)


def policy_options(command: F) -> F:
    """Add the choices that can be argued about."""
    depth = click.option(
        "--depth",
        type=int,
        metavar="N",
        help="Cut every ranking at N, so that longer runs gain nothing.  [default: no cut]",
    )
    options = [
        click.option(
            f"--{name.replace('_', '-')}",
            name,
            type=Topics() if name == "topics" else Choice(choices),
            default=choices[0],
            show_default=True,
            help=text,
        )
        for name, (choices, text) in POLICIES.items()
    ]
    seed = click.option(
        "--seed",
        type=int,
        default=0,
        show_default=True,
        metavar="N",
        help="Where chance has a part, it begins here.",
    )
    return _all([*options, depth, seed], command)


def reading_options(command: F) -> F:
    """Add how inputs are read."""
    return _all(
        [
            click.option(
                "--input-format",
                type=Choice(INPUT_FORMATS),
                metavar="NAME",
                help=f"Format of the runs, where name and first lines mislead: {', '.join(INPUT_FORMATS)}.",
            ),
            click.option(
                "--comments",
                metavar="CHAR",
                help="Skip lines that begin with this; no line is skipped unasked.",
            ),
            click.option(
                "--threads",
                type=int,
                metavar="N",
                help="Threads for reading.  [default: all cores]",
            ),
        ],
        command,
    )


def text_options(command: F) -> F:
    """Add what runs of elements need, where passages were judged."""
    return _all(
        [
            click.option(
                "--xml",
                metavar="FOLDER",
                help="The XML documents, DOCUMENT.xml, of runs whose elements are given by path: for judgements of "
                "passages (INEX), and measures of text such as MAiP. See docs/inex.md.",
            ),
            click.option(
                "--overlap",
                type=Choice(OVERLAPS),
                default=OVERLAPS[0],
                show_default=True,
                help="An element that shows text again: read, but nothing new is found in it; dropped; or a fault.",
            ),
        ],
        command,
    )


def navigation_option(command: F) -> F:
    """Add --navigation."""
    return click.option(
        "--navigation",
        metavar="MODEL",
        help="How users walk on from what they find, for EPRUM: xml:FOLDER (up and down in documents), table:FILE, "
        "graph:FILE, distance:theta=0.01,xml=FOLDER, ... See docs/navigation.md.  [default: nobody walks]",
    )(command)


def view_options(command: F) -> F:
    """Add what is to be looked at."""
    return _all(
        [
            click.option(
                "--per-topic",
                is_flag=True,
                help="Also give the value of every topic: means hide where runs differ.",
            ),
            click.option(
                "--ties-report",
                is_flag=True,
                help="Show instead how far each number hangs on the order of tied documents.",
            ),
            click.option(
                "--bounds",
                is_flag=True,
                help="Show instead each number with all unjudged documents not relevant, and with all relevant.",
            ),
        ],
        command,
    )


def output_options(command: F) -> F:
    """Add what comes out, and where."""
    return _all(
        [
            click.option(
                "--format",
                "output_format",
                type=Choice(FORMATS),
                metavar="NAME",
                help=f"{', '.join(FORMATS)}. csv, tsv, json and jsonl keep all digits.  "
                "[default: by the ending of -o, such as .md or .tex, else table]",
            ),
            click.option(
                "--sort",
                default="input",
                show_default=True,
                metavar="MEASURE",
                help="Order of the runs: best first by this measure; or name; or input, as they were named.",
            ),
            click.option(
                "-o",
                "--output",
                metavar="FILE",
                help="Write here instead of standard output; the file is there whole or not at all.",
            ),
            click.option(
                "--recipe",
                is_flag=True,
                help="Also say how the numbers were made (json always does): under the table, else on standard error.",
            ),
        ],
        command,
    )


def interval_options(command: F) -> F:
    """Add how sure the numbers are."""
    return _all(
        [
            click.option(
                "--intervals",
                type=Choice(["t", "bootstrap", "none"]),
                help="How sure each number is, had the topics been others: by Student's t, or by a bootstrap (--seed). "
                "csv and tsv get columns lower and upper.  [default: t; none in csv and tsv]",
            ),
            click.option(
                "--confidence",
                type=float,
                default=USUAL_CONFIDENCE,
                show_default=True,
                metavar="PERCENT",
                callback=_percentage,
                help="How sure the intervals are.",
            ),
        ],
        command,
    )


def _percentage(_context: click.Context, _option: click.Parameter, typed: float) -> float:
    if typed == USUAL_CONFIDENCE:
        return typed
    from cranfield.compare.intervals import require_percentage

    return require_percentage(typed)


def names_option(command: F) -> F:
    """Add --names."""
    return click.option(
        "--names",
        type=Choice(["file", "tag"]),
        default="file",
        show_default=True,
        help="What a run is called: as its file, or by the tag in it (the last column of the TREC format).",
    )(command)


def measure_names(measures: Collection[str], judged: int | None = None) -> str:
    """Join what the -m options said; one that says nothing is not one that was left out."""
    names = " ".join(measures) if measures else DEFAULT_MEASURES
    return names if judged is None else f"{names} Judged@{judged}"


def one_standard_input(paths: Iterable[str]) -> None:
    """Refuse to read standard input twice."""
    if sum(path == "-" for path in paths) > 1:
        raise UsageError(
            "standard input can be only one of the inputs",
            slug="two-standard-inputs",
            hint="name files for the others; in bash, <(zcat run.gz) is one",
        )


def _all(options: list[Callable[[F], F]], command: F) -> F:
    for option in reversed(options):
        command = option(command)
    return command
