"""Each measure with parameters worth testing: the defaults, some cut-offs, another `rel`, every choice."""

from __future__ import annotations

from cranfield.measure import BoundMeasure, Measure, registered
from cranfield.measure.parameters import Parameter, Value

BUILT_IN = tuple(each for each in registered() if each.origin.startswith("cranfield."))

# What a parameter that must be given gets; 3 is the highest grade that is drawn, 1000 more documents than there are.
REQUIRED: dict[str, Value] = {"collection": 1000}
UNITS: dict[str, Value] = {"top": 3}
# A scale that ends where the judgements do is another one for every set of topics.
SCALES: dict[str, Value] = {"top": 3, "max_rel": 3}
OTHERS: dict[str, list[Value]] = {"rel": [2, 0]}


def base(measure: Measure) -> dict[str, Value]:
    """Return the settings without which it cannot be computed for what is drawn."""
    names = {each.name for each in measure.parameters}
    told = {**({} if "over" in names else REQUIRED), **(UNITS if "unit-scores" in measure.needs else {})}
    if measure.relevance == "graded":
        told |= {
            each.name: SCALES[each.name]
            for each in measure.parameters
            if each.name in SCALES and not each.default
        }
    return {name: value for name, value in told.items() if name in names}


def cutoffs(at: Parameter | None) -> list[Value]:
    if at is None:
        return []
    return [1, 3, 10] if at.kind is int else [0.1, 0.5, 1]


def variants(measure: Measure) -> list[BoundMeasure]:
    """One parameter at a time away from the defaults, with and without a cut-off where it is optional."""
    bases = [base(measure)]
    for parameter in measure.parameters:
        others = OTHERS.get(parameter.name, list(parameter.choices))
        # The size of the collection is refused where it is not asked for.
        bases += [
            {**base(measure), parameter.name: other} | (REQUIRED if other == "collection" else {})
            for other in others
        ]
    cut = [measure(**each) @ cutoff for each in bases for cutoff in cutoffs(measure.at)]
    return cut if measure.at and measure.at.required else [*(measure(**each) for each in bases), *cut]


def uncut(measure: Measure) -> BoundMeasure:
    """The measure as it is when a list of 30 documents is not cut off."""
    plain = measure(**base(measure))
    if not (measure.at and measure.at.required):
        return plain
    return plain @ (30 if measure.at.kind is int else 1)


def usual(measure: Measure) -> BoundMeasure:
    plain = measure(**base(measure))
    return plain @ cutoffs(measure.at)[1] if measure.at and measure.at.required else plain
