"""`cranfield demo`: a whole campaign, simulated and evaluated, with nothing to download."""

from __future__ import annotations

import shlex
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cranfield.cli.fitting import WIDTH
from cranfield.cli.messages import tell
from cranfield.errors import UsageError, count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cranfield.model import Scores
    from cranfield.simulate import Campaign

JUDGED = "Judged@100"
MEASURES = f"AP nDCG@10 P@10 R@100 {JUDGED}"


@click.command("demo")
@click.option("--keep", metavar="DIR", help="Write the campaign to this new folder, to go on with it.")
@click.option(
    "--topics", type=click.IntRange(min=1), default=50, show_default=True, help="How many topics to simulate."
)
@click.option(
    "--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Another seed, another campaign."
)
def command(keep: str | None, topics: int, seed: int) -> None:
    """Simulate a campaign, evaluate it, and say what to try next.

    Four systems are built with known qualities, so you can see whether the measures find the order again.
    """
    with _folder(keep) as folder:
        from cranfield.cli.formats import View, write_scores
        from cranfield.measure import evaluate
        from cranfield.simulate import simulate

        campaign = simulate(topics=topics, seed=seed)
        alphabetical = sorted(campaign.runs)  # as a shell would list the files; the order gives nothing away
        campaign.write(folder)
        tell(f"A simulated campaign: {count(topics, 'topic')}, {len(campaign.runs)} systems, seed {seed}\n")
        scores = evaluate(
            str(folder / "qrels.txt"),
            [str(folder / "runs" / f"{name}.txt") for name in alphabetical],
            MEASURES,
        )
        write_scores(scores, View(), sys.stdout)
        sys.stdout.flush()
        tell("\n" + verdict(campaign, scores) + "\n\n" + advice(keep))


def verdict(campaign: Campaign, scores: Scores) -> str:
    """Say which measures rank the systems as they were built."""
    orders: dict[tuple[str, ...], list[str]] = {}
    for measure in scores.measures:
        if measure != JUDGED:
            ranked = sorted(scores.runs, key=lambda run: scores.mean(run, measure), reverse=True)
            orders.setdefault(tuple(ranked), []).append(measure)
    lines = [f"Built in, best first: {' > '.join(campaign.order)}"]
    for order, measures in orders.items():
        found = "this order again" if order == campaign.order else " > ".join(order)
        lines.append(f"Found by {', '.join(measures)}: {found}")
    return "\n".join(lines)


def advice(keep: str | None) -> str:
    """Give commands that work as they stand."""
    if keep is None:
        return f"To go on with its files:\n  {program()} demo --keep campaign"
    return "Try next:\n" + "\n".join(_folded(*parts) for parts in suggestions(keep))


def program() -> str:
    """Return what to type for `cranfield`, which need not be on the PATH."""
    from shutil import which

    if which("cranfield"):
        return "cranfield"
    started = Path(sys.argv[0])
    if started.stem == "cranfield":
        return shlex.quote(str(started))
    return f"{shlex.quote(sys.executable)} -m cranfield"


def _folded(command_line: str, rest: str) -> str:
    line = f"  {program()} {command_line} {rest}".rstrip()
    return line if len(line) <= WIDTH else f"  {program()} {command_line} \\\n      {rest}"


def suggestions(keep: str) -> list[tuple[str, str]]:
    """Return commands on the kept files, each in two parts between which a line may end."""
    folder = Path(keep)
    qrels = shlex.quote(str(folder / "qrels.txt"))
    runs = f"{shlex.quote(str(folder / 'runs'))}/*.txt"
    one, table = (shlex.quote(str(folder / name)) for name in ("runs/oak.txt", "scores.csv"))
    return [
        (f"eval {qrels}", f'{runs} -m "AP nDCG@10 R@100"'),
        (f"eval {qrels}", f"{one} --per-topic"),
        (f"eval {qrels}", f"{runs} --unjudged condense"),
        (f"eval {qrels}", f"{runs} --per-topic -o {table}"),
        ("measures nDCG", ""),
    ]


@contextmanager
def _folder(keep: str | None) -> Iterator[Path]:
    if keep is None:
        from tempfile import TemporaryDirectory

        with TemporaryDirectory(prefix="cranfield-demo-") as temporary:
            yield Path(temporary)
        return
    folder = Path(keep)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(
            f"{folder}: is there already", slug="unwritable", hint="--keep takes the name of a new folder"
        )
    folder.mkdir(parents=True, exist_ok=True)
    yield folder
