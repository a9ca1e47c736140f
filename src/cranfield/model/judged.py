"""The judged hits: everything a measure needs, and nothing else.

A run of seven million lines against sparse judgements becomes a table of a few thousand rows. A hit is a
retrieved document with a judgement; documents without one are the gaps between the ranks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.model.ids import Ids
    from cranfield.model.passages import Reading
    from cranfield.model.reached import Reached
    from cranfield.model.tables import Qrels

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Mask = NDArray[np.bool_]

T = TypeVar("T")
V = TypeVar("V")
S = TypeVar("S", bound=np.generic)


class _lazy(Generic[T, V]):  # noqa: N801  (it is written like `property`)
    """An attribute worked out when it is first asked for; functools' own takes a lock before Python 3.12.

    A training loop evaluates one topic thousands of times, and the locks were a fifth of it.
    """

    def __init__(self, compute: Callable[[T], V]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type[T], name: str) -> None:
        self._name = name

    def __get__(self, instance: T, owner: type[T]) -> V:
        value = instance.__dict__[self._name] = self._compute(instance)
        return value


@dataclass(frozen=True, eq=False)
class Judged:
    """One run seen through the judgements, all judged topics at once.

    Hits of topic t are rows `starts[t]` to `starts[t + 1]`, by ascending rank. `ideal` holds every judged
    grade of the topic (retrieved or not), best first, and leaves out negative grades.
    """

    topics: Ids
    starts: Ints
    rank: Ints
    grade: Floats
    score: Floats
    row: Ints  # which judgement of the qrels a hit is; -1 where its grade is assumed
    tie_first: Ints  # first and last rank of the documents that have the score of the hit
    tie_last: Ints
    retrieved: Ints  # documents the run has for the topic (after depth and condensing)
    score_max: Floats
    score_min: Floats
    unjudged_score: Floats  # sum of the scores of the documents that are no hits
    ideal_starts: Ints
    ideal: Floats
    qrels: Qrels | None = None  # the judgements themselves, for measures that need more than grades
    reading: Reading | None = None  # where text was judged: what the run has its user read
    reached: Reached | None = (
        None  # what a user walks to from each rank; None: nowhere, and sees what stands there
    )
    # What depends on the judgements alone. Runs judged against the same judgements and topics may be given the
    # same dict; the ideal rankings are then computed once rather than once a run.
    shared: dict[Hashable, Any] = field(default_factory=dict, repr=False)
    _derived: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False)

    @property
    def num_topics(self) -> int:
        """How many topics have judgements."""
        return len(self.retrieved)

    @_lazy
    def hits(self) -> Hits:
        """All hits, pooled-but-unjudged ones (negative grades) included."""
        topic = np.repeat(np.arange(self.num_topics), self.starts[1:] - self.starts[:-1])
        columns = Columns(topic, self.rank, self.grade, self.score, self.row, self.tie_first, self.tie_last)
        return Hits(self.num_topics, columns)

    @_lazy
    def judged(self) -> Hits:
        """The hits that a judge has seen: grades of 0 and more."""
        return self.hits.where(self.grade >= 0)

    def relevant(self, rel: float = 1) -> Hits:
        """Return the hits with a grade of at least `rel` (a negative grade is never relevant)."""
        return self.derived(("relevant", rel), lambda: self.hits.where(self.grade >= max(rel, 0)))

    def nonrelevant(self, rel: float = 1) -> Hits:
        """Return the hits judged not relevant: grades from 0 up to, not including, `rel`."""
        return self.derived(
            ("nonrelevant", rel), lambda: self.hits.where((self.grade >= 0) & (self.grade < rel))
        )

    def derived(self, key: Hashable, compute: Callable[[], T]) -> T:
        """Return what was computed from this run under this key, or compute it: several measures may ask for it."""
        return _known(self._derived, key, compute)

    def once(self, key: Hashable, compute: Callable[[], T]) -> T:
        """Return what was computed from the judgements (never from the run) under this key, or compute it."""
        return _known(self.shared, key, compute)

    @property
    def ideal_hits(self) -> Hits:
        """The perfect ranking: every judged document of the topic, best grade first."""
        return self.once("ideal_hits", self._ideal_hits)

    def _ideal_hits(self) -> Hits:
        topic = np.repeat(np.arange(self.num_topics), self.num_judged)
        rank = np.arange(1, len(self.ideal) + 1) - self.ideal_starts[topic]
        rows = np.full(len(rank), -1)
        return Hits(
            self.num_topics, Columns(topic, rank, self.ideal, -rank.astype(np.float64), rows, rank, rank)
        )

    @property
    def num_judged(self) -> Ints:
        """Judged documents of each topic, retrieved or not."""
        return self.once("num_judged", lambda: np.diff(self.ideal_starts))

    def num_relevant(self, rel: float = 1) -> Ints:
        """Count each topic's relevant documents, retrieved or not."""
        return self.once(("num_relevant", rel), lambda: self.ideal_hits.where(self.ideal >= rel).count)

    def num_nonrelevant(self, rel: float = 1) -> Ints:
        """Count each topic's documents judged not relevant, retrieved or not."""
        return self.num_judged - self.num_relevant(rel)

    def without_relevant(self, rel: float = 1) -> Mask | None:
        """Say for each topic whether no document is relevant, retrieved or not; None when every topic has one."""

        def without() -> Mask | None:
            none_there = self.num_relevant(rel) == 0
            return none_there if none_there.any() else None

        return self.once(("without_relevant", rel), without)


def _known(cache: dict[Hashable, Any], key: Hashable, compute: Callable[[], T]) -> T:
    if key not in cache:
        cache[key] = compute()
    known: T = cache[key]
    return known


class Columns(NamedTuple):
    """What is known of each hit."""

    topic: Ints
    rank: Ints
    grade: Floats
    score: Floats
    row: Ints
    tie_first: Ints
    tie_last: Ints


@dataclass(frozen=True, eq=False)
class Hits:
    """Some hits of all topics, as parallel columns sorted by topic and rank.

    The vocabulary of a measure: narrow the hits (`within`, `where`), look at a column (`rank`, `nth`, `grade`,
    `score`), and fold it into one number a topic (`per_topic`, `count`, `first`). `per_topic` adds from the top of
    the ranking downwards, one document after the other, so results equal trec_eval's to the last bit.
    """

    num_topics: int
    columns: Columns  # of the hits that these are among
    rows: Ints | None = None  # which of them; None for all

    # A column is gathered when it is first looked at: a count never needs a score.

    @_lazy
    def topic(self) -> Ints:
        """Number of the topic of each hit."""
        return self._gathered(self.columns.topic)

    @_lazy
    def rank(self) -> Ints:
        """Rank of each hit, from 1."""
        return self._gathered(self.columns.rank)

    @_lazy
    def grade(self) -> Floats:
        """Grade of each hit; negative for what was pooled but not judged."""
        return self._gathered(self.columns.grade)

    @_lazy
    def score(self) -> Floats:
        """Score that the system gave each hit."""
        return self._gathered(self.columns.score)

    @_lazy
    def row(self) -> Ints:
        """Which judgement of the qrels each hit is; -1 where its grade is assumed."""
        return self._gathered(self.columns.row)

    @_lazy
    def tie_first(self) -> Ints:
        """The best rank that each hit could have, if tied documents stood otherwise."""
        return self._gathered(self.columns.tie_first)

    @_lazy
    def tie_last(self) -> Ints:
        """The worst rank that each hit could have, if tied documents stood otherwise."""
        return self._gathered(self.columns.tie_last)

    def _gathered(self, column: NDArray[S]) -> NDArray[S]:
        return column if self.rows is None else column[self.rows]

    def where(self, keep: Mask) -> Hits:
        """Return the hits for which `keep` is true."""
        kept = np.flatnonzero(keep)
        return Hits(self.num_topics, self.columns, kept if self.rows is None else self.rows[kept])

    def within(self, k: float | Ints | None) -> Hits:
        """Return the hits at rank `k` or better; `k` may differ by topic, and None keeps all."""
        if k is None:
            return self
        return self.where(self.rank <= (k[self.topic] if isinstance(k, np.ndarray) else k))

    @_lazy
    def nth(self) -> Ints:
        """Which one it is within its topic: 1 for the first of these hits, 2 for the second, ..."""
        return np.arange(1, len(self.topic) + 1) - self.start[self.topic]

    def per_topic(self, values: NDArray[np.generic]) -> Floats:
        """Sum `values` (one a hit) over each topic, top rank first."""
        sums = np.bincount(self.topic, weights=values, minlength=self.num_topics)
        return sums.astype(np.float64, copy=False)

    @_lazy
    def count(self) -> Ints:
        """Number of these hits in each topic."""
        return np.bincount(self.topic, minlength=self.num_topics).astype(np.int64, copy=False)

    @_lazy
    def start(self) -> Ints:
        """The row of each topic's first hit."""
        return np.cumsum(self.count) - self.count

    def expected(self, weight: Callable[[Ints], Floats], k: int | None = None) -> Floats:
        """For each hit the weight of its rank, averaged over all ranks of its tie; below rank `k` it is 0.

        Without ties this is `weight(rank)`. A sum of it over the hits is the mean of the sum over all orders.
        """
        deepest = int(self.tie_last.max(initial=0))
        ranks = np.arange(1, (deepest if k is None else min(k, deepest)) + 1)
        below = np.concatenate(([0.0], np.cumsum(weight(ranks))))
        last, before = np.minimum(self.tie_last, len(ranks)), np.minimum(self.tie_first - 1, len(ranks))
        mean: Floats = (below[last] - below[before]) / (self.tie_last - self.tie_first + 1)
        return mean

    def first(self, values: NDArray[np.generic], default: float = 0.0) -> Floats:
        """Return `values` at each topic's first hit, `default` where there is none."""
        result = np.full(self.num_topics, default, dtype=np.float64)
        tops = self.nth == 1
        result[self.topic[tops]] = values[tops]
        return result

    def above(self, others: Hits) -> Ints:
        """For each of these hits, count the `others` of its topic at better ranks."""
        span = max(self.rank.max(initial=0), others.rank.max(initial=0)) + 1
        places = np.searchsorted(
            others.topic * span + others.rank, self.topic * span + self.rank, side="left"
        )
        above: Ints = places - others.start[self.topic]
        return above
