"""Which runs were meant, and what they are called."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import PurePath
from typing import Any, NamedTuple

from cranfield.errors import UsageError, printable, warn
from cranfield.model import Run
from cranfield.read.source import bare_name, open_source

IN_MEMORY = "run"
"""What a run is called that came without a name."""
_SHOWN = 5
_COLUMNS = 6


def runs_of(runs: Any) -> list[tuple[str | None, Any]]:
    """Tell one run from several, and give each the name that came with it.

    >>> runs_of("bm25.run")
    [(None, 'bm25.run')]
    >>> runs_of({"q1": {"d1": 2.5}})
    [(None, {'q1': {'d1': 2.5}})]
    >>> runs_of({"bm25": "a.run", "dense": {"q1": ["d1", "d2"]}})
    [('bm25', 'a.run'), ('dense', {'q1': ['d1', 'd2']})]
    """
    if isinstance(runs, Mapping):
        several = any(not _is_ranking(value) for value in islice(runs.values(), 1))
        return [(str(name), run) for name, run in runs.items()] if several else [(None, runs)]
    if isinstance(runs, Sequence) and not isinstance(runs, str | bytes):
        if not len(runs):
            raise UsageError("there is no run to evaluate", slug="no-run")
        if all(isinstance(each, Named) for each in runs):
            return [tuple(each) for each in runs]
        if all(_is_a_run(each) for each in runs):
            return [(None, run) for run in runs]
    return [(None, runs)]


def _is_ranking(value: Any) -> bool:
    """Is this what stands under a topic: `{document: score}` or `[document, ...]`?"""
    inner = (
        next(iter(value.values() if isinstance(value, Mapping) else value), None)
        if _is_container(value)
        else value
    )
    if isinstance(value, Mapping):
        return not _is_container(inner)
    return isinstance(value, Sequence) and not isinstance(value, str | bytes) and not _is_container(inner)


def _is_container(value: Any) -> bool:
    return isinstance(value, Mapping | Sequence) and not isinstance(value, str | bytes)


def _is_a_run(value: Any) -> bool:
    """Is this element a run of its own, and not a row or a column of one?"""
    if isinstance(value, str | os.PathLike | Run | Mapping):
        return True
    return (not isinstance(value, Sequence) and not hasattr(value, "__array__")) or hasattr(value, "columns")


def distinct(named: Sequence[tuple[str, str | None]]) -> tuple[str, ...]:
    """Make names of runs (and their paths) distinct: by the folders they lie in, else by number; and say so.

    >>> distinct([("bm25", "bm25.run"), (IN_MEMORY, None), (IN_MEMORY, None)])
    ('bm25', 'run', 'run-2')
    """
    names = [name for name, _ in named]
    clashing = {name for name in names if names.count(name) > 1} if len(set(names)) < len(names) else set()
    longer = [
        str(PurePath(path).parent / bare_name(path)) if name in clashing and path is not None else name
        for name, path in named
    ]
    taken: set[str] = set()
    for place, name in enumerate(longer):
        number, unique = 2, name
        while unique in taken:
            unique, number = f"{name}-{number}", number + 1
        taken.add(unique)
        longer[place] = unique
    if clashing - {IN_MEMORY}:
        _tell([(path or name, new) for (name, path), new in zip(named, longer, strict=True) if new != name])
    return tuple(longer)


def _tell(changed: Sequence[tuple[str, str]]) -> None:
    lines = [printable(os.fsencode(f"{where}: {new}")) for where, new in changed[:_SHOWN]]
    more = [f"... and {len(changed) - _SHOWN:,} more"] if len(changed) > _SHOWN else []
    warn("same-name", "several runs have one name, so they are told apart", *lines, *more)


class Named(NamedTuple):
    """A run and what it is called; None where it says itself."""

    name: str | None
    run: Any


def tagged(paths: Sequence[str], comments: str | None = None) -> list[Named]:
    """Call each run by its tag, the last column of the TREC format."""
    return [Named(_tag(path, comments), path) for path in paths]


def _tag(path: str, comments: str | None) -> str | None:
    """Return the tag in the first line; None for another format, and for a pipe, which is named by its tag anyway."""
    if not os.path.isfile(path):  # noqa: PTH113  (keeps the spelling)
        return None
    source = open_source(path)
    source.close()
    for line in source.head.splitlines():
        fields = line.split()
        if fields and not (comments and line.startswith(comments.encode())):
            return os.fsdecode(fields[-1]) if len(fields) == _COLUMNS else None
    return None
