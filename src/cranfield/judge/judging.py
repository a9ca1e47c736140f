"""Judgements, prepared once; then any number of runs, each read and ranked once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield import _core
from cranfield._core.contract import JudgedHits, Policy
from cranfield.errors import InputError
from cranfield.judge.topics import no_topic_in_common
from cranfield.judge.upside_down import upside_down
from cranfield.model import Judged, Run, Source
from cranfield.model.tables import place
from cranfield.read import OpenText, core_faults, open_run
from cranfield.read.rows import nothing_in

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield._core.contract import Progress
    from cranfield.judge.navigation import Navigation, Navigator
    from cranfield.judge.passages import ElementFacts
    from cranfield.model import Policies, Qrels


@dataclass(frozen=True, eq=False)
class JudgedRun:
    """A run after the join, with what only its reader knows."""

    name: str
    source: Source
    judged: Judged
    answered: NDArray[np.bool_]  # the run has documents for the topic
    other_topics: tuple[bytes, ...]  # topics of the run that have no judgements
    records: int
    dropped: int  # duplicates left out
    upside_down: bool = False  # its scores rise from rank to rank
    elements: ElementFacts | None = None  # where the run is one of parts of documents


class Judgements:
    """The judgements of a collection, indexed; `judge` joins runs with them."""

    def __init__(self, qrels: Qrels, policies: Policies, navigation: Navigation | None = None) -> None:
        self.qrels = qrels
        self.policies = policies
        self._index = _core.core.index(qrels)
        self._policy = _core_policy(policies, qrels)
        self.navigator = None if navigation is None else self._navigator(navigation)
        self._ideal_starts, self._ideal = _best_first(qrels)
        # What else the recipe has to say of the reading.
        self.how_read = {} if navigation is None else {"navigation": navigation.name}
        self._shared: dict[
            Any, Any
        ] = {}  # what depends on the judgements alone, worked out once for all runs

    def _navigator(self, navigation: Navigation) -> Navigator:
        from cranfield.judge.navigation import navigator_of

        return navigator_of(navigation, self.qrels, self.policies, self._policy)

    def judge(
        self,
        run: Any,
        *,
        name: str | None = None,
        format: str | None = None,
        comments: str | None = None,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> JudgedRun:
        """Judge a run: a path, a dict, a frame, a `Run`, or whatever else `read_run` takes."""
        if isinstance(run, Mapping) and self.navigator is None:
            hits = _core.core.judge_dict(self._index, run, self._policy)
            if hits is not None:
                return self._judged(hits, name or "run", Source(name or "run"))
        opened = open_run(
            run,
            format=format,
            comments=comments,
            duplicates=self.policies.duplicates,
            name=name,
            progress=progress,
        )
        reversed_scores = upside_down(opened)
        if isinstance(opened, Run):
            done = self._judge_rows(opened, 0 if isinstance(run, Run) else opened.dropped)
        elif (read := self._judge_while_reading(opened, threads, progress)) is not None:
            done = read
        else:
            held = opened.read()
            done = self._judge_rows(held, held.dropped)
        return replace(done, upside_down=True) if reversed_scores else done

    def _judge_rows(self, run: Run, dropped: int) -> JudgedRun:
        """Judge a run held whole; `dropped` documents were left out when it was read just now."""
        if self.policies.ties == "rank" and run.ranks is None:
            raise InputError(
                f"{place(run)}: ties cannot be broken by rank, because the run has no ranks",
                slug="no-ranks",
                hint="the policy ties=docid breaks them by document id, as trec_eval does",
            )
        hits = _core.core.judge_rows(self._index, run, self._policy)
        hits = hits._replace(dropped=hits.dropped + dropped)
        done = self._judged(hits, run.name, run.source or Source(run.name))
        if self.navigator is None:
            return done
        return replace(done, judged=replace(done.judged, reached=self.navigator.reached(run)))

    def _judge_while_reading(
        self, opened: OpenText, threads: int, progress: Progress | None
    ) -> JudgedRun | None:
        """Judge in one pass; None when it takes a run held whole, because its topics are not contiguous."""
        # A pipe cannot be read again if one of its topics should come back, so it is held whole from the start.
        if not opened.source.rereadable or self.navigator is not None:
            return None  # a user may walk on from documents that nobody judged
        comments, text = opened.comments, opened.source.text()
        progress = opened.source.on_disk(progress)
        hits = _core.core.judge_text(
            self._index, opened.layout, text, self._policy, comments, threads, progress
        )
        if hits is None:
            return None
        if hits.fault_count:
            raise core_faults(opened.source, hits.faults, hits.fault_count, kind="run")
        if not hits.records:
            raise nothing_in(opened.source.name, "run")
        return self._judged(hits, opened.name, opened.source.source())

    def _judged(self, hits: JudgedHits, name: str, source: Source) -> JudgedRun:
        if not hits.answered.any() and hits.other_topics:
            raise no_topic_in_common(self.qrels, source.name, hits.other_topics)
        ideal_starts, ideal, shared = self._ideal_starts, self._ideal, self._shared
        if self._policy.unjudged_grade is not None:
            ideal_starts, ideal = _with_promoted(
                ideal_starts, ideal, hits.promoted, self._policy.unjudged_grade
            )
            shared = {}
        judged = Judged(
            topics=self.qrels.topics,
            starts=hits.starts,
            rank=hits.rank,
            grade=hits.grade,
            score=hits.score,
            row=hits.row,
            tie_first=hits.tie_first,
            tie_last=hits.tie_last,
            retrieved=hits.retrieved,
            score_max=hits.score_max,
            score_min=hits.score_min,
            unjudged_score=hits.unjudged_score,
            ideal_starts=ideal_starts,
            ideal=ideal,
            qrels=self.qrels,
            shared=shared,
        )
        return JudgedRun(
            name, source, judged, hits.answered, tuple(hits.other_topics), hits.records, hits.dropped
        )


def _core_policy(policies: Policies, qrels: Qrels) -> Policy:
    return Policy(
        ties="docid" if policies.over_orders else policies.ties,
        whole_ties=policies.over_orders and policies.depth is not None,
        duplicates=policies.duplicates,
        depth=policies.depth,
        condense=policies.unjudged == "condense",
        # The optimistic reading: an unjudged document is as good as the best that was judged, but never better; where
        # nothing is any good, it is relevant.
        unjudged_grade=(qrels.highest_grade or 1.0) if policies.unjudged == "relevant" else None,
        single=policies.precision == "single",
    )


def _best_first(qrels: Qrels) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Sort each topic's grades, best first, without the negative ones."""
    topic = np.repeat(np.arange(len(qrels.topics)), np.diff(qrels.starts))
    judged = qrels.grades >= 0
    topic, grades = topic[judged], qrels.grades[judged]
    order = np.lexsort((-grades, topic))
    counts = np.bincount(topic, minlength=len(qrels.topics))
    return np.concatenate(([0], np.cumsum(counts))).astype(np.int64), grades[order]


def _with_promoted(
    starts: NDArray[np.int64], ideal: NDArray[np.float64], promoted: NDArray[np.int64], grade: float
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Put the unjudged documents that now count as relevant on top of each topic's ideal; no grade is higher."""
    added = np.concatenate(([0], np.cumsum(promoted))).astype(np.int64)
    place = np.repeat(starts[:-1], promoted)
    return starts + added, np.insert(ideal, place, grade)
