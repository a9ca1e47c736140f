"""Shows a report: to read, as JSON, as a table of findings."""

from __future__ import annotations

import csv
import json
import textwrap
from collections.abc import Iterator
from typing import TextIO

from cranfield.check.finding import CheckedFile, Finding, Mended, Report
from cranfield.check.kinds import SEVERITIES, kind_of
from cranfield.errors import count, printable

WIDTH = 80
# What the second line of a finding is to the first.
_OTHER = {
    "duplicate": "first on",
    "contradicting-grades": "first on",
    "scattered-topic": "left on",
    "ranks-contradict-scores": "the other is",
}


def as_text(report: Report, *, brief: bool = False, width: int = WIDTH) -> str:
    """Return the report for reading; `brief` counts the findings and tells none."""
    clean = set(report.without)
    told = [file for file in report.files if file.name not in clean]
    blocks = ["\n".join(_of_file(report, file, width, brief=brief)) for file in told]
    if clean:
        names = ", ".join(_escaped(name) for name in report.without)
        blocks.append("\n".join(_wrapped(f"nothing found in {names}", "", width)))
    if report.mended:
        blocks.insert(0, "\n".join(line for mended in report.mended for line in _of_mended(mended, width)))
    return "\n\n".join([*blocks, "\n".join(_summary(report, width))]) + "\n"


def _of_file(report: Report, file: CheckedFile, width: int, *, brief: bool) -> Iterator[str]:
    yield f"{_escaped(file.name)}{_size(file)}"
    for number, found in report.of(file.name):
        yield from _of_kind(number, found, width, brief=brief)


def _size(file: CheckedFile) -> str:
    if not file.records:
        return ""
    lines = f"{count(file.lines, 'line')}, " if file.lines else ""
    what = "judgement" if file.role == "qrels" else "document"
    return f": {lines}{count(file.records, what)}, {count(file.topics, 'topic')}"


def _of_kind(number: int, found: list[Finding], width: int, *, brief: bool) -> Iterator[str]:
    first = found[0]
    times = f", {number:,} times" if number > 1 else ", once" if brief else ""
    yield f"  {first.severity}[{first.kind}]{times}"
    if brief:
        return
    for finding in found:
        place = f"{_escaped(finding.place)}: " if finding.line else ""
        known = _OTHER.get(finding.kind, "see")
        other = f" ({known} line {finding.other_line})" if finding.other_line else ""
        yield from _wrapped(f"{place}{finding.text}{other}", "    ", width)
        yield from (f"    {line}" for line in finding.excerpt)
    if number > len(found):
        yield f"    ... and {number - len(found):,} more; --all shows them"
    if first.hint:
        yield from _wrapped(f"hint: {first.hint}", "    ", width)


def _wrapped(text: str, indent: str, width: int) -> list[str]:
    return textwrap.wrap(
        text, width, initial_indent=indent, subsequent_indent=indent + "  ",
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def _of_mended(mended: Mended, width: int) -> Iterator[str]:
    name = _escaped(mended.file)
    if mended.refused:
        yield from _wrapped(f"not mended: {name}: {mended.refused}", "", width)
        return
    done = ", ".join(f"{kind} ({number:,})" for kind, number in mended.done.items()) or "nothing to mend"
    yield from _wrapped(f"{name} -> {_escaped(mended.written or '')}: {done}", "", width)


def _summary(report: Report, width: int) -> Iterator[str]:
    told = [count(report.total(severity), severity) for severity in SEVERITIES]
    yield f"{', '.join(told)} in {count(len(report.files), 'file')}"
    mendable = [kind for kind in dict.fromkeys(kind for _, kind in report.counts) if kind_of(kind).mended]
    if mendable and not report.mended:
        yield from _wrapped(f"hint: --fix OUT writes copies without {', '.join(mendable)}", "", width)


def _escaped(name: str) -> str:
    return printable(name.encode("utf-8", "surrogateescape"))


def write_json(report: Report, stream: TextIO) -> None:
    """Write the whole report as one JSON document."""
    json.dump(report.to_dict(), stream, indent=2)
    stream.write("\n")


def write_csv(report: Report, stream: TextIO) -> None:
    """Write one finding a line."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(("file", "line", "other_line", "severity", "kind", "text", "hint"))
    writer.writerows(
        (found.file, found.line, found.other_line, found.severity, found.kind, found.text, found.hint)
        for found in report.findings
    )
