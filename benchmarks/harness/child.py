"""Run one program and measure it as a whole: wall clock, CPU seconds, peak memory."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

POLL = 0.002
"""Seconds between two looks at a child's memory."""


class ToolError(Exception):
    """A program that should have evaluated a run did not."""


@dataclass(frozen=True)
class Peak:
    """The most memory that a process had, in bytes."""

    rss: int
    """Resident, pages of mapped files included, although the kernel can take those back."""
    own: int | None = None
    """Anonymous: what the process itself holds. None unless watched, and where there is no /proc."""

    def or_more(self, other: Peak) -> Peak:
        """The higher figure of both peaks."""
        owns = [own for own in (self.own, other.own) if own is not None]
        return Peak(max(self.rss, other.rss), max(owns, default=None))


@dataclass(frozen=True)
class Sample:
    """One process from start to end."""

    seconds: float
    cpu: float
    """User and system seconds, of the process and of the children it waited for."""
    peak: Peak
    output: str


def environment() -> dict[str, str]:
    """Ours, without what would have every tool compile its Python anew each time: an installed one is compiled."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def run(command: Sequence[str], *, watch: bool = False) -> Sample:
    """Run `command`. Watching its memory disturbs it, so a watched sample gives no time worth reporting."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as complaints:
        start = time.perf_counter()
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=complaints, env=environment()
        )
        seen = watched(process.pid) if watch else None
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)  # so that Popen does not wait for it once more
        if process.returncode != 0:
            raise ToolError(last_words(text(complaints), process.returncode))
        return Sample(seconds, usage.ru_utime + usage.ru_stime, seen or resident(usage), text(output))


def resident(usage: resource.struct_rusage) -> Peak:
    """The kernel's own figure; never less than what this runner has, as the child starts as a copy of it."""
    return Peak(usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024))


def text(file: IO[bytes]) -> str:
    """All that was written to a file."""
    file.seek(0)
    return file.read().decode(errors="replace")


def last_words(complaints: str, code: int) -> str:
    """What a tool said about its failure: its last line about an error, or simply its last."""
    lines = [line for line in complaints.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line.lower()]
    return (errors or lines or [f"exit code {code}, nothing on standard error"])[-1].strip()[:300]


def watched(pid: int) -> Peak | None:
    """Look at the child's memory until it ends: of anonymous memory the kernel keeps no peak."""
    status = Path(f"/proc/{pid}/status")
    peak = None
    while not has_ended(pid):
        now = look(status)
        peak = now.or_more(peak) if now and peak else now or peak
        time.sleep(POLL)
    return peak


def has_ended(pid: int) -> bool:
    """Whether the child is done, leaving it to be waited for (its resource usage is read then)."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def look(status: Path) -> Peak | None:
    """The memory of a process at this moment, as the kernel shows it."""
    try:
        lines = status.read_text().splitlines()
    except OSError:  # no /proc on this system, or the child has just ended
        return None
    sizes = {name: rest.split() for name, _, rest in (line.partition(":") for line in lines)}
    if "RssAnon" not in sizes:  # the child has ended, but has not been waited for
        return None
    return Peak(rss=int(sizes["VmHWM"][0]) * 1024, own=int(sizes["RssAnon"][0]) * 1024)
