"""What is odd about judgements by themselves."""

from __future__ import annotations

import numpy as np

from cranfield.check.rows import Rows
from cranfield.check.telling import Teller, some
from cranfield.errors import count


def check_judgements(rows: Rows, tell: Teller) -> None:
    """Tell what is odd about the grades."""
    grades = rows.value
    relevant = np.bincount(rows.topic[grades > 0], minlength=len(rows.topics))
    without = np.flatnonzero(relevant == 0)
    if len(without) == len(rows.topics):
        tell.once("nothing-relevant", "no document is relevant to any topic", line=int(rows.line[0]))
    elif len(without):
        names = some((rows.topics[topic] for topic in without), len(without))
        said = f"{count(len(without), 'topic')} without a relevant document: {names}"
        tell.once("no-relevant", said, line=int(rows.line[rows.first_rows[without[0]]]))
    for kind, odd, what in (
        ("negative-grades", grades < 0, "below 0"),
        ("fractional-grades", grades != np.floor(grades), "that are no whole numbers"),
    ):
        if odd.any():
            row = int(odd.argmax())
            said = f"{count(int(odd.sum()), 'grade')} {what}, such as {grades[row]:g}"
            tell.once(kind, said, line=int(rows.line[row]))
