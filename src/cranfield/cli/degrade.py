"""`cranfield degrade`: a run made worse by a known amount, to see what a measure makes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from cranfield.cli.kinds import Choice
from cranfield.cli.messages import tell
from cranfield.cli.output import Output
from cranfield.errors import InputError, UsageError, count, printable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TextIO

    from cranfield.judge.navigation.tree import Forest

EXAMPLES = """\
\b
Examples:
  cranfield degrade bm25.run --swap 0.2 -o worse.run
  cranfield degrade bm25.run --noise 0.5 --seed 7 | cranfield eval qrels.txt -
  cranfield degrade elements.run --move 0.3 --tree xml:articles -o moved.run
"""

# The tag in the last column of what is written.
TAG = "degraded"


_AMOUNTS = ("move", "noise", "swap", "drop")


@click.command("degrade", epilog=EXAMPLES)
@click.argument("run", metavar="RUN")
@click.option(
    "--move",
    type=float,
    default=0.0,
    metavar="P",
    help="Elements go up or down in their document: a step, and after each step another, with this probability.",
)
@click.option(
    "--tree",
    metavar="MODEL",
    help="What they move in: xml:FOLDER, or parents:FILE with lines of an element and its parent.",
)
@click.option(
    "--noise",
    type=float,
    default=0.0,
    metavar="S",
    help="Scores get normal noise of so many standard deviations of their topic.",
)
@click.option(
    "--swap",
    type=float,
    default=0.0,
    metavar="P",
    help="Each document changes places with another one, with this probability.",
)
@click.option(
    "--drop", type=float, default=0.0, metavar="P", help="Each document is left out, with this probability."
)
@click.option(
    "--repeats",
    type=Choice(["first", "keep"]),
    default="first",
    show_default=True,
    help="An element that is come to again: only its first place counts; or it stays twice, which `eval` refuses.",
)
@click.option(
    "--missing",
    type=Choice(["error", "skip"]),
    default="error",
    show_default=True,
    help="An element that is not in the tree: a fault that stops, or it stays where it is.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="N",
    help="Where chance begins.",
)
@click.option("-o", "--output", metavar="FILE", help="Write here instead of standard output.")
def command(
    run: str,
    *,
    move: float,
    tree: str | None,
    noise: float,
    swap: float,
    drop: float,
    repeats: str,
    missing: str,
    seed: int,
    output: str | None,
) -> None:
    """Make a run worse by a known amount, as a run in TREC's format.

    A measure that says what it should falls smoothly with the amount. RUN is the run, `-` standard input.
    """
    from cranfield.simulate.degrade import degrade

    context = click.get_current_context()
    if all(context.get_parameter_source(name) is ParameterSource.DEFAULT for name in _AMOUNTS):
        raise UsageError(
            "nothing is to be made worse",
            slug="degrade",
            hint="say by what: --move, --noise, --swap or --drop",
        )
    with Output(output, inputs=[run]) as place:
        worse = degrade(
            run,
            tree=None if tree is None else _tree(tree),
            move=move,
            noise=noise,
            swap=swap,
            drop=drop,
            repeats="keep" if repeats == "keep" else "first",
            missing="skip" if missing == "skip" else "error",
            seed=seed,
        )
        place.write(lambda stream: _write(worse, stream), "data")
    tell(f"{count(sum(map(len, worse.values())), 'document')} in {count(len(worse), 'topic')}, seed {seed}")


def _tree(spec: str) -> Forest:
    from cranfield.judge.navigation.files import tree_of
    from cranfield.judge.navigation.tree import XmlTree
    from cranfield.read.inex.spans import XmlSpans

    kind, _, where = spec.partition(":")
    if kind not in ("xml", "parents") or not where:
        raise UsageError.unknown_choice("`--tree`", spec, ("xml:FOLDER", "parents:FILE"))
    return XmlTree(XmlSpans(where)) if kind == "xml" else tree_of(where)


def _write(rankings: Mapping[str, Sequence[str]], stream: TextIO) -> None:
    from cranfield.model.ids import to_bytes

    for topic, ranking in rankings.items():
        for name in (topic, *ranking):
            if name.split() != [name]:
                raise InputError(
                    f"`{printable(to_bytes(name))}` has a blank in it, and cannot stand in TREC's format",
                    slug="degrade",
                    hint="in Python, cf.simulate.degrade returns lists of ids as they are",
                )
        stream.writelines(
            f"{topic} Q0 {document} {rank} {len(ranking) - rank + 1} {TAG}\n"
            for rank, document in enumerate(ranking, 1)
        )
