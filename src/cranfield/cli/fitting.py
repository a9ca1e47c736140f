"""Fits what a docstring says into a terminal, with nothing cut in the middle of a word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap

WIDTH = 80
_CODE = (">>> ", "... ")


def fitted(block: str) -> str:
    """Fit a paragraph, a formula, a table or an example.

    >>> print(fitted("    nDCG = DCG(ranking) / DCG(ideal),  DCG = sum over ranks i of gain(i) / discount(i)"))
        nDCG = DCG(ranking) / DCG(ideal),
        DCG = sum over ranks i of gain(i) / discount(i)
    """
    if block.startswith(_CODE):
        return "\n".join(line for whole in block.splitlines() for line in _code(whole))
    if block.startswith(" "):
        return "\n".join(line for whole in block.splitlines() for line in _formula(whole))
    return "\n".join(wrap(" ".join(block.split()), WIDTH, break_on_hyphens=False))


def _formula(line: str) -> list[str]:
    """Break a formula where another begins or an equation goes on, and a row of a table below its second column."""
    if len(line) <= WIDTH:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()))
    columns = [found.end() for found in re.finditer(r"(?<=\S) {3,}", line)]
    left, gap, right = line.rpartition(",  ")
    if gap:
        return [*_formula(left + ","), *_formula(indent + right.lstrip())]
    if len(columns) > 1:  # the last column need not stand below that of other rows
        line = f"{line[: columns[-1]].rstrip()}   {line[columns[-1] :]}"
    left, _, right = line.rpartition(" = ")
    if not columns and " = " in left and left.count("(") == left.count(")"):
        return [*_formula(left), *_formula(f"{indent}    = {right}")]
    further = columns[0] if columns else len(indent) + 4
    return wrap(line, WIDTH, subsequent_indent=" " * further, break_on_hyphens=False, break_long_words=False)


def _code(line: str) -> list[str]:
    """Break a line of an example within its outermost brackets, so that it can still be copied and run."""
    places = [(depth, -place) for place, depth in _blanks_in_brackets(line) if len(_CODE[1]) < place <= WIDTH]
    if len(line) <= WIDTH or not line.startswith(_CODE) or not places:
        return [line]
    place = -min(places)[1]
    return [line[:place], *_code(f"{_CODE[1]}    {line[place + 1 :]}")]


def _blanks_in_brackets(line: str) -> Iterator[tuple[int, int]]:
    """Give each blank between the words of a bracket, with how many brackets it stands in; strings are left whole."""
    depth = 0
    for found in re.finditer(r"'[^']*'|\"[^\"]*\"|[([{]|[)\]}]|(?<=\S) ", line):
        match found[0]:
            case "(" | "[" | "{":
                depth += 1
            case ")" | "]" | "}":
                depth -= 1
            case " " if depth:
                yield found.start(), depth
