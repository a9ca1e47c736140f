"""Which runs come from one team: they are alike, so where one is left out the others are, too."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import InputError, UsageError, cannot_read, did_you_mean

Ints = NDArray[np.int64]


def teams_of(runs: Sequence[str], teams: Mapping[str, str] | None) -> tuple[tuple[str, ...], Ints]:
    """Return the teams, and which one each run belongs to; without teams each run is its own.

    >>> teams_of(["a1", "a2", "b1"], {"a1": "a", "a2": "a", "b1": "b"})
    (('a', 'b'), array([0, 0, 1]))
    """
    if teams is None:
        return tuple(runs), np.arange(len(runs))
    for run in runs:
        if run not in teams:
            raise UsageError(
                f"run `{run}` has no team", slug="bad-teams", hint=did_you_mean(run, teams) or "name all runs"
            )
    names = tuple(dict.fromkeys(teams[run] for run in runs))
    return names, np.array([names.index(teams[run]) for run in runs], dtype=np.int64)


def read_teams(path: str) -> dict[str, str]:
    """Read the columns run and team of a csv file."""
    try:
        with Path(path).open(encoding="utf-8-sig", errors="surrogateescape", newline="") as stream:
            reader = csv.DictReader(stream)
            if not {"run", "team"} <= set(reader.fieldnames or ()):
                raise InputError(
                    f"{path}: there are no columns `run` and `team`",
                    slug="bad-teams",
                    hint="the first line is: run,team",
                )
            return {row["run"]: row["team"] or row["run"] for row in reader}
    except (OSError, ValueError) as failure:
        raise cannot_read(path, failure) from None
