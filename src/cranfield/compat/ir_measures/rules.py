"""How each measure of ir_measures is computed: a measure of cranfield's register, and a view of the judgements."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cranfield.compat.ir_measures.base import NOT_PROVIDED, BadMeasureError, Measure, Rule
from cranfield.measure.register import resolve

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.measure import BoundMeasure

_EVERY_RANK = 2**31 - 1
_TOP_OF_GDEVAL = 4


class View(NamedTuple):
    """One way to look at the judgements; measures that share it share the ranking of a run."""

    judged_only: bool = False
    by_aspect: bool = False
    gains: tuple[tuple[float, float], ...] = ()  # grades that are replaced
    floor: float | None = None  # the grade that is worth nothing, and those below it neither

    def grades(self, grades: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the grades as this view has them."""
        seen = np.copy(grades)
        for grade, gain in self.gains:
            seen[grades == grade] = gain
        return seen if self.floor is None else np.maximum(seen, self.floor) - self.floor


def planned(measure: Measure, lowest: float, highest: float) -> tuple[View, BoundMeasure]:
    """Return how to look at the judgements for a measure, and what to compute then.

    The grades of the collection are from `lowest` to `highest`. Below 0 they mean pooled but not judged, except
    for the one measure that asks what was judged: there ir_measures takes them for judgements.
    """
    measure.validate_params()
    told = {name: measure[name] for name in measure.kind.parameters if measure[name] is not NOT_PROVIDED}
    gains, floor = told.pop("gains", {}), told.pop("min_rel", 0) or None
    judged_only = told.pop("judged_only", False)
    if floor and not told["max_rel"] > floor:
        raise BadMeasureError(f"`max_rel` of {measure} must be above `min_rel`", slug="measure-parameter")
    if floor:
        told["max_rel"] -= floor
    if measure.kind.negative_is_judged and lowest < 0:
        floor = 0
    rule = measure.kind.rule or named(str(measure.NAME))
    view = View(judged_only, measure.kind.by_aspect, tuple(sorted(gains.items())), floor)
    return view, rule(told, highest)


def named(name: str, **fixed: Any) -> Rule:
    """Compute it by the measure of this name; most parameters have the same names there."""

    def rule(told: Mapping[str, Any], _: float) -> BoundMeasure:
        return _bound(name, {**fixed, **told})

    return rule


def _bound(name: str, settings: Mapping[str, Any]) -> BoundMeasure:
    found = resolve(name)
    if found is None:
        raise LookupError(name)
    return found.measure.bind({**found.settings, **settings}).require_complete()


def err(told: Mapping[str, Any], highest: float) -> BoundMeasure:
    """Take 4 for the highest grade, as gdeval does; and a higher one, with which gdeval stops."""
    return _bound("ERR", {**told, "top": max(_TOP_OF_GDEVAL, highest)})


def judged(told: Mapping[str, Any], _: float) -> BoundMeasure:
    """Look at the whole list where no cut-off is given."""
    return _bound("Judged", {"k": _EVERY_RANK, **told})


def num_ret(told: Mapping[str, Any], _: float) -> BoundMeasure:
    """Count the relevant ones where it is said what is relevant."""
    return _bound("NumRelRet" if "rel" in told else "NumRet", told)


def set_p(told: Mapping[str, Any], _: float) -> BoundMeasure:
    """Divide by what could be relevant among so many, or by how many there are."""
    return _bound("SetRelP" if told["relative"] else "SetP", {"rel": told["rel"]})


def set_f(told: Mapping[str, Any], _: float) -> BoundMeasure:
    """Take the root: ir_measures hands its beta to trec_eval, where beta squared stands."""
    return _bound("SetF", {**told, "beta": math.sqrt(told["beta"])})


def sdcg(told: Mapping[str, Any], _: float) -> BoundMeasure:
    """Leave out `dcg`, of which there is one kind."""
    return _bound("SDCG", {name: value for name, value in told.items() if name != "dcg"})
