"""The Python twin of the Rust core: the same results to the bit and the same faults, some thirty times slower.

It is what runs where no compiler was at hand, and it is the core's specification: read this, not the Rust.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cranfield._core.contract import (
    KEPT_FAULTS,
    Columns,
    JudgedHits,
    Kind,
    Layout,
    Policy,
    Progress,
    Text,
)
from cranfield._core.lines import LineReader, numbered_lines, value_fault
from cranfield._core.ranking import Entry, Judgement, Ranked, rank_and_join, without_duplicates
from cranfield.faults import Fault
from cranfield.model.ids import Ids
from cranfield.model.tables import Qrels, Run

_BLOCK = 1 << 20

Index = tuple[list[bytes], dict[bytes, dict[bytes, Judgement]]]


class Twin:
    """See `contract.Core`."""

    name = "python"

    def group_rows(
        self,
        kind: Kind,
        topics: Ids,
        docs: Ids,
        values: NDArray[np.float64],
        ranks: NDArray[np.int64] | None,
        duplicates: str,
    ) -> Columns:
        """Group rows in memory by topic."""
        gathered = _Gathered()
        what = "grade" if kind == "qrels" else "score"
        order: Iterable[int | None] = [None] * len(values) if ranks is None else ranks.tolist()
        rows = zip(topics.raws(), docs.raws(), values.tolist(), order, strict=True)
        for row, (topic, doc, value, rank) in enumerate(rows, start=1):
            fault = value_fault(what, value)
            if fault:
                gathered.faults.append(
                    Fault(fault, row, str(value).encode(), 0, len(str(value)), topic=topic, doc=doc)
                )
            else:
                gathered.entries[topic].append(Entry(row, doc, value, rank))
        return gathered.columns(duplicates)

    def read_columns(
        self, layout: Layout, text: Text, duplicates: str, comment: str | None, progress: Progress | None
    ) -> Columns:
        """Read plain text whole."""
        return _gather(LineReader(layout, comment, strict_rank=False), text, progress).columns(duplicates)

    def index(self, qrels: Qrels) -> Index:
        """Prepare judgements for being looked up."""
        docs, starts = qrels.docs.raws(), qrels.starts.tolist()
        judgements = list(map(Judgement, range(len(docs)), qrels.grades.tolist()))
        topics = qrels.topics.raws()
        return topics, {
            topic: dict(zip(docs[start:end], judgements[start:end], strict=True))
            for topic, start, end in zip(topics, starts[:-1], starts[1:], strict=True)
        }

    def judge_rows(self, index: Index, run: Run, policy: Policy) -> JudgedHits:
        """Rank and join a run in memory."""
        gathered = _Gathered(records=len(run))
        topics, docs, scores = run.topics.raws(), run.docs.raws(), run.scores.tolist()
        ranks: list[int | None] = [None] * len(run) if run.ranks is None else run.ranks.tolist()
        for topic, start, end in zip(topics, run.starts[:-1].tolist(), run.starts[1:].tolist(), strict=True):
            rows = range(start, end)
            gathered.entries[topic] = [Entry(row + 1, docs[row], scores[row], ranks[row]) for row in rows]
        return gathered.judged(index, policy)

    def judge_dict(self, index: Index, run: Mapping[Any, Any], policy: Policy) -> JudgedHits | None:  # noqa: ARG002
        """Leave it to `judge_rows`: there is no faster way here."""
        return None

    def judge_text(
        self,
        index: Index,
        layout: Layout,
        text: Text,
        policy: Policy,
        comment: str | None,
        threads: int,  # noqa: ARG002  (one is all there is)
        progress: Progress | None,
    ) -> JudgedHits | None:
        """Rank and join a run."""
        reader = LineReader(layout, comment, strict_rank=policy.ties == "rank")
        return _gather(reader, text, progress).judged(index, policy)


class _Gathered:
    """All rows of an input by topic, with what was wrong with it."""

    def __init__(self, records: int = 0) -> None:
        self.entries: defaultdict[bytes, list[Entry]] = defaultdict(list)
        self.faults: list[Fault] = []
        self.records = records
        self.tag = b""

    def columns(self, duplicates: str) -> Columns:
        topics = sorted(self.entries)
        rows: list[Entry] = []
        starts, dropped = [0], 0
        for topic in topics:
            kept, faults, gone = without_duplicates(self.entries[topic], topic, duplicates)
            rows.extend(kept)
            starts.append(len(rows))
            self.faults.extend(faults)
            dropped += gone
        ranked = bool(rows) and all(entry.rank is not None for entry in rows)
        return Columns(
            Ids.of(topics),
            np.array(starts, dtype=np.int64),
            Ids.of(entry.doc for entry in rows),
            np.array([entry.value for entry in rows], dtype=np.float64),
            np.array([entry.rank for entry in rows], dtype=np.int64) if ranked else None,
            self.tag,
            dropped,
            *_first(self.faults),
        )

    def judged(self, index: Index, policy: Policy) -> JudgedHits:
        topics, judgements = index
        results: list[Ranked] = []
        dropped = 0
        for topic in topics:
            kept, faults, gone = without_duplicates(self.entries.get(topic, []), topic, policy.duplicates)
            self.faults.extend(faults)
            dropped += gone
            results.append(rank_and_join(kept, judgements[topic], policy))
        hits = [hit for result in results for hit in result.hits]
        return JudgedHits(
            starts=np.cumsum([0, *(len(result.hits) for result in results)], dtype=np.int64),
            rank=np.array([hit.rank for hit in hits], dtype=np.int64),
            grade=np.array([hit.grade for hit in hits], dtype=np.float64),
            score=np.array([hit.score for hit in hits], dtype=np.float64),
            row=np.array([hit.row for hit in hits], dtype=np.int64),
            tie_first=np.array([hit.tie_first for hit in hits], dtype=np.int64),
            tie_last=np.array([hit.tie_last for hit in hits], dtype=np.int64),
            answered=np.array([bool(self.entries.get(topic)) for topic in topics], dtype=np.bool_),
            retrieved=np.array([result.retrieved for result in results], dtype=np.int64),
            promoted=np.array([result.promoted for result in results], dtype=np.int64),
            score_max=np.array([result.score_max for result in results], dtype=np.float64),
            score_min=np.array([result.score_min for result in results], dtype=np.float64),
            unjudged_score=np.array([result.unjudged_score for result in results], dtype=np.float64),
            other_topics=sorted(topic for topic in self.entries if topic not in judgements),
            records=self.records,
            dropped=dropped,
            faults=_first(self.faults)[0],
            fault_count=len(self.faults),
        )


def _gather(reader: LineReader, text: Text, progress: Progress | None) -> _Gathered:
    gathered = _Gathered()
    for number, line in numbered_lines(_watched(text, gathered.faults, progress)):
        found = reader.read(number, line)
        if isinstance(found, Fault):
            gathered.faults.append(found)
        elif found is not None:
            entries = gathered.entries[found.topic]
            # A ranking of two columns has no score: the place within the topic stands for it.
            value = -float(len(entries) + 1) if reader.layout == "ranking2" else found.value
            entries.append(Entry(number, found.doc, value, found.rank))
            gathered.records += 1
            gathered.tag = gathered.tag or found.tag
    return gathered


def _watched(text: Text, faults: list[Fault], progress: Progress | None) -> Iterator[bytes]:
    """Hand the blocks on and tell how far we are; a file that is not as long as it was is a fault."""
    done = 0
    for block in _blocks(text, faults) if isinstance(text, str) else text:
        yield block
        done += len(block)
        if progress is not None:
            progress(done)


def _blocks(path: str, faults: list[Fault]) -> Iterator[bytes]:
    file = Path(path)
    size, done = file.stat().st_size, 0
    with file.open("rb") as stream:
        while block := stream.read(_BLOCK):
            done += len(block)
            yield block
    if done != size or file.stat().st_size != size:
        faults.append(Fault("changed"))


def _first(faults: list[Fault]) -> tuple[list[Fault], int]:
    return sorted(faults, key=lambda fault: fault.line)[:KEPT_FAULTS], len(faults)
