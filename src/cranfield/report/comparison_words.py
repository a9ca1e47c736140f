"""A comparison in words: what was found, under which test, and what could not have been found."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cranfield.errors import count
from cranfield.report.comparison import correction_told, test_told
from cranfield.report.gate import chance, signed
from cranfield.report.notes import named
from cranfield.report.plain import shown

if TYPE_CHECKING:
    from cranfield.compare.comparison import Compared, Comparison, Difference

_TOLD = 3
_NAMED = 5


def paragraph(comparison: Comparison) -> str:
    """Return sentences for a paper, or for a colleague."""
    return "\n".join(sentences(comparison))


def sentences(comparison: Comparison) -> list[str]:
    """Return one paragraph a measure, after one about the test."""
    about = (
        f"Significance was tested by the {test_told(comparison)}; {correction_told(comparison)}; "
        f"alpha {comparison.plan.alpha:g}. Intervals are of {intervals_told(comparison)}."
    )
    return [about, *findings(comparison)]


def findings(comparison: Comparison) -> list[str]:
    """Return one paragraph a measure."""
    return [_of_measure(comparison, compared) for compared in comparison.measures]


def intervals_told(comparison: Comparison) -> str:
    """Say how sure the intervals are, and of what."""
    together = "for all pairs together" if comparison.plan.kind.together else "each on its own"
    return f"{comparison.plan.confidence:g} %, {together}"


def _of_measure(comparison: Comparison, compared: Compared) -> str:
    found = _against(comparison, compared) if comparison.baselines else _all_pairs(comparison, compared)
    parts = [found, _analysis(compared), _resolution(comparison, compared)]
    return f"{compared.measure}: {' '.join(part for part in parts if part)}"


def _against(comparison: Comparison, compared: Compared) -> str:
    rows = list(comparison.rows(compared))
    said = []
    for baseline in comparison.baselines:
        of_it = [row for row in rows if row.against == baseline]
        if not of_it:
            continue
        real = sorted(
            (row for row in of_it if row.significant), key=lambda row: (row.corrected, -abs(row.difference))
        )
        open_ones = [row for row in of_it if not row.significant]
        alike = [shown(row.run) for row in open_ones if row.verdict == "equivalent"]
        unknown = [shown(row.run) for row in open_ones if row.verdict != "equivalent"]
        if real:
            told = "; ".join(_told(row, compared) for row in real[:_TOLD])
            more = f"; and {len(real) - _TOLD} more" if len(real) > _TOLD else ""
            many = f"{len(real)} of {count(len(of_it), 'run')} {'differ' if len(real) > 1 else 'differs'} significantly"
            head = f"{many} from {shown(baseline)}: " if len(of_it) > 1 else ""
            said.append(f"{head}{told}{more}.")
        if alike:
            margin = comparison.plan.equivalence
            said.append(f"As good as {shown(baseline)} within {margin:g}: {named(alike, _NAMED)}.")
        if unknown:
            said.append(f"No difference from {shown(baseline)} was found for {named(unknown, _NAMED)}.")
    return " ".join(said)


def _told(row: Difference, compared: Compared) -> str:
    effect = "" if math.isnan(row.effect) else f", d {row.effect:+.2f}"
    if compared.logarithms:
        size = f"{row.verdict}: its mean is {math.exp(row.difference):.4f} times as large"
        low, high = f"{math.exp(row.lower):.4f}", f"{math.exp(row.upper):.4f}"
    else:
        size = f"{row.verdict} by {_size(abs(row.difference))}"
        low, high = signed(row.lower), signed(row.upper)
    return f"{shown(row.run)} is {size} (interval {low} to {high}, p {chance(row.corrected)}{effect}, ahead on {row.wins} of {row.topics} topics)"


def _all_pairs(comparison: Comparison, compared: Compared) -> str:
    real, pairs = int(comparison.significant(compared).sum()), len(comparison.pairs)
    said = [f"{real:,} of {count(pairs, 'pair')} {'differs' if real == 1 else 'differ'} significantly."]
    letters = comparison.letters(compared.measure)
    best, *others = letters
    mean = comparison.scores.mean(best, compared.measure)
    close = [shown(run) for run in others if set(letters[run]) & set(letters[best])]
    said.append(f"The best mean is that of {shown(best)} ({_size(mean)});")
    said.append(
        f"no difference from it was found for {named(close, _NAMED)}."
        if close
        else "it differs from all others."
    )
    return " ".join(said)


def _analysis(compared: Compared) -> str:
    found = compared.anova
    if found is None:
        return ""
    return (
        f"Two-way analysis of variance: systems F({found.systems - 1}, {found.residual_freedom}) = {found.system_f:.3f}, "
        f"p {chance(found.system_p)}; topics F({found.topics - 1}, {found.residual_freedom}) = {found.topic_f:.3f}, "
        f"p {chance(found.topic_p)}; residual variance {found.residual_variance:.4g}."
    )


def _resolution(comparison: Comparison, compared: Compared) -> str:
    """Say what could not have been found, and what was found though it could hardly be.

    Differences too small to be found reliably are mostly seen when chance enlarges them.
    """
    least = comparison.detectable(compared)
    significant = comparison.significant(compared)
    if math.isnan(least) or (significant.all() and (abs(compared.difference) >= least).all()):
        return ""
    ratio = compared.logarithms
    size = f"ratio of {math.exp(least):.4f}" if ratio else f"difference of {_size(least)}"
    said = f"Such a comparison finds a true {size} in 8 of 10 cases."
    small = int((significant & (abs(compared.difference) < least)).sum())
    if small:
        said += f" {small:,} of the significant differences {'is' if small == 1 else 'are'} smaller, and may be exaggerated."
    if not significant.all():
        said += " Smaller ones may be there unseen."
    return said


def _size(value: float) -> str:
    return signed(value).lstrip("+")
