"""`--fix`: mended copies beside the files, never in their place."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from cranfield.check.finding import Mended, Report, Role
from cranfield.check.mending import Keep, mend
from cranfield.check.opening import Settings, open_leniently
from cranfield.errors import UsageError
from cranfield.read.source import STANDARD_INPUT

_COMPRESSED = (".gz", ".xz", ".bz2", ".zst", ".zstd")

Write = Callable[[str, Iterable[bytes]], None]


def copies(inputs: Sequence[str], out: str) -> dict[str, str]:
    """Say where the mended copy of each input goes; refuse what would touch an input or another copy."""
    if STANDARD_INPUT in inputs:
        raise UsageError(
            "--fix needs files: standard input can be read only once",
            slug="options-clash",
            hint="save it to a file, and name the file",
        )
    folder = Path(out)
    if any(folder.exists() and folder.samefile(path) for path in inputs if Path(path).exists()):
        raise UsageError(f"{out}: is one of the inputs, which are never changed", slug="unwritable")
    if len(inputs) == 1 and not folder.is_dir() and not out.endswith(os.sep):
        return {inputs[0]: out}
    here = next((path for path in inputs if Path(path).parent.resolve() == folder.resolve()), None)
    if here is not None:
        raise UsageError(
            f"{out}: holds an input, {here}, and inputs are never changed",
            slug="unwritable",
            hint="name another folder; it is made if need be",
        )
    places = {path: str(folder / _unpacked_name(path)) for path in inputs}
    names = list(places.values())
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(
            f"two mended files would be called {twice}", slug="unwritable", hint="mend the folders one by one"
        )
    return places


def mend_files(
    places: dict[str, str], roles: dict[str, Role], settings: Settings, duplicates: Keep, write: Write
) -> list[Mended]:
    """Mend each input into its place."""
    return [
        _mend_file(path, roles[path], place, settings, duplicates, write) for path, place in places.items()
    ]


def _mend_file(
    path: str, role: Role, place: str, settings: Settings, duplicates: Keep, write: Write
) -> Mended:
    report = Report(shown=1)  # what is found here is found again in the copy, or has been mended
    opened = open_leniently(path, role, path, settings, report)
    mending = mend(opened, duplicates)
    if mending.refused is None:
        write(place, mending.blocks)
    return Mended(path, None if mending.refused else place, mending.done, mending.refused)


def _unpacked_name(path: str) -> str:
    name = Path(path).name
    ending = next((ending for ending in _COMPRESSED if name.casefold().endswith(ending)), "")
    return name[: len(name) - len(ending)] or name
