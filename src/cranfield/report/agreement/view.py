"""A question about measures or judgements, answered twice: as tables to read, and as plain rows for programs."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from cranfield.report.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cranfield.compare.agree import Coefficient

COLUMN: dict[Coefficient, str] = {
    "kendall-a": "tau_a",
    "kendall-b": "tau_b",
    "tau-ap": "tau_ap",
    "tau-ap-a": "tau_ap_a",
    "weighted": "tau_w",
    "spearman": "spearman",
    "pearson": "pearson",
    "rbo": "rbo",
}
"""What a column of coefficients is called."""


@dataclass(frozen=True)
class View:
    """One answer. `more` has what only json can hold."""

    name: str
    shown: tuple[Table, ...]
    data: tuple[Table, ...]
    more: dict[str, Any] = field(default_factory=dict)

    def with_notes(self, notes: Iterable[str]) -> View:
        """Say more under the last table."""
        *rest, last = self.shown
        return replace(self, shown=(*rest, replace(last, notes=(*last.notes, *notes))))

    @property
    def notes(self) -> list[str]:
        """What there is to say, in the order of the tables."""
        return [note for table in self.shown for note in table.notes]


def defined(value: float) -> float | None:
    """Return None for what is not defined.

    >>> defined(0.5), defined(float("nan"))
    (0.5, None)
    """
    return None if math.isnan(value) else value


def percent(share: float) -> str:
    """Write a share.

    >>> percent(0.7633), percent(1)
    ('76.3%', '100.0%')
    """
    return f"{100 * share:.1f}%"


def topics_told(topics: Iterable[int]) -> str:
    """Say over how many topics.

    >>> topics_told([30, 30]), topics_told([28, 30])
    ('over 30 topics', 'over 28 to 30 topics')
    """
    numbers = sorted(set(topics))
    if len(numbers) == 1:
        return f"over {numbers[0]:,} topic{'s' if numbers[0] != 1 else ''}"
    return f"over {numbers[0]:,} to {numbers[-1]:,} topics"


def listed(names: Iterable[str]) -> str:
    """Join names as one says them.

    >>> listed(["AP"]), listed(["AP", "RR", "R@10"])
    ('AP', 'AP, RR and R@10')
    """
    *rest, last = names
    return f"{', '.join(rest)} and {last}" if rest else last
