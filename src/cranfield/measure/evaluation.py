"""Runs and judgements in, scores out."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from cranfield import _core
from cranfield.errors import count
from cranfield.judge import JudgedRun
from cranfield.judge.notices import complaints, give_notice
from cranfield.judge.ties import best, worst
from cranfield.measure.arguments import policies_of, whole
from cranfield.measure.aspects import no_aspects, notice_of_single_aspects
from cranfield.measure.definition import values_of
from cranfield.measure.expectation import Expected, expected_values, remark
from cranfield.measure.names import DEFAULT_MEASURES, Spec, spellings
from cranfield.measure.naming import distinct, runs_of
from cranfield.measure.passages import chosen, prepared, require_passages
from cranfield.measure.walks import notice_of_walks
from cranfield.model import Recipe, Scores, Source
from cranfield.model.recipe import versions
from cranfield.read import read_qrels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.judge.navigation import NavigationModel
    from cranfield.model import Judged


class RunsProgress(Protocol):
    """Is told how far the reading is; every method may be called from any thread."""

    def start(self, name: str, size: int | None) -> None:
        """A run is about to be read; `size` in bytes where it is known."""

    def advance(self, name: str, done: int) -> None:
        """So many bytes of this run have been read."""

    def finish(self, name: str) -> None:
        """This run has been read and judged."""


class Measured(NamedTuple):
    """The numbers of one run: one row a measure, one column a topic; `errors` are those of sampled values."""

    name: str
    source: Source
    answered: NDArray[np.bool_]
    values: NDArray[np.float64]
    errors: dict[str, NDArray[np.float64]]
    unjudged_topics: int = 0  # that it has documents for


class Evaluator:
    """Judgements indexed once, measures parsed once; then called with one run after the other, as in a training loop.

    >>> evaluator = Evaluator({"q1": {"d1": 1, "d2": 0}}, "AP RR")
    >>> evaluator({"q1": {"d2": 0.9, "d1": 0.4}}).mean("run", "AP")
    0.5
    """

    def __init__(
        self,
        qrels: Any,
        measures: Spec = DEFAULT_MEASURES,
        *,
        comments: str | None = None,
        seed: int = 0,
        xml: Any = None,
        overlap: str = "count",
        navigation: str | NavigationModel | None = None,
        **policies: Any,
    ) -> None:
        asked = spellings(measures)
        self.measures = tuple(dict.fromkeys(asked.values()))
        self.policies = policies_of(policies)
        self.seed = whole("seed", seed, slug="bad-seed", least=0, most=None)
        aspects = [bound.name for bound in self.measures if "aspects" in bound.measure.needs]
        known = read_qrels(
            qrels, comments=comments, duplicates=self.policies.duplicates, aspects=bool(aspects)
        )
        if aspects and known.aspects is None:
            raise no_aspects(known, aspects)
        require_passages(known, self.measures)
        kept = chosen(known, self.policies)
        self.judgements = prepared(kept, self.policies, xml, overlap, navigation)
        self.policies = self.judgements.policies  # of passages, another order is the rule
        self._topics = tuple(self.judgements.qrels.topics)
        self._names = tuple(bound.name for bound in self.measures)
        self._aggregates = tuple(bound.aggregate for bound in self.measures)
        self._aliases = {typed: bound.name for typed, bound in asked.items() if typed != bound.name}
        self._versions = versions()

    def __call__(self, run: Any, *, name: str | None = None) -> Scores:
        """Evaluate one run. Nothing is warned about, because a loop would drown in it; `evaluate` warns."""
        return self.scores([self.measured(self.judgements.judge(run, name=name))])

    def measured(self, run: JudgedRun) -> Measured:
        """Apply the measures to one run."""
        values, errors = self._values(run.judged)
        if self.policies.no_relevant == "zero":
            undefined = np.isnan(values)
            undefined[[not bound.measure.zero_without_relevant for bound in self.measures]] = False
            values[undefined] = 0.0
        if self.policies.topics == "common":
            values[:, ~run.answered] = np.nan
        others = 0 if self._listed else len(run.other_topics)
        return Measured(run.name, run.source, run.answered, values, errors, others)

    def _values(self, judged: Judged) -> Expected:
        ties, depth = self.policies.ties, self.policies.depth
        if ties == "expected":
            return expected_values(self.measures, judged, seed=self.seed, depth=depth)
        if ties in ("best", "worst"):
            judged = (best if ties == "best" else worst)(judged, depth)
        return Expected(values_of(self.measures, judged), {})

    def scores(self, runs: Sequence[Measured]) -> Scores:
        """Put runs together, with the recipe that made their numbers."""
        qrels = self.judgements.qrels
        recipe = Recipe(
            measures=self._names,
            policies=self.policies,
            qrels=qrels.source or Source(qrels.name),
            runs=tuple(run.source for run in runs),
            core=_core.core.name,
            versions=self._versions,
            seed=self.seed if self.policies.ties == "expected" else None,
            reading=self.judgements.how_read,
        )
        return Scores(
            runs=distinct([(run.name, run.source.path) for run in runs]),
            measures=self._names,
            topics=self._topics,
            values=np.array([run.values for run in runs]),
            answered=np.array([run.answered for run in runs]),
            aggregates=self._aggregates,
            recipe=recipe,
            aliases=self._aliases,
            remarks=self._remarks(runs),
        )

    @property
    def _listed(self) -> bool:
        """Whether topics were chosen by name, so that there are others is no surprise."""
        return not isinstance(self.policies.topics, str)

    def _remarks(self, runs: Sequence[Measured]) -> tuple[str, ...]:
        others = [(run.name, run.unjudged_topics) for run in runs if run.unjudged_topics]
        coverage = []
        if len(others) == 1:
            name, number = others[0]
            coverage = [f"{name} has documents for {count(number, 'topic')} without judgements: not counted"]
        elif others:
            most = max(number for _, number in others)
            many = f"{len(others):,} of {count(len(runs), 'run')}"
            coverage = [f"{many} have documents for topics without judgements (up to {most:,}): not counted"]
        return (*coverage, *self._errors(runs))

    def _errors(self, runs: Sequence[Measured]) -> tuple[str, ...]:
        if self.policies.ties != "expected":
            return ()
        errors: dict[str, float] = {}
        for name, by_topic in (item for run in runs for item in run.errors.items()):
            defined = by_topic[~np.isnan(by_topic)]
            of_mean = float(np.sqrt((defined**2).sum())) / max(len(defined), 1)
            errors[name] = max(errors.get(name, 0.0), of_mean)
        return (remark(errors, self.measures, self.seed),)


def evaluate(  # noqa: PLR0913  (all that there is to choose, by name)
    qrels: Any,
    runs: Any,
    measures: Spec = DEFAULT_MEASURES,
    *,
    format: str | None = None,
    comments: str | None = None,
    threads: int | None = None,
    progress: RunsProgress | None = None,
    seed: int = 0,
    xml: Any = None,
    overlap: str = "count",
    navigation: str | NavigationModel | None = None,
    **policies: Any,
) -> Scores:
    """Evaluate one run or several; every policy of `Policies` can be given by name.

    `runs` is a path, a dict, a frame, ...; or a list of such; or a dict from names to such. For runs of elements
    against judgements of passages, `xml` is the folder of the documents, and `overlap` says what becomes of an element
    that shows text again (docs/inex.md). `navigation` says how users walk on from what they find (docs/navigation.md).

    >>> qrels = {"q1": {"d1": 1, "d7": 0}}
    >>> scores = evaluate(qrels, {"bm25": {"q1": ["d1", "d7"]}, "dense": {"q1": ["d7", "d1"]}}, "RR")
    >>> scores.mean("bm25", "RR"), scores.mean("dense", "RR")
    (1.0, 0.5)
    """
    if threads is not None:
        threads = whole("threads", threads, slug="bad-threads")
    evaluator = Evaluator(
        qrels,
        measures,
        comments=comments,
        seed=seed,
        xml=xml,
        overlap=overlap,
        navigation=navigation,
        **policies,
    )
    named = runs_of(runs)
    workers = max(1, threads or os.cpu_count() or 1)
    # Several runs keep all threads busy, one thread each; a single one is cut into parts.
    job = _Job(evaluator, format, comments, workers if len(named) == 1 else 1, progress)
    done = [job(*named[0])] if len(named) == 1 else _side_by_side(job, named, workers)
    give_notice(evaluator.judgements, [told for _, told in done])
    notice_of_single_aspects(evaluator.judgements.qrels, evaluator.measures)
    values = [(measured.name, measured.values) for measured, _ in done]
    notice_of_walks(evaluator.judgements, evaluator.measures, values)
    return evaluator.scores([measured for measured, _ in done])


_Done = tuple[Measured, dict[str, str]]


class _Job:
    """Reads, judges and measures one run; its hits are forgotten, so that memory does not grow with the runs."""

    def __init__(
        self,
        evaluator: Evaluator,
        given: str | None,
        comments: str | None,
        threads: int,
        progress: RunsProgress | None,
    ) -> None:
        self.evaluator = evaluator
        self.given = given
        self.comments = comments
        self.threads = threads
        self.progress = progress
        self.stopped = False

    def __call__(self, name: str | None, run: Any) -> _Done:
        label = name or (str(run) if isinstance(run, str | os.PathLike) else "run")
        if self.progress is not None:
            self.progress.start(label, _size(run))

        def tell(done: int) -> None:
            if self.stopped:
                raise KeyboardInterrupt  # takes this thread out of the core
            if self.progress is not None:
                self.progress.advance(label, done)

        judged = self.evaluator.judgements.judge(
            run, name=name, format=self.given, comments=self.comments, threads=self.threads, progress=tell
        )
        done = self.evaluator.measured(judged), complaints(self.evaluator.judgements, judged)
        if self.progress is not None:
            self.progress.finish(label)
        return done


def _side_by_side(job: _Job, named: Sequence[tuple[str | None, Any]], workers: int) -> list[_Done]:
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(min(workers, len(named)))
    try:
        return list(pool.map(lambda each: job(*each), named))
    except BaseException:
        job.stopped = True
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _size(run: Any) -> int | None:
    try:
        return os.stat(run).st_size if isinstance(run, str | os.PathLike) else None  # noqa: PTH116
    except OSError:
        return None
