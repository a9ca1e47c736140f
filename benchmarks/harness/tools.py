"""The tools that are compared: the command of each, what it reads, how to read its answer, what it needs.

To add a tool, add an entry to `TOOLS` and, if it has no command line, a script to `benchmarks/tools/`.
"""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from harness.agree import Leniency
from harness.tasks import HERE, Task

NAMES = {
    "AP": "map",
    "nDCG@10": "ndcg_cut_10",
    "P@10": "P_10",
    "R@100": "recall_100",
    "RR": "recip_rank",
    "Bpref": "bpref",
}
MEASURES = " ".join(NAMES)
SCAN = HERE / "scan" / "target" / "release" / "scan"
Values = dict[str, dict[str, float]]
"""{run: {measure: mean over the topics}}"""


@dataclass(frozen=True)
class Setting:
    """What the commands depend on, apart from the task."""

    python: str
    ranx_python: str

    def script(self, name: str) -> str:
        """The path of one of our own scripts."""
        return str(HERE / "tools" / f"{name}.py")

    def beside_python(self, name: str) -> str:
        """A console script of the environment of `python`, whose links are not followed: they leave it."""
        return str(Path(self.python).parent / name)


@dataclass(frozen=True)
class Tool:
    """One way to read (and mostly to evaluate) a campaign as a process of its own."""

    name: str
    shown: str
    """The command as a reader would type it, for the record: the real one has paths of this machine."""
    command: Callable[[Setting, Task], list[str]]
    missing: Callable[[Setting], str | None]
    """Why this tool cannot be run here, or None."""
    answer: Callable[[str], Values] | None = None
    """Turns the output into values; None for a limit, which evaluates nothing."""
    containers: frozenset[str] = frozenset({"text"})
    many_runs: bool = True
    """Whether it takes many runs (trec_eval does not, but starts fast enough to be started for each)."""
    lenient: Callable[[Task], Leniency | None] = lambda _: None
    """How its values may differ on a task; by default not at all."""


# --- answers --------------------------------------------------------------------------------------------


def long_csv(output: str) -> Values:
    """run,topic,measure,value with the topic `all` for the mean: cranfield's form and that of our scripts."""
    values: Values = {}
    for row in csv.DictReader(output.splitlines()):
        if row["topic"] == "all":
            values.setdefault(Path(row["run"]).name.partition(".")[0], {})[row["measure"]] = float(
                row["value"]
            )
    return values


def measure_tabs(output: str) -> Values:
    """The lines of the command `ir_measures`: measure, tab, value."""
    rows = (line.split() for line in output.splitlines())
    return {"run": {measure: float(value) for measure, value in rows}}


def trec_eval_lines(output: str) -> Values:
    """measure, `all`, value; the line `runid` begins a run."""
    ours = {theirs: name for name, theirs in NAMES.items()}
    values: Values = {}
    current: dict[str, float] = {}
    for measure, _, value in (line.split() for line in output.splitlines()):
        if measure == "runid":
            current = values.setdefault(value, {})
        elif measure in ours:
            current[ours[measure]] = float(value)
    return values


def ranx_differs(task: Task) -> Leniency:
    """What we found out about ranx 0.3.21; each time the value of the other tools is trec_eval's."""
    if task.name.endswith(":ties"):
        return Leniency("orders ties in its own way, so nothing is compared", ignored=frozenset(NAMES))
    why = "orders ties in its own way, and a few scores are tied by chance: compared in three digits"
    if task.name.startswith("M"):
        why += "; Bpref, which it divides by zero where no judged document is non-relevant, is not compared"
        return Leniency(why, within=1e-3, ignored=frozenset({"Bpref"}))
    return Leniency(why, within=1e-3)


# --- what a tool needs ----------------------------------------------------------------------------------


@cache
def version_of(python: str, package: str) -> str | None:
    """The version of a package, asked of the interpreter that will use it; None when it is not there."""
    question = f"from importlib.metadata import version; print(version({package!r}))"
    try:
        told = subprocess.run([python, "-c", question], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return told.stdout.strip()


def needs(package: str) -> Callable[[Setting], str | None]:
    """The reason when `package` is not there for the interpreter."""
    return lambda at: None if version_of(at.python, package) else f"{package} is not installed for --python"


def needs_ranx(at: Setting) -> str | None:
    """The reason when ranx has no environment."""
    return None if version_of(at.ranx_python, "ranx") else "no environment for ranx; make it with --make-ranx"


def needs_trec_eval(_: Setting) -> str | None:
    """The reason when nobody has said where trec_eval is."""
    path = os.environ.get("TREC_EVAL")
    if path is None:
        return "the environment variable TREC_EVAL is not set to the program's path"
    return None if shutil.which(path) else "TREC_EVAL is set, but names no program"


def needs_scan(_: Setting) -> str | None:
    """Build the scanner; the reason when that is impossible."""
    if shutil.which("cargo") is None and not SCAN.exists():
        return "cargo is not installed"
    if shutil.which("cargo"):  # a no-op when nothing has changed
        built = subprocess.run(
            ["cargo", "build", "--quiet", "--release"], cwd=HERE / "scan", capture_output=True, check=False
        )
        return None if built.returncode == 0 else "`cargo build --release` failed in benchmarks/scan"
    return None


def needs_program(name: str) -> Callable[[Setting], str | None]:
    """The reason when a program is not on the path."""
    return lambda _: None if shutil.which(name) else f"there is no {name} here"


# --- the list -------------------------------------------------------------------------------------------


def cranfield(*options: str) -> Callable[[Setting, Task], list[str]]:
    """The command `cranfield eval`, as people type it where it is installed."""

    def command(at: Setting, task: Task) -> list[str]:
        program = at.beside_python("cranfield")
        start = [program] if Path(program).exists() else [at.python, "-m", "cranfield"]
        return [*start, "eval", str(task.qrels), *task.files, "-m", MEASURES, "--format", "csv", *options]

    return command


def script(name: str, *, ranx: bool = False) -> Callable[[Setting, Task], list[str]]:
    """One of our scripts in the environment that has the tool."""

    def command(at: Setting, task: Task) -> list[str]:
        return [at.ranx_python if ranx else at.python, at.script(name), str(task.qrels), *task.files]

    return command


def trec_eval(_: Setting, task: Task) -> list[str]:
    """One process for each run, from one shell."""
    chosen = "-m runid " + " ".join(f"-m {name}" for name in ("map", "ndcg_cut.10", "P.10", "recall.100"))
    one = f'"$0" {chosen} -m recip_rank -m bpref "$qrels" "$run"'
    loop = f'qrels=$1; shift; for run in "$@"; do {one} || exit; done'
    return ["sh", "-c", loop, os.environ["TREC_EVAL"], str(task.qrels), *task.files]


TOOLS = [
    Tool(
        "cranfield",
        f'cranfield eval QRELS RUN... -m "{MEASURES}" --format csv',
        cranfield(),
        needs("cranfield"),
        long_csv,
        frozenset({"text", "gz", "parquet"}),
    ),
    Tool(
        "cranfield, 1 thread",
        f'cranfield eval QRELS RUN... -m "{MEASURES}" --format csv --threads 1',
        cranfield("--threads", "1"),
        needs("cranfield"),
        long_csv,
        frozenset({"text", "gz", "parquet"}),
    ),
    Tool(
        "trec_eval",
        "trec_eval -m ... QRELS RUN (one process for each run)",
        trec_eval,
        needs_trec_eval,
        trec_eval_lines,
    ),
    Tool(
        "pytrec_eval",
        "tools/with_pytrec_eval.py QRELS RUN...",
        script("with_pytrec_eval"),
        needs("pytrec-eval-terrier"),
        long_csv,
        frozenset({"text", "gz"}),
    ),
    Tool(
        "ir_measures",
        "tools/with_ir_measures.py QRELS RUN...",
        script("with_ir_measures"),
        needs("ir_measures"),
        long_csv,
        frozenset({"text", "gz"}),
    ),
    Tool(
        "ir_measures, command",
        f"ir_measures QRELS RUN {MEASURES}",
        lambda at, task: [at.beside_python("ir_measures"), str(task.qrels), *task.files, *MEASURES.split()],
        needs("ir_measures"),
        measure_tabs,
        frozenset({"text", "gz"}),
        many_runs=False,
    ),
    Tool(
        "ranx",
        "tools/with_ranx.py QRELS RUN...",
        script("with_ranx", ranx=True),
        needs_ranx,
        long_csv,
        lenient=ranx_differs,
    ),
    Tool(
        "pyarrow (reads only)",
        "tools/with_pyarrow.py QRELS RUN...",
        script("with_pyarrow"),
        needs("pyarrow"),
        containers=frozenset({"parquet"}),
    ),
    Tool("wc -l (limit)", "wc -l RUN...", lambda _, task: ["wc", "-l", *task.files], needs_program("wc")),
    Tool(
        "scan (limit)",
        "scan RUN... (memchr, one thread)",
        lambda _, task: [str(SCAN), *task.files],
        needs_scan,
    ),
    Tool(
        "zcat and wc -l (limit)",
        "zcat RUN | wc -l",
        lambda _, task: ["sh", "-c", 'zcat "$@" | wc -l', "sh", *task.files],
        needs_program("zcat"),
        containers=frozenset({"gz"}),
    ),
]
