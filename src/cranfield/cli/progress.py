"""A progress bar for long work: on standard error, only on a terminal, only after a second."""

from __future__ import annotations

import sys
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from cranfield.report.plain import shown

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0  # seconds; shorter work shows nothing


class RunProgress:
    """Counts runs and bytes; the bar is built, and rich imported, when the work turns out to be long.

    Several threads may read runs at the same time, so every step is taken under a lock.
    """

    def __init__(self, runs: int, *, patience: float = PATIENCE) -> None:
        self._runs = runs
        self._begin = time.monotonic()
        self._patience = patience
        self._terminal = sys.stderr.isatty()
        self._lock = threading.Lock()
        self._open: dict[str, _Open] = {}
        self._finished = 0
        self._finished_bytes = 0
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def start(self, name: str, size: int | None) -> None:
        """Begin a run of this many bytes (None: nobody knows)."""
        with self._lock:
            self._open[name] = _Open(size or 0)
            self._show(name)

    def advance(self, name: str, done: int) -> None:
        """Note how many bytes of a run have been read."""
        with self._lock:
            if name in self._open:
                self._open[name].done = done
            self._show(name)

    def finish(self, name: str) -> None:
        """Close a run."""
        with self._lock:
            if run := self._open.pop(name, None):
                self._finished_bytes += max(run.size, run.done)
            self._finished += 1
            self._show(name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._terminal = False  # a thread that is late must not open the bar again
            if self._bar is not None:
                self._bar.stop()

    def _show(self, name: str) -> None:
        seconds = time.monotonic() - self._begin
        if not self._terminal or seconds < self._patience:
            return
        if self._bar is None or self._task is None:
            self._bar = _bar()
            self._task = self._bar.add_task("", total=self._runs, name="", done="", speed="")
            self._bar.start()
        read = self._finished_bytes + sum(run.done for run in self._open.values())
        self._bar.update(
            self._task,
            completed=self._finished + sum(run.part for run in self._open.values()),
            name=shown(name),
            done=f"{self._finished}/{self._runs} runs",
            speed=f"{read / seconds / 1e6:,.0f} MB/s",
        )


@dataclass
class _Open:
    """A run that is being read."""

    size: int
    done: int = 0

    @property
    def part(self) -> float:
        return min(1.0, self.done / self.size) if self.size else 0.0


def _bar() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    return Progress(
        BarColumn(bar_width=30),
        TextColumn("{task.fields[done]}  {task.fields[speed]}  {task.fields[name]}", markup=False),
        console=Console(file=sys.stderr, highlight=False),
        transient=True,
    )
