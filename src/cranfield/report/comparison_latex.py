r"""A comparison as a LaTeX table for a paper: booktabs, the best in bold, letters for what is significant."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from cranfield.report.comparison import labels, marked_table, under, verdicts_on
from cranfield.report.latex import escaped
from cranfield.report.plain import shown

if TYPE_CHECKING:
    from cranfield.compare.comparison import Comparison
    from cranfield.report.table import Table


def write_marked_latex(comparison: Comparison, stream: TextIO) -> None:
    r"""Write a whole `table`, whose caption names test, correction and topics; the document needs \usepackage{booktabs}."""
    table = marked_table(comparison)
    measures = comparison.scores.measures
    first = len(table.columns) - len(measures)
    marks = [_marks(comparison, place) for place in range(len(measures))]
    lines = [
        r"% needs \usepackage{booktabs}; for letters beyond Latin, XeLaTeX or LuaLaTeX",
        *(f"% {shown(note)}" for note in table.notes),
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{_caption(comparison)}}}",
        rf"\begin{{tabular}}{{l{'r' * (first - 1)}{'r@{}l' * len(measures)}}}",
        r"\toprule",
        _row([*map(escaped, table.columns[:first]), *(_head(measure) for measure in measures)]),
        r"\midrule",
        *(
            _row(
                [
                    _run(comparison, row),
                    *_cells(table.rows[row][1:first]),
                    *_numbers(table, row, first, marks),
                ]
            )
            for row in range(len(table.rows))
        ),
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    stream.write("\n".join(lines) + "\n")


def _marks(comparison: Comparison, place: int) -> list[str]:
    compared = comparison.measures[place]
    if not comparison.baselines:
        found = comparison.letters(compared.measure)
        return [_raised("".join(found[run])) for run in comparison.scores.runs]
    return [
        _raised("".join(better)) + _lowered("".join(worse))
        for better, worse in verdicts_on(comparison, compared)
    ]


def _raised(text: str) -> str:
    return rf"\textsuperscript{{{text}}}" if text else ""


def _lowered(text: str) -> str:
    return rf"\textsubscript{{{text}}}" if text else ""


def _head(measure: str) -> str:
    return rf"\multicolumn{{2}}{{c}}{{{escaped(measure)}}}"


def _run(comparison: Comparison, row: int) -> str:
    name = comparison.scores.runs[row]
    tag = labels(comparison).get(name)
    return escaped(name) + (f" ({tag})" if tag else "")


def _cells(values: tuple[object, ...]) -> list[str]:
    return [escaped(str(value)) for value in values]


def _numbers(table: Table, row: int, first: int, marks: list[list[str]]) -> list[str]:
    cells = []
    for column, mark in enumerate(marks):
        value = table.rows[row][first + column]
        text = "--" if value is None else shown(value).replace("-", "$-$")
        if (row, first + column) in table.best:
            text = rf"\textbf{{{text}}}"
        cells.append(f"{text} & {mark[row]}")
    return cells


def _row(cells: list[str]) -> str:
    return " & ".join(cells) + r" \\"


def _caption(comparison: Comparison) -> str:
    if not comparison.baselines:
        marks = "Runs that share a letter by a measure were not found to differ"
    else:
        marks = "A superscript marks a run as significantly better than the baseline of that letter"
        marks += ", a subscript as significantly worse"
    return f"{marks} ({under(comparison)}). The best mean by each measure is bold."
