"""What the pages of this folder have in common: printed numbers beside recomputed ones, and blocks that are made.

Printed numbers are kept as text, because how many digits were printed says what they could have been.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

from cranfield.measure import parse
from cranfield.model import Judged

Row = Sequence[object]


def value(name: str, hits: Judged) -> float:
    """Return the value of the measure for the one topic."""
    [bound] = parse(name)
    return float(bound.values(hits)[0])


def marked(number: float, printed: str, digits: int = 4) -> str:
    """Write the number, in bold where it does not round to the printed one; any will do for `~0`."""
    shown = plain(number, digits)
    return shown if printed == "~0" or rounded(number, printed) == Decimal(printed) else f"**{shown}**"


def plain(number: float, digits: int = 4) -> str:
    """Write the number with no more digits than it needs."""
    shown = f"{number:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown


def rounded(number: float, like: str) -> Decimal:
    """Round as papers do: to as many digits as the printed number has, halves up."""
    step = Decimal(1).scaleb(-len(like.partition(".")[2]))
    return Decimal(f"{number:.12f}").quantize(step, ROUND_HALF_UP)


def table(head: Sequence[object], rows: Iterable[Row]) -> str:
    """Write a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def block(name: str, made_by: str) -> re.Pattern[str]:
    """Find a block of a page, its marks included."""
    return re.compile(
        rf"(<!-- made by {re.escape(made_by)}: {re.escape(name)} -->\n)(.*?)(\n<!-- end -->)", re.DOTALL
    )


def shown(page: Path, name: str, made_by: str) -> str:
    """Return what a page shows in a block."""
    return _place(page.read_text(encoding="utf-8"), page, name, made_by)[2].strip()


def write(page: Path, blocks: Mapping[str, str], made_by: str) -> None:
    """Put what was made into the blocks of the page."""
    text = page.read_text(encoding="utf-8")
    for name, made in blocks.items():
        place = _place(text, page, name, made_by)
        text = f"{text[: place.start(2)]}\n{made}\n{text[place.end(2) :]}"
    page.write_text(text, encoding="utf-8")


def _place(text: str, page: Path, name: str, made_by: str) -> re.Match[str]:
    place = block(name, made_by).search(text)
    if place is None:
        raise SystemExit(f"{page.name} has no block called `{name}`")
    return place
