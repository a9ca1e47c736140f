"""What `cranfield measures` says fits a terminal, and its examples can be copied from there."""

from __future__ import annotations

import doctest
import re
import sys

import pytest

from cranfield.cli.fitting import WIDTH, fitted
from cranfield.cli.measures import catalogue, explanation
from cranfield.measure import Measure, find, registered


def test_no_line_is_wider_than_a_terminal() -> None:
    for text in (catalogue(registered()), *map(explanation, registered())):
        assert [line for line in text.splitlines() if len(line) > WIDTH] == []


@pytest.mark.parametrize("measure", registered(), ids=str)
def test_fitting_loses_nothing(measure: Measure) -> None:
    blocks = [block for block in measure.help.split("\n\n") if not block.startswith(">>>")]
    assert " ".join(map(fitted, blocks)).split() == " ".join(blocks).split()


@pytest.mark.parametrize("name", ["SwetsA", "PRES", "NumPrefsFul", "ExpectedUtility"])
def test_a_folded_example_still_runs(name: str) -> None:
    measure = find(name)
    text = "\n\n".join(map(fitted, measure.help.split("\n\n")))
    assert text != measure.help
    assert re.search(r"^\.\.\.     \S", text, re.MULTILINE)
    known = vars(sys.modules[measure.function.__module__])
    example = doctest.DocTestParser().get_doctest(text, known, name, None, 0)
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example).failed == 0


def test_formulas_and_tables_are_broken_where_one_reads_on() -> None:
    long = "    SetAP = SetP * SetR = (relevant documents retrieved)^2 / (documents retrieved * n) if any"
    assert (
        fitted(long).splitlines()[1]
        == "        = (relevant documents retrieved)^2 / (documents retrieved * n) if any"
    )
    sums = "    DCG = sum over all of the ranks of the topic (for i = 1 ... k) of gain(i) / log2(i + 1)"
    assert fitted(sums).splitlines()[1] == "        log2(i + 1)"
    row = "    log2     gain = grade       discount = log2(i + 1)     trec_eval and the rest of the field"
    assert re.match(r" {13}\S", fitted(row).splitlines()[1])


def test_what_cannot_be_broken_is_left_whole() -> None:
    line = ">>> " + "x" * 90
    assert fitted(line) == line
    text = f">>> print('{'a b ' * 25}')"
    assert fitted(text) == text
