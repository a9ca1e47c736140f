"""Run tools in turn, round by round, so that what disturbs the machine disturbs all of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence

from harness.child import Peak, Sample, ToolError, run
from harness.results import Measured, Result
from harness.tasks import Task
from harness.tools import Setting, Tool

Commands = dict[str, list[str]]


def orders(names: Sequence[str], rounds: int) -> Iterator[list[str]]:
    """Each round begins with another tool: nobody always runs after the one that fills the caches."""
    for number in range(rounds):
        turn = number % len(names)
        yield [*names[turn:], *names[:turn]]


def warmed(commands: Commands, result: Result) -> dict[str, Sample]:
    """Run each once without counting it: that fills the caches. What fails is dropped, as a fault."""
    samples = {}
    for name, command in commands.items():
        try:
            samples[name] = run(command)
        except (ToolError, OSError) as error:
            result.faults.append(f"{name} failed: {error}")
    return samples


def timed(commands: Commands, rounds: int) -> dict[str, list[Sample]]:
    """All commands in every round; the n-th samples belong to the same round."""
    samples: dict[str, list[Sample]] = {name: [] for name in commands}
    for number, order in enumerate(orders(list(commands), rounds), start=1):
        say(f"  round {number} of {rounds}")
        for name in order:
            samples[name].append(run(commands[name]))
    return samples


def peak(command: list[str], times: int = 1) -> Peak:
    """Run for the memory alone. A shell is not watched: the tool is its child, which rusage covers."""
    watch = command[0] != "sh"
    found = [run(command, watch=watch).peak for _ in range(times)]
    highest = found[0]
    for other in found[1:]:
        highest = highest.or_more(other)
    return highest


def compare(result: Result, tools: Sequence[Tool], at: Setting, task: Task, rounds: int) -> Result:
    """Measure all of `tools` on one task; no rounds means memory only."""
    result.load = load()
    commands = {tool.name: tool.command(at, task) for tool in tools}
    first = warmed(commands, result)
    commands = {name: command for name, command in commands.items() if name in first}
    if not commands:
        return result
    samples = timed(commands, rounds) if rounds else {name: [sample] for name, sample in first.items()}
    for tool in tools:
        if tool.name in commands:
            values = tool.answer(first[tool.name].output) if tool.answer else {}
            memory = peak(commands[tool.name], times=1 if rounds else 3)
            result.tools.append(measured(tool.name, tool.shown, samples[tool.name], memory, values))
    return result


def compare_commands(result: Result, commands: Commands, rounds: int) -> Result:
    """Measure plain commands that give no values, such as an import."""
    result.load = load()
    names = warmed(commands, result)
    samples = timed({name: commands[name] for name in names}, rounds)
    for name in names:
        result.tools.append(measured(name, name, samples[name], peak(commands[name]), {}))
    return result


def measured(
    name: str, shown: str, samples: list[Sample], memory: Peak, values: dict[str, dict[str, float]]
) -> Measured:
    """Samples of processes as one entry of a result."""
    seconds = [sample.seconds for sample in samples]
    return Measured(name, shown, seconds, [sample.cpu for sample in samples], memory.rss, memory.own, values)


def load() -> float | None:
    """The load average of the last minute."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def say(text: str) -> None:
    """Tell the user how far it is; standard output is for the table."""
    print(text, file=sys.stderr, flush=True)
