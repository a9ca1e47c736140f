"""The top of each ranking as a word of grades, which is text and so no measure: trec_eval's relstring."""

from __future__ import annotations

from typing import Any

import numpy as np

from cranfield.errors import UsageError
from cranfield.measure.arguments import whole
from cranfield.measure.by_hand import example  # noqa: F401  (for the worked example)
from cranfield.measure.evaluation import Evaluator
from cranfield.model import Judged

_HIGHEST_DIGIT = 9
_SEVERAL_ORDERS = ("expected", "best", "worst")


def relstrings(qrels: Any, run: Any, k: int = 10, **policies: Any) -> dict[str, str]:
    """Return for each topic the grades of its first k documents as a word, a character each.

    A digit is a grade (`>` is one above 9, a fraction is rounded down), `-` a document that was not pooled, and `.`
    one that was pooled, but never judged. To see at a glance where a run is good, and where nobody has looked.
    Judgements, run and policies are given as to `evaluate`, except that there is one order of tied documents.

    >>> relstrings({"q1": {"a": 2, "b": 0}, "q2": {"c": 1}}, {"q1": ["a", "x", "b"]}, k=5)
    {'q1': '2-0', 'q2': ''}
    """
    k = whole("k", k, slug="measure-cutoff")
    if policies.get("ties") in _SEVERAL_ORDERS:
        raise UsageError(
            f"a word shows one order of tied documents, and ties={policies['ties']} looks at several",
            slug="policies-clash",
            hint="choose ties='docid', 'docid-ascending', 'input' or 'rank'",
        )
    judgements = Evaluator(qrels, "NumRet", **policies).judgements
    found = judgements.judge(run)
    words = zip(judgements.qrels.topics, relstring(found.judged, k), found.answered.tolist(), strict=True)
    all_topics = policies.get("topics") != "common"
    return {topic: word for topic, word, answered in words if answered or all_topics}


def relstring(judged: Judged, length: int = 10) -> list[str]:
    """Return the words of `relstrings`, in the order of the topics, for a run that is judged already.

    >>> relstring(example([2, None, 0, -1, 12]))
    ['2-0.>']
    """
    length = min(length, int(judged.retrieved.max(initial=0)))
    top = judged.hits.within(length)
    characters = np.full((judged.num_topics, length), "-", dtype="<U1")
    characters[top.topic, top.rank - 1] = [_character(grade) for grade in top.grade.tolist()]
    words = zip(characters, judged.retrieved.tolist(), strict=True)
    return ["".join(row[: min(retrieved, length)].tolist()) for row, retrieved in words]


def _character(grade: float) -> str:
    if grade < 0:
        return "."
    return ">" if int(grade) > _HIGHEST_DIGIT else str(int(grade))
