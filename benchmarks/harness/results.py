"""What a benchmark finds. It is written as JSON, and every table is a function of that alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median


@dataclass
class Measured:
    """One tool in one mode; the n-th entries of all tools' lists come from the same round."""

    name: str
    shown: str
    seconds: list[float]
    cpu: list[float] = field(default_factory=list)
    rss: int | None = None
    own: int | None = None
    values: dict[str, dict[str, float]] = field(default_factory=dict)
    """{run: {measure: mean}}; empty for a limit."""


@dataclass
class Result:
    """One mode: the tools that ran, those that did not, and what is wrong."""

    mode: str
    about: str
    tools: list[Measured] = field(default_factory=list)
    skipped: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """Tools that failed or disagree, limits that were broken: any of them makes the runner exit with 1."""
    load: float | None = None
    """The machine's load average when the mode began."""


@dataclass(frozen=True)
class Spread:
    """A median and its range over the rounds."""

    median: float
    least: float
    most: float


def spread(values: list[float]) -> Spread:
    """Summarise the rounds."""
    return Spread(median(values), min(values), max(values))


def ratios(tool: Measured, base: Measured) -> Spread:
    """How many times longer than `base`, round by round: what slows a round down slows both."""
    return spread([ours / theirs for ours, theirs in zip(tool.seconds, base.seconds, strict=True)])
