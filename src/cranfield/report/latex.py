r"""Writes tables for LaTeX: `tabular` with the rules of booktabs, to be put into a `table` with a caption of one's own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TextIO

from cranfield.report.plain import shown
from cranfield.report.spread import PLUS_MINUS, TO

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.report.table import Cell, Table

_ESCAPES = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_", "%": r"\%",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\char34{}", "'": r"\char39{}", "`": r"\char96{}",
    "[": "{[}", "]": "{]}", "*": "{*}",  # after the end of a row they would belong to it
    "-": "{-}", ",": "{,}", "?": "{?}", "!": "{!}",  # two of a kind, or one before a quote, make another sign
}  # fmt: skip


def write_latex(tables: Sequence[Table], stream: TextIO) -> None:
    r"""Write each table, its notes as comments; the document needs \usepackage{booktabs}."""
    stream.write(r"% needs \usepackage{booktabs}; for letters beyond Latin, XeLaTeX or LuaLaTeX" + "\n")
    stream.write("\n".join(_tabular(table) for table in tables))


def escaped(text: str) -> str:
    r"""Return what prints as this text.

    >>> print(escaped("50% of a_b"))
    50\% of a\_b
    """
    return re.sub(r"[\\{}$&#_%^~<>|\"'`\[\]*,?!-]", lambda found: _ESCAPES[found[0]], shown(text))


def _tabular(table: Table) -> str:
    sides = "l" * table.labels + "r" * (len(table.columns) - table.labels)
    rows = [
        [_cell(table, row, place) for place in range(len(table.columns))] for row in range(len(table.rows))
    ]
    lines = [
        *(f"% {shown(text)}" for text in (table.title, *table.notes) if text),
        rf"\begin{{tabular}}{{{sides}}}",
        r"\toprule",
        _row([escaped(name) for name in table.columns]),
        r"\midrule",
        *map(_row, rows),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


def _row(cells: list[str]) -> str:
    return " & ".join(cells) + r" \\"


def _cell(table: Table, row: int, place: int) -> str:
    text = _shown(table.rows[row][place])
    marked = rf"\textbf{{{text}}}" if (row, place) in table.best else text
    beside = table.spreads.get((row, place))
    if beside is None:
        return marked
    ends = beside.replace(PLUS_MINUS, r"$\pm$").replace("-", "$-$").replace(TO, "--")
    return rf"{marked} {{\small {ends}}}"


def _shown(value: Cell) -> str:
    if isinstance(value, str):
        return escaped(value)
    return "--" if value is None else re.sub("^-", "$-$", shown(value))
