"""Judgements of passages, prepared once; then any number of runs of elements."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np

from cranfield._core.contract import JudgedHits
from cranfield.errors import UsageError
from cranfield.faults import Fault
from cranfield.judge.judging import JudgedRun, Judgements
from cranfield.judge.passages.locating import Located, Locator, with_places
from cranfield.judge.passages.overlap import Unseen, unseen
from cranfield.model import Passages, Qrels, Reading, Source
from cranfield.read import OpenText, open_run

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield._core.contract import Progress
    from cranfield.judge.navigation import Navigation
    from cranfield.model import Policies, Run
    from cranfield.read.inex.spans import XmlSpans

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

Overlap = Literal["count", "drop", "error"]
OVERLAPS: tuple[Overlap, ...] = get_args(Overlap)


@dataclass(frozen=True)
class ElementFacts:
    """What a careful reader of the numbers would want to know of a run of elements."""

    elements: int
    outside: int  # in documents that are not at hand, and left out
    overlapping: int  # show text again that an element above has shown
    unsorted: int  # topics in which a score rises


class _Elements(NamedTuple):
    """The elements of a run that are looked at, in the order of reading."""

    run_row: Ints
    topic: Ints
    score: Floats
    document: Ints
    start: Ints
    end: Ints

    def where(self, keep: NDArray[np.bool_]) -> _Elements:
        run_row, topic, score, document, start, end = self
        return _Elements(run_row[keep], topic[keep], score[keep], document[keep], start[keep], end[keep])


class PassageJudgements(Judgements):
    """What was judged is text, and what a run retrieves is text, read in the order of its lines.

    The documents are ranked, too: each where its first element stands. So measures of documents have their say
    on the same run.
    """

    def __init__(
        self,
        qrels: Qrels,
        policies: Policies,
        xml: XmlSpans | None = None,
        overlap: Overlap = "count",
        navigation: Navigation | None = None,
    ) -> None:
        if overlap not in OVERLAPS:
            raise UsageError.unknown_choice("`overlap`", str(overlap), OVERLAPS)
        at_hand = qrels if xml is None else _at_hand(qrels, xml)
        super().__init__(at_hand, in_order_of_reading(policies), navigation)
        self.xml = xml
        self.overlap = overlap
        self.judged_documents, self.left_out = len(qrels), len(qrels) - len(at_hand)
        self.how_read |= {
            "overlap": overlap,
            **({} if xml is None else {"xml": xml.folder, "unit": xml.unit}),
        }
        self._locator = Locator(self.qrels, xml)

    def judge(
        self,
        run: Any,
        *,
        name: str | None = None,
        format: str | None = None,
        comments: str | None = None,
        threads: int = 1,  # noqa: ARG002  (these runs are read by one)
        progress: Progress | None = None,
    ) -> JudgedRun:
        """Judge a run of elements, or of whole documents."""
        opened = open_run(
            run,
            format=format,
            comments=comments,
            duplicates=self.policies.duplicates,
            name=name,
            progress=progress,
            elements=True,
        )
        held = opened.read() if isinstance(opened, OpenText) else opened
        known = {topic: number for number, topic in enumerate(self.qrels.topics.raws())}
        topics = held.topics.raws()
        numbers = np.array([known.get(topic, -1) for topic in topics], dtype=np.int64)
        elements = self._elements(held, numbers)
        inside = elements.where(elements.document >= 0)
        kept, new = self._without_overlap(held, inside)
        facts = ElementFacts(
            elements=len(elements.topic),
            outside=len(elements.topic) - len(inside.topic),
            overlapping=int(new.overlapping.sum()),
            unsorted=_unsorted(elements),
        )
        reading = self._reading(kept, new)
        hits = self._hits(kept, reading)._replace(
            answered=np.isin(np.arange(len(self.qrels.topics)), numbers),
            other_topics=[topic for topic in topics if topic not in known],
            records=len(held),
            dropped=0 if held is run else held.dropped,
        )
        done = self._judged(hits, held.name, held.source or Source(held.name))
        judged = replace(done.judged, reading=reading)
        if self.navigator is not None:
            ranks = np.zeros(len(held), dtype=np.int64)
            ranks[kept.run_row] = reading.rank
            judged = replace(judged, reached=self.navigator.reached(held, ranks))
        return replace(done, judged=judged, elements=facts)

    def _elements(self, run: Run, numbers: Ints) -> _Elements:
        """Find what the run returns for judged topics, as deep as it is looked at."""
        topic = np.repeat(numbers, np.diff(run.starts))
        rank = np.arange(1, len(run) + 1) - np.repeat(run.starts[:-1], np.diff(run.starts))
        depth = self.policies.depth
        rows = np.flatnonzero((topic >= 0) & (rank <= depth if depth is not None else True))
        located: Located = self._locator.located(run, rows.tolist())
        return _Elements(rows, topic[rows], run.scores[rows], *located)

    def _without_overlap(self, run: Run, elements: _Elements) -> tuple[_Elements, Unseen]:
        span = int(elements.document.max(initial=0)) + 1
        new = unseen(
            elements.topic * span + elements.document,
            elements.start,
            elements.end,
            drop=self.overlap == "drop",
        )
        if self.overlap == "error" and new.overlapping.any():
            rows = elements.run_row[new.overlapping].tolist()
            faults = [(row, run.docs.raw(row).rpartition(b":")[2]) for row in rows]
            raise with_places(
                run, [(row, Fault("elements-overlap", text=it, end=len(it))) for row, it in faults]
            )
        if self.overlap == "count":
            return elements, new
        position = np.cumsum(~new.overlapping) - 1
        return elements.where(~new.overlapping), new._replace(element=position[new.element])

    def _reading(self, elements: _Elements, new: Unseen) -> Reading:
        passages: Passages = self.qrels.passages  # type: ignore[assignment]  # this class is for qrels that have them
        row = self._locator.rows(elements.topic, elements.document)
        relevant = passages.highlighted(row[new.element], new.start, new.end)
        relevant[row[new.element] < 0] = 0
        before = np.searchsorted(elements.topic, elements.topic, side="left")
        return Reading(
            topic=elements.topic,
            rank=np.arange(1, len(row) + 1) - before,
            article=_article_ranks(elements.topic, elements.document),
            row=row,
            start=elements.start,
            size=elements.end - elements.start,
            found=np.bincount(new.element, relevant, len(row)).astype(np.int64),
        )

    def _hits(self, elements: _Elements, reading: Reading) -> JudgedHits:
        """Rank the documents, each where its first element stands."""
        topics = len(self.qrels.topics)
        _, firsts = np.unique(reading.topic * (len(reading.topic) + 1) + reading.article, return_index=True)
        topic, rank, row = reading.topic[firsts], reading.article[firsts], reading.row[firsts]
        score = elements.score[firsts]
        hit = row >= 0
        of_topic = np.bincount(topic, minlength=topics)
        highest, lowest = np.full(topics, -np.inf), np.full(topics, np.inf)
        np.maximum.at(highest, topic, score)
        np.minimum.at(lowest, topic, score)
        none = of_topic == 0
        return JudgedHits(
            starts=np.concatenate(([0], np.cumsum(np.bincount(topic[hit], minlength=topics)))).astype(
                np.int64
            ),
            rank=rank[hit],
            grade=self.qrels.grades[row[hit]],
            score=score[hit],
            row=row[hit],
            tie_first=rank[hit],
            tie_last=rank[hit],
            answered=~none,
            retrieved=of_topic.astype(np.int64),
            promoted=np.zeros(topics, dtype=np.int64),
            score_max=np.where(none, np.nan, highest),
            score_min=np.where(none, np.nan, lowest),
            unjudged_score=np.bincount(topic[~hit], score[~hit], topics).astype(np.float64),
            other_topics=[],
            records=0,
            dropped=0,
            faults=[],
            fault_count=0,
        )


def in_order_of_reading(policies: Policies) -> Policies:
    """Say what is done with elements: the order of the file counts, as in INEX's own tool."""
    clash = None
    if policies.ties not in ("docid", "input"):
        clash, why = f"ties={policies.ties}", "elements are read in the order of the file"
    elif policies.unjudged != "nonrelevant":
        clash, why = f"unjudged={policies.unjudged}", "text that nobody judged is not relevant"
    if clash:
        raise UsageError(f"{clash} is not possible with judgements of passages: {why}", slug="policies-clash")
    return replace(policies, ties="input")


def _at_hand(qrels: Qrels, xml: XmlSpans) -> Qrels:
    """Keep the judgements of documents that are at hand: nothing could be found of the others."""
    keep = np.array([doc in xml for doc in qrels.docs.raws()], dtype=np.bool_)
    return qrels if keep.all() else qrels.of(np.flatnonzero(keep))


def _article_ranks(topic: Ints, document: Ints) -> Ints:
    """Return for each element the rank of its document: in the order in which documents are met."""
    span = int(document.max(initial=0)) + 1
    _, firsts, which = np.unique(topic * span + document, return_index=True, return_inverse=True)
    place = np.empty(len(firsts), dtype=np.int64)
    place[np.argsort(firsts, kind="stable")] = np.arange(1, len(firsts) + 1)
    before = np.searchsorted(np.sort(topic[firsts]), topic, side="left")
    ranks: Ints = place[which] - before
    return ranks


def _unsorted(elements: _Elements) -> int:
    """Count the topics in which a later element has a higher score."""
    rises = (np.diff(elements.score) > 0) & (np.diff(elements.topic) == 0)
    return len(np.unique(elements.topic[1:][rises]))
