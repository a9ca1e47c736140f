"""What is read: a campaign's files, by the name of a mode (`M`, `M:ties`, `L`)."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent.parent
FILES = {
    "unsorted": "run.unsorted.txt",
    "interleaved": "run.interleaved.txt",
    "ties": "run.ties.txt",
    "tabs": "run.tabs.txt",
    "gz": "run.txt.gz",
    "parquet": "run.parquet",
}
"""As in variants.py, which is not imported here, because it needs numpy: see `child.py` on a lean parent."""


@dataclass(frozen=True)
class Task:
    """One campaign in one variant."""

    name: str
    qrels: Path
    runs: tuple[Path, ...]

    @property
    def container(self) -> str:
        """How the runs are packed, which decides what can read them."""
        return {".gz": "gz", ".parquet": "parquet"}.get(self.runs[0].suffix, "text")

    @property
    def bytes(self) -> int:
        """How much there is to read."""
        return sum(run.stat().st_size for run in self.runs)

    @property
    def files(self) -> list[str]:
        """The runs as command-line arguments."""
        return [str(run) for run in self.runs]


def task(name: str, cache: Path, python: str) -> Task:
    """The files of `name`, made first if they are not there. Making needs numpy, so `python` does it."""
    subprocess.run(
        [python, str(HERE / "generate.py"), name, "--cache", str(cache)], check=True, stdout=sys.stderr
    )
    base, _, variant = name.partition(":")
    folder = cache / base
    runs = [folder / FILES[variant]] if variant else [folder / "run.txt"]
    if base == "L":
        runs = sorted(folder.glob("run-*.txt"))
    return Task(name, folder / "qrels.txt", tuple(runs))
