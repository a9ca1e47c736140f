"""Turn a record into markdown: a pure function, so an old record can be shown anew.

python -m harness.table record/2025-01-31-first.json      (in benchmarks/)
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from harness.results import Measured, Result, Spread, ratios, spread

BASES = ["cranfield", "cranfield, 1 thread", "import cranfield", "pytrec_eval"]
"""What ratios are taken against: the first that was measured; the last is for when cranfield cannot run."""


def markdown(record: dict[str, Any]) -> str:
    """The whole record as a page."""
    results = [result_of(raw) for raw in record["results"]]
    return "\n\n".join([heading(record), *map(section, results)]) + "\n"


def result_of(raw: dict[str, Any]) -> Result:
    """One mode, back from JSON."""
    return Result(**{**raw, "tools": [Measured(**tool) for tool in raw["tools"]]})


def heading(record: dict[str, Any]) -> str:
    """Title, machine, versions."""
    facts = record["machine"]
    kind = "virtual machine" if facts["virtual"] else "machine"
    tools = ", ".join(f"{name} {version}" for name, version in sorted(record["versions"].items()))
    return (
        f"# {record['name']}, {record['date']}\n\n"
        f"{facts['cpu']}, {facts['cores']} cores, {facts['memory_gb']} GB, {kind}; "
        f"{facts['os']} ({facts['kernel']}). "
        f"Median of {record['rounds']} rounds, least to most in brackets. Versions: {tools}. "
        f"How it is measured: METHODOLOGY.md."
    )


def section(result: Result) -> str:
    """One mode: its table and everything that must be said about it."""
    load = "" if result.load is None else f" Load average at the start: {result.load:.2f}."
    parts = [f"## {result.mode}\n\n{result.about}{load}"]
    if result.tools:
        parts.append(table(result))
    lists = {"Note": result.notes, "Left out": [f"{tool}: {why}" for tool, why in result.skipped.items()]}
    lists["FAULT"] = result.faults
    lines = [f"- {word}: {text}" for word, texts in lists.items() for text in texts]
    return "\n\n".join([*parts, *(["\n".join(lines)] if lines else [])])


def table(result: Result) -> str:
    """The tools of one mode, fastest first."""
    bases = [tool for name in BASES for tool in result.tools if tool.name == name][:1] or result.tools[:1]
    bases += [tool for tool in result.tools if tool.name == "cranfield, 1 thread" and tool not in bases]
    columns = ["tool", "time", *(f"x {base.name}" for base in bases), "CPU", "peak RSS", "peak own"]
    rows = [columns, ["---", *["--:"] * (len(columns) - 1)]]
    rows += [row(tool, bases) for tool in sorted(result.tools, key=lambda tool: spread(tool.seconds).median)]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |" for cells in rows)


def row(tool: Measured, bases: Sequence[Measured]) -> list[str]:
    """The cells of one tool."""
    own_times = spread(tool.seconds)
    cpu = duration(spread(tool.cpu).median) if tool.cpu else "-"
    compared = [ratio(ratios(tool, base)) if base is not tool else "1" for base in bases]
    return [tool.name, f"{duration(own_times.median)}{between(own_times, duration)}", *compared, cpu,
            size(tool.rss), size(tool.own)]  # fmt: skip


def ratio(times: Spread) -> str:
    """How many times longer, with its range."""
    return f"{times.median:.3g}{between(times, '{:.3g}'.format)}"


def between(times: Spread, shown: Any) -> str:
    """The range over the rounds in brackets, when there is one."""
    return "" if times.least == times.most else f" ({shown(times.least)}-{shown(times.most)})"


def duration(seconds: float) -> str:
    """A time with three digits and a fitting unit."""
    for factor, unit in ((1, "s"), (1e3, "ms")):
        if seconds * factor >= 0.1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.3g} us"


def size(count: int | None) -> str:
    """Bytes as megabytes (10^6)."""
    return "-" if count is None else f"{count / 1e6:.0f} MB"


if __name__ == "__main__":
    print(markdown(json.loads(Path(sys.argv[1]).read_text())), end="")
