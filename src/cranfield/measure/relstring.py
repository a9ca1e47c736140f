"""The top of each ranking as a word of grades, which is text and so no measure: trec_eval's relstring."""

from __future__ import annotations

import numpy as np

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked example)
from cranfield.model import Judged

_HIGHEST_DIGIT = 9


def relstring(judged: Judged, length: int = 10) -> list[str]:
    """Return one word a topic: the grades of its first documents, a character each.

    A digit is a grade (`>` is one above 9, a fraction is rounded down), `-` a document that was not pooled, and `.`
    one that was pooled, but never judged. To see at a glance where a run is good, and where nobody has looked.

    >>> relstring(example([2, None, 0, -1, 12]))
    ['2-0.>']
    """
    top = judged.hits.within(length)
    characters = np.full((judged.num_topics, length), "-", dtype="<U1")
    characters[top.topic, top.rank - 1] = [_character(grade) for grade in top.grade.tolist()]
    words = zip(characters, judged.retrieved.tolist(), strict=True)
    return ["".join(row[: min(retrieved, length)].tolist()) for row, retrieved in words]


def _character(grade: float) -> str:
    if grade < 0:
        return "."
    return ">" if int(grade) > _HIGHEST_DIGIT else str(int(grade))
