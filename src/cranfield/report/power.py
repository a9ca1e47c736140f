"""What topics resolve, and how many it would take, as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.compare.named_tests import known_test
from cranfield.errors import count
from cranfield.report.gate import chance
from cranfield.report.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.compare.planning import Demands, Needed, Resolution


def resolution_table(found: Sequence[Resolution], demands: Demands, remarks: Sequence[str] = ()) -> Table:
    """Return one row a measure: the smallest difference that its topics find, and the smallest p."""
    several = demands.comparisons > 1
    rows = [
        (
            each.of.measure,
            each.of.topics,
            each.of.deviation,
            each.finds,
            *((each.finds_in_all,) if several else ()),
            chance(each.smallest_p) if each.smallest_p else "any",
        )
        for each in found
    ]
    return Table(
        columns=(
            "measure",
            "topics",
            "sd",
            "finds",
            *(("corrected",) if several else ()),
            "smallest p",
        ),
        rows=tuple(rows),
        title="What these topics resolve",
        notes=(*_explained(found, demands), *remarks),
    )


def _explained(found: Sequence[Resolution], demands: Demands) -> list[str]:
    """Say what the columns are, and what the reader of the numbers must know."""
    several, test = demands.comparisons > 1, known_test(demands.test)
    blunt = [each.of.measure for each in found if not each.resolves(demands)]
    logarithms = [each.of.measure for each in found if each.of.logarithms]
    notes = [
        f"sd: of the differences of two runs over topics, the median over all pairs of {count(found[0].of.systems, 'run')}",
        f"finds: the true difference that a paired t-test finds with a chance of {demands.power:g}, alpha {demands.alpha:g}",
        f"corrected: the same for each of {count(demands.comparisons, 'comparison')}, by Bonferroni's rule"
        if several
        else "",
        f"smallest p: that the {test.words} can give{' after this correction' if several and not test.together else ''}",
        f"nothing can be significant by {', '.join(blunt)}: the smallest p is above alpha" if blunt else "",
        f"{', '.join(logarithms)}: sd and differences are of logarithms; exp(difference) is the ratio of two means"
        if logarithms
        else "",
    ]
    return [note for note in notes if note]


def needed_table(found: Mapping[str, Sequence[Needed]], systems: int, demands: Demands) -> Table:
    """Return one row a measure and difference: how many topics it takes."""
    several = demands.comparisons > 1
    named = any(found)
    heads = ("one", *(("corrected",) if several else ()), "anova", "interval")
    rows = tuple(
        (
            *((measure,) if named else ()),
            f"{each.difference:g}",
            each.one,
            *((each.in_all,) if several else ()),
            each.anova,
            each.interval,
        )
        for measure, column in found.items()
        for each in column
    )
    notes = [
        f"one: topics for a paired t-test to find the difference with a chance of {demands.power:g}, alpha {demands.alpha:g}",
        f"corrected: for each of {count(demands.comparisons, 'comparison')}, by Bonferroni's rule"
        if several
        else "",
        f"anova: for one-way analysis of variance to find that the best and the worst of {systems} systems differ by this",
        f"interval: for an expected {100 * (1 - demands.alpha):g} % interval of this much on either side",
    ]
    return Table(
        columns=(*(("measure",) if named else ()), "difference", *heads),
        rows=rows,
        title="Topics that a difference takes",
        notes=tuple(note for note in notes if note),
        labels=1 + named,
    )
