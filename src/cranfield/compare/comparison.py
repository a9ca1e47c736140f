"""`Comparison`: which differences between runs are real, with all that it takes to believe the answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.compare.corrections import ANY_FALSE
from cranfield.compare.effect import standardised_interval
from cranfield.compare.letters import letters
from cranfield.compare.plan import Plan
from cranfield.compare.significance.anova import Anova
from cranfield.errors import UsageError, did_you_mean
from cranfield.model.scores import Scores

if TYPE_CHECKING:
    from cranfield.report.table import Table

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class Difference(NamedTuple):
    """One run against another by one measure; all numbers are over the topics for which both have a value."""

    measure: str
    run: str
    against: str
    topics: int
    mean: float
    mean_against: float
    difference: float  # mean - mean_against
    lower: float  # interval of the difference
    upper: float
    p: float  # of the test alone
    corrected: float  # and after the correction for all comparisons
    significant: bool
    verdict: str  # better, worse, equivalent, or nothing
    effect: float  # difference in standard deviations of the differences
    effect_lower: float
    effect_upper: float
    superiority: float  # share of topics on which the run is better, ties half
    wins: int
    ties: int
    losses: int
    exact: bool  # the p was counted, not approximated or drawn
    equivalence: float  # p of a difference beyond the margin; NaN where none was asked for


@dataclass(frozen=True, eq=False)
class Compared:
    """All pairs by one measure, one entry a pair."""

    measure: str
    direction: int  # 1 where more is better, -1 where less is
    topics: Ints
    mean: Floats
    mean_against: Floats
    difference: Floats
    deviation: Floats  # of the differences, over topics
    skewness: Floats
    lower: Floats
    upper: Floats
    p: Floats
    corrected: Floats
    exact: Bools
    attainable: Floats  # the smallest p that the test could have given
    effect: Floats
    superiority: Floats
    wins: Ints
    losses: Ints
    equivalence: Floats
    logarithms: bool = False  # differences and intervals are those of logarithms: the mean is geometric
    anova: Anova | None = None

    @cached_property
    def identical(self) -> Bools:
        """Whether the two have the same value on every topic."""
        same: Bools = (self.deviation == 0) & (self.difference == 0)
        return same

    @cached_property
    def tested(self) -> int:
        """How many pairs have a p: no test is no comparison."""
        return int(np.count_nonzero(~np.isnan(self.p)))


@dataclass(frozen=True, eq=False)
class Comparison:
    """Runs against baselines, or all against all, by every measure: what `scores.compare()` returns.

    `pairs` has the places, in `scores.runs`, of the run and of the one that it is held against.

    >>> import cranfield as cf
    >>> qrels = {topic: {"a": 1, "b": 0} for topic in "123456"}
    >>> runs = {"old": dict.fromkeys("123456", ["b", "a"]), "new": dict.fromkeys("123456", ["a", "b"])}
    >>> scores = cf.evaluate(qrels, runs, "RR")
    >>> (found,) = scores.compare("old")
    >>> found.run, found.topics, found.difference, found.p, found.wins
    ('new', 6, 0.5, 0.03125, 6)
    """

    scores: Scores
    baselines: tuple[str, ...]  # none: all pairs
    pairs: Ints
    measures: tuple[Compared, ...]
    plan: Plan
    remarks: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Difference]:
        """Walk through all pairs, measure by measure."""
        for compared in self.measures:
            yield from self.rows(compared)

    def __len__(self) -> int:
        return len(self.pairs) * len(self.measures)

    def of(self, measure: str) -> Compared:
        """Return what was found by one measure."""
        names = [compared.measure for compared in self.measures]
        if measure not in names:
            raise UsageError(
                f"nothing was compared by `{measure}`",
                slug="unknown-measure",
                details=[f"  there are: {', '.join(names)}"],
                hint=did_you_mean(measure, names),
            )
        return self.measures[names.index(measure)]

    def rows(self, compared: Compared) -> Iterator[Difference]:
        """Walk through the pairs of one measure."""
        low, high = standardised_interval(compared.effect, compared.topics, self.plan.confidence)
        significant, verdicts = self.significant(compared), self.verdicts(compared)
        runs = self.scores.runs
        for place, (one, other) in enumerate(self.pairs.tolist()):
            wins, losses, topics = (
                int(column[place]) for column in (compared.wins, compared.losses, compared.topics)
            )
            yield Difference(
                measure=compared.measure,
                run=runs[one],
                against=runs[other],
                topics=topics,
                mean=float(compared.mean[place]),
                mean_against=float(compared.mean_against[place]),
                difference=float(compared.difference[place]),
                lower=float(compared.lower[place]),
                upper=float(compared.upper[place]),
                p=float(compared.p[place]),
                corrected=float(compared.corrected[place]),
                significant=bool(significant[place]),
                verdict=verdicts[place],
                effect=float(compared.effect[place]),
                effect_lower=float(low[place]),
                effect_upper=float(high[place]),
                superiority=float(compared.superiority[place]),
                wins=wins,
                ties=topics - wins - losses,
                losses=losses,
                exact=bool(compared.exact[place]),
                equivalence=float(compared.equivalence[place]),
            )

    def significant(self, compared: Compared) -> Bools:
        """Tell of each pair whether its corrected p is at most alpha."""
        with np.errstate(invalid="ignore"):
            found: Bools = compared.corrected <= self.plan.alpha
        return found

    def verdicts(self, compared: Compared) -> list[str]:
        """Say of each pair what was found: better, worse, equivalent, or nothing."""
        ahead = compared.direction * compared.difference
        with np.errstate(invalid="ignore"):
            alike = compared.equivalence <= self.plan.alpha
        return [
            ("better" if up > 0 else "worse") if found else "equivalent" if same else ""
            for found, up, same in zip(
                self.significant(compared).tolist(), ahead.tolist(), alike.tolist(), strict=True
            )
        ]

    def letters(self, measure: str) -> dict[str, tuple[str, ...]]:
        """Return the letters of every run, best first: two share one if and only if no difference was found."""
        if self.baselines:
            raise UsageError(
                "letters take all pairs, and these runs were compared with baselines only",
                slug="no-letters",
                hint="compare without a baseline",
            )
        compared = self.of(measure)
        size = len(self.scores.runs)
        different = np.zeros((size, size), dtype=np.bool_)
        one, other = self.pairs.T
        different[one, other] = different[other, one] = self.significant(compared)
        means = [self.scores.mean(run, measure) for run in self.scores.runs]
        order = sorted(range(size), key=lambda place: (-compared.direction * means[place], place))
        found = letters(different, order)
        return {self.scores.runs[place]: found[place] for place in order}

    @property
    def tested(self) -> int:
        """How many of all comparisons have a p."""
        return sum(compared.tested for compared in self.measures)

    def family(self, compared: Compared) -> int:
        """Return how many comparisons were corrected together with those by one measure: the ones that have a p."""
        return self.tested if self.plan.family == "all" else compared.tested

    def least_alpha(self, compared: Compared) -> float:
        """Return the level that the smallest p has to reach, about: what a test of all pairs asks for is close."""
        if self.plan.kind.together:
            systems = len(self.scores.runs)
            return self.plan.alpha / (systems * (systems - 1) // 2)
        several = self.plan.corrected_by in ANY_FALSE
        return self.plan.alpha / max(1, self.family(compared)) if several else self.plan.alpha

    def detectable(self, compared: Compared, power: float = 0.8) -> float:
        """Return the true difference that such a comparison finds with this power, for a pair that varies as most do.

        By the t-test, at the level that the smallest p has to reach: the other tests find a little less.
        """
        from cranfield.compare.power import detectable_difference

        there = np.isfinite(compared.deviation) & (compared.deviation > 0)
        if not there.any():
            return float("nan")
        alpha = self.least_alpha(compared)
        topics = int(np.median(compared.topics[there]))
        return detectable_difference(topics, float(np.median(compared.deviation[there])), alpha, power)

    def table(self) -> Table:
        """Runs by measures, with marks of significance."""
        from cranfield.report.comparison import marked_table

        return marked_table(self)

    def pair_table(self, measure: str | None = None) -> Table:
        """One row a pair, with interval, p, effect and counts of topics."""
        from cranfield.report.comparison import pair_table

        return pair_table(self, self.measures if measure is None else [self.of(measure)])

    def summary(self) -> str:
        """Say in words what was found, under which test."""
        from cranfield.report.comparison_words import paragraph

        return paragraph(self)

    def __repr__(self) -> str:
        against = f"with {', '.join(self.baselines)}" if self.baselines else "all pairs"
        return f"<Comparison: {len(self.scores.runs)} runs, {against}, {self.plan.kind.words}>"

    def __str__(self) -> str:
        return f"{self.table()}\n\n{self.summary()}"

    def _repr_html_(self) -> str:
        from html import escape

        return f"{self.table()._repr_html_()}<p>{escape(self.summary())}</p>"
