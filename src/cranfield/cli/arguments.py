"""What stands for several arguments: `@file`, patterns, folders."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cranfield.errors import InputError, UsageError, cannot_read, count, printable, warn

_OPTION_AND_VALUE = r"(-[^-\s=]|--[^\s=]+)\s+(.+)"
_SHOWN = 10

# What lies beside runs and is none; `qrels` in front of a name is told below.
_NO_RUNS = (
    ".md .rst .pdf .html .htm .xml .tex .bib .log .err .png .jpg .svg .py .ipynb .sh .r .yaml .yml .toml .ini .cfg "
    ".zip .tar .tgz .tar.gz .tar.xz .tar.bz2 .tar.zst .7z .bak .old .orig .tmp .part .swp ~"
)
_ENDINGS = tuple(_NO_RUNS.split())
_NAMES = ("readme", "license", "makefile", "checksums", "md5sums", "sha256sums", "cranfield.toml")


def expanded(arguments: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Replace each `@file` by the arguments in it, one a line; behind `--` nothing is replaced.

    Blank lines and lines that begin with # are skipped. An option and its value may share a line. Also returned: the
    name and line of each argument that stands in a file.
    """
    done: list[str] = []
    places: dict[str, str] = {}
    for place, argument in enumerate(arguments):
        if argument == "--":
            done.extend(arguments[place:])
            break
        if len(argument) > 1 and argument.startswith("@"):
            for number, written in _lines(argument[1:]):
                done.append(written)
                places.setdefault(written, f"{argument[1:]}:{number}")
        else:
            done.append(argument)
    typed = set(arguments)
    return done, {what: where for what, where in places.items() if what not in typed}


def _lines(path: str) -> Iterator[tuple[int, str]]:
    try:
        with open(path, encoding="utf-8-sig", errors="surrogateescape") as stream:  # noqa: PTH123  (a path may be odd)
            lines = stream.read().splitlines()
    except (OSError, ValueError) as failure:
        refused = cannot_read(path, failure)
        refused.details += (
            f"  @{path} takes arguments from this file; a file that is called so is ./@{path}",
        )
        raise refused from None
    for number, line in enumerate(lines, start=1):
        written = line.strip()
        if not written or written.startswith("#"):
            continue
        if "\0" in written:
            raise InputError(
                f"{path}:{number}: this is not a file of arguments, but binary", slug="bad-arguments"
            )
        if written.startswith("@"):
            raise UsageError(
                f"{path}:{number}: a file of arguments cannot name another one: {written}",
                slug="bad-arguments",
                hint=f"name both where you type; a file that is called so is ./{written}",
            )
        together = re.fullmatch(_OPTION_AND_VALUE, written)
        yield from ((number, part) for part in (together.groups() if together else (written,)))


def places_told(message: str, places: Mapping[str, str]) -> list[str]:
    """Say of the arguments that an error speaks of in which file they stand.

    >>> places_told("bm52.run: there is no such file", {"bm52.run": "runs.txt:3", "--depth": "runs.txt:1"})
    ['  named in runs.txt:3']
    """
    return [
        f"  named in {place}"
        for argument, place in places.items()
        if message.startswith(f"{argument}: ") or f"`{argument}`" in message
    ]


def runs_named(given: Iterable[str], qrels: str = "") -> list[str]:
    """Return the files that patterns, folders and names stand for, each once.

    What a folder holds and is no run, and what was named twice, is told on standard error.
    """
    found: dict[str, str] = {}
    twice: list[str] = []
    for named in given:
        for path in _files(named, qrels):
            file = _same(path)
            if file in found and path != "-":
                twice.append(path)
            found.setdefault(file if path != "-" else f"-{len(found)}", path)
    if twice:
        warn("named-twice", f"{_listed(list(dict.fromkeys(twice)))}: named twice, evaluated once")
    return list(found.values())


def _files(named: str, qrels: str) -> list[str]:
    if named == "-" or not named:
        return [named]
    if os.path.isdir(named):  # noqa: PTH112  (pathlib would change the spelling of the name)
        return _in_folder(named, qrels)
    if any(sign in named for sign in "*?[") and not os.path.lexists(named):
        return _matching(named)
    return [named]


def _in_folder(folder: str, qrels: str) -> list[str]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as failure:
        raise cannot_read(folder, failure) from None
    judged = _same(qrels)
    kept, left_out = [], []
    for entry in entries:
        path = entry.name if folder == "." else os.path.join(folder, entry.name)  # noqa: PTH118
        why = "the judgements" if _same(path) == judged else _why_no_run(entry)
        if why is None:
            kept.append(path)
        else:
            left_out.append(f"{entry.name} ({why})")
    if not kept:
        raise UsageError(
            f"{folder}: there is no run in this folder",
            slug="no-run",
            details=[f"  left out: {_listed(left_out)}"] if left_out else (),
            hint="name the files themselves; what is named is read",
        )
    if left_out:
        names = f"{len(left_out):,} of {count(len(entries), 'name')}"
        warn("left-out", f"{folder}: {names} left out: {_listed(left_out)}")
    return kept


def _why_no_run(entry: os.DirEntry[str]) -> str | None:
    name = entry.name.casefold()
    if name.startswith("."):
        return "hidden"
    if entry.is_dir():
        return "a folder"
    if name.startswith("qrels") or ".qrels" in name:
        return "judgements by its name"
    if name.endswith(_ENDINGS) or name.split(".")[0] in _NAMES or name in _NAMES:
        return "no run by its name"
    return None


def _matching(pattern: str) -> list[str]:
    import glob

    matches = sorted(glob.glob(pattern, recursive=True))  # noqa: PTH207  (keeps the spelling)
    files = [path for path in matches if not os.path.isdir(path)]  # noqa: PTH112
    if not files:
        folders = f"  it matches {_listed(matches)}, which is no file" if matches else ""
        raise UsageError(
            f"{pattern}: no file matches this pattern",
            slug="no-match",
            details=[folders] if folders else (),
            hint=f"see what is there: ls {os.path.dirname(pattern) or '.'}",  # noqa: PTH120
        )
    if len(files) < len(matches):
        folders = _listed([path for path in matches if path not in files])
        warn("left-out", f"{pattern}: folders left out: {folders}")
    return files


def _same(path: str) -> str:
    """Return what two spellings of one name share. A link is a name of its own: it is there to be another run."""
    folder, name = os.path.split(path)
    return os.path.join(os.path.realpath(folder), name)  # noqa: PTH118


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
    return ", ".join(printable(os.fsencode(name)) for name in names[:_SHOWN]) + more
