"""Measure cranfield against its peers and against the limits of the machine.

    python benchmarks/run.py                      S, M, L, memory and import
    python benchmarks/run.py M L memory           only these
    python benchmarks/run.py trec-eval            cranfield-trec-eval, all measures
    python benchmarks/run.py variants gz peak     other orders and containers, peak memory (makes 4.8 GB)
    python benchmarks/run.py M --record first     also writes benchmarks/record/<date>-first.json and .md

How it is measured and whom that favours: METHODOLOGY.md.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from harness.agree import disagreements
from harness.child import ToolError, last_words
from harness.machine import machine, versions
from harness.results import Measured, Result
from harness.rounds import compare, compare_commands, load, say
from harness.table import markdown
from harness.tasks import FILES, HERE, Task, task
from harness.tools import TOOLS, Setting, Tool, version_of

DEFAULT = ["S", "M", "L", "memory", "import"]
TASKS = ["S", "M", "L", *(f"{base}:{variant}" for base in ("S", "M") for variant in FILES)]
GROUPS = {
    "variants": [f"M:{variant}" for variant in FILES if variant != "gz"],
    "gz": ["M:gz"],
    "memory-api": ["memory"],
    "peak": ["peak M", "peak M10", "peak Mdeep"],
    "trec-eval": ["trec-eval S", "trec-eval M"],
}
SHAPES = ["6980x100", "50x100", "1x100"]
FLAT = 1.2
"""How many times the memory for M cranfield may hold for Mdeep, which has ten times the lines."""
MOST = 100e6
"""Bytes that it may hold for M10, which has ten times the topics, judgements and results as well."""
RANX = "ranx-environment"
PACKAGES = {
    "numpy": "numpy",
    "cranfield": "cranfield",
    "pytrec_eval": "pytrec-eval-terrier",
    "ir_measures": "ir_measures",
}
"""What is imported, and how its package is called."""


def main() -> int:
    """Measure, show, keep, and say by the exit code whether all is well."""
    options = arguments()
    at = Setting(options.python, str(options.cache / RANX / "bin" / "python"))
    if options.make_ranx:
        make_ranx(options.cache / RANX, at)
    target = record_path(options.record) if options.record else None
    # As pip does for what it installs; a clone has no bytecode before its first use, and where it may not be written never.
    subprocess.run([options.python, "-m", "compileall", "-q", str(HERE.parent / "src")], check=False)
    results = [result for mode in modes(options.modes) for result in measure(mode, at, options)]
    check_flat(results)
    record = {
        "name": options.record or "not recorded",
        "date": today(),
        "rounds": options.rounds,
        "machine": machine(),
        "versions": versions(at),
        "results": [asdict(result) for result in results],
    }
    print(markdown(record), end="")
    faults = [fault for result in results for fault in result.faults]
    if target and not faults:  # numbers of tools that disagree are not worth keeping
        target.write_text(json.dumps(record, indent=1) + "\n")
        target.with_suffix(".md").write_text(markdown(record))
    return shout(faults)


def arguments() -> argparse.Namespace:
    """The command line, checked."""
    known = [*TASKS, "memory", "import", *GROUPS["peak"], *GROUPS["trec-eval"], *GROUPS]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("modes", nargs="*", default=DEFAULT, metavar="MODE", help=", ".join(known))
    parser.add_argument(
        "--python", default=sys.executable, help="the interpreter whose environment has the tools"
    )
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument(
        "--only", action="append", metavar="TOOL", help="only tools whose names begin so (repeatable)"
    )
    parser.add_argument("--cache", type=Path, default=HERE / "data", help="where the campaigns are")
    parser.add_argument("--record", metavar="NAME", help="keep the result in benchmarks/record/")
    parser.add_argument(
        "--make-ranx", action="store_true", help="make an environment for ranx (about 40 packages)"
    )
    options = parser.parse_args()
    if unknown := [mode for mode in options.modes if mode not in known]:
        parser.error(f"no mode is called {', '.join(unknown)}; choose from {', '.join(known)}")
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")
    return options


def modes(asked: list[str]) -> list[str]:
    """Groups replaced by their members, each mode once."""
    return list(dict.fromkeys(mode for name in asked for mode in GROUPS.get(name, [name])))


def measure(mode: str, at: Setting, options: argparse.Namespace) -> list[Result]:
    """One mode, whatever its kind."""
    say(f"{mode} ...")
    if mode == "memory":
        return in_memory(at, options.rounds)
    if mode == "import":
        return [imports(at, options.rounds)]
    if mode.startswith("trec-eval "):
        size = mode.removeprefix("trec-eval ")
        return [as_trec_eval(mode, task(size, options.cache, at.python), at, options.rounds)]
    name = mode.removeprefix("peak ")
    return [whole_process(mode, task(name, options.cache, at.python), at, options)]


# --- whole processes ------------------------------------------------------------------------------------


def whole_process(mode: str, of: Task, at: Setting, options: argparse.Namespace) -> Result:
    """Files to means, from the start of a process to its end."""
    count = f"{len(of.runs)} runs" if len(of.runs) > 1 else "1 run"
    result = Result(mode, f"Whole processes: {count}, {of.bytes / 1e6:.3g} MB as {of.container}.")
    chosen = [tool for tool in TOOLS if suits(tool, of, mode, options.only)]
    result.skipped = {tool.name: why for tool in chosen if (why := tool.missing(at))}
    ready = [tool for tool in chosen if tool.name not in result.skipped]
    rounds = 0 if mode.startswith("peak") else options.rounds
    if not rounds:
        result.about += " Memory only: the highest of three runs; the time is that of one run."
    compare(result, ready, at, of, rounds)
    lenient = {tool.name: allowed for tool in ready if (allowed := tool.lenient(of))}
    result.notes += [f"{name} {allowed.why}" for name, allowed in lenient.items()]
    result.faults += disagreements(result.tools, lenient)
    return result


def suits(tool: Tool, of: Task, mode: str, only: list[str] | None) -> bool:
    """Whether a tool takes part in a mode at all; a tool that is missing here is another matter."""
    if only and not tool.name.startswith(tuple(only)):
        return False
    if mode in ("peak M10", "peak Mdeep") and tool.answer and not tool.name.startswith("cranfield"):
        return False  # tools that keep the whole run would need up to ten times their memory for M
    return of.container in tool.containers and (tool.many_runs or len(of.runs) == 1)


def check_flat(results: list[Result]) -> None:
    """Ten times the lines must not need more memory, since only judged hits are kept; ten times the topics may."""
    owned = {r.mode: tool.own for r in results for tool in r.tools if tool.name == "cranfield"}
    small = owned.get("peak M")
    for result in results:
        large = owned.get(result.mode)
        limit = {"peak Mdeep": FLAT * (small or 0), "peak M10": MOST}.get(result.mode)
        if small and large and limit:
            text = f"cranfield holds {large / small:.2f} times the memory that it holds for M"
            note = f"{text} (limit: {limit / 1e6:.0f} MB)"
            (result.notes if large <= limit else result.faults).append(note)


# --- inside a process -----------------------------------------------------------------------------------


def in_memory(at: Setting, rounds: int) -> list[Result]:
    """Evaluate a dict in one process. Each shape is a result of its own: ratios are within a shape."""
    about = "In one process: six measures for a dict of topics x documents, judgements indexed before."
    before = load()
    command = [at.python, at.script("in_memory"), str(rounds), *SHAPES]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    if told.returncode:
        return [
            Result(
                "memory", about, faults=[f"in_memory.py failed: {last_words(told.stderr, told.returncode)}"]
            )
        ]
    found = json.loads(told.stdout)
    return [
        shaped(Result(f"memory {shape}", about, skipped=found["skipped"], load=before), part)
        for shape, part in found["shapes"].items()
    ]


def shaped(result: Result, part: dict[str, Any]) -> Result:
    """Fill in what in_memory.py found for one shape."""
    for tool, seconds in part["seconds"].items():
        result.tools.append(Measured(tool, tool, seconds, values={"run": part["values"][tool]}))
    result.faults += disagreements(result.tools, {})
    return result


def imports(at: Setting, rounds: int) -> Result:
    """Start-up alone."""
    result = Result("import", "What a process pays before it has done anything: `python -c 'import NAME'`.")
    lines = {"python alone": "pass"}
    for name, package in PACKAGES.items():
        if version_of(at.python, package):
            lines[f"import {name}"] = f"import {name}"
        else:
            result.skipped[name] = "not installed for --python"
    return compare_commands(result, {name: [at.python, "-c", line] for name, line in lines.items()}, rounds)


def as_trec_eval(mode: str, of: Task, at: Setting, rounds: int) -> Result:
    """The command that stands in for trec_eval, beside what a process with numpy costs at least."""
    about = "Whole processes, all measures of all_trec, means only (official: trec_eval's default)."
    program, files = at.beside_python("cranfield-trec-eval"), [str(of.qrels), *of.files]
    everything = [program, "-m", "all_trec", *files]
    commands = {
        "import numpy": [at.python, "-c", "import numpy"],
        "cranfield-trec-eval, official": [program, *files],
        "cranfield-trec-eval": everything,
        "cranfield-trec-eval -q": [*everything, "-q"],
        "pytrec_eval": [at.python, at.script("with_pytrec_eval"), "--all", *files],
    }
    return compare_commands(Result(mode, about), commands, rounds)


# --- around it ------------------------------------------------------------------------------------------


def make_ranx(folder: Path, at: Setting) -> None:
    """Give ranx, which brings numba, pandas and more, an environment of its own; it stays in the cache."""
    if not folder.exists():
        say("making an environment for ranx ...")
        subprocess.run([at.python, "-m", "venv", str(folder)], check=True)
        subprocess.run([at.ranx_python, "-m", "pip", "install", "--quiet", "ranx"], check=True)


def record_path(name: str) -> Path:
    """Where the record will go; found out before the long run, so a bad name fails at once."""
    path: Path = HERE / "record" / f"{today()}-{name}.json"
    path.parent.mkdir(exist_ok=True)
    if path.exists():
        raise SystemExit(f"error: {path.relative_to(HERE)} is there already; choose another --record NAME")
    return path


def today() -> str:
    """The date in UTC, so that records of all machines sort."""
    return dt.datetime.now(dt.UTC).date().isoformat()


def shout(faults: list[str]) -> int:
    """Repeat all faults at the end, where they are seen; gives the exit code."""
    for fault in faults:
        say(f"FAULT: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except ToolError as error:  # one that had passed the warm-up: nothing that was measured can be trusted
        sys.exit(f"error: a tool failed in the middle: {error}")
