"""Writes what a gate decided for GitHub Actions: an annotation a check, and tables for the job's summary.

An annotation is a line that GitHub's runner takes for a command, so whatever could end its message or begin another
command is escaped as its documentation of workflow commands says.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TextIO

from cranfield.report.gate import check_table, fall_table, fallen_lines, sentence, tally
from cranfield.report.markdown import write_markdown
from cranfield.report.plain import shown

if TYPE_CHECKING:
    from cranfield.compare.gate import Check, Gate, Verdict
    from cranfield.model import Scores

_LEVELS: dict[Verdict, str] = {"fails": "error", "unproven": "warning", "passes": "notice"}
_IN_MESSAGES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTIES = _IN_MESSAGES | str.maketrans({":": "%3A", ",": "%2C"})


def write_annotations(gate: Gate, stream: TextIO) -> None:
    """Write one line a check, those that matter first: GitHub shows ten of a kind."""
    order = list(_LEVELS)
    checks = sorted(gate.checks, key=lambda check: order.index(check.verdict))
    stream.writelines(annotation(check) + "\n" for check in checks)


def annotation(check: Check) -> str:
    """Return the line of one check.

    >>> from cranfield.compare.gate import Check
    >>> print(annotation(Check("a,b", "P(rel=2)@5", 0.5, 0.5, 0.0, 0.01, 50, (), 0, (), "passes")))
    ::notice title=cranfield gate%3A P(rel=2)@5 of a%2Cb::P(rel=2)@5 of a,b stayed from 0.5000 to 0.5000 (0.0000, ...
    """
    lines = [sentence(check)]
    if check.too_large:
        lines += [tally(check), *fallen_lines(check)]
    title = in_property(f"cranfield gate: {shown(check.measure)} of {shown(check.run)}")
    return f"::{_LEVELS[check.verdict]} title={title}::{in_message(chr(10).join(lines))}"


def in_message(text: str) -> str:
    """Escape what would end the message of a command."""
    return text.translate(_IN_MESSAGES)


def in_property(text: str) -> str:
    """Escape what would end a property of a command.

    >>> in_property("50%: a, b")
    '50%25%3A a%2C b'
    """
    return text.translate(_IN_PROPERTIES)


def write_summary(gate: Gate, scores: Scores, stream: TextIO) -> None:
    """Write the tables as Markdown, for the page that GitHub shows of a job."""
    fallen = fall_table(gate)
    decided = replace(check_table(gate, scores), title="cranfield gate")
    write_markdown([decided, *([fallen] if fallen else [])], stream)
    stream.write("\n")  # another step may append its own
