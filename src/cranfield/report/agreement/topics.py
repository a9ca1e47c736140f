"""Views of what topics do to measures: discriminative power, stability, reliability."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cranfield.compare.agree import SWAPS_ALLOWED, Between, DiscriminativePower, Reliability, Stability
from cranfield.compare.corrections import NAMES, NONE
from cranfield.errors import count
from cranfield.report.agreement.view import View, defined, percent
from cranfield.report.table import Cell, Table

if TYPE_CHECKING:
    from collections.abc import Iterator


def discriminative_view(found: Sequence[DiscriminativePower]) -> View:
    """Show how many pairs each measure tells apart; json has the whole curve of p."""
    columns = ("measure", "test", "significant", "pairs", "share", "difference")
    rows = tuple(
        (each.name, each.test, each.significant, len(each.curve), defined(each.share), each.needed)
        for each in found
    )
    notes = [*_best(found)]
    for test, words, by in dict.fromkeys((each.test, each.words, each.correction) for each in found):
        notes.append(f"{test}: the {words}" + (f", corrected ({NAMES[by]})" if by != NONE else ""))
    notes += [
        *_untested(found),
        f"significant: p at most {found[0].alpha:g}",
        "difference: all pairs whose means are this far apart, or farther, are significant",
        "this says how stable a measure is over topics, not whether it is right",
    ]
    table = Table(columns, rows, "Discriminative power", tuple(notes), labels=2)
    curves = [{"measure": each.name, "test": each.test, "p": each.curve.tolist()} for each in found]
    return View("discriminative", (table,), (Table(columns, rows, labels=2),), {"curves": curves})


def _best(found: Sequence[DiscriminativePower]) -> Iterator[str]:
    for test in dict.fromkeys(each.test for each in found):
        alike = [each for each in found if each.test == test and len(each.curve)]
        if len({each.share for each in alike}) > 1:
            best = max(alike, key=lambda each: each.share)
            yield f"{test}: {best.name} tells most pairs apart, {percent(best.share)} of {len(best.curve):,}"


def _untested(found: Sequence[DiscriminativePower]) -> Iterator[str]:
    for each in found:
        if each.untested:
            pairs = count(each.untested, "pair")
            yield f"{each.name}, {each.test}: {pairs} not tested, whose differences do not vary"


def stability_view(found: Sequence[Stability], seed: int = 0) -> View:
    """Show what two sets of topics without a common one say, by their size; the data have a row a bin as well."""
    columns = ("measure", "topics", "tau", "lowest", "tau all", "swaps", "difference", "sensitivity")
    rows = tuple(
        (
            each.name,
            each.size,
            defined(each.tau),
            defined(each.tau_lowest),
            defined(each.tau_all),
            each.swap_rate,
            each.needed,
            each.sensitivity,
        )
        for each in found
    )
    notes = (
        f"two sets of so many topics, with none in common, {count(found[0].splits, 'split')} (seed {seed})",
        "tau: tau_b of the two rankings, mean; lowest: in 2.5% of the splits it is below; tau all: with all topics",
        "swaps: share of pairs of systems about which the two sets disagree",
        f"difference: from it on, at most {SWAPS_ALLOWED:.0%} are swaps; sensitivity: share of pairs that differ so much",
    )
    plain = Table(tuple(name.replace(" ", "_") for name in columns), rows, labels=2)
    bins = Table(
        ("measure", "topics", "difference", "comparisons", "swapped"),
        tuple((each.name, each.size, *bin_) for each in found for bin_ in each.bins),
        labels=3,
    )
    return View("stability", (Table(columns, rows, "Stability over topics", notes, labels=2),), (plain, bins))


def reliability_view(found: Sequence[Reliability]) -> View:
    """Show the coefficients of generalisability theory with their intervals, and how many topics a target takes."""
    target = f"{found[0].target:g}".removeprefix("0")
    columns = ("measure", "topics", "Erho2", "Phi", f"for Erho2 {target}", f"for Phi {target}")
    rows: list[tuple[Cell, ...]] = [
        (
            each.name,
            each.topics,
            each.rho2.value,
            each.phi.value,
            each.topics_for_rho2,
            each.topics_for_phi,
        )
        for each in found
    ]
    spreads = {
        (row, place): _ends(between)
        for row, each in enumerate(found)
        for place, between in ((2, each.rho2), (3, each.phi))
        if not math.isnan(between.lower)
    }
    variance = Table(
        ("measure", "systems", "topics", "rest"),
        tuple((each.name, *each.shares) for each in found),
        "Where the variance of a score comes from",
        ("rest: systems that are better for some topics than for others, and all else",),
    )
    notes = (
        f"{found[0].systems:,} systems; beside each coefficient its 95% interval",
        "Erho2: would other topics put the systems in the same order, as far apart? Phi: would they give the same scores?",
        f"for: so many topics give {target}",
        *_negative(found),
    )
    table = Table(columns, tuple(rows), "Reliability (generalisability theory)", notes, spreads=spreads)
    return View("reliability", (table, variance), (_reliability_data(found),))


def _reliability_data(found: Sequence[Reliability]) -> Table:
    columns = (
        "measure", "systems", "topics", "erho2", "erho2_lower", "erho2_upper", "phi", "phi_lower", "phi_upper",
        "target", "topics_for_erho2", "topics_for_phi", "variance_system", "variance_topic", "variance_rest",
    )  # fmt: skip
    rows = tuple(
        (
            each.name,
            each.systems,
            each.topics,
            *map(defined, each.rho2),
            *map(defined, each.phi),
            each.target,
            each.topics_for_rho2,
            each.topics_for_phi,
            *each.components,
        )
        for each in found
    )
    return Table(columns, rows)


def _negative(found: Sequence[Reliability]) -> Iterator[str]:
    for each in found:
        if not each.components.system:
            yield f"{each.name}: systems differ no more than chance explains, so no number of topics is enough"


def _ends(between: Between) -> str:
    return f"{between.lower:.3f}–{between.upper:.3f}"
