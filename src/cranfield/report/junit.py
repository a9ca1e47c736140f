"""Writes what a gate decided as a JUnit report, which Jenkins, GitLab and most other CI servers show.

A suite is a run, a test case one measure. The elements and attributes are those of the schema of Jenkins' xUnit plugin
(junit-10.xsd), which is what other readers understand, too.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, TextIO
from xml.etree import ElementTree as ET

from cranfield.report.gate import fallen_lines, sentence, tally
from cranfield.report.plain import shown

if TYPE_CHECKING:
    from cranfield.compare.gate import Check, Gate


def write_junit(gate: Gate, stream: TextIO) -> None:
    """Write the report; names are escaped so that the file is XML whatever they hold."""
    root = ET.Element("testsuites", {"name": "cranfield gate", **_counts(list(gate.checks))})
    for run, checks in groupby(gate.checks, key=lambda check: check.run):
        _suite(root, run, list(checks), gate)
    ET.indent(root)
    stream.write('<?xml version="1.0" encoding="UTF-8"?>\n')
    stream.write(ET.tostring(root, encoding="unicode") + "\n")


def _counts(checks: list[Check]) -> dict[str, str]:
    failures = sum(check.verdict == "fails" for check in checks)
    return {"tests": str(len(checks)), "failures": str(failures), "errors": "0", "time": "0"}


def _suite(root: ET.Element, run: str, checks: list[Check], gate: Gate) -> None:
    suite = ET.SubElement(root, "testsuite", {"name": shown(run), "skipped": "0", **_counts(checks)})
    properties = ET.SubElement(suite, "properties")
    ET.SubElement(properties, "property", name="baseline", value=shown(gate.baseline))
    if gate.alpha is not None:
        ET.SubElement(properties, "property", name="alpha", value=f"{gate.alpha:g}")
    for check in checks:
        case = ET.SubElement(suite, "testcase", classname=shown(run), name=shown(check.measure), time="0")
        if check.verdict == "fails":
            failure = ET.SubElement(case, "failure", type="regression", message=sentence(check))
            failure.text = "\n".join([tally(check), *fallen_lines(check)])
        else:
            ET.SubElement(case, "system-out").text = "\n".join([sentence(check), tally(check)])
