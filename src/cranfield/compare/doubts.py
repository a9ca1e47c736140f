"""What a reader of a comparison should know before believing it: assumptions that the data break, tests too blunt."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare.corrections import MULTIPLYING
from cranfield.compare.plan import MAX_T
from cranfield.errors import InputError, count, printable, warn

if TYPE_CHECKING:
    from cranfield.compare.comparison import Bools, Compared, Comparison

_FEW = 20
_TOO_FEW_TO_SEE = 10
_COCHRAN = 25
_UNEVEN = 4.0


def doubts(comparison: Comparison) -> list[str]:
    """Return a sentence for everything that weakens the result; refuse where nothing differs at all."""
    if all(compared.identical.all() for compared in comparison.measures):
        one, other = (printable(_name(comparison, 0, side)) for side in (0, 1))
        same = f"{one} and {other} have" if len(comparison.pairs) == 1 else "all runs that are compared have"
        raise InputError(
            f"{same} the same value for every topic by every measure: there is nothing to test",
            slug="identical-runs",
            hint="are they copies of one file?",
        )
    return [line for compared in comparison.measures for line in _of_measure(comparison, compared)]


def _of_measure(comparison: Comparison, compared: Compared) -> Iterator[str]:
    yield from _of_topics(comparison, compared)
    if compared.identical.any():
        pairs = _named(comparison, compared.identical)
        yield f"{compared.measure}: the same value for every topic, so nothing to test: {pairs}"
    constant = (compared.deviation == 0) & ~compared.identical & np.isnan(compared.p)
    if constant.any():
        pairs = _named(comparison, constant)
        yield f"{compared.measure}: the same difference for every topic, so no p by this test: {pairs}"
    assumption = _ASSUMPTIONS.get(comparison.plan.kind.name)
    if assumption is not None:
        yield from assumption(comparison, compared)


def _of_topics(comparison: Comparison, compared: Compared) -> Iterator[str]:
    """Say over which topics, where it is not all of them."""
    place = comparison.scores.measures.index(compared.measure)
    there = ~np.isnan(comparison.scores.values[:, place])
    some = int(there.any(axis=0).sum())
    if comparison.plan.kind.together:
        used = int(there.all(axis=0).sum())
        if used < some:
            yield f"{compared.measure}: over the {used} of {some} topics for which every run has a value"
        return
    fewer = compared.topics < some
    if fewer.any():
        least, most = int(compared.topics[fewer].min()), int(compared.topics[fewer].max())
        between = f"{least}" if least == most else f"{least} to {most}"
        yield (
            f"{compared.measure}: over the {between} of {some} topics for which both have a value: "
            f"{_named(comparison, fewer)}"
        )
    alone = compared.topics < 2
    if alone.any():
        yield f"{compared.measure}: fewer than 2 topics in common, so no test: {_named(comparison, alone)}"


def _of_normal_means(comparison: Comparison, compared: Compared) -> Iterator[str]:
    """Cochran's rule of thumb: means of n skewed values are about normal where n > 25 skewness^2."""
    few = compared.topics < _TOO_FEW_TO_SEE
    if few.any():
        yield (
            f"{compared.measure}: fewer than {_TOO_FEW_TO_SEE} topics cannot show whether differences are normal enough for "
            f"the {comparison.plan.kind.words}: {_how_many(comparison, few)}"
        )
    with np.errstate(invalid="ignore"):
        skewed = ~few & (compared.topics < _COCHRAN * compared.skewness**2)
    if skewed.any():
        worst = float(np.nanmax(np.abs(compared.skewness)))
        yield (
            f"{compared.measure}: the {comparison.plan.kind.words} wants means that are about normal, which skewed differences "
            f"(up to {worst:.1f}) make doubtful for {_how_many(comparison, skewed)}; the randomisation test asks for less"
        )


def _of_symmetry(comparison: Comparison, compared: Compared) -> Iterator[str]:
    """Signed ranks are about the middle of symmetric differences; where ranks and mean disagree, they are not."""
    skewed = comparison.significant(compared) & (
        np.sign(compared.wins - compared.losses) * np.sign(compared.difference) * compared.direction < 0
    )
    if skewed.any():
        yield (
            f"{compared.measure}: more topics are won than lost by the run with the lower mean, so the differences are not "
            f"symmetric, as the {comparison.plan.kind.words} assumes: {_named(comparison, skewed)}"
        )
    ties = compared.topics - compared.wins - compared.losses
    dropped = 2 * ties > compared.topics
    dropped &= ~compared.identical
    if dropped.any():
        yield (
            f"{compared.measure}: more than half of the topics do not differ, and the {comparison.plan.kind.words} drops them: "
            f"{_how_many(comparison, dropped)}"
        )


def _of_few_topics(comparison: Comparison, compared: Compared) -> Iterator[str]:
    few = compared.topics < _FEW
    if few.any():
        yield (
            f"{compared.measure}: fewer than {_FEW} topics, of which the bootstrap makes intervals that are too narrow: "
            f"{_how_many(comparison, few)}"
        )


def _of_even_residuals(comparison: Comparison, compared: Compared) -> Iterator[str]:
    place = comparison.scores.measures.index(compared.measure)
    values = comparison.scores.values[:, place]
    values = values[:, ~np.isnan(values).any(axis=0)]
    residual = values - values.mean(axis=0)
    spread = residual.var(axis=1, ddof=1)
    if len(spread) > 2 and spread.max() > _UNEVEN * spread.min():
        yield (
            f"{compared.measure}: some runs vary more than {_UNEVEN:g} times as much as others about the mean of their topics, "
            f"and the {comparison.plan.kind.words} assumes that all vary alike; the randomised one asks for less"
        )


_ASSUMPTIONS = {
    "t": _of_normal_means,
    "wilcoxon": _of_symmetry,
    "bootstrap": _of_few_topics,
    "bootstrap-percentile": _of_few_topics,
    "bootstrap-bca": _of_few_topics,
    "tukey": _of_even_residuals,
}


def warn_of_blunt_tests(comparison: Comparison) -> None:
    """Warn where no outcome could have been significant: too few topics, or draws, for so many comparisons."""
    blunt = [
        compared
        for compared in comparison.measures
        if _least(comparison, compared) * _times(comparison, compared) > comparison.plan.alpha
    ]
    if not blunt:
        return
    least, times = _least(comparison, blunt[0]), _times(comparison, blunt[0])
    corrected = f", {min(1.0, least * times):.2g} after the correction for {count(times, 'comparison')}"
    also = [f"nor by {', '.join(compared.measure for compared in blunt[1:])}"] if len(blunt) > 1 else []
    warn(
        "cannot-resolve",
        f"nothing can be significant at alpha {comparison.plan.alpha:g}: by {blunt[0].measure} no p is below {least:.2g}"
        f"{corrected if times > 1 else ''}",
        *also,
        "; or ".join(_ways_out(comparison, blunt[0], times)),
    )


def _times(comparison: Comparison, compared: Compared) -> int:
    """Return what the correction multiplies the smallest p by."""
    return comparison.family(compared) if comparison.plan.corrected_by in MULTIPLYING else 1


def _ways_out(comparison: Comparison, compared: Compared, times: int) -> list[str]:
    ways = []
    drawn = _least(comparison, compared) == 1 / (comparison.plan.draws + 1)  # what is exact has another
    if comparison.plan.kind.draws and (drawn or not compared.exact.any()):
        enough = math.ceil(2 * times / comparison.plan.alpha)
        ways.append(f"draw more: {enough:,} permutations")
    else:
        ways.append("more topics")
    if times > 1:
        ways.append(f"fewer comparisons{'' if comparison.baselines else ', with a baseline'}")
    return [*ways, "the t-test, whose p has no such limit"]


def _least(comparison: Comparison, compared: Compared) -> float:
    """Return the smallest p that any pair which differs could have had; max-T draws one of its own."""
    differs = ~compared.identical & (compared.topics > 1)
    least = float(compared.attainable[differs].min()) if differs.any() else 0.0
    return max(least, 1 / (comparison.plan.draws + 1)) if comparison.plan.corrected_by == MAX_T else least


def _name(comparison: Comparison, pair: int, side: int) -> bytes:
    return comparison.scores.runs[int(comparison.pairs[pair, side])].encode("utf-8", "surrogateescape")


def _named(comparison: Comparison, which: Bools) -> str:
    """Name the pairs, or say how many they are."""
    places = np.flatnonzero(which).tolist()
    if len(places) > 3:
        return _how_many(comparison, which)
    return "; ".join(
        f"{printable(_name(comparison, place, 0))} and {printable(_name(comparison, place, 1))}"
        for place in places
    )


def _how_many(comparison: Comparison, which: Bools) -> str:
    return f"{int(which.sum()):,} of {count(len(comparison.pairs), 'comparison')}"
