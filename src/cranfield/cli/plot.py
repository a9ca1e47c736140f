"""`cranfield plot`: one figure from judgements and runs, or from scores."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.arguments import runs_named
from cranfield.cli.defaults import config_options
from cranfield.cli.kinds import Choice, Command
from cranfield.cli.options import (
    import_option,
    names_option,
    navigation_option,
    one_standard_input,
    policy_options,
    reading_options,
    text_options,
)
from cranfield.cli.output import Output
from cranfield.errors import MissingPackageError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.report.plots.plot import Plot
    from cranfield.report.plots.register import Kind

# What `report.plots.plot` knows again, because help must not wait for it; a test holds them together.
FORMATS = ("svg", "png", "pdf", "html", "json")
EXAMPLES = """\
\b
Examples:
  cranfield plot --list
  cranfield plot intervals qrels.txt runs/ -m "AP nDCG@10" -o intervals.svg
  cranfield plot differences qrels.txt bm25.run dense.run -m AP -o gains.png
  cranfield plot bump scores.csv --set highlight=bm25,dense -o bump.html
  cranfield plot strips qrels.txt runs/ --set topic=301 --set k=30 -o strips.pdf
  cranfield plot steps --set ranks=1,98,99,100 --set n=4 --set k=100 -o steps.svg
"""


@click.command("plot", cls=Command, epilog=EXAMPLES)
@click.argument("name", metavar="NAME", required=False)
@click.argument("inputs", metavar="[QRELS RUN... | SCORES]", nargs=-1)
@click.option("--list", "listed", is_flag=True, help="List all plots, and what can be set for each.")
@click.option(
    "-m",
    "--measure",
    "measures",
    multiple=True,
    metavar="NAMES",
    help="Measures, separated by blanks; may be repeated.  [default: depends on the plot; all of saved scores]",
)
@import_option
@click.option(
    "--set",
    "chosen",
    multiple=True,
    metavar="NAME=VALUE",
    help="What the plot lets one choose, such as topic=301, k=50 or highlight=bm25,dense; may be repeated.",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Write here; the ending says the format: .svg .png .pdf .html .json",
)
@click.option(
    "--format", "output_format", type=Choice(FORMATS), metavar="NAME", help=f"One of {', '.join(FORMATS)}."
)
@click.option("--dark", is_flag=True, help="Light on dark, for slides.")
@click.option(
    "--width", type=int, metavar="POINTS", help="How wide the plot is, without its axes.  [default: 420]"
)
@click.option("--scale", type=float, default=2.0, show_default=True, help="Pixels a point, of a png.")
@policy_options
@reading_options
@text_options
@navigation_option
@names_option
@config_options
def command(  # noqa: PLR0917  (the arguments of the command line)
    name: str | None,
    inputs: tuple[str, ...],
    measures: tuple[str, ...],
    chosen: tuple[str, ...],
    output: str | None,
    output_format: str | None,
    width: int | None,
    scale: float,
    names: str,
    input_format: str | None,
    *,
    listed: bool,
    dark: bool,
    **settings: Any,
) -> None:
    """Draw one figure: NAME is one of those that --list shows.

    It takes judgements and runs, or a file of SCORES by topic; a few need neither. docs/gallery shows all of them.
    """
    if listed:
        click.echo(_list(), nl=False)
        return
    if name is None:
        raise UsageError("no plot is named", slug="bad-plot", hint="cranfield plot --list shows all")
    from cranfield.report.plots.plot import format_of
    from cranfield.report.plots.register import find
    from cranfield.report.plots.typed import choices

    kind = find(name)
    told = choices(kind, chosen)
    shown_as = output_format or (None if output is None else format_of(output))
    if shown_as is None:
        raise UsageError(
            "a plot goes into a file",
            slug="bad-plot",
            hint=f"-o {name}.svg; or --format svg, to standard output",
        )
    if find_spec("altair") is None:
        raise MissingPackageError("drawing a plot", "altair", "report")
    settings |= {"format": input_format, "measures": measures, "names": names}
    with Output(output, inputs=inputs) as place:
        plot = _made(kind, inputs, told, settings)
        made = plot.rendered(shown_as, dark=dark, width=width, scale=scale)
        place.write(lambda stream: _write(stream, made), "data")


def _write(stream: Any, made: bytes) -> None:
    stream.flush()
    stream.buffer.write(made)


def _made(kind: Kind, inputs: Sequence[str], told: dict[str, Any], settings: dict[str, Any]) -> Plot:
    measures = " ".join(settings.pop("measures"))
    names = settings.pop("names")
    if not inputs:
        return _without_input(kind, told)
    if kind.takes == "facts":
        raise UsageError(
            f"{kind.name} is drawn without judgements and runs", slug="bad-plot", hint=_settable(kind)
        )
    if kind.takes == "scores":
        from cranfield.cli.scores import scores_given

        asked = measures or kind.measures or ""
        return kind(scores_given(inputs, asked, names, asked=bool(measures), **settings), **told)
    return kind(*_runs(kind, inputs, names, settings), **told, **_measures(kind, measures), **settings)


def _without_input(kind: Kind, told: dict[str, Any]) -> Plot:
    from inspect import Parameter

    positional = [
        each
        for each in kind.parameters
        if each.kind is Parameter.POSITIONAL_OR_KEYWORD and each.default is Parameter.empty
    ]
    if positional:
        raise UsageError(
            f"{kind.name} needs judgements and runs{', or scores' if kind.takes == 'scores' else ''}",
            slug="no-run",
            hint=f"cranfield plot {kind.name} qrels.txt runs/ -o {kind.name}.svg",
        )
    return kind(**told)


def _runs(kind: Kind, inputs: Sequence[str], names: str, settings: dict[str, Any]) -> tuple[str, Any]:
    from cranfield.measure.naming import Named, tagged

    qrels, *runs = inputs
    if not runs:
        raise UsageError(
            f"{qrels}: no run is named beside it",
            slug="no-run",
            hint=f"{kind.name} looks at rankings, and so takes judgements and runs",
        )
    one_standard_input(inputs)
    files = runs_named(runs, qrels)
    return qrels, tagged(files, settings["comments"]) if names == "tag" else [
        Named(None, file) for file in files
    ]


def _measures(kind: Kind, measures: str) -> dict[str, str]:
    if not measures:
        return {}
    if "measures" not in kind.settings:
        raise UsageError(
            f"{kind.name} shows no measures that could be chosen", slug="options-clash", hint="leave out -m"
        )
    return {"measures": measures}


def _settable(kind: Kind) -> str | None:
    names = ", ".join(kind.typed)
    return f"--set takes: {names}" if names else None


def _list() -> str:
    from textwrap import wrap

    from cranfield.report.plots.register import NAMES, find

    lines: list[str] = []
    for name in NAMES:
        kind = find(name)
        lines += wrap(f"{name:18}{kind.summary}", 80, subsequent_indent=" " * 18)
        if kind.typed:
            lines += wrap(f"{'':18}--set {' '.join(kind.typed)}", 80, subsequent_indent=" " * 24)
    return "\n".join(lines) + "\n"
