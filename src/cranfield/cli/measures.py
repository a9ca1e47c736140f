"""`cranfield measures`: the catalogue, or all about one measure."""

from __future__ import annotations

from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.fitting import WIDTH, fitted
from cranfield.cli.kinds import Choice
from cranfield.cli.options import import_option
from cranfield.cli.output import Output

if TYPE_CHECKING:
    from cranfield.measure.definition import Measure

EXAMPLES = """\
\b
Examples:
  cranfield measures
  cranfield measures nDCG
  cranfield measures ndcg_cut_10
  cranfield measures --format json
"""

_WIDEST_NAME = 16  # a longer one stands on a line of its own
_WIDEST_GROUP = 9


@click.command("measures", epilog=EXAMPLES)
@click.argument("name", required=False)
@click.option(
    "--format",
    "output_format",
    type=Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="table to read; json has all that is known, of all measures or of one.",
)
@import_option
def command(name: str | None, output_format: str) -> None:
    """List all measures, or explain one.

    NAME may be written in any way that -m takes; you get its formula, parameters, caveats and an example.
    """
    from cranfield.measure.register import registered

    asked = registered() if name is None else (_measure(name),)
    if output_format == "json":
        text = _json(asked, one=name is not None)
    else:
        text = catalogue(asked) if name is None else explanation(asked[0]) + _group_called(name)
    with Output(None) as place:
        place.write(lambda stream: print(text, file=stream), "data" if output_format == "json" else "table")


def _group_called(name: str) -> str:
    """Say so where the same word is a group of measures behind -m, as `recall` is."""
    from cranfield.measure.describe import groups

    about = groups().get(name)
    return "" if about is None else "\n\n" + "\n".join(wrap(f"But -m {name} is a group, {about}", WIDTH))


def _measure(name: str) -> Measure:
    """Take a measure's name as people write it: with or without a cut-off, in trec_eval's spelling too."""
    from cranfield.measure.register import find

    return find(name.partition("@")[0].partition("(")[0].strip())


def _json(measures: tuple[Measure, ...], *, one: bool) -> str:
    import json

    from cranfield.measure.describe import described

    told = [described(each) for each in measures]
    return json.dumps(told[0] if one else told, indent=2, ensure_ascii=False)


def catalogue(measures: tuple[Measure, ...]) -> str:
    """Return every measure with its first sentence, family by family."""
    from cranfield.measure.describe import groups, usage

    blocks = []
    for _, family in groupby(measures, key=lambda each: each.family):
        members = list(family)
        width = min(max(len(usage(each)) for each in members), _WIDEST_NAME)
        lines = wrap(members[0].family_summary, WIDTH)
        lines += [_entry(usage(each), each.summary, width) for each in members]
        blocks.append("\n".join(lines))
    several = [_entry(name, text, _WIDEST_GROUP) for name, text in groups().items()]
    blocks.append("\n".join(["Groups, named as measures are: -m web", *several]))
    return "\n\n".join([*blocks, f"{len(measures)} measures; `cranfield measures NAME` tells all about one"])


def _entry(name: str, summary: str, width: int) -> str:
    lines = wrap(summary, WIDTH - 4 - width)
    head = [f"  {name}"] if len(name) > width else []
    first = "" if head else name
    body = [f"  {first if number == 0 else '':{width}}  {line}" for number, line in enumerate(lines)]
    return "\n".join([*head, *body])


def explanation(measure: Measure) -> str:
    """Return all that is known about a measure."""
    from cranfield.measure.describe import described

    told = described(measure)
    parts = [told["usage"], *map(fitted, told["help"].split("\n\n"))]
    if told["parameters"]:
        parts.append(_section("Parameters", map(_parameter, told["parameters"])))
    parts.append(_section("What it looks at, and what it promises", [*told["facts"], told["ties"]]))
    others = [*told["aliases"], *(name.removesuffix("_*") for name in told["trec_eval"])]
    if others:
        parts.append("\n".join(wrap(f"Also called: {', '.join(others)}", WIDTH, subsequent_indent="  ")))
    if told["elsewhere"]:
        parts.append(
            _section("In other tools", (f"{tool}: {name}" for tool, name in told["elsewhere"].items()))
        )
    if told["differs"]:
        parts.append(
            _section("Where they differ", (f"{tool}: {how}" for tool, how in told["differs"].items()))
        )
    if told["source"]:
        parts.append("\n".join(wrap(f"Source: {told['source']}", WIDTH, subsequent_indent="  ")))
    if told["imports"]:
        parts.append("\n".join(["To run the examples, first:", *map(_import, told["imports"])]))
    return "\n\n".join(parts)


def _section(title: str, entries: Any) -> str:
    lines = [line for entry in entries for line in wrap(entry, WIDTH - 2, subsequent_indent="  ")]
    return "\n".join([title, *(f"  {line}" for line in lines)])


def _import(line: str) -> str:
    """Fold a long line so that it can be pasted into Python as it stands."""
    return f"  {line}" if len(line) <= WIDTH - 2 else "  " + line.replace(" import ", " \\\n    import ")


def _parameter(told: dict[str, Any]) -> str:
    default = "required" if told["required"] else "none" if told["default"] is None else repr(told["default"])
    means = f": {told['meaning']}" if told["meaning"] else ""
    what = default if told["required"] else f"default {default}"
    return f"{told['written']}{means} ({told['type']}, {what})"
