"""`cranfield measures`: the catalogue, or all about one measure."""

from __future__ import annotations

from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from cranfield.cli.output import Output

if TYPE_CHECKING:
    from cranfield.measure.definition import Measure
    from cranfield.measure.parameters import Parameter

EXAMPLES = """\
\b
Examples:
  cranfield measures
  cranfield measures nDCG
  cranfield measures ndcg_cut_10
"""

_WIDTH = 80
_WIDEST_NAME = 14  # a longer one stands on a line of its own


@click.command("measures", epilog=EXAMPLES)
@click.argument("name", required=False)
def command(name: str | None) -> None:
    """List all measures, or explain one.

    NAME may be written in any way that -m takes; you get its formula, parameters, caveats and an example.
    """
    from cranfield.measure.register import registered

    text = catalogue(registered()) if name is None else explanation(_measure(name))
    with Output(None) as place:
        place.write(lambda stream: print(text, file=stream), "table")


def _measure(name: str) -> Measure:
    """Take a measure's name as people write it: with or without a cut-off, in trec_eval's spelling too."""
    from cranfield.measure.register import find

    return find(name.partition("@")[0].partition("(")[0].strip())


def catalogue(measures: tuple[Measure, ...]) -> str:
    """Return every measure with its first sentence, family by family."""
    width = max(len(usage(each)) for each in measures)
    blocks = []
    for _, family in groupby(measures, key=lambda each: each.family):
        members = list(family)
        lines = wrap(members[0].family_summary, _WIDTH)
        lines += [_entry(each, min(width, _WIDEST_NAME)) for each in members]
        blocks.append("\n".join(lines))
    return "\n\n".join([*blocks, "`cranfield measures NAME` tells all about one"])


def _entry(measure: Measure, width: int) -> str:
    lines = wrap(measure.summary, _WIDTH - 4 - width)
    name = usage(measure)
    head = [f"  {name}"] if len(name) > width else []
    first = "" if head else name
    body = [f"  {first if number == 0 else '':{width}}  {line}" for number, line in enumerate(lines)]
    return "\n".join([*head, *body])


def usage(measure: Measure) -> str:
    """Return the name as it is usually written, with its cut-off.

    >>> from cranfield.measure.register import find
    >>> usage(find("nDCG"))
    'nDCG@k'
    """
    return measure.name + (f"@{measure.at.name}" if measure.at else "")


def explanation(measure: Measure) -> str:
    """Return all that is known about a measure."""
    from cranfield.measure.traits import RELEVANCE, RETRIEVAL, TRAITS

    parts = [usage(measure), measure.help]
    if measure.parameters:
        parts.append("\n".join(["Parameters", *(f"  {_parameter(each)}" for each in measure.parameters)]))
    facts = [RELEVANCE[measure.relevance], RETRIEVAL[measure.retrieval]]
    facts += [text for trait, text in TRAITS.items() if trait in measure.traits]
    parts.append("\n".join(["Traits", *(f"  {fact}" for fact in facts)]))
    others = measure.spoken_names[1:]
    if others:
        parts.append(f"Also called: {', '.join(others)}")
    if measure.source:
        parts.append(f"Source: {measure.source}")
    return "\n\n".join(parts)


def _parameter(parameter: Parameter) -> str:
    how = f"@{parameter.name}" if parameter.at else parameter.name
    kind = " | ".join(repr(choice) for choice in parameter.choices) or parameter.kind.__name__
    default = (
        "required"
        if parameter.required
        else "no cut"
        if parameter.default is None
        else f"default {parameter.default!r}"
    )
    return f"{how}: {kind}, {default}"
