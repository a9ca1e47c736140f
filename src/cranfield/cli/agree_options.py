"""The options of `cranfield agree` alone: the questions that can be asked, and how they are answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from cranfield.cli.kinds import Choice

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")

# The choices of `compare.agree` again, because help must not wait for numpy; a test holds them together.
COEFFICIENTS = (
    "kendall-a",
    "kendall-b",
    "tau-ap",
    "tau-ap-a",
    "weighted",
    "spearman",
    "pearson",
    "rbo",
)
TESTS = (
    "none",
    "wilcoxon",
    "t",
    "sign",
    "randomization",
    "bootstrap",
    "bootstrap-percentile",
    "bootstrap-bca",
    "tukey",
    "randomized-tukey",
)
CORRECTIONS = ("none", "holm", "bonferroni", "bh", "by")
VIEWS = ("chart", "ranks", "pairs", "discriminative", "stability", "reliability", "depletion", "leave_out")


def question_options(command: F) -> F:
    """Add the questions that can be asked."""
    flags = {
        "--chart": "Pairs of systems: which measures say the same of each.",
        "--ranks": "Every system's rank by every measure.",
        "--pairs": "Every pair of systems with its p.",
        "--discriminative": "How many pairs each measure tells apart.",
        "--stability": "Two sets of topics with none in common: do they say the same?",
        "--reliability": "Generalisability: Erho2, Phi, and how many topics a target takes.",
        "--depletion": "What is left of the ranking with fewer judgements.",
    }
    options = [
        click.option(
            "--correlation",
            type=Choice(COEFFICIENTS),
            multiple=True,
            metavar="NAME",
            help=f"How alike systems are ranked: {', '.join(COEFFICIENTS)}. May be repeated.  [default: kendall-b]",
        ),
        *(click.option(name, is_flag=True, help=text) for name, text in flags.items()),
        click.option(
            "--leave-out",
            type=click.IntRange(min=1),
            metavar="DEPTH",
            help="What each run loses without the judged documents that it alone has within DEPTH.",
        ),
        click.option(
            "--teams",
            metavar="FILE",
            help="With --leave-out: a csv with the columns run and team. The documents of a whole team are left out.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def answer_options(command: F) -> F:
    """Add how the questions are answered."""
    for option in reversed([*_of_tests(), *_of_others()]):
        command = option(command)
    return command


def _of_tests() -> list[Callable[[F], F]]:
    return [
        click.option(
            "--test",
            type=Choice(TESTS),
            metavar="NAME",
            help=f"By which a measure tells two systems apart: {', '.join(TESTS)}.  [default: wilcoxon; of means none; for "
            "--discriminative bootstrap and randomized-tukey]",
        ),
        click.option(
            "--alpha",
            type=click.FloatRange(0, 1, min_open=True, max_open=True),
            default=0.05,
            show_default=True,
            metavar="P",
            help="A difference is one if p is this or less.",
        ),
        click.option(
            "--correction",
            type=Choice(CORRECTIONS),
            default="none",
            show_default=True,
            metavar="NAME",
            help=f"For the many pairs of a measure: {', '.join(CORRECTIONS)}.",
        ),
        click.option(
            "--permutations",
            type=click.IntRange(min=1),
            metavar="N",
            help="How many permutations, or samples of a bootstrap, a test draws.  [default: 10,000, or 1,000 samples]",
        ),
    ]


def _of_others() -> list[Callable[[F], F]]:
    return [
        click.option(
            "--target",
            type=click.FloatRange(0, 1, min_open=True, max_open=True),
            default=0.95,
            show_default=True,
            metavar="R",
            help="The reliability for which topics are counted.",
        ),
        click.option(
            "--rbo-p",
            type=click.FloatRange(0, 1, min_open=True, max_open=True),
            default=0.9,
            show_default=True,
            metavar="P",
            help="Of rank-biased overlap: the chance to go on to the next rank.",
        ),
        click.option(
            "--rbo-ties",
            type=Choice(["a", "b", "w"]),
            default="a",
            show_default=True,
            metavar="RULE",
            help="Of rank-biased overlap: what ties mean, a, b or w.",
        ),
    ]
