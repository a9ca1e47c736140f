"""How a text is written: line ends, blank lines, blanks at the ends of lines, bytes that should not be there."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from cranfield.check.scan import _Lines

_CR = ord("\r")
_IS_SPACE = np.zeros(256, dtype=np.bool_)
_IS_SPACE[list(b" \t\v\f")] = True
_IS_ODD = np.zeros(256, dtype=np.bool_)  # may be part of what no reader sees, or of what is no text
_IS_ODD[0x80:] = True
_IS_ODD[[code for code in range(0x20) if code not in b"\t\n\v\f\r"]] = True
_IS_ODD[0x7F] = True


@dataclass
class Tally:
    """How many lines are so, and which is the first."""

    count: int = 0
    first: int = 0

    def note(self, lines: NDArray[np.int64]) -> None:
        """Count these lines, which come after all that were counted before."""
        if len(lines):
            self.first = self.first or int(lines[0])
            self.count += len(lines)


@dataclass
class Surface:
    """What was seen of a text, line by line."""

    windows: Tally = field(default_factory=Tally)  # lines that end with carriage return and line feed
    unix: Tally = field(default_factory=Tally)  # with a line feed alone
    old_mac: Tally = field(default_factory=Tally)  # lines with a carriage return before something else
    blank: Tally = field(default_factory=Tally)
    blanks_around: Tally = field(default_factory=Tally)
    extra: Tally = field(default_factory=Tally)  # with more columns than are looked at
    odd: array[int] = field(default_factory=lambda: array("q"))  # lines with bytes that need a closer look

    def look(self, lines: _Lines, before: int) -> None:
        """Look at some more lines; `before` were seen already."""
        text, ends = lines.text, lines.ends
        last = text[np.maximum(ends - 1, 0)]
        longer = ends > lines.begins
        windows = longer & (last == _CR)
        if windows.any():  # the blank, if any, stands before it
            behind = np.where(windows, ends - 2, ends - 1)
            last, longer = text[np.maximum(behind, 0)], behind >= lines.begins
        filled = lines.count > 0
        around = filled & longer & (_IS_SPACE[last] | _IS_SPACE[text[lines.begins]])
        self.windows.note(np.flatnonzero(windows) + before + 1)
        self.unix.note(np.flatnonzero(~windows) + before + 1)
        self.blank.note(np.flatnonzero(~filled) + before + 1)
        self.blanks_around.note(np.flatnonzero(around) + before + 1)
        self.old_mac.note(_with_lone_returns(lines) + before + 1)
        odd = _IS_ODD[text]
        if odd.any():
            self.odd.extend((lines.holding(odd) + before + 1).tolist())


def _with_lone_returns(lines: _Lines) -> NDArray[np.int64]:
    """Find the lines in which something follows on a carriage return."""
    returns = np.flatnonzero(lines.text == _CR)
    if not len(returns):
        return returns
    line = np.searchsorted(lines.ends, returns)
    following = np.searchsorted(lines.starts, returns)
    last = lines.first[line] + lines.count[line]
    return np.unique(line[(following < last) & (following > lines.first[line])])
