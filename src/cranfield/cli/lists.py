"""What the commands that collect judgements share: which runs, and where a list of documents goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import click
from click.core import ParameterSource

from cranfield.cli.arguments import runs_named
from cranfield.cli.defaults import config_options
from cranfield.cli.formats import FORMATS, content_of, format_by_ending, write_tables
from cranfield.cli.kinds import Choice
from cranfield.cli.options import import_option, one_standard_input, reading_options
from cranfield.cli.output import Output
from cranfield.errors import UsageError

if TYPE_CHECKING:
    from cranfield.collect import Pool
    from cranfield.model import Qrels
    from cranfield.report.table import Table

F = TypeVar("F", bound=Callable[..., Any])

TREC = "trec"


def list_options(*extra: str, default: str) -> Callable[[F], F]:
    """Add --format, with formats besides the usual ones, -o, --duplicates, how inputs are read, and --config."""

    def add(command: F) -> F:
        formats = (*extra, *FORMATS)
        options = [
            click.option(
                "--format",
                "output_format",
                type=Choice(formats),
                metavar="NAME",
                help=f"{', '.join(formats)}.  [default: by the ending of -o, such as .json, else {default}]",
            ),
            click.option(
                "-o",
                "--output",
                metavar="FILE",
                help="Write here instead of standard output; the file is there whole or not at all.",
            ),
            click.option(
                "--duplicates",
                type=Choice(["error", "first", "last"]),
                default="error",
                show_default=True,
                help="A document twice in a topic: a fault that stops, or one of its lines counts.",
            ),
            reading_options,
            config_options,
        ]
        for option in reversed(options):
            command = option(command)
        return command

    return add


def scores_option(purpose: str) -> Callable[[F], F]:
    """Add --scores."""

    def add(command: F) -> F:
        return click.option(
            "--scores",
            type=Choice(["as-is", "minmax", "max", "rank", "sigmoid"]),
            help=f"{purpose} how scores become numbers from 0 to 1: they are already, or by the least and greatest of the "
            "topic, the greatest, the rank, or 1/(1+e^-score).",
        )(command)

    return add


def seed_option(command: F) -> F:
    """Add --seed."""
    return click.option(
        "--seed",
        type=click.IntRange(min=0),
        default=0,
        show_default=True,
        metavar="N",
        help="Where chance has a part, it begins here.",
    )(command)


def order_options(command: F) -> F:
    """Add --order and --seed: an assessor must not see what was ranked high."""
    order = click.option(
        "--order",
        type=Choice(["shuffled", "id"]),
        default="shuffled",
        show_default=True,
        help="Order of the documents in the list; neither tells assessors what was ranked high.",
    )
    return order(seed_option(command))


def named_files(runs: Sequence[str], *judgements: str | None) -> dict[str, str]:
    """Return the runs by name: files, folders, patterns, standard input."""
    from cranfield.measure.naming import distinct
    from cranfield.read.source import bare_name

    files = [name for name in dict.fromkeys(judgements) if name is not None]
    one_standard_input([*files, *runs])
    paths = runs_named(runs, files[0] if files else "")
    names = distinct([("stdin", None) if path == "-" else (bare_name(path), path) for path in paths])
    return dict(zip(names, paths, strict=True))


def held(named: Mapping[str, str], **reading: Any) -> dict[str, Any]:
    """Read standard input now, where it is to be read twice."""
    from cranfield.read import read_run

    return {
        name: read_run(path, name=name, **reading) if path == "-" else path for name, path in named.items()
    }


def read_judgements(path: str | None, comments: str | None, duplicates: str) -> Qrels | None:
    """Read the judgements, if there are any."""
    if path is None:
        return None
    from cranfield.read import read_qrels

    return read_qrels(path, comments=comments, duplicates=duplicates)


def list_to_judge(chosen: Pool, known: Qrels | None, order: str, seed: int) -> Table:
    """List what nobody judged, in an order that tells nothing of ranks."""
    import numpy as np

    from cranfield.report.table import Table

    if known is not None:
        chosen = chosen.where(np.isnan(chosen.grades(known)))
    chosen = chosen.by_id() if order == "id" else chosen.shuffled(seed)
    return Table(("topic", "document"), chosen.pairs(), labels=2)


def measures_option(purpose: str, default: str) -> Callable[[F], F]:
    """Add -m for one purpose, and --import."""

    def add(command: F) -> F:
        option = click.option(
            "-m",
            "--measure",
            "measures",
            multiple=True,
            metavar="NAMES",
            help=f"{purpose}  [default: {default}]",
        )
        return option(import_option(command))

    return add


def refuse_typed(mode: str, *options: str) -> None:
    """Refuse options that mean nothing in this mode, if they were typed; from cranfield.toml they are let pass."""
    context = click.get_current_context()
    for option in context.command.params:
        name = option.name or ""
        if name in options and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise UsageError(
                f"{max(option.opts, key=len)} means nothing {mode}",
                slug="options-clash",
                hint="leave it out; --help says what it is for",
            )


def chosen_format(output_format: str | None, output: str | None, *, otherwise: str) -> str:
    """Return the format that was asked for, or that the name of the file tells."""
    by_ending = format_by_ending(output)
    return output_format or (otherwise if by_ending == "table" else by_ending)


def write_list(place: Output, table: Table, shown_as: str) -> None:
    """Write a table of any kind; as `trec` its columns are those of judgements."""
    if shown_as == TREC:
        place.write(lambda stream: _write_judgements(table.rows, stream), "data")
    else:
        place.write(lambda stream: write_tables([table], shown_as, stream), content_of(shown_as))


def _write_judgements(rows: Iterable[Sequence[Any]], stream: TextIO) -> None:
    for topic, second, document, grade in rows:
        for identifier in (topic, second, document):
            if len(identifier.split()) != 1:
                raise UsageError(
                    f"an id with blanks cannot stand in lines of judgements: `{identifier}`",
                    slug="blank-in-id",
                    hint="--format csv can hold it",
                )
        stream.write(f"{topic} {second} {document} {repr(float(grade)).removesuffix('.0')}\n")
