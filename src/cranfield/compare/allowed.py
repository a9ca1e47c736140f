"""What a mean may lose: by how much, and in which direction it loses."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cranfield.errors import UsageError
from cranfield.measure.names import parse


@dataclass(frozen=True)
class Limit:
    """How much worse a mean may become: an amount, or a share of the baseline's.

    >>> Limit.of("2%"), Limit.of(0.01)
    (Limit(amount=0.02, relative=True), Limit(amount=0.01, relative=False))
    """

    amount: float
    relative: bool = False

    @classmethod
    def of(cls, written: str | float | Limit) -> Limit:
        """Read `0.01` or `2%`."""
        if isinstance(written, Limit):
            return written
        text = str(written).strip()
        relative = text.endswith("%")
        try:
            amount = float(text.removesuffix("%"))
        except ValueError:
            amount = math.nan
        if not 0 <= amount < math.inf:
            raise UsageError(
                f"a largest drop is a number from 0 upwards, or a percentage: `{text}`",
                slug="bad-limit",
                hint="0.01 allows the mean to fall by 0.01, 2% by a fiftieth of the baseline's",
            )
        return cls(amount / 100 if relative else amount, relative)

    def allowed(self, baseline: float) -> float:
        """Return how far the mean may fall from the baseline's."""
        return self.amount * abs(baseline) if self.relative else self.amount


def limits_of(
    measures: Sequence[str], otherwise: Limit, given: Mapping[str, str | float | Limit]
) -> dict[str, Limit]:
    """Return the limit of every measure: the one given for it, otherwise that for all."""
    limits = dict.fromkeys(measures, otherwise)
    for name, limit in given.items():
        for bound in parse(name):
            if bound.name not in limits:
                raise UsageError(
                    f"a largest drop is given for {bound.name}, which is not measured",
                    slug="bad-limit",
                    hint=f'ask for it, too: -m "{" ".join([*measures, bound.name])}"',
                )
            limits[bound.name] = Limit.of(limit)
    for name, told in limits.items():
        _refuse_what_never_happens(name, told)
    return limits


def _refuse_what_never_happens(name: str, limit: Limit) -> None:
    """Refuse an amount that lets everything pass: who writes 5 means 5%."""
    (bound,) = parse(name)
    if "bounded" in bound.measure.traits and not limit.relative and limit.amount >= 1:
        raise UsageError(
            f"{name} lies between 0 and 1, and cannot fall by more than {limit.amount:g}: every run would pass",
            slug="bad-limit",
            hint=f"for a percentage of the baseline's mean: {limit.amount:g}%",
        )


def direction(name: str, *, unknown: int | None = None) -> int:
    """Return 1 where more is better, -1 where less is; refuse what is neither.

    Saved scores may hold a measure that nobody knows: who wants `unknown` for it says so.

    >>> direction("AP"), direction("readers-delight", unknown=1)
    (1, 1)
    """
    try:
        bound, *more = parse(name)
    except UsageError:
        if unknown is None:
            raise
        return unknown
    if more and unknown is not None:  # `official` names many measures, and so none where it heads a column
        return unknown
    if more:
        raise UsageError(
            f"{name} names several measures, not one", slug="unknown-measure", hint="name each of them"
        )
    measure = bound.measure
    counts = bound.aggregate == "sum"
    if counts or measure.relevance == "none" or "descriptive" in measure.traits:
        why = (
            "is a count, summed over topics, not a mean"
            if counts
            else "does not say how good a run is: neither more nor less of it is better"
        )
        raise UsageError(
            f"{name} {why}, so runs cannot be ranked by it",
            slug="no-direction",
            hint="such as these rank runs: nDCG@10 AP R@1000",
        )
    return -1 if "lower" in measure.traits else 1
