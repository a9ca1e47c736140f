"""Views of what measures say of systems: correlations, the agreement chart, ranks, every pair."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from string import ascii_lowercase
from typing import TYPE_CHECKING

from cranfield.compare.agree import Chart, Coefficient, Correlation, Pairwise, Standings, pairs_of, told
from cranfield.compare.agree.pairs import UNTESTED, corrects_itself
from cranfield.compare.corrections import NAMES, NONE
from cranfield.compare.correlation import ranks
from cranfield.errors import count
from cranfield.report.agreement.view import COLUMN, View, listed, percent, topics_told
from cranfield.report.gate import chance
from cranfield.report.table import Cell, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

_CLASSES_SHOWN = 20
_CLASS_WIDTH = 60
_ROUNDED = 1e-9
_MEANING: dict[Coefficient, str] = {
    "kendall-a": "tau_a: Kendall's tau, concordant less discordant pairs among all pairs; ties count as neither",
    "kendall-b": "tau_b: Kendall's tau, corrected for ties",
    "tau-ap": "tau_ap: AP correlation, corrected for ties and averaged both ways; swaps at the top count most",
    "tau-ap-a": "tau_ap_a: AP correlation, the row (`one`) being the truth; mean over all orders of ties",
    "weighted": "tau_w: Kendall's tau with hyperbolic weights; swaps at the top count most",
    "spearman": "spearman: correlation of the ranks",
    "pearson": "pearson: correlation of the means themselves",
    "rbo": "rbo: rank-biased overlap, from 0 to 1; the top counts most",
}


def correlation_view(found: Sequence[Correlation], standings: Standings, *, rbo: str = "") -> View:
    """Show one coefficient as a matrix, several side by side; `rbo` says with which settings."""
    coefficients = tuple(found[0].values)
    columns = ("one", "other", *(COLUMN[each] for each in coefficients))
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (pair.one, pair.other, *(pair.values[each] for each in coefficients)) for pair in found
    )
    flat = Table(columns, rows, labels=2)
    table = _matrix(found, standings.names) if len(coefficients) == 1 else flat
    notes = [*_extremes(found, coefficients[0], len(standings.systems))]
    notes += [_MEANING[each] + (f" ({rbo})" if each == "rbo" and rbo else "") for each in coefficients]
    notes += _assumed(standings)
    shown = Table(table.columns, table.rows, "How alike systems are ranked", tuple(notes), table.labels)
    return View("correlation", (shown,), (flat,))


def _matrix(found: Sequence[Correlation], names: Sequence[str]) -> Table:
    (coefficient,) = found[0].values
    value = {(pair.one, pair.other): pair.values[coefficient] for pair in found}
    value |= {(other, one): known for (one, other), known in value.items() if (other, one) not in value}
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (one, *(1.0 if one == other else value[one, other] for other in names)) for one in names
    )
    return Table((COLUMN[coefficient], *names), rows)


def _extremes(found: Sequence[Correlation], coefficient: Coefficient, systems: int) -> Iterator[str]:
    """Say which two are most alike, and which least."""
    known = sorted(found, key=lambda pair: -pair.values[coefficient])
    most, least = known[0], known[-1]
    name = COLUMN[coefficient]
    if len(known) > 1 and least.values[coefficient] > 1 - _ROUNDED:
        yield f"all put the {systems:,} systems in the same order"
    elif len(known) == 1:
        yield f"{most.one} and {most.other} rank {systems:,} systems with a {name} of {most.values[coefficient]:.4f}"
    else:
        yield (
            f"of {systems:,} systems; most alike: {most.one} and {most.other} ({name} {most.values[coefficient]:.4f}), "
            f"least: {least.one} and {least.other} ({least.values[coefficient]:.4f})"
        )


def _assumed(standings: Standings) -> list[str]:
    if not standings.assumed:
        return []
    return [f"unknown here, so more of it is taken to be better: {listed(standings.assumed)}"]


def chart_view(found: Chart, tests: Sequence[Pairwise], alpha: float) -> View:
    """Show the classes of agreement, and every two measures by themselves; without tests, by the means."""
    names = list(dict.fromkeys(name for both in found.both for name in both[:2]))
    classes = tuple((told(groups), number, number / found.pairs) for groups, number in found.classes)
    same = f"{classes[0][1]:,} of {count(found.pairs, 'pair')} of systems ({percent(classes[0][2])})"
    table, key = _classes(found, names)
    more = len(classes) - len(table.rows)
    notes = (
        f"{listed(names)} say the same of {same}",
        *_alone(found, names),
        _how(tests, alpha),
        *_untested(tests),
        key,
        *([f"{more:,} rarer classes are not shown; csv and json have them"] if more else []),
    )
    chart = replace(table, title="Agreement about pairs of systems", notes=notes)
    two = Table(
        ("one", "other", "same", "opposite", "only one", "only other", "neither", "agree"),
        tuple((*both, both.agreed) for both in found.both),
        "Two measures at a time",
        (
            "same, opposite: both prefer one of the two systems; only one, only other: the other measure cannot tell",
        ),
        labels=2,
    )
    plain = Table(tuple(name.replace(" ", "_") for name in two.columns), two.rows, labels=2)
    data = (Table(("class", "pairs", "share"), classes), plain)
    return View("chart", (chart, two) if len(names) > 2 else (chart,), data)


def _classes(found: Chart, names: Sequence[str]) -> tuple[Table, str]:
    """Return the classes in words where these are short, else a letter a measure; and what the signs mean."""
    shown = found.classes[:_CLASSES_SHOWN]
    rows: list[tuple[Cell, ...]] = [(told(groups), number, number / found.pairs) for groups, number in shown]
    if max(len(told(groups)) for groups, _ in shown) <= _CLASS_WIDTH:
        key = "= stands between measures that say the same of a pair, != between those that do not"
        return Table(("class", "pairs", "share"), tuple(rows)), key
    letters = [
        {name: letter for letter, group in zip(ascii_lowercase, groups, strict=False) for name in group}
        for groups, _ in shown
    ]
    rows = [
        (number, f"{number / found.pairs:.4f}", *(letter[name] for name in names))
        for letter, (_, number) in zip(letters, shown, strict=True)
    ]
    return Table(
        ("pairs", "share", *names), tuple(rows), labels=2
    ), "measures with one letter say the same of a pair"


def _alone(found: Chart, names: Sequence[str]) -> Iterator[str]:
    """Of three or more measures, name the one that all others are most often against."""
    against = {
        group[0]: (number, number / found.pairs)
        for groups, number in found.classes
        if len(groups) == 2 and len(names) > 2
        for group in groups
        if len(group) == 1
    }
    if against and (most := max(against, key=lambda name: against[name][0])) and against[most][0]:
        number, share = against[most]
        yield f"most often alone against all others: {most}, about {count(number, 'pair')} ({percent(share)})"


def _how(tests: Sequence[Pairwise], alpha: float) -> str:
    if not tests or tests[0].test == UNTESTED:
        return "by the sign of the difference of means: any difference counts, however small"
    topics = topics_told(
        number for each in tests for number in (each.topics.min().item(), each.topics.max().item())
    )
    corrected = "for all pairs together" if corrects_itself(tests[0].test) else "not corrected for many tests"
    if tests[0].correction != NONE:
        corrected = f"corrected for all tested pairs of a measure ({NAMES[tests[0].correction]})"
    return f"test: {tests[0].words}, two-sided, p at most {alpha:g}, {topics}, {corrected}"


def _untested(tests: Sequence[Pairwise]) -> Iterator[str]:
    for each in tests:
        untested = len(each.p) - each.tested
        if untested and each.test != UNTESTED:
            yield f"{each.name}: {count(untested, 'pair')} not tested, whose differences do not vary: it cannot tell"


def ranks_view(standings: Standings) -> View:
    """Show the rank of every system by every measure, and how far apart its ranks are."""
    columns = [ranks(row).tolist() for row in standings.oriented]
    rows: list[tuple[Cell, ...]] = [
        (system, *places, max(places) - min(places))
        for system, places in zip(standings.systems, zip(*columns, strict=True), strict=True)
    ]
    widest = max(rows, key=lambda row: int(row[-1] or 0))
    notes = [
        f"farthest: {widest[0]}, {count(int(widest[-1] or 0), 'rank')} between its best and its worst",
        "systems with the same mean share the better rank",
        *_assumed(standings),
    ]
    table = Table(("run", *standings.names, "farthest"), tuple(rows), "Ranks", tuple(notes))
    flat = tuple(
        (system, name, column[place])
        for place, system in enumerate(standings.systems)
        for name, column in zip(standings.names, columns, strict=True)
    )
    return View("ranks", (table,), (Table(("run", "measure", "rank"), flat, labels=2),))


def pairs_view(tests: Sequence[Pairwise], systems: Sequence[str], alpha: float) -> View:
    """Show what a test says of every pair of systems under every measure; p is there for Sakai's curves."""
    columns = ("measure", "one", "other", "better", "difference", "p", "topics")
    rows = tuple(_pairs(tests, systems, alpha))
    shown = tuple((*row[:5], None if row[5] is None else chance(float(row[5])), row[6]) for row in rows)
    notes = (
        "difference: of means, above 0 where `one` is better",
        _how(tests, alpha),
        *_untested(tests),
    )
    table = Table(columns, shown, "Pairs of systems", notes, labels=4)
    return View("pairs", (table,), (Table(columns, rows, labels=4),))


def _pairs(tests: Sequence[Pairwise], systems: Sequence[str], alpha: float) -> Iterator[tuple[Cell, ...]]:
    one, other = (column.tolist() for column in pairs_of(len(systems)))
    for each in tests:
        numbers = (each.difference, each.p, each.outcomes(alpha), each.topics)
        rows = zip(one, other, *(column.tolist() for column in numbers), strict=True)
        for first, second, difference, p, outcome, topics in rows:
            better = {1: systems[first], -1: systems[second], 0: None}[outcome]
            told_p = None if math.isnan(p) else p
            yield each.name, systems[first], systems[second], better, difference, told_p, topics
