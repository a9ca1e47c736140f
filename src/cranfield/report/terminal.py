"""Shows tables on a terminal, with bold for the best; the same letters without it anywhere else."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, TextIO

from cranfield.report.plain import WIDTH, Style, layout, plain_text
from cranfield.report.spread import PLUS_MINUS, TO

if TYPE_CHECKING:
    from cranfield.report.table import Table

_NARROWEST = 40
_STYLES: dict[Style, str] = {"": "", "title": "bold", "head": "bold", "best": "bold green", "note": "dim"}


def show(table: Table, stream: TextIO) -> None:
    """Write the table to a stream, fitted to the terminal when it is one (or to COLUMNS)."""
    fitted = stream.isatty() or "COLUMNS" in os.environ
    width = max(shutil.get_terminal_size((WIDTH, 24)).columns, _NARROWEST) if fitted else WIDTH
    table = _encodable(table, stream)
    if not decorated(stream):
        stream.write(plain_text(table, width) + "\n")
        return
    # rich costs as much to import as the whole of a small evaluation, so only a terminal pays for it
    from rich.console import Console
    from rich.text import Text

    console = Console(file=stream, highlight=False, markup=False, emoji=False)
    for line in layout(table, width):
        console.print(Text.assemble(*((text, _STYLES[style]) for text, style in line)), soft_wrap=True)


def decorated(stream: TextIO) -> bool:
    """Tell whether bold and colour may be used: a terminal, and nobody asked not to (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _encodable(table: Table, stream: TextIO) -> Table:
    """Write intervals in ASCII where the terminal knows no more; names are escaped as they leave."""
    try:
        (PLUS_MINUS + TO).encode(getattr(stream, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        from dataclasses import replace

        plain = str.maketrans({PLUS_MINUS: "+-", TO: ".."})
        spreads = {place: text.translate(plain) for place, text in table.spreads.items()}
        return replace(table, spreads=spreads, notes=tuple(note.translate(plain) for note in table.notes))
    return table
