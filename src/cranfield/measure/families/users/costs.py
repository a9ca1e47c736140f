"""What it costs to look at a document, or how long it is, from a file."""

from __future__ import annotations

import csv
import math
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import UsageError, count, printable, warn
from cranfield.model import Judged
from cranfield.model.ids import to_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cranfield.model import Hits, Qrels

Floats = NDArray[np.float64]


class Costs(NamedTuple):
    """The cost at each rank, and what single hits cost on top of that; None: nothing."""

    by_rank: Floats
    of_hits: Floats | None


def costs_of(judged: Judged, hits: Hits, path: str | None, usual: float, k: int) -> Costs:
    """Return what the first k ranks cost: `usual` where the file, if there is one, says nothing."""
    by_rank = np.full(k, float(usual))
    if path is None:
        return Costs(by_rank, None)
    listed = _listed(path)
    if listed.kind == "document":
        return Costs(by_rank, of_documents(judged, hits, path, usual) - usual)
    for rank, cost in listed.numbers.items():
        if int(rank) <= k:
            by_rank[int(rank) - 1] = cost
    return Costs(by_rank, None)


def of_documents(judged: Judged, hits: Hits, path: str | None, usual: float) -> Floats:
    """Return the number of each hit from a file of documents, `usual` where it has none."""
    qrels = judged.qrels
    if path is None or qrels is None:
        return np.full(len(hits.rank), float(usual))
    kind, numbers = _listed(path)
    if kind != "document":
        raise _fault(path, "is about ranks, and this asks for documents")

    def by_row() -> Floats:
        _tell_of_unjudged(path, numbers, qrels)
        # One more than there are judgements: row -1 is a hit without one.
        return np.array([*(numbers.get(raw, usual) for raw in qrels.docs.raws()), usual], dtype=np.float64)

    table: Floats = judged.once((of_documents, path, _stamp(path), usual), by_row)
    return table[hits.row]


def _tell_of_unjudged(path: str, numbers: Mapping[bytes, float], qrels: Qrels) -> None:
    """Warn of documents in the file that will not be recognised: a run's unjudged documents have lost their names."""
    unjudged = numbers.keys() - set(qrels.docs.raws())
    if unjudged:
        some = ", ".join(f"`{printable(each)}`" for each in sorted(unjudged)[:3])
        more = ", ..." if len(unjudged) > 3 else ""
        warn(
            "unjudged-costs",
            f"{path} names {count(len(unjudged), 'document')} that nobody judged, so what it says of them is not "
            f"used: {some}{more}",
            "only judged documents are known by name, the others are as usual; costs by rank hold for all",
        )


class _Listed(NamedTuple):
    kind: str  # what the lines are about: `document` or `rank`
    numbers: dict[bytes, float]


def _listed(path: str) -> _Listed:
    return _read(path, _stamp(path))


def _stamp(path: str) -> tuple[int, int]:
    """Return what changes when the file does, so that it is read once."""
    try:
        about = Path(path).stat()
    except OSError as error:
        raise _fault(path, f"cannot be read ({error.strerror})") from error
    return about.st_mtime_ns, about.st_size


@lru_cache(maxsize=8)
def _read(path: str, _: tuple[int, int]) -> _Listed:
    numbers: dict[bytes, float] = {}
    try:
        with Path(path).open(encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
            lines = csv.reader(file)
            kind = (next(lines, None) or [""])[0].strip()
            if kind not in ("document", "rank"):
                raise _fault(path, "begins with neither of the columns `document` and `rank`")
            for line in filter(None, lines):
                name, number = _entry(path, lines.line_num, line, kind)
                if name in numbers:
                    raise _fault(f"{path}:{lines.line_num}", f"names a {kind} twice: {line[0]}")
                numbers[name] = number
    except (OSError, csv.Error) as error:
        raise _fault(path, f"cannot be read ({error})") from error
    return _Listed(kind, numbers)


def _entry(path: str, number: int, line: list[str], kind: str) -> tuple[bytes, float]:
    if len(line) != 2:
        raise _fault(f"{path}:{number}", f"has {len(line)} columns instead of 2")
    name, text = (cell.strip() for cell in line)
    if kind == "rank" and not (name.isdecimal() and int(name) >= 1):
        raise _fault(f"{path}:{number}", f"has no rank from 1 but `{name}`")
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value < math.inf:
        raise _fault(f"{path}:{number}", f"has no number from 0 but `{text}`")
    return to_bytes(str(int(name)) if kind == "rank" else name), value


def _fault(place: str, what: str) -> UsageError:
    return UsageError(
        f"{place}: the file {what}",
        slug="measure-parameter",
        hint="it is a csv with a header, such as `document,cost` or `rank,cost`, and a document or rank a line",
    )
