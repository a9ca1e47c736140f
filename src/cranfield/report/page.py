"""Writes tables as one small HTML page that needs nothing else: no network, no script."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, TextIO

from cranfield.report.notebook import html_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.report.table import Table

_STYLE = """\
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 1rem 0; }
th, td { padding: .2rem .8rem; white-space: nowrap; }
thead th { position: sticky; top: 0; background: Canvas; border-bottom: 2px solid; }
tbody tr:nth-child(even) { background: color-mix(in srgb, CanvasText 6%, Canvas); }
small { opacity: .75; }
"""


def write_html(tables: Sequence[Table], stream: TextIO, *, title: str = "Evaluation") -> None:
    """Write the page; colours follow the reader's choice of light or dark."""
    body = "\n".join(html_table(table) for table in tables)
    stream.write(
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>\n{_STYLE}</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>\n{body}\n</body>\n</html>\n"
    )
