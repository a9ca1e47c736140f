"""Highlighted text written down by hand, for worked examples and tests."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from cranfield.judge.passages import Overlap, PassageJudgements
from cranfield.model import Ids, Judged, Passages, Policies, Qrels


def read_text(
    highlighted: Mapping[str, str],
    run: str,
    *,
    entries: Mapping[str, int] | None = None,
    overlap: Overlap = "count",
) -> Judged:
    """Return one topic: documents with `#` where the judge highlighted, and what a run has its user read of them.

    `run` lists elements from the top downwards: `a:2:4` is four characters of document a from character 2 on, `a` is
    all of it. `entries` are where judges would begin to read; otherwise it is where the first passage begins.

    >>> read_text({"a": "..####..", "b": "####"}, "a:2:3 b").reading.found
    array([3, 4])
    """
    judgements = PassageJudgements(_qrels(highlighted, entries or {}), Policies(), overlap=overlap)
    return judgements.judge({"1": run.split()}).judged


def _qrels(highlighted: Mapping[str, str], entries: Mapping[str, int]) -> Qrels:
    spans = [
        (row, *passage.span())
        for row, text in enumerate(highlighted.values())
        for passage in re.finditer("#+", text)
    ]
    columns = np.array(spans, dtype=np.int64).reshape(len(spans), 3)
    first = [entries.get(name, text.find("#")) for name, text in highlighted.items()]
    return Qrels(
        Ids.of(["1"]),
        np.array([0, len(highlighted)], dtype=np.int64),
        Ids.of(highlighted),
        np.array(["#" in text for text in highlighted.values()], dtype=np.float64),
        passages=Passages(
            row=columns[:, 0],
            start=columns[:, 1],
            end=columns[:, 2],
            length=np.array([len(text) for text in highlighted.values()], dtype=np.int64),
            entry=np.array(first, dtype=np.int64),
        ),
    )
