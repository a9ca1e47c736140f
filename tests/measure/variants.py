"""Each measure with parameters worth testing: the defaults, some cut-offs, another `rel`, every choice."""

from __future__ import annotations

from cranfield.measure import BoundMeasure, Measure, registered
from cranfield.measure.parameters import Value

BUILT_IN = tuple(each for each in registered() if each.origin.startswith("cranfield."))


def variants(measure: Measure) -> list[BoundMeasure]:
    """One parameter at a time away from the defaults, with and without a cut-off where it is optional."""
    cutoffs: list[Value] = [] if measure.at is None else [1, 3, 10]
    bases: list[dict[str, Value]] = [{}]
    for parameter in measure.parameters:
        others: list[Value] = [2, 0] if parameter.name == "rel" else list(parameter.choices)
        bases += [{parameter.name: other} for other in others]
    cut = [measure(**base) @ cutoff for base in bases for cutoff in cutoffs]
    return cut if measure.at and measure.at.required else [*(measure(**base) for base in bases), *cut]


def uncut(measure: Measure) -> BoundMeasure:
    """The measure as it is when a list of 30 documents is not cut off."""
    return measure @ 30 if measure.at and measure.at.required else measure()
