"""The options that commands about scores by topic share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from cranfield.cli.formats import FORMATS
from cranfield.cli.kinds import Choice
from cranfield.cli.lists import refuse_typed
from cranfield.cli.options import import_option

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")

MEASURES = "AP nDCG@10"
# What `compare.named_tests` knows again, because help must not wait for numpy; a test holds the two together.
TESTS = (
    "randomization",
    "t",
    "wilcoxon",
    "sign",
    "bootstrap",
    "bootstrap-percentile",
    "bootstrap-bca",
    "tukey",
    "randomized-tukey",
)


def measures_option(command: F) -> F:
    """Add -m, where saved scores may have measures already, and --import."""
    measures = click.option(
        "-m",
        "--measure",
        "measures",
        multiple=True,
        metavar="NAMES",
        help="Measures, separated by blanks; may be repeated. Few are best: each is one more chance to find what is not "
        f"there.  [default: {MEASURES}; all of saved scores]",
    )
    return measures(import_option(command))


def require_draws(test: str) -> None:
    """Refuse a number of permutations that was typed for a test that draws none."""
    from cranfield.compare.named_tests import known_test

    kind = known_test(test)
    if not kind.draws:
        refuse_typed(f"with the {kind.words}, which draws nothing", "permutations")


def alpha_option(command: F) -> F:
    """Add --alpha."""
    return click.option(
        "--alpha",
        type=float,
        default=0.05,
        show_default=True,
        metavar="P",
        help="The level of significance: a p of this at most is significant.",
    )(command)


def written_options(formats: str) -> Callable[[F], F]:
    """Add --format and -o; `formats` says what the formats hold."""

    def add(command: F) -> F:
        output = click.option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write here instead of standard output; the file is there whole or not at all.",
        )
        written = click.option(
            "--format",
            "output_format",
            type=Choice(FORMATS),
            metavar="NAME",
            help=f"{', '.join(FORMATS)}. {formats}  [default: by the ending of -o, such as .md or .tex, else table]",
        )
        return written(output(command))

    return add
