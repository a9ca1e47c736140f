"""A comparison as tables: runs with marks of significance, pairs with all that is known of them."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cranfield.compare.corrections import NAMES, NONE
from cranfield.compare.intervals import Interval
from cranfield.compare.plan import MAX_T
from cranfield.errors import count
from cranfield.report.gate import chance, signed
from cranfield.report.notes import named
from cranfield.report.spread import spread
from cranfield.report.table import Table, leaderboard

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cranfield.compare.comparison import Compared, Comparison, Difference
    from cranfield.report.table import Cell

SHOWN_PAIRS = 60
_SHOWN_AGAINST_BASELINES = 300  # a list of runs, which is read by looking one up


def marked_table(comparison: Comparison) -> Table:
    """Return runs by measures; beside each mean what it was found to be better or worse than."""
    scores = comparison.scores
    plain = leaderboard(scores)
    first = len(plain.columns) - len(scores.measures)
    marks = {
        (row, first + column): mark
        for column, compared in enumerate(comparison.measures)
        for row, mark in enumerate(marks_of(comparison, compared))
        if mark
    }
    labelled = tuple((_labelled(comparison, str(row[0])), *row[1:]) for row in plain.rows)
    return replace(
        plain,
        rows=labelled,
        spreads=marks,
        notes=(explained(comparison), under(comparison), *plain.notes, *comparison.remarks),
    )


def marks_of(comparison: Comparison, compared: Compared) -> list[str]:
    """Return one mark a run: its letters, or which baselines it is better (+) and worse (-) than."""
    runs = comparison.scores.runs
    if not comparison.baselines:
        found = comparison.letters(compared.measure)
        return ["".join(found[run]) for run in runs]
    marks = []
    for better, worse in verdicts_on(comparison, compared):
        names = [("+", better), ("-", worse)]
        alone = len(comparison.baselines) == 1
        marks.append("".join(sign + ("" if alone else "".join(who)) for sign, who in names if who))
    return marks


def verdicts_on(comparison: Comparison, compared: Compared) -> list[tuple[list[str], list[str]]]:
    """Return for each run the labels of the baselines that it is better than, and of those that it is worse than."""
    label = {comparison.scores.runs.index(name): tag for name, tag in labels(comparison).items()}
    found: list[tuple[list[str], list[str]]] = [([], []) for _ in comparison.scores.runs]
    for (run, against), verdict in zip(comparison.pairs.tolist(), comparison.verdicts(compared), strict=True):
        if verdict in ("better", "worse"):
            found[run][verdict == "worse"].append(label[against])
            if run in label:  # two baselines: each is marked with the other
                found[against][verdict == "better"].append(label[run])
    return [(sorted(better), sorted(worse)) for better, worse in found]


def labels(comparison: Comparison) -> dict[str, str]:
    """Return the letter by which a baseline is referred to."""
    from cranfield.compare.letters import letter

    return {name: letter(place) for place, name in enumerate(comparison.baselines)}


def _labelled(comparison: Comparison, run: str) -> str:
    tag = labels(comparison).get(run)
    if tag is None:
        return run
    return f"{run} (baseline)" if len(comparison.baselines) == 1 else f"{run} ({tag})"


def explained(comparison: Comparison) -> str:
    """Say what the marks mean."""
    if not comparison.baselines:
        return "runs that share a letter were not found to differ"
    if len(comparison.baselines) == 1:
        return f"+ better, - worse than {comparison.baselines[0]}"
    return "+ better, - worse than the baselines with these letters"


def under(comparison: Comparison) -> str:
    """Name the test, what it was over, the correction and the level.

    A table without this line says nothing.
    """
    return f"{test_told(comparison)}; {correction_told(comparison)}; alpha {comparison.plan.alpha:g}"


def test_told(comparison: Comparison) -> str:
    """Name the test, the number of topics, and what was drawn."""
    test = comparison.plan.kind
    exact = [bool(compared.exact.all()) for compared in comparison.measures]
    drawn = ""
    if test.name in ("randomization", "wilcoxon") and all(exact):
        drawn = ", exact"
    elif test.draws:
        some = " where not exact" if any(compared.exact.any() for compared in comparison.measures) else ""
        drawn = f", {comparison.plan.draws:,} {test.drawn}{some}, seed {comparison.plan.seed}"
    return f"{test.words}, two-sided, over {topics_told(comparison)}{drawn}"


def topics_told(comparison: Comparison) -> str:
    """Say over how many topics.

    One number where it is one for all pairs and measures.
    """
    numbers = [compared.topics for compared in comparison.measures]
    least, most = min(int(each.min()) for each in numbers), max(int(each.max()) for each in numbers)
    return count(most, "topic") if least == most else f"{least:,} to {count(most, 'topic')}"


def correction_told(comparison: Comparison) -> str:
    """Name the correction and how many comparisons it is for."""
    if comparison.plan.kind.together:
        systems = len(comparison.scores.runs)
        return f"corrected for all {count(systems * (systems - 1) // 2, 'pair')} of runs by each measure"
    gone = len(comparison) - comparison.tested
    return _corrected_for(comparison) + (f" ({gone:,} more could not be tested)" if gone else "")


def _corrected_for(comparison: Comparison) -> str:
    correction, tested = comparison.plan.corrected_by, comparison.tested
    many = tested > 1
    if correction == NONE:
        return f"not corrected for {count(tested, 'comparison')}" if many else "a single comparison"
    sizes = {comparison.family(compared) for compared in comparison.measures}
    least, most = min(sizes), max(sizes)
    if most <= 1:
        return "one comparison by each measure" if many else "a single comparison"
    each = "" if comparison.plan.family == "all" or len(comparison.measures) == 1 else " by each measure"
    number = count(most, "comparison") if least == most else f"{least:,} to {count(most, 'comparison')}"
    drawn = (
        f", from {comparison.plan.draws:,} permutations, seed {comparison.plan.seed}"
        if correction == MAX_T
        else ""
    )
    return f"{NAMES[correction]} correction for {number}{each}{drawn}"


def pair_tables(comparison: Comparison) -> list[Table]:
    """Return a table of pairs for each measure, unless they are too many to be read."""
    if len(comparison.pairs) > (_SHOWN_AGAINST_BASELINES if comparison.baselines else SHOWN_PAIRS):
        return []
    return [pair_table(comparison, [compared]) for compared in comparison.measures]


def pair_table(comparison: Comparison, measures: Sequence[Compared]) -> Table:
    """Return one row a pair: difference with its interval, p, effect, topics won, tied and lost."""
    rows = [row for compared in measures for row in comparison.rows(compared)]
    one_by_one = len(measures) > 1
    shows = _Shows(comparison, rows)
    first = ("measure",) if one_by_one else ()
    columns = (*first, "run", *shows.heads)
    table_rows = tuple((*((row.measure,) if one_by_one else ()), row.run, *shows.cells(row)) for row in rows)
    place = columns.index("difference")
    return Table(
        columns=columns,
        rows=table_rows,
        title="" if one_by_one else f"{measures[0].measure}: {shows.title}{_scale(measures[0])}",
        spreads={
            (number, place): spread(row.difference, Interval(row.lower, row.upper))
            for number, row in enumerate(rows)
            if not math.isnan(row.lower)
        },
        labels=2 + one_by_one if "against" in columns else 1 + one_by_one,
    )


def _scale(compared: Compared) -> str:
    return " (differences of logarithms)" if compared.logarithms else ""


class _Shows:
    """Chooses the columns: none that says the same in every row."""

    def __init__(self, comparison: Comparison, rows: Iterable[Difference]) -> None:
        rows = list(rows)
        self.against = len({row.against for row in rows}) > 1 or not comparison.baselines
        self.topics = len({row.topics for row in rows}) > 1
        self.corrected = comparison.plan.corrected_by != NONE and any(
            comparison.family(compared) > 1 for compared in comparison.measures
        )
        self.equivalence = comparison.plan.equivalence is not None
        self.title = "all pairs" if not comparison.baselines else f"against {named(comparison.baselines, 3)}"
        self.heads = (
            *(("against",) if self.against else ()),
            "difference",
            "p",
            *(("corrected",) if self.corrected else ()),
            "d",
            "won-tied-lost",
            *(("topics",) if self.topics else ()),
            *(("p equiv.",) if self.equivalence else ()),
            "verdict",
        )

    def cells(self, row: Difference) -> Iterator[Cell]:
        if self.against:
            yield row.against
        yield signed(row.difference) if not math.isnan(row.difference) else None
        yield _chance(row.p)
        if self.corrected:
            yield _chance(row.corrected)
        yield None if math.isnan(row.effect) else f"{row.effect:+.2f}"
        yield f"{row.wins}-{row.ties}-{row.losses}"
        if self.topics:
            yield row.topics
        if self.equivalence:
            yield _chance(row.equivalence)
        yield row.verdict


def _chance(p: float) -> str | None:
    return None if math.isnan(p) else chance(p)


def all_rows(comparison: Comparison) -> Table:
    """Return everything that is known of every pair, with all digits, for programs."""
    from cranfield.compare.comparison import Difference

    asked = comparison.plan.equivalence is not None
    columns = [name for name in Difference._fields if asked or name != "equivalence"]
    rows = tuple(tuple(_plain(getattr(row, name)) for name in columns) for row in comparison)
    return Table(columns=tuple(columns), rows=rows, labels=3)


def _plain(value: Any) -> Cell:
    """Return what csv and json can hold; yes and no are 1 and 0."""
    if isinstance(value, bool):
        return int(value)
    return None if isinstance(value, float) and math.isnan(value) else value
