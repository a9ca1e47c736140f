"""Where trec_eval crashes, prints nan or a number that is wrong, ours is the sensible one, and this says so."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compat.trec_eval.numbers import real

if TYPE_CHECKING:
    from cranfield.compat.trec_eval.program import Case

_INTERPOLATED = {"iprec_at_recall", "11pt_avg"}
_UNINITIALISED = {"rbp", "rbp_resid"}
_SORTED_BY_GAIN = {"ndcg", "ndcg_rel", "Rndcg", "G", "ideal_dcg"}


def remarks(case: Case) -> Iterator[str]:
    """Yield a sentence for each defect that these inputs run into."""
    yield from case.judgements.notes
    yield from case.results.notes
    asked = {each.entry.name for each in case.measures}
    if case.options.tenth and not case.results.tag and "runid" in asked:
        yield "there are no results, and so no runid: trec_eval 10.0 prints what happens to be in memory"
    left = case.results.judged.retrieved[case.wanted]
    if case.options.judged_only and not left.all() and (names := sorted(asked & _INTERPOLATED)):
        yield f"{' and '.join(names)} of a topic with no documents left: 0 here, nan in trec_eval"
    if case.options.qrels_format == "qrels" and (topic := _never_pooled(case)):
        yield f"all grades of topic {topic} are -2 or less: 0 here, a crash in trec_eval"
    for entry, text in case.measures:
        if text and entry.name in _SORTED_BY_GAIN and _close(text):
            yield f"{entry.name}.{text}: trec_eval cannot sort gains less than 1 apart, and may print 0 or more than 1"
    if names := sorted(asked & _UNINITIALISED):
        yield f"{' and '.join(names)}: trec_eval 10.0 reads memory that it never set; here as they are defined"


def _never_pooled(case: Case) -> str | None:
    qrels = case.judgements.qrels
    best = np.maximum.reduceat(qrels.grades, qrels.starts[:-1])
    return next((qrels.topics[number] for number in case.wanted if best[number] <= -2), None)


def _close(text: str) -> bool:
    gains = sorted(real(part.partition("=")[2].encode()) for part in text.split(","))
    return any(0 < upper - lower < 1 for lower, upper in pairwise([0.0, *gains]))
