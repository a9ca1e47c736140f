"""Tells the report what is wrong with one file, and stops wording it when enough has been shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from cranfield.check.finding import Report
from cranfield.check.rows import Rows
from cranfield.errors import printable

SHOWN_IDS = 5


@dataclass(frozen=True)
class Teller:
    """The report, as seen from one file."""

    report: Report
    file: str

    def once(self, kind: str, text: str, *, line: int = 0, other: int = 0, hint: str | None = None) -> None:
        """Note one finding."""
        self.report.add(self.file, kind, text, line=line, other=other, hint=hint)

    def each(
        self,
        kind: str,
        rows: Rows,
        found: NDArray[np.int64] | Sequence[int],
        worded: Callable[[int], str],
        *,
        others: NDArray[np.int64] | Sequence[int] | None = None,
    ) -> None:
        """Note one finding for each of these rows; `others` are the second rows of those that concern two."""
        shown = self.report.shown
        for place in range(len(found) if shown is None else min(shown, len(found))):
            row = int(found[place])
            other = 0 if others is None else int(rows.line[others[place]])
            self.once(kind, worded(row), line=int(rows.line[row]), other=other)
        if shown is not None:
            self.report.more(self.file, kind, max(0, len(found) - shown))


def quoted(raw: bytes) -> str:
    """Show an id as messages do."""
    return f"`{printable(raw)}`"


def some(ids: Iterable[bytes], total: int) -> str:
    """Name the first few ids of many."""
    names = ", ".join(printable(raw) for raw in islice(ids, SHOWN_IDS))
    return names if total <= SHOWN_IDS else f"{names}, ... ({total:,})"


def share(part: int, whole: int) -> str:
    """Say how many of how many, and how much that is.

    >>> share(1, 8)
    '1 of 8 (12.5 %)'
    """
    percent = 100 * part / whole
    return f"{part:,} of {whole:,} ({'under 0.1' if 0 < percent < 0.1 else f'{percent:.1f}'} %)"
