"""Benchmarks are tests, too: tools that are compared for speed must say the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from harness.results import Measured

DIGITS = 6e-5
"""Half a unit of the fourth digit, for the tools that print no more, and a little for binary fractions."""

SHOWN = 5
Runs = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class Leniency:
    """How a tool may differ on one task, and why; the reason is printed with the result."""

    why: str
    within: float = DIGITS
    ignored: frozenset[str] = frozenset()


STRICT = Leniency("")


def disagreements(tools: list[Measured], lenient: Mapping[str, Leniency]) -> list[str]:
    """What differs from the first tool that gave values, apart from what is known of a tool by name."""
    answers = [tool for tool in tools if tool.values]
    found = []
    for other in answers[1:]:
        differing = differences(answers[0].values, other.values, lenient.get(other.name, STRICT))
        found += [f"{other.name} and {answers[0].name} differ: {text}" for text in differing[:SHOWN]]
        if len(differing) > SHOWN:
            found.append(f"{other.name} and {answers[0].name} differ in {len(differing) - SHOWN} more values")
    return found


def differences(ours: Runs, theirs: Runs, allowed: Leniency) -> list[str]:
    """Every value that is missing on one side or differs by more than is allowed."""
    if len(ours) == len(theirs) == 1:  # what a tool calls the only run does not matter
        theirs = dict(zip(ours, theirs.values(), strict=True))
    if ours.keys() != theirs.keys():
        return [f"runs {sorted(theirs)[:SHOWN]} against {sorted(ours)[:SHOWN]}"]
    found = []
    for run, values in ours.items():
        for measure in sorted((values.keys() | theirs[run].keys()) - allowed.ignored):
            here, there = values.get(measure), theirs[run].get(measure)
            if here is None or there is None or not abs(here - there) < allowed.within:  # `not <` catches NaN
                found.append(f"{measure} of {run} is {there} against {here}")
    return found
